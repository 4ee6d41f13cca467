(** Values that repeat for ever, from a window in which they repeat. *)

From Coq Require Import List Arith Lia.
From Verified Require Import Games Sums Heaps.
Import ListNotations.

Definition periodic {A : Type} (G : nat -> A) (n0 p : nat) : Prop := forall n, n0 <= n -> G (n + p) = G n.

(** The least period, from where on it holds: no other period is smaller or begins earlier. *)
Definition least_period {A : Type} (G : nat -> A) (n0 p : nat) : Prop :=
  periodic G n0 p /\ forall m q, 1 <= q -> periodic G m q -> n0 <= m /\ p <= q.

(** ** Sums of which one part is exchanged *)

Lemma nim_sum_exchange : forall (G : nat -> nat) before after x y, G x = G y ->
  nim_sum (map G (before ++ x :: after)) = nim_sum (map G (before ++ y :: after)).
Proof.
  induction before as [|b before IH]; intros after x y same; simpl; [|f_equal; auto]. rewrite same. reflexivity.
Qed.

Lemma large_part : forall h bound hs, 1 <= bound -> length hs <= h -> 1 <= h -> h * bound <= list_sum hs ->
  exists before x after, hs = before ++ x :: after /\ bound <= x.
Proof.
  intros h bound hs positive few some large.
  destruct (Forall_Exists_dec (fun x => x < bound) (fun x => lt_dec x bound) hs) as [small | big].
  - exfalso. assert (total : list_sum hs <= length hs * (bound - 1)).
    { clear - small. induction small as [|x hs less small IH]; simpl; lia. }
    assert (length hs * (bound - 1) <= h * (bound - 1)) by (apply Nat.mul_le_mono_r; exact few). nia.
  - apply Exists_exists in big. destruct big as [x [member big]].
    destruct (in_split x hs member) as [before [after split]]. exists before, x, after. split; [exact split | lia].
Qed.

Section Heaps.
Variable r : rules.
Hypothesis is_proper : proper r.

Lemma leaves_more : forall n p before x after,
  leaves r n (before ++ x :: after) -> leaves r (n + p) (before ++ (x + p) :: after).
Proof.
  intros n p before x after [t [allowed [total positive]]]. exists t.
  rewrite app_length in *. simpl in *. split; [exact allowed|]. split.
  - rewrite list_sum_app in *. simpl in *. lia.
  - rewrite Forall_app in *. destruct positive as [front back]. split; [exact front|].
    inversion back; subst. constructor; [lia | assumption].
Qed.

Lemma leaves_less : forall n p before x after, p < x ->
  leaves r (n + p) (before ++ x :: after) -> leaves r n (before ++ (x - p) :: after).
Proof.
  intros n p before x after less [t [allowed [total positive]]]. exists t.
  rewrite app_length in *. simpl in *. split; [exact allowed|]. split.
  - rewrite list_sum_app in *. simpl in *. lia.
  - rewrite Forall_app in *. destruct positive as [front back]. split; [exact front|].
    inversion back; subst. constructor; [lia | assumption].
Qed.

Variable G : nat -> nat.
Hypothesis values : heap_function r G.

Lemma empty_heap : G 0 = 0.
Proof.
  destruct (heap_function_mex r is_proper G values 0) as [_ below]. destruct (G 0) as [|g]; [reflexivity | exfalso].
  destruct (below 0) as [hs [L _]]; [lia|]. pose proof (squares_less r is_proper 0 hs L). lia.
Qed.

Lemma same_value : forall m n, (forall v, left_value r G m v <-> left_value r G n v) -> G m = G n.
Proof.
  intros m n same. exact (is_mex_unique _ _ _ _ same
    (heap_function_mex r is_proper G values m) (heap_function_mex r is_proper G values n)).
Qed.

(** Guy and Smith, "The G-values of various games", 1956, for moves that leave at most h heaps and take at most k. A
    move from a heap beyond the window leaves a part that is large enough to exchange it for one of p less or more. *)
