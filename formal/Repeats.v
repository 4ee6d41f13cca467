(** Checks that the values of single heaps repeat for ever, from a table of them that is long enough. *)

From Coq Require Import List Arith Lia Bool.
From Verified Require Import Games Heaps Periods Tables Steps Values.
Import ListNotations.

(** ** What a table must show *)

Definition parts_of (d : nat) : nat := if 8 <=? d then 3 else if 4 <=? d then 2 else 1.

Definition all_steps (r : rules) : list (nat * nat) :=
  match r with
  | Code digits => steps r (length digits)
  | Takes set => map (fun t => (t, 3)) set
  | Nim => []
  end.

(** The most heaps that a move leaves, at least 1, and the largest take; nim has none. *)
Definition most_parts (r : rules) : nat := fold_left (fun h step => Nat.max h (parts_of (snd step))) (all_steps r) 1.
Definition largest_take (r : rules) : nat := fold_left (fun k step => Nat.max k (fst step)) (all_steps r) 0.

Definition bounded (r : rules) (h k : nat) : bool :=
  match r with
  | Nim => false
  | _ => (1 <=? h) && forallb (fun step => (snd step <? 2 ^ S h) && (fst step <=? k)) (all_steps r)
  end.

Definition repeats (f : nat -> nat) (p first count : nat) : bool :=
  all_from (fun n => f (n + p) =? f n) count first.

(** No smaller number begins or divides the period. *)
Definition nothing_smaller (f : nat -> nat) (n0 p : nat) : bool :=
  ((n0 =? 0) || negb (f (n0 - 1 + p) =? f (n0 - 1))) &&
  all_from (fun d => if p mod d =? 0 then negb (repeats f d n0 (p - d)) else true) (p - 1) 1.

(** How many values are needed to show a period by Guy and Smith, and by Golomb. *)
Definition period_length (r : rules) (n0 p : nat) : nat :=
  let first := Nat.max n0 1 in first + p + ((most_parts r - 1) * (first + p) + largest_take r).

Definition window_length (r : rules) (n0 p : nat) : nat := n0 + p + largest_take r.

Definition is_period (r : rules) (g : M.t nat) (n0 p : nat) : bool :=
  valid r && bounded r (most_parts r) (largest_take r) && (1 <=? p) &&
  repeats (at_ g) p n0 (period_length r n0 p - p - n0) && nothing_smaller (at_ g) n0 p.

Definition is_window (r : rules) (g : M.t nat) (n0 p : nat) : bool :=
  valid r && bounded r 1 (largest_take r) && (1 <=? p) &&
  match r with Takes _ => true | _ => false end &&
  repeats (at_ g) p n0 (largest_take r) && nothing_smaller (at_ g) n0 p.

(** The table of values if it shows the period. *)
Definition check_period (r : rules) (n0 p : nat) : M.t nat * bool :=
  let g := table r (period_length r n0 p) in (g, is_period r g n0 p).

Definition check_window (r : rules) (n0 p : nat) : M.t nat * bool :=
  let g := table r (window_length r n0 p) in (g, is_window r g n0 p).

Lemma bounded_spec : forall r h k, bounded r h k = true ->
  1 <= h /\ forall t j, Nat.testbit (digit r t) j = true -> j <= h /\ t <= k.
Proof.
  intros r h k ok.
  assert (shape : 1 <= h /\ forall t, digit r t <> 0 -> digit r t < 2 ^ S h /\ t <= k).
  { destruct r as [digits | set |]; [| | discriminate]; apply andb_true_iff in ok; destruct ok as [some all];
      apply Nat.leb_le in some; (split; [exact some|]); rewrite forallb_forall in all; intros t positive.
    - assert (member : In (t, digit (Code digits) t) (all_steps (Code digits))).
      { apply steps_spec. repeat split; auto. cbn [digit] in positive.
        destruct (le_lt_dec t (length digits)) as [small | large]; [exact small | exfalso].
        apply positive, nth_overflow. lia. }
      apply all, andb_true_iff in member. destruct member as [small short].
      apply Nat.ltb_lt in small. apply Nat.leb_le in short. auto.
    - cbn [digit] in *. destruct (existsb (Nat.eqb t) set) eqn:found; [|destruct (positive eq_refl)].
      apply existsb_exists in found. destruct found as [x [member same]]. apply Nat.eqb_eq in same. subst x.
      assert (step : In (t, 3) (all_steps (Takes set))) by (apply in_map_iff; exists t; auto).
      apply all, andb_true_iff in step. destruct step as [small short].
      apply Nat.ltb_lt in small. apply Nat.leb_le in short. auto. }
  destruct shape as [some each]. split; [exact some|]. intros t j set.
  destruct (Nat.eq_dec (digit r t) 0) as [zero | positive]; [rewrite zero, Nat.bits_0 in set; discriminate|].
  destruct (each t positive) as [small short]. split; [exact (testbit_small _ h j small set) | exact short].
