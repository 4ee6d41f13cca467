(** The checker for graphs and for heap games: what it accepts is true.

    These theorems are what the development is for; Extract.v turns the programs in them into OCaml. *)

From Coq Require Import List Arith Lia Bool Permutation Wf_nat.
From Verified Require Import Games Sums Heaps Periods Tables Positions Strategies Loops Steps Values Repeats.
Import ListNotations.

(** ** A token on a vertex of a directed graph; vertex i has the arcs to the members of list number i *)

Definition arc (arcs : list (list nat)) (i j : nat) : Prop := In j (nth i arcs []).

Fixpoint numbered (arcs : list (list nat)) (i : nat) (t : M.t (list nat)) : M.t (list nat) :=
  match arcs with
  | [] => t
  | ends :: rest => numbered rest (S i) (M.add i ends t)
  end.

Definition graph_table (arcs : list (list nat)) : M.t (list nat) := numbered arcs 0 (M.empty (list nat)).

Definition arcs_from (t : M.t (list nat)) (i : nat) : list nat :=
  match M.find i t with Some ends => ends | None => [] end.

Definition arcs_in_order (order : nat -> nat -> bool) (t : M.t (list nat)) (i : nat) : list nat :=
  distinct _ Nat.eqb (sort _ order (arcs_from t i)).

(** Every arc goes to a vertex of smaller rank; who found the ranks, and how, does not matter. *)
Fixpoint descending (rank : nat -> nat) (arcs : list (list nat)) (i : nat) : bool :=
  match arcs with
  | [] => true
  | ends :: rest => if forallb (fun j => rank j <? rank i) ends then descending rank rest (S i) else false
  end.

Section Graph.
Variable arcs : list (list nat).

Lemma numbered_arcs : forall l i t j,
  arcs_from (numbered l i t) j = if j <? i then arcs_from t j else if j <? i + length l then nth (j - i) l []
                                 else arcs_from t j.
Proof.
  induction l as [|ends l IH]; intros i t j; simpl.
  - rewrite Nat.add_0_r. destruct (j <? i); reflexivity.
  - rewrite IH. unfold arcs_from. rewrite MF.add_o.
    destruct (Numbers.eq_dec i j) as [<- | differs].
    + replace (i <? S i) with true by (symmetry; apply Nat.ltb_lt; lia). rewrite Nat.ltb_irrefl, Nat.sub_diag.
      replace (i <? i + S (length l)) with true by (symmetry; apply Nat.ltb_lt; lia). reflexivity.
    + unfold Numbers.eq in differs. destruct (lt_dec j i) as [less | more].
      * replace (j <? S i) with true by (symmetry; apply Nat.ltb_lt; lia).
        replace (j <? i) with true by (symmetry; apply Nat.ltb_lt; lia). reflexivity.
      * replace (j <? S i) with false by (symmetry; apply Nat.ltb_ge; lia).
        replace (j <? i) with false by (symmetry; apply Nat.ltb_ge; lia).
        rewrite <- Nat.add_succ_comm. replace (j - i) with (S (j - S i)) by lia. reflexivity.
Qed.

Lemma graph_table_arcs : forall i, arcs_from (graph_table arcs) i = nth i arcs [].
Proof.
  intros i. unfold graph_table. rewrite numbered_arcs. simpl. rewrite Nat.sub_0_r.
  assert (none : arcs_from (M.empty (list nat)) i = []) by (unfold arcs_from; rewrite MF.empty_o; reflexivity).
  destruct (Nat.ltb_spec i (length arcs)) as [inside | outside]; [reflexivity|].
  rewrite none. symmetry. apply nth_overflow. exact outside.
Qed.

Lemma arcs_listed : lists (arc arcs) eq (arcs_from (graph_table arcs)).
Proof. intros i. rewrite graph_table_arcs. split; intros j to; exists j; auto. Qed.

Lemma arcs_in_order_listed : forall order, lists (arc arcs) eq (arcs_in_order order (graph_table arcs)).
Proof.
  intros order i. assert (same : forall j, In j (arcs_in_order order (graph_table arcs) i) <-> arc arcs i j).
  { intros j. unfold arcs_in_order, arc. rewrite sorted_members, graph_table_arcs; [reflexivity|].
    intros x y equal. apply Nat.eqb_eq. exact equal. }
  split; intros j to; exists j; (split; [apply same; exact to | reflexivity]).
Qed.

Lemma descending_arcs : forall rank l i, descending rank l i = true ->
  forall k j, In j (nth k l []) -> rank j < rank (i + k).
