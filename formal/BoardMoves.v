(** The moves on boards, as programs list them, and the pieces of a board. *)

From Coq Require Import List Arith Lia Bool Wf_nat.
From Verified Require Import Games Sums Tables Pieces Steps Boards.
Import ListNotations.

Lemma filter_same : forall (A : Type) (k k' : A -> bool) l, (forall x, In x l -> k x = k' x) -> filter k l = filter k' l.
Proof.
  induction l as [|x l IH]; intros same; simpl; [reflexivity|].
  rewrite (same x (or_introl eq_refl)), IH; [reflexivity|]. intros y member. apply same. right. exact member.
Qed.

(** ** Cram *)

Definition dot (p : list nat) (i : nat) : bool := nth i p slash =? free_cell.

Definition near_at (d i : nat) : list nat :=
  (i + 1) :: (i + d) :: (if 1 <=? i then [i - 1] else []) ++ (if d <=? i then [i - d] else []).

Definition cram_near (p : list nat) (i : nat) : list nat := near_at (down p) i.

Fixpoint dots_from (p : list nat) (i : nat) : list nat :=
  match p with
  | [] => []
  | c :: rest => if c =? free_cell then i :: dots_from rest (S i) else dots_from rest (S i)
  end.

Definition dots (p : list nat) : list nat := dots_from p 0.

Lemma dots_from_spec : forall p s i, In i (dots_from p s) <-> s <= i /\ dot p (i - s) = true.
Proof.
  unfold dot. induction p as [|c p IH]; intros s i; simpl.
  - split; [intros []|]. intros [_ wrong]. destruct (i - s); discriminate.
  - assert (later : In i (dots_from p (S s)) <-> S s <= i /\ (nth (i - s) (c :: p) slash =? free_cell) = true).
    { rewrite IH. split; intros [more free]; (split; [exact more|]); replace (i - s) with (S (i - S s)) in * by lia;
        exact free. }
    destruct (c =? free_cell) eqn:free; cbn [In]; rewrite later.
    + split.
      * intros [<- | [more is]]; [rewrite Nat.sub_diag; simpl; auto | split; [lia | exact is]].
      * intros [more is]. destruct (Nat.eq_dec s i) as [-> | differs]; [auto | right; split; [lia | exact is]].
    + split; intros [more is]; (split; [|exact is]); [lia|].
      destruct (Nat.eq_dec s i) as [-> | differs]; [|lia]. rewrite Nat.sub_diag in is. simpl in is. congruence.
Qed.

Lemma dots_spec : forall p i, In i (dots p) <-> dot p i = true.
Proof. intros p i. unfold dots. rewrite dots_from_spec, Nat.sub_0_r. split; [tauto|]. intros; split; [lia | assumption]. Qed.

(** The free cells of a board as bits, 60 in a number: looking one up takes no walk along the text. *)

Definition word_size := 60.

Fixpoint bits (p : list nat) : nat :=
  match p with
  | [] => 0
  | c :: rest => (if c =? free_cell then 1 else 0) + 2 * bits rest
  end.

Fixpoint words (count : nat) (p : list nat) : list nat :=
  match count with
  | 0 => []
  | S count' => bits (firstn word_size p) :: words count' (skipn word_size p)
  end.

Definition bit_at (ws : list nat) (i : nat) : bool := Nat.testbit (nth (i / word_size) ws 0) (i mod word_size).

(** The distance to the cell below, and the free cells. *)
Definition packed : Type := nat * list nat.
Definition pack (p : list nat) : packed := (down p, words (S (length p / word_size)) p).
Definition packed_dot (v : packed) (i : nat) : bool := bit_at (snd v) i.
Definition packed_near (v : packed) (i : nat) : list nat := near_at (fst v) i.
Definition packed_dots (v : packed) : list nat := filter (packed_dot v) (seq 0 (length (snd v) * word_size)).

