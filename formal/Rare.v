(** Large periods by rare heaps: values of common type and a few rare heaps decide the next value.

    The sparse space of Berlekamp, Conway and Guy, "Winning Ways", 1982. A value is of common or of rare type at a heap,
    a heap is common or rare as its value is; two common heaps left by a move have together a value of rare type. *)

From Coq Require Import List Arith Lia Bool Wf_nat.
From Verified Require Import Games Sums Heaps Periods Tables Steps Values Repeats.
Import ListNotations.

Section Rare.
Variable r : rules.

(** Whoever chose the type, the rare heaps, the depth and the window: they are tried. The type counts the bits of a
    value at some places and, where heaps have a parity, the heap. *)
Variable places : list nat.
Variable parity : bool.
Variable shift : nat.
Variable rares : list (nat * nat).   (* rare heaps with their values *)
Variable depth window n0 p : nat.

Definition odd (n : nat) : bool := Nat.testbit n 0.
Definition counted (v : nat) : bool := fold_right (fun i => xorb (Nat.testbit v i)) false places.
Definition side (n : nat) : bool := if parity then odd (n + shift) else false.
Definition common (n v : nat) : bool := xorb (counted v) (side n).

Definition last_rare : nat := fold_left (fun m x => Nat.max m (fst x)) rares 0.
Definition begins : nat := last_rare + largest_take r + 1.

(** ** The program *)

Section Values.
Variable f : nat -> nat.

(** The values of options that leave one heap, or a rare one and another. *)
Definition add_near (n : nat) (s : NS.t) (step : nat * nat) : NS.t :=
  let (t, d) := step in
  let rest := n - t in
  let s1 := if (0 <? rest) && Nat.testbit d 1 then put (f rest) s else s in
  if Nat.testbit d 2
  then fold_left (fun s x => if fst x <? rest then put (Nat.lxor (snd x) (f (rest - fst x))) s else s) rares s1
  else s1.

Definition near (n : nat) : NS.t := fold_left (add_near n) (steps r n) NS.empty.

Fixpoint least_common (s : NS.t) (n fuel v : nat) : nat :=
  match fuel with
  | 0 => v
  | S c => if common n v && negb (NS.mem v s) then v else least_common s n c (S v)
  end.

(** The next value, if all is as it is hoped; whether it is so is tried by [fits]. *)
Definition hoped (n fuel : nat) : nat := least_common (near n) n fuel 0.

(** Whether an option that leaves a heap of a and another has a value. *)
Definition gives (n a v : nat) : bool :=
  existsb (fun step => let rest := n - fst step in
    if Nat.testbit (snd step) 2 then if a <? rest then Nat.lxor (f a) (f (rest - a)) =? v else false else false) (steps r n).

Fixpoint all_given (n fuel a : nat) (wanted : list nat) : bool :=
  match wanted, fuel with
  | [], _ => true
  | _, 0 => false
  | _, S c => all_given n c (S a) (filter (fun v => negb (gives n a v)) wanted)
  end.

Definition fits (n : nat) : bool :=
  let s := near n in
  let v := f n in
  common n v && negb (NS.mem v s) &&
  let missing := filter (fun u => negb (NS.mem u s)) (seq 0 v) in
  forallb (fun u => negb (common n u)) missing && all_given n depth 1 missing.

Definition rare_length : nat := n0 + p + window.

Definition is_rare_period : bool :=
  let k := largest_take r in
  let g := table r begins in
  valid r && bounded r 2 k && (1 <=? p) &&
  forallb (fun step => negb (Nat.testbit (snd step) 2 && parity && odd (fst step + shift))) (all_steps r) &&
  negb (parity && odd p) && (depth + k <=? window) && (last_rare <=? depth) && (last_rare <? n0) &&
  all_from (fun n => at_ g n =? f n) begins 0 &&
  forallb (fun x => (0 <? fst x) && (snd x =? f (fst x))) rares &&
  all_from (fun n => common n (f n) || existsb (fun x => fst x =? n) rares) (begins - 1) 1 &&
  all_from fits (rare_length - begins) begins &&
  repeats f p n0 window && nothing_smaller f n0 p.
