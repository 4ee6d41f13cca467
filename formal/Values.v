(** The values of single heaps, computed one after the other. *)

From Coq Require Import List Arith Lia Bool.
From Verified Require Import Games Sums Heaps Tables Steps.
Import ListNotations.

(** ** Tables of values *)

Definition at_ (g : M.t nat) (n : nat) : nat := match M.find n g with Some v => v | None => 0 end.

(** The values of two heaps that together have n tokens. *)
Definition two_heaps (g : M.t nat) (n : nat) : NS.t :=
  loop (fun a => put (Nat.lxor (at_ g a) (at_ g (n - a)))) (n / 2) 1 NS.empty.

Definition pairs_at (two : M.t NS.t) (n : nat) : NS.t := match M.find n two with Some s => s | None => NS.empty end.

(** The values of a heap of size a with those of a set beside it. *)
Definition beside (g : M.t nat) (a : nat) (s : NS.t) (all : NS.t) : NS.t :=
  put_all (Nat.lxor (at_ g a)) s all.

Definition add_step (g : M.t nat) (two : M.t NS.t) (n : nat) (s : NS.t) (step : nat * nat) : NS.t :=
  let (t, d) := step in
  let rest := n - t in
  let s1 := if Nat.eqb rest 0 then if Nat.testbit d 0 then put 0 s else s
            else if Nat.testbit d 1 then put (at_ g rest) s else s in
  let s2 := if Nat.testbit d 2 then NS.union (pairs_at two rest) s1 else s1 in
  if Nat.testbit d 3 then loop (fun a => beside g a (pairs_at two (rest - a))) (rest - 1) 1 s2 else s2.

Definition option_values (r : rules) (g : M.t nat) (two : M.t NS.t) (n : nat) : NS.t :=
  fold_left (add_step g two n) (steps r n) NS.empty.

(** Whether a move may leave two heaps or more. *)
Definition breaks (r : rules) : bool := match r with Code digits => existsb (fun d => 4 <=? d) digits | _ => false end.

