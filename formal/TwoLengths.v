(** Periods in two lengths: a square of values decides all values of positions that end in two tails.

    The theorem of Guy and Smith, "The G-values of various games", 1956, for every row and column, with an induction along
    the diagonal. In words: "Periods in two lengths" in the documentation. *)

From Coq Require Import List Arith Lia Wf_nat.
From Verified Require Import Games.
Import ListNotations.

(** Every row repeats behind the strip |b - c| < W, every column does, and all repeats along the diagonal. *)
Definition from_on (N W m : nat) : nat := Nat.max N (m + W).

Definition two_periods (g : nat -> nat -> nat) (p N W : nat) : Prop :=
  (forall b c, from_on N W b <= c -> g b (c + p) = g b c) /\
  (forall b c, from_on N W c <= b -> g (b + p) c = g b c) /\
  (forall b c, N <= b -> N <= c -> g (b + p) (c + p) = g b c).

(** From which length on the period holds in every row: none smaller does. With [None] there is no such length. *)
Definition begins_at (g : nat -> nat -> nat) (p : nat) (first : option nat) : Prop :=
  match first with
  | Some m => (forall b c, m <= c -> g b (c + p) = g b c) /\ (m = 0 \/ exists b, g b (m - 1 + p) <> g b (m - 1))
  | None => forall m, exists b c, m <= c /\ g b (c + p) <> g b c
  end.

(** X k x: a tail that gets shorter by k leaves a path of value x. *)
Definition shortened (f : nat -> nat) (X : nat -> nat -> Prop) (c v : nat) : Prop :=
  exists k x, 1 <= k <= c /\ X k x /\ v = Nat.lxor (f (c - k)) x.

Definition tail_value (g : nat -> nat -> nat) (X : nat -> nat -> Prop) (E : nat -> nat -> nat -> Prop) (b c v : nat) : Prop :=
  shortened (g b) X c v \/ shortened (fun b => g b c) X b v \/ E b c v.

Section Square.
Variable X : nat -> nat -> Prop.
Variables p N W k0 : nat.
Hypothesis positive : 1 <= p.
Hypothesis some : 1 <= k0.
Hypothesis late : k0 <= N.
Hypothesis X_again : forall k x, k0 <= k -> (X (k + p) x <-> X k x).

Definition last := k0 + p - 1.
Definition near := Nat.max last (p + W).
Definition rows := N + near + p.
Definition side := rows + W + last + p.

Notation nu := (from_on N W).

Ltac sizes := unfold side, rows, near, last, from_on in *; lia.

