(** The checker for rules on lists of numbers, and for boards: what it accepts is true. *)

From Coq Require Import List Arith Lia Bool.
From Verified Require Import Games Sums Tables Pieces Positions Strategies Steps Boards BoardMoves.
Import ListNotations.

(** The options in an order that may be any: it is for the hints only. *)
Definition in_order (moves : list nat -> list (list nat)) (order : list nat -> list nat -> bool) (p : list nat) :
    list (list nat) := distinct _ same_heaps (sort _ order (moves p)).

Lemma in_order_members : forall moves order p q, In q (in_order moves order p) <-> In q (moves p).
Proof. intros moves order p q. apply (sorted_members _ order same_heaps same_heaps_true). Qed.

(** ** Any rules whose list of moves agrees with the relation *)

Section Rules.
Variable move : list nat -> list nat -> Prop.
Variable moves : list nat -> list (list nat).
Hypothesis agree : forall p q, In q (moves p) <-> move p q.

Lemma moves_listed : lists move eq moves.
Proof. intros p. split; intros q to; exists q; (split; [apply agree; exact to | reflexivity]). Qed.

(** The same moves in the order of the hints, and one of them by its number. *)
Variable arranged : list nat -> list (list nat).
Hypothesis arranged_members : forall p q, In q (arranged p) <-> In q (moves p).
Variable option_at : list nat -> nat -> option (list nat).
Hypothesis option_listed : forall p j q, option_at p j = Some q -> In q (arranged p).

Lemma arranged_listed : lists move eq arranged.
Proof.
  intros p. split; intros q to; exists q; (split; [|reflexivity]).
  - apply agree, arranged_members. exact to.
  - apply arranged_members, agree. exact to.
Qed.

Definition rules_labelling (entries : list (list nat * nat)) (start : list nat) (value : nat) : outcome bool :=
  check_labelling (list nat) moves (L.t nat) (L.empty nat) (@L.find nat) (@L.add nat) entries start value.

Definition rules_strategy (misere : bool) (entries : list (list nat * list reply)) (start : list nat)
    (c : claim (list nat)) : outcome bool :=
  check_strategy (list nat) arranged same_heaps (L.t nat) (L.empty nat) (@L.find nat) (@L.add nat) misere
    entries start c.

Definition rules_nimbers (parts : list nat -> list (list nat)) (entries : list (list nat * nat * list (option nat)))
    (start : list nat) (value : nat) : outcome bool :=
  check_nimbers (list nat) arranged same_heaps (L.t nat) (L.empty nat) (@L.find nat) (@L.add nat) option_at parts
    entries start value.

Theorem rules_labelling_sound : forall entries start value,
  rules_labelling entries start value = Known true -> Grundy move start value.
Proof.
  intros entries start value. apply (check_labelling_sound _ move eq (alike_equal _ _) _ moves_listed).
  - apply LF.empty_o.
  - intros p q n m t. apply L_found.
Qed.

Theorem rules_strategy_sound : forall misere entries start c,
  rules_strategy misere entries start c = Known true -> says (list nat) move eq misere start c.
Proof.
  intros misere entries start c. apply (check_strategy_sound _ move eq (alike_equal _ _) _ arranged_listed).
  - reflexivity.
  - exact (@eq_trans (list nat)).
  - exact same_heaps_true.
  - apply LF.empty_o.
  - intros p q n m t. apply L_found.
Qed.

Theorem rules_nimbers_sound : ends move -> forall parts,
  (forall p values, Forall2 (fun q v => Grundy move q v) (parts p) values -> Grundy move p (nim_sum values)) ->
  forall entries start value, rules_nimbers parts entries start value = Known true -> Grundy move start value.
Proof.
  intros play_ends parts parts_value entries start value.
  apply (check_nimbers_sound _ move eq (alike_equal _ _) _ arranged_listed); [| | exact option_listed | exact parts_value | exact play_ends].
  - apply LF.empty_o.
  - intros p q n m t. apply L_found.
Qed.
End Rules.