Definition next (r : rules) (n : nat) (tables : M.t nat * M.t NS.t) : M.t nat * M.t NS.t :=
  let (g, two) := tables in
  let two' := if breaks r then M.add n (two_heaps g n) two else two in
  (M.add n (mex (option_values r g two' n)) g, two').

Definition tables (r : rules) (count : nat) : M.t nat * M.t NS.t := loop (next r) count 0 (M.empty nat, M.empty NS.t).

(** The values of the heaps below count. *)
Definition table (r : rules) (count : nat) : M.t nat := fst (tables r count).

(** ** They are the Grundy values *)

Definition two_value (G : nat -> nat) (n v : nat) : Prop :=
  exists a b, 0 < a /\ 0 < b /\ a + b = n /\ v = Nat.lxor (G a) (G b).

Lemma two_heaps_spec : forall g n v, NS.In v (two_heaps g n) <-> two_value (at_ g) n v.
Proof.
  intros g n v. unfold two_heaps. rewrite loop_put. pose proof (Nat.mul_div_le n 2). split.
  - intros [there | [a [range ->]]]; [destruct (not_in_empty v there)|].
    exists a, (n - a). repeat split; lia.
  - intros [a [b [positive_a [positive_b [total ->]]]]]. right.
    destruct (le_lt_dec a b) as [order | order]; [exists a | exists b].
    + assert (a <= n / 2) by (apply Nat.div_le_lower_bound; lia).
      split; [lia|]. do 2 f_equal. lia.
    + assert (b <= n / 2) by (apply Nat.div_le_lower_bound; lia).
      split; [lia|]. replace (n - b) with a by lia. apply Nat.lxor_comm.
Qed.

Lemma beside_spec : forall g a s all v, NS.In v (beside g a s all) <->
  NS.In v all \/ exists w, NS.In w s /\ v = Nat.lxor (at_ g a) w.
Proof. intros g a. apply put_all_spec. Qed.

Lemma loop_beside : forall g (f : nat -> NS.t) count start s v,
  NS.In v (loop (fun a => beside g a (f a)) count start s) <->
  NS.In v s \/ exists a w, start <= a < start + count /\ NS.In w (f a) /\ v = Nat.lxor (at_ g a) w.
Proof.
  induction count as [|c IH]; intros start s v; simpl.
  - split; [auto|]. intros [there | [a [w [range _]]]]; [exact there | lia].
  - rewrite IH, beside_spec. split.
    + intros [[there | [w [member ->]]] | [a [w [range rest]]]]; [auto | right; exists start, w | right; exists a, w].
      * repeat split; auto; lia.
      * split; [lia | exact rest].
    + intros [there | [a [w [range [member ->]]]]]; [auto|].
      destruct (Nat.eq_dec a start) as [-> | differs]; [left; right; exists w; auto|].
      right. exists a, w. repeat split; auto; lia.
Qed.

(** The values after a take that leaves rest tokens and has the digit d. *)
Definition rest_value (G : nat -> nat) (rest d v : nat) : Prop :=
  exists hs, Nat.testbit d (length hs) = true /\ list_sum hs = rest /\ Forall (lt 0) hs /\ v = nim_sum (map G hs).

Lemma rest_value_cases : forall G rest d v, (forall j, Nat.testbit d j = true -> j < 4) ->
  rest_value G rest d v <->
  (rest = 0 /\ Nat.testbit d 0 = true /\ v = 0) \/ (0 < rest /\ Nat.testbit d 1 = true /\ v = G rest) \/
  (Nat.testbit d 2 = true /\ two_value G rest v) \/
  (Nat.testbit d 3 = true /\ exists a w, 1 <= a < rest /\ two_value G (rest - a) w /\ v = Nat.lxor (G a) w).
Proof.
  intros G rest d v few. split.
  - intros [hs [allowed [total [positive ->]]]]. pose proof (few _ allowed).
    destruct hs as [|a [|b [|c [|e hs]]]]; cbn [length] in *; [ | | | | lia]; simpl in total;
      repeat (match goal with H : Forall _ (_ :: _) |- _ => inversion H; clear H; subst end);
      cbn [map nim_sum fold_right]; rewrite ?Nat.lxor_0_r.
    + left. auto.
    + right; left. rewrite Nat.add_0_r. auto.
    + right; right; left. split; [exact allowed|]. exists a, b. rewrite Nat.add_0_r. auto.
    + right; right; right. split; [exact allowed|]. exists a, (Nat.lxor (G b) (G c)).
      split; [lia|]. split; [|reflexivity]. exists b, c. repeat split; auto; lia.
  - intros [[-> [allowed ->]] | [[positive [allowed ->]] | [[allowed [a [b [pa [pb [<- ->]]]]]] |
      [allowed [a [w [range [[b [c [pb [pc [total ->]]]]] ->]]]]]]]].
    + exists []. cbn [length]. auto.
    + exists [rest]. cbn [length map nim_sum fold_right]. rewrite Nat.lxor_0_r. simpl list_sum.
      repeat split; auto; lia.
    + exists [a; b]. cbn [length map nim_sum fold_right]. rewrite Nat.lxor_0_r. simpl list_sum.
      repeat split; auto; lia.
    + exists [a; b; c]. cbn [length map nim_sum fold_right]. rewrite Nat.lxor_0_r. simpl list_sum.
      repeat split; auto; [lia|]. repeat constructor; lia.
Qed.

Section Correct.
Variable r : rules.
Hypothesis is_proper : proper r.

Lemma left_value_steps : forall G n v, left_value r G n v <->
  exists t d, In (t, d) (steps r n) /\ rest_value G (n - t) d v.
Proof.
  intros G n v. split.
  - intros [hs [[t [allowed [total positive]]] ->]]. exists t, (digit r t).
    split; [apply (step_of r t n (length hs)); [exact allowed | lia]|].
    exists hs. repeat split; auto; lia.
  - intros [t [d [step [hs [allowed [total [positive ->]]]]]]]. apply steps_spec in step.
    destruct step as [enough [-> _]]. exists hs. split; [|reflexivity]. exists t. repeat split; auto; lia.
Qed.

(** What is known of the tables before a heap of n: its values, and those of two heaps if they are needed. *)
Definition known (n : nat) (both : M.t nat * M.t NS.t) : Prop :=
  (forall a, a < n -> Grundy (heap_move r) [a] (at_ (fst both) a)) /\
  (breaks r = true -> forall q v, q < n -> NS.In v (pairs_at (snd both) q) <-> two_value (at_ (fst both)) q v).

Lemma digits_break : forall t j, Nat.testbit (digit r t) j = true -> 2 <= j -> breaks r = true.
Proof.
  intros t j set large. destruct r as [digits | some |]; cbn [digit breaks] in *.
  - apply existsb_exists. exists (nth t digits 0). assert (small : 4 <= nth t digits 0).
    { destruct (le_lt_dec 4 (nth t digits 0)) as [|small]; [assumption | exfalso].
      pose proof (testbit_small (nth t digits 0) 1 j small set). lia. }
    split; [|apply Nat.leb_le; exact small].
    destruct (nth_in_or_default t digits 0) as [member | zero]; [exact member | lia].
  - exfalso. enough (j <= 1) by lia. apply (testbit_small (if existsb (Nat.eqb t) some then 3 else 0)); [|exact set].
    destruct (existsb (Nat.eqb t) some); simpl; lia.
  - exfalso. enough (j <= 1) by lia. apply (testbit_small (digit Nim t)); [|exact set]. destruct t; simpl; lia.
Qed.

Lemma option_values_spec : forall g two n,
  (breaks r = true -> forall q v, q <= n -> NS.In v (pairs_at two q) <-> two_value (at_ g) q v) ->
  forall v, NS.In v (option_values r g two n) <-> left_value r (at_ g) n v.
Proof.
  intros g two n pairs_known v. rewrite left_value_steps. unfold option_values.
  assert (one : forall t d s, In (t, d) (steps r n) ->
            NS.In v (add_step g two n s (t, d)) <-> NS.In v s \/ rest_value (at_ g) (n - t) d v).
  { intros t d s step. apply steps_spec in step. destruct step as [enough [-> _]].
    rewrite rest_value_cases by apply is_proper. unfold add_step. set (rest := n - t).
    assert (known_pairs : forall j, Nat.testbit (digit r t) j = true -> 2 <= j -> forall q w, q <= n ->
              NS.In w (pairs_at two q) <-> two_value (at_ g) q w).
    { intros j set large. exact (pairs_known (digits_break t j set large)). }
    set (s1 := if rest =? 0 then _ else _).
    assert (in_s1 : NS.In v s1 <-> NS.In v s \/ (rest = 0 /\ Nat.testbit (digit r t) 0 = true /\ v = 0) \/
              (0 < rest /\ Nat.testbit (digit r t) 1 = true /\ v = at_ g rest)).
    { unfold s1. destruct (rest =? 0) eqn:zero.
      - apply Nat.eqb_eq in zero.
        destruct (Nat.testbit (digit r t) 0); rewrite ?put_spec; intuition (try lia; try discriminate).
      - apply Nat.eqb_neq in zero.
        destruct (Nat.testbit (digit r t) 1); rewrite ?put_spec; intuition (try lia; try discriminate). }
    set (s2 := if Nat.testbit (digit r t) 2 then _ else _).
    assert (in_s2 : NS.In v s2 <-> NS.In v s1 \/ (Nat.testbit (digit r t) 2 = true /\ two_value (at_ g) rest v)).
    { unfold s2. destruct (Nat.testbit (digit r t) 2) eqn:two_left; [|intuition discriminate].
      rewrite NS.union_spec, (known_pairs 2 two_left (le_n 2)) by lia. intuition. }
    destruct (Nat.testbit (digit r t) 3) eqn:three_left.
    - rewrite loop_beside, in_s2, in_s1.
      assert (same : (exists a w, 1 <= a < 1 + (rest - 1) /\ NS.In w (pairs_at two (rest - a)) /\
                                  v = Nat.lxor (at_ g a) w) <->
                (exists a w, 1 <= a < rest /\ two_value (at_ g) (rest - a) w /\ v = Nat.lxor (at_ g a) w)).
      { split; intros [a [w [range [member equal]]]]; exists a, w; (split; [lia|]); (split; [|exact equal]);
          apply (known_pairs 3 three_left ltac:(lia)); auto; lia. }
      rewrite same. tauto.
    - rewrite in_s2, in_s1. intuition discriminate. }
  assert (all : forall l s, (forall step, In step l -> In step (steps r n)) ->
            NS.In v (fold_left (add_step g two n) l s) <->
            NS.In v s \/ exists t d, In (t, d) l /\ rest_value (at_ g) (n - t) d v).
  { induction l as [|[t d] l IH]; intros s within; cbn [fold_left].
    - split; [auto|]. intros [there | [t [d [[] _]]]]. exact there.
    - rewrite IH by (intros step member; apply within; simpl; auto).
      rewrite one by (apply within; simpl; auto). split.
      + intros [[there | value] | [t' [d' [member value]]]];
          [auto | right; exists t, d; simpl; auto | right; exists t', d'; simpl; auto].
      + intros [there | [t' [d' [[[= <- <-] | member] value]]]]; [auto | auto | right; exists t', d'; auto]. }
  rewrite all by auto. split; [intros [there | value]; [destruct (not_in_empty v there) | exact value] | auto].
