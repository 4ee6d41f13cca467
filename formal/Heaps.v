(** Heap games: what the rules allow, written as a relation; play ends; a position has the nim-sum of its heaps.

    This file and Games.v are what a reader has to believe. Codes are those of Guy and Smith, "The G-values of various
    games", 1956, with hexadecimal digits: bit j of the digit of t allows to take t tokens and to leave j heaps. *)

From Coq Require Import List Arith Lia Permutation Wf_nat.
From Verified Require Import Games Sums.
Import ListNotations.

(** ** Rules *)

Inductive rules : Type :=
| Code (digits : list nat)  (* 4.07 is [4; 0; 7] *)
| Takes (set : list nat)    (* take t tokens from one heap for a t of the set *)
| Nim.                      (* take any number of tokens from one heap *)

Definition digit (r : rules) (t : nat) : nat :=
  match r with
  | Code digits => nth t digits 0
  | Takes set => if existsb (Nat.eqb t) set then 3 else 0
  | Nim => match t with 0 => 0 | S _ => 3 end
  end.

Section Moves.
Variable r : rules.

(** t tokens of a heap of n are taken, the others are left as heaps hs, none of them empty. *)
Definition leaves (n : nat) (hs : list nat) : Prop :=
  exists t, Nat.testbit (digit r t) (length hs) = true /\ t + list_sum hs = n /\ Forall (lt 0) hs.

(** One heap of a position is changed. *)
Definition heap_move : list nat -> list nat -> Prop := side_by_side leaves.

(** At most three heaps are left, and a move that takes nothing leaves at least two. *)
Definition proper : Prop :=
  (forall t j, Nat.testbit (digit r t) j = true -> j < 4) /\
  (forall j, Nat.testbit (digit r 0) j = true -> 2 <= j).

(** ** Play ends: the sum of the squares of the heaps becomes less *)

Definition squares (hs : list nat) : nat := list_sum (map (fun h => h * h) hs).

Lemma squares_app : forall a b, squares (a ++ b) = squares a + squares b.
Proof. intros a b. unfold squares. rewrite map_app. apply list_sum_app. Qed.

Lemma squares_bound : forall hs, squares hs <= list_sum hs * list_sum hs.
Proof. induction hs as [|h hs IH]; unfold squares in *; simpl; nia. Qed.

Hypothesis is_proper : proper.

Lemma part_is_less : forall n hs, leaves n hs -> forall h, In h hs -> h < n.
Proof.
  intros n hs [t [allowed [total positive]]] h member.
  destruct (in_split h hs member) as [before [after ->]].
  rewrite list_sum_app in total. simpl in total. rewrite Forall_forall in positive.
  destruct t as [|t]; [|lia].
  apply is_proper in allowed. rewrite app_length in allowed. simpl in allowed.
  destruct before as [|b before].
  - destruct after as [|a after]; simpl in *; [lia|].
    assert (0 < a) by (apply positive; simpl; auto). lia.
  - assert (0 < b) by (apply positive; simpl; auto). simpl in total. lia.
Qed.

Lemma squares_less : forall n hs, leaves n hs -> squares hs < n * n.
Proof.
  intros n [|h hs] L.
  - destruct L as [[|t] [allowed [total _]]]; [|unfold squares; simpl in *; nia].
    apply is_proper in allowed. simpl in allowed. lia.
  - assert (less : h < n) by (apply (part_is_less n (h :: hs) L); simpl; auto).
    destruct L as [t [_ [total positive]]]. simpl in total. inversion positive; subst.
    pose proof (squares_bound hs). unfold squares in *. simpl. nia.
Qed.

Theorem play_ends : ends heap_move.
Proof.
  apply (well_founded_lt_compat _ squares). intros q p to.
  induction to as [n hs rest left | n rest rest' to IH].
  - rewrite squares_app. pose proof (squares_less n hs left). unfold squares in *. simpl. lia.
  - unfold squares in *. simpl. lia.
Qed.

(** ** Values *)

(** Sprague and Grundy: the value of a position is the nim-sum of the values of its heaps. *)
Theorem Grundy_heaps : forall hs values,
  Forall2 (fun h v => Grundy heap_move [h] v) hs values -> Grundy heap_move hs (nim_sum values).
Proof. exact (Grundy_side_by_side leaves). Qed.

(** v is the value of what some move leaves of n, the values of the parts being those of G. *)
Definition left_value (G : nat -> nat) (n v : nat) : Prop := exists hs, leaves n hs /\ v = nim_sum (map G hs).

Lemma Grundy_one_heap : forall G n, (forall a, a < n -> Grundy heap_move [a] (G a)) ->
  forall v, Grundy heap_move [n] v <-> is_mex (left_value G n) v.
Proof.
  intros G n known. apply (Grundy_one leaves). intros hs L h member. apply known. exact (part_is_less n hs L h member).
Qed.

(** [heap_function G]: G n is the value of a heap of n, for every n. *)
Definition heap_function (G : nat -> nat) : Prop := forall n, Grundy heap_move [n] (G n).

Lemma heap_function_mex : forall G, heap_function G -> forall n, is_mex (left_value G n) (G n).
Proof. intros G values n. apply Grundy_one_heap; auto. Qed.
End Moves.

Arguments heap_move : clear implicits. Arguments leaves : clear implicits.
