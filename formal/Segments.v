(** Large periods by rare heaps in segments, each of which can be checked apart.

    Before the ends of the segments values are listed. A segment is right where those before its begin lead to those
    before its end; who checks it, and when, does not matter. *)

From Coq Require Import List Arith Lia Bool.
From Verified Require Import Games Heaps Periods Tables Steps Values Repeats Rare.
Import ListNotations.

Fixpoint listed (f : nat -> nat) (start : nat) (l : list nat) : bool :=
  match l with
  | [] => true
  | v :: rest => if f start =? v then listed f (S start) rest else false
  end.

Section Segments.
Variable r : rules.
Variable places : list nat.
Variable parity : bool.
Variable shift : nat.
Variable rares : list (nat * nat).
Variable depth window n0 p : nat.

(** The values of the first heaps, to which all segments look back. *)
Variable first : nat -> nat.

(** ** The programs *)

Definition segments_begun : bool :=
  well_begun r places parity shift rares depth window n0 p first &&
  fits_from parity shift depth first (near_pairs r rares) (splits r) (typed_words places) (begins r rares) (S window).

(** The first segment begins where the values end that all look back to. *)
Definition first_values : list nat := map first (seq 0 (S window)).

Definition right_segment (f : nat -> nat) (begin : nat) (before : list nat) (stop : nat) (after : list nat) : bool :=
  (begin <=? stop) && (length after =? S window) && all_from (fun n => f n =? first n) (S depth) 0 &&
  listed f (begin - S window) before &&
  fits_from parity shift depth f (near_pairs r rares) (splits r) (typed_words places) begin stop &&
  listed f (stop - S window) after.

(** Some multiple of d below p is seen to be no period. *)
Definition no_period_by (ends : list (nat * list nat)) (values : list nat) (d : nat) : bool :=
  existsb (fun x => let e := fst x - (n0 + window) in
    (n0 + window <? fst x) && (e <? p) && (p mod e =? 0) && (e mod d =? 0) && negb (same_heaps (tl (snd x)) values)) ends.

(** The ends show the period, and by its divisors up to a number whose square is not less that no smaller one is. *)
Definition ends_show (root : nat) (ends : list (nat * list nat)) : bool :=
  match find (fun x => fst x =? n0 + window) ends, last ends (0, []) with
  | Some (_, a :: values), (stop, b :: again) =>
      (stop =? n0 + p + window) && same_heaps values again && negb (a =? b) && (p <=? root * root) &&
      all_from (fun d => if p mod d =? 0
        then (if d <? p then no_period_by ends values d else true) &&
             (if p / d <? p then no_period_by ends values (p / d) else true)
        else true) root 1
  | _, _ => false
  end.

(** All segments, one after the other, are right. *)
Fixpoint all_right (begin : nat) (before : list nat) (ends : list (nat * list nat)) : Prop :=
  match ends with
  | [] => True
  | (stop, after) :: rest =>
      (exists f, right_segment f begin before stop after = true) /\ all_right stop after rest
  end.

(** ** What they show *)

Lemma listed_spec : forall f l start, listed f start l = true -> l = map f (seq start (length l)).
Proof.
  intros f. induction l as [|v l IH]; intros start ok; [reflexivity|]. cbn [listed] in ok.
  destruct (Nat.eqb_spec (f start) v) as [same | _]; [|discriminate]. cbn [length seq map].
  rewrite same. f_equal. exact (IH (S start) ok).
Qed.

Lemma same_heaps_self : forall a, same_heaps a a = true.
Proof. induction a as [|x a IH]; [reflexivity|]. cbn [same_heaps]. rewrite Nat.eqb_refl. exact IH. Qed.

Lemma map_seq : forall (f g : nat -> nat) count a b,
  map f (seq a count) = map g (seq b count) <-> forall i, i < count -> f (a + i) = g (b + i).
Proof.
  intros f g. induction count as [|c IH]; intros a b; cbn [seq map]; [split; [intros; lia | reflexivity]|]. split.
  - intros [= one rest] [|i] less; [rewrite !Nat.add_0_r; exact one|]. rewrite <- !Nat.add_succ_comm.
    apply (proj1 (IH (S a) (S b)) rest). lia.
  - intros each. f_equal; [specialize (each 0 ltac:(lia)); rewrite !Nat.add_0_r in each; exact each|].
    apply IH. intros i less. rewrite !Nat.add_succ_comm. apply each. lia.
Qed.

Hypothesis begun : segments_begun = true.
Let G := heap_value r.
Let k := largest_take r.
Let below := decided_below r places parity shift rares depth.

