(** Games on several heaps whose moves are linear conditions: the rules, and play as a formula on the heaps before and
    after a move. A reader has to believe the rules and the statement of a claim, to "Play as a formula". *)

From Coq Require Import List Arith ZArith Lia Bool.
From Verified Require Import Games Digits Conditions.
Import ListNotations.

(** ** Rules: kinds of moves, each with numbers that the player chooses

    The heaps are the numbers 0, 1, ... of a condition, and the chosen numbers follow them. *)

Record kind : Type := { chosen : nat; requires : condition; results : list (option term) }.

(** A heap without a term does not change. *)
Inductive becomes (x : nat -> Z) : list (option term) -> list nat -> list nat -> Prop :=
| becomes_nothing : becomes x [] [] []
| becomes_same : forall rs p q n, becomes x rs p q -> becomes x (None :: rs) (n :: p) (n :: q)
| becomes_new : forall rs p q t m n, worth x t = Z.of_nat n -> becomes x rs p q -> becomes x (Some t :: rs) (m :: p) (n :: q).

Inductive moves_by (k : kind) : list nat -> list nat -> Prop :=
| moved : forall p ks q, length ks = chosen k -> holds (listed_numbers (p ++ ks)) (requires k) = true ->
    becomes (listed_numbers (p ++ ks)) (results k) p q -> moves_by k p q.

Definition coupled_move (kinds : list kind) (p q : list nat) : Prop := exists k, In k kinds /\ moves_by k p q.

(** What an automaton is said to give: the lost positions, with output 1, or the values. *)
Inductive goal : Type := Normal | Misere | Valued.

Definition proves (aim : goal) (kinds : list kind) (p : list nat) (said : nat) : Prop :=
  let move := coupled_move kinds in
  match aim with
  | Normal => (said = 1 -> Lose move false p) /\ (said <> 1 -> Win move false p)
  | Misere => (said = 1 -> Lose move true p) /\ (said <> 1 -> Win move true p)
  | Valued => Grundy move p said
  end.

(** ** Play as a formula on the heaps before and after a move *)

Definition changed (rs : list (option term)) : list term := flat_map (fun r => match r with Some t => [t] | None => [] end) rs.

(** Where the heaps after a move are: heap i if it does not change, else the goes of those from r on. *)
Fixpoint sources (i r : nat) (rs : list (option term)) : list nat :=
  match rs with
  | [] => []
  | None :: rest => i :: sources (S i) r rest
  | Some _ :: rest => r :: sources (S i) (S r) rest
  end.

Lemma sources_length : forall rs i r, length (sources i r rs) = length rs.
Proof. induction rs as [|[t|] rs IH]; intros i r; simpl; rewrite ?IH; reflexivity. Qed.

Lemma sources_bound : forall rs i r count, i + length rs <= count -> r + length (changed rs) <= count ->
  Forall (fun j => j < count) (sources i r rs).
Proof.
  induction rs as [|[t|] rs IH]; intros i r count one two; simpl in *; constructor; try lia; apply IH; simpl in *; lia.
Qed.

Definition agree (x : nat -> Z) (t : term) (n : nat) : Prop := worth x t = Z.of_nat n.

Lemma becomes_joint : forall x rs p q, becomes x rs p q -> exists c, Forall2 (agree x) (changed rs) c /\
  length p = length rs /\
  forall i r u, (forall j, j < length p -> nth (i + j) u 0 = nth j p 0) -> (forall j, j < length c -> nth (r + j) u 0 = nth j c 0) ->
  q = select (sources i r rs) u.