Lemma shortened_again : forall f s c, (forall c', s <= c' < c -> f (c' + p) = f c') -> s + last <= c ->
  forall v, shortened f X (c + p) v <-> shortened f X c v.
Proof.
  intros f s c same far v. split; intros [k [x [range [falls ->]]]].
  - destruct (le_lt_dec (k0 + p) k) as [large | small].
    + exists (k - p), x. split; [sizes|]. split; [|f_equal; f_equal; lia].
      apply (X_again (k - p) x); [lia|]. replace (k - p + p) with k by lia. exact falls.
    + exists k, x. split; [sizes|]. split; [exact falls|]. f_equal.
      rewrite <- (same (c - k)) by sizes. f_equal. sizes.
  - destruct (le_lt_dec k0 k) as [large | small].
    + exists (k + p), x. split; [lia|]. split; [apply X_again; assumption | f_equal; f_equal; lia].
    + exists k, x. split; [lia|]. split; [exact falls|]. f_equal.
      rewrite <- (same (c - k)) by sizes. f_equal. sizes.
Qed.

(** A position with one tail. *)
Lemma one_tail : forall f (E : nat -> nat -> Prop),
  (forall c, is_mex (fun v => shortened f X c v \/ E c v) (f c)) ->
  (forall c, N <= c -> forall v, E (c + p) v <-> E c v) ->
  (forall c, N <= c -> c + p < side -> f (c + p) = f c) -> forall c, N <= c -> f (c + p) = f c.
Proof.
  intros f E mexes E_again window c. induction c as [c before] using lt_wf_ind. intros begun.
  destruct (lt_dec c (N + last)) as [inside | beyond]; [apply window; sizes|].
  refine (is_mex_unique _ _ _ _ _ (mexes (c + p)) (mexes c)). intros v.
  rewrite (shortened_again f N c) by (try lia; intros c' range; apply before; lia). rewrite (E_again c begun v). reflexivity.
Qed.

Lemma shortened_same : forall f f' c, (forall c', c' < c -> f c' = f' c') ->
  forall v, shortened f X c v <-> shortened f' X c v.
Proof.
  intros f f' c same v.
  split; intros [k [x [range [falls ->]]]]; exists k, x; repeat split; auto; try lia; rewrite same by lia; reflexivity.
Qed.

(** A length more in a tail and beside it, where the near options agree by what is below, the far ones by the period of X. *)
Lemma shortened_along : forall f f' c, (forall c', N <= c' < c -> f' (c' + p) = f c') ->
  (forall j, j < N + p -> f' j = f j) -> N + near <= c ->
  forall v, shortened f' X (c + p) v <-> shortened f X c v.
Proof.
  intros f f' c same across far v. split; intros [k [x [range [falls ->]]]].
  - destruct (le_lt_dec k (c - N)) as [small | large].
    + exists k, x. split; [lia|]. split; [exact falls|]. f_equal.
      rewrite <- (same (c - k)) by sizes. f_equal. sizes.
    + exists (k - p), x. split; [sizes|]. split.
      * apply (X_again (k - p) x); [sizes|]. replace (k - p + p) with k by sizes. exact falls.
      * f_equal. rewrite across by sizes. f_equal. sizes.
  - destruct (le_lt_dec k (c - N)) as [small | large].
    + exists k, x. split; [lia|]. split; [exact falls|]. f_equal.
      rewrite <- (same (c - k)) by sizes. f_equal. sizes.
    + exists (k + p), x. split; [lia|]. split; [apply X_again; [sizes | exact falls]|].
      f_equal. replace (c + p - (k + p)) with (c - k) by lia. symmetry. apply across. sizes.
Qed.

Section Rows.
Variable g : nat -> nat -> nat.
Variable E : nat -> nat -> nat -> Prop.
Hypothesis mexes : forall b c, is_mex (tail_value g X E b c) (g b c).
Hypothesis E_rows : forall b c, nu b <= c -> forall v, E b (c + p) v <-> E b c v.
Hypothesis window : forall b c, nu b <= c -> b < side -> c + p < side -> g b (c + p) = g b c.

Lemma rows_repeat : forall b, b < rows -> forall c, nu b <= c -> g b (c + p) = g b c.
Proof.
  intros b. induction b as [b above] using lt_wf_ind. intros few c.
  induction c as [c before] using lt_wf_ind. intros begun.
  destruct (lt_dec c (nu b + last)) as [inside | beyond]; [apply window; sizes|].
  refine (is_mex_unique _ _ _ _ _ (mexes b (c + p)) (mexes b c)). intros v. unfold tail_value.
  rewrite (shortened_again (g b) (nu b) c) by (try lia; intros c' range; apply before; lia).
  rewrite (shortened_same (fun b' => g b' (c + p)) (fun b' => g b' c) b).
  - rewrite (E_rows b c begun v). reflexivity.
  - intros b' less. apply above; [exact less | lia | sizes].
Qed.

Lemma diagonal_near : (forall b c, N <= b -> N <= c -> b + p < side -> c + p < side -> g (b + p) (c + p) = g b c) ->
  forall b c, N <= b < N + near -> N <= c -> g (b + p) (c + p) = g b c.
Proof.
  intros square b c range. induction c as [c before] using lt_wf_ind. intros begun.
  destruct (lt_dec c (nu (b + p) + p)) as [inside | beyond]; [apply square; sizes|].
  rewrite (rows_repeat (b + p)) by sizes.
  assert (earlier := before (c - p) ltac:(sizes) ltac:(sizes)).
  assert (row := rows_repeat b ltac:(sizes) (c - p) ltac:(sizes)).
  replace (c - p + p) with c in * by sizes. congruence.
Qed.
End Rows.

Variable g : nat -> nat -> nat.
Variable E : nat -> nat -> nat -> Prop.
Hypothesis mexes : forall b c, is_mex (tail_value g X E b c) (g b c).
Hypothesis E_rows : forall b c, nu b <= c -> forall v, E b (c + p) v <-> E b c v.
Hypothesis E_columns : forall b c, nu c <= b -> forall v, E (b + p) c v <-> E b c v.
Hypothesis E_diagonal : forall b c, N <= b -> N <= c -> forall v, E (b + p) (c + p) v <-> E b c v.
Hypothesis window_rows : forall b c, nu b <= c -> b < side -> c + p < side -> g b (c + p) = g b c.
Hypothesis window_columns : forall b c, nu c <= b -> c < side -> b + p < side -> g (b + p) c = g b c.
Hypothesis window_diagonal : forall b c, N <= b -> N <= c -> b + p < side -> c + p < side -> g (b + p) (c + p) = g b c.

Lemma turned_mexes : forall b c, is_mex (tail_value (fun b c => g c b) X (fun b c => E c b) b c) (g c b).
Proof.
  intros b c. destruct (mexes c b) as [missing below]. unfold tail_value in *. split.
  - intros found. apply missing. tauto.
  - intros k less. specialize (below k less). tauto.
Qed.

Lemma few_rows : forall b, b < rows -> forall c, nu b <= c -> g b (c + p) = g b c.
Proof. exact (rows_repeat g E mexes E_rows window_rows). Qed.

Lemma few_columns : forall c, c < rows -> forall b, nu c <= b -> g (b + p) c = g b c.
Proof.
  apply (rows_repeat (fun c b => g b c) (fun c b => E b c) turned_mexes).
  - intros c b begun v. apply E_columns. exact begun.
  - intros c b begun. apply window_columns. exact begun.
Qed.

Lemma along_diagonals : forall n b c, b + c = n -> N <= b -> N <= c -> g (b + p) (c + p) = g b c.
Proof.
  intros n. induction n as [n IH] using lt_wf_ind. intros b c sum begun_b begun_c.
  destruct (lt_dec b (N + near)) as [low | high].
  { exact (diagonal_near g E mexes E_rows window_rows window_diagonal b c (conj begun_b low) begun_c). }
  destruct (lt_dec c (N + near)) as [left | right].
  { apply (diagonal_near (fun c b => g b c) (fun c b => E b c) turned_mexes); try lia.
    - intros c' b' begun v. apply E_columns. exact begun.
    - intros c' b' begun. apply window_columns. exact begun.
    - intros c' b' begun begun' inside inside'. apply window_diagonal; assumption. }
  refine (is_mex_unique _ _ _ _ _ (mexes (b + p) (c + p)) (mexes b c)). intros v. unfold tail_value.
  rewrite (shortened_along (g b) (g (b + p)) c).
  - rewrite (shortened_along (fun b' => g b' c) (fun b' => g b' (c + p)) b).
    + rewrite (E_diagonal b c begun_b begun_c v). reflexivity.
    + intros b' range. apply (IH (b' + c)); lia.
    + intros j less. apply few_rows; sizes.
    + lia.
  - intros c' range. apply (IH (b + c')); lia.
  - intros j less. apply few_columns; sizes.
  - lia.
