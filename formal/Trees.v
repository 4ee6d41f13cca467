(** Take and break, and Node Kayles, on a graph with two tails: paths of any lengths that hang on two of its vertices.

    A reader has to believe the moves only, to "Values of pieces". *)

From Coq Require Import List Arith Lia Bool Wf_nat.
From Verified Require Import Games Sums Heaps Periods Tables Steps Values Repeats.
Import ListNotations.

(** ** Pieces of a graph *)

Definition mem (x : nat) (l : list nat) : bool := existsb (Nat.eqb x) l.
Definition minus (l X : list nat) : list nat := filter (fun y => negb (mem y X)) l.

Section Graph.
Variable edges : list (nat * nat).

Definition near (x y : nat) : bool :=
  existsb (fun '(a, b) => ((x =? a) && (y =? b)) || ((x =? b) && (y =? a))) edges.

(** X, and the vertices of l that are reached from there in so many steps. *)
Fixpoint reached (steps : nat) (l X : list nat) : list nat :=
  match steps with
  | 0 => X
  | S n => reached n l (filter (fun y => mem y X || existsb (near y) X) l)
  end.

Fixpoint split (most : nat) (l : list nat) : list (list nat) :=
  match most, l with
  | S n, x :: _ => let X := reached (length l) l [x] in X :: split n (minus l X)
  | _, _ => []
  end.

(** The connected pieces of the vertices l. *)
Definition pieces (l : list nat) : list (list nat) := split (length l) l.

(** ** Rules: a piece is a path, or vertices q of the graph with a tail of b vertices on u and one of c vertices on v

    Where u is not in q, there is no tail on it: b is 0; so with v and c. A path of no vertices is nothing. *)

Variables u v : nat.

Inductive piece : Type :=
| Path (vertices : nat)
| Part (q : list nat) (b c : nat).

Definition hangs (x : nat) (q : list nat) (b : nat) : nat := if mem x q then b else 0.

(** The vertices X of the graph are taken: a tail that hung on one of them is a path then, but for its first i or j vertices. *)
Definition loose {A : Type} (f : nat -> A) (b c : nat) (X : list nat) (i j : nat) : list A :=
  (if mem u X then [f (b - i)] else []) ++ (if mem v X then [f (c - j)] else []).

Definition without (q : list nat) (b c : nat) (X : list nat) (i j : nat) : list piece :=
  map (fun k => Part k (hangs u k b) (hangs v k c)) (pieces (minus q X)) ++ loose Path b c X i j.

(** Some of the vertices of a list, in the same order. *)
Inductive among : list nat -> list nat -> Prop :=
| among_none : among [] []
| among_pass : forall x X l, among X l -> among X (x :: l)
| among_take : forall x X l, among X l -> among (x :: X) (x :: l).

(** Codes: t connected vertices are taken, of a path, of a tail, or vertices X of the graph and the first i and j of the
    tails that hang on them. *)
Inductive cut : piece -> nat -> list piece -> Prop :=
| cut_path : forall x t y, cut (Path (x + t + y)) t [Path x; Path y]
| cut_first : forall q x t y c, cut (Part q (x + t + y) c) t [Part q x c; Path y]
| cut_second : forall q b x t y, cut (Part q b (x + t + y)) t [Part q b x; Path y]
| cut_graph : forall q b c X i j, among X q -> length (pieces X) = 1 ->
    i <= hangs u X b -> j <= hangs v X c -> cut (Part q b c) (length X + i + j) (without q b c X i j).

Definition is_left (s : piece) : bool := match s with Path 0 => false | _ => true end.

(** Bit 0 of the digit of t allows to leave nothing, bit 1 one piece, bit 2 more. Arc Kayles is 0.07. *)
Definition code_cut (r : rules) (s : piece) (left : list piece) : Prop :=
  exists t, 0 < t /\ cut s t left /\ Nat.testbit (digit r t) (Nat.min 2 (length (filter is_left left))) = true.

(** Node Kayles: a vertex is deleted with its neighbours: one of a path or of a tail, with k vertices before it, the first
    of a tail, or a vertex x of the graph. *)
Inductive strike : piece -> list piece -> Prop :=
| strike_path : forall n k, k < n -> strike (Path n) [Path (k - 1); Path (n - k - 2)]
| strike_first : forall q b c k, 0 < k < b -> strike (Part q b c) [Part q (k - 1) c; Path (b - k - 2)]
| strike_second : forall q b c k, 0 < k < c -> strike (Part q b c) [Part q b (k - 1); Path (c - k - 2)]
| strike_beside_u : forall q b c, mem u q = true -> 0 < b -> strike (Part q b c) (without q b c [u] 2 0)
| strike_beside_v : forall q b c, mem v q = true -> 0 < c -> strike (Part q b c) (without q b c [v] 0 2)
| strike_graph : forall q b c x, mem x q = true ->
    strike (Part q b c) (without q b c (filter (fun y => (y =? x) || near x y) q)
                                 (if x =? u then 1 else 0) (if x =? v then 1 else 0)).
End Graph.

(** ** Values of pieces *)

Section Pieces.
Variable change : piece -> list piece -> Prop.
Notation move := (side_by_side change).

(** A program for all the values, never run: where changes can be listed, and leave smaller pieces. *)
Variable changes : piece -> list (list piece).
Hypothesis listed : forall s left, In left (changes s) <-> change s left.
Variable size : piece -> nat.
Hypothesis smaller : forall s left, change s left -> forall s', In s' left -> size s' < size s.

Definition set_of (l : list nat) : NS.t := fold_left (fun found v => put v found) l NS.empty.

Lemma set_of_spec : forall l v, NS.In v (set_of l) <-> In v l.
Proof.
  intros l v. unfold set_of.
  assert (all : forall l found, NS.In v (fold_left (fun found v => put v found) l found) <-> NS.In v found \/ In v l).
  { induction l0 as [|w l0 IH]; intros found; simpl; [tauto|]. rewrite IH, put_spec. intuition. }
  rewrite all. pose proof (not_in_empty v). tauto.
Qed.

Fixpoint value_within (fuel : nat) (s : piece) : nat :=
  match fuel with
  | 0 => 0
  | S f => mex (set_of (map (fun left => nim_sum (map (value_within f) left)) (changes s)))
  end.

Lemma value_within_is : forall fuel s, size s < fuel -> Grundy move [s] (value_within fuel s).
Proof.
  induction fuel as [|f IH]; intros s enough; [lia|]. apply (Grundy_one change (value_within f)).
  - intros left one s' member. apply IH. pose proof (smaller s left one s' member). lia.
  - set (all := set_of (map (fun left => nim_sum (map (value_within f) left)) (changes s))).
    change (value_within (S f) s) with (mex all). destruct (mex_spec all) as [missing below]. split.
    + intros [left [one same]]. apply missing, set_of_spec, in_map_iff. exists left.
      split; [symmetry; exact same | apply listed; exact one].
    + intros k less. apply below, set_of_spec, in_map_iff in less. destruct less as [left [<- member]].
      exists left. split; [apply listed; exact member | reflexivity].