Proof.
  intros x rs p q to. induction to as [|rs p q n to [c [each [wide IH]]] | rs p q t m n equal to [c [each [wide IH]]]].
  - exists []. repeat split; constructor.
  - exists c. split; [exact each|]. split; [simpl; lia|]. intros i r u heaps news. simpl. f_equal.
    + specialize (heaps 0 ltac:(simpl; lia)). rewrite Nat.add_0_r in heaps. simpl in heaps. congruence.
    + apply IH; [|exact news]. intros j less. specialize (heaps (S j) ltac:(simpl; lia)). simpl in heaps.
      rewrite Nat.add_succ_r in heaps. exact heaps.
  - exists (n :: c). split; [constructor; assumption|]. split; [simpl; lia|]. intros i r u heaps news. simpl. f_equal.
    + specialize (news 0 ltac:(simpl; lia)). rewrite Nat.add_0_r in news. simpl in news. congruence.
    + apply IH.
      * intros j less. specialize (heaps (S j) ltac:(simpl; lia)). simpl in heaps. rewrite Nat.add_succ_r in heaps. exact heaps.
      * intros j less. specialize (news (S j) ltac:(simpl; lia)). simpl in news. rewrite Nat.add_succ_r in news. exact news.
Qed.

Lemma joint_becomes : forall x rs p c, Forall2 (agree x) (changed rs) c -> length p = length rs ->
  forall i r u, (forall j, j < length p -> nth (i + j) u 0 = nth j p 0) -> (forall j, j < length c -> nth (r + j) u 0 = nth j c 0) ->
  becomes x rs p (select (sources i r rs) u).