Lemma bits_spec : forall p i, Nat.testbit (bits p) i = dot p i.
Proof.
  unfold dot. induction p as [|c p IH]; intros i; cbn [bits].
  - rewrite Nat.bits_0. destruct i; reflexivity.
  - destruct i as [|i]; cbn [nth]; destruct (c =? free_cell) eqn:free.
    + rewrite (Nat.add_comm 1). apply Nat.testbit_odd_0.
    + apply Nat.testbit_even_0.
    + rewrite (Nat.add_comm 1), Nat.testbit_odd_succ by lia. apply IH.
    + rewrite Nat.add_0_l, Nat.testbit_even_succ by lia. apply IH.
Qed.

Lemma nth_begin : forall (p : list nat) n i d, i < n -> nth i (firstn n p) d = nth i p d.
Proof. induction p as [|c p IH]; intros [|n] [|i] d less; simpl; try reflexivity; try lia. apply IH. lia. Qed.

Lemma nth_rest : forall (p : list nat) n i d, nth i (skipn n p) d = nth (n + i) p d.
Proof. induction p as [|c p IH]; intros [|n] i d; simpl; try reflexivity; [destruct i; reflexivity | apply IH]. Qed.

Lemma words_spec : forall count p i, length p < count * word_size -> bit_at (words count p) i = dot p i.
Proof.
  induction count as [|count IH]; intros p i long; [simpl in long; lia|].
  unfold bit_at. cbn [words]. destruct (le_lt_dec word_size i) as [more | less].
  - replace i with (i - word_size + 1 * word_size) at 1 2 by lia.
    rewrite Nat.div_add, Nat.mod_add, Nat.add_1_r by (unfold word_size; lia). cbn [nth].
    change (bit_at (words count (skipn word_size p)) (i - word_size) = dot p i).
    destruct (le_lt_dec (length p) word_size) as [short | rest].
    + rewrite skipn_all2 by exact short. unfold dot. rewrite (nth_overflow p) by lia.
      assert (none : forall count k, nth k (words count []) 0 = 0).
      { intros c. induction c as [|c IHc]; intros [|k]; cbn [words nth]; rewrite ?firstn_nil, ?skipn_nil; auto. }
      unfold bit_at. rewrite none, Nat.bits_0. reflexivity.
    + rewrite IH by (rewrite skipn_length; lia). unfold dot. rewrite nth_rest. f_equal. f_equal. lia.
  - rewrite Nat.div_small, Nat.mod_small by exact less. cbn [nth]. rewrite bits_spec. unfold dot.
    rewrite nth_begin by exact less. reflexivity.
Qed.

Lemma packed_dot_spec : forall p i, packed_dot (pack p) i = dot p i.
Proof.
  intros p i. apply words_spec. rewrite (Nat.div_mod (length p) word_size) at 1 by (unfold word_size; lia).
  pose proof (Nat.mod_upper_bound (length p) word_size). unfold word_size in *. lia.
Qed.

Lemma packed_dots_spec : forall v i, In i (packed_dots v) <-> packed_dot v i = true.
Proof.
  intros [d ws] i. unfold packed_dots. rewrite filter_In, in_seq. split; [tauto|]. intros free. split; [|exact free].
  split; [lia|]. cbn [snd plus]. apply Nat.nle_gt. intros far. revert free. unfold packed_dot, bit_at. cbn [snd].
  rewrite nth_overflow, Nat.bits_0; [discriminate|]. apply Nat.div_le_lower_bound; [unfold word_size; lia|].
  rewrite Nat.mul_comm. exact far.
Qed.

(** The cells of the dominoes that fit, by their first cells. The options have the order of their texts. *)
Definition dominoes (p : list nat) : list (nat * nat) :=
  let v := pack p in flat_map (fun i => map (pair i) (filter (packed_dot v) [i + 1; i + fst v])) (dots p).

Definition covered (p : list nat) (c : nat * nat) : list nat := cover (fst c) (cover (snd c) p).

