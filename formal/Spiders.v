(** Take and break on spiders, and what a square of values proves of two of their rays of any length.

    A reader has to believe the moves only, to "Values of pieces". *)

From Coq Require Import List Arith Lia Bool Wf_nat.
From Verified Require Import Games Sums Heaps Periods Tables Steps Values Repeats TwoLengths.
Import ListNotations.

(** ** Rules: a piece is a path, or a spider: a vertex in the middle with paths, its rays, hanging on it *)

Inductive piece : Type :=
| Path (vertices : nat)
| Spider (rays : list nat).

(** t connected vertices are taken: of a path, of a ray, or the middle with the beginnings of rays, of which each is
    (vertices that are left, vertices that are taken). What is left is listed; a path of no vertices is nothing. *)
Inductive cut : piece -> nat -> list piece -> Prop :=
| cut_path : forall x t y, cut (Path (x + t + y)) t [Path x; Path y]
| cut_ray : forall before x t y after,
    cut (Spider (before ++ (x + t + y) :: after)) t [Spider (before ++ x :: after); Path y]
| cut_middle : forall rays,
    cut (Spider (map (fun ray => fst ray + snd ray) rays)) (S (list_sum (map snd rays))) (map Path (map fst rays)).

Definition is_left (s : piece) : bool := match s with Path 0 => false | _ => true end.

(** Bit 0 of the digit of t allows to leave nothing, bit 1 one piece, bit 2 more. Arc Kayles is 0.07. *)
Definition code_cut (r : rules) (s : piece) (left : list piece) : Prop :=
  exists t, 0 < t /\ cut s t left /\ Nat.testbit (digit r t) (Nat.min 2 (length (filter is_left left))) = true.

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

(** ** All cuts *)

Definition vertices_of (s : piece) : nat := match s with Path n => n | Spider rays => S (list_sum rays) end.

(** The rays with one of them cut: what is left, how many are taken, and the path behind them. *)
Fixpoint ray_cuts (rays : list nat) : list (list nat * nat * nat) :=
  match rays with
  | [] => []
  | n :: rest =>
      flat_map (fun t => map (fun x => (x :: rest, t, n - t - x)) (seq 0 (S (n - t)))) (seq 1 n) ++
      map (fun '(rest', t, y) => (n :: rest', t, y)) (ray_cuts rest)
  end.

(** m vertices are taken from the beginnings of rays. *)
Fixpoint spread (m : nat) (rays : list nat) : list (list (nat * nat)) :=
  match rays with
  | [] => if m =? 0 then [[]] else []
  | n :: rest => flat_map (fun k => map (cons (n - k, k)) (spread (m - k) rest)) (seq 0 (S (Nat.min m n)))
  end.

Lemma ray_cuts_spec : forall rays rays' t y, In (rays', t, y) (ray_cuts rays) <->
  0 < t /\ exists before x after, rays = before ++ (x + t + y) :: after /\ rays' = before ++ x :: after.