(** ** Boards *)

Definition edges_of (b : board) : list (nat * nat) := match b with Node_kayles edges => edges | _ => [] end.

(** The table of the edges is made once. *)
Definition board_moves (b : board) (t : M.t (list nat)) (p : list nat) : list (list nat) :=
  match b with
  | Cram => cram_moves p
  | Chomp => chomp_moves p
  | Node_kayles _ => kayles_moves t p
  end.

Lemma board_moves_agree : forall b p q, In q (board_moves b (edge_table (edges_of b)) p) <-> board_move b p q.
Proof.
  intros [| | edges] p q; [apply cram_moves_spec | apply chomp_moves_spec | apply kayles_moves_spec].
Qed.

Theorem board_ends : forall b, ends (board_move b).
Proof. intros [| | edges]; [exact cram_ends | exact chomp_ends | exact (kayles_ends edges)]. Qed.

(** Pieces, the map of a position into them and the way back: somebody found them, they are checked here. *)
Definition cutting : Type := list (list nat) * ((nat -> nat * nat) * (nat -> nat -> nat)).

(** A piece of one cell is left out when it has no move. *)
Definition counts (moves : list nat -> list (list nat)) (q : list nat) : bool :=
  match q with
  | [_] => match moves q with [] => false | _ => true end
  | _ => true
  end.

Definition board_parts (b : board) (t : M.t (list nat)) (cut : list nat -> cutting) (p : list nat) :
    list (list nat) :=
  match b with
  | Chomp => [p]
  | Cram =>
      let '(pieces, (f, g)) := cut p in
      if lie_apart _ packed_dot packed_near packed_dots f g (pack p) (map pack pieces) then filter (counts cram_moves) pieces else [p]
  | Node_kayles _ =>
      let '(pieces, (f, g)) := cut p in
      if lie_apart _ vertex (fun _ => neighbours t) (fun q => q) f g p pieces
      then filter (counts (kayles_moves t)) pieces else [p]
  end.

Lemma whole_value : forall (move : list nat -> list nat -> Prop) p values,
  Forall2 (fun q v => Grundy move q v) [p] values -> Grundy move p (nim_sum values).
