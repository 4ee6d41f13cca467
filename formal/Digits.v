(** Numbers as words of digits in a base, most significant first, and automata that read the digits of several numbers
    together. A reader has to believe the definitions up to "Words of given numbers". *)

From Coq Require Import List Arith Lia Bool.
Import ListNotations.

(** ** Words: a letter has one digit of every number *)

Notation letter := (list nat).

(** The number at place i, if the digits of a word follow those of v. *)
Definition number (b : nat) (w : list letter) (i v : nat) : nat := fold_left (fun v l => b * v + nth i l 0) w v.

Definition is_letter (b count : nat) (l : letter) : Prop := length l = count /\ Forall (fun d => d < b) l.

(** [spells b w p]: the word w has the digits of the numbers p in base b, perhaps with zeros in front. *)
Definition spells (b : nat) (w : list letter) (p : list nat) : Prop :=
  Forall (is_letter b (length p)) w /\ forall i, i < length p -> number b w i 0 = nth i p 0.

(** An automaton starts in state 0 and has an output for each state. Letters are numbered in lexicographic order. *)
Record automaton : Type := { output : nat -> nat; goes : nat -> nat -> nat }.

Definition code (b : nat) (l : letter) : nat := fold_left (fun c d => c * b + d) l 0.

Definition arrives (A : automaton) (b : nat) (w : list letter) : nat := fold_left (fun s l => goes A s (code b l)) w 0.

(** ** Words of given numbers *)

Section Base.
Variable b : nat.
Hypothesis base : 2 <= b.

Definition zeros (count : nat) : letter := repeat 0 count.

Fixpoint spelled (n : nat) (p : list nat) : list letter :=
  match n with
  | 0 => []
  | S m => spelled m (map (fun v => v / b) p) ++ [map (fun v => v mod b) p]
  end.

Lemma number_app : forall u w i v, number b (u ++ w) i v = number b w i (number b u i v).
Proof. intros u w i v. unfold number. apply fold_left_app. Qed.

Lemma nth_map0 : forall (f : nat -> nat) p i, f 0 = 0 -> nth i (map f p) 0 = f (nth i p 0).
Proof. intros f p i zero. rewrite <- zero at 1. apply map_nth. Qed.

Lemma spelled_number : forall n p i, nth i p 0 < b ^ n -> number b (spelled n p) i 0 = nth i p 0.
Proof.
  induction n as [|n IH]; intros p i less; simpl in *; [unfold number; simpl; lia|].
  rewrite number_app. rewrite IH.
  - unfold number. simpl. rewrite !nth_map0 by (try apply Nat.div_0_l; try apply Nat.mod_0_l; lia).
    symmetry. apply Nat.div_mod. lia.
  - rewrite nth_map0 by (apply Nat.div_0_l; lia). apply Nat.div_lt_upper_bound; lia.
Qed.

Lemma spelled_letters : forall n p, Forall (is_letter b (length p)) (spelled n p).
Proof.
  induction n as [|n IH]; intros p; simpl; [constructor|]. apply Forall_app. split.
  - rewrite <- (map_length (fun v => v / b) p). apply IH.
  - constructor; [|constructor]. split; [apply map_length|]. apply Forall_forall. intros d member.
    apply in_map_iff in member. destruct member as [v [<- _]]. apply Nat.mod_upper_bound. lia.
Qed.

Lemma power_exceeds : forall n, n < b ^ n.
Proof. intros n. apply Nat.pow_gt_lin_r. lia. Qed.

Lemma power_monotone : forall m n, m <= n -> b ^ m <= b ^ n.
Proof. intros m n less. apply Nat.pow_le_mono_r; lia. Qed.

Lemma nth_bounded : forall p n i, list_max p <= n -> nth i p 0 < b ^ n.
Proof.
  intros p n i bound. apply (Nat.le_lt_trans _ n); [|apply power_exceeds].
  destruct (Nat.lt_ge_cases i (length p)) as [inside | outside]; [|rewrite nth_overflow; lia].
  apply list_max_le in bound. rewrite Forall_forall in bound. apply bound, nth_In, inside.
Qed.

