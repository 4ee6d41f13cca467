(** Misere quotients: the outcomes of all sums of heaps up to a size, read from a finite commutative monoid.

    Plambeck and Siegel, "Misere quotients for impartial games", 2008. Every sum has its element x and the set E of
    those of its options. All pairs (x, E) that occur are in a list that is closed under adding a heap. *)

From Coq Require Import List Arith Lia Bool Permutation.
From Verified Require Import Games Sums Heaps Tables Steps.
Import ListNotations.

Section Quotient.
Variable r : rules.
Variable most : nat.                (* heaps 1 to most *)
Variable n : nat.                   (* elements 0 to n - 1, of which 0 is the identity *)
Variable mul : nat -> nat -> nat.
Variable phi : nat -> nat.          (* the element of a heap *)
Variable lost : NS.t.               (* the elements of lost sums *)

Definition element (hs : list nat) : nat := fold_right (fun h => mul (phi h)) 0 hs.

(** ** The monoid *)

Definition generators : list nat := NS.elements (loop (fun h => put (phi h)) most 1 NS.empty).

Definition for_all (test : nat -> bool) : bool := all_from test n 0.

Definition is_monoid : bool :=
  (1 <=? n) && forallb (fun g => g <? n) generators &&
  for_all (fun x => (mul 0 x =? x) && for_all (fun y => (mul x y <? n) && (mul x y =? mul y x))) &&
  forallb (fun g => for_all (fun x => for_all (fun y => mul (mul g x) y =? mul g (mul x y)))) generators.

(** Elements that are products of those of heaps, found one after the other. *)
Fixpoint products (fuel : nat) (todo : list nat) (made : NS.t) : NS.t :=
  match fuel, todo with
  | S f, x :: rest =>
      let new := filter (fun y => negb (NS.mem y made)) (map (fun g => mul g x) generators) in
      products f (rest ++ new) (fold_left (fun s y => put y s) new made)
  | _, _ => made
  end.

(** Elements are products, and no two of them play alike beside all others. *)
Definition is_reduced : bool :=
  let made := products (n * S (length generators)) [0] (put 0 NS.empty) in
  for_all (fun x => NS.mem x made) &&
  for_all (fun x => for_all (fun y =>
    if x =? y then true else negb (for_all (fun z => eqb (NS.mem (mul x z) lost) (NS.mem (mul y z) lost))))).

(** ** Pairs *)

Definition pair : Type := nat * NS.t.

Definition key (p : pair) : list nat := fst p :: NS.elements (snd p).

(** The elements of what is left of a heap. *)
Definition heap_pair (h : nat) : pair := (phi h, fold_left (fun s hs => put (element hs) s) (all_left r h) NS.empty).

Definition beside (heap p : pair) : pair :=
  (mul (fst heap) (fst p),
   put_all (fun f => mul f (fst p)) (snd heap) (put_all (mul (fst heap)) (snd p) NS.empty)).

Definition fits (p : pair) : bool :=
  eqb (NS.mem (fst p) lost) (negb (NS.is_empty (snd p)) && NS.is_empty (NS.inter (snd p) lost)).

Definition keys (pairs : list pair) : L.t nat := fold_left (fun t p => L.add (key p) 0 t) pairs (L.empty nat).

Definition is_closed (pairs : list pair) : bool :=
  let heaps := map heap_pair (seq 1 most) in
  let t := keys pairs in
  L.mem (key (0, NS.empty)) t &&
  forallb (fun p => if fits p then forallb (fun heap => L.mem (key (beside heap p)) t) heaps else false) pairs.

(** Who finds the pairs does not matter; this finds them, and gives up after as many as there is fuel. *)
Fixpoint find_pairs (heaps : list pair) (fuel : nat) (todo found : list pair) (t : L.t nat) : list pair :=
  match fuel, todo with
  | S f, p :: rest =>
      let step state heap :=
        let '(todo, t) := state in
        let q := beside heap p in
        if L.mem (key q) t then (todo, t) else (q :: todo, L.add (key q) 0 t) in
      let '(todo', t') := fold_left step heaps (rest, t) in
      find_pairs heaps f todo' (p :: found) t'
  | _, _ => rev_append found todo
  end.

Definition all_pairs (fuel : nat) : list pair :=
  find_pairs (map heap_pair (seq 1 most)) fuel [(0, NS.empty)] [] (L.add (key (0, NS.empty)) 0 (L.empty nat)).

Definition check_quotient (pairs : list pair) : bool := valid r && is_monoid && is_reduced && is_closed pairs.

(** ** Soundness *)

Section Sound.
Variable pairs : list pair.
Hypothesis accepted : check_quotient pairs = true.

Definition small (hs : list nat) : Prop := Forall (fun h => 1 <= h <= most) hs.