Qed.

Lemma at_add : forall g n v a, at_ (M.add n v g) a = if Nat.eq_dec n a then v else at_ g a.
Proof.
  intros g n v a. unfold at_. rewrite MF.add_o.
  destruct (Numbers.eq_dec n a), (Nat.eq_dec n a); congruence.
Qed.

Lemma two_value_same : forall G H q v, (forall a, a < q -> G a = H a) -> two_value G q v <-> two_value H q v.
Proof.
  intros G H q v same. split; intros [a [b [pa [pb [total ->]]]]]; exists a, b; repeat split; auto;
    rewrite !same by lia; reflexivity.
Qed.

Lemma next_known : forall n both, known n both -> known (S n) (next r n both).
Proof.
  intros n [g two] [values two_known]. unfold next. simpl fst in *. simpl snd in *.
  set (two' := if breaks r then M.add n (two_heaps g n) two else two).
  assert (two_known' : breaks r = true -> forall q v, q <= n -> NS.In v (pairs_at two' q) <-> two_value (at_ g) q v).
  { intros needed q v small. unfold two'. rewrite needed. unfold pairs_at. rewrite MF.add_o.
    destruct (Numbers.eq_dec n q) as [<- | differs]; [apply two_heaps_spec|].
    apply (two_known needed). unfold Numbers.eq in differs. lia. }
  assert (value : Grundy (heap_move r) [n] (mex (option_values r g two' n))).
  { apply (Grundy_one_heap r is_proper (at_ g) n values).
    destruct (mex_spec (option_values r g two' n)) as [missing below].
    split.
    - intros left. apply missing. apply option_values_spec; assumption.
    - intros k less. apply (option_values_spec g two' n); auto. }
  split; simpl.
  - intros a small. rewrite at_add. destruct (Nat.eq_dec n a) as [<- | differs]; [exact value | apply values; lia].
  - intros needed q v small. rewrite (two_known' needed) by lia. apply two_value_same.
    intros a less. rewrite at_add. destruct (Nat.eq_dec n a); [lia | reflexivity].
Qed.

Lemma loop_known : forall count n both, known n both -> known (n + count) (loop (next r) count n both).
Proof.
  induction count as [|c IH]; intros n both before; simpl; [rewrite Nat.add_0_r; exact before|].
  rewrite <- Nat.add_succ_comm. apply IH, next_known, before.
Qed.

Theorem table_values : forall count n, n < count -> Grundy (heap_move r) [n] (at_ (table r count) n).
Proof.
  intros count n less. destruct (loop_known count 0 (M.empty nat, M.empty NS.t)) as [values _].
  - split; intros; lia.
  - exact (values n less).
Qed.

(** The Grundy function of the rules, as a program. *)
Definition heap_value (n : nat) : nat := at_ (table r (S n)) n.

Theorem heap_value_is : heap_function r heap_value.
Proof. intros n. apply table_values. lia. Qed.

Lemma table_is : forall G, heap_function r G -> forall count n, n < count -> at_ (table r count) n = G n.
Proof. intros G values count n less. exact (Grundy_unique _ _ _ _ (table_values count n less) _ (values n)). Qed.
End Correct.
