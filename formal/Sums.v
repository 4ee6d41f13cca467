(** The value of a sum of games is the nim-sum of their values.

    Sprague, "Ueber mathematische Kampfspiele", 1935; Grundy, "Mathematics and games", 1939. *)

From Coq Require Import List Arith Lia PeanoNat Permutation.
From Verified Require Import Games.
Import ListNotations.

(** ** Nim-sums *)

Lemma half_lxor : forall a b, Nat.div2 (Nat.lxor a b) = Nat.lxor (Nat.div2 a) (Nat.div2 b).
Proof. intros a b. rewrite !Nat.div2_spec. apply Nat.shiftr_lxor. Qed.

Lemma lxor_cancel : forall a b, Nat.lxor (Nat.lxor a b) b = a.
Proof. intros a b. rewrite Nat.lxor_assoc, Nat.lxor_nilpotent. apply Nat.lxor_0_r. Qed.

Lemma lxor_injective : forall a b c, Nat.lxor a c = Nat.lxor b c -> a = b.
Proof. intros a b c same. rewrite <- (lxor_cancel a c), same. apply lxor_cancel. Qed.

Lemma lxor_zero_only : forall a b, Nat.lxor a b = 0 -> a = b.
Proof. intros a b zero. apply (lxor_injective a b b). rewrite zero, Nat.lxor_nilpotent. reflexivity. Qed.

(** Changing a set bit of a, and perhaps bits below it, makes a smaller. *)
Lemma lxor_lowers : forall d a, d <> 0 -> Nat.testbit a (Nat.log2 d) = true -> Nat.lxor a d < a.
Proof.
  intros d. induction d as [d IH] using lt_wf_ind. intros a positive set.
  pose proof (Nat.div2_odd a) as split_a. pose proof (Nat.div2_odd (Nat.lxor a d)) as split_x.
  rewrite half_lxor in split_x.
  destruct (Nat.eq_dec d 1) as [-> | more].
  - change (Nat.log2 1) with 0 in set. rewrite Nat.bit0_odd in set.
    assert (odd : Nat.odd (Nat.lxor a 1) = false).
    { rewrite <- Nat.bit0_odd, Nat.lxor_spec, !Nat.bit0_odd, set. reflexivity. }
    change (Nat.div2 1) with 0 in split_x. rewrite Nat.lxor_0_r, odd in split_x. rewrite set in split_a.
    simpl Nat.b2n in *. lia.
  - assert (log : Nat.log2 d = S (Nat.log2 (Nat.div2 d))).
    { pose proof (Nat.div2_odd d) as split_d. assert (half : 0 < Nat.div2 d).
      { destruct (Nat.odd d); simpl Nat.b2n in split_d; lia. }
      rewrite split_d at 1. destruct (Nat.odd d); simpl Nat.b2n.
      - rewrite Nat.log2_succ_double by exact half. reflexivity.
      - rewrite Nat.add_0_r. apply Nat.log2_double. exact half. }
    assert (smaller : Nat.div2 d < d) by (apply Nat.lt_div2; lia).
    assert (half : Nat.div2 d <> 0).
    { intros zero. pose proof (Nat.div2_odd d) as split_d. rewrite zero in split_d.
      destruct (Nat.odd d); simpl Nat.b2n in split_d; lia. }
    rewrite log in set. change (Nat.testbit (Nat.div2 a) (Nat.log2 (Nat.div2 d)) = true) in set.
    specialize (IH (Nat.div2 d) smaller (Nat.div2 a) half set).
    destruct (Nat.odd a), (Nat.odd (Nat.lxor a d)); simpl Nat.b2n in *; lia.
Qed.

(** A number below a nim-sum is reached by lowering one of the two. *)
Lemma below_nim_sum : forall a b c, c < Nat.lxor a b -> Nat.lxor c b < a \/ Nat.lxor c a < b.
Proof.
  intros a b c less. set (x := Nat.lxor a b) in *. set (d := Nat.lxor c x).
  assert (positive : d <> 0) by (intros zero; apply lxor_zero_only in zero; lia).
  assert (set : Nat.testbit x (Nat.log2 d) = true).
  { destruct (Nat.testbit x (Nat.log2 d)) eqn:bit_x; [reflexivity | exfalso].
    assert (bit_c : Nat.testbit c (Nat.log2 d) = true).
    { pose proof (Nat.bit_log2 d positive) as top. unfold d in top at 1. rewrite Nat.lxor_spec, bit_x in top.
      destruct (Nat.testbit c (Nat.log2 d)); [reflexivity | discriminate]. }
    pose proof (lxor_lowers d c positive bit_c) as lower. unfold d in lower.
    rewrite <- Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_l in lower. lia. }
  unfold x in set at 1. rewrite Nat.lxor_spec in set.
  assert (lower_a : Nat.lxor c b = Nat.lxor a d) by (apply Nat.bits_inj; intros i; unfold d, x;
    rewrite !Nat.lxor_spec; destruct (Nat.testbit a i), (Nat.testbit b i), (Nat.testbit c i); reflexivity).
  assert (lower_b : Nat.lxor c a = Nat.lxor b d) by (apply Nat.bits_inj; intros i; unfold d, x;
    rewrite !Nat.lxor_spec; destruct (Nat.testbit a i), (Nat.testbit b i), (Nat.testbit c i); reflexivity).
  rewrite lower_a, lower_b.
  destruct (Nat.testbit a (Nat.log2 d)) eqn:bit_a.
  - left. exact (lxor_lowers d a positive bit_a).
  - right. apply (lxor_lowers d b positive). destruct (Nat.testbit b (Nat.log2 d)); [reflexivity | discriminate].