Theorem guy_smith : forall h k n0 p, 1 <= h -> 1 <= n0 -> 1 <= p ->
  (forall t j, Nat.testbit (digit r t) j = true -> j <= h /\ t <= k) ->
  (forall n, n0 <= n < n0 + ((h - 1) * (n0 + p) + k) -> G (n + p) = G n) ->
  periodic G n0 p.
Proof.
  intros h k n0 p some positive_n0 positive_p bounds window n.
  induction n as [n IH] using lt_wf_ind. intros begun.
  destruct (lt_dec n (n0 + ((h - 1) * (n0 + p) + k))) as [within | beyond]; [apply window; lia|].
  assert (far : h * (n0 + p) + k <= n + p) by nia.
  apply same_value. intros v. split; intros [hs [L ->]].
  - pose proof (part_is_less r is_proper _ _ L) as less.
    assert (large : length hs <= h /\ h * (n0 + p) <= list_sum hs).
    { destruct L as [t [allowed [total _]]]. destruct (bounds t (length hs) allowed). lia. }
    destruct (large_part h (n0 + p) hs) as [before [x [after [-> big]]]]; try lia.
    assert (x < n + p) by (apply less, in_elt).
    exists (before ++ (x - p) :: after). split; [apply leaves_less; [lia | exact L]|].
    apply nim_sum_exchange. rewrite <- (IH (x - p)) by lia. f_equal. lia.
  - pose proof (part_is_less r is_proper _ _ L) as less.
    assert (large : length hs <= h /\ h * n0 <= list_sum hs).
    { destruct L as [t [allowed [total _]]]. destruct (bounds t (length hs) allowed). nia. }
    destruct (large_part h n0 hs) as [before [x [after [-> big]]]]; try lia.
    assert (x < n) by (apply less, in_elt).
    exists (before ++ (x + p) :: after). split; [apply leaves_more; exact L|].
    apply nim_sum_exchange. symmetry. apply IH; lia.
Qed.