Qed.

Lemma diagonals : forall b c, N <= b -> N <= c -> g (b + p) (c + p) = g b c.
Proof. intros b c. exact (along_diagonals (b + c) b c eq_refl). Qed.

(** What holds in the square holds everywhere. *)
Theorem square_decides : two_periods g p N W.
Proof.
  split; [|split; [|exact diagonals]].
  - intros b. induction b as [b IH] using lt_wf_ind. intros c begun.
    destruct (lt_dec b rows) as [few | many]; [exact (few_rows b few c begun)|].
    assert (row := IH (b - p) ltac:(sizes) (c - p) ltac:(sizes)).
    assert (first := diagonals (b - p) c ltac:(sizes) ltac:(sizes)).
    assert (second := diagonals (b - p) (c - p) ltac:(sizes) ltac:(sizes)).
    replace (b - p + p) with b in * by sizes. replace (c - p + p) with c in * by sizes. congruence.
  - intros b c. revert b. induction c as [c IH] using lt_wf_ind. intros b begun.
    destruct (lt_dec c rows) as [few | many]; [exact (few_columns c few b begun)|].
    assert (column := IH (c - p) ltac:(sizes) (b - p) ltac:(sizes)).
    assert (first := diagonals b (c - p) ltac:(sizes) ltac:(sizes)).
    assert (second := diagonals (b - p) (c - p) ltac:(sizes) ltac:(sizes)).
    replace (b - p + p) with b in * by sizes. replace (c - p + p) with c in * by sizes. congruence.
Qed.
End Square.

(** ** Where the period begins for all lengths: a finite part of the exceptions shows it *)

Section Begins.
Variable g : nat -> nat -> nat.
Variables p N W T : nat.
Hypothesis positive : 1 <= p.
Hypothesis regular : two_periods g p N W.
Hypothesis large : N + W + 3 * p < T.

