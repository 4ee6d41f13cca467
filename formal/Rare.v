(** Large periods by rare heaps: values of common type and a few rare heaps decide the next value.

    The sparse space of Berlekamp, Conway and Guy, "Winning Ways", 1982. A value is of common or of rare type at a heap,
    a heap is common or rare as its value is; two common heaps left by a move have together a value of rare type. *)

From Coq Require Import List Arith Lia Bool Wf_nat.
From Verified Require Import Games Sums Heaps Periods Tables Steps Values Repeats.
Import ListNotations.

(** ** Words: bit i of a number says whether the value low + i is in a set *)

Definition width : nat := 61.

Definition mark (low v s : nat) : nat :=
  if v <? low then s else let i := v - low in if i <? width then Nat.lor s (Nat.shiftl 1 i) else s.

Definition ones (k : nat) : nat := Nat.shiftl 1 k - 1.

Definition covers (s wanted : nat) : bool := Nat.land s wanted =? wanted.

Fixpoint first_bit (s fuel i : nat) : nat :=
  match fuel with
  | 0 => i
  | S c => if Nat.testbit s i then i else first_bit s c (S i)
  end.

Lemma mark_spec : forall low v s i, i < width ->
  Nat.testbit (mark low v s) i = true <-> Nat.testbit s i = true \/ low + i = v.
Proof.
  intros low v s i small. unfold mark. destruct (Nat.ltb_spec v low) as [below | above].
  - split; [auto|]. intros [there | same]; [exact there | lia].
  - cbv zeta. destruct (Nat.ltb_spec (v - low) width) as [within | beyond].
    + rewrite Nat.lor_spec, Nat.shiftl_1_l, Nat.pow2_bits_eqb, orb_true_iff, Nat.eqb_eq.
      split; (intros [there | same]; [auto | right; lia]).
    + split; [auto|]. intros [there | same]; [exact there | lia].
Qed.

Lemma ones_spec : forall k i, Nat.testbit (ones k) i = true <-> i < k.
Proof.
  intros k i. unfold ones. rewrite Nat.shiftl_1_l, Nat.sub_1_r, <- Nat.ones_equiv. apply Nat.ones_spec_iff.
Qed.

Lemma covers_spec : forall s wanted i, covers s wanted = true -> Nat.testbit wanted i = true -> Nat.testbit s i = true.
Proof.
  intros s wanted i covered there. apply Nat.eqb_eq in covered. rewrite <- covered, Nat.land_spec in there.
  apply andb_true_iff in there. apply there.
Qed.

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

(** The values of options that leave one heap, or a rare one and another, are those of the heap so much smaller, each
    with a number added to it. *)
Definition near_pairs : list (nat * nat) :=
  let of_step (step : nat * nat) :=
    let (t, d) := step in
    let one := if Nat.testbit d 1 then [(t, 0)] else [] in
    if Nat.testbit d 2 then one ++ map (fun x => (t + fst x, snd x)) rares else one in
  let pair_eqb (x y : nat * nat) := (fst x =? fst y) && (snd x =? snd y) in
  let pair_leb (x y : nat * nat) := if fst x =? fst y then snd x <=? snd y else fst x <=? fst y in
  distinct _ pair_eqb (sort _ pair_leb (flat_map of_step (all_steps r))).

(** The takes after which two heaps may be left. *)
Definition splits : list nat := map fst (filter (fun step => Nat.testbit (snd step) 2) (all_steps r)).

(** Where a word begins, with the values of common type in it at heaps of either side. *)
Definition typed_word (low : nat) (turned : bool) : nat :=
  fold_left (fun s i => if xorb (counted (low + i)) turned then mark 0 i s else s) (seq 0 width) 0.

Definition typed_words : list (nat * (nat * nat)) :=
  map (fun b => (b * width, (typed_word (b * width) false, typed_word (b * width) true))) (seq 0 5).

Section Values.
Variable f : nat -> nat.
Variable pairs : list (nat * nat).
Variable takes : list nat.

Fixpoint near_word (n low : nat) (l : list (nat * nat)) (s : nat) : nat :=
  match l with
  | [] => s
  | (d, v) :: rest => near_word n low rest (mark low (Nat.lxor v (f (n - d))) s)
  end.