Proof.
  induction l as [|ends l IH]; intros i ok k j to; simpl in ok; [destruct k; destruct to|].
  destruct (forallb (fun j => rank j <? rank i) ends) eqn:first; [|discriminate]. destruct k as [|k].
  - rewrite forallb_forall in first. rewrite Nat.add_0_r. apply Nat.ltb_lt, first, to.
  - rewrite <- Nat.add_succ_comm. exact (IH (S i) ok k j to).
Qed.

Lemma descending_ends : forall rank, descending rank arcs 0 = true -> ends (arc arcs).
Proof.
  intros rank ok. apply (well_founded_lt_compat _ rank). intros j i to.
  exact (descending_arcs rank arcs 0 ok i j to).
Qed.

Definition graph_labelling (entries : list (nat * nat)) (start value : nat) : outcome bool :=
  let t := graph_table arcs in
  check_labelling nat (arcs_from t) (M.t nat) (M.empty nat) (@M.find nat) (@M.add nat) entries start value.

Definition graph_nimbers (order : nat -> nat -> bool) (rank : nat -> nat)
    (entries : list (nat * nat * list (option nat))) (start value : nat) : outcome bool :=
  let t := graph_table arcs in
  if descending rank arcs 0 then
    check_nimbers nat (arcs_in_order order t) Nat.eqb (M.t nat) (M.empty nat) (@M.find nat) (@M.add nat)
      (fun i => nth_error (arcs_in_order order t i)) (fun i => [i]) entries start value
  else Known false.

Definition graph_strategy (order : nat -> nat -> bool) (misere : bool) (entries : list (nat * list reply))
    (start : nat) (c : claim nat) : outcome bool :=
  let t := graph_table arcs in
  check_strategy nat (arcs_in_order order t) Nat.eqb (M.t nat) (M.empty nat) (@M.find nat) (@M.add nat) misere
    entries start c.

Definition graph_loops (entries : list (nat * option nat)) (start : nat) (v : loopy) : outcome bool :=
  let t := graph_table arcs in
  check_loops nat (arcs_from t) (M.t (option nat * nat)) (M.empty _) (@M.find _) (@M.add _) entries start v.

Lemma eqb_true : forall a b, Nat.eqb a b = true -> a = b.
Proof. intros a b. apply Nat.eqb_eq. Qed.

Theorem graph_labelling_sound : forall entries start value,
  graph_labelling entries start value = Known true -> Grundy (arc arcs) start value.
Proof.
  intros entries start value. apply (check_labelling_sound nat (arc arcs) eq (alike_equal _ _) _ arcs_listed).
  - apply MF.empty_o.
  - intros p q n m t. apply M_found.
Qed.

Theorem graph_nimbers_sound : forall order rank entries start value,
  graph_nimbers order rank entries start value = Known true -> Grundy (arc arcs) start value.
Proof.
  intros order rank entries start value. unfold graph_nimbers.
  destruct (descending rank arcs 0) eqn:falls; [|discriminate].
  apply (check_nimbers_sound nat (arc arcs) eq (alike_equal _ _) _ (arcs_in_order_listed order)).
  - apply MF.empty_o.
  - intros p q n m t. apply M_found.
  - intros p j q. apply nth_error_In.
  - intros p values each. inversion each as [|p' v l values' one none]; subst. inversion none; subst.
    simpl. rewrite Nat.lxor_0_r. exact one.
  - exact (descending_ends rank falls).
Qed.

Theorem graph_strategy_sound : forall order misere entries start c,
  graph_strategy order misere entries start c = Known true -> says nat (arc arcs) eq misere start c.
Proof.
  intros order misere entries start c.
  apply (check_strategy_sound nat (arc arcs) eq (alike_equal _ _) _ (arcs_in_order_listed order)).
  - reflexivity.
  - exact (@eq_trans nat).
  - exact eqb_true.
  - apply MF.empty_o.
  - intros p q n m t. apply M_found.
Qed.

Theorem graph_loops_sound : forall entries start v,
  graph_loops entries start v = Known true -> loopy_value (arc arcs) start v.
Proof.
  intros entries start v. apply (check_loops_sound nat (arc arcs)).
  - intros i j. rewrite graph_table_arcs. reflexivity.
  - apply MF.empty_o.
  - intros p q x y t. apply M_found.
Qed.
End Graph.

(** ** Heap games: codes, sets of takes, nim *)

Section HeapGame.
Variable r : rules.

(** The order of the options is for the hints only: it may be any. *)
Variable order : list nat -> list nat -> bool.