Lemma begun_well : well_begun r places parity shift rares depth window n0 p first = true.
Proof. unfold segments_begun in begun. apply andb_true_iff in begun. apply begun. Qed.

Lemma first_true : (forall a, a < S window -> first a = G a) /\ below (S window).
Proof.
  destruct (begun_parts _ _ _ _ _ _ _ _ _ _ begun_well) as [_ [_ [_ [_ [_ [_ [_ [_ [_ [early _]]]]]]]]]].
  pose proof begun as ok. unfold segments_begun in ok. apply andb_true_iff in ok. destruct ok as [_ ok].
  destruct (decided_stretch _ _ _ _ _ _ _ _ _ _ begun_well first (begins r rares) (S window)) as [same is_below];
    [reflexivity | apply begun_below | intros a _ less; exact (early a less) | exact ok|].
  split; [|exact is_below]. intros a less.
  destruct (le_lt_dec (begins r rares) a) as [late | soon]; [|exact (early a soon)].
  apply same; [right; lia | exact less].
Qed.

(** One segment: from true values to true values. *)
Theorem right_segment_sound : forall f begin before stop after,
  S window <= begin -> below begin -> before = map G (seq (begin - S window) (S window)) ->
  right_segment f begin before stop after = true ->
  begin <= stop /\ below stop /\ after = map G (seq (stop - S window) (S window)).