(** The next value, if all is as it is hoped; whether it is so is tried by [fits]. *)
Fixpoint hoped (words : list (nat * (nat * nat))) (n : nat) : nat :=
  match words with
  | [] => 5 * width
  | (low, (plain, turned)) :: rest =>
      let free := Nat.ldiff (if side n then turned else plain) (near_word n low pairs 0) in
      if free =? 0 then hoped rest n else low + first_bit free width 0
  end.

(** The values of options that leave a heap of a, one of each size left by a take, and another heap. *)
Fixpoint small_word (low a value : nat) (sizes : list nat) (s : nat) : nat :=
  match sizes with
  | [] => s
  | rest :: more =>
      small_word low a value more (if a <? rest then mark low (Nat.lxor value (f (rest - a))) s else s)
  end.

(** With more and more small heaps, until all that are wanted have been seen. *)
Fixpoint seek (low wanted : nat) (sizes : list nat) (fuel a s : nat) : nat :=
  match fuel with
  | 0 => s
  | S c => if covers s wanted then s else seek low wanted sizes c (S a) (small_word low a (f a) sizes s)
  end.

Fixpoint fits_words (n v : nat) (sided : bool) (words : list (nat * (nat * nat))) : bool :=
  match words with
  | [] => false
  | (low, (plain, turned)) :: rest =>
      let commons := if sided then turned else plain in
      let s := near_word n low pairs 0 in
      let above := v - low in
      let missing := Nat.ldiff (ones (if above <? width then above else width)) s in
      if Nat.land missing commons =? 0 then
        if covers (seek low missing (map (fun t => n - t) takes) depth 1 0) missing then
          if above <? width then Nat.testbit (Nat.ldiff commons s) above else fits_words n v sided rest
        else false
      else false
  end.

Definition fits (words : list (nat * (nat * nat))) (n : nat) : bool := fits_words n (f n) (side n) words.

(** Whether every heap of a stretch has the value that [fits]. *)
Definition fits_from (words : list (nat * (nat * nat))) (first stop : nat) : bool :=
  all_from (fits words) (stop - first) first.
End Values.

(** What is asked of the claim, and of the values of the first heaps. *)
Definition well_begun (f : nat -> nat) : bool :=
  let k := largest_take r in
  let g := table r begins in
  valid r && bounded r 2 k && (1 <=? p) &&
  forallb (fun step => negb (Nat.testbit (snd step) 2 && parity && odd (fst step + shift))) (all_steps r) &&
  negb (parity && odd p) && (depth + k <=? window) && (last_rare <=? depth) && (last_rare <? n0) &&
  all_from (fun n => at_ g n =? f n) begins 0 &&
  forallb (fun x => (0 <? fst x) && (snd x =? f (fst x))) rares &&
  all_from (fun n => common n (f n) || existsb (fun x => fst x =? n) rares) (begins - 1) 1.

Definition rare_length : nat := n0 + p + window.

Definition is_rare_period (f : nat -> nat) : bool :=
  well_begun f && fits_from f near_pairs splits typed_words begins rare_length &&
  repeats f p n0 window && nothing_smaller f n0 p.

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

(** ** What the words are *)

Lemma typed_word_spec : forall low turned i, i < width ->
  Nat.testbit (typed_word low turned) i = xorb (counted (low + i)) turned.
Proof.
  intros low turned i small. unfold typed_word.
  assert (all : forall l s, (forall j, In j l -> j < width) ->
            (Nat.testbit (fold_left (fun s i => if xorb (counted (low + i)) turned then mark 0 i s else s) l s) i = true <->
             Nat.testbit s i = true \/ (In i l /\ xorb (counted (low + i)) turned = true))).
  { induction l as [|j l IH]; intros s within; cbn [fold_left In]; [tauto|].
    rewrite IH by (intros x member; apply within; simpl; auto).
    destruct (xorb (counted (low + j)) turned) eqn:type.
    - rewrite mark_spec by exact small. cbn [Nat.add]. split.
      + intros [[there | <-] | rest]; [auto | right; auto | right; tauto].
      + intros [there | [[same | member] is]]; [auto | left; right; symmetry; exact same | auto].
    - split; [tauto|]. intros [there | [[same | member] is]]; [auto | subst j; congruence | auto]. }
  apply eq_true_iff_eq. rewrite all by (intros j member; apply in_seq in member; lia). rewrite Nat.bits_0. split.
  - intros [no | [_ is]]; [discriminate | exact is].
  - intros is. right. split; [apply in_seq; lia | exact is].