Definition cram_moves (p : list nat) : list (list nat) := map (covered p) (dominoes p).

Definition cram_option (p : list nat) (j : nat) : option (list nat) := option_map (covered p) (nth_error (dominoes p) j).

Lemma cram_option_listed : forall p j q, cram_option p j = Some q -> In q (cram_moves p).
Proof.
  intros p j q found. unfold cram_option in found. destruct (nth_error (dominoes p) j) as [c|] eqn:there; [|discriminate].
  injection found as <-. apply in_map, (nth_error_In _ _ there).
Qed.

Lemma cram_moves_spec : forall p q, In q (cram_moves p) <-> cram_move p q.
Proof.
  intros p q. unfold cram_moves, dominoes, cram_move. rewrite in_map_iff. split.
  - intros [c [<- member]]. apply in_flat_map in member. destruct member as [i [first there]].
    apply in_map_iff in there. destruct there as [j [<- near]].
    apply filter_In in near. destruct near as [near free_j]. apply dots_spec in first. exists i, j.
    rewrite packed_dot_spec in free_j. unfold dot in *. apply Nat.eqb_eq in first, free_j. repeat split; auto.
    destruct near as [<- | [<- | []]]; auto.
  - intros [i [j [near [free_i [free_j ->]]]]]. exists (i, j). split; [reflexivity|]. apply in_flat_map. exists i. split.
    + apply dots_spec, Nat.eqb_eq. exact free_i.
    + apply in_map_iff. exists j. split; [reflexivity|]. apply filter_In.
      split; [simpl; destruct near; auto | rewrite packed_dot_spec; apply Nat.eqb_eq; exact free_j].
Qed.

Lemma nth_cover : forall p i k, nth k (cover i p) slash =
  if (k =? i) && (k <? length p) then used_cell else nth k p slash.
Proof.
  induction p as [|c p IH]; intros i k; [destruct i; simpl; rewrite andb_false_r; reflexivity|].
  destruct i as [|i], k as [|k]; try reflexivity. exact (IH i k).
Qed.

Lemma dot_cover : forall p i k, dot (cover i p) k = negb (k =? i) && dot p k.
Proof.
  intros p i k. unfold dot. rewrite nth_cover. destruct (k =? i) eqn:same; simpl; [|reflexivity].
  destruct (k <? length p) eqn:inside; [reflexivity|]. apply Nat.ltb_ge in inside.
  rewrite nth_overflow by exact inside. reflexivity.
Qed.

Lemma down_cover : forall p i, dot p i = true -> down (cover i p) = down p.
Proof.
  unfold down, dot. intros p i free. f_equal. revert i free.
  induction p as [|c p IH]; intros [|i] free; simpl in *; try reflexivity.
  - apply Nat.eqb_eq in free. subst c. reflexivity.
  - rewrite (IH i free). reflexivity.
Qed.

Lemma cram_near_cases : forall p i j, In j (cram_near p i) <->
  j = i + 1 \/ j = i + down p \/ i = j + 1 \/ i = j + down p.
Proof.
  intros p i j. unfold cram_near, near_at. cbn [In]. rewrite in_app_iff.
  destruct (1 <=? i) eqn:one; [apply Nat.leb_le in one | apply Nat.leb_gt in one];
    (destruct (down p <=? i) eqn:wide; [apply Nat.leb_le in wide | apply Nat.leb_gt in wide]); simpl; lia.
Qed.

Lemma cover_after : forall p i j, dot p i = true -> dot p j = true ->
  after _ dot cram_near true p i j (cover i (cover j p)).
