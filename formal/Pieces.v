(** Games on graphs that lose vertices: a position plays like the sum of pieces that lie apart.

    A move chooses a free vertex, or two that are neighbours, and some vertices are free no more. That the graph of the
    free vertices is the pieces side by side is shown by a map, which is checked; who found it does not matter. *)

From Coq Require Import List Arith Lia Bool.
From Verified Require Import Games Sums.
Import ListNotations.

(** ** Sums of any number of positions *)

Section Sum_of_many.
Variable P : Type.
Variable move : P -> P -> Prop.

(** One of the positions is changed. *)
Inductive sum_move : list P -> list P -> Prop :=
| sum_here : forall q q' rest, move q q' -> sum_move (q :: rest) (q' :: rest)
| sum_there : forall q rest rest', sum_move rest rest' -> sum_move (q :: rest) (q :: rest').

Theorem Grundy_sum_of_many : forall ps values,
  Forall2 (fun q v => Grundy move q v) ps values -> Grundy sum_move ps (nim_sum values).
Proof.
  intros ps values each. induction each as [|q v ps values value each IH].
  - constructor; [simpl; lia|]. intros q to. inversion to.
  - refine (Grundy_sum P (list P) (list P) move sum_move sum_move cons _ q v value ps _ IH).
    intros p rest s. split.
    + intros to. inversion to; subst; [left | right]; eexists; eauto.
    + intros [[p' [to ->]] | [rest' [to ->]]]; [constructor 1 | constructor 2]; exact to.
Qed.

Fixpoint replace (k : nat) (q : P) (l : list P) : list P :=
  match l, k with
  | [], _ => []
  | _ :: rest, 0 => q :: rest
  | p :: rest, S k' => p :: replace k' q rest
  end.

Lemma nth_replace : forall l k q i, nth_error (replace k q l) i =
  if i =? k then match nth_error l k with Some _ => Some q | None => None end else nth_error l i.
Proof.
  induction l as [|p l IH]; intros [|k] q [|i]; simpl; try reflexivity; [destruct (i =? k); reflexivity | apply IH].
Qed.

Lemma sum_move_at : forall l l', sum_move l l' <->
  exists k q q', nth_error l k = Some q /\ move q q' /\ l' = replace k q' l.
Proof.
  split.
  - intros to. induction to as [q q' rest to | q rest rest' to [k [p [p' [there [to' ->]]]]]].
    + exists 0, q, q'. auto.
    + exists (S k), p, p'. auto.
  - intros [k [q [q' [there [to ->]]]]]. revert k there.
    induction l as [|p l IH]; intros [|k] there; simpl in *; try discriminate.
    + injection there as ->. constructor 1. exact to.
    + constructor 2. apply IH. exact there.
Qed.
End Sum_of_many.

(** ** Positions of one game that play like those of another *)

Theorem Grundy_bisimilar : forall (P Q : Type) (move : P -> P -> Prop) (move' : Q -> Q -> Prop) (B : P -> Q -> Prop),
  (forall p q p', B p q -> move p p' -> exists q', move' q q' /\ B p' q') ->
  (forall p q q', B p q -> move' q q' -> exists p', move p p' /\ B p' q') ->
  forall q n, Grundy move' q n -> forall p, B p q -> Grundy move p n.
Proof.
  intros P Q move move' B forth back q n value. induction value as [q n below other] using Grundy_induction.
  intros p same. constructor.
  - intros m less. destruct (below m less) as [q' [to [_ IH]]]. destruct (back p q q' same to) as [p' [to' same']].
    exists p'. auto.
  - intros p' to. destruct (forth p q p' same to) as [q' [to' same']]. destruct (other q' to') as [k [differs [_ IH]]].
    exists k. auto.
Qed.

Section Vertices.
Variable P : Type.
Variable move : P -> P -> Prop.
Variable free : P -> nat -> bool.
Variable near : P -> nat -> list nat.  (* the neighbours of a vertex, and perhaps others that are not free *)
Variable pairs : bool.                 (* whether a move chooses two neighbours, or one vertex and all around it *)

Definition chosen (p : P) (a b : nat) : Prop :=
  free p a = true /\ free p b = true /\ if pairs then In b (near p a) else a = b.

Definition struck (p : P) (a b i : nat) : Prop := i = a \/ i = b \/ (pairs = false /\ In i (near p a)).

Definition after (p : P) (a b : nat) (q : P) : Prop :=
  (forall i, free q i = true <-> free p i = true /\ ~ struck p a b i) /\ forall i, near q i = near p i.

Hypothesis move_chooses : forall p q, move p q -> exists a b, chosen p a b /\ after p a b q.
Hypothesis choice_moves : forall p a b, chosen p a b -> exists q, move p q /\ after p a b q.

(** The map takes every free vertex to a piece and a vertex there, and neighbours to neighbours. *)
Definition apart (f : nat -> nat * nat) (p : P) (ps : list P) : Prop :=
  (forall i k j, free p i = true -> f i = (k, j) -> exists q, nth_error ps k = Some q /\ free q j = true) /\
  (forall k q j, nth_error ps k = Some q -> free q j = true -> exists i, free p i = true /\ f i = (k, j)) /\
  (forall i i', free p i = true -> free p i' = true -> f i = f i' -> i = i') /\
  (forall i i' k j k' j' q, free p i = true -> free p i' = true -> f i = (k, j) -> f i' = (k', j') ->
     nth_error ps k = Some q -> (In i' (near p i) <-> k' = k /\ In j' (near q j))).

Section Map.
Variable f : nat -> nat * nat.

Lemma apart_after : forall p ps k q a b j j' p' q', apart f p ps -> nth_error ps k = Some q ->
  free p a = true -> free p b = true -> f a = (k, j) -> f b = (k, j') ->
  after p a b p' -> after q j j' q' -> apart f p' (replace P k q' ps).
Proof.
  intros p ps k q a b j j' p' q' [into [onto [once edges]]] there free_a free_b fa fb [free_p near_p] [free_q near_q].
  assert (struck_same : forall i ji, free p i = true -> f i = (k, ji) -> (struck p a b i <-> struck q j j' ji)).
  { intros i ji free_i fi. unfold struck. split.
    - intros [-> | [-> | [single close]]]; [left; congruence | right; left; congruence | right; right].
      split; [exact single|]. apply (edges a i k j k ji q free_a free_i fa fi there) in close. apply close.
    - intros [-> | [-> | [single close]]].
      + left. apply once; congruence.
      + right. left. apply once; congruence.
      + right. right. split; [exact single|]. apply (edges a i k j k ji q free_a free_i fa fi there). auto. }
  assert (gone : forall i ki ji, free p i = true -> f i = (ki, ji) -> struck p a b i -> ki = k).
  { intros i ki ji free_i fi [-> | [-> | [_ close]]]; [congruence | congruence|].
    apply (edges a i k j ki ji q free_a free_i fa fi there) in close. apply close. }
  split; [|split; [|split]].
  - intros i ki ji free_i fi. apply free_p in free_i. destruct free_i as [free_i kept].
    rewrite nth_replace. destruct (Nat.eqb_spec ki k) as [-> | other]; [|exact (into i ki ji free_i fi)].
    rewrite there. exists q'. split; [reflexivity|]. apply free_q.
    destruct (into i k ji free_i fi) as [q0 [there0 free_ji]]. rewrite there in there0. injection there0 as <-.
    split; [exact free_ji|]. intros hit. apply kept, (struck_same i ji free_i fi), hit.
  - intros ki qi ji there_i free_ji. rewrite nth_replace in there_i.
    destruct (Nat.eqb_spec ki k) as [-> | other].
    + rewrite there in there_i. injection there_i as <-. apply free_q in free_ji. destruct free_ji as [free_ji kept].
      destruct (onto k q ji there free_ji) as [i [free_i fi]]. exists i. split; [|exact fi].
      apply free_p. split; [exact free_i|]. intros hit. apply kept, (struck_same i ji free_i fi), hit.
    + destruct (onto ki qi ji there_i free_ji) as [i [free_i fi]]. exists i. split; [|exact fi].
      apply free_p. split; [exact free_i|]. intros hit. exact (other (gone i ki ji free_i fi hit)).
  - intros i i' free_i free_i'. apply free_p in free_i, free_i'. apply once; [apply free_i | apply free_i'].
  - intros i i' ki ji ki' ji' qi free_i free_i' fi fi' there_i. apply free_p in free_i, free_i'.
    rewrite near_p. rewrite nth_replace in there_i. destruct (Nat.eqb_spec ki k) as [-> | other].
    + rewrite there in there_i. injection there_i as <-. rewrite near_q.
      apply (edges i i' k ji ki' ji' q); try assumption; [apply free_i | apply free_i'].
    + apply (edges i i' ki ji ki' ji' qi); try assumption; [apply free_i | apply free_i'].
Qed.

Theorem apart_value : forall p ps values, apart f p ps ->
  Forall2 (fun q v => Grundy move q v) ps values -> Grundy move p (nim_sum values).
Proof.
  intros p ps values same each. apply Grundy_sum_of_many in each. revert same.
  apply (Grundy_bisimilar P (list P) move (sum_move P move) (apart f)); [| | exact each]; clear p ps values each.
  - intros p ps p' same to. destruct (move_chooses p p' to) as [a [b [[free_a [free_b choice]] next]]].
    pose proof same as [into [onto [once edges]]].
    destruct (f a) as [k j] eqn:fa. destruct (f b) as [k' j'] eqn:fb.
    destruct (into a k j free_a fa) as [q [there free_j]].
    assert (together : k' = k /\ chosen q j j').
    { unfold chosen. destruct (into b k' j' free_b fb) as [q2 [there2 free_j']]. destruct pairs.
      - apply (edges a b k j k' j' q free_a free_b fa fb there) in choice. destruct choice as [-> close].
        rewrite there in there2. injection there2 as <-. auto.
      - subst b. rewrite fa in fb. injection fb as <- <-. auto. }
    destruct together as [-> choice_q]. destruct (choice_moves q j j' choice_q) as [q' [to' next']].
    exists (replace P k q' ps). split.
    + apply sum_move_at. exists k, q, q'. auto.
    + exact (apart_after p ps k q a b j j' p' q' same there free_a free_b fa fb next next').
  - intros p ps ps' same to. apply sum_move_at in to. destruct to as [k [q [q' [there [to ->]]]]].
    destruct (move_chooses q q' to) as [j [j' [[free_j [free_j' choice]] next]]].
    pose proof same as [into [onto [once edges]]].
    destruct (onto k q j there free_j) as [a [free_a fa]]. destruct (onto k q j' there free_j') as [b [free_b fb]].
    assert (choice_p : chosen p a b).
    { unfold chosen. destruct pairs; repeat split; auto.
      - apply (edges a b k j k j' q free_a free_b fa fb there). auto.
      - subst j'. apply once; congruence. }
    destruct (choice_moves p a b choice_p) as [p' [to' next']]. exists p'. split; [exact to'|].
    exact (apart_after p ps k q a b j j' p' q' same there free_a free_b fa fb next' next).
Qed.
End Map.

(** ** The program that checks a map; g leads back *)

Variable cells : P -> list nat.
Hypothesis cells_free : forall p i, In i (cells p) <-> free p i = true.

Definition mem (i : nat) (l : list nat) : bool := existsb (Nat.eqb i) l.

Lemma mem_spec : forall i l, mem i l = true <-> In i l.
Proof.
  intros i l. unfold mem. rewrite existsb_exists. split.
  - intros [j [member same]]. apply Nat.eqb_eq in same. congruence.
  - intros member. exists i. split; [exact member | apply Nat.eqb_refl].
Qed.

Definition cell_fits (f : nat -> nat * nat) (g : nat -> nat -> nat) (p : P) (ps : list P) (i : nat) : bool :=
  let (k, j) := f i in
  match nth_error ps k with
  | Some q =>
      free q j && (g k j =? i) &&
      forallb (fun i' => if free p i' then let (k', j') := f i' in (k' =? k) && mem j' (near q j) else true) (near p i)
  | None => false
  end.

Definition piece_fits (f : nat -> nat * nat) (g : nat -> nat -> nat) (p : P) (k : nat) (q : P) : bool :=
  forallb (fun j =>
    let i := g k j in
    let (k', j0) := f i in
    free p i && (k' =? k) && (j0 =? j) &&
    forallb (fun j' => if free q j' then mem (g k j') (near p i) else true) (near q j)) (cells q).

Fixpoint pieces_fit (f : nat -> nat * nat) (g : nat -> nat -> nat) (p : P) (k : nat) (ps : list P) : bool :=
  match ps with
  | [] => true
  | q :: rest => if piece_fits f g p k q then pieces_fit f g p (S k) rest else false
  end.

Definition lie_apart (f : nat -> nat * nat) (g : nat -> nat -> nat) (p : P) (ps : list P) : bool :=
  forallb (cell_fits f g p ps) (cells p) && pieces_fit f g p 0 ps.

Lemma pieces_fit_each : forall f g p ps k, pieces_fit f g p k ps = true ->
  forall n q, nth_error ps n = Some q -> piece_fits f g p (k + n) q = true.
Proof.
  intros f g p. induction ps as [|q ps IH]; intros k fits [|n] r there; simpl in *; try discriminate.
  - injection there as ->. rewrite Nat.add_0_r. destruct (piece_fits f g p k r); [reflexivity | discriminate].
  - destruct (piece_fits f g p k q); [|discriminate]. rewrite <- Nat.add_succ_comm. exact (IH (S k) fits n r there).
Qed.

Lemma lie_apart_sound : forall f g p ps, lie_apart f g p ps = true -> apart f p ps.
Proof.
  intros f g p ps fits. unfold lie_apart in fits. apply andb_true_iff in fits. destruct fits as [here there].
  rewrite forallb_forall in here.
  assert (of_cell : forall i k j, free p i = true -> f i = (k, j) -> exists q, nth_error ps k = Some q /\
    free q j = true /\ g k j = i /\ forall i' k' j', In i' (near p i) -> free p i' = true -> f i' = (k', j') ->
      k' = k /\ In j' (near q j)).
  { intros i k j free_i fi. apply cells_free in free_i. apply here in free_i. unfold cell_fits in free_i.
    rewrite fi in free_i. destruct (nth_error ps k) as [q|] eqn:found; [|discriminate].
    rewrite !andb_true_iff in free_i. destruct free_i as [[free_j back] close]. exists q.
    apply Nat.eqb_eq in back. repeat split; auto; rewrite forallb_forall in close;
      specialize (close i' H); rewrite H0, H1 in close; apply andb_true_iff in close; destruct close as [same close].
    - apply Nat.eqb_eq. exact same.
    - apply mem_spec. exact close. }
  assert (of_piece : forall k q j, nth_error ps k = Some q -> free q j = true -> free p (g k j) = true /\
    f (g k j) = (k, j) /\ forall j', In j' (near q j) -> free q j' = true -> In (g k j') (near p (g k j))).
  { intros k q j found free_j. pose proof (pieces_fit_each f g p ps 0 there k q found) as fits. simpl in fits.
    unfold piece_fits in fits. rewrite forallb_forall in fits. apply cells_free in free_j. apply fits in free_j.
    destruct (f (g k j)) as [k' j0] eqn:image. rewrite !andb_true_iff in free_j.
    destruct free_j as [[[free_i same_k] same_j] close]. apply Nat.eqb_eq in same_k, same_j. subst.
    repeat split; auto. intros j' member free_j'. rewrite forallb_forall in close. specialize (close j' member).
    rewrite free_j' in close. apply mem_spec. exact close. }
  split; [|split; [|split]].
  - intros i k j free_i fi. destruct (of_cell i k j free_i fi) as [q [found [free_j _]]]. exists q. auto.
  - intros k q j found free_j. exists (g k j). destruct (of_piece k q j found free_j) as [free_i [image _]]. auto.
  - intros i i' free_i free_i' same. destruct (f i) as [k j] eqn:fi. symmetry in same.
    destruct (of_cell i k j free_i fi) as [q [_ [_ [back _]]]].
    destruct (of_cell i' k j free_i' same) as [q' [_ [_ [back' _]]]]. congruence.
  - intros i i' k j k' j' q free_i free_i' fi fi' found.
    destruct (of_cell i k j free_i fi) as [q0 [found0 [free_j [back close]]]].
    rewrite found in found0. injection found0 as <-. split.
    + intros member. exact (close i' k' j' member free_i' fi').
    + intros [-> member]. destruct (of_cell i' k j' free_i' fi') as [q1 [found1 [free_j' [back' _]]]].
      rewrite found in found1. injection found1 as <-.
      destruct (of_piece k q j found free_j) as [_ [_ edges]]. rewrite <- back, <- back'. exact (edges j' member free_j').
Qed.
End Vertices.

(** Positions may be prepared for the check: what is true of all the prepared ones is true of them. *)
Lemma apart_view : forall (P V : Type) free near (view : P -> V) free_in near_in f p ps,
  (forall q i, free_in (view q) i = free q i) -> (forall q i, near_in (view q) i = near q i) ->
  apart V free_in near_in f (view p) (map view ps) -> apart P free near f p ps.
Proof.
  intros P V free near view free_in near_in f p ps same_free same_near [into [onto [once edges]]].
  assert (there : forall k q, nth_error ps k = Some q -> nth_error (map view ps) k = Some (view q)).
  { intros k q found. apply map_nth_error. exact found. }
  split; [|split; [|split]].
  - intros i k j free_i fi. rewrite <- same_free in free_i. destruct (into i k j free_i fi) as [w [found free_j]].
    rewrite nth_error_map in found. destruct (nth_error ps k) as [q|]; [|discriminate]. injection found as <-.
    exists q. rewrite same_free in free_j. auto.
  - intros k q j found free_j. rewrite <- same_free in free_j.
    destruct (onto k (view q) j (there k q found) free_j) as [i [free_i fi]]. rewrite same_free in free_i. eauto.
  - intros i i' free_i free_i'. apply once; rewrite same_free; assumption.
  - intros i i' k j k' j' q free_i free_i' fi fi' found. rewrite <- same_free in free_i, free_i'.
    rewrite <- !same_near. exact (edges i i' k j k' j' (view q) free_i free_i' fi fi' (there k q found)).
Qed.