Qed.

Definition near_value (G : nat -> nat) (n v : nat) : Prop :=
  (exists t, Nat.testbit (digit r t) 1 = true /\ t < n /\ v = G (n - t)) \/
  (exists t x, Nat.testbit (digit r t) 2 = true /\ In x rares /\ t + fst x < n /\
               v = Nat.lxor (snd x) (G (n - t - fst x))).

Definition small_value (G : nat -> nat) (n v : nat) : Prop :=
  exists t a, Nat.testbit (digit r t) 2 = true /\ 0 < a <= depth /\ t + a < n /\
              v = Nat.lxor (G a) (G (n - t - a)).

Lemma near_word_spec : forall f n low i, i < width -> forall l s,
  Nat.testbit (near_word f n low l s) i = true <->
  Nat.testbit s i = true \/ exists d v, In (d, v) l /\ low + i = Nat.lxor v (f (n - d)).
Proof.
  intros f n low i small. induction l as [|[d v] l IH]; intros s; cbn [near_word In].
  - split; [auto|]. intros [there | [d [v [[] _]]]]. exact there.
  - rewrite IH, mark_spec by exact small. split.
    + intros [[there | same] | [d' [v' [member same]]]]; [auto | right; exists d, v; auto | right; exists d', v'; auto].
    + intros [there | [d' [v' [[[= <- <-] | member] same]]]]; [auto | auto | right; exists d', v'; auto].
Qed.

Lemma small_word_spec : forall f low a i, i < width -> forall sizes s,
  Nat.testbit (small_word f low a (f a) sizes s) i = true ->
  Nat.testbit s i = true \/ exists rest, In rest sizes /\ a < rest /\ low + i = Nat.lxor (f a) (f (rest - a)).
Proof.
  intros f low a i small. induction sizes as [|rest sizes IH]; intros s there; cbn [small_word In] in *; [auto|].
  apply IH in there. destruct there as [there | [x [member found]]]; [|right; exists x; auto].
  destruct (Nat.ltb_spec a rest) as [less | more]; [|auto]. apply mark_spec in there; [|exact small].
  destruct there as [there | same]; [auto | right; exists rest; auto].
Qed.

Lemma seek_spec : forall f low wanted sizes i, i < width -> forall fuel a s,
  Nat.testbit (seek f low wanted sizes fuel a s) i = true ->
  Nat.testbit s i = true \/
  exists b rest, a <= b < a + fuel /\ In rest sizes /\ b < rest /\ low + i = Nat.lxor (f b) (f (rest - b)).
Proof.
  intros f low wanted sizes i small. induction fuel as [|c IH]; intros a s there; cbn [seek] in there; [auto|].
  destruct (covers s wanted); [auto|]. apply IH in there. destruct there as [there | [b [rest [range found]]]].
  - apply small_word_spec in there; [|exact small]. destruct there as [there | [rest [member [less same]]]]; [auto|].
    right. exists a, rest. repeat split; auto; lia.
  - right. exists b, rest. split; [lia | exact found].
Qed.

Section Asked.
Variable G : nat -> nat.

(** What is asked of a heap beyond the rare ones. *)
Definition decided (n v : nat) : Prop :=
  common n v = true /\ ~ near_value G n v /\
  forall u, u < v -> near_value G n u \/ (common n u = false /\ small_value G n u).
End Asked.