Proof.
  intros p i j free_i free_j. split.
  - intros k. rewrite !dot_cover. unfold struck. rewrite !andb_true_iff, !negb_true_iff, !Nat.eqb_neq.
    split; [intros [? [? ?]]; split; [assumption | intros [? | [? | [? _]]]; congruence]|].
    intros [free kept]. repeat split; auto.
  - intros k. assert (same : down (cover i (cover j p)) = down p).
    { destruct (Nat.eq_dec i j) as [<- | differs].
      - rewrite <- (down_cover p i free_i). clear. unfold down. f_equal. revert i.
        induction p as [|c p IH]; intros [|i]; simpl; try reflexivity.
        destruct (c =? slash); [reflexivity | f_equal; apply IH].
      - rewrite !down_cover; auto. rewrite dot_cover, free_i. apply Nat.eqb_neq in differs. rewrite differs. reflexivity. }
    unfold cram_near. rewrite same. reflexivity.
Qed.

Lemma cover_commutes : forall p i j, cover i (cover j p) = cover j (cover i p).
Proof. induction p as [|c p IH]; intros [|i] [|j]; simpl; try reflexivity. rewrite IH. reflexivity. Qed.

Lemma cram_chooses : forall p q, cram_move p q -> exists a b, chosen _ dot cram_near true p a b /\
  after _ dot cram_near true p a b q.
Proof.
  intros p q [i [j [near [free_i [free_j ->]]]]]. apply Nat.eqb_eq in free_i, free_j. exists i, j. split.
  - split; [exact free_i|]. split; [exact free_j|]. apply cram_near_cases. destruct near; auto.
  - apply cover_after; assumption.
Qed.

Lemma choice_crams : forall p a b, chosen _ dot cram_near true p a b ->
  exists q, cram_move p q /\ after _ dot cram_near true p a b q.
Proof.
  intros p a b [free_a [free_b close]]. exists (cover a (cover b p)). split; [|apply cover_after; assumption].
  apply cram_near_cases in close. apply Nat.eqb_eq in free_a, free_b.
  destruct close as [-> | [-> | [-> | ->]]];
    [exists a, (a + 1) | exists a, (a + down p) | exists b, (b + 1) | exists b, (b + down p)];
    repeat split; auto using cover_commutes.
Qed.

Definition count_dots (p : list nat) : nat := count_occ Nat.eq_dec p free_cell.

Lemma count_cover : forall p i, count_dots (cover i p) + (if dot p i then 1 else 0) = count_dots p.
Proof.
  unfold count_dots, dot. induction p as [|c p IH]; intros [|i]; simpl; try reflexivity.
  - destruct (c =? free_cell) eqn:free; [apply Nat.eqb_eq in free | apply Nat.eqb_neq in free];
      destruct (Nat.eq_dec c free_cell); try congruence; lia.
  - specialize (IH i). destruct (Nat.eq_dec c free_cell); lia.
Qed.

Lemma cram_ends : ends cram_move.
Proof.
  apply (well_founded_lt_compat _ count_dots). intros q p [i [j [near [free_i [free_j ->]]]]].
  pose proof (count_cover p j) as one. pose proof (count_cover (cover j p) i) as two. unfold dot in one at 1.
  rewrite free_j in one. simpl in one. destruct (dot (cover j p) i); lia.
Qed.

(** ** Chomp *)

Definition chomp_moves (p : list nat) : list (list nat) :=
  flat_map (fun row => map (fun column => eaten row column p)
    (filter (fun column => 0 <? row + column) (seq 0 (nth row p 0)))) (seq 0 (length p)).

Lemma chomp_moves_spec : forall p q, In q (chomp_moves p) <-> chomp_move p q.
Proof.
  intros p q. unfold chomp_moves, chomp_move. rewrite in_flat_map. split.
  - intros [row [_ there]]. apply in_map_iff in there. destruct there as [column [<- member]].
    apply filter_In in member. destruct member as [member positive]. apply in_seq in member.
    apply Nat.ltb_lt in positive. exists row, column. repeat split; auto; lia.
  - intros [row [column [inside [positive ->]]]]. exists row. split.
    + apply in_seq. split; [lia|]. destruct (le_lt_dec (length p) row) as [beyond | within]; [|lia].
      rewrite nth_overflow in inside by exact beyond. lia.
    + apply in_map_iff. exists column. split; [reflexivity|]. apply filter_In.
      split; [apply in_seq; lia | apply Nat.ltb_lt; exact positive].