Proof.
  induction rays as [|n rays IH]; intros rays' t y; cbn [ray_cuts].
  - split; [intros [] | intros [_ [[|b before] [x [after [wrong _]]]]]; discriminate].
  - rewrite in_app_iff, in_flat_map, in_map_iff. split.
    + intros [[t' [range there]] | [[[rest' t'] y'] [[= <- <- <-] there]]].
      * apply in_map_iff in there. destruct there as [x [[= <- <- <-] range']]. apply in_seq in range, range'.
        split; [lia|]. exists [], x, rays. split; [|reflexivity]. simpl. f_equal. lia.
      * apply IH in there. destruct there as [some [before [x [after [-> ->]]]]]. split; [exact some|].
        exists (n :: before), x, after. auto.
    + intros [some [[|b before] [x [after [same ->]]]]]; injection same as -> ->.
      * left. exists t. split; [apply in_seq; lia|]. apply in_map_iff. exists x. split; [|apply in_seq; lia].
        simpl. do 2 f_equal. lia.
      * right. exists (before ++ x :: after, t, y). split; [reflexivity|]. apply IH. split; [exact some|]. exists before, x, after. auto.
Qed.

Lemma spread_spec : forall rays m pairs, In pairs (spread m rays) <->
  map (fun ray => fst ray + snd ray) pairs = rays /\ list_sum (map snd pairs) = m.
Proof.
  induction rays as [|n rays IH]; intros m pairs; cbn [spread].
  - destruct (Nat.eqb_spec m 0) as [-> | more].
    + split; [intros [<- | []]; auto|]. intros [none _]. destruct pairs; [left; reflexivity | discriminate].
    + split; [intros []|]. intros [none sum]. destruct pairs; [simpl in sum; congruence | discriminate].
  - rewrite in_flat_map. split.
    + intros [k [range there]]. apply in_seq in range. apply in_map_iff in there. destruct there as [rest [<- there]].
      apply IH in there. destruct there as [same sum]. simpl. split; [f_equal; [lia | exact same] | lia].
    + intros [same sum]. destruct pairs as [|[x k] pairs]; [discriminate|]. injection same as total same. simpl in total, sum.
      exists k. split; [apply in_seq; lia|]. apply in_map_iff. exists pairs. split; [do 2 f_equal; lia|].
      apply IH. split; [exact same | lia].
Qed.

Definition cuts (s : piece) : list (nat * list piece) :=
  match s with
  | Path n => flat_map (fun t => map (fun x => (t, [Path x; Path (n - t - x)])) (seq 0 (S (n - t)))) (seq 1 n)
  | Spider rays =>
      map (fun '(rays', t, y) => (t, [Spider rays'; Path y])) (ray_cuts rays) ++
      flat_map (fun m => map (fun pairs => (S m, map Path (map fst pairs))) (spread m rays)) (seq 0 (S (list_sum rays)))
  end.

Lemma sum_taken : forall pairs : list (nat * nat),
  list_sum (map snd pairs) <= list_sum (map (fun ray => fst ray + snd ray) pairs).
Proof. induction pairs as [|[x k] pairs IH]; simpl; lia. Qed.

Lemma cuts_spec : forall s t left, In (t, left) (cuts s) <-> 0 < t /\ cut s t left.
Proof.
  intros [n | rays] t left; cbn [cuts].
  - rewrite in_flat_map. split.
    + intros [t' [range there]]. apply in_map_iff in there. destruct there as [x [[= <- <-] range']].
      apply in_seq in range, range'. split; [lia|]. replace n with (x + t' + (n - t' - x)) at 1 by lia. constructor.
    + intros [some one]. inversion one; subst. exists t. split; [apply in_seq; lia|].
      apply in_map_iff. exists x. split; [do 4 f_equal; lia | apply in_seq; lia].
  - rewrite in_app_iff, in_map_iff, in_flat_map. split.
    + intros [[[[rays' t'] y] [[= <- <-] there]] | [m [range there]]].
      * apply ray_cuts_spec in there. destruct there as [some [before [x [after [-> ->]]]]]. split; [exact some | constructor].
      * apply in_map_iff in there. destruct there as [pairs [[= <- <-] there]]. apply spread_spec in there.
        destruct there as [<- <-]. split; [lia | constructor].
    + intros [some one]. inversion one as [| before x t' y after | pairs]; subst.
      * left. exists (before ++ x :: after, t, y). split; [reflexivity|]. apply ray_cuts_spec. split; [exact some|].
        exists before, x, after. auto.
      * right. exists (list_sum (map snd pairs)). split.
        -- apply in_seq. pose proof (sum_taken pairs). lia.
        -- apply in_map_iff. exists pairs. split; [reflexivity | apply spread_spec; auto].
Qed.

Lemma cut_smaller : forall s t left, 0 < t -> cut s t left -> forall s', In s' left -> vertices_of s' < vertices_of s.
Proof.
  intros s t left some one s' member. destruct one as [x t y | before x t y after | pairs].
  - destruct member as [<- | [<- | []]]; simpl; lia.
  - destruct member as [<- | [<- | []]]; simpl; rewrite !list_sum_app; simpl; lia.
  - apply in_map_iff in member. destruct member as [n [<- member]]. simpl.
    assert (most : forall l m, In m l -> m <= list_sum l).
    { induction l as [|a l IH]; intros m there; simpl; [destruct there|].
      destruct there as [-> | there]; [lia | specialize (IH m there); lia]. }
    assert (list_sum (map fst pairs) <= list_sum (map (fun ray : nat * nat => fst ray + snd ray) pairs)).
    { clear. induction pairs as [|[a b] pairs IH]; simpl; lia. }
    specialize (most _ _ member). lia.
Qed.

Section Code.
Variable r : rules.

Definition code_allows (t : nat) (left : list piece) : bool :=
  Nat.testbit (digit r t) (Nat.min 2 (length (filter is_left left))).

Definition code_cuts (s : piece) : list (list piece) :=
  map snd (filter (fun '(t, over) => code_allows t over) (cuts s)).

Lemma code_cuts_spec : forall s left, In left (code_cuts s) <-> code_cut r s left.
Proof.
  intros s left. unfold code_cuts, code_cut. rewrite in_map_iff. split.
  - intros [[t left'] [<- there]]. apply filter_In in there. destruct there as [there allowed].
    apply cuts_spec in there. exists t. tauto.
  - intros [t [some [one allowed]]]. exists (t, left). split; [reflexivity|]. apply filter_In.
    split; [apply cuts_spec; auto | exact allowed].
Qed.

Lemma code_cut_smaller : forall s left, code_cut r s left -> forall s', In s' left -> vertices_of s' < vertices_of s.
Proof. intros s left [t [some [one _]]]. exact (cut_smaller s t left some one). Qed.

Definition code_value : piece -> nat := value_of_piece code_cuts vertices_of.

Theorem code_value_is : forall s, Grundy (side_by_side (code_cut r)) [s] (code_value s).
Proof. exact (value_of_piece_is (code_cut r) code_cuts code_cuts_spec vertices_of code_cut_smaller). Qed.
End Code.
