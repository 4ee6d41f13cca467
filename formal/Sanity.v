(** Small examples, computed by the kernel: the checks accept what is true and refuse what is not. *)

From Coq Require Import List Arith Bool Permutation.
From Verified Require Import Games Heaps Periods Tables Positions Strategies Loops Steps Values Repeats Misere Checker.
From Verified Require Import Pieces Boards BoardMoves BoardChecker Automata TwoLengths Trees Lengths.
Import ListNotations.

(** Heaps below 10 are ordered alike as numbers and as texts. *)
Definition bytewise (p q : list nat) : bool := match Lists.order p q with Gt => false | _ => true end.

(** ** Nim: 3 + 5 + 7 has the value 1 *)

Definition heap_by_heap (most : nat) : list (list nat * nat * list (option nat)) :=
  map (fun n => ([n], n, repeat None n)) (seq 1 most).

Example nim_357 : Grundy (heap_move Nim) [3; 5; 7] 1.
Proof. apply (heaps_nimbers_sound Nim bytewise (heap_by_heap 7)). vm_compute. reflexivity. Qed.

Example nim_357_not_2 : heaps_nimbers Nim bytewise (heap_by_heap 7) [3; 5; 7] 2 = Known false.
Proof. vm_compute. reflexivity. Qed.

Example a_heap_too_few : heaps_nimbers Nim bytewise (heap_by_heap 6) [3; 5; 7] 1 = Known false.
Proof. vm_compute. reflexivity. Qed.

Example a_part_twice : heaps_nimbers Nim bytewise (heap_by_heap 3 ++ heap_by_heap 1) [3] 3 = Refused 3.
Proof. vm_compute. reflexivity. Qed.

(** The reply to a higher option: of the vertices 2 to 1, 1 to 0 and 3 to 1 and 2, in this order. *)
Definition small_graph : list (list nat) := [[]; [0]; [1]; [1; 2]].

Example reply_by_hint : Grundy (arc small_graph) 2 0.
Proof.
  apply (graph_nimbers_sound small_graph Nat.leb (fun i => i) [(0, 0, []); (2, 0, [Some 0])]).
  vm_compute. reflexivity.
Qed.

Example wrong_hint :
  graph_nimbers small_graph Nat.leb (fun i => i) [(0, 0, []); (2, 0, [Some 1])] 2 0 = Refused 1.
Proof. vm_compute. reflexivity. Qed.

Example too_large_a_value :
  graph_nimbers small_graph Nat.leb (fun i => i) [(0, 0, []); (1, 2, [None])] 1 2 = Refused 1.
Proof. vm_compute. reflexivity. Qed.

(** ** Labellings *)

Example labelled : Grundy (arc small_graph) 3 2.
Proof. apply (graph_labelling_sound small_graph [(0, 0); (1, 1); (2, 0); (3, 2)]). vm_compute. reflexivity. Qed.

Example wrong_label : graph_labelling small_graph [(0, 0); (1, 1); (2, 2)] 2 2 = Refused 2.
Proof. vm_compute. reflexivity. Qed.

Example wrong_order : graph_labelling small_graph [(1, 1); (0, 0)] 1 1 = Refused 0.
Proof. vm_compute. reflexivity. Qed.

(** ** Two vertices with arcs to each other have no values, and nothing gives them any *)

Definition circle : list (list nat) := [[1]; [0]].

Theorem circle_has_no_value : forall i n, i < 2 -> ~ Grundy (arc circle) i n.
Proof.
  assert (none : forall i n, Grundy (arc circle) i n -> i < 2 -> False).
  { intros i n value. induction value as [i n below other] using Grundy_induction. intros inside.
    destruct (other (1 - i)) as [k [_ [_ IH]]].
    - destruct i as [|[|i]]; [left; reflexivity | left; reflexivity | exfalso]. revert inside. apply Nat.nlt_ge.
      do 2 apply le_n_S. apply Nat.le_0_l.
    - apply IH. destruct i; auto. }
  intros i n inside value. exact (none i n value inside).
Qed.

Example circle_labelled : graph_labelling circle [(0, 0); (1, 1)] 0 0 = Refused 0.
Proof. vm_compute. reflexivity. Qed.