Definition heaps_labelling (entries : list (list nat * nat)) (start : list nat) (value : nat) : outcome bool :=
  if valid r then
    check_labelling (list nat) (heap_options r order) (L.t nat) (L.empty nat) (@L.find nat) (@L.add nat)
      entries start value
  else Known false.

Definition heaps_nimbers (entries : list (list nat * nat * list (option nat))) (start : list nat) (value : nat) :
    outcome bool :=
  if valid r then
    check_nimbers (list nat) (heap_options r order) same_heaps (L.t nat) (L.empty nat) (@L.find nat) (@L.add nat)
      (fun p => nth_error (heap_options r order p)) (map (fun h => [h])) entries start value
  else Known false.

Definition heaps_strategy (misere : bool) (entries : list (list nat * list reply)) (start : list nat)
    (c : claim (list nat)) : outcome bool :=
  if valid r then
    check_strategy (list nat) (heap_options r order) same_heaps (L.t nat) (L.empty nat) (@L.find nat) (@L.add nat)
      misere entries start c
  else Known false.

Theorem heaps_labelling_sound : forall entries start value,
  heaps_labelling entries start value = Known true -> Grundy (heap_move r) start value.
Proof.
  intros entries start value. unfold heaps_labelling. destruct (valid r) eqn:right; [|discriminate].
  apply valid_proper in right.
  apply (check_labelling_sound _ _ _ (permutations_alike (leaves r)) _ (heap_options_listed r order right)).
  - apply LF.empty_o.
  - intros p q n m t. apply L_found.
Qed.

Theorem heaps_nimbers_sound : forall entries start value,
  heaps_nimbers entries start value = Known true -> Grundy (heap_move r) start value.
Proof.
  intros entries start value. unfold heaps_nimbers. destruct (valid r) eqn:right; [|discriminate].
  apply valid_proper in right.
  apply (check_nimbers_sound _ _ _ (permutations_alike (leaves r)) _ (heap_options_listed r order right)).
  - apply LF.empty_o.
  - intros p q n m t. apply L_found.
  - intros p j q. apply nth_error_In.
  - intros p values each. apply Grundy_heaps. clear - each. revert values each.
    induction p as [|h p IH]; intros values each; inversion each; subst; constructor; auto.
  - exact (play_ends r right).
Qed.

Theorem heaps_strategy_sound : forall misere entries start c,
  heaps_strategy misere entries start c = Known true ->
  says (list nat) (heap_move r) (@Permutation nat) misere start c.
Proof.
  intros misere entries start c. unfold heaps_strategy. destruct (valid r) eqn:right; [|discriminate].
  apply valid_proper in right.
  apply (check_strategy_sound _ _ _ (permutations_alike (leaves r)) _ (heap_options_listed r order right)).
  - exact (@Permutation_refl nat).
  - exact (@Permutation_trans nat).
  - exact same_heaps_true.
  - apply LF.empty_o.
  - intros p q n m t. apply L_found.
Qed.
End HeapGame.

(** ** Periods: the Grundy function exists, it has this least period, and the table is a piece of it *)

Theorem heaps_period_sound : forall r n0 p g, check_period r n0 p = (g, true) ->
  exists G, heap_function r G /\ least_period G n0 p /\ forall n, n < period_length r n0 p -> at_ g n = G n.
Proof.
  intros r n0 p g done. unfold check_period in done. injection done as <- ok.
  assert (right : proper r).
  { apply valid_proper. unfold is_period in ok. rewrite !andb_true_iff in ok. apply ok. }
  exists (heap_value r). pose proof (heap_value_is r right) as values.
  assert (same := table_is r right (heap_value r) values (period_length r n0 p)).
  split; [exact values|]. split; [|exact same]. exact (is_period_sound r (heap_value r) values _ n0 p same ok).
Qed.

Theorem heaps_window_sound : forall r n0 p g, check_window r n0 p = (g, true) ->
  exists G, heap_function r G /\ least_period G n0 p /\ forall n, n < window_length r n0 p -> at_ g n = G n.
Proof.
  intros r n0 p g done. unfold check_window in done. injection done as <- ok.
  assert (right : proper r).
  { apply valid_proper. unfold is_window in ok. rewrite !andb_true_iff in ok. apply ok. }
  exists (heap_value r). pose proof (heap_value_is r right) as values.
  assert (same := table_is r right (heap_value r) values (window_length r n0 p)).
  split; [exact values|]. split; [|exact same]. exact (is_window_sound r (heap_value r) values _ n0 p same ok).
Qed.
