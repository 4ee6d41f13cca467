(** Conditions on numbers that are read digit by digit: comparisons of terms, joined by and, or, not.

    A reader has to believe the meaning of terms and conditions, to "Linear forms". *)

From Coq Require Import List Arith ZArith Lia Bool.
From Verified Require Import Digits.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Terms and conditions on numbers x(0), x(1), ... *)

Inductive on_bits : Type := Exclusive | Common | Any. (* ^ & | *)

Inductive term : Type :=
| Amount (n : nat)
| Name (i : nat)
| Opposite (t : term)
| Sum (s t : term)
| Product (s t : term)
| Remainder (s t : term)
| Bitwise (op : on_bits) (s t : term)
| Larger (s t : term).

Inductive condition : Type :=
| At_most (s t : term)
| Same (s t : term)
| Denied (c : condition)
| Both (c d : condition)
| Either (c d : condition).

Definition bits (op : on_bits) : Z -> Z -> Z := match op with Exclusive => Z.lxor | Common => Z.land | Any => Z.lor end.

Fixpoint worth (x : nat -> Z) (t : term) : Z :=
  match t with
  | Amount n => Z.of_nat n
  | Name i => x i
  | Opposite t => - worth x t
  | Sum s t => worth x s + worth x t
  | Product s t => worth x s * worth x t
  | Remainder s t => worth x s mod worth x t
  | Bitwise op s t => bits op (worth x s) (worth x t)
  | Larger s t => Z.max (worth x s) (worth x t)
  end.

Fixpoint holds (x : nat -> Z) (c : condition) : bool :=
  match c with
  | At_most s t => worth x s <=? worth x t
  | Same s t => worth x s =? worth x t
  | Denied c => negb (holds x c)
  | Both c d => holds x c && holds x d
  | Either c d => holds x c || holds x d
  end.

(** The numbers of a list. *)
Definition listed_numbers (p : list nat) (i : nat) : Z := Z.of_nat (nth i p 0%nat).

(** ** Linear forms of numbers, and of numbers whose bits are combined *)

Inductive column : Type :=
| Column (i : nat)
| Mixed (op : on_bits) (c d : column).

Fixpoint column_value (x : nat -> Z) (c : column) : Z :=
  match c with Column i => x i | Mixed op c d => bits op (column_value x c) (column_value x d) end.

Definition linear : Type := list (column * Z).
Definition form : Type := linear * Z.