Theorem circle_has_no_ranks : forall rank, descending rank circle 0 = false.
Proof.
  intros rank. unfold descending, circle, forallb.
  destruct (Nat.ltb_spec (rank 1) (rank 0)) as [down |]; [|reflexivity].
  destruct (Nat.ltb_spec (rank 0) (rank 1)) as [up |]; [|reflexivity].
  destruct (Nat.lt_asymm _ _ down up).
Qed.

(** ** Strategies, in normal and in misere play *)

Example two_heaps_alike : says (list nat) (heap_move Nim) (@Permutation nat) false [2; 2] Lost.
Proof.
  apply (heaps_strategy_sound Nim bytewise false [([], []); ([1; 1], [To 0]); ([2; 2], [To 1; To 0])]).
  vm_compute. reflexivity.
Qed.

Example one_is_lost_in_misere_play : says (list nat) (heap_move Nim) (@Permutation nat) true [1] Lost.
Proof. apply (heaps_strategy_sound Nim bytewise true [([1], [Over])]). vm_compute. reflexivity. Qed.

Example none_is_won_in_misere_play : heaps_strategy Nim bytewise true [([], [])] [] Lost = Refused 0.
Proof. vm_compute. reflexivity. Qed.

Example no_reply_in_normal_play : heaps_strategy Nim bytewise false [([1], [Over])] [1] Lost = Refused 0.
Proof. vm_compute. reflexivity. Qed.

(** ** Play that need not end: vertex 0 to 1 and 2, 1 to 0, 2 to 3 *)

Definition round : list (list nat) := [[1; 2]; [0]; [3]; []].

Example drawn_for_ever : says nat (arc round) eq false 0 Drawn.
Proof.
  apply (graph_strategy_sound round Nat.leb false [(3, []); (0, [Open; To 0]); (1, [Open])]).
  vm_compute. reflexivity.
Qed.

Example lost_is_not_drawn :
  graph_strategy round Nat.leb false [(0, [Open; Open]); (1, [Open]); (2, [Open])] 0 Drawn = Known false.
Proof. vm_compute. reflexivity. Qed.

Example infinite_with_1 : loopy_value (arc round) 0 (Infinite [1]).
Proof.
  apply (graph_loops_sound round [(3, Some 0); (2, Some 1); (0, None); (1, None)]). vm_compute. reflexivity.
Qed.

(** Two positions that lead to each other are not 0 and 1: nothing shows the way back to 0. *)
Example no_way_back : graph_loops [[1]; [0]] [(0, Some 0); (1, Some 1)] 0 (Number 0) = Refused 0.
Proof. vm_compute. reflexivity. Qed.

(** ** Kayles, 0.77: from 71 on the values repeat after 12 *)

Definition kayles : rules := Code [0; 7; 7].

Example rules_that_never_end_are_refused : valid (Code [3]) = false /\ valid (Takes [0; 1]) = false.
Proof. split; reflexivity. Qed.

Theorem kayles_for_ever : exists G, heap_function kayles G /\ least_period G 71 12.
Proof.
  destruct (check_period kayles 71 12) as [g holds] eqn:done.
  assert (holds = true) as -> by (change holds with (snd (g, holds)); rewrite <- done; vm_compute; reflexivity).
  destruct (heaps_period_sound kayles 71 12 g done) as [G [values [repeats _]]]. exists G. auto.
Qed.

Example kayles_not_from_70 : snd (check_period kayles 70 12) = false.
Proof. vm_compute. reflexivity. Qed.

Example kayles_not_only_from_72 : snd (check_period kayles 72 12) = false.
Proof. vm_compute. reflexivity. Qed.

Example kayles_not_after_6 : snd (check_period kayles 71 6) = false.
Proof. vm_compute. reflexivity. Qed.

Example kayles_not_only_after_24 : snd (check_period kayles 71 24) = false.
Proof. vm_compute. reflexivity. Qed.

(** Take 1, 3 or 4: values repeat after 7. *)
Theorem take_134_for_ever : exists G, heap_function (Takes [1; 3; 4]) G /\ least_period G 0 7.
Proof.
  destruct (check_window (Takes [1; 3; 4]) 0 7) as [g holds] eqn:done.
  assert (holds = true) as -> by (change holds with (snd (g, holds)); rewrite <- done; vm_compute; reflexivity).
  destruct (heaps_window_sound _ 0 7 g done) as [G [values [repeats _]]]. exists G. auto.