Proof.
  intros x. induction rs as [|[t|] rs IH]; intros p c each wide i r u heaps news; simpl in *;
    destruct p as [|n p]; try discriminate; try constructor; try (injection wide as wide).
  - inversion each as [|t' m ts c' equal others]; subst. specialize (news 0 ltac:(simpl; lia)) as first.
    rewrite Nat.add_0_r in first. simpl in first. rewrite first. exact equal.
  - inversion each as [|t' m ts c' equal others]; subst. apply (IH p c'); [exact others | exact wide | |].
    + intros j less. specialize (heaps (S j) ltac:(simpl; lia)). simpl in heaps. rewrite Nat.add_succ_r in heaps. exact heaps.
    + intros j less. specialize (news (S j) ltac:(simpl; lia)). simpl in news. rewrite Nat.add_succ_r in news. exact news.
  - specialize (heaps 0 ltac:(simpl; lia)) as first. rewrite Nat.add_0_r in first. simpl in first. rewrite first. constructor.
    apply (IH p c); [exact each | exact wide | | exact news].
    intros j less. specialize (heaps (S j) ltac:(simpl; lia)). simpl in heaps. rewrite Nat.add_succ_r in heaps. exact heaps.
Qed.

Section Kinds.
Variable heaps : nat.
Variable k : kind.
(** The chosen numbers as forms of the heaps before and after the move; a hint that is checked. *)
Variable solved : list form.

Definition news : nat := length (changed (results k)).
Definition joint : nat := heaps + news.
Definition left_places : list nat := sources 0 heaps (results k).

Definition plain_name (i : nat) : form := single (Column i).
Definition joint_name (i : nat) : form := if i <? heaps then single (Column i) else nth (i - heaps) solved nothing.

Fixpoint equations (ts : list term) (r : nat) : reading formula :=
  match ts with
  | [] => Read (Settled true)
  | t :: rest =>
      bind (linear_of false joint_name t) (fun f => bind (bounded (plus f (-1) (single (Column r)))) (fun e =>
      bind (equations rest (S r)) (fun p => Read (joined (zero e) p))))
  end.

Definition naturals : formula := fold_right (fun f p => joined (positive f) p) (Settled true) solved.

Definition kind_formula (binary : bool) : reading formula :=
  bind (formula_of binary joint_name (requires k)) (fun p =>
  bind (equations (changed (results k)) heaps) (fun q => Read (joined p (joined q naturals)))).

Fixpoint targets (ts : list term) : reading (list form) :=
  match ts with
  | [] => Read []
  | t :: rest => bind (linear_of false plain_name t) (fun f => bind (targets rest) (fun fs => Read (f :: fs)))
  end.

(** A form of heaps before and after a move, as a form of heaps before it and of chosen numbers. *)
Fixpoint substituted (goals : list form) (f : linear) : option form :=
  match f with
  | [] => Some nothing
  | (Column i, j) :: rest =>
      match substituted goals rest with
      | Some sum => Some (plus sum j (if i <? heaps then single (Column i) else nth (i - heaps) goals nothing))
      | None => None
      end
  | (Mixed _ _ _, _) :: _ => None
  end.

Definition is_zero (f : form) : bool := forallb (fun '(_, j) => j =? 0)%Z (fst f) && (snd f =? 0)%Z.

Definition determines (goals : list form) (j : nat) (f : form) : bool :=
  small f &&
  match substituted goals (fst f) with
  | Some g => is_zero (plus (plus g 1 (constant (snd f))) (-1) (single (Column (heaps + j))))
  | None => false
  end.

Definition determined (goals : list form) : bool :=
  (length solved =? chosen k) && forallb (fun '(j, f) => determines goals j f) (combine (seq 0 (length solved)) solved).

Lemma is_zero_value : forall x f, is_zero f = true -> form_value x f = 0%Z.
Proof.
  intros x [f j] zero. unfold is_zero in zero. apply andb_true_iff in zero. destruct zero as [all last]. simpl in *.
  apply Z.eqb_eq in last. unfold form_value. simpl. rewrite last, Z.add_0_r. induction f as [|[c d] f IH]; [reflexivity|].
  simpl in *. apply andb_true_iff in all. destruct all as [first others]. apply Z.eqb_eq in first. rewrite (IH others). subst. lia.
Qed.

Lemma substituted_value : forall x goals f g, substituted goals f = Some g ->
  form_value x g = linear_value (fun i => if i <? heaps then x i else form_value x (nth (i - heaps) goals nothing)) f.
Proof.
  intros x goals. induction f as [|[[i | op c d] j] f IH]; intros g done; simpl in done.
  - injection done as <-. reflexivity.
  - destruct (substituted goals f) as [sum|] eqn:rest; [|discriminate]. injection done as <-.
    rewrite plus_value, (IH sum eq_refl). simpl. destruct (i <? heaps); [rewrite single_value|]; simpl; lia.
  - discriminate.
Qed.

Lemma targets_value : forall x ts goals, targets ts = Read goals -> Forall2 (fun t f => form_value x f = worth x t) ts goals.
Proof.
  intros x. induction ts as [|t ts IH]; intros goals done; simpl in done.
  - injection done as <-. constructor.
  - destruct (linear_of false plain_name t) as [f| |] eqn:one; try discriminate. simpl in done.
    destruct (targets ts) as [fs| |]; try discriminate. injection done as <-. constructor; [|apply IH; reflexivity].
    rewrite (linear_of_value _ _ x t f one). apply worth_ext. intros i. apply single_value.
Qed.

Lemma equations_truth : forall x ts r p, equations ts r = Read p ->
  (truth x p = true <-> forall j t, nth_error ts j = Some t -> worth (fun i => form_value x (joint_name i)) t = x (r + j)).
Proof.
  intros x. induction ts as [|t ts IH]; intros r p done; simpl in done.
  - injection done as <-. split; [intros _ [|j] t none; discriminate | reflexivity].
  - destruct (linear_of false joint_name t) as [f| |] eqn:one; try discriminate. simpl in done.
    destruct (bounded (plus f (-1) (single (Column r)))) as [e| |] eqn:fits; try discriminate. simpl in done.
    destruct (equations ts (S r)) as [q| |] eqn:others; try discriminate. injection done as <-.
    apply bounded_is in fits. subst e.
    rewrite joined_truth, zero_truth, plus_value, single_value, (linear_of_value _ _ x t f one), andb_true_iff, Z.eqb_eq.
    rewrite (IH (S r) q others). simpl column_value. split.
    + intros [first rest] [|j] t' there; simpl in there.
      * injection there as <-. rewrite Nat.add_0_r. lia.
      * rewrite (rest j t' there). f_equal. lia.
    + intros all. split; [specialize (all 0 t eq_refl); rewrite Nat.add_0_r in all; lia|].
      intros j t' there. rewrite (all (S j) t' there). f_equal. lia.
Qed.

Lemma naturals_truth : forall x, truth x naturals = true <-> forall f, In f solved -> (0 <= form_value x f)%Z.
Proof.
  intros x. unfold naturals. induction solved as [|f fs IH]; simpl.
  - split; [intros _ f [] | reflexivity].
  - rewrite joined_truth, positive_truth, andb_true_iff, Z.leb_le, IH. split.
    + intros [one all] g [<- | member]; auto.
    + intros all. split; auto.
Qed.

Lemma Forall2_nth : forall A B (R : A -> B -> Prop) l m, Forall2 R l m -> forall d j a, nth_error l j = Some a -> R a (nth j m d).
Proof. intros A B R l m each. induction each; intros d [|j] a there; simpl in *; try discriminate; [congruence | eauto]. Qed.

Lemma Forall2_lengths : forall A B (R : A -> B -> Prop) l m, Forall2 R l m -> length l = length m.
Proof. intros A B R l m each. induction each; simpl; congruence. Qed.

Lemma nth_Forall2 : forall A B (R : A -> B -> Prop) d l m, length l = length m ->
  (forall j a, nth_error l j = Some a -> R a (nth j m d)) -> Forall2 R l m.
Proof.
  intros A B R d. induction l as [|a l IH]; intros [|c m] wide each; simpl in wide; try discriminate; constructor.
  - exact (each 0 a eq_refl).
  - apply IH; [lia|]. intros j a' there. exact (each (S j) a' there).
Qed.

Theorem kind_formula_right : forall binary p goals heap_sizes c, kind_formula binary = Read p ->
  targets (changed (results k)) = Read goals -> determined goals = true ->
  length heap_sizes = heaps -> length c = news ->
  (truth (listed_numbers (heap_sizes ++ c)) p = true <->
   exists ks, length ks = chosen k /\ holds (listed_numbers (heap_sizes ++ ks)) (requires k) = true /\
              Forall2 (agree (listed_numbers (heap_sizes ++ ks))) (changed (results k)) c).
Proof.
  intros binary p goals hs c done found right wide wide'. unfold kind_formula in done.
  destruct (formula_of binary joint_name (requires k)) as [q| |] eqn:one; try discriminate. simpl in done.
  destruct (equations (changed (results k)) heaps) as [r| |] eqn:two; try discriminate. injection done as <-.
  set (x := listed_numbers (hs ++ c)).
  unfold determined in right. apply andb_true_iff in right. destruct right as [many each]. apply Nat.eqb_eq in many.
  assert (old : forall l i, i < heaps -> listed_numbers (hs ++ l) i = Z.of_nat (nth i hs 0)).
  { intros l i less. unfold listed_numbers. rewrite app_nth1 by lia. reflexivity. }
  assert (new : forall l i, listed_numbers (hs ++ l) (heaps + i) = Z.of_nat (nth i l 0)).
  { intros l i. unfold listed_numbers. rewrite app_nth2 by lia. do 2 f_equal. lia. }
  assert (same : forall ks, length ks = chosen k -> (forall j, j < chosen k -> form_value x (nth j solved nothing) = Z.of_nat (nth j ks 0)) ->
                 forall i, form_value x (joint_name i) = listed_numbers (hs ++ ks) i).
  { intros ks count values i. unfold joint_name. destruct (Nat.ltb_spec i heaps) as [less | more].
    - rewrite single_value. simpl. unfold x. rewrite !old by exact less. reflexivity.
    - replace i with (heaps + (i - heaps)) at 2 by lia. rewrite new.
      destruct (Nat.lt_ge_cases (i - heaps) (chosen k)) as [inside | outside]; [apply values; exact inside|].
      rewrite !nth_overflow by lia. reflexivity. }
  rewrite !joined_truth, !andb_true_iff, (formula_of_truth _ _ x _ _ one), (equations_truth x _ _ r two), naturals_truth. split.
  - intros [yes [equal natural]]. set (ks := map (fun f => Z.to_nat (form_value x f)) solved).
    assert (count : length ks = chosen k) by (unfold ks; rewrite map_length; exact many).
    assert (values : forall j, j < chosen k -> form_value x (nth j solved nothing) = Z.of_nat (nth j ks 0)).
    { intros j less. unfold ks. change 0 with (Z.to_nat (form_value x nothing)).
      rewrite (map_nth (fun f => Z.to_nat (form_value x f))), Z2Nat.id; [reflexivity|]. apply natural, nth_In. lia. }
    pose proof (same ks count values) as names. exists ks. split; [exact count|]. split.
    + rewrite <- yes. apply holds_ext. intros i. symmetry. apply names.
    + apply (nth_Forall2 _ _ _ 0); [unfold news in wide'; lia|]. intros j t there. unfold agree.
      rewrite <- (new c j). fold x. rewrite <- (equal j t there). apply worth_ext. intros i. symmetry. apply names.
  - intros [ks [count [yes equal]]].
    assert (values : forall j, j < chosen k -> form_value x (nth j solved nothing) = Z.of_nat (nth j ks 0)).
    { intros j less. rewrite forallb_forall in each. specialize (each (j, nth j solved nothing)). simpl in each.
      assert (member : In (j, nth j solved nothing) (combine (seq 0 (length solved)) solved)).
      { replace (j, nth j solved nothing) with (nth j (combine (seq 0 (length solved)) solved) (0, nothing)).
        - apply nth_In. rewrite combine_length, seq_length. lia.
        - rewrite combine_nth by apply seq_length. rewrite seq_nth by lia. reflexivity. }
      specialize (each member). unfold determines in each. apply andb_true_iff in each. destruct each as [_ each].
      destruct (substituted goals (fst (nth j solved nothing))) as [g|] eqn:done; [|discriminate].
      apply (is_zero_value (listed_numbers (hs ++ ks))) in each. rewrite !plus_value, single_value in each. simpl column_value in each.
      rewrite (substituted_value _ _ _ _ done), new, constant_value in each.
      rewrite (linear_ext _ x) in each; [unfold form_value; lia|]. intros i. destruct (Nat.ltb_spec i heaps) as [below | above].
      - unfold x. rewrite !old by exact below. reflexivity.
      - destruct (Nat.lt_ge_cases (i - heaps) news) as [inside | outside].
        + pose proof (targets_value (listed_numbers (hs ++ ks)) _ _ found) as values.
          destruct (nth_error (changed (results k)) (i - heaps)) as [t|] eqn:there; [|apply nth_error_None in there; unfold news in inside; lia].
          rewrite (Forall2_nth _ _ _ _ _ values nothing _ t there). rewrite (Forall2_nth _ _ _ _ _ equal 0 _ t there).
          unfold x. replace i with (heaps + (i - heaps)) at 2 by lia. rewrite new. reflexivity.
        + pose proof (Forall2_lengths _ _ _ _ _ (targets_value x _ _ found)) as goals_count. unfold news in *.
          rewrite nth_overflow by lia. unfold x. replace i with (heaps + (i - heaps)) by lia. rewrite new, nth_overflow by lia. reflexivity. }
    pose proof (same ks count values) as names. split; [|split].
    + rewrite <- yes. apply holds_ext. exact names.
    + intros j t there. rewrite (worth_ext _ _ t names), (Forall2_nth _ _ _ _ _ equal 0 j t there). unfold x. symmetry. apply new.
    + intros f member. apply (In_nth _ _ nothing) in member. destruct member as [j [less <-]]. rewrite values by lia. lia.
Qed.
End Kinds.