Qed.

Lemma sum_positive : forall l, list_sum (filter (fun length => 0 <? length) l) = list_sum l.
Proof. induction l as [|[|x] l IH]; simpl; [reflexivity | exact IH | rewrite IH; reflexivity]. Qed.

Lemma sum_min : forall c l, list_sum (map (Nat.min c) l) <= list_sum l.
Proof. induction l as [|x l IH]; simpl; lia. Qed.

Lemma eaten_less : forall p row column, column < nth row p 0 -> list_sum (eaten row column p) < list_sum p.
Proof.
  unfold eaten. induction p as [|x p IH]; intros [|row] column inside; simpl in inside; try lia.
  - change (firstn 0 (x :: p)) with (@nil nat). change (skipn 0 (x :: p)) with (x :: p). rewrite app_nil_l, sum_positive.
    pose proof (sum_min column p). simpl. lia.
  - specialize (IH row column inside). simpl in *. lia.
Qed.

Lemma chomp_ends : ends chomp_move.
Proof.
  apply (well_founded_lt_compat _ list_sum). intros q p [row [column [inside [_ ->]]]]. apply eaten_less, inside.
Qed.

(** ** Node Kayles *)

Definition neighbours (t : M.t (list nat)) (v : nat) : list nat :=
  match M.find v t with Some l => l | None => [] end.

Definition join (a b : nat) (t : M.t (list nat)) : M.t (list nat) := M.add a (b :: neighbours t a) t.

Fixpoint edge_table (edges : list (nat * nat)) : M.t (list nat) :=
  match edges with
  | [] => M.empty (list nat)
  | (a, b) :: rest => join a b (join b a (edge_table rest))
  end.

Lemma neighbours_join : forall a b t v w, In w (neighbours (join a b t) v) <->
  (v = a /\ w = b) \/ In w (neighbours t v).
Proof.
  intros a b t v w. unfold join. unfold neighbours at 1. rewrite MF.add_o. destruct (Numbers.eq_dec a v) as [same | differs].
  - unfold Numbers.eq in same. subst v. simpl. split; [intros [<- | there]; auto | intros [[_ ->] | there]; auto].
  - fold (neighbours t v). split; [auto|]. intros [[-> _] | there]; [destruct (differs eq_refl) | exact there].
Qed.

Lemma edge_table_spec : forall edges v w, In w (neighbours (edge_table edges) v) <-> joined edges v w.
Proof.
  unfold joined. induction edges as [|[a b] edges IH]; intros v w.
  - unfold neighbours, edge_table. rewrite MF.empty_o. simpl. tauto.
  - cbn [edge_table In]. rewrite !neighbours_join, IH. split.
    + intros [[-> ->] | [[-> ->] | [there | there]]]; auto.
    + intros [[same | there] | [same | there]]; try (injection same as -> ->); auto.
Qed.

Definition stays (t : M.t (list nat)) (v : nat) : nat -> bool :=
  let gone := neighbours t v in fun w => negb (w =? v) && negb (mem w gone).

Lemma stays_spec : forall edges v w, stays (edge_table edges) v w = true <-> w <> v /\ ~ joined edges v w.
Proof.
  intros edges v w. unfold stays. rewrite andb_true_iff, !negb_true_iff, Nat.eqb_neq, <- edge_table_spec, <- mem_spec.
  destruct (mem w _); intuition congruence.
Qed.

Definition kayles_moves (t : M.t (list nat)) (p : list nat) : list (list nat) := map (fun v => filter (stays t v) p) p.

