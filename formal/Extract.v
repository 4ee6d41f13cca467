(** Turns the checker into OCaml. From here on things are trusted, not proved: extraction itself, natural numbers as
    machine integers, and the operations below in the place of those on numerals of one digit. They agree below 2^62. *)

From Coq Require Import PeanoNat ZArith Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt.
From Verified Require Import Heaps Tables Steps Values Repeats Rare Segments Positions Strategies Loops Misere Checker BoardChecker Automata Trees Lengths Digits Conditions Coupled Covers.

Extract Inlined Constant Init.Nat.add => "(+)".
Extract Inlined Constant Init.Nat.mul => "( * )".
Extract Inlined Constant Init.Nat.sub => "(fun (a : int) (b : int) -> if a < b then 0 else a - b)".
Extract Inlined Constant Init.Nat.eqb => "(fun (a : int) (b : int) -> a = b)".
Extract Inlined Constant Init.Nat.leb => "(fun (a : int) (b : int) -> a <= b)".
Extract Inlined Constant Init.Nat.ltb => "(fun (a : int) (b : int) -> a < b)".
Extract Inlined Constant PeanoNat.Nat.add => "(+)".
Extract Inlined Constant PeanoNat.Nat.mul => "( * )".
Extract Inlined Constant PeanoNat.Nat.sub => "(fun (a : int) (b : int) -> if a < b then 0 else a - b)".
Extract Inlined Constant PeanoNat.Nat.max => "(fun (a : int) (b : int) -> if a < b then b else a)".
Extract Inlined Constant PeanoNat.Nat.div => "(fun (a : int) (b : int) -> if b = 0 then 0 else a / b)".
Extract Inlined Constant PeanoNat.Nat.modulo => "(fun (a : int) (b : int) -> if b = 0 then a else a mod b)".
Extract Inlined Constant PeanoNat.Nat.eqb => "(fun (a : int) (b : int) -> a = b)".
Extract Inlined Constant PeanoNat.Nat.leb => "(fun (a : int) (b : int) -> a <= b)".
Extract Inlined Constant PeanoNat.Nat.ltb => "(fun (a : int) (b : int) -> a < b)".
Extract Inlined Constant PeanoNat.Nat.compare =>
  "(fun (a : int) (b : int) -> if a = b then Eq else if a < b then Lt else Gt)".
Extract Inlined Constant PeanoNat.Nat.lxor => "(lxor)".
Extract Inlined Constant PeanoNat.Nat.lor => "(lor)".
Extract Inlined Constant PeanoNat.Nat.land => "(land)".
Extract Inlined Constant PeanoNat.Nat.ldiff => "(fun (a : int) (b : int) -> a land (lnot b))".
Extract Inlined Constant PeanoNat.Nat.shiftl => "(lsl)". (* 1 only, by at most 61 *)
Extract Inlined Constant PeanoNat.Nat.testbit => "(fun (a : int) (i : int) -> i < 62 && (a lsr i) land 1 = 1)".

(** Integers of the other kind are the heights of trees, and the values of linear forms. *)
Extract Inlined Constant BinInt.Z.of_nat => "(fun (n : int) -> n)".
Extract Inlined Constant BinInt.Z.to_nat => "(fun (z : int) -> if z < 0 then 0 else z)".
Extract Inlined Constant BinInt.Z.add => "(+)".
Extract Inlined Constant BinInt.Z.mul => "( * )".
Extract Inlined Constant BinInt.Z.opp => "(~-)".
Extract Inlined Constant BinInt.Z.abs => "abs".
Extract Inlined Constant BinInt.Z.eqb => "(fun (a : int) (b : int) -> a = b)".
Extract Inlined Constant BinInt.Z.leb => "(fun (a : int) (b : int) -> a <= b)".
Extract Inlined Constant BinInt.Z.ltb => "(fun (a : int) (b : int) -> a < b)".
Extract Inlined Constant BinInt.Z.lxor => "(lxor)".
Extract Inlined Constant BinInt.Z.lor => "(lor)".
Extract Inlined Constant BinInt.Z.land => "(land)".
Extract Inlined Constant BinInt.Z.modulo => "(fun (a : int) (m : int) -> let r = a mod m in if r < 0 then r + m else r)". (* m > 0 *)
Extract Constant BinInt.Z.compare => "fun (a : int) (b : int) -> if a = b then Eq else if a < b then Lt else Gt".
Extract Constant BinInt.Z.max => "fun (a : int) (b : int) -> if a < b then b else a".

Extraction "verified.ml"
  graph_labelling graph_nimbers graph_strategy graph_loops descending
  heaps_labelling heaps_nimbers heaps_strategy valid steps
  automaton_labelling automaton_nimbers automaton_strategy check_states most_taken states_length
  code_lengths kayles_lengths code_bites kayles_bites kayles options side_of paths_of lengths ready option_words noted repeats
  board_labelling board_nimbers board_strategy
  is_rare_period all_steps near_pairs typed_words hoped common begins table rare_length
  segments_begun first_values ends_show right_segment
  check_cover linear_of plain_name letters code select left_places
  check_misere check_period check_window most_parts largest_take period_length window_length at_.