Qed.

(** 0.F, where a move may leave three heaps. *)
Theorem three_heaps_for_ever : exists G, heap_function (Code [0; 15]) G /\ least_period G 0 2.
Proof.
  destruct (check_period (Code [0; 15]) 0 2) as [g holds] eqn:done.
  assert (holds = true) as -> by (change holds with (snd (g, holds)); rewrite <- done; vm_compute; reflexivity).
  destruct (heaps_period_sound _ 0 2 g done) as [G [values [repeats _]]]. exists G. auto.
Qed.

(** ** Misere nim with heaps of 1, 2 and 3: the words a^i b^j with a a = 1 and b b b = b, numbered i + 2 j *)

Definition tame (x y : nat) : nat :=
  let j := x / 2 + y / 2 in (x + y) mod 2 + 2 * (if 2 <? j then j - 2 else j).

Theorem misere_nim : forall hs, Forall (fun h => 1 <= h <= 3) hs ->
  (Lose (heap_move Nim) true hs <-> In (element tame (fun h => h) hs) [1; 4]).
Proof. apply (check_misere_sound Nim 3 6 tame (fun h => h) [1; 4] 20). vm_compute. reflexivity. Qed.

Example other_lost_elements : snd (check_misere Nim 3 6 tame (fun h => h) [1; 4; 5] 20) = false.
Proof. vm_compute. reflexivity. Qed.

Example heaps_too_large : snd (check_misere Nim 4 6 tame (fun h => h) [1; 4] 20) = false.
Proof. vm_compute. reflexivity. Qed.

Example too_few_pairs : snd (check_misere Nim 3 6 tame (fun h => h) [1; 4] 2) = false.
Proof. vm_compute. reflexivity. Qed.

(** ** Boards *)

(** Cram: a row of three cells has the value 1; where the two cells of a domino lie apart they are left out. *)
Definition three : list nat := [free_cell; free_cell; free_cell].

Example cram_moves_of_three : in_order cram_moves bytewise three =
  [[used_cell; used_cell; free_cell]; [free_cell; used_cell; used_cell]].
Proof. vm_compute. reflexivity. Qed.

(** The last cell is a piece of its own, wherever it lies. *)
Definition last_cell (p : list nat) : cutting :=
  match dots p with
  | [i] => ([[free_cell]], ((fun _ => (0, 0)), fun _ _ => i))
  | _ => ([p], ((fun i => (0, i)), fun _ i => i))
  end.

Example cram_three : Grundy (board_move Cram) three 1.
Proof.
  apply (board_nimbers_sound Cram bytewise last_cell [(three, 1, [None; None])]). vm_compute. reflexivity.
Qed.

Example cram_three_not_2 :
  board_nimbers Cram bytewise last_cell [(three, 2, [None; None])] three 2 = Refused 0.
Proof. vm_compute. reflexivity. Qed.

(** Who cuts a square of two by two into two rows is not believed. *)
Definition square : list nat := [free_cell; free_cell; slash; free_cell; free_cell].

Example rows_are_not_apart : lie_apart _ dot cram_near dots (fun i => (i / 3, i mod 3)) (fun k j => 3 * k + j)
  square [[free_cell; free_cell]; [free_cell; free_cell]] = false.
Proof. vm_compute. reflexivity. Qed.

(** No domino lies across the end of a row. *)
Example no_domino_around_the_end : cram_moves [used_cell; free_cell; slash; free_cell; used_cell] = [].
Proof. vm_compute. reflexivity. Qed.

(** Chomp: of two rows of two and one, both moves but the poisoned one leave a square more or less. *)
Example chomp_two_one : in_order chomp_moves bytewise [2; 1] = [[1; 1]; [2]].
Proof. vm_compute. reflexivity. Qed.

Example chomp_lost : Lose (board_move Chomp) false [2; 1].
Proof.
  apply (board_strategy_sound Chomp bytewise false [([1], []); ([2; 1], [To 0; To 0])] [2; 1] Lost).
  vm_compute. reflexivity.
Qed.

Example chomp_reply_that_is_none :
  board_strategy Chomp bytewise false [([1], []); ([2; 2], [To 0; To 0; To 0])] [2; 2] Lost = Refused 1.
