(** Checks the values of a graph with two tails of any lengths, from a square of values that somebody hands over. *)

From Coq Require Import List Arith Lia Bool Wf_nat.
From Verified Require Import Games Sums Heaps Periods Tables Steps Values Repeats TwoLengths Trees.
Import ListNotations.

Lemma is_mex_iff : forall (S T : nat -> Prop) m, (forall v, S v <-> T v) -> is_mex S m -> is_mex T m.
Proof.
  intros S T m same [missing below]. split; [intros there; apply missing, same; exact there|].
  intros k less. apply same, below, less.
Qed.

(** A tail that gets shorter by k leaves a path of value x. *)
Definition falls (r : rules) (h : nat -> nat) (k x : nat) : Prop :=
  exists t y, k = t + y /\ 0 < t /\ leaves_path r t y = true /\ x = h y.

(** ** Sets of values *)

Fixpoint some_from (test : nat -> bool) (count start : nat) : bool :=
  match count with
  | 0 => false
  | S c => if test start then true else some_from test c (S start)
  end.

Lemma some_from_spec : forall test count start,
  some_from test count start = true <-> exists i, start <= i < start + count /\ test i = true.
Proof.
  induction count as [|c IH]; intros start; simpl; [split; [discriminate | intros [i [range _]]; lia]|].
  destruct (test start) eqn:first.
  - split; [intros _; exists start; split; [lia | exact first] | reflexivity].
  - rewrite IH. split; intros [i [range found]]; exists i; (split; [|exact found]); [lia|].
    destruct (Nat.eq_dec i start) as [-> | differs]; [congruence | lia].
Qed.

(** Sets of numbers below 120 as two words of 60 bits; what is larger is left out. *)
Definition words : Type := nat * nat.

Definition note (v : nat) (s : words) : words :=
  if v <? 60 then (Nat.lor (fst s) (Nat.shiftl 1 v), snd s)
  else if v <? 120 then (fst s, Nat.lor (snd s) (Nat.shiftl 1 (v - 60))) else s.

Definition noted (s : words) (v : nat) : bool :=
  if v <? 60 then Nat.testbit (fst s) v else if v <? 120 then Nat.testbit (snd s) (v - 60) else false.

Lemma set_bit : forall a n k, Nat.testbit (Nat.lor a (Nat.shiftl 1 n)) k = Nat.testbit a k || (n =? k).
Proof. intros a n k. rewrite Nat.lor_spec, Nat.shiftl_1_l, Nat.pow2_bits_eqb. reflexivity. Qed.

Lemma note_spec : forall w s v, v < 120 -> noted (note w s) v = true <-> noted s v = true \/ w = v.
Proof.
  intros w [lo hi] v small. unfold note, noted.
  destruct (Nat.ltb_spec w 60); [|destruct (Nat.ltb_spec w 120)]; cbn [fst snd];
    (destruct (Nat.ltb_spec v 60); [|destruct (Nat.ltb_spec v 120); [|lia]]);
    try (rewrite set_bit, orb_true_iff, Nat.eqb_eq); (split; [intros [there | same] || intros there | intros [there | same]]);
    auto; try lia; right; lia.
Qed.

Lemma none_noted : forall v, noted (0, 0) v = false.
Proof. intros v. unfold noted. cbn [fst snd]. rewrite !Nat.bits_0. destruct (v <? 60), (v <? 120); reflexivity. Qed.

Lemma fold_noted : forall (A : Type) (step : words -> A -> words) (P : A -> Prop) v,
  (forall s a, noted (step s a) v = true <-> noted s v = true \/ P a) ->
  forall l s, noted (fold_left step l s) v = true <-> noted s v = true \/ exists a, In a l /\ P a.