Definition linear_value (x : nat -> Z) (f : linear) : Z := fold_right (fun '(c, k) sum => k * column_value x c + sum) 0 f.
Definition form_value (x : nat -> Z) (f : form) : Z := linear_value x (fst f) + snd f.

Definition same_op (a b : on_bits) : bool :=
  match a, b with Exclusive, Exclusive | Common, Common | Any, Any => true | _, _ => false end.

Fixpoint same_column (a b : column) : bool :=
  match a, b with
  | Column i, Column j => Nat.eqb i j
  | Mixed op c d, Mixed op' c' d' => same_op op op' && same_column c c' && same_column d d'
  | _, _ => false
  end.

Lemma same_op_true : forall a b, same_op a b = true -> a = b.
Proof. intros [] [] same; (reflexivity || discriminate). Qed.

Lemma same_column_true : forall a b, same_column a b = true -> a = b.
Proof.
  induction a as [i | op c IHc d IHd]; intros [j | op' c' d'] same; simpl in same; try discriminate.
  - apply Nat.eqb_eq in same. congruence.
  - rewrite !andb_true_iff in same. destruct same as [[one two] three].
    rewrite (same_op_true _ _ one), (IHc _ two), (IHd _ three). reflexivity.
Qed.

Fixpoint insert (c : column) (k : Z) (f : linear) : linear :=
  match f with
  | [] => [(c, k)]
  | (d, j) :: rest => if same_column c d then (d, j + k) :: rest else (d, j) :: insert c k rest
  end.

Definition not_zero (entry : column * Z) : bool := negb (snd entry =? 0).

(** f + k g *)
Definition plus_linear (f : linear) (k : Z) (g : linear) : linear :=
  filter not_zero (fold_left (fun sum '(c, j) => insert c (k * j) sum) g f).

Definition plus (f : form) (k : Z) (g : form) : form := (plus_linear (fst f) k (fst g), snd f + k * snd g).

Lemma insert_value : forall x c k f, linear_value x (insert c k f) = k * column_value x c + linear_value x f.
Proof.
  intros x c k. induction f as [|[d j] f IH]; simpl; [lia|]. destruct (same_column c d) eqn:same; simpl.
  - apply same_column_true in same. subst. lia.
  - rewrite IH. lia.
Qed.

Lemma filter_value : forall x f, linear_value x (filter not_zero f) = linear_value x f.
Proof.
  intros x. induction f as [|[c k] f IH]; [reflexivity|]. simpl. unfold not_zero at 1. simpl.
  destruct (Z.eqb_spec k 0) as [-> | other]; simpl; rewrite IH; lia.
Qed.

Lemma plus_linear_value : forall x f k g, linear_value x (plus_linear f k g) = linear_value x f + k * linear_value x g.
Proof.
  intros x f k g. unfold plus_linear. rewrite filter_value. revert f. induction g as [|[c j] g IH]; intros f; simpl; [lia|].
  rewrite IH, insert_value. lia.
Qed.

Lemma plus_value : forall x f k g, form_value x (plus f k g) = form_value x f + k * form_value x g.
Proof. intros. unfold form_value, plus. simpl. rewrite plus_linear_value. lia. Qed.

Definition nothing : form := ([], 0).
Definition constant (k : Z) : form := ([], k).
Definition single (c : column) : form := ([(c, 1)], 0).

Lemma single_value : forall x c, form_value x (single c) = column_value x c.
Proof. intros. unfold form_value, single. cbn [fst snd linear_value fold_right]. lia. Qed.

(** ** Conditions as formulas on forms *)

Inductive formula : Type :=
| Settled (v : bool)
| Positive (f : form) (* at least 0 *)
| Multiple (f : form) (m : Z)
| Negated (p : formula)
| Joined (p q : formula)
| Parted (p q : formula).

Fixpoint truth (x : nat -> Z) (p : formula) : bool :=
  match p with
  | Settled v => v
  | Positive f => 0 <=? form_value x f
  | Multiple f m => form_value x f mod m =? 0
  | Negated p => negb (truth x p)
  | Joined p q => truth x p && truth x q
  | Parted p q => truth x p || truth x q
  end.

Definition positive (f : form) : formula := match fst f with [] => Settled (0 <=? snd f) | _ => Positive f end.
Definition multiple (f : form) (m : Z) : formula :=
  match fst f with [] => Settled (snd f mod m =? 0) | _ => Multiple f m end.
Definition zero (f : form) : formula :=
  match fst f with [] => Settled (snd f =? 0) | _ => Joined (Positive f) (Positive (plus nothing (-1) f)) end.
Definition joined (p q : formula) : formula :=
  match p, q with
  | Settled false, _ | _, Settled false => Settled false
  | Settled true, r | r, Settled true => r
  | _, _ => Joined p q
  end.
Definition parted (p q : formula) : formula :=
  match p, q with
  | Settled true, _ | _, Settled true => Settled true
  | Settled false, r | r, Settled false => r
  | _, _ => Parted p q
  end.

Lemma positive_truth : forall x f, truth x (positive f) = (0 <=? form_value x f).
Proof. intros x [[|e f] k]; reflexivity. Qed.

Lemma multiple_truth : forall x f m, truth x (multiple f m) = (form_value x f mod m =? 0).
Proof. intros x [[|e f] k] m; reflexivity. Qed.

Lemma zero_truth : forall x f, truth x (zero f) = (form_value x f =? 0).
Proof.
  intros x f. unfold zero. destruct (fst f) as [|e rest] eqn:parts.
  - simpl. unfold form_value. rewrite parts. reflexivity.
  - cbn [truth]. assert (minus : form_value x (plus nothing (-1) f) = - form_value x f).
    { rewrite plus_value. change (form_value x nothing) with 0. lia. }
    rewrite minus. apply eq_true_iff_eq. rewrite andb_true_iff, !Z.leb_le, Z.eqb_eq. lia.
Qed.

Lemma joined_truth : forall x p q, truth x (joined p q) = truth x p && truth x q.
Proof. intros x p q. destruct p as [[]| | | | |]; simpl; try reflexivity; destruct q as [[]| | | | |]; simpl; rewrite ?andb_true_r, ?andb_false_r; reflexivity. Qed.

Lemma parted_truth : forall x p q, truth x (parted p q) = truth x p || truth x q.
Proof. intros x p q. destruct p as [[]| | | | |]; simpl; try reflexivity; destruct q as [[]| | | | |]; simpl; rewrite ?orb_true_r, ?orb_false_r; reflexivity. Qed.

(** What is read, or why it is not: numbers too large, or not of the kinds that are followed. *)
Inductive reading (A : Type) : Type := Read (a : A) | Excessive | Foreign.
Arguments Read {A}. Arguments Excessive {A}. Arguments Foreign {A}.

Definition bind {A B : Type} (found : reading A) (next : A -> reading B) : reading B :=
  match found with Read a => next a | Excessive => Excessive | Foreign => Foreign end.

Fixpoint every {A B : Type} (read : A -> reading (list B)) (l : list A) : reading (list B) :=
  match l with
  | [] => Read []
  | a :: rest => bind (read a) (fun found => bind (every read rest) (fun others => Read (found ++ others)))
  end.

Lemma every_spec : forall A B (read : A -> reading (list B)) l all, every read l = Read all ->
  (forall a, In a l -> exists found, read a = Read found) /\
  (forall b, In b all <-> exists a found, In a l /\ read a = Read found /\ In b found).
Proof.
  intros A B read. induction l as [|a l IH]; intros all done; simpl in done.
  - injection done as <-. split; [intros a []|]. intros b. split; [intros [] | intros [a [found [[] _]]]].
  - destruct (read a) as [found| |] eqn:first; try discriminate. simpl in done.
    destruct (every read l) as [others| |] eqn:rest; try discriminate. injection done as <-.
    destruct (IH others eq_refl) as [each members]. split.
    + intros a' [<- | member]; [exists found; exact first | exact (each a' member)].
    + intros b. rewrite in_app_iff, members. split.
      * intros [there | [a' [found' [member there]]]]; [exists a, found | exists a', found']; simpl; tauto.
      * intros [a' [found' [[<- | member] [equal there]]]]; [left; congruence | right; exists a', found'; auto].
Qed.

Definition largest : Z := 1048576.
Definition small (f : form) : bool := forallb (fun '(_, k) => Z.abs k <=? largest) (fst f) && (Z.abs (snd f) <=? largest).
Definition bounded (f : form) : reading form := if small f then Read f else Excessive.

Lemma bounded_is : forall f g, bounded f = Read g -> g = f.
Proof. intros f g done. unfold bounded in done. destruct (small f); congruence. Qed.

(** A term is equal to a form wherever the formula with it is true; one of these formulas is true. *)
Definition cases : Type := list (formula * form).

Definition means (x : nat -> Z) (found : cases) (v : Z) : Prop :=
  (exists g f, In (g, f) found /\ truth x g = true) /\
  (forall g f, In (g, f) found -> truth x g = true -> form_value x f = v).

Definition few (found : reading cases) : reading cases :=
  bind found (fun l => if Nat.leb (length l) 64 then Read l else Excessive).

Lemma few_is : forall found l, few found = Read l -> found = Read l.
Proof. intros [l'| |] l done; simpl in done; try discriminate. destruct (Nat.leb (length l') 64); congruence. Qed.

Definition constant_of (f : form) : option Z := match fst f with [] => Some (snd f) | _ => None end.

Lemma constant_of_value : forall x f k, constant_of f = Some k -> form_value x f = k.
Proof. intros x [[|e f] c] k; simpl; [|discriminate]. unfold form_value. simpl. intros [= <-]. lia. Qed.

Definition column_of (f : form) : option column :=
  match f with ([(c, k)], 0) => if k =? 1 then Some c else None | _ => None end.

Lemma column_of_value : forall x f c, column_of f = Some c -> form_value x f = column_value x c.
Proof.
  intros x [[|[d k] [|e f]] [| |]] c; simpl; try discriminate. destruct (Z.eqb_spec k 1) as [-> |]; [|discriminate].
  intros [= <-]. exact (single_value x d).
Qed.

Section Reading.
Variable binary : bool.
Variable names : nat -> form.

Definition one_case (g : formula) (found : reading form) : reading cases := bind found (fun f => Read [(g, f)]).