Proof. vm_compute. reflexivity. Qed.

(** Node Kayles: a path of three vertices has the value 2. *)
Definition path : board := Node_kayles [(0, 1); (1, 2)].

Example path_of_three : Grundy (board_move path) [0; 1; 2] 2.
Proof.
  apply (board_labelling_sound path [([], 0); ([0], 1); ([2], 1); ([0; 1; 2], 2)]). vm_compute. reflexivity.
Qed.

Example path_of_three_not_1 :
  board_labelling path [([], 0); ([0], 1); ([2], 1); ([0; 1; 2], 1)] [0; 1; 2] 1 = Refused 3.
Proof. vm_compute. reflexivity. Qed.

(** ** Heaps with a state: in state 0 take 1 and go to 1, or 2 and stay; in state 1 take 1 and go to 0, or 3 and stay *)

Definition two_states : list (nat * nat * nat) := [(0, 1, 1); (0, 0, 2); (1, 0, 1); (1, 1, 3)].

Definition any_order (p q : list heap) : bool := true.

Example two_in_state_0 : Grundy (automaton_move two_states) [(0, 2)] 2.
Proof.
  apply (automaton_labelling_sound two_states any_order [([], 0); ([(1, 1)], 1); ([(0, 2)], 2)]).
  vm_compute. reflexivity.
Qed.

Example two_in_state_0_not_1 :
  automaton_labelling two_states any_order [([], 0); ([(1, 1)], 1); ([(0, 2)], 1)] [(0, 2)] 1 = Refused 2.
Proof. vm_compute. reflexivity. Qed.

Example one_in_every_state : Grundy (automaton_move two_states) [(0, 1); (1, 1)] 0.
Proof.
  apply (automaton_nimbers_sound 2 two_states any_order [([(0, 1)], 1, [None]); ([(1, 1)], 1, [None])]).
  vm_compute. reflexivity.
Qed.

Example lost_beside_each_other :
  says (list heap) (automaton_move two_states) (@Permutation heap) false [(0, 1); (1, 1)] Lost.
Proof.
  apply (automaton_strategy_sound two_states any_order false [([], []); ([(0, 1); (1, 1)], [To 0; To 0])]).
  vm_compute. reflexivity.
Qed.

Example moves_that_take_nothing_are_refused : arcs_fit 1 [(0, 0, 0)] = false.
Proof. reflexivity. Qed.

Theorem two_states_for_ever : exists G, state_function two_states 2 G /\
  least_period (fun n => in_every_state (fun s => G s n) 2) 0 4.
Proof.
  destruct (check_states 2 two_states 0 4) as [g holds] eqn:done.
  assert (holds = true) as -> by (change holds with (snd (g, holds)); rewrite <- done; vm_compute; reflexivity).
  destruct (automaton_window_sound 2 two_states 0 4 g done) as [G [values [repeats _]]]. exists G. auto.
Qed.