Lemma kayles_moves_spec : forall edges p q, In q (kayles_moves (edge_table edges) p) <-> kayles_move edges p q.
Proof.
  intros edges p q. unfold kayles_moves, kayles_move. rewrite in_map_iff. split.
  - intros [v [<- member]]. exists v. split; [exact member|]. split; [|split].
    + intros w there. apply filter_In in there. rewrite stays_spec in there. exact there.
    + intros w there other apart. apply filter_In. rewrite stays_spec. auto.
    + eexists. reflexivity.
  - intros [v [member [only [all [keep ->]]]]]. exists v. split; [|exact member].
    apply filter_same. intros w there. destruct (keep w) eqn:kept.
    + apply stays_spec, only. apply filter_In. auto.
    + destruct (stays (edge_table edges) v w) eqn:stay; [|reflexivity]. apply stays_spec in stay.
      assert (In w (filter keep p)) as inside by (apply all; tauto). apply filter_In in inside. destruct inside. congruence.
Qed.

Definition vertex (p : list nat) (v : nat) : bool := mem v p.

Section Kayles.
Variable edges : list (nat * nat).
Let close := fun (_ : list nat) => neighbours (edge_table edges).

Lemma kayles_after : forall p v q, In v p ->
  (forall w, In w q -> In w p /\ w <> v /\ ~ joined edges v w) ->
  (forall w, In w p -> w <> v -> ~ joined edges v w -> In w q) ->
  after _ vertex close false p v v q.
Proof.
  intros p v q member only all. split; [|reflexivity]. intros w. unfold vertex, struck, close.
  rewrite !mem_spec, edge_table_spec. split.
  - intros there. destruct (only w there) as [here [other far]]. split; [exact here|].
    intros [same | [same | [_ near]]]; auto.
  - intros [here kept]. apply all; [exact here | |]; intros wrong; apply kept; auto.
Qed.

Lemma kayles_chooses : forall p q, kayles_move edges p q -> exists a b, chosen _ vertex close false p a b /\
  after _ vertex close false p a b q.
Proof.
  intros p q [v [member [only [all _]]]]. exists v, v. split; [|apply kayles_after; assumption].
  unfold chosen, vertex. rewrite mem_spec. auto.
Qed.

Lemma choice_kayles : forall p a b, chosen _ vertex close false p a b ->
  exists q, kayles_move edges p q /\ after _ vertex close false p a b q.
Proof.
  intros p a b [member [_ <-]]. apply mem_spec in member.
  assert (move : kayles_move edges p (filter (stays (edge_table edges) a) p)).
  { apply kayles_moves_spec. apply in_map_iff. exists a. auto. }
  exists (filter (stays (edge_table edges) a) p). split; [exact move|]. apply kayles_after; [exact member | |].
  - intros w there. apply filter_In in there. rewrite stays_spec in there. exact there.
  - intros w there other far. apply filter_In. rewrite stays_spec. auto.
Qed.

Lemma filter_shorter : forall (k : nat -> bool) l, length (filter k l) <= length l.
Proof. induction l as [|x l IH]; simpl; [lia|]. destruct (k x); simpl; lia. Qed.

Lemma filter_length : forall (k : nat -> bool) l v, In v l -> k v = false -> length (filter k l) < length l.
Proof.
  induction l as [|x l IH]; intros v member gone; simpl; [destruct member|]. destruct member as [-> | member].
  - rewrite gone. pose proof (filter_shorter k l). simpl. lia.
  - specialize (IH v member gone). destruct (k x); simpl; lia.
Qed.

Lemma kayles_ends : ends (kayles_move edges).
Proof.
  apply (well_founded_lt_compat _ (@length nat)). intros q p [v [member [only [_ [keep ->]]]]].
  apply (filter_length keep p v member). destruct (keep v) eqn:kept; [exfalso | reflexivity].
  assert (In v (filter keep p)) as there by (apply filter_In; auto). apply only in there. tauto.
Qed.
End Kayles.