End Values.

(** ** Types *)

Lemma counted_lxor : forall a b, counted (Nat.lxor a b) = xorb (counted a) (counted b).
Proof.
  intros a b. unfold counted. induction places as [|i l IH]; [reflexivity|]. simpl. rewrite IH, Nat.lxor_spec.
  set (x := fold_right _ false l). set (y := fold_right _ false l).
  destruct (Nat.testbit a i), (Nat.testbit b i), x, y; reflexivity.
Qed.

Lemma odd_add : forall a b, odd (a + b) = xorb (odd a) (odd b).
Proof. intros a b. unfold odd. rewrite !Nat.bit0_odd. apply Nat.odd_add. Qed.

Lemma last_rare_spec : forall x, In x rares -> fst x <= last_rare.
Proof.
  unfold last_rare.
  assert (all : forall l m, m <= fold_left (fun m x => Nat.max m (fst x)) l m /\
            forall x : nat * nat, In x l -> fst x <= fold_left (fun m x => Nat.max m (fst x)) l m).
  { induction l as [|y l IH]; intros m; simpl; [split; [lia | intros x []]|].
    destruct (IH (Nat.max m (fst y))) as [above each]. split; [lia|]. intros x [<- | member]; [lia | exact (each x member)]. }
  intros x member. exact (proj2 (all rares 0) x member).
Qed.

(** ** What the sets are *)

Definition near_value (G : nat -> nat) (n v : nat) : Prop :=
  (exists t, Nat.testbit (digit r t) 1 = true /\ t < n /\ v = G (n - t)) \/
  (exists t x, Nat.testbit (digit r t) 2 = true /\ In x rares /\ t + fst x < n /\
               v = Nat.lxor (snd x) (G (n - t - fst x))).

Definition small_value (G : nat -> nat) (n v : nat) : Prop :=
  exists t a, Nat.testbit (digit r t) 2 = true /\ 0 < a <= depth /\ t + a < n /\
              v = Nat.lxor (G a) (G (n - t - a)).