Lemma is_proper : proper r.
Proof. apply valid_proper. unfold check_quotient in accepted. rewrite !andb_true_iff in accepted. apply accepted. Qed.

Lemma for_all_spec : forall test, for_all test = true -> forall x, x < n -> test x = true.
Proof. intros test all x less. unfold for_all in all. rewrite all_from_spec in all. apply all. lia. Qed.

Lemma generator : forall h, 1 <= h <= most -> In (phi h) generators.
Proof.
  intros h range. unfold generators. apply elements_members, loop_put. right. exists h. split; [lia | reflexivity].
Qed.

Lemma monoid : 1 <= n /\ (forall g, In g generators -> g < n) /\ (forall x, x < n -> mul 0 x = x) /\
  (forall x y, x < n -> y < n -> mul x y < n /\ mul x y = mul y x) /\
  (forall g x y, In g generators -> x < n -> y < n -> mul (mul g x) y = mul g (mul x y)).
Proof.
  unfold check_quotient in accepted. rewrite !andb_true_iff in accepted. destruct accepted as [[[_ ok] _] _].
  unfold is_monoid in ok. rewrite !andb_true_iff in ok. destruct ok as [[[some inside] table] associative].
  apply Nat.leb_le in some. rewrite forallb_forall in inside, associative. repeat split.
  - exact some.
  - intros g member. apply Nat.ltb_lt, inside, member.
  - intros x less. apply (for_all_spec _ table), andb_true_iff in less. apply Nat.eqb_eq, less.
  - apply (for_all_spec _ table), andb_true_iff in H. destruct H as [_ row].
    apply (for_all_spec _ row), andb_true_iff in H0. apply Nat.ltb_lt, H0.
  - apply (for_all_spec _ table), andb_true_iff in H. destruct H as [_ row].
    apply (for_all_spec _ row), andb_true_iff in H0. apply Nat.eqb_eq, H0.
  - intros g x y member less_x less_y. specialize (associative g member).
    apply (for_all_spec _ associative) in less_x. apply (for_all_spec _ less_x) in less_y. apply Nat.eqb_eq, less_y.
Qed.

Lemma element_inside : forall hs, small hs -> element hs < n.
Proof.
  destruct monoid as [some [inside [_ [table _]]]].
  intros hs all. induction all as [|h hs range all IH]; simpl; [lia|].
  apply table; [apply inside, generator, range | exact IH].
Qed.

Lemma element_app : forall a b, small a -> small b -> element (a ++ b) = mul (element a) (element b).
Proof.
  destruct monoid as [_ [_ [unit [_ associative]]]].
  intros a b all_a all_b. induction all_a as [|h a range all_a IH]; simpl.
  - symmetry. apply unit, element_inside, all_b.
  - rewrite IH, associative; auto using generator, element_inside.
Qed.

Lemma element_permutation : forall a b, Permutation a b -> small a -> element a = element b.
Proof.
  destruct monoid as [_ [inside [_ [table associative]]]].
  intros a b same. induction same as [|h a b same IH | g h a | a b c same IH same' IH']; intros all.
  - reflexivity.
  - inversion all; subst. simpl. f_equal. auto.
  - inversion all as [|h' rest range_h all']; subst. inversion all' as [|g' rest' range_g all'']; subst. simpl.
    pose proof (generator g range_g). pose proof (generator h range_h). pose proof (element_inside a all'').
    rewrite <- !associative by auto. f_equal. apply table; auto.
  - rewrite IH by exact all. apply IH'. unfold small in *. rewrite Forall_forall in *.
    intros x member. apply all, (Permutation_in x (Permutation_sym same)), member.
Qed.

Lemma left_small : forall h hs, h <= most -> leaves r h hs -> small hs.
Proof.
  intros h hs range L. pose proof (part_is_less r is_proper h hs L) as less.
  destruct L as [t [_ [_ positive]]]. unfold small. rewrite Forall_forall in *.
  intros x member. specialize (positive x member). specialize (less x member). lia.
Qed.