(** Where every take leaves one heap or none, as it must, the last w values decide the next: Golomb, "A mathematical
    investigation of games of take-away", 1966. *)
Theorem golomb : forall w n0 p,
  (forall t j, Nat.testbit (digit r t) j = true -> j < 2 /\ t <= w) ->
  (forall t, Nat.testbit (digit r t) 0 = Nat.testbit (digit r t) 1) ->
  (forall n, n0 <= n < n0 + w -> G (n + p) = G n) ->
  periodic G n0 p.
Proof.
  intros w n0 p bounds both window.
  assert (decided : forall n v, left_value r G n v <->
            exists t, Nat.testbit (digit r t) 1 = true /\ t <= n /\ v = G (n - t)).
  { intros n v. split.
    - intros [hs [[t [allowed [total positive]]] ->]]. destruct (bounds t (length hs) allowed) as [few _].
      exists t. destruct hs as [|x [|y hs]]; cbn [length] in *; [| | lia]; simpl in total.
      + rewrite <- both. replace (n - t) with 0 by lia. rewrite empty_heap. repeat split; auto; lia.
      + replace (n - t) with x by lia. cbn [map nim_sum fold_right]. rewrite Nat.lxor_0_r.
        repeat split; auto; lia.
    - intros [t [allowed [enough ->]]]. destruct (Nat.eq_dec t n) as [-> | differs].
      + exists []. rewrite Nat.sub_diag, empty_heap. split; [|reflexivity].
        exists n. cbn [length]. rewrite both. simpl list_sum. repeat split; auto.
      + exists [n - t]. cbn [map nim_sum fold_right]. rewrite Nat.lxor_0_r. split; [|reflexivity].
        exists t. cbn [length]. simpl list_sum. repeat split; auto; [lia|]. constructor; [lia | constructor]. }
  intros n. induction n as [n IH] using lt_wf_ind. intros begun.
  destruct (lt_dec n (n0 + w)) as [within | beyond]; [apply window; lia|].
  assert (takes : forall t, Nat.testbit (digit r t) 1 = true -> 1 <= t <= w).
  { intros t allowed. split; [|apply (bounds t 1 allowed)]. destruct t; [|lia].
    apply is_proper in allowed. lia. }
  apply same_value. intros v. rewrite !decided. split; intros [t [allowed [enough ->]]]; exists t;
    pose proof (takes t allowed); repeat split; auto; try lia;
    rewrite <- (IH (n - t)) by lia || rewrite (IH (n - t)) by lia; f_equal; lia.
Qed.
End Heaps.

(** ** Least periods *)

Lemma periodic_times : forall (A : Type) (G : nat -> A) n0 p c, periodic G n0 p -> forall n, n0 <= n -> G (n + c * p) = G n.
Proof.
  intros A G n0 p c repeats. induction c as [|c IH]; intros n begun; simpl; [rewrite Nat.add_0_r; reflexivity|].
  replace (n + (p + c * p)) with ((n + c * p) + p) by lia. rewrite repeats by lia. apply IH. exact begun.
Qed.

Lemma periodic_gcd : forall (A : Type) (G : nat -> A) m n0 p q, 1 <= p -> 1 <= q -> periodic G n0 p -> periodic G m q ->
  periodic G n0 (Nat.gcd p q).
Proof.
  intros A G m n0 p q positive_p positive_q by_p by_q n begun.
  destruct (Nat.gcd_bezout_pos p q) as [a [b bezout]]; [lia|].
  set (g := Nat.gcd p q) in *.
  transitivity (G (n + g + m * p)); [symmetry; apply (periodic_times _ G n0); auto; lia|].
  transitivity (G (n + m * p + g + b * q)).
  { rewrite (periodic_times _ G m q b by_q) by nia. f_equal. lia. }
  replace (n + m * p + g + b * q) with (n + (m + a) * p) by nia.
  apply (periodic_times _ G n0); auto.
Qed.

(** It is enough to look at the divisors of p and at the value just before the period begins. *)
Theorem least_by_divisors : forall (A : Type) (G : nat -> A) n0 p, 1 <= p -> periodic G n0 p ->
  (n0 = 0 \/ G (n0 - 1 + p) <> G (n0 - 1)) ->
  (forall d, 1 <= d < p -> Nat.divide d p -> ~ periodic G n0 d) ->
  least_period G n0 p.
Proof.
  intros A G n0 p positive_p by_p begins divisors. split; [exact by_p|]. intros m q positive_q by_q.
  assert (gcd : Nat.gcd p q = p).
  { destruct (Nat.gcd_divide p q) as [divides_p _].
    assert (Nat.gcd p q <= p) by (apply Nat.divide_pos_le; [lia | exact divides_p]).
    assert (Nat.gcd p q <> 0) by (intros zero; apply Nat.gcd_eq_0_l in zero; lia).
    destruct (Nat.eq_dec (Nat.gcd p q) p) as [same | differs]; [exact same | exfalso].
    apply (divisors (Nat.gcd p q)); [lia | exact divides_p |].
    exact (periodic_gcd _ G m n0 p q positive_p positive_q by_p by_q). }
  assert (multiple : Nat.divide p q) by (rewrite <- gcd; apply Nat.gcd_divide_r).
  split; [|apply Nat.divide_pos_le; [lia | exact multiple]].
  destruct (le_lt_dec n0 m) as [after | before]; [exact after | exfalso].
  destruct begins as [zero | differs]; [lia|]. apply differs.
  destruct multiple as [[|c] ->]; [lia|].
  rewrite <- (by_q (n0 - 1 + p)), <- (by_q (n0 - 1)) by lia.
  replace (n0 - 1 + p + S c * p) with (n0 - 1 + S c * p + p) by lia. apply by_p. nia.
Qed.