(** All pairs of cases, each as further cases. *)
Definition paired {B : Type} (s t : cases) (read : formula -> form -> form -> reading (list B)) : reading (list B) :=
  every (fun '((g, f), (h, e)) => read (joined g h) f e) (list_prod s t).

Definition product (g : formula) (f e : form) : reading cases :=
  match constant_of e, constant_of f with
  | Some k, _ => one_case g (bounded (plus nothing k f))
  | None, Some k => one_case g (bounded (plus nothing k e))
  | None, None => Foreign
  end.

Definition remainder (g : formula) (f e : form) : reading cases :=
  match constant_of e with
  | Some k =>
      if (0 <? k) && (k <=? 64) then
        Read (map (fun r => (joined g (multiple (plus f (- Z.of_nat r) (constant 1)) k), constant (Z.of_nat r))) (seq 0 (Z.to_nat k)))
      else Foreign
  | None => Foreign
  end.

Definition bitwise (op : on_bits) (g : formula) (f e : form) : reading cases :=
  match column_of f, column_of e with
  | Some c, Some d => if binary then Read [(g, single (Mixed op c d))] else Foreign
  | _, _ => Foreign
  end.

Definition larger (g : formula) (f e : form) : reading cases :=
  bind (bounded (plus f (-1) e)) (fun d => Read [(joined g (positive d), f); (joined g (positive (plus nothing (-1) d)), e)]).

Definition opposite (l : cases) : reading cases := every (fun '(g, f) => one_case g (bounded (plus nothing (-1) f))) l.

Fixpoint cases_of (t : term) : reading cases :=
  let two s t read := bind (cases_of s) (fun l => bind (cases_of t) (fun r => few (paired l r read))) in
  match t with
  | Amount n => Read [(Settled true, constant (Z.of_nat n))]
  | Name i => Read [(Settled true, names i)]
  | Opposite t => bind (cases_of t) opposite
  | Sum s t => two s t (fun g f e => one_case g (bounded (plus f 1 e)))
  | Product s t => two s t product
  | Remainder s t => two s t remainder
  | Bitwise op s t => two s t (bitwise op)
  | Larger s t => two s t larger
  end.

Definition any_of (l : list formula) : formula := fold_right parted (Settled false) l.

Definition compared (s t : term) (read : formula -> form -> form -> reading (list formula)) : reading formula :=
  bind (cases_of s) (fun l => bind (cases_of t) (fun r => bind (paired l r read) (fun found => Read (any_of found)))).

Fixpoint formula_of (c : condition) : reading formula :=
  match c with
  | At_most s t => compared s t (fun g f e => bind (bounded (plus e (-1) f)) (fun d => Read [joined g (positive d)]))
  | Same s t => compared s t (fun g f e => bind (bounded (plus e (-1) f)) (fun d => Read [joined g (zero d)]))
  | Denied c => bind (formula_of c) (fun p => Read (Negated p))
  | Both c d => bind (formula_of c) (fun p => bind (formula_of d) (fun q => Read (joined p q)))
  | Either c d => bind (formula_of c) (fun p => bind (formula_of d) (fun q => Read (parted p q)))
  end.

(** A term without cases. *)
Definition linear_of (t : term) : reading form :=
  bind (cases_of t) (fun l => match l with [(Settled true, f)] => Read f | _ => Excessive end).

(** *** What is read has the meaning of the text *)

Variable x : nat -> Z.
Let named (i : nat) : Z := form_value x (names i).

Definition faithful (read : formula -> form -> form -> reading cases) (op : Z -> Z -> Z) : Prop :=
  forall g f e found, read g f e = Read found ->
    (truth x g = true -> exists g' f', In (g', f') found /\ truth x g' = true) /\
    (forall g' f', In (g', f') found -> truth x g' = true ->
       truth x g = true /\ form_value x f' = op (form_value x f) (form_value x e)).

Lemma one_case_is : forall g found l, one_case g found = Read l -> exists f, found = Read f /\ l = [(g, f)].
Proof. intros g [f| |] l done; simpl in done; try discriminate. injection done as <-. exists f. auto. Qed.

Lemma one_case_faithful : forall (make : form -> form -> form) op,
  (forall f e, form_value x (make f e) = op (form_value x f) (form_value x e)) ->
  faithful (fun g f e => one_case g (bounded (make f e))) op.
Proof.
  intros make op right g f e found done. apply one_case_is in done. destruct done as [d [small ->]].
  apply bounded_is in small. subst d. split.
  - intros yes. exists g, (make f e). simpl. auto.
  - intros g' f' [[= <- <-] | []] yes. split; [exact yes | apply right].
Qed.

Lemma constant_value : forall k, form_value x (constant k) = k.
Proof. intros. unfold form_value, constant. simpl. lia. Qed.

Lemma nothing_value : form_value x nothing = 0.
Proof. reflexivity. Qed.

Lemma product_faithful : faithful product Z.mul.
Proof.
  intros g f e found done. unfold product in done.
  assert (right : exists d, bounded d = bounded d /\ found = [(g, d)] /\ form_value x d = form_value x f * form_value x e).
  { destruct (constant_of e) as [k|] eqn:right; [|destruct (constant_of f) as [k|] eqn:left; [|discriminate]];
      apply one_case_is in done; destruct done as [d [small ->]]; apply bounded_is in small; subst d;
      eexists; (split; [reflexivity | split; [reflexivity|]]); rewrite plus_value, nothing_value.
    - rewrite (constant_of_value x _ _ right). lia.
    - rewrite (constant_of_value x _ _ left). lia. }
  destruct right as [d [_ [-> value]]]. split.
  - intros yes. exists g, d. simpl. auto.
  - intros g' f' [[= <- <-] | []] yes. split; [exact yes | exact value].
Qed.

Lemma remainder_faithful : faithful remainder Z.modulo.
Proof.
  intros g f e found done. unfold remainder in done. destruct (constant_of e) as [k|] eqn:right; [|discriminate].
  destruct ((0 <? k) && (k <=? 64)) eqn:range; [|discriminate]. injection done as <-.
  apply andb_true_iff in range. destruct range as [low _]. apply Z.ltb_lt in low.
  apply (constant_of_value x) in right. rewrite right.
  assert (case : forall r, truth x (joined g (multiple (plus f (- Z.of_nat r) (constant 1)) k)) = true <->
                 truth x g = true /\ (form_value x f - Z.of_nat r) mod k = 0).
  { intros r. rewrite joined_truth, multiple_truth, andb_true_iff, Z.eqb_eq, plus_value, constant_value.
    replace (form_value x f + - Z.of_nat r * 1) with (form_value x f - Z.of_nat r) by lia. reflexivity. }
  pose proof (Z.mod_pos_bound (form_value x f) k low) as range. split.
  - intros yes. set (r := Z.to_nat (form_value x f mod k)). eexists _, _. split.
    + apply in_map_iff. exists r. split; [reflexivity|]. apply in_seq. lia.
    + apply case. split; [exact yes|]. unfold r. rewrite Z2Nat.id by lia.
      rewrite Zminus_mod_idemp_r, Z.sub_diag. apply Z.mod_0_l. lia.
  - intros g' f' member yes. apply in_map_iff in member. destruct member as [r [[= <- <-] inside]].
    apply in_seq in inside. apply case in yes. destruct yes as [yes equal]. split; [exact yes|].
    rewrite constant_value. apply Z.mod_divide in equal; [|lia]. destruct equal as [q equal].
    replace (form_value x f) with (Z.of_nat r + q * k) by lia. rewrite Z.mod_add by lia. symmetry. apply Z.mod_small. lia.
Qed.

Lemma bitwise_faithful : forall op, faithful (bitwise op) (bits op).
Proof.
  intros op g f e found done. unfold bitwise in done.
  destruct (column_of f) as [c|] eqn:left; [|discriminate]. destruct (column_of e) as [d|] eqn:right; [|discriminate].
  destruct binary; [|discriminate]. injection done as <-. split.
  - intros yes. eexists _, _. split; [left; reflexivity | exact yes].
  - intros g' f' [[= <- <-] | []] yes. split; [exact yes|].
    rewrite (column_of_value x _ _ left), (column_of_value x _ _ right), single_value. reflexivity.
Qed.

Lemma larger_faithful : faithful larger Z.max.
Proof.
  intros g f e found done. unfold larger in done.
  destruct (bounded (plus f (-1) e)) as [d| |] eqn:small; try discriminate. injection done as <-.
  apply bounded_is in small. subst d.
  assert (value : form_value x (plus f (-1) e) = form_value x f - form_value x e) by (rewrite plus_value; lia).
  assert (other : form_value x (plus nothing (-1) (plus f (-1) e)) = form_value x e - form_value x f)
    by (rewrite plus_value, value, nothing_value; lia).
  split.
  - intros yes. destruct (Z.le_gt_cases (form_value x e) (form_value x f)).
    + eexists _, _. split; [left; reflexivity|]. rewrite joined_truth, positive_truth, yes, value. apply Z.leb_le. lia.
    + eexists _, _. split; [right; left; reflexivity|]. rewrite joined_truth, positive_truth, yes, other. apply Z.leb_le. lia.
  - intros g' f' [[= <- <-] | [[= <- <-] | []]] yes; rewrite joined_truth, positive_truth, andb_true_iff, Z.leb_le in yes;
      destruct yes as [yes more]; (split; [exact yes|]); lia.
Qed.

Lemma paired_means : forall l r v w read op found, faithful read op -> means x l v -> means x r w ->
  paired l r read = Read found -> means x found (op v w).
Proof.
  intros l r v w read op found right [[g [f [in_l yes_g]]] all_l] [[h [e [in_r yes_h]]] all_r] done.
  unfold paired in done. apply every_spec in done. destruct done as [each members]. split.
  - destruct (each ((g, f), (h, e))) as [some found_some]; [apply in_prod; assumption|].
    destruct (right _ _ _ _ found_some) as [there _].
    destruct there as [g' [f' [member yes]]]; [rewrite joined_truth, yes_g, yes_h; reflexivity|].
    exists g', f'. split; [|exact yes]. apply members. exists ((g, f), (h, e)), some. split; [apply in_prod; assumption | auto].
  - intros g' f' member yes. apply members in member. destruct member as [[[g2 f2] [h2 e2]] [some [inside [found_some member]]]].
    destruct (right _ _ _ _ found_some) as [_ values]. destruct (values g' f' member yes) as [both ->].
    rewrite joined_truth, andb_true_iff in both. apply in_prod_iff in inside. destruct inside as [one two], both as [yes1 yes2].
    rewrite (all_l _ _ one yes1), (all_r _ _ two yes2). reflexivity.
Qed.

Theorem cases_of_mean : forall t found, cases_of t = Read found -> means x found (worth named t).
Proof.
  assert (alone : forall f, means x [(Settled true, f)] (form_value x f)).
  { intros f. split; [exists (Settled true), f; simpl; auto|]. intros g f' [[= <- <-] | []] _. reflexivity. }
  assert (pair : forall s t read op, faithful read op ->
    (forall found, cases_of s = Read found -> means x found (worth named s)) ->
    (forall found, cases_of t = Read found -> means x found (worth named t)) ->
    forall found, bind (cases_of s) (fun l => bind (cases_of t) (fun r => few (paired l r read))) = Read found ->
    means x found (op (worth named s) (worth named t))).
  { intros s t read op right left_means right_means found done.
    destruct (cases_of s) as [l| |]; try discriminate. destruct (cases_of t) as [r| |]; try discriminate. simpl in done.
    apply few_is in done. exact (paired_means _ _ _ _ _ _ _ right (left_means l eq_refl) (right_means r eq_refl) done). }
  induction t; intros found done; cbn [cases_of] in done; cbv zeta in done.
  - injection done as <-. rewrite <- (constant_value (Z.of_nat n)). apply alone.
  - injection done as <-. apply alone.
  - destruct (cases_of t) as [l| |]; try discriminate. destruct (IHt l eq_refl) as [[g [f [member yes]]] all].
    simpl in done. unfold opposite in done. apply every_spec in done. destruct done as [each members].
    assert (single_one : forall g f some, one_case g (bounded (plus nothing (-1) f)) = Read some -> some = [(g, plus nothing (-1) f)]).
    { intros g' f' some right. apply one_case_is in right. destruct right as [d [small ->]]. apply bounded_is in small. congruence. }
    split.
    + destruct (each _ member) as [some right]. exists g, (plus nothing (-1) f). split; [|exact yes].
      apply members. exists (g, f), some. split; [exact member|]. split; [exact right|].
      rewrite (single_one _ _ _ right). left. reflexivity.
    + intros g' f' inside yes'. apply members in inside. destruct inside as [[g2 f2] [some [inside [right there]]]].
      rewrite (single_one _ _ _ right) in there. destruct there as [[= <- <-] | []].
      rewrite plus_value, nothing_value, (all _ _ inside yes'). cbn [worth]. lia.
  - refine (pair _ _ _ Z.add _ IHt1 IHt2 _ done). apply one_case_faithful. intros. rewrite plus_value. lia.
  - exact (pair _ _ _ _ product_faithful IHt1 IHt2 _ done).
  - exact (pair _ _ _ _ remainder_faithful IHt1 IHt2 _ done).
  - exact (pair _ _ _ _ (bitwise_faithful op) IHt1 IHt2 _ done).
  - exact (pair _ _ _ _ larger_faithful IHt1 IHt2 _ done).
Qed.

Lemma any_of_truth : forall l, truth x (any_of l) = true <-> exists p, In p l /\ truth x p = true.
Proof.
  induction l as [|p l IH]; simpl.
  - split; [discriminate | intros [p [[] _]]].
  - rewrite parted_truth, orb_true_iff, IH. split.
    + intros [yes | [q [member yes]]]; [exists p | exists q]; auto.
    + intros [q [[<- | member] yes]]; [left; exact yes | right; exists q; auto].
Qed.

Lemma compared_truth : forall s t make compare p,
  (forall f e, truth x (make (plus e (-1) f)) = compare (form_value x f) (form_value x e)) ->
  compared s t (fun g f e => bind (bounded (plus e (-1) f)) (fun d => Read [joined g (make d)])) = Read p ->
  truth x p = compare (worth named s) (worth named t).
Proof.
  intros s t make compare p right done. unfold compared in done.
  destruct (cases_of s) as [l| |] eqn:left_cases; try discriminate.
  destruct (cases_of t) as [r| |] eqn:right_cases; try discriminate. simpl in done.
  match type of done with bind ?f _ = _ => destruct f as [found| |] eqn:pairs; try discriminate end.
  simpl in done. injection done as <-.
  destruct (cases_of_mean s l left_cases) as [[g [f [in_l yes_g]]] all_l].
  destruct (cases_of_mean t r right_cases) as [[h [e [in_r yes_h]]] all_r].
  unfold paired in pairs. apply every_spec in pairs. destruct pairs as [each members].
  assert (one : forall k f e some, bind (bounded (plus e (-1) f)) (fun d => Read [joined k (make d)]) = Read some ->
                some = [joined k (make (plus e (-1) f))]).
  { intros k f' e' some found_some. destruct (bounded (plus e' (-1) f')) as [d| |] eqn:small; try discriminate.
    apply bounded_is in small. subst d. injection found_some as <-. reflexivity. }
  apply eq_true_iff_eq. rewrite any_of_truth. split.
  - intros [p [member yes]]. apply members in member. destruct member as [[[g2 f2] [h2 e2]] [some [inside [found_some member]]]].
    rewrite (one _ _ _ _ found_some) in member. destruct member as [<- | []].
    rewrite !joined_truth, !andb_true_iff, right in yes. apply in_prod_iff in inside.
    destruct inside as [i1 i2], yes as [[y1 y2] yes]. rewrite <- (all_l _ _ i1 y1), <- (all_r _ _ i2 y2). exact yes.
  - intros yes. destruct (each ((g, f), (h, e))) as [some found_some]; [apply in_prod; assumption|].
    exists (joined (joined g h) (make (plus e (-1) f))). split.
    + apply members. exists ((g, f), (h, e)), some. split; [apply in_prod; assumption|]. split; [exact found_some|].
      rewrite (one _ _ _ _ found_some). left. reflexivity.
    + rewrite !joined_truth, yes_g, yes_h, right. simpl. rewrite (all_l _ _ in_l yes_g), (all_r _ _ in_r yes_h). exact yes.
Qed.

Theorem formula_of_truth : forall c p, formula_of c = Read p -> truth x p = holds named c.
Proof.
  induction c as [s t | s t | c IH | c IHc d IHd | c IHc d IHd]; intros p done; cbn [formula_of] in done; simpl.
  - apply (compared_truth s t positive Z.leb p); [|exact done]. intros f e. rewrite positive_truth, plus_value.
    apply eq_true_iff_eq. rewrite !Z.leb_le. lia.
  - apply (compared_truth s t zero Z.eqb p); [|exact done]. intros f e. rewrite zero_truth, plus_value.
    apply eq_true_iff_eq. rewrite !Z.eqb_eq. lia.
  - destruct (formula_of c) as [q| |]; try discriminate. injection done as <-. simpl. rewrite (IH q eq_refl). reflexivity.
  - destruct (formula_of c) as [q| |]; try discriminate. destruct (formula_of d) as [r| |]; try discriminate.
    injection done as <-. rewrite joined_truth, (IHc q eq_refl), (IHd r eq_refl). reflexivity.
  - destruct (formula_of c) as [q| |]; try discriminate. destruct (formula_of d) as [r| |]; try discriminate.
    injection done as <-. rewrite parted_truth, (IHc q eq_refl), (IHd r eq_refl). reflexivity.
Qed.

Lemma linear_of_value : forall t f, linear_of t = Read f -> form_value x f = worth named t.
Proof.
  intros t f done. unfold linear_of in done. destruct (cases_of t) as [l| |] eqn:found; try discriminate.
  destruct (cases_of_mean t l found) as [_ all]. simpl in done.
  destruct l as [|[[[]| | | | |] f'] [|]]; try discriminate. injection done as <-. apply (all (Settled true)); [left|]; reflexivity.
Qed.
End Reading.

Lemma worth_ext : forall x y t, (forall i, x i = y i) -> worth x t = worth y t.
Proof. intros x y t same. induction t; simpl; congruence. Qed.

Lemma holds_ext : forall x y c, (forall i, x i = y i) -> holds x c = holds y c.
Proof.
  intros x y c same. induction c as [s t | s t | c IH | c IHc d IHd | c IHc d IHd]; simpl;
    rewrite ?(worth_ext x y s same), ?(worth_ext x y t same); congruence.
Qed.

(** ** Formulas are followed digit by digit

    A live form has the value of the digits that were read. It is settled when further digits cannot change its sign. *)

Inductive live : Type :=
| Fixed (v : bool)
| Sign (f : linear) (z k : Z)
| Rest (f : linear) (z k m : Z)
| Opposed (p : live)
| Meet (p q : live)
| Join (p q : live).

Section Following.
Variable b : nat.
Hypothesis base : (2 <= b)%nat.
Let base_z : Z := Z.of_nat b.

Definition after (x : nat -> Z) (l : letter) : nat -> Z := fun i => base_z * x i + listed_numbers l i.

Definition width (f : linear) : Z := fold_right (fun '(_, k) sum => Z.abs k + sum) 0 f.

Fixpoint advance (l : letter) (p : live) : live :=
  match p with
  | Fixed v => Fixed v
  | Sign f z k =>
      let z := base_z * z + linear_value (listed_numbers l) f in
      if (width f <=? z) && (0 <=? z + k) then Fixed true
      else if (z <=? - width f) && (z + k <? 0) then Fixed false else Sign f z k
  | Rest f z k m => Rest f ((base_z * z + linear_value (listed_numbers l) f) mod m) k m
  | Opposed p => match advance l p with Fixed v => Fixed (negb v) | q => Opposed q end
  | Meet p q =>
      match advance l p with
      | Fixed false => Fixed false
      | Fixed true => advance l q
      | r => match advance l q with Fixed false => Fixed false | Fixed true => r | s => Meet r s end
      end
  | Join p q =>
      match advance l p with
      | Fixed true => Fixed true
      | Fixed false => advance l q
      | r => match advance l q with Fixed true => Fixed true | Fixed false => r | s => Join r s end
      end
  end.

Fixpoint now (p : live) : bool :=
  match p with
  | Fixed v => v
  | Sign f z k => 0 <=? z + k
  | Rest f z k m => (z + k) mod m =? 0
  | Opposed p => negb (now p)
  | Meet p q => now p && now q
  | Join p q => now p || now q
  end.

(** The value that the form has when a word was read, not settled before. *)
Definition followed (f : linear) (w : list letter) (z : Z) : Z :=
  fold_left (fun z l => base_z * z + linear_value (listed_numbers l) f) w z.

Fixpoint finally (w : list letter) (p : live) : bool :=
  match p with
  | Fixed v => v
  | Sign f z k => 0 <=? followed f w z + k
  | Rest f z k m => (followed f w z + k) mod m =? 0
  | Opposed p => negb (finally w p)
  | Meet p q => finally w p && finally w q
  | Join p q => finally w p || finally w q
  end.

Definition plain (c : column) : bool := match c with Column _ => true | Mixed _ _ _ => false end.
Definition fits (f : linear) : bool := Nat.eqb b 2 || forallb (fun '(c, _) => plain c) f.
Fixpoint all_fit (p : live) : bool :=
  match p with
  | Fixed _ => true
  | Sign f _ _ => fits f
  | Rest f _ _ m => fits f && (0 <? m)
  | Opposed p => all_fit p
  | Meet p q | Join p q => all_fit p && all_fit q
  end.

Definition digits (l : letter) : Prop := Forall (fun d => (d < b)%nat) l.

Lemma digit_bound : forall l i, digits l -> 0 <= listed_numbers l i <= base_z - 1.
Proof.
  intros l i small. unfold listed_numbers, base_z. destruct (Nat.lt_ge_cases i (length l)) as [inside | outside].
  - unfold digits in small. rewrite Forall_forall in small. specialize (small _ (nth_In l 0%nat inside)). lia.
  - rewrite nth_overflow by exact outside. lia.
Qed.

Lemma bits_digit : forall op d e, 0 <= d <= 1 -> 0 <= e <= 1 -> 0 <= bits op d e <= 1.
Proof.
  intros op d e low high. assert (d = 0 \/ d = 1) as [-> | ->] by lia; assert (e = 0 \/ e = 1) as [-> | ->] by lia;
    destruct op; simpl; lia.
Qed.

Lemma bit_after : forall u d n, 0 <= d <= 1 -> 0 <= n ->
  Z.testbit (2 * u + d) n = if n =? 0 then d =? 1 else Z.testbit u (Z.pred n).
Proof.
  intros u d n range low. destruct (Z.eqb_spec n 0) as [-> | other].
  - assert (d = 0 \/ d = 1) as [-> | ->] by lia; [rewrite Z.add_0_r; apply Z.testbit_even_0 | apply Z.testbit_odd_0].
  - replace n with (Z.succ (Z.pred n)) at 1 by lia.
    assert (d = 0 \/ d = 1) as [-> | ->] by lia; [rewrite Z.add_0_r; apply Z.testbit_even_succ | apply Z.testbit_odd_succ]; lia.
Qed.

Lemma bits_after : forall op u v d e, 0 <= d <= 1 -> 0 <= e <= 1 ->
  bits op (2 * u + d) (2 * v + e) = 2 * bits op u v + bits op d e.
Proof.
  intros op u v d e one two. apply Z.bits_inj'. intros n low.
  rewrite (bit_after (bits op u v)) by (try apply bits_digit; assumption).
  assert (d = 0 \/ d = 1) as [-> | ->] by lia; assert (e = 0 \/ e = 1) as [-> | ->] by lia; destruct op; cbn [bits];
    rewrite ?Z.lxor_spec, ?Z.land_spec, ?Z.lor_spec, !bit_after by lia; destruct (n =? 0);
    rewrite ?Z.lxor_spec, ?Z.land_spec, ?Z.lor_spec; reflexivity.
Qed.

Lemma column_after : forall c x l, digits l -> Nat.eqb b 2 || plain c = true ->
  column_value (after x l) c = base_z * column_value x c + column_value (listed_numbers l) c /\
  0 <= column_value (listed_numbers l) c <= base_z - 1.
Proof.
  intros c x l small fit. assert (two : plain c = false -> base_z = 2).
  { intros mixed. rewrite mixed, orb_false_r in fit. apply Nat.eqb_eq in fit. unfold base_z. lia. }
  destruct c as [i | op c d]; [split; [reflexivity | apply digit_bound; exact small]|].
  specialize (two eq_refl). clear fit. generalize (Mixed op c d). clear op c d. intros c. rewrite two.
  induction c as [i | op c [IHc range_c] d [IHd range_d]]; cbn [column_value].
  - unfold after. rewrite two. split; [reflexivity|]. pose proof (digit_bound l i small). lia.
  - rewrite IHc, IHd. split; [apply bits_after; lia|].
    pose proof (bits_digit op (column_value (listed_numbers l) c) (column_value (listed_numbers l) d) ltac:(lia) ltac:(lia)). lia.
Qed.

Lemma linear_after : forall f x l, digits l -> fits f = true ->
  linear_value (after x l) f = base_z * linear_value x f + linear_value (listed_numbers l) f /\
  Z.abs (linear_value (listed_numbers l) f) <= (base_z - 1) * width f.
Proof.
  intros f x l small fit.
  assert (each : forall c k, In (c, k) f -> Nat.eqb b 2 || plain c = true).
  { intros c k member. unfold fits in fit. apply orb_true_iff in fit. apply orb_true_iff. destruct fit as [two | all]; [left; exact two|].
    right. rewrite forallb_forall in all. exact (all _ member). }
  clear fit. induction f as [|[c k] f IH]; cbn [linear_value width fold_right]; [lia|].
  destruct IH as [value bound]; [intros c' k' member; apply (each c' k'); right; exact member|].
  destruct (column_after c x l small (each c k (or_introl eq_refl))) as [-> range].
  unfold linear_value in value, bound. unfold width in bound. cbv beta in value, bound. rewrite value. split; [ring|].
  set (rest := fold_right _ 0 f) in *. set (more := fold_right _ 0 f) in bound |- *.
  set (d := column_value (listed_numbers l) c) in *.
  assert (Z.abs (k * d) <= (base_z - 1) * Z.abs k) by (rewrite Z.abs_mul, (Z.abs_eq d) by lia; nia). lia.
Qed.

Lemma width_nonneg : forall f, 0 <= width f.
Proof. induction f as [|[c k] f IH]; simpl; lia. Qed.

Lemma stays_up : forall f k w z, Forall digits w -> fits f = true -> width f <= z -> 0 <= z + k -> 0 <= followed f w z + k.
Proof.
  intros f k. induction w as [|l w IH]; intros z small fit wide up; [exact up|]. inversion small; subst.
  destruct (linear_after f (fun _ => 0) l H1 fit) as [_ bound]. pose proof (width_nonneg f).
  assert (2 <= base_z) by (unfold base_z; lia).
  unfold followed in *. simpl. apply IH; auto; nia.
Qed.

Lemma stays_down : forall f k w z, Forall digits w -> fits f = true -> z <= - width f -> z + k < 0 -> followed f w z + k < 0.
Proof.
  intros f k. induction w as [|l w IH]; intros z small fit wide down; [exact down|]. inversion small; subst.
  destruct (linear_after f (fun _ => 0) l H1 fit) as [_ bound]. pose proof (width_nonneg f).
  assert (2 <= base_z) by (unfold base_z; lia).
  unfold followed in *. simpl. apply IH; auto; nia.
Qed.

Lemma followed_mod : forall f m w y z, 0 < m -> y mod m = z mod m -> followed f w y mod m = followed f w z mod m.
Proof.
  intros f m. induction w as [|l w IH]; intros y z pos same; [exact same|]. unfold followed in *. simpl.
  apply IH; [exact pos|]. rewrite (Z.add_mod (base_z * y)), (Z.add_mod (base_z * z)), (Z.mul_mod base_z y), (Z.mul_mod base_z z), same by lia.
  reflexivity.
Qed.

Lemma advance_fits : forall l p, all_fit p = true -> all_fit (advance l p) = true.
Proof.
  intros l. induction p as [v | f z k | f z k m | p IH | p IHp q IHq | p IHp q IHq]; intros fit; simpl in fit |- *; auto.
  - destruct (_ && _); [reflexivity|]. destruct (_ && _); [reflexivity | exact fit].
  - specialize (IH fit). destruct (advance l p); simpl in *; auto.
  - apply andb_true_iff in fit. destruct fit as [one two]. specialize (IHp one). specialize (IHq two).
    destruct (advance l p) as [[]| | | | |]; auto; destruct (advance l q) as [[]| | | | |]; simpl in *; rewrite ?IHp, ?IHq; auto.
  - apply andb_true_iff in fit. destruct fit as [one two]. specialize (IHp one). specialize (IHq two).
    destruct (advance l p) as [[]| | | | |]; auto; destruct (advance l q) as [[]| | | | |]; simpl in *; rewrite ?IHp, ?IHq; auto.
Qed.

Lemma advance_right : forall l w p, digits l -> Forall digits w -> all_fit p = true ->
  finally w (advance l p) = finally (l :: w) p.
Proof.
  intros l w p small others. induction p as [v | f z k | f z k m | p IH | p IHp q IHq | p IHp q IHq]; intros fit; simpl in fit.
  - reflexivity.
  - cbn [advance finally]. change (followed f (l :: w) z) with (followed f w (base_z * z + linear_value (listed_numbers l) f)).
    set (z' := base_z * z + linear_value (listed_numbers l) f). cbv zeta.
    destruct ((width f <=? z') && (0 <=? z' + k)) eqn:up; [|destruct ((z' <=? - width f) && (z' + k <? 0)) eqn:down].
    + apply andb_true_iff in up. rewrite !Z.leb_le in up. symmetry. apply Z.leb_le. apply stays_up; tauto.
    + apply andb_true_iff in down. rewrite Z.leb_le, Z.ltb_lt in down. symmetry. apply Z.leb_gt. apply stays_down; tauto.
    + reflexivity.
  - apply andb_true_iff in fit. destruct fit as [_ pos]. apply Z.ltb_lt in pos. cbn [advance finally].
    change (followed f (l :: w) z) with (followed f w (base_z * z + linear_value (listed_numbers l) f)).
    rewrite (Z.add_mod (followed f w (_ mod m))), (followed_mod f m w _ (base_z * z + linear_value (listed_numbers l) f) pos) by (try apply Z.mod_mod; lia).
    rewrite <- Z.add_mod by lia. reflexivity.
  - specialize (IH fit). cbn [advance finally]. rewrite <- IH. destruct (advance l p); reflexivity.
  - apply andb_true_iff in fit. destruct fit as [one two]. specialize (IHp one). specialize (IHq two).
    cbn [advance finally]. rewrite <- IHp, <- IHq.
    destruct (advance l p) as [[]| | | | |]; try reflexivity; destruct (advance l q) as [[]| | | | |]; cbn [finally]; rewrite ?andb_true_r, ?andb_false_r; reflexivity.
  - apply andb_true_iff in fit. destruct fit as [one two]. specialize (IHp one). specialize (IHq two).
    cbn [advance finally]. rewrite <- IHp, <- IHq.
    destruct (advance l p) as [[]| | | | |]; try reflexivity; destruct (advance l q) as [[]| | | | |]; cbn [finally]; rewrite ?orb_true_r, ?orb_false_r; reflexivity.
Qed.

Lemma advanced : forall w p, Forall digits w -> all_fit p = true ->
  now (fold_left (fun p l => advance l p) w p) = finally w p.
Proof.
  induction w as [|l w IH]; intros p small fit.
  - simpl. clear. induction p; simpl; congruence.
  - inversion small; subst. simpl. rewrite IH by (try apply advance_fits; assumption). apply advance_right; assumption.
Qed.

(** ** The beginning *)

Fixpoint begun (p : formula) : live :=
  match p with
  | Settled v => Fixed v
  | Positive (f, k) => Sign f 0 k
  | Multiple (f, k) m => Rest f 0 k m
  | Negated p => Opposed (begun p)
  | Joined p q => Meet (begun p) (begun q)
  | Parted p q => Join (begun p) (begun q)
  end.

Definition word_numbers (w : list letter) (i : nat) : Z := Z.of_nat (number b w i 0).

Lemma followed_value : forall f w x, Forall digits w -> fits f = true ->
  followed f w (linear_value x f) = linear_value (fold_left after w x) f.
Proof.
  intros f. induction w as [|l w IH]; intros x small fit; [reflexivity|]. inversion small; subst. unfold followed in *. simpl.
  rewrite <- IH by assumption. f_equal. symmetry. apply linear_after; assumption.
Qed.

Lemma numbers_after : forall w i v, fold_left after w v i = fold_left (fun v l => base_z * v + listed_numbers l i) w (v i).
Proof. induction w as [|l w IH]; intros i v; [reflexivity|]. simpl. rewrite IH. reflexivity. Qed.

Lemma numbers_are : forall w i v, fold_left (fun v l => base_z * v + listed_numbers l i) w (Z.of_nat v) = Z.of_nat (number b w i v).
Proof.
  induction w as [|l w IH]; intros i v; [reflexivity|]. unfold number in *. simpl. rewrite <- IH. f_equal.
  unfold base_z, listed_numbers. lia.
Qed.

Lemma column_ext : forall x y c, (forall i, x i = y i) -> column_value x c = column_value y c.
Proof. intros x y c same. induction c; simpl; congruence. Qed.

Lemma linear_ext : forall x y f, (forall i, x i = y i) -> linear_value x f = linear_value y f.
Proof. intros x y f same. induction f as [|[c k] f IH]; simpl; [reflexivity|]. rewrite (column_ext x y c same), IH. reflexivity. Qed.

Lemma truth_ext : forall x y p, (forall i, x i = y i) -> truth x p = truth y p.
Proof.
  intros x y p same. induction p; simpl; unfold form_value; rewrite ?(linear_ext x y _ same); congruence.
Qed.

Theorem begun_right : forall p w, Forall digits w -> all_fit (begun p) = true ->
  now (fold_left (fun p l => advance l p) w (begun p)) = truth (word_numbers w) p.
Proof.
  intros p w small fit. rewrite advanced by assumption. revert fit.
  assert (value : forall f, fits f = true -> followed f w 0 = linear_value (word_numbers w) f).
  { intros f fit. assert (zero_value : linear_value (fun _ => 0) f = 0) by (clear; induction f as [|[c k] f IH]; simpl; [reflexivity|];
      rewrite IH; assert (none : column_value (fun _ => 0) c = 0) by (induction c as [i | op c IHc d IHd]; simpl; [reflexivity | rewrite IHc, IHd; destruct op; reflexivity]); rewrite none; lia).
    rewrite <- zero_value at 1. rewrite followed_value by assumption. apply linear_ext. intros i.
    rewrite numbers_after. exact (numbers_are w i 0%nat). }
  induction p as [v | [f k] | [f k] m | p IH | p IHp q IHq | p IHp q IHq]; intros fit; cbn [begun finally truth all_fit] in *.
  - reflexivity.
  - unfold form_value. simpl. rewrite value by exact fit. reflexivity.
  - apply andb_true_iff in fit. unfold form_value. simpl. rewrite value by tauto. reflexivity.
  - rewrite IH by exact fit. reflexivity.
  - apply andb_true_iff in fit. rewrite IHp, IHq by tauto. reflexivity.
  - apply andb_true_iff in fit. rewrite IHp, IHq by tauto. reflexivity.
Qed.
End Following.

(** ** Whether two live forms are the same *)

Fixpoint same_linear (f g : linear) : bool :=
  match f, g with
  | [], [] => true
  | (c, j) :: f, (d, k) :: g => same_column c d && (j =? k) && same_linear f g
  | _, _ => false
  end.

Lemma same_linear_true : forall f g, same_linear f g = true -> f = g.
Proof.
  induction f as [|[c j] f IH]; intros [|[d k] g] same; simpl in same; try discriminate; [reflexivity|].
  rewrite !andb_true_iff in same. destruct same as [[one two] three].
  rewrite (same_column_true _ _ one), (IH _ three). apply Z.eqb_eq in two. congruence.
Qed.

Fixpoint same_live (p q : live) : bool :=
  match p, q with
  | Fixed v, Fixed w => Bool.eqb v w
  | Sign f y j, Sign g z k => (y =? z) && (j =? k) && same_linear f g
  | Rest f y j m, Rest g z k n => (y =? z) && (j =? k) && (m =? n) && same_linear f g
  | Opposed p, Opposed q => same_live p q
  | Meet p q, Meet p' q' | Join p q, Join p' q' => same_live p p' && same_live q q'
  | _, _ => false
  end.

Lemma same_live_true : forall p q, same_live p q = true -> p = q.
Proof.
  induction p as [v | f y j | f y j m | p IH | p IHp q IHq | p IHp q IHq]; intros [] same; simpl in same; try discriminate;
    rewrite ?andb_true_iff, ?Z.eqb_eq in same.
  - apply eqb_prop in same. congruence.
  - destruct same as [[-> ->] same]. apply same_linear_true in same. congruence.
  - destruct same as [[[-> ->] ->] same]. apply same_linear_true in same. congruence.
  - f_equal. apply IH. exact same.
  - f_equal; [apply IHp | apply IHq]; tauto.
  - f_equal; [apply IHp | apply IHq]; tauto.
Qed.