Qed.

Definition value_of_piece (s : piece) : nat := value_within (S (size s)) s.

Theorem value_of_piece_is : forall s, Grundy move [s] (value_of_piece s).
Proof. intros s. apply value_within_is. lia. Qed.
End Pieces.

(** ** All moves, one list for both games: tails get shorter as the digits say, the graph loses what a bite takes *)

(** The vertices taken, how much shorter tails are, how long they have to be, and the digit. *)
Record bite := { taken : list nat; off_b : nat; off_c : nat; least_b : nat; least_c : nat; may : nat }.

Fixpoint sublists (most : nat) (l : list nat) : list (list nat) :=
  match l with
  | [] => [[]]
  | x :: rest => sublists most rest ++ match most with 0 => [] | S n => map (cons x) (sublists n rest) end
  end.

Lemma sublists_spec : forall l most X, In X (sublists most l) <-> among X l /\ length X <= most.
Proof.
  induction l as [|x l IH]; intros most X; cbn [sublists].
  - split; [intros [<- | []]; split; [constructor | simpl; lia]|]. intros [within _]. inversion within. left. reflexivity.
  - rewrite in_app_iff, IH. split.
    + intros [[within few] | there]; [split; [constructor; exact within | exact few]|].
      destruct most as [|n]; [destruct there|]. apply in_map_iff in there. destruct there as [X' [<- there]].
      apply IH in there. destruct there as [within few]. split; [constructor; exact within | simpl; lia].
    + intros [within few]. inversion within as [| y X' l' inside | y X' l' inside]; subst; [left; auto | right].
      simpl in few. destruct most as [|n]; [lia|]. apply in_map. apply IH. split; [exact inside | lia].
Qed.

Section Moves.
Variable edges : list (nat * nat).
Variables u v : nat.

Definition code_bites (r : rules) (take : nat) (q : list nat) : list bite :=
  flat_map (fun X =>
    if length (pieces edges X) =? 1 then
      flat_map (fun i => map (fun j => Build_bite X i j i j (digit r (length X + i + j)))
        (seq 0 (S (hangs v X take)))) (seq 0 (S (hangs u X take)))
    else []) (sublists take q).

Definition around (q : list nat) (x : nat) : list nat := filter (fun y => (y =? x) || near edges x y) q.

Definition kayles_bites (q : list nat) : list bite :=
  (if mem u q then [Build_bite [u] 2 0 1 0 7] else []) ++
  (if mem v q then [Build_bite [v] 0 2 0 1 7] else []) ++
  map (fun x => Build_bite (around q x) (if x =? u then 1 else 0) (if x =? v then 1 else 0) 0 0 7) q.

Variable r : rules.
Variable bites : list nat -> list bite.

(** Whether t vertices may be taken where a piece stays, and beside it a path of y. *)
Definition leaves_path (t y : nat) : bool := Nat.testbit (digit r t) (if y =? 0 then 1 else 2).

Definition filled (n : nat) : bool := 0 <? n.

Definition loose_of {A : Type} (f : nat -> A) (b c : nat) (x : bite) : list A :=
  loose u v f b c (taken x) (off_b x) (off_c x).

(** Whether the digit ever allows to leave so many pieces of the graph. *)
Definition possible (count : nat) (x : bite) : bool :=
  existsb (fun m => Nat.testbit (may x) (Nat.min 2 m))
    (seq count (S ((if mem u (taken x) then 1 else 0) + (if mem v (taken x) then 1 else 0)))).

Definition options (q : list nat) : list (bite * list (list nat)) :=
  filter (fun '(x, ks) => possible (length ks) x) (map (fun x => (x, pieces edges (minus q (taken x)))) (bites q)).

Definition opens (count b c : nat) (x : bite) : bool :=
  (least_b x <=? b) && (least_c x <=? c) &&
  Nat.testbit (may x) (Nat.min 2 (count + length (filter filled (loose_of (fun n => n) b c x)))).

(** What is taken of a path of n, and the path behind it. *)
Definition takes_of (n : nat) : list (nat * nat) := flat_map (fun t => map (pair t) (seq 0 (S (n - t)))) (seq 1 n).

Definition of_path (n t y : nat) : list piece := [Path (n - (t + y)); Path y].

Definition changes (s : piece) : list (list piece) :=
  match s with
  | Path n =>
      map (fun '(t, y) => of_path n t y)
        (filter (fun '(t, y) => Nat.testbit (digit r t) (Nat.min 2 (length (filter is_left (of_path n t y))))) (takes_of n))
  | Part q b c =>
      map (fun '(t, y) => [Part q (b - (t + y)) c; Path y]) (filter (fun '(t, y) => leaves_path t y) (takes_of b)) ++
      map (fun '(t, y) => [Part q b (c - (t + y)); Path y]) (filter (fun '(t, y) => leaves_path t y) (takes_of c)) ++
      map (fun '(x, ks) => without edges u v q b c (taken x) (off_b x) (off_c x))
        (filter (fun '(x, ks) => opens (length ks) b c x) (options q))
  end.

Lemma takes_of_spec : forall n t y, In (t, y) (takes_of n) <-> 0 < t /\ t + y <= n.
Proof.
  intros n t y. unfold takes_of. rewrite in_flat_map. split.
  - intros [t' [range there]]. apply in_map_iff in there. destruct there as [y' [[= <- <-] range']].
    apply in_seq in range, range'. lia.
  - intros [some fits]. exists t. split; [apply in_seq; lia|]. apply in_map. apply in_seq. lia.
Qed.

Lemma left_paths : forall ls, filter is_left (map Path ls) = map Path (filter filled ls).
Proof. induction ls as [|[|n] ls IH]; simpl; [reflexivity | exact IH | rewrite IH; reflexivity]. Qed.

Lemma loose_map : forall (A B : Type) (f : A -> B) (g : nat -> A) b c x,
  map f (loose_of g b c x) = loose_of (fun n => f (g n)) b c x.
Proof. intros A B f g b c x. unfold loose_of, loose. destruct (mem u (taken x)), (mem v (taken x)); reflexivity. Qed.

Lemma left_count : forall q b c x, length (filter is_left (without edges u v q b c (taken x) (off_b x) (off_c x))) =
  length (pieces edges (minus q (taken x))) + length (filter filled (loose_of (fun n => n) b c x)).
Proof.
  intros q b c x. unfold without. fold (loose_of Path b c x).
  rewrite filter_app, app_length. f_equal.
  - induction (pieces edges (minus q (taken x))) as [|k ks IH]; simpl; [reflexivity | rewrite IH; reflexivity].
  - rewrite <- (loose_map nat piece Path (fun n => n)), left_paths, map_length. reflexivity.
Qed.

Lemma opens_possible : forall count b c x, opens count b c x = true -> possible count x = true.
Proof.
  intros count b c x ok. unfold opens in ok. rewrite !andb_true_iff in ok. destruct ok as [_ allowed].
  apply existsb_exists. eexists. split; [|exact allowed]. apply in_seq. unfold loose_of, loose.
  destruct (mem u (taken x)), (mem v (taken x)); cbn [app filter length];
    repeat (destruct (filled _); cbn [filter length]); lia.
Qed.

Lemma options_spec : forall q x ks, In (x, ks) (options q) <->
  In x (bites q) /\ ks = pieces edges (minus q (taken x)) /\ possible (length ks) x = true.
Proof.
  intros q x ks. unfold options. rewrite filter_In, in_map_iff. split.
  - intros [[x' [[= <- <-] member]] ok]. auto.
  - intros [member [-> ok]]. split; [exists x; auto | exact ok].
Qed.

(** What a move leaves of a part, by what it takes. *)
Lemma part_changes : forall q b c left, In left (changes (Part q b c)) <->
  (exists t y, 0 < t /\ t + y <= b /\ leaves_path t y = true /\ left = [Part q (b - (t + y)) c; Path y]) \/
  (exists t y, 0 < t /\ t + y <= c /\ leaves_path t y = true /\ left = [Part q b (c - (t + y)); Path y]) \/
  (exists x, In x (bites q) /\ least_b x <= b /\ least_c x <= c /\
     let out := without edges u v q b c (taken x) (off_b x) (off_c x) in
     Nat.testbit (may x) (Nat.min 2 (length (filter is_left out))) = true /\ left = out).
Proof.
  intros q b c left. cbn [changes]. rewrite !in_app_iff, !in_map_iff.
  assert (tail : forall n (f : nat -> nat -> list piece),
    (exists ty, (let '(t, y) := ty in f t y) = left /\ In ty (filter (fun '(t, y) => leaves_path t y) (takes_of n))) <->
    exists t y, 0 < t /\ t + y <= n /\ leaves_path t y = true /\ left = f t y).
  { intros n f. split.
    - intros [[t y] [<- there]]. apply filter_In in there. destruct there as [there allowed].
      apply takes_of_spec in there. exists t, y. tauto.
    - intros [t [y [some [fits [allowed ->]]]]]. exists (t, y). split; [reflexivity|]. apply filter_In.
      split; [apply takes_of_spec; auto | exact allowed]. }
  rewrite (tail b (fun t y => [Part q (b - (t + y)) c; Path y])), (tail c (fun t y => [Part q b (c - (t + y)); Path y])).
  enough (graph : (exists xks, (let '(x, ks) := xks in without edges u v q b c (taken x) (off_b x) (off_c x)) = left /\
      In xks (filter (fun '(x, ks) => opens (length ks) b c x) (options q))) <->
    (exists x, In x (bites q) /\ least_b x <= b /\ least_c x <= c /\
     let out := without edges u v q b c (taken x) (off_b x) (off_c x) in
     Nat.testbit (may x) (Nat.min 2 (length (filter is_left out))) = true /\ left = out)) by (rewrite graph; tauto).
  cbn zeta. split.
  - intros [[x ks] [<- there]]. apply filter_In in there. destruct there as [there ok].
    apply options_spec in there. destruct there as [member [-> _]]. unfold opens in ok.
    rewrite !andb_true_iff, !Nat.leb_le in ok. exists x. rewrite left_count. tauto.
  - intros [x [member [long_b [long_c [allowed ->]]]]]. exists (x, pieces edges (minus q (taken x))).
    split; [reflexivity|]. rewrite left_count in allowed.
    assert (ok : opens (length (pieces edges (minus q (taken x)))) b c x = true).
    { unfold opens. rewrite !andb_true_iff, !Nat.leb_le. auto. }
    apply filter_In. split; [|exact ok]. apply options_spec. split; [exact member|]. split; [reflexivity|].
    exact (opens_possible _ b c x ok).
Qed.

Lemma path_changes : forall n left, In left (changes (Path n)) <->
  exists t y, 0 < t /\ t + y <= n /\ left = of_path n t y /\
    Nat.testbit (digit r t) (Nat.min 2 (length (filter is_left left))) = true.
Proof.
  intros n left. cbn [changes]. rewrite in_map_iff. split.
  - intros [[t y] [<- there]]. apply filter_In in there. destruct there as [there allowed].
    apply takes_of_spec in there. exists t, y. tauto.
  - intros [t [y [some [fits [-> allowed]]]]]. exists (t, y). split; [reflexivity|]. apply filter_In.
    split; [apply takes_of_spec; auto | exact allowed].
Qed.

(** ** What is left is smaller, where every bite takes something *)

Hypothesis bites_take : forall q x, In x (bites q) -> exists y, In y q /\ In y (taken x).

Definition vertices_of (s : piece) : nat := match s with Path n => n | Part q b c => length q + b + c end.

Lemma mem_spec : forall x l, mem x l = true <-> In x l.
Proof.
  intros x l. unfold mem. rewrite existsb_exists. split.
  - intros [y [member same]]. apply Nat.eqb_eq in same. congruence.
  - intros member. exists x. split; [exact member | apply Nat.eqb_refl].
Qed.

Lemma filter_shorter : forall (A : Type) (keep : A -> bool) l, length (filter keep l) <= length l.
Proof. induction l as [|x l IH]; simpl; [lia|]. destruct (keep x); simpl; lia. Qed.

Lemma filter_strictly : forall (A : Type) (keep : A -> bool) l x, In x l -> keep x = false -> length (filter keep l) < length l.
Proof.
  intros A keep. induction l as [|y l IH]; intros x member gone; simpl; [destruct member|].
  pose proof (filter_shorter A keep l). destruct member as [-> | member].
  - rewrite gone. lia.
  - specialize (IH x member gone). destruct (keep y); simpl; lia.
Qed.

Lemma reached_shorter : forall steps l X, length X <= length l -> length (reached edges steps l X) <= length l.
Proof.
  induction steps as [|n IH]; intros l X few; simpl; [exact few|]. apply IH. apply filter_shorter.
Qed.

Lemma split_shorter : forall most l k, In k (split edges most l) -> length k <= length l.
Proof.
  induction most as [|n IH]; intros l k member; simpl in member; [destruct member|]. destruct l as [|x l]; [destruct member|].
  destruct member as [<- | member].
  - apply (reached_shorter (length (x :: l)) (x :: l)). simpl. lia.
  - apply IH in member. refine (Nat.le_trans _ _ _ member _). apply filter_shorter.
Qed.

Lemma changes_smaller : forall s left, In left (changes s) -> forall s', In s' left -> vertices_of s' < vertices_of s.
Proof.
  intros [n | q b c] left one s' member.
  - apply path_changes in one. destruct one as [t [y [some [fits [-> _]]]]]. destruct member as [<- | [<- | []]]; simpl; lia.
  - apply part_changes in one.
    destruct one as [[t [y [some [fits [_ ->]]]]] | [[t [y [some [fits [_ ->]]]]] | [x [bite [_ [_ [_ ->]]]]]]].
    + destruct (q); destruct member as [<- | [<- | []]]; simpl; lia.
    + destruct (q); destruct member as [<- | [<- | []]]; simpl; lia.
    + destruct (bites_take q x bite) as [z [here gone]].
      assert (less : length (minus q (taken x)) < length q).
      { apply (filter_strictly nat _ q z here). apply negb_false_iff, mem_spec. exact gone. }
      unfold without, loose in member. rewrite !in_app_iff, in_map_iff in member.
      destruct member as [[k [<- member]] | [member | member]].
      * apply split_shorter in member. unfold hangs. simpl. destruct (mem u k), (mem v k); lia.
      * destruct (mem u (taken x)); [|destruct member]. destruct member as [<- | []]. simpl. lia.
      * destruct (mem v (taken x)); [|destruct member]. destruct member as [<- | []]. simpl. lia.
Qed.
End Moves.

(** ** The rules are such lists *)

Section Code.
Variable edges : list (nat * nat).
Variables u v : nat.
Variable r : rules.
Variable take : nat.
Hypothesis bounds : forall t j, Nat.testbit (digit r t) j = true -> j <= 2 /\ t <= take.

Lemma path_beside : forall t q b c y, Nat.testbit (digit r t) (Nat.min 2 (length (filter is_left [Part q b c; Path y]))) =
  leaves_path r t y.
Proof. intros t q b c [|y]; reflexivity. Qed.

Lemma code_bites_spec : forall q x, In x (code_bites edges u v r take q) <->
  exists X i j, among X q /\ length X <= take /\ length (pieces edges X) = 1 /\ i <= hangs u X take /\ j <= hangs v X take /\
                x = Build_bite X i j i j (digit r (length X + i + j)).
Proof.
  intros q x. unfold code_bites. rewrite in_flat_map. split.
  - intros [X [member there]]. apply sublists_spec in member. destruct member as [inside few].
    destruct (Nat.eqb_spec (length (pieces edges X)) 1) as [one | more]; [|destruct there].
    apply in_flat_map in there. destruct there as [i [range there]]. apply in_map_iff in there.
    destruct there as [j [<- range']]. apply in_seq in range, range'. exists X, i, j. repeat split; auto; lia.
  - intros [X [i [j [inside [few [one [less_i [less_j ->]]]]]]]]. exists X. split; [apply sublists_spec; auto|].
    rewrite one. cbn [Nat.eqb]. apply in_flat_map. exists i. split; [apply in_seq; lia|].
    apply in_map_iff. exists j. split; [reflexivity | apply in_seq; lia].
Qed.

Theorem code_changes : forall s left,
  In left (changes edges u v r (code_bites edges u v r take) s) <-> code_cut edges u v r s left.
Proof.
  intros [n | q b c] left.
  - rewrite path_changes. split.
    + intros [t [y [some [fits [-> allowed]]]]]. exists t. split; [exact some|]. split; [|exact allowed].
      replace n with (n - (t + y) + t + y) at 1 by lia. constructor.
    + intros [t [some [one allowed]]]. inversion one as [x t' y | | |]; subst. exists t, y.
      unfold of_path. replace (x + t + y - (t + y)) with x by lia. repeat split; auto. lia.
  - rewrite part_changes. split.
    + intros [[t [y [some [fits [allowed ->]]]]] | [[t [y [some [fits [allowed ->]]]]] | [x [member [long_b [long_c [allowed ->]]]]]]].
      * exists t. rewrite path_beside. split; [exact some|]. split; [|exact allowed].
        replace b with (b - (t + y) + t + y) at 1 by lia. constructor.
      * exists t. rewrite path_beside. split; [exact some|]. split; [|exact allowed].
        replace c with (c - (t + y) + t + y) at 1 by lia. constructor.
      * apply code_bites_spec in member. destruct member as [X [i [j [inside [few [one [less_i [less_j ->]]]]]]]].
        cbn [taken off_b off_c least_b least_c may] in *. exists (length X + i + j).
        assert (some : 0 < length X) by (destruct X; [discriminate | simpl; lia]).
        split; [lia|]. split; [|exact allowed]. constructor; [exact inside | exact one | |]; unfold hangs in *.
        -- destruct (mem u X); lia.
        -- destruct (mem v X); lia.
    + intros [t [some [one allowed]]]. pose proof (proj2 (bounds _ _ allowed)) as small.
      inversion one as [| q' x t' y c' | q' b' x t' y | q' b' c' X i j inside whole less_i less_j]; subst.
      * left. exists t, y. rewrite path_beside in allowed. replace (x + t + y - (t + y)) with x by lia. repeat split; auto. lia.
      * right. left. exists t, y. rewrite path_beside in allowed. replace (x + t + y - (t + y)) with x by lia.
        repeat split; auto. lia.
      * right. right. exists (Build_bite X i j i j (digit r (length X + i + j))).
        cbn [taken off_b off_c least_b least_c may]. split; [|].
        -- apply code_bites_spec. exists X, i, j. unfold hangs in *. repeat split; auto; try lia;
             [destruct (mem u X); lia | destruct (mem v X); lia].
        -- unfold hangs in *. repeat split; auto; [destruct (mem u X); lia | destruct (mem v X); lia].
Qed.

Lemma code_bites_take : forall q x, In x (code_bites edges u v r take q) -> exists y, In y q /\ In y (taken x).
Proof.
  intros q x member. apply code_bites_spec in member. destruct member as [X [i [j [inside [_ [one [_ [_ ->]]]]]]]].
  cbn [taken]. destruct X as [|y X]; [discriminate|]. exists y. split; [|left; reflexivity].
  assert (within : forall l, among (y :: X) l -> In y l).
  { induction l as [|z l IH]; intros some; inversion some; subst; [right; auto | left; reflexivity]. }
  exact (within q inside).
Qed.

Lemma code_bites_short : forall q x, In x (code_bites edges u v r take q) ->
  Nat.max (off_b x) (least_b x) <= take /\ Nat.max (off_c x) (least_c x) <= take.
Proof.
  intros q x member. apply code_bites_spec in member. destruct member as [X [i [j [_ [_ [_ [less_i [less_j ->]]]]]]]].
  cbn [off_b off_c least_b least_c]. unfold hangs in *. destruct (mem u X), (mem v X); lia.
Qed.
End Code.

Section Kayles.
Variable edges : list (nat * nat).
Variables u v : nat.

(** Node Kayles on paths: one vertex alone, two of an end or three are taken. *)
Definition kayles : rules := Code [0; 1; 3; 7].

Lemma kayles_bites_spec : forall q x, In x (kayles_bites edges u v q) <->
  (mem u q = true /\ x = Build_bite [u] 2 0 1 0 7) \/ (mem v q = true /\ x = Build_bite [v] 0 2 0 1 7) \/
  (exists y, In y q /\ x = Build_bite (around edges q y) (if y =? u then 1 else 0) (if y =? v then 1 else 0) 0 0 7).
Proof.
  intros q x. unfold kayles_bites. rewrite !in_app_iff, in_map_iff.
  assert (alone : forall (here : bool) (bite : bite), In x (if here then [bite] else []) <-> here = true /\ x = bite).
  { intros [|] bite; simpl; intuition (auto; discriminate). }
  rewrite !alone. split; (intros [there | [there | [y [there same]]]]; [auto | auto | right; right; exists y; auto]).
Qed.

Lemma kayles_digit : forall t j, j <= 2 -> Nat.testbit (digit kayles t) j = true <->
  (t = 1 /\ j = 0) \/ (t = 2 /\ j <= 1) \/ t = 3.
Proof.
  intros t j few. destruct (le_lt_dec t 3) as [small | large].
  - destruct t as [|[|[|[|t]]]]; destruct j as [|[|[|j]]]; try lia; simpl;
      (split; [intros; try discriminate; lia | intros; try reflexivity; lia]).
  - unfold kayles, digit. rewrite nth_overflow by (simpl; lia). rewrite Nat.bits_0. split; [discriminate | lia].
Qed.

Lemma seven : forall n, Nat.testbit 7 (Nat.min 2 n) = true.
Proof. intros [|[|n]]; reflexivity. Qed.

Lemma kayles_tail : forall (f : nat -> nat -> list piece) n left, 
  (exists t y, 0 < t /\ t + y <= n /\ leaves_path kayles t y = true /\ left = f (n - (t + y)) y) <->
  exists k, 0 < k < n /\ left = f (k - 1) (n - k - 2).
Proof.
  intros f n left. unfold leaves_path. split.
  - intros [t [y [some [fits [allowed ->]]]]]. apply kayles_digit in allowed; [|destruct (y =? 0); lia].
    exists (n - (t + y) + 1). destruct (Nat.eqb_spec y 0); split; try lia; f_equal; lia.
  - intros [k [range ->]]. destruct (Nat.eq_dec (S k) n) as [<- | more].
    + exists 2, 0. repeat split; try lia. f_equal; lia.
    + exists 3, (n - k - 2). repeat split; try lia.
      * destruct (n - k - 2); reflexivity.
      * f_equal; lia.
Qed.

Theorem kayles_changes : forall s left,
  In left (changes edges u v kayles (kayles_bites edges u v) s) <-> strike edges u v s left.
Proof.
  intros [n | q b c] left.
  - rewrite path_changes. unfold of_path. split.
    + intros [t [y [some [fits [-> allowed]]]]]. change [Path (n - (t + y)); Path y] with (map Path [n - (t + y); y]) in *.
      rewrite left_paths, map_length in allowed. apply kayles_digit in allowed; [|lia].
      assert (at_ : exists k, k < n /\ n - (t + y) = k - 1 /\ y = n - k - 2).
      { destruct (n - (t + y)) as [|x] eqn:ahead; [|exists (S (S x)); simpl in allowed; destruct y; simpl in allowed; lia].
        destruct (le_lt_dec t 2); [exists 0 | exists 1]; destruct y; simpl in allowed; lia. }
      destruct at_ as [k [less [-> same]]]. cbn [map]. rewrite same. constructor. exact less.
    + intros one. inversion one as [n' k less | | | | |]; subst.
      change [Path (k - 1); Path (n - k - 2)] with (map Path [k - 1; n - k - 2]).
      exists (n - (k - 1) - (n - k - 2)), (n - k - 2). rewrite left_paths, map_length.
      split; [lia|]. split; [lia|]. split; [simpl; do 2 f_equal; lia|]. apply kayles_digit; [lia|].
      destruct k as [|[|k]], (n - _ - 2) eqn:behind; simpl; lia.
  - rewrite part_changes.
    rewrite (kayles_tail (fun x y => [Part q x c; Path y])), (kayles_tail (fun x y => [Part q b x; Path y])). split.
    + intros [[k [range ->]] | [[k [range ->]] | [x [member [long_b [long_c [_ ->]]]]]]]; [constructor; exact range .. |].
      apply kayles_bites_spec in member.
      destruct member as [[there ->] | [[there ->] | [y [there ->]]]]; cbn [taken off_b off_c least_b least_c] in *.
      * constructor; [exact there | lia].
      * constructor; [exact there | lia].
      * constructor. apply mem_spec. exact there.
    + intros one.
      inversion one as [| q' b' c' k range | q' b' c' k range | q' b' c' there some | q' b' c' there some | q' b' c' x there];
        subst; [left; eauto | right; left; eauto | right; right ..].
      * exists (Build_bite [u] 2 0 1 0 7). cbn [taken off_b off_c least_b least_c may].
        rewrite kayles_bites_spec, seven. repeat split; auto; lia.
      * exists (Build_bite [v] 0 2 0 1 7). cbn [taken off_b off_c least_b least_c may].
        rewrite kayles_bites_spec, seven. repeat split; auto; lia.
      * exists (Build_bite (around edges q x) (if x =? u then 1 else 0) (if x =? v then 1 else 0) 0 0 7).
        cbn [taken off_b off_c least_b least_c may]. rewrite kayles_bites_spec, seven. apply mem_spec in there.
        repeat split; eauto; lia.
Qed.

Lemma kayles_bites_take : forall q x, In x (kayles_bites edges u v q) -> exists y, In y q /\ In y (taken x).
Proof.
  intros q x member. apply kayles_bites_spec in member.
  destruct member as [[there ->] | [[there ->] | [y [there ->]]]]; cbn [taken].
  - exists u. apply mem_spec in there. simpl. auto.
  - exists v. apply mem_spec in there. simpl. auto.
  - exists y. split; [exact there|]. apply filter_In. rewrite Nat.eqb_refl. auto.
Qed.

Lemma kayles_bites_short : forall q x, In x (kayles_bites edges u v q) ->
  Nat.max (off_b x) (least_b x) <= 3 /\ Nat.max (off_c x) (least_c x) <= 3.
Proof.
  intros q x member. apply kayles_bites_spec in member.
  destruct member as [[_ ->] | [[_ ->] | [y [_ ->]]]]; cbn [off_b off_c least_b least_c]; try lia.
  destruct (y =? u), (y =? v); lia.
Qed.
End Kayles.