Notation nu := (from_on N W).

Ltac sizes := unfold from_on in *; lia.

(** An exception moves down its column, c being the same. *)
Lemma exception_moves : forall b c, g b (c + p) <> g b c ->
  exists b', g b' (c + p) <> g b' c /\ b' < Nat.max N (c + p + W) + p /\ (N <= b -> N <= b').
Proof.
  destruct regular as [_ [columns _]].
  intros b c. induction b as [b IH] using lt_wf_ind. intros differs.
  destruct (lt_dec b (Nat.max N (c + p + W) + p)) as [small | high]; [exists b; auto|].
  assert (upper := columns (b - p) (c + p) ltac:(sizes)). assert (lower := columns (b - p) c ltac:(sizes)).
  replace (b - p + p) with b in * by lia.
  destruct (IH (b - p)) as [b' [differs' [small kept]]]; [lia | congruence|].
  exists b'. repeat split; auto. intros _. apply kept. lia.
Qed.

Lemma exception_in_square : forall n b c, b + c = n -> g b (c + p) <> g b c ->
  exists b' c', g b' (c' + p) <> g b' c' /\ b' < T /\ c' + p < T /\
                (N <= b -> N <= c -> N <= b' /\ N <= c') /\ (b < N \/ c < N -> c' = c).
Proof.
  intros n. induction n as [n IH] using lt_wf_ind. intros b c sum differs.
  destruct (lt_dec c (N + p)) as [low | high].
  { destruct (exception_moves b c differs) as [b' [differs' [small kept]]].
    exists b', c. repeat split; auto; lia. }
  destruct (lt_dec b (N + p)) as [left | right].
  { exists b, c. repeat split; auto; try lia. destruct regular as [rows _].
    destruct (le_lt_dec (nu b) c) as [repeats | strip]; [destruct (differs (rows b c repeats)) | sizes]. }
  destruct regular as [_ [_ along]].
  assert (upper := along (b - p) c ltac:(lia) ltac:(lia)).
  assert (lower := along (b - p) (c - p) ltac:(lia) ltac:(lia)).
  replace (b - p + p) with b in * by lia. replace (c - p + p) with c in * by lia.
  destruct (IH (b - p + (c - p)) ltac:(lia) (b - p) (c - p) eq_refl) as [b' [c' [differs' [small [small' [kept _]]]]]].
  { replace (c - p + p) with c by lia. congruence. }
  exists b', c'. repeat split; auto; try lia; apply kept; lia.
Qed.

(** No exception in the square has both lengths from N on, and none a c from m on. *)
Theorem begins_somewhere : forall m,
  (forall b c, b < T -> c + p < T -> m <= c \/ (N <= b /\ N <= c) -> g b (c + p) = g b c) ->
  (m = 0 \/ exists b, g b (m - 1 + p) <> g b (m - 1)) -> begins_at g p (Some m).
Proof.
  intros m none before. split; [|exact before]. intros b c begun.
  destruct (Nat.eq_dec (g b (c + p)) (g b c)) as [same | differs]; [exact same | exfalso].
  destruct (exception_in_square _ b c eq_refl differs) as [b' [c' [differs' [small [small' [kept same]]]]]].
  apply differs', none; [exact small | exact small'|].
  destruct (lt_dec b N) as [low | high]; [left; rewrite same by auto; exact begun|].
  destruct (lt_dec c N) as [low' | high']; [left; rewrite same by auto; exact begun|].
  right. apply kept; lia.
Qed.

(** One exception with both lengths from N on comes again along its diagonal for ever. *)
Theorem begins_nowhere : forall b c, N <= b -> N <= c -> g b (c + p) <> g b c -> begins_at g p None.
Proof.
  intros b c begun begun' differs m. exists (b + m * p), (c + m * p). split; [nia|].
  destruct regular as [_ [_ along]].
  assert (all : forall i b c, N <= b -> N <= c -> g (b + i * p) (c + i * p) = g b c).
  { intros i b0 c0 large_b large_c. induction i as [|i IH]; [rewrite !Nat.add_0_r; reflexivity|].
    replace (b0 + S i * p) with (b0 + i * p + p) by lia. replace (c0 + S i * p) with (c0 + i * p + p) by lia.
    rewrite along by lia. exact IH. }
  rewrite (all m b c begun begun'). replace (c + m * p + p) with (c + p + m * p) by lia.
  rewrite (all m b (c + p)) by lia. exact differs.
Qed.
End Begins.