Qed.

Definition nim_sum (values : list nat) : nat := fold_right Nat.lxor 0 values.

(** ** The theorem, for positions that are put side by side in any way *)

Section Sum.
Variables P Q S : Type.
Variable left_move : P -> P -> Prop.
Variable right_move : Q -> Q -> Prop.
Variable move : S -> S -> Prop.
Variable join : P -> Q -> S.

(** A move in a sum is a move in one of the two. *)
Hypothesis moves_of_sum : forall p q s, move (join p q) s <->
  (exists p', left_move p p' /\ s = join p' q) \/ (exists q', right_move q q' /\ s = join p q').

Theorem Grundy_sum : forall p a, Grundy left_move p a -> forall q b, Grundy right_move q b ->
  Grundy move (join p q) (Nat.lxor a b).
Proof.
  intros p a value_p. induction value_p as [p a below_p other_p] using Grundy_induction.
  intros q b value_q. induction value_q as [q b below_q other_q] using Grundy_induction.
  assert (value_q : Grundy right_move q b).
  { constructor.
    - intros m less. destruct (below_q m less) as [r [to [value _]]]. exists r. auto.
    - intros r to. destruct (other_q r to) as [k [differs [value _]]]. exists k. auto. }
  constructor.
  - intros c less. destruct (below_nim_sum a b c less) as [lower | lower].
    + destruct (below_p _ lower) as [p' [to [_ IH]]]. exists (join p' q).
      split; [apply moves_of_sum; left; exists p'; auto|].
      rewrite <- (lxor_cancel c b). exact (IH q b value_q).
    + destruct (below_q _ lower) as [q' [to [_ IH]]]. exists (join p q').
      split; [apply moves_of_sum; right; exists q'; auto|].
      rewrite Nat.lxor_comm, lxor_cancel in IH. exact IH.
  - intros s to. apply moves_of_sum in to. destruct to as [[p' [to ->]] | [q' [to ->]]].
    + destruct (other_p p' to) as [k [differs [_ IH]]]. exists (Nat.lxor k b). split; [|exact (IH q b value_q)].
      intros same. apply differs. exact (lxor_injective k a b same).
    + destruct (other_q q' to) as [k [differs [_ IH]]]. exists (Nat.lxor a k). split; [|exact IH].
      intros same. apply differs. apply (lxor_injective k b a).
      rewrite (Nat.lxor_comm k), (Nat.lxor_comm b). exact same.
Qed.
End Sum.

(** ** Heaps or pieces side by side *)

(** v is the value of what some change leaves of x, the values of the parts being those of V. *)
Definition changed_value {A : Type} (change : A -> list A -> Prop) (V : A -> nat) (x : A) (v : nat) : Prop :=
  exists left, change x left /\ v = nim_sum (map V left).

Section SideBySide.
Context {A : Type}.
Variable change : A -> list A -> Prop.
Notation move := (side_by_side change).

Lemma Permutation_move : forall p p', Permutation p p' ->
  forall q, move p q -> exists q', move p' q' /\ Permutation q q'.
Proof.
  intros p p' same. induction same as [|x p p' same IH | y x p | p p' p'' _ IH _ IH']; intros q to.
  - inversion to.
  - inversion to as [x' left rest one | x' rest rest' to']; subst.
    + exists (left ++ p'). split; [constructor; exact one | apply Permutation_app_head; exact same].
    + destruct (IH rest' to') as [q' [to'' same']]. exists (x :: q'). split; [constructor 2; exact to''|].
      apply perm_skip. exact same'.
  - inversion to as [x' left rest one | x' rest rest' to']; subst.
    + exists (y :: left ++ p). split; [constructor 2; constructor; exact one|].
      apply Permutation_sym, Permutation_middle.
    + inversion to' as [x' left rest one | x' rest rest'' to'']; subst.
      * exists (left ++ x :: p). split; [constructor; exact one | apply Permutation_middle].
      * exists (y :: x :: rest''). split; [do 2 constructor 2; exact to'' | apply perm_swap].
  - destruct (IH q to) as [q' [to' same']]. destruct (IH' q' to') as [q'' [to'' same'']].
    exists q''. split; [exact to'' | exact (Permutation_trans same' same'')].
Qed.

Lemma permutations_alike : alike_by move (@Permutation A).
Proof.
  split; [intros p q; apply Permutation_sym|]. intros p p' q same to. exact (Permutation_move p p' same q to).
Qed.

Lemma move_of_app : forall p q u, move (p ++ q) u <->
  (exists p', move p p' /\ u = p' ++ q) \/ (exists q', move q q' /\ u = p ++ q').
Proof.
  induction p as [|x p IH]; intros q u; simpl.
  - split; [intros to; right; exists u; auto|]. intros [[p' [to _]] | [q' [to ->]]]; [inversion to | exact to].
  - split.
    + intros to. inversion to as [x' over rest one | x' rest rest' to']; subst.
      * left. exists (over ++ p). rewrite app_assoc. split; [constructor; exact one | reflexivity].
      * apply IH in to'. destruct to' as [[p' [to' ->]] | [q' [to' ->]]]; [left | right].
        -- exists (x :: p'). split; [constructor 2; exact to' | reflexivity].
        -- exists q'. auto.
    + intros [[p' [to ->]] | [q' [to ->]]].
      * inversion to as [x' over rest one | x' rest rest' to']; subst.
        -- rewrite <- app_assoc. constructor. exact one.
        -- simpl. constructor 2. apply IH. left. exists rest'. auto.
      * constructor 2. apply IH. right. exists q'. auto.
Qed.

Lemma Grundy_empty : Grundy move [] 0.
Proof. constructor; [lia|]. intros q to. inversion to. Qed.

(** Sprague and Grundy: the value of a position is the nim-sum of the values of its heaps or pieces. *)
Theorem Grundy_side_by_side : forall p values,
  Forall2 (fun x v => Grundy move [x] v) p values -> Grundy move p (nim_sum values).
Proof.
  intros p values each. induction each as [|x v p values value each IH]; [exact Grundy_empty|].
  exact (Grundy_sum _ _ _ move move move (@app A) move_of_app [x] v value p (nim_sum values) IH).
Qed.

Lemma Grundy_left_over : forall V left, (forall x, In x left -> Grundy move [x] (V x)) ->
  Grundy move left (nim_sum (map V left)).
Proof.
  intros V left each. apply Grundy_side_by_side. induction left as [|x left IH]; simpl; constructor.
  - apply each. left. reflexivity.
  - apply IH. intros y member. apply each. right. exact member.
Qed.

Lemma move_of_one : forall x q, move [x] q <-> change x q.
Proof.
  intros x q. split; intros to.
  - inversion to as [x' left rest one | x' rest rest' to']; subst; [rewrite app_nil_r; exact one | inversion to'].
  - rewrite <- (app_nil_r q). constructor. exact to.
Qed.

(** The value of one alone is the mex of what its changes leave, where the values of those are known. *)
Lemma Grundy_one : forall V x, (forall left, change x left -> forall y, In y left -> Grundy move [y] (V y)) ->
  forall v, Grundy move [x] v <-> is_mex (changed_value change V x) v.
Proof.
  intros V x known v.
  assert (of_parts : forall left, change x left -> Grundy move left (nim_sum (map V left)))
    by (intros left one; apply Grundy_left_over; exact (known left one)).
  split.
  - intros value. inversion value as [p v' below other]; subst. split.
    + intros [left [one same]]. destruct (other left) as [k [differs value']]; [apply move_of_one; exact one|].
      apply differs. rewrite same. exact (Grundy_unique _ _ _ _ value' _ (of_parts left one)).
    + intros m less. destruct (below m less) as [q [to value']]. apply move_of_one in to.
      exists q. split; [exact to | exact (Grundy_unique _ _ _ _ value' _ (of_parts q to))].
  - intros [missing below]. constructor.
    + intros m less. destruct (below m less) as [left [one ->]]. exists left.
      split; [apply move_of_one; exact one | exact (of_parts left one)].
    + intros q to. apply move_of_one in to. exists (nim_sum (map V q)).
      split; [|exact (of_parts q to)]. intros same. apply missing. exists q. auto.
Qed.
End SideBySide.
