(** Boards: what the rules of Cram, Chomp and Node Kayles allow, written as relations.

    This file, Games.v and Heaps.v are what a reader has to believe; BoardMoves.v proves that the programs agree. *)

From Coq Require Import List Arith.
Import ListNotations.

(** ** Cram: a domino covers two free cells that are neighbours

    A position is its text as a list of codes, the rows from top to bottom with a slash between them. *)

Definition slash := 47.
Definition free_cell := 46. (* a dot *)
Definition used_cell := 35. (* a hash *)

Fixpoint first_row (p : list nat) : nat :=
  match p with
  | [] => 0
  | c :: rest => if c =? slash then 0 else S (first_row rest)
  end.

(** From a cell to the one below it. *)
Definition down (p : list nat) : nat := S (first_row p).

Fixpoint cover (i : nat) (p : list nat) : list nat :=
  match p, i with
  | [], _ => []
  | _ :: rest, 0 => used_cell :: rest
  | c :: rest, S i' => c :: cover i' rest
  end.

Definition cram_move (p q : list nat) : Prop :=
  exists i j, (j = i + 1 \/ j = i + down p) /\ nth i p slash = free_cell /\ nth j p slash = free_cell /\
              q = cover i (cover j p).

(** ** Chomp: a move eats a square and all below and right of it, never the poisoned corner

    A position is the lengths of its rows, from top to bottom; rows and columns are counted from 0. *)

Definition eaten (row column : nat) (p : list nat) : list nat :=
  firstn row p ++ filter (fun length => 0 <? length) (map (Nat.min column) (skipn row p)).

Definition chomp_move (p q : list nat) : Prop :=
  exists row column, column < nth row p 0 /\ 0 < row + column /\ q = eaten row column p.

(** ** Node Kayles: a move deletes a vertex with its neighbours

    A position is the list of the vertices that are left. *)

Definition joined (edges : list (nat * nat)) (a b : nat) : Prop := In (a, b) edges \/ In (b, a) edges.

Definition kayles_move (edges : list (nat * nat)) (p q : list nat) : Prop :=
  exists v, In v p /\
    (forall w, In w q -> In w p /\ w <> v /\ ~ joined edges v w) /\
    (forall w, In w p -> w <> v -> ~ joined edges v w -> In w q) /\
    exists keep, q = filter keep p. (* in the same order *)

Inductive board : Type :=
| Cram
| Chomp
| Node_kayles (edges : list (nat * nat)).

Definition board_move (b : board) : list nat -> list nat -> Prop :=
  match b with
  | Cram => cram_move
  | Chomp => chomp_move
  | Node_kayles edges => kayles_move edges
  end.