Lemma near_spec : forall f n v, NS.In v (near f n) <-> near_value f n v.
Proof.
  intros f n v. unfold near.
  assert (one : forall t d s, NS.In v (add_near f n s (t, d)) <-> NS.In v s \/
            (Nat.testbit d 1 = true /\ t < n /\ v = f (n - t)) \/
            (exists x, Nat.testbit d 2 = true /\ In x rares /\ fst x < n - t /\ v = Nat.lxor (snd x) (f (n - t - fst x)))).
  { intros t d s. unfold add_near.
    set (s1 := if (0 <? n - t) && Nat.testbit d 1 then _ else _).
    assert (in_s1 : NS.In v s1 <-> NS.In v s \/ (Nat.testbit d 1 = true /\ t < n /\ v = f (n - t))).
    { unfold s1. destruct (Nat.ltb_spec 0 (n - t)) as [some | none]; cbn [andb].
      - assert (t < n) by lia. destruct (Nat.testbit d 1); [rewrite put_spec; intuition|].
        split; [auto|]. intros [there | [no _]]; [exact there | discriminate].
      - split; [auto|]. intros [there | [_ [less _]]]; [exact there | lia]. }
    assert (all : forall l s, NS.In v (fold_left (fun s x => if fst x <? n - t then put (Nat.lxor (snd x) (f (n - t - fst x))) s else s) l s)
              <-> NS.In v s \/ exists x, In x l /\ fst x < n - t /\ v = Nat.lxor (snd x) (f (n - t - fst x))).
    { induction l as [|x l IH]; intros s2; cbn [fold_left].
      - split; [auto|]. intros [there | [x [[] _]]]. exact there.
      - rewrite IH. destruct (Nat.ltb_spec (fst x) (n - t)) as [small | large]; rewrite ?put_spec; split.
        + intros [[-> | there] | [y [member rest]]]; [right; exists x; simpl; auto | auto | right; exists y; simpl; tauto].
        + intros [there | [y [[<- | member] [small' ->]]]]; [auto | auto | right; exists y; auto].
        + intros [there | [y [member rest]]]; [auto | right; exists y; simpl; tauto].
        + intros [there | [y [[<- | member] [small' ->]]]]; [auto | lia | right; exists y; auto]. }
    destruct (Nat.testbit d 2).
    - rewrite all, in_s1. split.
      + intros [[there | one] | [x rest]]; [auto | auto | right; right; exists x; tauto].
      + intros [there | [one | [x [_ rest]]]]; [auto | auto | right; exists x; exact rest].
    - rewrite in_s1. split; [tauto|]. intros [there | [one | [x [no _]]]]; [auto | auto | discriminate]. }
  assert (all : forall l s, NS.In v (fold_left (add_near f n) l s) <-> NS.In v s \/ exists t d, In (t, d) l /\
            ((Nat.testbit d 1 = true /\ t < n /\ v = f (n - t)) \/
             (exists x, Nat.testbit d 2 = true /\ In x rares /\ fst x < n - t /\ v = Nat.lxor (snd x) (f (n - t - fst x))))).
  { induction l as [|[t d] l IH]; intros s; cbn [fold_left].
    - split; [auto|]. intros [there | [t [d [[] _]]]]. exact there.
    - rewrite IH, one. split.
      + intros [[there | some] | [t' [d' [member some]]]]; [auto | right; exists t, d; simpl; auto |].
        right. exists t', d'. simpl. auto.
      + intros [there | [t' [d' [[[= <- <-] | member] some]]]]; [auto | auto | right; exists t', d'; auto]. }
  rewrite all. split.
  - intros [there | [t [d [step [[bit [less ->]] | [x [bit [member [less ->]]]]]]]]]; [destruct (not_in_empty v there) | |];
      apply steps_spec in step; destruct step as [enough [-> _]].
    + left. exists t. auto.
    + right. exists t, x. repeat split; auto. lia.
  - intros [[t [bit [less ->]]] | [t [x [bit [member [less ->]]]]]]; right; exists t, (digit r t).
    + split; [apply (step_of r t n 1); [exact bit | lia] | left; auto].
    + split; [apply (step_of r t n 2); [exact bit | lia] | right; exists x; repeat split; auto; lia].
Qed.

Lemma gives_spec : forall f n a v, gives f n a v = true ->
  exists t, Nat.testbit (digit r t) 2 = true /\ t + a < n /\ v = Nat.lxor (f a) (f (n - t - a)).
Proof.
  intros f n a v given. apply existsb_exists in given. destruct given as [[t d] [step given]]. cbn [fst snd] in given.
  apply steps_spec in step. destruct step as [enough [-> _]].
  destruct (Nat.testbit (digit r t) 2) eqn:bit; [|discriminate].
  destruct (Nat.ltb_spec a (n - t)) as [less | more]; [|discriminate]. apply Nat.eqb_eq in given.
  exists t. repeat split; auto. lia.
Qed.

Lemma all_given_spec : forall f n fuel a wanted, all_given f n fuel a wanted = true ->
  forall v, In v wanted -> exists b, a <= b < a + fuel /\ gives f n b v = true.
Proof.
  intros f n. induction fuel as [|c IH]; intros a wanted given v member.
  - destruct wanted; [destruct member | discriminate].
  - destruct wanted as [|u l]; [destruct member|]. cbn [all_given] in given.
    destruct (gives f n a v) eqn:now; [exists a; split; [lia | exact now]|].
    destruct (IH _ _ given v) as [b [range given']].
    + apply filter_In. rewrite now. auto.
    + exists b. split; [lia | exact given'].
Qed.

Section Sound.
Variable G : nat -> nat.
Hypothesis values : heap_function r G.
Hypothesis is_proper : proper r.
Let k := largest_take r.
Hypothesis bounds : forall t j, Nat.testbit (digit r t) j = true -> j <= 2 /\ t <= k.
Hypothesis splits : forall t, Nat.testbit (digit r t) 2 = true -> parity = true -> odd (t + shift) = false.
Hypothesis rares_true : forall x, In x rares -> 0 < fst x /\ snd x = G (fst x).

(** What is asked of a heap beyond the rare ones. *)
Definition decided (n v : nat) : Prop :=
  common n v = true /\ ~ near_value G n v /\
  forall u, u < v -> near_value G n u \/ (common n u = false /\ small_value G n u).

Lemma near_left : forall n v, near_value G n v -> left_value r G n v.
Proof.
  intros n v [[t [bit [less ->]]] | [t [x [bit [member [less ->]]]]]].
  - exists [n - t]. split; [|simpl; rewrite Nat.lxor_0_r; reflexivity]. exists t. split; [exact bit|]. simpl list_sum. split; [lia|].
    constructor; [lia | constructor].
  - destruct (rares_true x member) as [positive ->]. exists [fst x; n - t - fst x].
    split; [|simpl; rewrite Nat.lxor_0_r; reflexivity]. exists t. split; [exact bit|]. simpl list_sum. split; [lia|].
    constructor; [lia|]. constructor; [lia | constructor].
Qed.

Lemma small_left : forall n v, small_value G n v -> left_value r G n v.
Proof.
  intros n v [t [a [bit [small [less ->]]]]]. exists [a; n - t - a].
  split; [|simpl; rewrite Nat.lxor_0_r; reflexivity]. exists t. split; [exact bit|]. simpl list_sum. split; [lia|].
  constructor; [lia|]. constructor; [lia | constructor].
Qed.

(** Two common heaps give a value of rare type, so what is asked decides the value. *)
Lemma decided_value : forall n v, k < n ->
  (forall a, 0 < a < n -> common a (G a) = true \/ exists x, In x rares /\ fst x = a) ->
  decided n v -> G n = v.
Proof.
  intros n v large lower [is_common [missing below]].
  apply (is_mex_unique (left_value r G n) (left_value r G n)); [reflexivity | exact (heap_function_mex r is_proper G values n)|].
  split.
  - intros [hs [[t [bit [total positive]]] ->]]. destruct (bounds t (length hs) bit) as [few small].
    destruct hs as [|a [|b [|c hs]]]; cbn [length] in bit, few; simpl in total; [lia | | | lia].
    + apply missing. left. exists t. inversion positive; subst. repeat split; [exact bit | lia|].
      simpl. rewrite Nat.lxor_0_r. f_equal. lia.
    + inversion positive as [|a' l pa rest]; subst. inversion rest as [|b' l' pb none]; subst.

      assert (rare_a : forall x y, x + y = a + b -> 0 < x -> 0 < y ->
                Nat.lxor (G x) (G y) = nim_sum (map G [a; b]) -> (exists z, In z rares /\ fst z = x) -> False).
      { intros x y sum px py same [z [member at_x]]. apply missing. right. exists t, z. destruct (rares_true z member) as [_ value].
        repeat split; auto; [lia|]. rewrite value, at_x. replace (t + (a + (b + 0)) - t - x) with y by lia.
        rewrite <- same. reflexivity. }
      destruct (lower a) as [common_a | rare]; [lia | |
        exact (rare_a a b eq_refl pa pb ltac:(simpl; rewrite Nat.lxor_0_r; reflexivity) rare)].
      destruct (lower b) as [common_b | rare]; [lia | |
        exact (rare_a b a ltac:(lia) pb pa ltac:(simpl; rewrite Nat.lxor_0_r; apply Nat.lxor_comm) rare)].
      unfold common in *. simpl in is_common. rewrite Nat.lxor_0_r, counted_lxor in is_common.
      assert (sides : side (t + (a + (b + 0))) = xorb (side a) (side b)).
      { unfold side. destruct parity eqn:par; [|reflexivity]. pose proof (splits t bit eq_refl) as even.
        rewrite odd_add in even. rewrite !odd_add. change (odd 0) with false.
        destruct (odd t), (odd a), (odd b), (odd shift); simpl in *; congruence. }
      rewrite sides in is_common.
      destruct (counted (G a)), (counted (G b)), (side a), (side b); simpl in *; congruence.
  - intros u less. destruct (below u less) as [in_near | [_ in_small]]; [exact (near_left n u in_near) | exact (small_left n u in_small)].
Qed.

Hypothesis enough_window : depth + k <= window.
Hypothesis enough_depth : last_rare <= depth.
Hypothesis rares_before : last_rare < n0.
Hypothesis positive_p : 1 <= p.
Hypothesis even_period : parity = true -> odd p = false.

(** Far out nothing changes by a period. *)
Lemma near_shift : forall n v, n0 + window <= n -> (forall m, n0 <= m < n -> G (m + p) = G m) ->
  near_value G (n + p) v <-> near_value G n v.
Proof.
  intros n v far same. split; intros [[t [bit [less ->]]] | [t [x [bit [member [less ->]]]]]];
    pose proof (bounds t _ bit) as [_ small].
  - left. destruct (Nat.eq_dec t 0) as [-> | positive]; [apply is_proper in bit; lia|].
    exists t. repeat split; [exact bit | lia|]. rewrite <- (same (n - t)) by lia. f_equal. lia.
  - right. pose proof (last_rare_spec x member). destruct (rares_true x member) as [positive _].
    exists t, x. repeat split; auto; [lia|]. f_equal. rewrite <- (same (n - t - fst x)) by lia. f_equal. lia.
  - left. destruct (Nat.eq_dec t 0) as [-> | positive]; [apply is_proper in bit; lia|].
    exists t. repeat split; [exact bit | lia|]. rewrite <- (same (n - t)) by lia. f_equal. lia.
  - right. pose proof (last_rare_spec x member). destruct (rares_true x member) as [positive _].
    exists t, x. repeat split; auto; [lia|]. f_equal. rewrite <- (same (n - t - fst x)) by lia. f_equal. lia.
Qed.

Lemma small_shift : forall n v, n0 + window <= n -> (forall m, n0 <= m < n -> G (m + p) = G m) ->
  small_value G n v -> small_value G (n + p) v.
Proof.
  intros n v far same [t [a [bit [small [less ->]]]]]. pose proof (bounds t _ bit) as [_ short].
  exists t, a. split; [exact bit|]. split; [exact small|]. split; [lia|]. f_equal. rewrite <- (same (n - t - a)) by lia. f_equal. lia.
Qed.

Lemma common_shift : forall n v, common (n + p) v = common n v.
Proof.
  intros n v. unfold common, side. destruct parity eqn:par; [|reflexivity]. do 1 f_equal.
  rewrite !odd_add, (even_period eq_refl). destruct (odd n), (odd shift); reflexivity.
Qed.

Hypothesis rares_all : forall a, 0 < a < begins -> common a (G a) = true \/ exists x, In x rares /\ fst x = a.
Hypothesis tried : forall n, begins <= n < n0 + p + window -> decided n (G n).
Hypothesis seen : forall n, n0 <= n < n0 + window -> G (n + p) = G n.

Lemma goes_on : forall m, (begins <= m -> decided m (G m)) /\ (n0 + p <= m -> G m = G (m - p)).
Proof.
  assert (from : begins = last_rare + k + 1) by reflexivity.
  induction m as [m IH] using lt_wf_ind.
  destruct (lt_dec m (n0 + p + window)) as [within | beyond].
  - split; [intros after; apply tried; lia|]. intros after. rewrite <- (seen (m - p)) by lia. f_equal. lia.
  - destruct (Nat.eq_dec p 0) as [-> | positive].
    { (* without a period there is nothing to show *)
      exfalso. destruct (IH (m - 0)) as [_ _]; lia. }
    assert (same : forall a, n0 <= a < m - p -> G (a + p) = G a).
    { intros a range. destruct (IH (a + p)) as [_ shift_a]; [lia|]. rewrite shift_a by lia. f_equal. lia. }
    destruct (IH (m - p)) as [decided_n _]; [lia|]. destruct decided_n as [is_common [missing below]]; [lia|].
    assert (back : m - p + p = m) by lia.
    assert (D : decided m (G (m - p))).
    { rewrite <- back at 1. split; [rewrite common_shift; exact is_common|]. split.
      - rewrite near_shift; [exact missing | lia | exact same].
      - intros u less. destruct (below u less) as [in_near | [rare in_small]].
        + left. apply near_shift; [lia | exact same | exact in_near].
        + right. split; [rewrite common_shift; exact rare | apply small_shift; [lia | exact same | exact in_small]]. }
    assert (value : G m = G (m - p)).
    { apply decided_value; [lia | | exact D]. intros a range. destruct (lt_dec a (last_rare + k + 1)) as [early | late].
      - apply rares_all. lia.
      - left. destruct (IH a) as [decided_a _]; [lia|]. apply decided_a. lia. }
    split; [intros _; rewrite value; exact D | intros _; exact value].
Qed.

Lemma rare_periodic : periodic G n0 p.
Proof. intros n after. destruct (goes_on (n + p)) as [_ same]. rewrite same by lia. f_equal. lia. Qed.
End Sound.
End Rare.

(** ** What is tried is what is asked *)

Lemma near_same : forall r rares, proper r -> (forall x, In x rares -> 0 < fst x) ->
  forall f G n v, (forall a, a < n -> f a = G a) -> near_value r rares f n v <-> near_value r rares G n v.
Proof.
  intros r rares right positive f G n v same.
  split; (intros [[t [bit [less ->]]] | [t [x [bit [member [less ->]]]]]]; [left | right]).
  - exists t. pose proof (proj2 right 1). repeat split; [exact bit | exact less|]. apply same.
    destruct t; [|lia]. apply H in bit. lia.
  - exists t, x. specialize (positive x member). repeat split; [exact bit | exact member | exact less|].
    f_equal. apply same. lia.
  - exists t. pose proof (proj2 right 1). repeat split; [exact bit | exact less|]. symmetry. apply same.
    destruct t; [|lia]. apply H in bit. lia.
  - exists t, x. specialize (positive x member). repeat split; [exact bit | exact member | exact less|].
    f_equal. symmetry. apply same. lia.
Qed.

Lemma fits_decided : forall r places parity shift rares depth, proper r -> (forall x, In x rares -> 0 < fst x) ->
  forall f G n, (forall a, a < n -> f a = G a) -> fits r places parity shift rares depth f n = true ->
  decided r places parity shift rares depth G n (f n).
Proof.
  intros r places parity shift rares depth right positive f G n same ok. unfold fits in ok.
  rewrite !andb_true_iff in ok. destruct ok as [[is_common missing] [rare given]].
  assert (near_is : forall v, NS.In v (near r rares f n) <-> near_value r rares G n v).
  { intros v. rewrite near_spec. apply near_same; assumption. }
  split; [exact is_common|]. split.
  - intros there. apply near_is, NS.mem_spec in there. rewrite there in missing. discriminate.
  - intros u less. destruct (NS.mem u (near r rares f n)) eqn:there.
    + left. apply near_is, NS.mem_spec. exact there.
    + right. assert (wanted : In u (filter (fun u => negb (NS.mem u (near r rares f n))) (seq 0 (f n)))).
      { apply filter_In. rewrite there. split; [apply in_seq; lia | reflexivity]. }
      rewrite forallb_forall in rare. specialize (rare u wanted). apply negb_true_iff in rare. split; [exact rare|].
      destruct (all_given_spec r f n depth 1 _ given u wanted) as [a [range found]].
      apply gives_spec in found. destruct found as [t [bit [within ->]]]. exists t, a.
      repeat split; [exact bit | lia | lia | exact within|]. rewrite !same by lia. reflexivity.
Qed.

Lemma splitting_step : forall r t, Nat.testbit (digit r t) 2 = true -> In (t, digit r t) (all_steps r).
Proof.
  intros [digits | set |] t bit.
  - apply (step_of (Code digits) t (length digits) 2 bit). destruct (le_lt_dec t (length digits)) as [small | large]; [exact small|].
    exfalso. cbn [digit] in bit. rewrite nth_overflow, Nat.bits_0 in bit by lia. discriminate.
  - exfalso. cbn [digit] in bit. destruct (existsb (Nat.eqb t) set); discriminate.
  - exfalso. destruct t; discriminate.
Qed.

(** An accepted list of rare heaps: the Grundy function has this least period, and the values are a piece of it. *)
Theorem heaps_rare_sound : forall r places parity shift rares depth window n0 p f,
  is_rare_period r places parity shift rares depth window n0 p f = true ->
  exists G, heap_function r G /\ least_period G n0 p /\ forall n, n < rare_length window n0 p -> f n = G n.
Proof.
  intros r places parity shift rares depth window n0 p f ok. unfold is_rare_period in ok.
  rewrite !andb_true_iff in ok. destruct ok as [[[[[[[[[[[[[right bound] positive] splits] even] wide] deep] before] first]
    listed] complete] each] again] smaller].
  apply valid_proper in right. apply bounded_spec in bound. destruct bound as [_ bound].
  apply Nat.leb_le in positive, wide, deep. apply Nat.ltb_lt in before.
  rewrite forallb_forall in splits, listed. rewrite all_from_spec in first, complete, each. rewrite repeats_spec in again.
  exists (heap_value r). pose proof (heap_value_is r right) as values. set (G := heap_value r) in *.
  assert (early : forall n, n < begins r rares -> f n = G n).
  { intros n less. specialize (first n ltac:(lia)). apply Nat.eqb_eq in first. rewrite <- first.
    exact (table_is r right G values (begins r rares) n less). }
  assert (true_rares : forall x, In x rares -> 0 < fst x /\ snd x = G (fst x)).
  { intros x member. specialize (listed x member). apply andb_true_iff in listed. destruct listed as [some same].
    apply Nat.ltb_lt in some. apply Nat.eqb_eq in same. split; [exact some|]. rewrite same. apply early.
    pose proof (last_rare_spec rares x member). unfold begins. lia. }
  assert (even_splits : forall t, Nat.testbit (digit r t) 2 = true -> parity = true -> odd (t + shift) = false).
  { intros t bit par. specialize (splits _ (splitting_step r t bit)). cbn [fst snd] in splits.
    rewrite bit, par in splits. apply negb_true_iff in splits. exact splits. }
  assert (all_rares : forall a, 0 < a < begins r rares ->
            common places parity shift a (G a) = true \/ exists x, In x rares /\ fst x = a).
  { intros a range. specialize (complete a ltac:(lia)). rewrite early in complete by lia.
    apply orb_true_iff in complete. destruct complete as [is_common | found]; [auto | right].
    apply existsb_exists in found. destruct found as [x [member same]]. apply Nat.eqb_eq in same. exists x. auto. }
  assert (decided_up_to : forall n, n < rare_length window n0 p ->
            f n = G n /\ (begins r rares <= n -> decided r places parity shift rares depth G n (G n))).
  { induction n as [n IH] using lt_wf_ind. intros less.
    destruct (le_lt_dec (begins r rares) n) as [late | soon]; [|split; [exact (early n soon) | lia]].
    assert (D : decided r places parity shift rares depth G n (f n)).
    { apply fits_decided; [exact right | intros x member; apply (true_rares x member) | |].
      - intros a below. apply IH; [exact below | lia].
      - apply each. lia. }
    assert (same : G n = f n).
    { apply (decided_value r places parity shift rares depth G values right bound even_splits true_rares n (f n));
        [unfold begins in late; lia | | exact D].
      intros a range. destruct (le_lt_dec (begins r rares) a) as [late_a | soon_a]; [left | apply all_rares; lia].
      destruct (IH a) as [_ decided_a]; [lia | lia|]. apply (decided_a late_a). }
    rewrite <- same in D. split; [auto | intros _; exact D]. }
  assert (by_p : periodic G n0 p).
  { apply (rare_periodic r places parity shift rares depth window n0 p G values right bound even_splits true_rares);
      try assumption.
    - intros par. rewrite par in even. apply negb_true_iff in even. exact even.
    - intros n range. apply decided_up_to; unfold rare_length; lia.
    - intros n range. rewrite <- (proj1 (decided_up_to n ltac:(unfold rare_length; lia))).
      rewrite <- (proj1 (decided_up_to (n + p) ltac:(unfold rare_length; lia))). apply again. lia. }
  split; [exact values|]. split; [|intros n less; apply decided_up_to; exact less].
  apply (nothing_smaller_sound G f (rare_length window n0 p)); auto; [unfold rare_length; lia|].
  intros n less. apply decided_up_to. exact less.
Qed.