Lemma spelled_spells : forall n p, list_max p <= n -> spells b (spelled n p) p.
Proof.
  intros n p bound. split; [apply spelled_letters|]. intros i _. apply spelled_number. apply nth_bounded. exact bound.
Qed.

(** Each word is the only one of its length that has its numbers. *)
Lemma is_spelled : forall w p, spells b w p -> w = spelled (length w) p.
Proof.
  induction w as [|l w IH] using rev_ind; intros p [letters numbers]; [reflexivity|].
  apply Forall_app in letters. destruct letters as [letters last]. inversion last as [|l' none [wide small] _]; subst.
  rewrite app_length, Nat.add_1_r. simpl.
  assert (each : forall i, i < length p -> nth i p 0 = b * number b w i 0 + nth i l 0 /\ nth i l 0 < b).
  { intros i inside. rewrite <- numbers by exact inside. rewrite number_app. split; [reflexivity|].
    rewrite Forall_forall in small. apply small, nth_In. lia. }
  f_equal.
  - apply IH. rewrite <- (map_length (fun v => v / b) p) in letters. split; [exact letters|]. intros i inside.
    rewrite map_length in inside. rewrite nth_map0 by (apply Nat.div_0_l; lia). destruct (each i inside) as [-> less].
    rewrite Nat.mul_comm, Nat.div_add_l, (Nat.div_small (nth i l 0)) by lia. lia.
  - f_equal. apply (nth_ext _ _ 0 0); [rewrite map_length; exact wide|]. intros i inside. rewrite wide in inside.
    rewrite nth_map0 by (apply Nat.mod_0_l; lia). destruct (each i inside) as [-> less].
    rewrite Nat.mul_comm, Nat.add_comm, Nat.mod_add by lia. symmetry. apply Nat.mod_small. exact less.
Qed.

Lemma number_zeros : forall count k i v, number b (repeat (zeros count) k) i v = b ^ k * v.
Proof.
  intros count. induction k as [|k IH]; intros i v; simpl; [lia|]. unfold number in *. simpl. rewrite IH.
  unfold zeros. assert (zero : nth i (repeat 0 count) 0 = 0).
  { destruct (Nat.lt_ge_cases i count); [apply nth_repeat | apply nth_overflow; rewrite repeat_length; assumption]. }
  rewrite zero. lia.
Qed.

Lemma zeros_letter : forall count, is_letter b count (zeros count).
Proof.
  intros count. split; [apply repeat_length|]. apply Forall_forall. intros d member. apply repeat_spec in member. lia.
Qed.

Lemma zeros_spell : forall k w p, spells b w p -> spells b (repeat (zeros (length p)) k ++ w) p.
Proof.
  intros k w p [letters numbers]. split.
  - apply Forall_app. split; [|exact letters]. apply Forall_forall. intros l member. apply repeat_spec in member.
    subst. apply zeros_letter.
  - intros i inside. rewrite number_app, number_zeros, Nat.mul_0_r. apply numbers. exact inside.
Qed.

(** ** Automata that stay in their first state while they read zeros in front *)

Lemma code_zeros : forall count, code b (zeros count) = 0.
Proof.
  intros count. unfold code, zeros. induction count as [|count IH]; simpl; [reflexivity|]. exact IH.
Qed.

Definition begins_in (A : automaton) : bool := goes A 0 0 =? 0.

Lemma arrives_app : forall A u w,
  arrives A b (u ++ w) = fold_left (fun s l => goes A s (code b l)) w (arrives A b u).
Proof. intros A u w. apply fold_left_app. Qed.

Lemma arrives_zeros : forall A count k w, begins_in A = true -> arrives A b (repeat (zeros count) k ++ w) = arrives A b w.
Proof.
  intros A count k w stays. apply Nat.eqb_eq in stays. unfold arrives. rewrite fold_left_app. f_equal.
  induction k as [|k IH]; simpl; [reflexivity|]. rewrite code_zeros, stays. exact IH.
Qed.

Lemma same_arrival : forall A u w p, begins_in A = true -> spells b u p -> spells b w p -> arrives A b u = arrives A b w.
Proof.
  intros A u w p stays one two.
  rewrite <- (arrives_zeros A (length p) (length w) u stays), <- (arrives_zeros A (length p) (length u) w stays).
  rewrite (is_spelled _ _ (zeros_spell (length w) u p one)), (is_spelled _ _ (zeros_spell (length u) w p two)).
  do 2 f_equal. rewrite !app_length, !repeat_length. lia.
Qed.

(** ** Letters *)

Fixpoint letters (count : nat) : list letter :=
  match count with
  | 0 => [[]]
  | S c => flat_map (fun d => map (cons d) (letters c)) (seq 0 b)
  end.

Lemma letters_spec : forall count l, is_letter b count l -> In l (letters count).
Proof.
  induction count as [|count IH]; intros l [wide small]; simpl.
  - destruct l; [left; reflexivity | discriminate].
  - destruct l as [|d l]; [discriminate|]. injection wide as wide. inversion small; subst.
    apply in_flat_map. exists d. split; [apply in_seq; lia|]. apply in_map. apply IH. split; [reflexivity | assumption].
Qed.

Lemma letters_are : forall count l, In l (letters count) -> is_letter b count l.
Proof.
  induction count as [|count IH]; intros l member; simpl in member.
  - destruct member as [<- | []]. split; [reflexivity | constructor].
  - apply in_flat_map in member. destruct member as [d [inside member]]. apply in_map_iff in member.
    destruct member as [l' [<- member]]. destruct (IH l' member) as [wide small]. apply in_seq in inside.
    split; [simpl; lia | constructor; [lia | exact small]].
Qed.

(** ** Some of the numbers *)

Definition select (places : list nat) (l : list nat) : list nat := map (fun i => nth i l 0) places.

Lemma number_select : forall places w i v, i < length places ->
  number b (map (select places) w) i v = number b w (nth i places 0) v.
Proof.
  intros places w i v inside. revert v. induction w as [|l w IH]; intros v; [reflexivity|].
  unfold number in *. simpl. rewrite IH. f_equal. f_equal. unfold select.
  rewrite (nth_indep _ 0 (nth 0 l 0)) by (rewrite map_length; exact inside).
  exact (map_nth (fun i => nth i l 0) places 0 i).
Qed.

Lemma select_nth : forall places p i, i < length places -> nth i (select places p) 0 = nth (nth i places 0) p 0.
Proof.
  intros places p i inside. unfold select. rewrite (nth_indep _ 0 (nth 0 p 0)) by (rewrite map_length; exact inside).
  exact (map_nth (fun i => nth i p 0) places 0 i).
Qed.

Lemma select_letter : forall places count l, Forall (fun i => i < count) places -> is_letter b count l ->
  is_letter b (length places) (select places l).
Proof.
  intros places count l inside [wide small]. split; [apply map_length|]. apply Forall_forall. intros d member.
  apply in_map_iff in member. destruct member as [i [<- place]]. rewrite Forall_forall in inside, small.
  apply small, nth_In. rewrite wide. exact (inside i place).
Qed.

Lemma select_spells : forall places w u, Forall (fun i => i < length u) places -> spells b w u ->
  spells b (map (select places) w) (select places u).
Proof.
  intros places w u inside [letters numbers]. unfold spells.
  assert (wide : length (select places u) = length places) by apply map_length. rewrite wide. split.
  - apply Forall_forall. intros l member. apply in_map_iff in member. destruct member as [l' [<- member]].
    rewrite Forall_forall in letters. exact (select_letter places _ l' inside (letters l' member)).
  - intros i less. rewrite number_select by exact less. rewrite (select_nth places u i less).
    apply numbers. rewrite Forall_forall in inside. apply inside, nth_In, less.
Qed.

Definition first_places (count : nat) : list nat := seq 0 count.

Lemma select_first : forall count p q, length p = count -> select (first_places count) (p ++ q) = p.
Proof.
  intros count p q <-. apply (nth_ext _ _ 0 0); unfold select, first_places; [rewrite map_length, seq_length; reflexivity|].
  intros i inside. rewrite map_length, seq_length in inside. fold (select (seq 0 (length p)) (p ++ q)).
  rewrite select_nth by (rewrite seq_length; exact inside). rewrite seq_nth by exact inside.
  apply app_nth1. exact inside.
Qed.
End Base.