Qed.

Lemma repeats_spec : forall f p first count, repeats f p first count = true <->
  forall n, first <= n < first + count -> f (n + p) = f n.
Proof.
  intros f p first count. unfold repeats. rewrite all_from_spec.
  split; intros each n range; apply Nat.eqb_eq, each, range.
Qed.

Section Sound.
Variable r : rules.
Variable G : nat -> nat.
Hypothesis values : heap_function r G.

Lemma nothing_smaller_sound : forall f count n0 p, 1 <= p -> n0 + p <= count ->
  (forall n, n < count -> f n = G n) -> nothing_smaller f n0 p = true ->
  periodic G n0 p -> least_period G n0 p.
Proof.
  intros f count n0 p positive enough same ok by_p. unfold nothing_smaller in ok.
  apply andb_true_iff in ok. destruct ok as [begins divisors]. rewrite all_from_spec in divisors.
  apply least_by_divisors; [exact positive | exact by_p | |].
  - apply orb_true_iff in begins. destruct begins as [zero | differs]; [left; apply Nat.eqb_eq; exact zero|].
    destruct (Nat.eq_dec n0 0) as [zero | some]; [left; exact zero | right].
    apply negb_true_iff, Nat.eqb_neq in differs. rewrite !same in differs by lia. exact differs.
  - intros d small [c multiple] by_d. specialize (divisors d ltac:(lia)). cbn beta in divisors.
    rewrite multiple, Nat.mod_mul in divisors by lia. simpl in divisors.
    apply negb_true_iff in divisors. rewrite <- multiple in divisors.
    assert (repeats f d n0 (p - d) = true); [|congruence].
    apply repeats_spec. intros n range. rewrite !same by lia. apply by_d. lia.
Qed.

Theorem is_period_sound : forall g n0 p, (forall n, n < period_length r n0 p -> at_ g n = G n) ->
  is_period r g n0 p = true -> least_period G n0 p.
Proof.
  intros g n0 p same ok. unfold is_period in ok. rewrite !andb_true_iff in ok.
  destruct ok as [[[[right bound] positive] window] smaller].
  apply valid_proper in right. apply Nat.leb_le in positive. apply bounded_spec in bound.
  destruct bound as [some bound]. rewrite repeats_spec in window.
  set (h := most_parts r) in *. set (k := largest_take r) in *. set (first := Nat.max n0 1) in *.
  set (count := period_length r n0 p) in *.
  assert (long : count = first + p + ((h - 1) * (first + p) + k)) by reflexivity.
  assert (by_p : periodic G first p).
  { apply (guy_smith r right G values h k); try assumption; [lia|]. intros n range.
    rewrite <- !same by lia. apply window. lia. }
  apply (nothing_smaller_sound (at_ g) count); auto; [lia|].
  intros n begun. destruct (le_lt_dec first n) as [after | before]; [exact (by_p n after)|].
  rewrite <- !same by lia. apply window. lia.
Qed.

Theorem is_window_sound : forall g n0 p, (forall n, n < window_length r n0 p -> at_ g n = G n) ->
  is_window r g n0 p = true -> least_period G n0 p.
Proof.
  intros g n0 p same ok. unfold is_window in ok. rewrite !andb_true_iff in ok.
  destruct ok as [[[[[right bound] positive] plain] window] smaller].
  apply valid_proper in right. apply Nat.leb_le in positive. apply bounded_spec in bound.
  destruct bound as [_ bound]. rewrite repeats_spec in window.
  set (k := largest_take r) in *. set (count := window_length r n0 p) in *.
  assert (long : count = n0 + p + k) by reflexivity.
  apply (nothing_smaller_sound (at_ g) count); auto; [lia|].
  apply (golomb r right G values k).
  - intros t j set. destruct (bound t j set). split; [lia | assumption].
  - intros t. destruct r as [digits | set |]; [discriminate | | discriminate]. cbn [digit].
    destruct (existsb (Nat.eqb t) set); reflexivity.
  - intros n range. rewrite <- !same by lia. apply window. exact range.
Qed.
End Sound.