Section Sound.
Variable G : nat -> nat.
Hypothesis values : heap_function r G.
Hypothesis is_proper : proper r.
Let k := largest_take r.
Hypothesis bounds : forall t j, Nat.testbit (digit r t) j = true -> j <= 2 /\ t <= k.
Hypothesis even_splits : forall t, Nat.testbit (digit r t) 2 = true -> parity = true -> odd (t + shift) = false.
Hypothesis rares_true : forall x, In x rares -> 0 < fst x /\ snd x = G (fst x).

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
  decided G n v -> G n = v.
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
      { unfold side. destruct parity eqn:par; [|reflexivity]. pose proof (even_splits t bit eq_refl) as even.
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
Hypothesis tried : forall n, begins <= n < n0 + p + window -> decided G n (G n).
Hypothesis seen : forall n, n0 <= n < n0 + window -> G (n + p) = G n.

Lemma goes_on : forall m, (begins <= m -> decided G m (G m)) /\ (n0 + p <= m -> G m = G (m - p)).
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
    assert (D : decided G m (G (m - p))).
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

Lemma splitting_step : forall r t, Nat.testbit (digit r t) 2 = true -> In (t, digit r t) (all_steps r).
Proof.
  intros [digits | set |] t bit.
  - apply (step_of (Code digits) t (length digits) 2 bit). destruct (le_lt_dec t (length digits)) as [small | large]; [exact small|].
    exfalso. cbn [digit] in bit. rewrite nth_overflow, Nat.bits_0 in bit by lia. discriminate.
  - exfalso. cbn [digit] in bit. destruct (existsb (Nat.eqb t) set); discriminate.
  - exfalso. destruct t; discriminate.
Qed.

Lemma all_steps_spec : forall r, r <> Nim -> forall t d, In (t, d) (all_steps r) <-> d = digit r t /\ d <> 0.
Proof.
  intros [digits | set |] finite t d; [| | destruct (finite eq_refl)]; cbn [all_steps].
  - rewrite steps_spec. split; [tauto|]. intros [-> positive]. repeat split; [|exact positive].
    cbn [digit] in positive. destruct (le_lt_dec t (length digits)) as [small | large]; [exact small | exfalso].
    apply positive, nth_overflow. lia.
  - rewrite in_map_iff. cbn [digit]. destruct (existsb (Nat.eqb t) set) eqn:found.
    + apply existsb_exists in found. destruct found as [x [member same]]. apply Nat.eqb_eq in same. subst x. split.
      * intros [x [[= _ <-] _]]. split; [reflexivity | discriminate].
      * intros [-> _]. exists t. auto.
    + split; [|intros [-> no]; destruct (no eq_refl)]. intros [x [[= -> <-] member]].
      assert (existsb (Nat.eqb t) set = true); [|congruence].
      apply existsb_exists. exists t. split; [exact member | apply Nat.eqb_refl].
Qed.

Lemma step_with : forall r, r <> Nim -> forall j (P : nat -> Prop),
  (exists step, In step (all_steps r) /\ Nat.testbit (snd step) j = true /\ P (fst step)) <->
  (exists t, Nat.testbit (digit r t) j = true /\ P t).
Proof.
  intros r finite j P. split.
  - intros [[t d] [member [bit holds]]]. apply all_steps_spec in member; [|exact finite]. destruct member as [-> _].
    exists t. auto.
  - intros [t [bit holds]]. exists (t, digit r t). split; [|auto]. apply all_steps_spec; [exact finite|].
    split; [reflexivity|]. intros zero. rewrite zero, Nat.bits_0 in bit. discriminate.
Qed.

Lemma near_pairs_spec : forall r rares, r <> Nim -> forall d v, In (d, v) (near_pairs r rares) <->
  (exists t, Nat.testbit (digit r t) 1 = true /\ d = t /\ v = 0) \/
  (exists t, Nat.testbit (digit r t) 2 = true /\ exists x, In x rares /\ d = t + fst x /\ v = snd x).
Proof.
  intros r rares finite d v. unfold near_pairs. cbv zeta. rewrite sorted_members.
  2:{ intros [a b] [a' b'] same. cbn [fst snd] in same. apply andb_true_iff in same. destruct same as [one two].
      apply Nat.eqb_eq in one, two. congruence. }
  rewrite <- (step_with r finite 1 (fun t => d = t /\ v = 0)).
  rewrite <- (step_with r finite 2 (fun t => exists x, In x rares /\ d = t + fst x /\ v = snd x)).
  rewrite in_flat_map. split.
  - intros [[t e] [step member]].
    assert (either : (Nat.testbit e 1 = true /\ d = t /\ v = 0) \/
                     (Nat.testbit e 2 = true /\ exists x, In x rares /\ d = t + fst x /\ v = snd x)).
    { destruct (Nat.testbit e 1), (Nat.testbit e 2); cbn [app In] in member;
        try (destruct member as [[= <- <-] | member]; [auto|]); try contradiction;
        apply in_map_iff in member; destruct member as [x [[= <- <-] member]]; right; split; auto; exists x; auto. }
    destruct either; [left | right]; exists (t, e); auto.
  - intros [[[t e] [step [bit [-> ->]]]] | [[t e] [step [bit [x [member [-> ->]]]]]]]; exists (t, e); (split; [exact step|]);
      cbn [fst snd] in *; rewrite bit.
    + destruct (Nat.testbit e 2); simpl; auto.
    + assert (In (t + fst x, snd x) (map (fun x => (t + fst x, snd x)) rares)) by (apply in_map_iff; exists x; auto).
      destruct (Nat.testbit e 1); simpl; auto.
Qed.

Lemma splits_spec : forall r, r <> Nim -> forall t, In t (splits r) <-> Nat.testbit (digit r t) 2 = true.
Proof.
  intros r finite t. unfold splits. rewrite in_map_iff. split.
  - intros [[t' d] [<- member]]. apply filter_In in member. destruct member as [member bit].
    apply all_steps_spec in member; [|exact finite]. destruct member as [-> _]. exact bit.
  - intros bit. exists (t, digit r t). split; [reflexivity|]. apply filter_In. split; [|exact bit].
    exact (splitting_step r t bit).
Qed.

(** All that follows from an accepted beginning. *)
Section Begun.
Variable r : rules.
Variable places : list nat.
Variable parity : bool.
Variable shift : nat.
Variable rares : list (nat * nat).
Variable depth window n0 p : nat.
Variable first : nat -> nat.
Hypothesis begun : well_begun r places parity shift rares depth window n0 p first = true.
Let k := largest_take r.
Let begins := begins r rares.
Let G := heap_value r.
Let common := common places parity shift.
Let decided := decided r places parity shift rares depth G.
Let fits f := fits parity shift depth f (near_pairs r rares) (splits r) (typed_words places).

Lemma begun_parts : proper r /\ r <> Nim /\
  (forall t j, Nat.testbit (digit r t) j = true -> j <= 2 /\ t <= k) /\
  (forall t, Nat.testbit (digit r t) 2 = true -> parity = true -> odd (t + shift) = false) /\
  (parity = true -> odd p = false) /\
  1 <= p /\ depth + k <= window /\ last_rare rares <= depth /\ last_rare rares < n0 /\
  (forall n, n < begins -> first n = G n) /\
  (forall x, In x rares -> 0 < fst x /\ snd x = G (fst x)) /\
  (forall a, 0 < a < begins -> common a (G a) = true \/ exists x, In x rares /\ fst x = a).
Proof.
  pose proof begun as ok. unfold well_begun in ok. rewrite !andb_true_iff in ok.
  destruct ok as [[[[[[[[[[right bound] positive] splits] even] wide] deep] before] early] listed] complete].
  apply valid_proper in right. pose proof (bounded_spec _ _ _ bound) as [_ bounds].
  apply Nat.leb_le in positive, wide, deep. apply Nat.ltb_lt in before.
  rewrite forallb_forall in splits, listed. rewrite all_from_spec in early, complete.
  pose proof (heap_value_is r right) as values.
  assert (same : forall n, n < begins -> first n = G n).
  { intros n less. specialize (early n ltac:(lia)). apply Nat.eqb_eq in early. rewrite <- early.
    exact (table_is r right G values begins n less). }
  assert (rare : forall x, In x rares -> 0 < fst x /\ snd x = G (fst x)).
  { intros x member. specialize (listed x member). apply andb_true_iff in listed. destruct listed as [some value].
    apply Nat.ltb_lt in some. apply Nat.eqb_eq in value. split; [exact some|]. rewrite value. apply same.
    pose proof (last_rare_spec rares x member). unfold begins, Rare.begins. lia. }
  repeat match goal with |- _ /\ _ => split end; try assumption.
  - intros ->. discriminate bound.
  - intros t bit par. specialize (splits _ (splitting_step r t bit)). cbn [fst snd] in splits.
    rewrite bit, par in splits. apply negb_true_iff in splits. exact splits.
  - intros par. rewrite par in even. apply negb_true_iff in even. exact even.
  - intros a range. specialize (complete a ltac:(unfold begins in range; lia)). rewrite same in complete by lia.
    apply orb_true_iff in complete. destruct complete as [is_common | found]; [auto | right].
    apply existsb_exists in found. destruct found as [x [member at_x]]. apply Nat.eqb_eq in at_x. exists x. auto.
Qed.

(** Beyond the beginning the words are what they are meant to be, if the values that are looked at are true. *)
Lemma fits_decided : forall f n, begins <= n ->
  (forall a, a <= depth \/ n <= a + (depth + k) -> a < n -> f a = G a) -> fits f n = true -> decided n (f n).
Proof.
  destruct begun_parts as [right [finite [bounds [_ [_ [_ [_ [deep [_ [_ [rare _]]]]]]]]]]].
  intros f n late same ok.
  assert (start : begins = last_rare rares + k + 1) by reflexivity.
  assert (some : forall t, Nat.testbit (digit r t) 1 = true -> 0 < t).
  { intros [|t] bit; [apply (proj2 right) in bit|]; lia. }
  assert (near : forall low i, i < width ->
            Nat.testbit (near_word f n low (near_pairs r rares) 0) i = true <-> near_value r rares G n (low + i)).
  { intros low i small. rewrite near_word_spec by exact small. rewrite Nat.bits_0. split.
    - intros [no | [d [v [member value]]]]; [discriminate|]. apply near_pairs_spec in member; [|exact finite].
      destruct member as [[t [bit [-> ->]]] | [t [bit [x [member [-> ->]]]]]]; pose proof (bounds t _ bit) as [_ short].
      + left. exists t. repeat split; [exact bit | lia|]. rewrite value, Nat.lxor_0_l.
        specialize (some t bit). apply same; lia.
      + right. pose proof (last_rare_spec rares x member). destruct (rare x member) as [positive _].
        exists t, x. repeat split; auto; [lia|]. rewrite value. f_equal.
        replace (n - (t + fst x)) with (n - t - fst x) by lia. apply same; lia.
    - intros [[t [bit [less value]]] | [t [x [bit [member [less value]]]]]]; right; pose proof (bounds t _ bit) as [_ short].
      + exists t, 0. split; [apply near_pairs_spec; [exact finite|]; left; exists t; auto|].
        rewrite value, Nat.lxor_0_l. specialize (some t bit). symmetry. apply same; lia.
      + pose proof (last_rare_spec rares x member). destruct (rare x member) as [positive _].
        exists (t + fst x), (snd x). split; [apply near_pairs_spec; [exact finite|]; right; exists t; split; [exact bit|]; exists x; auto|].
        rewrite value. f_equal. replace (n - (t + fst x)) with (n - t - fst x) by lia. symmetry. apply same; lia. }
  assert (found : forall low wanted i, i < width ->
            Nat.testbit (seek f low wanted (map (fun t => n - t) (splits r)) depth 1 0) i = true ->
            small_value r depth G n (low + i)).
  { intros low wanted i small there. apply seek_spec in there; [|exact small]. rewrite Nat.bits_0 in there.
    destruct there as [no | [a [rest [range [member [less value]]]]]]; [discriminate|].
    apply in_map_iff in member. destruct member as [t [<- member]]. apply splits_spec in member; [|exact finite].
    pose proof (bounds t _ member) as [_ short].
    exists t, a. repeat split; [exact member | lia | lia | lia|]. rewrite value. f_equal; apply same; lia. }
  assert (all : forall count b, b * width <= f n ->
            fits_words depth f (near_pairs r rares) (splits r) n (f n) (side parity shift n)
              (map (fun b => (b * width, (typed_word places (b * width) false, typed_word places (b * width) true))) (seq b count)) = true ->
            common n (f n) = true /\ ~ near_value r rares G n (f n) /\
            forall u, b * width <= u < f n -> near_value r rares G n u \/ (common n u = false /\ small_value r depth G n u)).
  { induction count as [|c IH]; intros b above ok'; [discriminate|]. cbn [seq map fits_words] in ok'.
    set (low := b * width) in *.
    set (commons := if side parity shift n then typed_word places low true else typed_word places low false) in *.
    set (s := near_word f n low (near_pairs r rares) 0) in *.
    set (size := if f n - low <? width then f n - low else width) in *.
    set (missing := Nat.ldiff (ones size) s) in *.
    destruct (Nat.land missing commons =? 0) eqn:rare_only; [|discriminate].
    destruct (covers _ missing) eqn:covered; [|discriminate]. apply Nat.eqb_eq in rare_only.
    assert (type : forall i, i < width -> Nat.testbit commons i = common n (low + i)).
    { intros i small. unfold commons, common, Rare.common. destruct (side parity shift n); apply typed_word_spec; exact small. }
    assert (short : size <= width) by (unfold size; destruct (Nat.ltb_spec (f n - low) width); lia).
    assert (here : forall u, low <= u < low + size -> near_value r rares G n u \/ (common n u = false /\ small_value r depth G n u)).
    { intros u range. assert (at_u : low + (u - low) = u) by lia. assert (small : u - low < width) by lia.
      destruct (Nat.testbit s (u - low)) eqn:there; [left; rewrite <- at_u; apply near; auto|].
      assert (wanted : Nat.testbit missing (u - low) = true).
      { unfold missing. rewrite Nat.ldiff_spec, there, andb_true_r. apply ones_spec. lia. }
      right. split.
      - rewrite <- at_u, <- type by exact small. pose proof (Nat.land_spec missing commons (u - low)) as both.
        rewrite rare_only, Nat.bits_0, wanted in both. symmetry. exact both.
      - rewrite <- at_u. apply (found low missing _ small). exact (covers_spec _ _ _ covered wanted). }
    destruct (Nat.ltb_spec (f n - low) width) as [within | beyond].
    - assert (at_v : low + (f n - low) = f n) by lia. rewrite Nat.ldiff_spec, type, at_v in ok' by exact within.
      apply andb_true_iff in ok'. destruct ok' as [is_common free]. apply negb_true_iff in free.
      split; [exact is_common|]. split.
      + intros there. rewrite <- at_v in there. apply near in there; [|exact within]. unfold s in free. congruence.
      + intros u range. apply here. unfold size. lia.
    - destruct (IH (S b)) as [is_common [free below]]; [rewrite Nat.mul_succ_l; fold low; lia | exact ok'|].
      split; [exact is_common|]. split; [exact free|]. intros u range.
      destruct (le_lt_dec (low + width) u) as [later | now]; [apply below; rewrite Nat.mul_succ_l; fold low; lia | apply here; unfold size; lia]. }
  destruct (all 5 0) as [is_common [free below]]; [simpl; lia | exact ok|].
  split; [exact is_common|]. split; [exact free|]. intros u less. apply below. lia.
Qed.

(** So far every heap behind the beginning is decided. *)
Definition decided_below (n : nat) : Prop := forall m, begins <= m < n -> decided m (G m).

Lemma decided_next : forall f n, begins <= n -> decided_below n ->
  (forall a, a <= depth \/ n <= a + (depth + k) -> a < n -> f a = G a) -> fits f n = true ->
  f n = G n /\ decided_below (S n).
Proof.
  intros f n late below same ok. pose proof (fits_decided f n late same ok) as D.
  destruct begun_parts as [right [_ [bounds [even_splits [_ [_ [_ [_ [_ [_ [rare all]]]]]]]]]]].
  assert (value : G n = f n).
  { apply (decided_value r places parity shift rares depth G (heap_value_is r right) right bounds even_splits rare n (f n));
      [unfold begins, Rare.begins in late; lia | | exact D].
    intros a range. destruct (le_lt_dec begins a) as [late_a | early_a]; [left; apply (below a); lia | apply all; lia]. }
  split; [symmetry; exact value|]. intros m range. destruct (Nat.eq_dec m n) as [-> | differs]; [|apply below; lia].
  rewrite value. exact D.
Qed.

(** A stretch of values that fit is right, if those are before it that are looked at. *)
Lemma decided_stretch : forall f start stop, begins <= start -> decided_below start ->
  (forall a, a <= depth \/ start <= a + (depth + k) -> a < start -> f a = G a) ->
  fits_from parity shift depth f (near_pairs r rares) (splits r) (typed_words places) start stop = true ->
  (forall a, a <= depth \/ start <= a + (depth + k) -> a < stop -> f a = G a) /\ decided_below stop.
Proof.
  intros f start stop late below same ok. unfold fits_from in ok. rewrite all_from_spec in ok.
  assert (each : forall count, start + count <= stop ->
            (forall a, a <= depth \/ start <= a + (depth + k) -> a < start + count -> f a = G a) /\ decided_below (start + count)).
  { induction count as [|c IH]; intros within; [rewrite Nat.add_0_r; auto|].
    destruct IH as [same' below']; [lia|]. rewrite Nat.add_succ_r.
    destruct (decided_next f (start + c)) as [value next]; [lia | exact below' | | apply ok; lia|].
    - intros a seen less. apply same'; lia.
    - split; [|exact next]. intros a seen less. destruct (Nat.eq_dec a (start + c)) as [-> | differs]; [exact value|].
      apply same'; lia. }
  destruct (le_lt_dec start stop) as [forwards | backwards].
  - replace stop with (start + (stop - start)) by lia. apply each. lia.
  - split; [intros a seen less; apply same; lia | intros m range; apply below; lia].
Qed.

Lemma begun_below : decided_below begins.
Proof. intros m range. lia. Qed.

Lemma begun_periodic : decided_below (n0 + p + window) -> (forall n, n0 <= n < n0 + window -> G (n + p) = G n) ->
  periodic G n0 p.
Proof.
  intros below seen.
  destruct begun_parts as [right [_ [bounds [even_splits [even [positive [wide [deep [before [_ [rare all]]]]]]]]]]].
  exact (rare_periodic r places parity shift rares depth window n0 p G (heap_value_is r right) right bounds even_splits rare
    wide deep before positive even all below seen).
Qed.
End Begun.

(** An accepted list of rare heaps: the Grundy function has this least period, and the values are a piece of it. *)
Theorem heaps_rare_sound : forall r places parity shift rares depth window n0 p f,
  is_rare_period r places parity shift rares depth window n0 p f = true ->
  exists G, heap_function r G /\ least_period G n0 p /\ forall n, n < rare_length window n0 p -> f n = G n.
Proof.
  intros r places parity shift rares depth window n0 p f ok. unfold is_rare_period in ok.
  rewrite !andb_true_iff in ok. destruct ok as [[[begun each] again] smaller]. rewrite repeats_spec in again.
  destruct (begun_parts r places parity shift rares depth window n0 p f begun)
    as [right [_ [_ [_ [_ [positive [wide [deep [before [early _]]]]]]]]]].
  exists (heap_value r). pose proof (heap_value_is r right) as values.
  destruct (decided_stretch r places parity shift rares depth window n0 p f begun f (begins r rares) (rare_length window n0 p))
    as [same below]; [reflexivity | apply begun_below | intros a _ less; exact (early a less) | exact each|].
  assert (true_values : forall n, n < rare_length window n0 p -> f n = heap_value r n).
  { intros n less. destruct (le_lt_dec (begins r rares) n) as [late | soon]; [|exact (early n soon)].
    apply same; [right; lia | exact less]. }
  split; [exact values|]. split; [|exact true_values].
  apply (nothing_smaller_sound (heap_value r) f (rare_length window n0 p)); auto; [unfold rare_length; lia|].
  apply (begun_periodic r places parity shift rares depth window n0 p f begun); [exact below|].
  intros n range. rewrite <- !true_values by (unfold rare_length; lia). apply again. lia.
Qed.
