(** Checks the values of a spider with two rays of any lengths, from a square of values that somebody hands over. *)

From Coq Require Import List Arith Lia Bool Wf_nat.
From Verified Require Import Games Sums Heaps Periods Tables Steps Values Repeats TwoLengths Spiders.
Import ListNotations.

(** ** Options of a spider, by what they do to its two long rays *)

Definition filled (n : nat) : bool := 0 <? n.

(** Whether t vertices may be taken where a piece stays, and beside it a path of y. *)
Definition leaves_path (r : rules) (t y : nat) : bool := Nat.testbit (digit r t) (if y =? 0 then 1 else 2).

(** A tail that gets shorter by k leaves a path of value x. *)
Definition falls (r : rules) (h : nat -> nat) (k x : nat) : Prop :=
  exists t y, k = t + y /\ 0 < t /\ leaves_path r t y = true /\ x = h y.

Definition ray_option (r : rules) (q q' : list nat) (y : nat) : Prop :=
  exists before x t after, q = before ++ (x + t + y) :: after /\ q' = before ++ x :: after /\ 0 < t /\
                           leaves_path r t y = true.

Definition middle_option (r : rules) (rays ls : list nat) : Prop :=
  exists pairs, rays = map (fun ray : nat * nat => fst ray + snd ray) pairs /\ ls = map fst pairs /\
                Nat.testbit (digit r (S (list_sum (map snd pairs)))) (Nat.min 2 (length (filter filled ls))) = true.

(** v is the value of an option that takes from the short rays q, or the middle; F has the values of spiders, h of paths. *)
Definition beside_tails (r : rules) (F : list nat -> nat -> nat -> nat) (h : nat -> nat) (q : list nat) (b c v : nat) : Prop :=
  (exists q' y, ray_option r q q' y /\ v = Nat.lxor (F q' b c) (h y)) \/
  (exists ls, middle_option r (b :: c :: q) ls /\ v = nim_sum (map h ls)).

Definition spider_option (r : rules) F h q : nat -> nat -> nat -> Prop :=
  tail_value (F q) (falls r h) (beside_tails r F h q).

Lemma filled_paths : forall ls, filter is_left (map Path ls) = map Path (filter filled ls).
Proof. induction ls as [|[|n] ls IH]; simpl; [reflexivity | exact IH | rewrite IH; reflexivity]. Qed.

Lemma is_mex_iff : forall (S T : nat -> Prop) m, (forall v, S v <-> T v) -> is_mex S m -> is_mex T m.
Proof.
  intros S T m same [missing below]. split; [intros there; apply missing, same; exact there|].
  intros k less. apply same, below, less.
Qed.

Lemma shorter_rays : forall r q q' y, ray_option r q q' y -> list_sum q' + y < list_sum q.
Proof.
  intros r q q' y [before [x [t [after [-> [-> [some _]]]]]]]. rewrite !list_sum_app. simpl. lia.
Qed.

Section Code.
Variable r : rules.
Hypothesis is_proper : proper r.
Hypothesis none_taken : digit r 0 = 0.
Variable take : nat.
Hypothesis bounds : forall t j, Nat.testbit (digit r t) j = true -> j <= 2 /\ t <= take.

Definition path_value (n : nat) : nat := code_value r (Path n).
Definition spider_value (q : list nat) (b c : nat) : nat := code_value r (Spider (b :: c :: q)).

Lemma code_mex : forall s, is_mex (changed_value (code_cut r) (code_value r) s) (code_value r s).
Proof. intros s. apply Grundy_one; [intros left _ y _|]; apply code_value_is. Qed.

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
  refine (is_mex_unique _ _ _ _ _ (code_mex (Path n)) (heap_function_mex r is_proper _ values n)).
  intros v. split.
  - intros [left [[t [some [one allowed]]] ->]]. inversion one as [x t' y | |]; subst.
    change [Path x; Path y] with (map Path [x; y]) in *.
    rewrite filled_paths, map_length in allowed.
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
      changed_value (code_cut r) (code_value r) (Path n) (nim_sum (map (heap_value r) hs))).
    { intros x y total' same value. exists [Path x; Path y]. split.
      - exists t. split; [exact some|]. split; [rewrite <- total'; constructor|].
        change [Path x; Path y] with (map Path [x; y]). rewrite filled_paths, map_length, same, Nat.min_r by exact few.
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

(** ** The options of a spider *)

Lemma path_beside : forall t q y, Nat.testbit (digit r t) (Nat.min 2 (length (filter is_left [Spider q; Path y]))) =
  leaves_path r t y.
Proof. intros t q [|y]; reflexivity. Qed.

Lemma spider_changes : forall q b c v, changed_value (code_cut r) (code_value r) (Spider (b :: c :: q)) v <->
  spider_option r spider_value path_value q b c v.
Proof.
  intros q b c v. unfold spider_option, tail_value, beside_tails. split.
  - intros [left [[t [some [one allowed]]] ->]]. inversion one as [| before x t' y after same | pairs same]; subst.
    + rewrite path_beside in allowed. cbn [map nim_sum fold_right]. rewrite Nat.lxor_0_r. fold (path_value y).
      destruct before as [|b' [|c' before]]; injection same; clear same one; intros; subst.
      * right. left. exists (t + y), (path_value y). split; [lia|]. split; [exists t, y; auto|].
        replace (x + t + y - (t + y)) with x by lia. reflexivity.
      * left. exists (t + y), (path_value y). split; [lia|]. split; [exists t, y; auto|].
        replace (x + t + y - (t + y)) with x by lia. reflexivity.
      * right. right. left. exists (before ++ x :: after), y. split; [|reflexivity].
        exists before, x, t, after. auto.
    + right. right. right. exists (map fst pairs). split; [|rewrite (map_map Path (code_value r)); reflexivity].
      exists pairs. rewrite filled_paths, map_length in allowed. auto.
  - intros [[k [x [range [[t [y [-> [some [allowed ->]]]]] ->]]]] |
           [[k [x [range [[t [y [-> [some [allowed ->]]]]] ->]]]] |
           [[q' [y [[before [x [t [after [-> [-> [some allowed]]]]]]] ->]]] | [ls [[pairs [same [-> allowed]]] ->]]]]].
    + exists [Spider ([b] ++ (c - (t + y)) :: q); Path y]. split.
      * exists t. rewrite path_beside. split; [exact some|]. split; [|exact allowed].
        replace (b :: c :: q) with ([b] ++ (c - (t + y) + t + y) :: q) by (simpl; do 2 f_equal; lia). constructor.
      * cbn [map nim_sum fold_right]. rewrite Nat.lxor_0_r. reflexivity.
    + exists [Spider ([] ++ (b - (t + y)) :: c :: q); Path y]. split.
      * exists t. rewrite path_beside. split; [exact some|]. split; [|exact allowed].
        replace (b :: c :: q) with ([] ++ (b - (t + y) + t + y) :: c :: q) by (simpl; f_equal; lia). constructor.
      * cbn [map nim_sum fold_right]. rewrite Nat.lxor_0_r. reflexivity.
    + exists [Spider ((b :: c :: before) ++ x :: after); Path y]. split.
      * exists t. rewrite path_beside. split; [exact some|]. split; [|exact allowed].
        exact (cut_ray (b :: c :: before) x t y after).
      * cbn [map nim_sum fold_right]. rewrite Nat.lxor_0_r. reflexivity.
    + exists (map Path (map fst pairs)). split; [|rewrite (map_map Path (code_value r)); reflexivity].
      exists (S (list_sum (map snd pairs))). split; [lia|]. split; [rewrite same; constructor|].
      rewrite filled_paths, map_length. exact allowed.
Qed.

Lemma spider_mex : forall q b c, is_mex (spider_option r spider_value path_value q b c) (spider_value q b c).
Proof. intros q b c. exact (is_mex_iff _ _ _ (spider_changes q b c) (code_mex (Spider (b :: c :: q)))). Qed.

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

Definition middle_value (rays : list nat) (v : nat) : Prop :=
  exists ls, middle_option r rays ls /\ v = nim_sum (map path_value ls).

Lemma middle_exchange : forall before m n after v, path + take <= m -> path + take <= n -> n = m + p \/ m = n + p ->
  middle_value (before ++ m :: after) v -> middle_value (before ++ n :: after) v.
Proof.
  intros before m n after v large_m large_n apart [ls [[pairs [same [-> allowed]]] ->]].
  symmetry in same. apply map_eq_app in same. destruct same as [front [others [-> [<- same]]]].
  destruct others as [|[x k] back]; [discriminate|]. injection same as total <-.
  pose proof (proj2 (bounds _ _ allowed)) as short. rewrite map_app, list_sum_app in short. simpl in short, total.
  set (x' := if m <? n then x + p else x - p).
  assert (known : x' + k = n /\ path_value x' = path_value x /\ 0 < x /\ 0 < x').
  { unfold x'. destruct (Nat.ltb_spec m n) as [more | less].
    - repeat split; try lia. apply paths. lia.
    - assert (m = n + p) by lia. repeat split; try lia. rewrite <- (paths (x - p)) by lia. f_equal. lia. }
  destruct known as [total' [value [filled_x filled_x']]].
  exists (map fst (front ++ (x', k) :: back)). split.
  - exists (front ++ (x', k) :: back). split; [rewrite map_app; simpl; rewrite total'; reflexivity|].
    split; [reflexivity|].
    replace (map snd (front ++ (x', k) :: back)) with (map snd (front ++ (x, k) :: back)) by (rewrite !map_app; reflexivity).
    replace (length (filter filled (map fst (front ++ (x', k) :: back)))) with
            (length (filter filled (map fst (front ++ (x, k) :: back)))); [exact allowed|].
    rewrite !map_app, !filter_app, !app_length. f_equal. destruct x, x'; try lia. reflexivity.
  - assert (apart' : forall z, map path_value (map fst (front ++ (z, k) :: back)) =
                               map path_value (map fst front ++ z :: map fst back)).
    { intros z. rewrite (map_app fst). reflexivity. }
    rewrite !apart'. apply nim_sum_exchange. symmetry. exact value.
Qed.

Lemma middle_more : forall before n after v, path + take <= n ->
  middle_value (before ++ (n + p) :: after) v <-> middle_value (before ++ n :: after) v.
Proof. intros before n after v large. split; apply middle_exchange; lia. Qed.

Notation nu := (from_on N W).
Notation T := (side p N W (path + take)).

(** The parts that play leaves with both long rays are among those that are looked at. *)
Variable parts : list (list nat).
Hypothesis closed : forall q q' y, In q parts -> ray_option r q q' y -> In q' parts.
Hypothesis window_rows : forall q, In q parts -> forall b c, nu b <= c -> b < T -> c + p < T ->
  spider_value q b (c + p) = spider_value q b c.
Hypothesis window_columns : forall q, In q parts -> forall b c, nu c <= b -> c < T -> b + p < T ->
  spider_value q (b + p) c = spider_value q b c.
Hypothesis window_diagonal : forall q, In q parts -> forall b c, N <= b -> N <= c -> b + p < T -> c + p < T ->
  spider_value q (b + p) (c + p) = spider_value q b c.

Theorem parts_repeat : forall q, In q parts -> two_periods (spider_value q) p N W.
Proof.
  assert (all : forall n q, list_sum q = n -> In q parts -> two_periods (spider_value q) p N W).
  { intros n. induction n as [n IH] using lt_wf_ind. intros q sum member.
    assert (smaller : forall q' y, ray_option r q q' y -> two_periods (spider_value q') p N W).
    { intros q' y one. apply (IH (list_sum q')); [|reflexivity | exact (closed q q' y member one)].
      pose proof (shorter_rays r q q' y one). lia. }
    apply (square_decides (falls r path_value) p N W (path + take) positive ltac:(lia) late falls_again
             (spider_value q) (beside_tails r spider_value path_value q) (spider_mex q)).
    - intros b c begun v. unfold beside_tails. fold (middle_value (b :: (c + p) :: q) v). fold (middle_value (b :: c :: q) v).
      rewrite (middle_more [b] c q v) by (unfold from_on in begun; lia).
      split; (intros [[q' [y [one ->]]] | there]; [left; exists q', y; split; [exact one|] | right; exact there]);
        destruct (smaller q' y one) as [rows _]; rewrite (rows b c begun); reflexivity.
    - intros b c begun v. unfold beside_tails. fold (middle_value (b + p :: c :: q) v). fold (middle_value (b :: c :: q) v).
      rewrite (middle_more [] b (c :: q) v) by (unfold from_on in begun; lia).
      split; (intros [[q' [y [one ->]]] | there]; [left; exists q', y; split; [exact one|] | right; exact there]);
        destruct (smaller q' y one) as [_ [columns _]]; rewrite (columns b c begun); reflexivity.
    - intros b c begun begun' v. unfold beside_tails.
      fold (middle_value (b + p :: c + p :: q) v). fold (middle_value (b :: c :: q) v).
      assert (second : middle_value (b :: c + p :: q) v <-> middle_value (b :: c :: q) v) by (apply (middle_more [b] c q v); lia).
      rewrite (middle_more [] b (c + p :: q) v) by lia. cbn [app]. rewrite second.
      split; (intros [[q' [y [one ->]]] | there]; [left; exists q', y; split; [exact one|] | right; exact there]);
        destruct (smaller q' y one) as [_ [_ along]]; rewrite (along b c begun begun'); reflexivity.
    - exact (window_rows q member).
    - exact (window_columns q member).
    - exact (window_diagonal q member). }
  intros q. exact (all (list_sum q) q eq_refl).
Qed.
End Code.

(** ** The checker: values of paths and spiders are handed over, and tried *)

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

Section Values.
Variable r : rules.
Variable takes : list (nat * nat). (* (t, the digit of t), where it is not 0 *)
Variable h : nat -> nat.

(** The values of the options that shorten a tail of c vertices. *)
Definition tail_words (f : nat -> nat) (c : nat) : words -> words :=
  fold_left (fun s '(t, d) =>
    let s := if Nat.testbit d 1 && (t <=? c) then note (Nat.lxor (f (c - t)) (h 0)) s else s in
    if Nat.testbit d 2 then gather f h (c - t) (c - t) 1 (fst s) (snd s) else s) takes.

Definition ray_options (q : list nat) : list (list nat * nat) :=
  map (fun '(q', t, y) => (q', y)) (filter (fun '(q', t, y) => leaves_path r t y) (ray_cuts q)).

Definition middles (rays : list nat) : list (list nat) :=
  flat_map (fun '(t, d) =>
    filter (fun ls => Nat.testbit d (Nat.min 2 (length (filter filled ls))))
      (map (map fst) (spread (t - 1) rays))) takes.

(** The values of options that do not touch the tails alone; [near] has the spiders with shorter short rays. *)
Definition others (near : list ((nat -> nat -> nat) * nat)) (q : list nat) (b c : nat) : list nat :=
  map (fun '(f, w) => Nat.lxor (f b c) w) near ++ map (fun ls => nim_sum (map h ls)) (middles (b :: c :: q)).

Definition option_words (f : nat -> nat -> nat) (b c : nat) (more : list nat) : words :=
  tail_words (fun b => f b c) b (tail_words (f b) c (fold_left (fun s v => note v s) more (0, 0))).

Definition cell_right (f : nat -> nat -> nat) near q (b c : nat) : bool :=
  let s := option_words f b c (others near q b c) in
  let v := f b c in
  (v <? 120) && negb (noted s v) && all_from (noted s) v 0.

Variable g : list nat -> nat -> nat -> nat.

Definition part_right (count : nat) (q : list nat) : bool :=
  let near := map (fun '(q', y) => (g q', h y)) (ray_options q) in
  let f := g q in
  all_from (fun b => all_from (cell_right f near q b) count 0) count 0.

Hypothesis all_takes : forall t d, In (t, d) takes <-> 0 < t /\ d = digit r t /\ d <> 0.

Lemma testbit_take : forall t j, 0 < t -> Nat.testbit (digit r t) j = true -> In (t, digit r t) takes.
Proof.
  intros t j some allowed. apply all_takes. split; [exact some|]. split; [reflexivity|].
  intros none. rewrite none, Nat.bits_0 in allowed. discriminate.
Qed.

Lemma tail_words_spec : forall f c s v, v < 120 ->
  noted (tail_words f c s) v = true <-> noted s v = true \/ shortened f (falls r h) c v.
Proof.
  intros f c s v small. unfold tail_words, shortened.
  rewrite (fold_noted _ _ (fun a : nat * nat =>
    (Nat.testbit (snd a) 1 = true /\ fst a <= c /\ Nat.lxor (f (c - fst a)) (h 0) = v) \/
    (Nat.testbit (snd a) 2 = true /\ exists y, 1 <= y < 1 + (c - fst a) /\ Nat.lxor (f (c - fst a - y)) (h y) = v))).
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
    assert (first : noted s1 v = true <->
      noted s' v = true \/ (Nat.testbit d 1 = true /\ t <= c /\ Nat.lxor (f (c - t)) (h 0) = v)).
    { unfold s1. destruct (Nat.testbit d 1); cbn [andb]; [|intuition discriminate].
      destruct (Nat.leb_spec t c); [rewrite note_spec by exact small; intuition | intuition lia]. }
    destruct (Nat.testbit d 2).
    + rewrite gather_spec by exact small. rewrite <- surjective_pairing, first. intuition.
    + rewrite first. intuition discriminate.
Qed.

Lemma ray_options_spec : forall q q' y, In (q', y) (ray_options q) <-> ray_option r q q' y.
Proof.
  intros q q' y. unfold ray_options, ray_option. rewrite in_map_iff. split.
  - intros [[[q0 t] y0] [[= -> ->] there]]. apply filter_In in there. destruct there as [there allowed].
    apply ray_cuts_spec in there. destruct there as [some [before [x [after [-> ->]]]]]. exists before, x, t, after. auto.
  - intros [before [x [t [after [-> [-> [some allowed]]]]]]]. exists (before ++ x :: after, t, y). split; [reflexivity|].
    apply filter_In. split; [|exact allowed]. apply ray_cuts_spec. split; [exact some|]. exists before, x, after. auto.
Qed.

Lemma middles_spec : forall rays ls, In ls (middles rays) <-> middle_option r rays ls.
Proof.
  intros rays ls. unfold middles, middle_option. rewrite in_flat_map. split.
  - intros [[t d] [member there]]. apply all_takes in member. destruct member as [some [-> _]].
    apply filter_In in there. destruct there as [there allowed]. apply in_map_iff in there.
    destruct there as [pairs [<- there]]. apply spread_spec in there. destruct there as [<- sum].
    exists pairs. split; [reflexivity|]. split; [reflexivity|]. rewrite sum. replace (S (t - 1)) with t by lia. exact allowed.
  - intros [pairs [-> [-> allowed]]]. exists (S (list_sum (map snd pairs)), digit r (S (list_sum (map snd pairs)))).
    split; [eapply testbit_take; [lia | exact allowed]|]. apply filter_In. split; [|exact allowed].
    apply in_map_iff. exists pairs. split; [reflexivity|]. apply spread_spec. split; [reflexivity | lia].
Qed.

Definition near_of (q : list nat) := map (fun '(q', y) => (g q', h y)) (ray_options q).

Lemma option_words_spec : forall q b c v, v < 120 ->
  noted (option_words (g q) b c (others (near_of q) q b c)) v = true <-> spider_option r g h q b c v.
Proof.
  intros q b c v small. unfold option_words, spider_option, tail_value, beside_tails.
  rewrite !tail_words_spec by exact small.
  rewrite (fold_noted _ _ (fun w => w = v)) by (intros s w; apply note_spec; exact small). rewrite none_noted.
  assert (beside : (exists w, In w (others (near_of q) q b c) /\ w = v) <->
    (exists q' y, ray_option r q q' y /\ v = Nat.lxor (g q' b c) (h y)) \/
    (exists ls, middle_option r (b :: c :: q) ls /\ v = nim_sum (map h ls))).
  { unfold others, near_of. split.
    - intros [w [member <-]]. apply in_app_iff in member. destruct member as [member | member]; apply in_map_iff in member.
      + destruct member as [[f w'] [<- member]]. apply in_map_iff in member. destruct member as [[q' y] [[= <- <-] member]].
        left. exists q', y. split; [apply ray_options_spec; exact member | reflexivity].
      + destruct member as [ls [<- member]]. right. exists ls. split; [apply middles_spec; exact member | reflexivity].
    - intros found. exists v. split; [|reflexivity]. apply in_app_iff.
      destruct found as [[q' [y [one ->]]] | [ls [one ->]]]; [left | right]; apply in_map_iff.
      + exists (g q', h y). split; [reflexivity|]. apply in_map_iff. exists (q', y).
        split; [reflexivity | apply ray_options_spec; exact one].
      + exists ls. split; [reflexivity | apply middles_spec; exact one]. }
  rewrite beside. intuition discriminate.
Qed.

Lemma cell_mex : forall q b c, cell_right (g q) (near_of q) q b c = true -> is_mex (spider_option r g h q b c) (g q b c).
Proof.
  intros q b c right_. unfold cell_right in right_. rewrite !andb_true_iff in right_. destruct right_ as [[small missing] below].
  apply Nat.ltb_lt in small. apply negb_true_iff in missing. rewrite all_from_spec in below. split.
  - intros there. apply option_words_spec in there; [congruence | exact small].
  - intros k less. apply option_words_spec; [lia|]. apply below. lia.
Qed.
End Values.

(** Options have the same values where what they lead to has. *)
Lemma spider_option_same : forall r g g' h h' q b c most,
  (forall n, n < most -> h n = h' n) -> b < most -> c < most -> list_sum q < most ->
  (forall q' b' c', (q' = q \/ exists y, ray_option r q q' y) -> b' <= b -> c' <= c -> b' + c' + list_sum q' < b + c + list_sum q ->
     g q' b' c' = g' q' b' c') ->
  forall v, spider_option r g h q b c v -> spider_option r g' h' q b c v.
Proof.
  intros r g g' h h' q b c most paths few_b few_c few_q same v.
  unfold spider_option, tail_value, shortened, falls, beside_tails.
  intros [[k [x [range [[t [y [-> [some [allowed ->]]]]] ->]]]] |
         [[k [x [range [[t [y [-> [some [allowed ->]]]]] ->]]]] | [[q' [y [one ->]]] | [ls [one ->]]]]].
  - left. exists (t + y), (h' y). split; [exact range|]. split; [exists t, y; auto|].
    rewrite paths, same by (auto; lia). reflexivity.
  - right. left. exists (t + y), (h' y). split; [exact range|]. split; [exists t, y; auto|].
    rewrite paths, same by (auto; lia). reflexivity.
  - right. right. left. exists q', y. split; [exact one|]. pose proof (shorter_rays r q q' y one).
    rewrite paths, same by (eauto; lia). reflexivity.
  - right. right. right. exists ls. split; [exact one|]. f_equal. apply map_ext_in. intros n member. apply paths.
    destruct one as [pairs [rays [-> _]]].
    assert (bound : forall l, In n (map fst l) -> exists m, In m (map (fun ray : nat * nat => fst ray + snd ray) l) /\ n <= m).
    { induction l as [|[x k] l IH]; intros [].
      - exists (x + k). simpl in *. split; [auto | lia].
      - destruct (IH H) as [m [there less]]. exists m. simpl. auto. }
    destruct (bound pairs member) as [m [there less]]. rewrite <- rays in there.
    destruct there as [<- | [<- | there]]; try lia.
    assert (part : forall l, In m l -> m <= list_sum l).
    { induction l as [|a l IH]; intros []; simpl; [lia | specialize (IH H); lia]. }
    specialize (part q there). lia.
Qed.

(** ** Whole certificates *)

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
Variable parts : list (list nat). (* the short rays that play leaves *)
Variable whole : list nat.
Variable g : list nat -> nat -> nat -> nat.
Variable h : nat -> nat.

Definition side_of (r : rules) : nat := side p N W (path + largest_take r).
Definition paths_of (r : rules) : nat :=
  Nat.max (side_of r + S (list_max (map list_sum parts))) (2 * path + 2 * p + largest_take r).

Definition has_part (q : list nat) : bool := existsb (same_heaps q) parts.

Definition code_lengths (digits : list nat) : bool :=
  let r := Code digits in
  let take := largest_take r in
  let T := side_of r in
  let count := paths_of r in
  let t := table r count in
  valid r && bounded r 2 take && (digit r 0 =? 0) &&
  (1 <=? p) && (1 <=? path) && (path + take <=? N) && (W <=? N) &&
  all_from (fun n => h n =? at_ t n) count 0 && repeats h p path (path + p + take) &&
  has_part whole && forallb (fun q => forallb (fun '(q', _) => has_part q') (ray_options r q)) parts &&
  forallb (fun q => equations p N W T (g q)) parts && begins_right p N T (g whole) first &&
  forallb (part_right r (all_steps r) h g T) parts.

Lemma has_part_spec : forall q, has_part q = true -> In q parts.
Proof.
  intros q found. apply existsb_exists in found. destruct found as [q' [member same]].
  apply same_heaps_true in same. subst q'. exact member.
Qed.

Lemma all_steps_code : forall digits, digit (Code digits) 0 = 0 -> forall t d,
  In (t, d) (all_steps (Code digits)) <-> 0 < t /\ d = digit (Code digits) t /\ d <> 0.
Proof.
  intros digits none t d. cbn [all_steps]. rewrite steps_spec. split.
  - intros [_ [-> some]]. split; [|auto]. destruct t; [congruence | lia].
  - intros [_ [-> some]]. split; [|auto]. destruct (le_lt_dec t (length digits)) as [small | large]; [exact small|].
    destruct some. cbn [digit]. apply nth_overflow. lia.
Qed.

(** For all lengths b and c of two rays: what is claimed of the values. *)
Theorem code_lengths_sound : forall digits, code_lengths digits = true ->
  exists G, (forall b c, Grundy (side_by_side (code_cut (Code digits))) [Spider (b :: c :: whole)] (G b c)) /\
            two_periods G p N W /\ begins_at G p first.
Proof.
  intros digits ok. unfold code_lengths in ok. set (r := Code digits) in *. set (take := largest_take r) in *.
  rewrite !andb_true_iff in ok.
  destruct ok as [[[[[[[[[[[[[right_ small] none] positive] some] late] narrow] known] again] member] closed] equal] begun] cells].
  apply valid_proper in right_. apply bounded_spec in small. destruct small as [_ bounds].
  apply Nat.eqb_eq in none. apply Nat.leb_le in positive, some, late, narrow.
  rewrite all_from_spec in known. rewrite repeats_spec in again. apply has_part_spec in member.
  rewrite forallb_forall in closed, equal, cells.
  pose proof (heap_value_is r right_) as values.
  pose proof (path_is_heap r right_ none take bounds) as heaps.
  assert (same_h : forall n, n < paths_of r -> h n = path_value r n).
  { intros n less. rewrite heaps, <- (table_is r right_ _ values (paths_of r) n less). apply Nat.eqb_eq, known. lia. }
  assert (enough : side_of r + S (list_max (map list_sum parts)) <= paths_of r /\ 2 * path + 2 * p + take <= paths_of r).
  { unfold paths_of. fold take. lia. }
  assert (paths : forall n, path <= n -> path_value r (n + p) = path_value r n).
  { intros n begun_n. rewrite !heaps. revert n begun_n.
    apply (guy_smith r right_ (heap_value r) values 2 take path p); try lia; [exact bounds|].
    intros n range. rewrite <- !heaps, <- !same_h by lia. apply again. lia. }
  assert (parts_closed : forall q q' y, In q parts -> ray_option r q q' y -> In q' parts).
  { intros q q' y inside one. specialize (closed q inside). rewrite forallb_forall in closed.
    apply ray_options_spec in one. specialize (closed _ one). apply has_part_spec. exact closed. }
  assert (short : forall q, In q parts -> list_sum q < paths_of r).
  { intros q inside. assert (most : list_sum q <= list_max (map list_sum parts)); [|lia].
    pose proof (proj1 (list_max_le (map list_sum parts) _) (le_n _)) as bound. rewrite Forall_forall in bound.
    apply bound, in_map. exact inside. }
  assert (square : forall n q b c, b + c + list_sum q = n -> In q parts -> b < side_of r -> c < side_of r ->
            g q b c = spider_value r q b c).
  { intros n. induction n as [n IH] using lt_wf_ind. intros q b c sum inside few_b few_c.
    specialize (cells q inside). unfold part_right in cells. rewrite all_from_spec in cells.
    specialize (cells b ltac:(lia)). cbn beta in cells. rewrite all_from_spec in cells. specialize (cells c ltac:(lia)).
    apply (cell_mex r (all_steps r) h g (all_steps_code digits none)) in cells.
    refine (is_mex_unique _ _ _ _ _ cells (spider_mex r none q b c)).
    assert (below : forall q' b' c', (q' = q \/ exists y, ray_option r q q' y) -> b' <= b -> c' <= c ->
              b' + c' + list_sum q' < b + c + list_sum q -> g q' b' c' = spider_value r q' b' c').
    { intros q' b' c' from less_b less_c less. apply (IH (b' + c' + list_sum q')); try lia.
      destruct from as [-> | [y one]]; [exact inside | exact (parts_closed q q' y inside one)]. }
    pose proof (short q inside) as few_q.
    intros v. split; apply (spider_option_same r) with (most := paths_of r); try lia; auto.
    - intros n' less. symmetry. apply same_h. exact less.
    - intros q' b' c' from less_b less_c less. symmetry. apply below; assumption. }
  assert (regular : forall q, In q parts -> two_periods (spider_value r q) p N W).
  { apply (parts_repeat r none take bounds p N W path positive some late narrow paths parts parts_closed);
      intros q inside; destruct (equations_spec p N W (side_of r) (g q) (equal q inside)) as [rows [columns along]].
    - intros b c begun_c few_b few_c. rewrite <- !(square _ q _ _ eq_refl inside) by (unfold side_of; fold take; lia).
      apply rows; assumption.
    - intros b c begun_b few_c few_b. rewrite <- !(square _ q _ _ eq_refl inside) by (unfold side_of; fold take; lia).
      apply columns; assumption.
    - intros b c begun_b begun_c few_b few_c.
      rewrite <- !(square _ q _ _ eq_refl inside) by (unfold side_of; fold take; lia). apply along; assumption. }
  exists (spider_value r whole). split; [intros b c; exact (code_value_is r (Spider (b :: c :: whole)))|].
  split; [exact (regular whole member)|].
  apply (begins_right_sound p N W (side_of r) (g whole)); [exact positive | exact (regular whole member) | | | exact begun].
  - unfold side_of, side, rows, near, last. lia.
  - intros b c few_b few_c. exact (square _ whole b c eq_refl member few_b few_c).
Qed.
End Certificate.