Lemma move_small : forall p q, heap_move r p q -> small p -> small q.
Proof.
  intros p q to. induction to as [h hs rest L | h rest rest' to IH]; intros all; inversion all; subst.
  - apply Forall_app. split; [apply (left_small h); [lia | exact L] | assumption].
  - constructor; [assumption | apply IH; assumption].
Qed.

Lemma heap_pair_spec : forall h, 1 <= h <= most ->
  forall v, NS.In v (snd (heap_pair h)) <-> exists hs, leaves r h hs /\ v = element hs.
Proof.
  intros h range v. unfold heap_pair. simpl.
  assert (members : forall l s, NS.In v (fold_left (fun s hs => put (element hs) s) l s) <->
            NS.In v s \/ exists hs, In hs l /\ v = element hs).
  { induction l as [|hs l IH]; intros s; simpl.
    - split; [auto|]. intros [there | [hs [[] _]]]. exact there.
    - rewrite IH, put_spec. split.
      + intros [[-> | there] | [hs' [member ->]]]; [right; exists hs | left | right; exists hs']; auto.
      + intros [there | [hs' [[<- | member] ->]]]; [auto | auto | right; exists hs'; auto]. }
  rewrite members. split.
  - intros [there | [hs [member ->]]]; [destruct (not_in_empty v there)|].
    exists hs. split; [apply all_left_sound; exact member | reflexivity].
  - intros [hs [L ->]]. right. destruct (all_left_complete r is_proper h hs L) as [hs' [member same]].
    exists hs'. split; [exact member|]. apply element_permutation; [exact same|]. apply (left_small h); [lia | exact L].
Qed.

Lemma in_keys : forall k, L.mem k (keys pairs) = true -> exists p, In p pairs /\ key p = k.
Proof.
  intros k found. unfold keys in found.
  assert (from : forall l t, L.mem k (fold_left (fun t p => L.add (key p) 0 t) l t) = true ->
            L.mem k t = true \/ exists p, In p l /\ key p = k).
  { induction l as [|p l IH]; intros t there; simpl in there; [auto|].
    destruct (IH _ there) as [old | [q [member same]]]; [|right; exists q; simpl; auto].
    rewrite LF.add_b in old. apply orb_true_iff in old. destruct old as [here | old]; [right | left; exact old].
    exists p. split; [left; reflexivity|]. unfold LF.eqb in here.
    destruct (Lists.eq_dec (key p) k); [assumption | discriminate]. }
  destruct (from pairs _ found) as [old | listed]; [|exact listed].
  rewrite LF.empty_a in old. discriminate.
Qed.

(** The element of a sum and those of its options are a pair of the list. *)
Definition has_pair (hs : list nat) (p : pair) : Prop :=
  In p pairs /\ fst p = element hs /\ forall v, NS.In v (snd p) <-> exists q, heap_move r hs q /\ v = element q.

Lemma same_key : forall p x s, key p = key (x, s) -> fst p = x /\ forall v, NS.In v (snd p) <-> NS.In v s.
Proof.
  intros p x s same. injection same as first members. split; [exact first|].
  intros v. rewrite <- !elements_members, members. reflexivity.
Qed.

Lemma every_sum_has_a_pair : forall hs, small hs -> exists p, has_pair hs p.
Proof.
  pose proof accepted as ok. unfold check_quotient in ok. rewrite !andb_true_iff in ok. destruct ok as [_ closed].
  unfold is_closed in closed. apply andb_true_iff in closed. destruct closed as [begins closed].
  rewrite forallb_forall in closed. destruct monoid as [_ [inside [_ [table _]]]].
  intros hs all. induction all as [|h hs range all [p [listed [first members]]]].
  - destruct (in_keys _ begins) as [p [listed same]]. apply same_key in same. destruct same as [first members].
    exists p. split; [exact listed|]. split; [exact first|]. intros v. rewrite members. split.
    + intros there. destruct (not_in_empty v there).
    + intros [q [to _]]. inversion to.
  - specialize (closed p listed). destruct (fits p); [|discriminate]. rewrite forallb_forall in closed.
    assert (there : L.mem (key (beside (heap_pair h) p)) (keys pairs) = true).
    { apply closed. apply in_map_iff. exists h. split; [reflexivity|]. apply in_seq. lia. }
    destruct (in_keys _ there) as [p' [listed' same]]. apply same_key in same. destruct same as [first' members'].
    exists p'. split; [exact listed'|]. split; [rewrite first', first; reflexivity|].
    intros v. rewrite members', !put_all_spec. simpl fst. rewrite first. split.
    + intros [[none | [w [member ->]]] | [f [member ->]]].
      * destruct (not_in_empty v none).
      * apply members in member. destruct member as [q [to ->]]. exists (h :: q).
        split; [constructor 2; exact to | reflexivity].
      * apply heap_pair_spec in member; [|exact range]. destruct member as [part [L ->]].
        exists (part ++ hs). split; [constructor; exact L|]. symmetry. apply element_app; [|exact all].
        apply (left_small h); [lia | exact L].
    + intros [q [to ->]]. inversion to as [h' part rest L | h' rest rest' to']; subst.
      * right. exists (element part). split; [apply heap_pair_spec; [exact range | exists part; auto]|].
        apply element_app; [|exact all]. apply (left_small h); [lia | exact L].
      * left; right. exists (element rest'). split; [apply members; exists rest'; auto | reflexivity].
Qed.

Lemma pair_fits : forall p, In p pairs -> fits p = true.
Proof.
  pose proof accepted as ok. unfold check_quotient in ok. rewrite !andb_true_iff in ok. destruct ok as [_ closed].
  unfold is_closed in closed. apply andb_true_iff in closed. destruct closed as [_ closed].
  rewrite forallb_forall in closed. intros p listed. specialize (closed p listed). destruct (fits p); auto.
Qed.

Lemma not_empty : forall s, NS.is_empty s = false -> exists v, NS.In v s.
Proof.
  intros s some. destruct (NS.elements s) as [|v l] eqn:members.
  - assert (NS.is_empty s = true); [|congruence]. apply NS.is_empty_spec. intros v there.
    apply elements_members in there. rewrite members in there. exact there.
  - exists v. apply elements_members. rewrite members. left. reflexivity.
Qed.

Lemma is_empty_true : forall s v, NS.is_empty s = true -> ~ NS.In v s.
Proof. intros s v none. apply NS.is_empty_spec in none. exact (none v). Qed.

(** The outcome of every sum of heaps 1 to most is read from its element. *)
Theorem quotient_outcome : forall hs, small hs ->
  (NS.In (element hs) lost -> Lose (heap_move r) true hs) /\
  (~ NS.In (element hs) lost -> Win (heap_move r) true hs).
Proof.
  intros hs. induction hs as [hs IH] using (well_founded_induction (play_ends r is_proper)). intros all.
  destruct (every_sum_has_a_pair hs all) as [p [listed [first members]]].
  pose proof (pair_fits p listed) as fit. unfold fits in fit. rewrite first in fit. apply eqb_prop in fit. split.
  - intros there. apply NS.mem_spec in there. rewrite there in fit. symmetry in fit. apply andb_true_iff in fit.
    destruct fit as [some none]. apply negb_true_iff in some. constructor.
    + intros _. destruct (not_empty _ some) as [v member]. apply members in member.
      destruct member as [q [to _]]. exists q. exact to.
    + intros q to. apply (IH q to); [exact (move_small hs q to all)|]. intros won.
      apply (is_empty_true _ (element q) none), NS.inter_spec. split; [apply members; exists q; auto | exact won].
  - intros missing. destruct (NS.mem (element hs) lost) eqn:there; [apply NS.mem_spec in there; contradiction|].
    symmetry in fit. apply andb_false_iff in fit. destruct fit as [none | some].
    + apply negb_false_iff in none. left. split; [reflexivity|]. intros q to.
      apply (is_empty_true _ (element q) none), members. exists q. auto.
    + destruct (not_empty _ some) as [v both]. apply NS.inter_spec in both. destruct both as [member won].
      apply members in member. destruct member as [q [to ->]]. right. exists q. split; [exact to|].
      apply (IH q to); [exact (move_small hs q to all) | exact won].
Qed.
End Sound.

Theorem check_quotient_sound : forall pairs, check_quotient pairs = true -> forall hs, small hs ->
  (Lose (heap_move r) true hs <-> NS.In (element hs) lost).
Proof.
  intros pairs accepted hs all. destruct (quotient_outcome pairs accepted hs all) as [loses wins].
  split; [|exact loses]. intros lose. destruct (NS.mem (element hs) lost) eqn:there.
  - apply NS.mem_spec. exact there.
  - exfalso. apply (Lose_not_Win _ _ _ _ lose), wins. intros member. apply NS.mem_spec in member. congruence.
Qed.
End Quotient.

Definition members (l : list nat) : NS.t := fold_left (fun s x => put x s) l NS.empty.

Lemma members_spec : forall l x, NS.In x (members l) <-> In x l.
Proof.
  assert (from : forall l s x, NS.In x (fold_left (fun s x => put x s) l s) <-> NS.In x s \/ In x l).
  { induction l as [|y l IH]; intros s x; simpl; [tauto|]. rewrite IH, put_spec. intuition. }
  intros l x. unfold members. rewrite from. split; [|auto].
  intros [none | member]; [destruct (not_in_empty x none) | exact member].
Qed.

(** How many pairs there are, and whether the quotient is right; with too little fuel it is refused. *)
Definition check_misere (r : rules) (most n : nat) (mul : nat -> nat -> nat) (phi : nat -> nat) (lost : list nat)
    (fuel : nat) : nat * bool :=
  let s := members lost in
  let pairs := all_pairs r most mul phi fuel in
  (length pairs, check_quotient r most n mul phi s pairs).

Theorem check_misere_sound : forall r most n mul phi lost fuel,
  snd (check_misere r most n mul phi lost fuel) = true ->
  forall hs, Forall (fun h => 1 <= h <= most) hs ->
  (Lose (heap_move r) true hs <-> In (element mul phi hs) lost).
Proof.
  intros r most n mul phi lost fuel accepted hs small. rewrite <- members_spec.
  exact (check_quotient_sound r most n mul phi (members lost) _ accepted hs small).
Qed.