Proof.
  intros move p values each. inversion each as [|q v l values' one none]; subst. inversion none; subst.
  simpl. rewrite Nat.lxor_0_r. exact one.
Qed.

Lemma counted_value : forall (move : list nat -> list nat -> Prop) moves pieces values,
  (forall p q, In q (moves p) <-> move p q) ->
  Forall2 (fun q v => Grundy move q v) (filter (counts moves) pieces) values ->
  exists all, Forall2 (fun q v => Grundy move q v) pieces all /\ nim_sum all = nim_sum values.
Proof.
  intros move moves pieces values agree. revert values.
  induction pieces as [|q pieces IH]; intros values each; simpl in each.
  - exists values. auto.
  - destruct (counts moves q) eqn:counted.
    + inversion each as [|q' v l rest one others]; subst. destruct (IH rest others) as [all [each' same]].
      exists (v :: all). split; [constructor; assumption | simpl; rewrite same; reflexivity].
    + destruct (IH values each) as [all [each' same]]. exists (0 :: all). split; [|simpl nim_sum; rewrite Nat.lxor_0_l; exact same].
      constructor; [|exact each']. unfold counts in counted. destruct q as [|c [|d q]]; try discriminate.
      destruct (moves [c]) eqn:none; [|discriminate]. constructor; [lia|].
      intros q to. apply agree in to. rewrite none in to. destruct to.
Qed.

Lemma board_parts_value : forall b cut p values,
  Forall2 (fun q v => Grundy (board_move b) q v) (board_parts b (edge_table (edges_of b)) cut p) values ->
  Grundy (board_move b) p (nim_sum values).
Proof.
  intros [| | edges] cut p values each; simpl in each.
  - destruct (cut p) as [pieces [f g]].
    destruct (lie_apart _ packed_dot packed_near packed_dots f g (pack p) (map pack pieces)) eqn:fits;
      [|exact (whole_value _ p values each)].
    destruct (counted_value _ _ _ _ cram_moves_spec each) as [all [each' <-]].
    apply (apart_value _ _ _ _ _ cram_chooses choice_crams f p pieces all); [|exact each'].
    apply (apart_view _ packed dot cram_near pack packed_dot packed_near _ _ _ packed_dot_spec); [reflexivity|].
    exact (lie_apart_sound _ packed_dot packed_near packed_dots packed_dots_spec f g _ _ fits).
  - exact (whole_value _ p values each).
  - destruct (cut p) as [pieces [f g]].
    destruct (lie_apart _ vertex (fun _ => neighbours (edge_table edges)) (fun q => q) f g p pieces) eqn:fits;
      [|exact (whole_value _ p values each)].
    destruct (counted_value _ _ _ _ (kayles_moves_spec edges) each) as [all [each' <-]].
    apply (apart_value _ _ _ _ _ (kayles_chooses edges) (choice_kayles edges) f p pieces all); [|exact each'].
    refine (lie_apart_sound _ vertex _ (fun q => q) _ f g p pieces fits).
    intros q i. symmetry. apply mem_spec.
Qed.

Section Board.
Variable b : board.
Variable order : list nat -> list nat -> bool.

(** The moves of Cram are in the order of their texts already. *)
Definition board_arranged (t : M.t (list nat)) (p : list nat) : list (list nat) :=
  match b with Cram => cram_moves p | _ => in_order (board_moves b t) order p end.

Definition board_option (t : M.t (list nat)) (p : list nat) (j : nat) : option (list nat) :=
  match b with Cram => cram_option p j | _ => nth_error (board_arranged t p) j end.

Lemma board_arranged_members : forall t p q, In q (board_arranged t p) <-> In q (board_moves b t p).
Proof. intros t p q. unfold board_arranged. destruct b; [reflexivity | apply in_order_members | apply in_order_members]. Qed.

Lemma board_option_listed : forall t p j q, board_option t p j = Some q -> In q (board_arranged t p).
Proof.
  intros t p j q. unfold board_option, board_arranged. destruct b; [apply cram_option_listed | apply nth_error_In | apply nth_error_In].
Qed.

Definition board_labelling (entries : list (list nat * nat)) (start : list nat) (value : nat) : outcome bool :=
  let t := edge_table (edges_of b) in rules_labelling (board_moves b t) entries start value.

Definition board_strategy (misere : bool) (entries : list (list nat * list reply)) (start : list nat)
    (c : claim (list nat)) : outcome bool :=
  let t := edge_table (edges_of b) in rules_strategy (board_arranged t) misere entries start c.

Definition board_nimbers (cut : list nat -> cutting) (entries : list (list nat * nat * list (option nat)))
    (start : list nat) (value : nat) : outcome bool :=
  let t := edge_table (edges_of b) in
  rules_nimbers (board_arranged t) (board_option t) (board_parts b t cut) entries start value.

Theorem board_labelling_sound : forall entries start value,
  board_labelling entries start value = Known true -> Grundy (board_move b) start value.
Proof. intros entries start value. exact (rules_labelling_sound _ _ (board_moves_agree b) entries start value). Qed.

Theorem board_strategy_sound : forall misere entries start c,
  board_strategy misere entries start c = Known true -> says (list nat) (board_move b) eq misere start c.
Proof.
  intros misere entries start c. exact (rules_strategy_sound _ _ (board_moves_agree b) _ (board_arranged_members _) misere entries start c).
Qed.

Theorem board_nimbers_sound : forall cut entries start value,
  board_nimbers cut entries start value = Known true -> Grundy (board_move b) start value.
Proof.
  intros cut entries start value.
  exact (rules_nimbers_sound _ _ (board_moves_agree b) _ (board_arranged_members _) _ (board_option_listed _)
    (board_ends b) _ (board_parts_value b cut) entries start value).
Qed.
End Board.