Proof.
  intros f begin before stop after late known true_before ok. unfold right_segment in ok.
  rewrite !andb_true_iff in ok. destruct ok as [[[[[forwards long] small] from] fit] to].
  apply Nat.leb_le in forwards. apply Nat.eqb_eq in long. rewrite all_from_spec in small.
  destruct (begun_parts _ _ _ _ _ _ _ _ _ _ begun_well) as [_ [_ [_ [_ [_ [_ [wide [deep _]]]]]]]].
  apply listed_spec in from. rewrite true_before, map_length, seq_length, map_seq in from.
  assert (near : forall a, begin <= a + S window -> a < begin -> f a = G a).
  { intros a far less. specialize (from (a - (begin - S window)) ltac:(lia)).
    replace (begin - S window + (a - (begin - S window))) with a in from by lia. symmetry. exact from. }
  destruct (decided_stretch _ _ _ _ _ _ _ _ _ _ begun_well f begin stop) as [same known'];
    [unfold begins; lia | exact known | | exact fit |].
  - intros a [little | far] less; [|apply near; [lia | exact less]].
    specialize (small a ltac:(lia)). apply Nat.eqb_eq in small. rewrite small. apply first_true. lia.
  - split; [exact forwards|]. split; [exact known'|]. apply listed_spec in to. rewrite long in to. rewrite to at 1.
    apply map_seq. intros i less.
    destruct (le_lt_dec begin (stop - S window + i)) as [inside | before_it]; [apply same; lia | apply near; lia].
Qed.

Lemma all_right_true : forall ends begin before,
  S window <= begin -> below begin -> before = map G (seq (begin - S window) (S window)) ->
  all_right begin before ends -> forall stop after, In (stop, after) ends ->
  S window <= stop /\ below stop /\ after = map G (seq (stop - S window) (S window)).
Proof.
  induction ends as [|[stop after] ends IH]; intros begin before late known is ok stop' after' member; [destruct member|].
  destruct ok as [[f ok] others].
  destruct (right_segment_sound f begin before stop after late known is ok) as [forwards [known' is']].
  destruct member as [[= <- <-] | member]; [split; [lia | split; [exact known' | exact is']]|].
  exact (IH stop after ltac:(lia) known' is' others stop' after' member).
Qed.

Theorem segments_least : forall root ends,
  ends_show root ends = true -> all_right (S window) first_values ends -> least_period G n0 p.
Proof.
  intros root ends shown right.
  destruct (begun_parts _ _ _ _ _ _ _ _ _ _ begun_well) as [_ [_ [_ [_ [_ [positive [_ [_ [before _]]]]]]]]].
  destruct first_true as [first_is known].
  assert (each : forall stop after, In (stop, after) ends ->
            S window <= stop /\ below stop /\ after = map G (seq (stop - S window) (S window))).
  { apply (all_right_true ends (S window) first_values); [lia | exact known | | exact right].
    unfold first_values. rewrite Nat.sub_diag. apply map_seq. intros i less. apply first_is. lia. }
  unfold ends_show in shown. destruct (find _ ends) as [[start [|a values]]|] eqn:begins_at; try discriminate.
  apply find_some in begins_at. destruct begins_at as [at_start is_start]. apply Nat.eqb_eq in is_start.
  cbn [fst] in is_start. subst start. destruct (last ends (0, [])) as [stop [|b again]] eqn:ends_at; try discriminate.
  assert (at_stop : In (stop, b :: again) ends).
  { destruct ends as [|x ends]; [destruct at_start|]. rewrite (app_removelast_last (0, []) (l := x :: ends)) by discriminate.
    rewrite ends_at. apply in_app_iff. right. simpl. auto. }
  rewrite !andb_true_iff in shown. destruct shown as [[[[is_stop same] differs] square] divisors].
  apply Nat.eqb_eq in is_stop. subst stop. apply same_heaps_true in same. subst again.
  apply negb_true_iff, Nat.eqb_neq in differs. apply Nat.leb_le in square. rewrite all_from_spec in divisors.
  destruct (each _ _ at_start) as [_ [_ values_start]]. destruct (each _ _ at_stop) as [_ [known_stop values_stop]].
  replace (n0 + window - S window) with (n0 - 1) in values_start by lia.
  replace (n0 + p + window - S window) with (n0 - 1 + p) in values_stop by lia.
  cbn [seq map] in values_start, values_stop. injection values_start as a_is values_are. injection values_stop as b_is again_are.
  replace (S (n0 - 1)) with n0 in values_are by lia. replace (S (n0 - 1 + p)) with (n0 + p) in again_are by lia.
  assert (by_p : periodic G n0 p).
  { apply (begun_periodic _ _ _ _ _ _ _ _ _ _ begun_well); [exact known_stop|].
    rewrite again_are in values_are. rewrite map_seq in values_are. intros n range.
    specialize (values_are (n - n0) ltac:(lia)). fold G.
    replace (n0 + p + (n - n0)) with (n + p) in values_are by lia. replace (n0 + (n - n0)) with n in values_are by lia.
    exact values_are. }
  apply least_by_divisors; [exact positive | exact by_p | right; congruence|].
  assert (shown : forall d, 1 <= d -> no_period_by ends values d = true -> ~ periodic G n0 d).
  { intros d some no by_d. unfold no_period_by in no. apply existsb_exists in no. destruct no as [[stop l] [member no]].
    cbn [fst snd] in no. rewrite !andb_true_iff in no. destruct no as [[[[after _] _] multiple] other].
    apply Nat.ltb_lt in after. apply Nat.eqb_eq in multiple. apply negb_true_iff in other.
    destruct (each _ _ member) as [_ [_ l_is]]. apply Nat.mod_divides in multiple; [|lia]. destruct multiple as [c multiple].
    enough (tl l = values) as equal by (rewrite equal, same_heaps_self in other; discriminate).
    rewrite l_is, values_are. cbn [seq map tl]. apply map_seq. intros i less.
    replace (S (stop - S window) + i) with (n0 + i + c * d) by lia.
    apply (periodic_times _ G n0 d c by_d). lia. }
  intros d range [c multiple]. destruct (le_lt_dec d root) as [little | large].
  - specialize (divisors d ltac:(lia)). cbn beta in divisors. rewrite multiple, Nat.mod_mul, <- multiple in divisors by lia.
    apply andb_true_iff in divisors. destruct divisors as [this _].
    replace (d <? p) with true in this by (symmetry; apply Nat.ltb_lt; lia). apply shown; [lia | exact this].
  - assert (1 <= c) by (destruct c; lia). assert (c <= root) by nia.
    specialize (divisors c ltac:(lia)). cbn beta in divisors.
    replace (p mod c) with 0 in divisors by (rewrite multiple, Nat.mul_comm, Nat.mod_mul by lia; reflexivity).
    replace (p / c) with d in divisors by (rewrite multiple, Nat.mul_comm, Nat.div_mul by lia; reflexivity).
    apply andb_true_iff in divisors. destruct divisors as [_ this].
    replace (d <? p) with true in this by (symmetry; apply Nat.ltb_lt; lia). apply shown; [lia | exact this].
Qed.
End Segments.

(** Where all segments are right and their ends show it, the Grundy function has this least period. *)
Theorem heaps_segments_sound : forall r places parity shift rares depth window n0 p first root ends,
  segments_begun r places parity shift rares depth window n0 p first = true ->
  ends_show window n0 p root ends = true ->
  all_right r places parity shift rares depth window first (S window) (first_values window first) ends ->
  exists G, heap_function r G /\ least_period G n0 p.
Proof.
  intros r places parity shift rares depth window n0 p first root ends begun shown right.
  exists (heap_value r). split.
  - apply heap_value_is. exact (proj1 (begun_parts _ _ _ _ _ _ _ _ _ _ (begun_well _ _ _ _ _ _ _ _ _ _ begun))).
  - exact (segments_least r places parity shift rares depth window n0 p first begun root ends shown right).
Qed.