Example two_states_other_periods : map (fun '(n0, p) => snd (check_states 2 two_states n0 p)) [(1, 4); (0, 2); (0, 8); (0, 3)] =
  [false; false; false; false].
Proof. vm_compute. reflexivity. Qed.

(** ** Two lengths: 0.33 takes one or two vertices and leaves nothing or one piece, so it takes them from the ends of a tree *)

Definition by_three (q : list nat) (b c : nat) : nat := (length q + b + c) mod 3.

(** A leg of one vertex beside two tails. *)
Theorem star_for_ever : exists G,
  (forall b c, Grundy (side_by_side (code_cut [(0, 1)] 0 0 (Code [0; 3; 3]))) [Part [0; 1] b c] (G b c)) /\
  two_periods G 3 3 0 /\ begins_at G 3 (Some 0).
Proof.
  apply (code_lengths_sound [(0, 1)] 0 0 1 3 0 3 (Some 0) 2 [[0]; [1]; [0; 1]] by_three (fun n => n mod 3)).
  vm_compute. reflexivity.
Qed.

Example star_other_claims : map (fun '(N, p, first) =>
  code_lengths [(0, 1)] 0 0 1 N 0 p first 2 [[0]; [1]; [0; 1]] by_three (fun n => n mod 3) [0; 3; 3])
  [(3, 3, Some 1); (3, 3, None); (3, 2, Some 0); (2, 3, Some 0)] = [false; false; false; false].
Proof. vm_compute. reflexivity. Qed.

(** Who forgets a part, or hands over wrong values of parts or of paths, or another graph, is not believed. *)
Example star_other_values : map (fun '(edges, parts, g, h) =>
  code_lengths edges 0 0 1 3 0 3 (Some 0) 2 parts g h [0; 3; 3])
  [([(0, 1)], [[1]; [0; 1]], by_three, fun n => n mod 3); ([(0, 1)], [[0]; [1]; [0; 1]], fun _ _ _ => 0, fun n => n mod 3);
   ([(0, 1)], [[0]; [1]; [0; 1]], by_three, fun n => 0); ([], [[0]; [1]; [0; 1]], by_three, fun n => n mod 3)] =
  [false; false; false; false].
Proof. vm_compute. reflexivity. Qed.

(** ** The moves of parts are those of the whole graph, with its tails drawn *)

Fixpoint chain (x first count : nat) : list (nat * nat) :=
  match count with
  | 0 => []
  | S k => (x, first) :: chain first (S first) k
  end.

(** The tails are the vertices from n on. *)
Definition drawn (edges : list (nat * nat)) (u v n b c : nat) : list (nat * nat) :=
  edges ++ chain u n b ++ chain v (n + b) c.

Fixpoint plain_value (moves : list nat -> list (list nat)) (fuel : nat) (p : list nat) : nat :=
  match fuel with
  | 0 => 0
  | S f => mex (set_of (map (plain_value moves f) (moves p)))
  end.

(** Connected vertices X are taken of a piece of the graph, and the digit allows so many pieces. *)
Definition plain_code (edges : list (nat * nat)) (r : rules) (p : list nat) : list (list nat) :=
  flat_map (fun piece => flat_map (fun X =>
    if (length (pieces edges X) =? 1) &&
       Nat.testbit (digit r (length X)) (Nat.min 2 (length (pieces edges (minus piece X)))) then [minus p X] else [])
    (sublists 3 piece)) (pieces edges p).

Definition trees : list (list (nat * nat) * nat * nat * nat) :=
  [([], 0, 0, 1); ([(0, 1)], 0, 0, 2); ([(0, 1)], 0, 1, 2); ([(0, 1); (1, 2)], 0, 2, 3); ([(0, 1); (0, 2)], 0, 1, 3);
   ([(0, 1); (1, 2); (2, 0)], 0, 1, 3)].

Definition small : list (nat * nat) := flat_map (fun b => map (fun c => (b, c)) (seq 0 3)) (seq 0 3).

Definition as_drawn (part : list (nat * nat) -> nat -> nat -> piece -> nat)
  (moves : list (nat * nat) -> list nat -> list (list nat)) : bool :=
  forallb (fun '(edges, u, v, n) => forallb (fun '(b, c) =>
    part edges u v (Part (seq 0 n) b c) =? plain_value (moves (drawn edges u v n b c)) (n + b + c) (seq 0 (n + b + c)))
    small) trees.

Example kayles_as_drawn :
  as_drawn (fun edges u v => piece_value edges u v Trees.kayles (kayles_bites edges u v))
    (fun edges => kayles_moves (BoardMoves.edge_table edges)) = true.
Proof. vm_compute. reflexivity. Qed.

Example codes_as_drawn : forallb (fun r =>
  as_drawn (fun edges u v => piece_value edges u v r (code_bites edges u v r 3)) (fun edges => plain_code edges r))
  [Code [0; 0; 7]; Code [0; 2; 7]; Code [0; 1; 5]; Code [0; 5; 3]; Code [0; 3; 6; 4]] = true.
Proof. vm_compute. reflexivity. Qed.


(** ** Automata that read the digits of heaps: take 1 or 2, in base 2, is lost if n % 3 = 0 *)

From Coq Require Import ZArith.
From Verified Require Import Digits Conditions Coupled Covers.

Fixpoint spread (fuel : nat) (onward : point -> list point) (found todo : list point) : list point :=
  match fuel, todo with
  | S f, p :: rest =>
      if existsb (same_point p) found then spread f onward found rest else spread f onward (found ++ [p]) (rest ++ onward p)
  | _, _ => found
  end.