Proof.
  intros A step P v one. induction l as [|a l IH]; intros s; cbn [fold_left].
  - split; [auto|]. intros [there | [a [[] _]]]. exact there.
  - rewrite IH, one. split.
    + intros [[there | here] | [a' [member here]]]; [auto | right; exists a | right; exists a']; simpl; auto.
    + intros [there | [a' [[<- | member] here]]]; [auto | auto | right; exists a'; auto].
Qed.

(** Notes the values of f at far - 1 and so on beside paths of 1 and so on. *)
Fixpoint gather (f h : nat -> nat) (far count y lo hi : nat) : words :=
  match count with
  | 0 => (lo, hi)
  | S n =>
      let v := Nat.lxor (f (far - y)) (h y) in
      if v <? 60 then gather f h far n (S y) (Nat.lor lo (Nat.shiftl 1 v)) hi
      else if v <? 120 then gather f h far n (S y) lo (Nat.lor hi (Nat.shiftl 1 (v - 60)))
      else gather f h far n (S y) lo hi
  end.

Lemma gather_spec : forall f h far count y lo hi v, v < 120 ->
  noted (gather f h far count y lo hi) v = true <->
  noted (lo, hi) v = true \/ exists i, y <= i < y + count /\ Nat.lxor (f (far - i)) (h i) = v.
Proof.
  intros f h far. induction count as [|n IH]; intros y lo hi v small.
  - cbn [gather]. split; [auto|]. intros [there | [i [range _]]]; [exact there | lia].
  - set (w := Nat.lxor (f (far - y)) (h y)).
    assert (step : gather f h far (S n) y lo hi =
                   gather f h far n (S y) (fst (note w (lo, hi))) (snd (note w (lo, hi)))).
    { unfold note. cbn [gather]. fold w. destruct (w <? 60), (w <? 120); reflexivity. }
    rewrite step, IH by exact small. rewrite <- surjective_pairing, note_spec by exact small. split.
    + intros [[there | same] | [i [range same]]]; [auto | right; exists y | right; exists i]; split; auto; lia.
    + intros [there | [i [range same]]]; [auto|]. destruct (Nat.eq_dec i y) as [-> | differs]; [auto|].
      right. exists i. split; [lia | exact same].
Qed.

Section Trees.
Variable edges : list (nat * nat).
Variables u v : nat.
Variable r : rules.
Variable bites : list nat -> list bite.
Hypothesis is_proper : proper r.
Hypothesis none_taken : digit r 0 = 0.
Variable take : nat.
Hypothesis bounds : forall t j, Nat.testbit (digit r t) j = true -> j <= 2 /\ t <= take.
Hypothesis bites_take : forall q x, In x (bites q) -> exists y, In y q /\ In y (taken x).
Hypothesis bites_short : forall q x, In x (bites q) ->
  Nat.max (off_b x) (least_b x) <= take /\ Nat.max (off_c x) (least_c x) <= take.

Notation options := (options edges u v bites).
Notation loose_of := (loose_of u v).
Notation opens := (opens u v).

(** w is the value of an option that takes vertices of the graph; F has the values of its pieces, h of paths. *)
Definition beside (F : list nat -> nat -> nat -> nat) (h : nat -> nat) (q : list nat) (b c w : nat) : Prop :=
  exists x ks, In (x, ks) (options q) /\ opens (length ks) b c x = true /\
               w = nim_sum (map (fun k => F k b c) ks ++ loose_of h b c x).

(** Its tails may have no vertices. *)
Definition hanging (g : list nat -> nat -> nat -> nat) (k : list nat) (b c : nat) : nat := g k (hangs u k b) (hangs v k c).

Lemma smaller_pieces : forall q x ks k, In (x, ks) (options q) -> In k ks -> length k < length q.
Proof.
  intros q x ks k one member. apply options_spec in one. destruct one as [bite [-> _]].
  destruct (bites_take q x bite) as [z [here gone]]. apply split_shorter in member.
  refine (Nat.le_lt_trans _ _ _ member _). apply (filter_strictly nat _ q z here). apply negb_false_iff, mem_spec. exact gone.
Qed.

Section Play.
Variable change : piece -> list piece -> Prop.
Hypothesis listed : forall s left, In left (changes edges u v r bites s) <-> change s left.

Definition piece_value : piece -> nat := value_of_piece (changes edges u v r bites) vertices_of.

Lemma piece_value_is : forall s, Grundy (side_by_side change) [s] (piece_value s).
Proof.
  apply (value_of_piece_is change _ listed). intros s left one. apply listed in one.
  exact (changes_smaller edges u v r bites bites_take s left one).
Qed.

Lemma piece_mex : forall s, is_mex (changed_value change piece_value s) (piece_value s).
Proof. intros s. apply Grundy_one; [intros left _ y _|]; apply piece_value_is. Qed.

Definition path_value (n : nat) : nat := piece_value (Path n).
Definition part_value (q : list nat) (b c : nat) : nat := piece_value (Part q b c).

(** ** A path has the value of a heap *)

Lemma nim_sum_filled : forall (h : nat -> nat) ls, h 0 = 0 -> nim_sum (map h (filter filled ls)) = nim_sum (map h ls).
Proof.
  intros h ls zero. induction ls as [|[|n] ls IH]; simpl; [reflexivity | rewrite zero, Nat.lxor_0_l; exact IH|].
  rewrite <- IH. reflexivity.
Qed.

Theorem path_is_heap : forall n, path_value n = heap_value r n.
Proof.
  pose proof (heap_value_is r is_proper) as values. pose proof (empty_heap r is_proper _ values) as zero.
  intros n. induction n as [n IH] using lt_wf_ind.
  refine (is_mex_unique _ _ _ _ _ (piece_mex (Path n)) (heap_function_mex r is_proper _ values n)).
  intros w. split.
  - intros [left [one ->]]. apply listed, path_changes in one. destruct one as [t [y [some [fits [-> allowed]]]]]. unfold of_path in *.
    assert (total : exists x, x + t + y = n /\ n - (t + y) = x) by (exists (n - (t + y)); lia).
    destruct total as [x [total same]]. rewrite same in *. clear same.
    change [Path x; Path y] with (map Path [x; y]) in *.
    rewrite left_paths, map_length in allowed.
    exists (filter filled [x; y]). split.
    + exists t. split; [|split].
      * replace (length (filter filled [x; y])) with (Nat.min 2 (length (filter filled [x; y]))); [exact allowed|].
        destruct x, y; reflexivity.
      * destruct x, y; simpl; lia.
      * apply Forall_forall. intros a member. apply filter_In in member. destruct a; [destruct member; discriminate | lia].
    + rewrite (nim_sum_filled (heap_value r) [x; y] zero). rewrite map_map. cbn [map].
      fold (path_value x). fold (path_value y). rewrite !IH by lia. reflexivity.
  - intros [hs [[t [allowed [total positive]]] ->]].
    destruct (bounds t (length hs) allowed) as [few _].
    assert (some : 0 < t).
    { destruct t; [|lia]. rewrite none_taken, Nat.bits_0 in allowed. discriminate. }
    assert (first : path_value 0 = 0) by (rewrite IH by lia; exact zero).
    assert (enough : forall x y, x + t + y = n -> length (filter filled [x; y]) = length hs ->
      nim_sum (map (heap_value r) hs) = Nat.lxor (heap_value r x) (heap_value r y) ->
      changed_value change piece_value (Path n) (nim_sum (map (heap_value r) hs))).
    { intros x y total' same value. exists [Path x; Path y]. split.
      - apply listed, path_changes. exists t, y. unfold of_path. replace (n - (t + y)) with x by lia.
        split; [exact some|]. split; [lia|]. split; [reflexivity|].
        change [Path x; Path y] with (map Path [x; y]). rewrite left_paths, map_length, same, Nat.min_r by exact few.
        exact allowed.
      - rewrite value. cbn [map nim_sum fold_right]. fold (path_value x). fold (path_value y). rewrite !IH by lia.
        rewrite Nat.lxor_0_r. reflexivity. }
    destruct hs as [|x [|y [|z hs]]]; cbn [length] in few; try lia; simpl in total.
    + apply (enough 0 0); [lia | reflexivity | rewrite zero; reflexivity].
    + inversion positive; subst. apply (enough x 0); [lia | destruct x; [lia | reflexivity] |].
      rewrite zero. reflexivity.
    + inversion positive as [|? ? filled_x others]; subst. inversion others; subst.
      apply (enough x y); [lia | destruct x, y; try lia; reflexivity|].
      cbn [map nim_sum fold_right]. rewrite Nat.lxor_0_r. reflexivity.
Qed.

(** ** The options of a part *)

Lemma part_options : forall q b c w, changed_value change piece_value (Part q b c) w <->
  tail_value (part_value q) (falls r path_value) (beside (hanging part_value) path_value q) b c w.
Proof.
  intros q b c w. unfold changed_value, tail_value, shortened, falls, beside.
  setoid_rewrite <- listed. cbn [changes]. setoid_rewrite in_app_iff. setoid_rewrite in_app_iff. setoid_rewrite in_map_iff.
  assert (value : forall x, nim_sum (map piece_value (without edges u v q b c (taken x) (off_b x) (off_c x))) =
    nim_sum (map (fun k => hanging part_value k b c) (pieces edges (minus q (taken x))) ++ loose_of path_value b c x)).
  { intros x. unfold without. rewrite map_app, map_map. fold (loose_of Path b c x). rewrite loose_map. reflexivity. }
  split.
  - intros [left [[[[t y] [<- there]] | [[[t y] [<- there]] | [[x ks] [<- there]]]] ->]];
      apply filter_In in there; destruct there as [there allowed].
    + apply takes_of_spec in there. destruct there as [some fits]. right. left. exists (t + y), (path_value y).
      split; [lia|]. split; [exists t, y; auto|]. cbn [map nim_sum fold_right]. rewrite Nat.lxor_0_r. reflexivity.
    + apply takes_of_spec in there. destruct there as [some fits]. left. exists (t + y), (path_value y).
      split; [lia|]. split; [exists t, y; auto|]. cbn [map nim_sum fold_right]. rewrite Nat.lxor_0_r. reflexivity.
    + right. right. exists x, ks. split; [exact there|]. split; [exact allowed|]. apply options_spec in there.
      destruct there as [_ [-> _]]. apply value.
  - intros [[k [z [range [[t [y [-> [some [allowed ->]]]]] ->]]]] |
           [[k [z [range [[t [y [-> [some [allowed ->]]]]] ->]]]] | [x [ks [there [allowed ->]]]]]].
    + exists [Part q b (c - (t + y)); Path y]. split; [right; left | cbn [map nim_sum fold_right]; rewrite Nat.lxor_0_r; reflexivity].
      exists (t, y). split; [reflexivity|]. apply filter_In. split; [apply takes_of_spec; lia | exact allowed].
    + exists [Part q (b - (t + y)) c; Path y]. split; [left | cbn [map nim_sum fold_right]; rewrite Nat.lxor_0_r; reflexivity].
      exists (t, y). split; [reflexivity|]. apply filter_In. split; [apply takes_of_spec; lia | exact allowed].
    + exists (without edges u v q b c (taken x) (off_b x) (off_c x)). split.
      * right. right. exists (x, ks). split; [reflexivity|]. apply filter_In. auto.
      * apply options_spec in there. destruct there as [_ [-> _]]. symmetry. apply value.
Qed.

Lemma part_mex : forall q b c,
  is_mex (tail_value (part_value q) (falls r path_value) (beside (hanging part_value) path_value q) b c) (part_value q b c).
Proof. intros q b c. exact (is_mex_iff _ _ _ (part_options q b c) (piece_mex (Part q b c))). Qed.

(** ** A square of values decides all of them *)

Variables p N W path : nat.
Hypothesis positive : 1 <= p.
Hypothesis some_path : 1 <= path.
Hypothesis late : path + take <= N.
Hypothesis narrow : W <= N.
Hypothesis paths : forall n, path <= n -> path_value (n + p) = path_value n.

Lemma falls_again : forall k x, path + take <= k -> falls r path_value (k + p) x <-> falls r path_value k x.
Proof.
  intros k x far. split; intros [t [y [sum [some [allowed ->]]]]]; pose proof (proj2 (bounds t _ allowed)) as short.
  - exists t, (y - p). split; [lia|]. split; [exact some|]. split.
    + unfold leaves_path in *. replace (y =? 0) with false in allowed by (symmetry; apply Nat.eqb_neq; lia).
      replace (y - p =? 0) with false by (symmetry; apply Nat.eqb_neq; lia). exact allowed.
    + rewrite <- (paths (y - p)) by lia. f_equal. lia.
  - exists t, (y + p). split; [lia|]. split; [exact some|]. split.
    + unfold leaves_path in *. replace (y =? 0) with false in allowed by (symmetry; apply Nat.eqb_neq; lia).
      replace (y + p =? 0) with false by (symmetry; apply Nat.eqb_neq; lia). exact allowed.
    + symmetry. apply paths. lia.
Qed.

(** Lengths that nothing near the graph tells apart. *)
Definition agree (b b' : nat) : Prop := b' = b \/ (N <= b /\ N <= b' /\ (b' = b + p \/ b = b' + p)).

Lemma agree_path : forall b b' i, agree b b' -> i <= take ->
  path_value (b' - i) = path_value (b - i) /\ filled (b' - i) = filled (b - i) /\ (i <=? b') = (i <=? b).
Proof.
  intros b b' i [-> | [large [large' apart]]] small; [auto|].
  assert (both : (i <=? b') = true /\ (i <=? b) = true) by (split; apply Nat.leb_le; lia).
  destruct both as [-> ->]. unfold filled.
  assert (both : (0 <? b' - i) = true /\ (0 <? b - i) = true) by (split; apply Nat.ltb_lt; lia).
  destruct both as [-> ->]. split; [|auto]. destruct apart as [-> | ->].
  - replace (b + p - i) with (b - i + p) by lia. apply paths. lia.
  - replace (b' + p - i) with (b' - i + p) by lia. symmetry. apply paths. lia.
Qed.

Lemma beside_agree : forall q b c b' c' w, agree b b' -> agree c c' ->
  (forall x ks k, In (x, ks) (options q) -> In k ks -> hanging part_value k b' c' = hanging part_value k b c) ->
  beside (hanging part_value) path_value q b c w -> beside (hanging part_value) path_value q b' c' w.
Proof.
  intros q b c b' c' w same_b same_c same [x [ks [there [allowed ->]]]]. exists x, ks. split; [exact there|].
  pose proof there as one. apply options_spec in one. destruct one as [bite _]. apply bites_short in bite.
  destruct (agree_path b b' (off_b x) same_b ltac:(lia)) as [value_b [filled_b _]].
  destruct (agree_path c c' (off_c x) same_c ltac:(lia)) as [value_c [filled_c _]].
  split.
  - rewrite <- allowed. unfold opens. destruct (agree_path b b' (least_b x) same_b ltac:(lia)) as [_ [_ ->]].
    destruct (agree_path c c' (least_c x) same_c ltac:(lia)) as [_ [_ ->]]. do 4 f_equal.
    unfold loose_of, loose. destruct (mem u (taken x)), (mem v (taken x)); cbn [app filter];
      rewrite ?filled_b, ?filled_c; repeat (destruct (filled _)); reflexivity.
  - f_equal. f_equal.
    + apply map_ext_in. intros k member. symmetry. exact (same x ks k there member).
    + unfold loose_of, loose. rewrite value_b, value_c. reflexivity.
Qed.

Notation nu := (from_on N W).
Notation T := (side p N W (path + take)).

(** The parts that play leaves are among those that are looked at. *)
Variable parts : list (list nat).
Hypothesis closed : forall q x ks k, In q parts -> In (x, ks) (options q) -> In k ks -> In k parts.
Hypothesis window_rows : forall q, In q parts -> forall b c, nu b <= c -> b < T -> c + p < T ->
  hanging part_value q b (c + p) = hanging part_value q b c.
Hypothesis window_columns : forall q, In q parts -> forall b c, nu c <= b -> c < T -> b + p < T ->
  hanging part_value q (b + p) c = hanging part_value q b c.
Hypothesis window_diagonal : forall q, In q parts -> forall b c, N <= b -> N <= c -> b + p < T -> c + p < T ->
  hanging part_value q (b + p) (c + p) = hanging part_value q b c.

Theorem parts_repeat : forall q, In q parts -> two_periods (hanging part_value q) p N W.
Proof.
  assert (all : forall n q, length q = n -> In q parts -> two_periods (hanging part_value q) p N W).
  { intros n. induction n as [n IH] using lt_wf_ind. intros q size member.
    assert (smaller : forall x ks k, In (x, ks) (options q) -> In k ks -> two_periods (hanging part_value k) p N W).
    { intros x ks k one there. apply (IH (length k)); [|reflexivity | exact (closed q x ks k member one there)].
      pose proof (smaller_pieces q x ks k one there). lia. }
    assert (begun : forall b c, nu b <= c -> N <= c) by (unfold from_on; lia).
    assert (rows : forall b c, nu b <= c -> forall w,
      beside (hanging part_value) path_value q b (c + p) w <-> beside (hanging part_value) path_value q b c w).
    { intros b c far w. pose proof (begun b c far).
      split; apply beside_agree; unfold agree; try lia; intros x ks k one there;
        destruct (smaller x ks k one there) as [repeats _]; rewrite (repeats b c far); reflexivity. }
    assert (columns : forall b c, nu c <= b -> forall w,
      beside (hanging part_value) path_value q (b + p) c w <-> beside (hanging part_value) path_value q b c w).
    { intros b c far w. pose proof (begun c b far).
      split; apply beside_agree; unfold agree; try lia; intros x ks k one there;
        destruct (smaller x ks k one there) as [_ [repeats _]]; rewrite (repeats b c far); reflexivity. }
    assert (along : forall b c, N <= b -> N <= c -> forall w,
      beside (hanging part_value) path_value q (b + p) (c + p) w <-> beside (hanging part_value) path_value q b c w).
    { intros b c far far' w.
      split; apply beside_agree; unfold agree; try lia; intros x ks k one there;
        destruct (smaller x ks k one there) as [_ [_ repeats]]; rewrite (repeats b c far far'); reflexivity. }
    assert (none : forall f w, ~ shortened f (falls r path_value) 0 w) by (intros f w [k [x [range _]]]; lia).
    assert (inside : forall c, nu 0 <= c <-> N <= c) by (unfold from_on; lia).
    assert (room : 0 < T) by (unfold side; lia).
    pose proof (window_rows q member) as in_rows. pose proof (window_columns q member) as in_columns.
    pose proof (window_diagonal q member) as in_diagonal.
    unfold two_periods. unfold hanging, hangs in in_rows, in_columns, in_diagonal |- *. destruct (mem u q), (mem v q).
    - apply (square_decides (falls r path_value) p N W (path + take) positive ltac:(lia) late falls_again
               (part_value q) (beside (hanging part_value) path_value q) (part_mex q)); assumption.
    - assert (line : forall b, N <= b -> part_value q (b + p) 0 = part_value q b 0).
      { apply (one_tail (falls r path_value) p N W (path + take) positive ltac:(lia) late falls_again
                 (fun b => part_value q b 0) (fun b => beside (hanging part_value) path_value q b 0)).
        - intros b. refine (is_mex_iff _ _ _ _ (part_mex q b 0)). intros w. unfold tail_value.
          pose proof (none (part_value q b) w). tauto.
        - intros b far. apply columns, inside, far.
        - intros b far few. apply (in_columns b 0); [apply inside; exact far | exact room | exact few]. }
      repeat split; intros; auto. apply line. eapply begun. eassumption.
    - assert (line : forall c, N <= c -> part_value q 0 (c + p) = part_value q 0 c).
      { apply (one_tail (falls r path_value) p N W (path + take) positive ltac:(lia) late falls_again
                 (part_value q 0) (beside (hanging part_value) path_value q 0)).
        - intros c. refine (is_mex_iff _ _ _ _ (part_mex q 0 c)). intros w. unfold tail_value.
          pose proof (none (fun b => part_value q b c) w). tauto.
        - intros c far. apply rows, inside, far.
        - intros c far few. apply (in_rows 0 c); [apply inside; exact far | exact room | exact few]. }
      repeat split; intros; auto. apply line. eapply begun. eassumption.
    - repeat split; intros; reflexivity. }
  intros q. exact (all (length q) q eq_refl).
Qed.
End Play.

(** ** The checker: values of paths and parts are handed over, and tried *)

Section Values.
Variable takes : list (nat * nat). (* (t, the digit of t), where it is not 0 *)
Variable h : nat -> nat.
Variable g : list nat -> nat -> nat -> nat.

(** The values of the options that shorten a tail of c vertices. *)
Definition tail_words (f : nat -> nat) (c : nat) : words -> words :=
  fold_left (fun s '(t, d) =>
    let s := if Nat.testbit d 1 && (t <=? c) then note (Nat.lxor (f (c - t)) (h 0)) s else s in
    if Nat.testbit d 2 then gather f h (c - t) (c - t) 1 (fst s) (snd s) else s) takes.

(** The values of a part with the tails that it has. *)
Definition hung (k : list nat) : nat -> nat -> nat :=
  let f := g k in
  if mem u k then if mem v k then f else fun b _ => f b 0 else if mem v k then fun _ c => f 0 c else fun _ _ => f 0 0.

Lemma hung_is : forall k b c, hung k b c = hanging g k b c.
Proof. intros k b c. unfold hung, hanging, hangs. destruct (mem u k), (mem v k); reflexivity. Qed.

(** The values of options that take vertices of the graph: bites, how many pieces they leave, and the values of these. *)
Definition ready (q : list nat) : list (bite * nat * list (nat -> nat -> nat)) :=
  map (fun '(x, ks) => (x, length ks, map hung ks)) (options q).

Definition others (near : list (bite * nat * list (nat -> nat -> nat))) (b c : nat) : list nat :=
  map (fun '(x, n, fs) => nim_sum (map (fun f => f b c) fs ++ loose_of h b c x))
    (filter (fun '(x, n, fs) => opens n b c x) near).

Definition option_words (f : nat -> nat -> nat) near (b c : nat) : words :=
  tail_words (fun b => f b c) b (tail_words (f b) c (fold_left (fun s w => note w s) (others near b c) (0, 0))).

Definition cell_right (f : nat -> nat -> nat) near (b c : nat) : bool :=
  let s := option_words f near b c in
  let w := f b c in
  (w <? 120) && negb (noted s w) && all_from (noted s) w 0.

(** How many lengths of a tail are looked at. *)
Definition lengths (x : nat) (q : list nat) (count : nat) : nat := if mem x q then count else 1.

Definition part_right (count : nat) (q : list nat) : bool :=
  let near := ready q in
  let f := g q in
  all_from (fun b => all_from (cell_right f near b) (lengths v q count) 0) (lengths u q count) 0.

Hypothesis all_takes : forall t d, In (t, d) takes <-> 0 < t /\ d = digit r t /\ d <> 0.

Lemma testbit_take : forall t j, 0 < t -> Nat.testbit (digit r t) j = true -> In (t, digit r t) takes.
Proof.
  intros t j some allowed. apply all_takes. split; [exact some|]. split; [reflexivity|].
  intros none. rewrite none, Nat.bits_0 in allowed. discriminate.
Qed.

Lemma tail_words_spec : forall f c s w, w < 120 ->
  noted (tail_words f c s) w = true <-> noted s w = true \/ shortened f (falls r h) c w.
Proof.
  intros f c s w small. unfold tail_words, shortened.
  rewrite (fold_noted _ _ (fun a : nat * nat =>
    (Nat.testbit (snd a) 1 = true /\ fst a <= c /\ Nat.lxor (f (c - fst a)) (h 0) = w) \/
    (Nat.testbit (snd a) 2 = true /\ exists y, 1 <= y < 1 + (c - fst a) /\ Nat.lxor (f (c - fst a - y)) (h y) = w))).
  - split; (intros [there | found]; [auto | right]).
    + destruct found as [[t d] [member found]]. apply all_takes in member. destruct member as [some [-> _]].
      cbn [fst snd] in found. destruct found as [[allowed [enough same]] | [allowed [y [range same]]]].
      * exists t, (h 0). split; [lia|]. split; [|auto]. exists t, 0. repeat split; auto.
      * exists (t + y), (h y). split; [lia|]. split; [|rewrite <- same; do 2 f_equal; lia].
        exists t, y. repeat split; auto. unfold leaves_path. destruct y; [lia | exact allowed].
    + destruct found as [k [x [range [[t [y [-> [some [allowed ->]]]]] ->]]]]. exists (t, digit r t).
      split; [eapply testbit_take; eauto|]. cbn [fst snd]. destruct y as [|y]; [left | right]; (split; [exact allowed|]).
      * split; [lia|]. do 2 f_equal. lia.
      * exists (S y). split; [lia|]. do 2 f_equal. lia.
  - intros s' [t d]. cbn [fst snd].
    set (s1 := if Nat.testbit d 1 && (t <=? c) then note (Nat.lxor (f (c - t)) (h 0)) s' else s').
    assert (first : noted s1 w = true <->
      noted s' w = true \/ (Nat.testbit d 1 = true /\ t <= c /\ Nat.lxor (f (c - t)) (h 0) = w)).
    { unfold s1. destruct (Nat.testbit d 1); cbn [andb]; [|intuition discriminate].
      destruct (Nat.leb_spec t c); [rewrite note_spec by exact small; intuition | intuition lia]. }
    destruct (Nat.testbit d 2).
    + rewrite gather_spec by exact small. rewrite <- surjective_pairing, first. intuition.
    + rewrite first. intuition discriminate.
Qed.

Lemma others_spec : forall q b c w, In w (others (ready q) b c) <-> beside (hanging g) h q b c w.
Proof.
  intros q b c w. unfold others, ready, beside. rewrite in_map_iff. split.
  - intros [[[x n] fs] [<- there]]. apply filter_In in there. destruct there as [there allowed].
    apply in_map_iff in there. destruct there as [[x' ks] [[= <- <- <-] there]]. exists x', ks.
    split; [exact there|]. split; [exact allowed|]. rewrite map_map. do 2 f_equal. apply map_ext. intros k. apply hung_is.
  - intros [x [ks [there [allowed ->]]]]. exists (x, length ks, map hung ks). split.
    + rewrite map_map. do 2 f_equal. apply map_ext. intros k. apply hung_is.
    + apply filter_In. split; [|exact allowed]. apply in_map_iff. exists (x, ks). auto.
Qed.

Lemma option_words_spec : forall q b c w, w < 120 -> noted (option_words (g q) (ready q) b c) w = true <->
  tail_value (g q) (falls r h) (beside (hanging g) h q) b c w.
Proof.
  intros q b c w small. unfold option_words, tail_value.
  rewrite !tail_words_spec by exact small.
  rewrite (fold_noted _ _ (fun w' => w' = w)) by (intros s w'; apply note_spec; exact small). rewrite none_noted.
  rewrite <- others_spec. split.
  - intros [[[wrong | [w' [there ->]]] | there] | there]; [discriminate | auto ..].
  - intros [there | [there | there]]; [left; right; exact there | right; exact there | left; left; right; exists w; auto].
Qed.

Lemma cell_mex : forall q b c, cell_right (g q) (ready q) b c = true ->
  is_mex (tail_value (g q) (falls r h) (beside (hanging g) h q) b c) (g q b c).
Proof.
  intros q b c right_. unfold cell_right in right_. rewrite !andb_true_iff in right_. destruct right_ as [[small missing] below].
  apply Nat.ltb_lt in small. apply negb_true_iff in missing. rewrite all_from_spec in below. split.
  - intros there. apply option_words_spec in there; [congruence | exact small].
  - intros k less. apply option_words_spec; [lia|]. apply below. lia.
Qed.
End Values.

(** Options have the same values where what they lead to has. *)
Lemma options_same : forall F F' G G' h h' q b c most,
  (forall n, n < most -> h n = h' n) -> b < most -> c < most ->
  (forall b' c', b' <= b -> c' <= c -> b' + c' < b + c -> G b' c' = G' b' c') ->
  (forall x ks k, In (x, ks) (options q) -> In k ks -> F k b c = F' k b c) ->
  forall w, tail_value G (falls r h) (beside F h q) b c w -> tail_value G' (falls r h') (beside F' h' q) b c w.
Proof.
  intros F F' G G' h h' q b c most paths few_b few_c shorter same w. unfold tail_value, shortened, falls, beside.
  intros [[k [z [range [[t [y [-> [some [allowed ->]]]]] ->]]]] |
         [[k [z [range [[t [y [-> [some [allowed ->]]]]] ->]]]] | [x [ks [there [allowed ->]]]]]].
  - left. exists (t + y), (h' y). split; [exact range|]. split; [exists t, y; auto|].
    rewrite paths, shorter by lia. reflexivity.
  - right. left. exists (t + y), (h' y). split; [exact range|]. split; [exists t, y; auto|].
    rewrite paths, shorter by lia. reflexivity.
  - right. right. exists x, ks. split; [exact there|]. split; [exact allowed|]. f_equal. f_equal.
    + apply map_ext_in. intros k member. exact (same x ks k there member).
    + unfold Trees.loose_of, loose. rewrite !paths by lia. reflexivity.
Qed.

Section Equations.
Variables p N W T : nat.
Variable f : nat -> nat -> nat.

Definition equations : bool :=
  all_from (fun b => all_from (fun c => f b (c + p) =? f b c) (T - p - from_on N W b) (from_on N W b)) T 0 &&
  all_from (fun c => all_from (fun b => f (b + p) c =? f b c) (T - p - from_on N W c) (from_on N W c)) T 0 &&
  all_from (fun b => all_from (fun c => f (b + p) (c + p) =? f b c) (T - p - N) N) (T - p - N) N.

Definition begins_right (first : option nat) : bool :=
  match first with
  | Some m =>
      (m + p <=? T) &&
      ((m =? 0) || some_from (fun b => negb (f b (m - 1 + p) =? f b (m - 1))) T 0) &&
      all_from (fun b => all_from (fun c =>
        if (m <=? c) || ((N <=? b) && (N <=? c)) then f b (c + p) =? f b c else true) (T - p) 0) T 0
  | None => some_from (fun b => some_from (fun c => negb (f b (c + p) =? f b c)) (T - p - N) N) (T - N) N
  end.

Lemma equations_spec : equations = true ->
  (forall b c, from_on N W b <= c -> b < T -> c + p < T -> f b (c + p) = f b c) /\
  (forall b c, from_on N W c <= b -> c < T -> b + p < T -> f (b + p) c = f b c) /\
  (forall b c, N <= b -> N <= c -> b + p < T -> c + p < T -> f (b + p) (c + p) = f b c).
Proof.
  unfold equations. rewrite !andb_true_iff, !all_from_spec. intros [[rows columns] along]. repeat split; intros b c.
  - intros begun inside inside'. specialize (rows b ltac:(lia)). cbn beta in rows. rewrite all_from_spec in rows.
    apply Nat.eqb_eq, rows. lia.
  - intros begun inside inside'. specialize (columns c ltac:(lia)). cbn beta in columns. rewrite all_from_spec in columns.
    apply Nat.eqb_eq, columns. lia.
  - intros begun begun' inside inside'. specialize (along b ltac:(lia)). cbn beta in along. rewrite all_from_spec in along.
    apply Nat.eqb_eq, along. lia.
Qed.

Lemma begins_right_sound : forall G first, 1 <= p -> two_periods G p N W -> N + W + 3 * p < T ->
  (forall b c, b < T -> c < T -> f b c = G b c) -> begins_right first = true -> begins_at G p first.
Proof.
  intros G first positive regular large same ok. destruct first as [m|]; unfold begins_right in ok.
  - rewrite !andb_true_iff, all_from_spec in ok. destruct ok as [[inside before] none]. apply Nat.leb_le in inside.
    apply (begins_somewhere G p N W T positive regular large).
    + intros b c few_b few_c where_. specialize (none b ltac:(lia)). cbn beta in none. rewrite all_from_spec in none.
      specialize (none c ltac:(lia)). cbn beta in none.
      replace ((m <=? c) || (N <=? b) && (N <=? c)) with true in none.
      * apply Nat.eqb_eq in none. rewrite !same in none by lia. exact none.
      * symmetry. apply orb_true_iff. rewrite andb_true_iff, !Nat.leb_le. exact where_.
    + apply orb_true_iff in before. destruct before as [zero | found]; [left; apply Nat.eqb_eq; exact zero | ].
      destruct (Nat.eq_dec m 0) as [zero | some]; [left; exact zero | right].
      apply some_from_spec in found. destruct found as [b [range differs]]. exists b.
      apply negb_true_iff, Nat.eqb_neq in differs. rewrite !same in differs by lia. exact differs.
  - apply some_from_spec in ok. destruct ok as [b [range_b found]]. apply some_from_spec in found.
    destruct found as [c [range_c differs]]. apply negb_true_iff, Nat.eqb_neq in differs.
    rewrite !same in differs by lia. apply (begins_nowhere G p N W T positive regular large b c); [lia | lia | exact differs].
Qed.
End Equations.

Section Certificate.
Variables path N W p : nat.
Variable first : option nat.
Variable n : nat. (* vertices of the graph *)
Variable parts : list (list nat). (* those that play leaves *)
Variable g : list nat -> nat -> nat -> nat.
Variable h : nat -> nat.

Definition side_of : nat := side p N W (path + take).
Definition paths_of : nat := Nat.max side_of (2 * path + 2 * p + take).

Definition has_part (q : list nat) : bool := existsb (same_heaps q) parts.

Definition equal (q : list nat) : bool :=
  if mem u q then if mem v q then equations p N W side_of (g q) else repeats (fun b => g q b 0) p N (side_of - p - N)
  else if mem v q then repeats (g q 0) p N (side_of - p - N) else true.

Definition lengths_right : bool :=
  let whole := seq 0 n in
  let count := paths_of in
  let side := side_of in
  let t := table r count in
  valid r && bounded r 2 take && (digit r 0 =? 0) &&
  (1 <=? p) && (1 <=? path) && (path + take <=? N) && (W <=? N) &&
  all_from (fun i => h i =? at_ t i) count 0 && repeats h p path (path + p + take) &&
  has_part whole && mem u whole && mem v whole &&
  forallb (fun q => forallb (fun '(x, ks) => forallb has_part ks) (options q)) parts &&
  forallb equal parts && begins_right p N side (g whole) first &&
  forallb (part_right (all_steps r) h g side) parts.

Lemma has_part_spec : forall q, has_part q = true -> In q parts.
Proof.
  intros q found. apply existsb_exists in found. destruct found as [q' [member same]].
  apply same_heaps_true in same. subst q'. exact member.
Qed.

Hypothesis all_takes : forall t d, In (t, d) (all_steps r) <-> 0 < t /\ d = digit r t /\ d <> 0.
Variable change : piece -> list piece -> Prop.
Hypothesis listed : forall s left, In left (changes edges u v r bites s) <-> change s left.

(** For all lengths b and c of the tails: what is claimed of the values. *)
Theorem lengths_sound : lengths_right = true ->
  exists G, (forall b c, Grundy (side_by_side change) [Part (seq 0 n) b c] (G b c)) /\ two_periods G p N W /\ begins_at G p first.
Proof.
  intros ok. unfold lengths_right in ok. rewrite !andb_true_iff in ok.
  destruct ok as
    [[[[[[[[[[[[[[[right_ small] none] positive] some] late] narrow] known] again] member] on_u] on_v] closed] equal_] begun] cells].
  apply Nat.leb_le in positive, some, late, narrow. rewrite all_from_spec in known. rewrite repeats_spec in again.
  apply has_part_spec in member. rewrite forallb_forall in closed, equal_, cells.
  pose proof (heap_value_is r is_proper) as values.
  pose proof (path_is_heap change listed) as heaps.
  assert (same_h : forall i, i < paths_of -> h i = path_value i).
  { intros i less. rewrite heaps, <- (table_is r is_proper _ values paths_of i less). apply Nat.eqb_eq, known. lia. }
  assert (enough : side_of <= paths_of /\ 2 * path + 2 * p + take <= paths_of) by (unfold paths_of; lia).
  assert (room : 0 < side_of) by (unfold side_of, side; lia).
  assert (paths : forall i, path <= i -> path_value (i + p) = path_value i).
  { intros i begun_i. rewrite !heaps. revert i begun_i.
    apply (guy_smith r is_proper (heap_value r) values 2 take path p); try lia; [exact bounds|].
    intros i range. rewrite <- !heaps, <- !same_h by lia. apply again. lia. }
  assert (parts_closed : forall q x ks k, In q parts -> In (x, ks) (options q) -> In k ks -> In k parts).
  { intros q x ks k inside one there. specialize (closed q inside). rewrite forallb_forall in closed.
    specialize (closed _ one). cbn beta iota in closed. rewrite forallb_forall in closed. apply has_part_spec, closed, there. }
  assert (short : forall x q b, b < side_of -> hangs x q b < lengths x q side_of).
  { intros x q b less. unfold hangs, lengths. destruct (mem x q); lia. }
  assert (less_hangs : forall x q b, hangs x q b <= b) by (intros x q b; unfold hangs; destruct (mem x q); lia).
  assert (longest : forall x q, lengths x q side_of <= side_of) by (intros x q; unfold lengths; destruct (mem x q); lia).
  assert (square : forall m q b c, length q + b + c = m -> In q parts -> b < lengths u q side_of -> c < lengths v q side_of ->
            g q b c = part_value q b c).
  { intros m. induction m as [m IH] using lt_wf_ind. intros q b c sum inside few_b few_c.
    specialize (cells q inside). unfold part_right in cells. rewrite all_from_spec in cells.
    specialize (cells b ltac:(lia)). cbn beta in cells. rewrite all_from_spec in cells. specialize (cells c ltac:(lia)).
    apply (cell_mex (all_steps r) h g all_takes) in cells.
    refine (is_mex_unique _ _ _ _ _ cells (part_mex change listed q b c)).
    pose proof (longest u q). pose proof (longest v q).
    assert (row : forall b' c', b' <= b -> c' <= c -> b' + c' < b + c -> g q b' c' = part_value q b' c').
    { intros b' c' less_b less_c less. apply (IH (length q + b' + c')); try lia; auto. }
    assert (below : forall x ks k, In (x, ks) (options q) -> In k ks -> hanging g k b c = hanging part_value k b c).
    { intros x ks k one there. pose proof (smaller_pieces q x ks k one there) as fewer.
      pose proof (less_hangs u k b). pose proof (less_hangs v k c).
      apply (IH (length k + hangs u k b + hangs v k c)); [lia | reflexivity | exact (parts_closed q x ks k inside one there) | |];
        apply short; lia. }
    intros w. split; apply options_same with (most := paths_of); try lia; auto.
    - intros i less. symmetry. apply same_h. exact less.
    - intros b' c' less_b less_c less. symmetry. apply row; assumption.
    - intros x ks k one there. symmetry. exact (below x ks k one there). }
  assert (hung_square : forall q b c, In q parts -> b < side_of -> c < side_of -> hanging g q b c = hanging part_value q b c).
  { intros q b c inside few_b few_c. apply (square _ q _ _ eq_refl inside); apply short; assumption. }
  assert (windows : forall q, In q parts ->
    (forall b c, from_on N W b <= c -> b < side_of -> c + p < side_of -> hanging g q b (c + p) = hanging g q b c) /\
    (forall b c, from_on N W c <= b -> c < side_of -> b + p < side_of -> hanging g q (b + p) c = hanging g q b c) /\
    (forall b c, N <= b -> N <= c -> b + p < side_of -> c + p < side_of -> hanging g q (b + p) (c + p) = hanging g q b c)).
  { intros q inside. specialize (equal_ q inside). unfold equal in equal_. unfold hanging, hangs.
    destruct (mem u q), (mem v q); [exact (equations_spec p N W side_of (g q) equal_) | | | repeat split; intros; reflexivity];
      rewrite repeats_spec in equal_; repeat split; intros; auto; apply equal_; unfold from_on in *; lia. }
  assert (regular : forall q, In q parts -> two_periods (hanging part_value q) p N W).
  { apply (parts_repeat change listed p N W path positive some late narrow paths parts parts_closed);
      intros q inside; destruct (windows q inside) as [rows [columns along]]; fold side_of.
    - intros b c far few_b few_c. rewrite <- !hung_square by (auto; lia). apply rows; assumption.
    - intros b c far few_c few_b. rewrite <- !hung_square by (auto; lia). apply columns; assumption.
    - intros b c far far' few_b few_c. rewrite <- !hung_square by (auto; lia). apply along; assumption. }
  assert (all : forall f : list nat -> nat -> nat -> nat, forall b c, hanging f (seq 0 n) b c = f (seq 0 n) b c).
  { intros f b c. unfold hanging, hangs. rewrite on_u, on_v. reflexivity. }
  exists (hanging part_value (seq 0 n)). split; [|split; [exact (regular _ member)|]].
  - intros b c. rewrite all. exact (piece_value_is change listed (Part (seq 0 n) b c)).
  - apply (begins_right_sound p N W side_of (g (seq 0 n))); [exact positive | exact (regular _ member) | | | exact begun].
    + unfold side_of, side, rows, TwoLengths.near, last. lia.
    + intros b c few_b few_c. rewrite <- all. apply hung_square; assumption.
Qed.
End Certificate.
End Trees.

Lemma all_steps_code : forall digits, digit (Code digits) 0 = 0 -> forall t d,
  In (t, d) (all_steps (Code digits)) <-> 0 < t /\ d = digit (Code digits) t /\ d <> 0.
Proof.
  intros digits none t d. cbn [all_steps]. rewrite steps_spec. split.
  - intros [_ [-> some]]. split; [|auto]. destruct t; [congruence | lia].
  - intros [_ [-> some]]. split; [|auto]. destruct (le_lt_dec t (length digits)) as [small | large]; [exact small|].
    destruct some. cbn [digit]. apply nth_overflow. lia.
Qed.

Section Games.
Variable edges : list (nat * nat).
Variables u v path N W p : nat.
Variable first : option nat.
Variable n : nat.
Variable parts : list (list nat).
Variable g : list nat -> nat -> nat -> nat.
Variable h : nat -> nat.

Definition code_lengths (digits : list nat) : bool :=
  let r := Code digits in
  let take := largest_take r in
  lengths_right edges u v r (code_bites edges u v r take) take path N W p first n parts g h.

(** Codes, Arc Kayles among them. *)
Theorem code_lengths_sound : forall digits, code_lengths digits = true ->
  exists G, (forall b c, Grundy (side_by_side (code_cut edges u v (Code digits))) [Part (seq 0 n) b c] (G b c)) /\
            two_periods G p N W /\ begins_at G p first.
Proof.
  intros digits ok. unfold code_lengths in ok. set (r := Code digits) in *. set (take := largest_take r) in *.
  pose proof ok as parts_of_it. unfold lengths_right in parts_of_it. rewrite !andb_true_iff in parts_of_it.
  destruct parts_of_it as [[[[[[[[[[[[[[[right_ small] none] _] _] _] _] _] _] _] _] _] _] _] _] _].
  apply valid_proper in right_. apply bounded_spec in small. destruct small as [_ bounds]. apply Nat.eqb_eq in none.
  refine (lengths_sound edges u v r (code_bites edges u v r take) right_ none take bounds _ _ path N W p first n parts g h
            (all_steps_code digits none) _ _ ok).
  - exact (code_bites_take edges u v r take).
  - exact (code_bites_short edges u v r take).
  - exact (code_changes edges u v r take bounds).
Qed.

Definition kayles_lengths : bool := lengths_right edges u v kayles (kayles_bites edges u v) 3 path N W p first n parts g h.

Theorem kayles_lengths_sound : kayles_lengths = true ->
  exists G, (forall b c, Grundy (side_by_side (strike edges u v)) [Part (seq 0 n) b c] (G b c)) /\
            two_periods G p N W /\ begins_at G p first.
Proof.
  intros ok. unfold kayles_lengths in ok.
  pose proof ok as parts_of_it. unfold lengths_right in parts_of_it. rewrite !andb_true_iff in parts_of_it.
  destruct parts_of_it as [[[[[[[[[[[[[[[right_ small] none] _] _] _] _] _] _] _] _] _] _] _] _] _].
  apply valid_proper in right_. apply bounded_spec in small. destruct small as [_ bounds]. apply Nat.eqb_eq in none.
  refine (lengths_sound edges u v kayles (kayles_bites edges u v) right_ none 3 bounds _ _ path N W p first n parts g h
            (all_steps_code _ none) _ _ ok).
  - exact (kayles_bites_take edges u v).
  - exact (kayles_bites_short edges u v).
  - exact (kayles_changes edges u v).
Qed.
End Games.