Fixpoint place_of (p : point) (l : list point) : nat :=
  match l with [] => 0 | q :: rest => if same_point p q then 0 else S (place_of p rest) end.

Definition small_search (onward : point -> list point) (start : point) : walk :=
  let found := spread 300 onward [] [start] in
  let at_place i := nth i found start in
  {| visited := length found; stop := at_place; onward := fun i j => place_of (nth j (onward (at_place i)) start) found |}.

Definition listed_automaton (rows : list (nat * list nat)) (_ : unit) : automaton :=
  {| output := fun s => fst (nth s rows (0, [])); goes := fun s c => nth c (snd (nth s rows (0, []))) 0 |}.

Definition take_to (most : nat) (_ : unit) : kind * list form :=
  ({| chosen := 1; requires := Both (At_most (Amount 1) (Name 1)) (At_most (Name 1) (Amount most));
      results := [Some (Conditions.Sum (Name 0) (Opposite (Name 1)))] |}, [([(Column 0, 1%Z); (Column 1, (-1)%Z)], 0%Z)]).

Definition thirds (_ : unit) : automaton := listed_automaton [(1, [0; 1]); (0, [2; 0]); (0, [1; 2])] tt.
Definition nowhere (_ : unit) : automaton := listed_automaton [(0, [0; 0])] tt.
Definition take_two : list (nat * list nat) := [(0, [0; 1; 2; 0]); (0, [1; 1; 1; 1]); (1, [3; 2; 1; 3]); (1, [1; 1; 1; 1])].
Definition few_marks : list (list (nat * nat * nat)) :=
  [[(0, 0, 0)]; [(0, 0, 1); (0, 2, 0)]; [(0, 0, 2); (0, 2, 1); (0, 3, 0)]; [(0, 0, 0)]].
Definition third (n : nat) : law := Lost_if (fun _ => Same (Remainder (Name 0) (Amount n)) (Amount 0)).

Definition one_heap (aim : goal) (most : nat) (machine_rows : list (nat * list nat)) (said : law)
    (all_marks : list (list (nat * nat * nat))) : verdict :=
  let marks q := nth q all_marks [] in
  let parts := [{| the_kind := fst (take_to most tt); its_forms := snd (take_to most tt); machine := listed_automaton machine_rows tt |}] in
  let origins q l x :=
    match find (follows 2 1 parts (thirds tt) l x) (list_prod (marks q) (letters 2 1)) with Some from => from | None => (x, []) end in
  check_cover small_search 2 1 aim thirds nowhere [0] [(listed_automaton machine_rows, take_to most)] said
    (fun _ => (listed_automaton [(0, [0; 1]); (0, [2; 3]); (0, [1; 2]); (0, [3; 1])] tt, marks)) (fun _ => ([], origins)).

(** For every n, by reading its digits. *)
Theorem take_two_for_ever : forall n, exists v,
  proves Normal [fst (take_to 2 tt)] [n] v /\ (v = 1 <-> holds (listed_numbers [n]) (Same (Remainder (Name 0) (Amount 3)) (Amount 0)) = true).
Proof.
  assert (done : one_heap Normal 2 take_two (third 3) few_marks = Correct) by (vm_compute; reflexivity).
  intros n. destruct (cover_sound _ _ _ _ _ _ _ _ _ _ _ done [n] eq_refl) as [v [right [same _]]]. exists v. split; assumption.
Qed.

Example another_law : one_heap Normal 2 take_two (third 2) few_marks = Incorrect 4.
Proof. vm_compute. reflexivity. Qed.

Example another_rule : one_heap Normal 3 take_two (third 3) few_marks = Incorrect 2.
Proof. vm_compute. reflexivity. Qed.

Example a_mark_from_nothing :
  one_heap Normal 2 take_two (third 3) ([(0, 2, 0)] :: tl few_marks) = Incorrect 7.
Proof. vm_compute. reflexivity. Qed.

Example a_mark_too_few :
  one_heap Normal 2 take_two (third 3) [[(0, 0, 0)]; []; []; []] = Incorrect 8.
Proof. vm_compute. reflexivity. Qed.

Example no_values : one_heap Valued 2 take_two Unstated few_marks = Incorrect 5.
Proof. vm_compute. reflexivity. Qed.
