(** The checker of claims that an automaton gives the P-positions or the values of a game on several heaps.

    Marks prove that a move exists, so no automaton is made deterministic. A reader has to believe [states_law]. *)

From Coq Require Import List Arith ZArith Lia Bool.
From Verified Require Import Games Digits Conditions Coupled.
Import ListNotations.

(** ** Automata and a formula read words together: every state that they reach is visited

    A walk lists the states; it is a hint that is checked. *)

Definition point : Type := list nat * live.
Record walk : Type := { visited : nat; stop : nat -> point; onward : nat -> nat -> nat }.

Fixpoint same_states (s t : list nat) : bool :=
  match s, t with
  | [], [] => true
  | m :: s, n :: t => (m =? n) && same_states s t
  | _, _ => false
  end.

Definition same_point (p q : point) : bool := same_states (fst p) (fst q) && same_live (snd p) (snd q).

Lemma same_point_true : forall p q, same_point p q = true -> p = q.
Proof.
  intros [s p] [t q] same. unfold same_point in same. simpl in same. apply andb_true_iff in same. destruct same as [states lives].
  apply same_live_true in lives. f_equal; [|exact lives]. clear lives. revert t states.
  induction s as [|m s IH]; intros [|n t] same; simpl in same; try discriminate; [reflexivity|].
  apply andb_true_iff in same. destruct same as [one rest]. apply Nat.eqb_eq in one. f_equal; auto.
Qed.

Section Walks.
Variable b : nat.
Hypothesis base : 2 <= b.
Variable search : (point -> list point) -> point -> walk.

Section Together.
(** Every automaton reads some of the numbers. *)
Variable machines : list (automaton * list nat).
Variable count : nat.
Variable first : live.

Fixpoint advance_all (ms : list (automaton * list nat)) (states codes : list nat) : list nat :=
  match ms, states, codes with
  | (A, _) :: ms, s :: states, c :: codes => goes A s c :: advance_all ms states codes
  | _, _, _ => []
  end.

Definition codes_of (l : letter) : list nat := map (fun '(_, places) => code b (select places l)) machines.
Definition prepared : list (letter * list nat) := map (fun l => (l, codes_of l)) (letters b count).
Definition one_step (p : point) (read : letter * list nat) : point :=
  (advance_all machines (fst p) (snd read), advance b (fst read) (snd p)).
Definition begin : point := (map (fun _ => 0) machines, first).

Fixpoint leads (w : walk) (i j : nat) (p : point) (reads : list (letter * list nat)) : bool :=
  match reads with
  | [] => true
  | read :: rest =>
      let to := onward w i j in
      (to <? visited w) && same_point (one_step p read) (stop w to) && leads w i (S j) p rest
  end.

Fixpoint all_below (n : nat) (f : nat -> bool) : bool := match n with 0 => true | S m => f m && all_below m f end.

Definition everywhere (good : point -> bool) : bool :=
  let reads := prepared in
  let w := search (fun p => map (one_step p) reads) begin in
  (0 <? visited w) && same_point begin (stop w 0) &&
  all_below (visited w) (fun i => let p := stop w i in good p && leads w i 0 p reads).

Lemma all_below_spec : forall n f, all_below n f = true -> forall i, i < n -> f i = true.
Proof.
  induction n as [|n IH]; intros f all i less; [lia|]. simpl in all. apply andb_true_iff in all. destruct all as [one rest].
  destruct (Nat.eq_dec i n) as [-> | other]; [exact one | apply IH; [exact rest | lia]].
Qed.

Lemma leads_spec : forall w i p reads j, leads w i j p reads = true -> forall read, In read reads ->
  exists to, to < visited w /\ one_step p read = stop w to.
Proof.
  intros w i p. induction reads as [|one reads IH]; intros j all read member; [destruct member|]. simpl in all.
  rewrite !andb_true_iff in all. destruct all as [[inside same] rest]. destruct member as [<- | member].
  - exists (onward w i j). split; [apply Nat.ltb_lt; exact inside | apply same_point_true; exact same].
  - exact (IH (S j) rest read member).
Qed.

Definition reached (w : list letter) : point :=
  (map (fun '(A, places) => arrives A b (map (select places) w)) machines, fold_left (fun p l => advance b l p) w first).

Lemma reached_step : forall w l, one_step (reached w) (l, codes_of l) = reached (w ++ [l]).
Proof.
  intros w l. unfold one_step, reached. simpl. f_equal; [|rewrite fold_left_app; reflexivity].
  unfold codes_of. induction machines as [|[A places] ms IH]; simpl; [reflexivity|]. rewrite IH. f_equal.
  rewrite map_app. unfold arrives at 2. rewrite fold_left_app. reflexivity.
Qed.

Theorem everywhere_sound : forall good, everywhere good = true ->
  forall w, Forall (is_letter b count) w -> good (reached w) = true.
Proof.
  intros good all. unfold everywhere in all. cbv zeta in all. set (walk := search _ _) in all.
  rewrite !andb_true_iff in all. destruct all as [[some start] all]. apply Nat.ltb_lt in some. apply same_point_true in start.
  pose proof (all_below_spec _ _ all) as each. cbv beta zeta in each.
  assert (inside : forall w, Forall (is_letter b count) w -> exists i, i < visited walk /\ reached w = stop walk i).
  { induction w as [|l w IH] using rev_ind; intros proper.
    - exists 0. split; [exact some|]. rewrite <- start. unfold reached, begin. simpl. f_equal.
      apply map_ext. intros [A places]. reflexivity.
    - apply Forall_app in proper. destruct proper as [before last]. inversion last as [|l' none one]; subst.
      destruct (IH before) as [i [less here]]. specialize (each i less). apply andb_true_iff in each. destruct each as [_ on].
      destruct (leads_spec _ _ _ _ _ on (l, codes_of l)) as [to [less' there]].
      { unfold prepared. apply in_map_iff. exists l. split; [reflexivity|]. apply letters_spec; [exact base | exact one]. }
      exists to. split; [exact less'|]. rewrite <- there, <- here. symmetry. apply reached_step. }
  intros w proper. destruct (inside w proper) as [i [less ->]]. specialize (each i less). apply andb_true_iff in each. tauto.
Qed.
End Together.

(** ** The checks *)

Definition yes (A : automaton) (s : nat) : bool := output A s =? 1.

Variable heaps : nat.
Variable aim : goal.

Record part : Type := { the_kind : kind; its_forms : list form; machine : automaton }.

Section OnePart.
Variable one : part.
Notation all_places := (first_places (joint heaps (the_kind one))).
Notation old_places := (first_places heaps).
Notation new_places := (left_places heaps (the_kind one)).

(** Read what a move does. *)
Definition part_formula : reading formula :=
  bind (targets (changed (results (the_kind one)))) (fun goals =>
  if determined heaps (the_kind one) (its_forms one) goals && (length (results (the_kind one)) =? heaps)
  then kind_formula heaps (the_kind one) (its_forms one) (b =? 2) else Foreign).

(** The automaton of the move accepts what the rule allows, and nothing else. *)
Definition compared_with (p : formula) : bool :=
  all_fit b (begun p) &&
  everywhere [(machine one, all_places)] (joint heaps (the_kind one)) (begun p)
    (fun '(states, rest) => match states with [m] => Bool.eqb (yes (machine one) m) (now rest) | _ => false end).

Definition rise (lowers : list nat) : form :=
  fold_right (fun i f => plus (plus f 1 (single (Column (nth i new_places 0)))) (-1) (single (Column i))) nothing lowers.

Definition lowers_sum (p : formula) (lowers : list nat) : bool :=
  let q := joined p (positive (rise lowers)) in
  forallb (fun i => i <? heaps) lowers && all_fit b (begun q) &&
  everywhere [] (joint heaps (the_kind one)) (begun q) (fun '(_, rest) => negb (now rest)).

Definition clash (u v : nat) : bool := match aim with Valued => u =? v | _ => (u =? 1) && (v =? 1) end.

Variable claimed : automaton.
Variable stuck_ones : automaton.

Definition closed : bool :=
  everywhere [(machine one, all_places); (claimed, old_places); (claimed, new_places)] (joint heaps (the_kind one)) (Fixed true)
    (fun '(states, _) =>
       match states with [m; s; t] => negb (yes (machine one) m && clash (output claimed s) (output claimed t)) | _ => false end).

Definition without_moves : bool :=
  match aim with
  | Misere =>
      everywhere [(machine one, all_places); (stuck_ones, old_places)] (joint heaps (the_kind one)) (Fixed true)
        (fun '(states, _) => match states with [m; u] => negb (yes (machine one) m && yes stuck_ones u) | _ => false end)
  | _ => true
  end.
End OnePart.

(** ** The cover: an automaton with marks (i, m, s) that lists which states moves reach *)

Notation mark := (nat * nat * nat)%type.

Section Cover.
Variable parts : list part.
Variable claimed : automaton.
Variable stuck_ones : automaton.
Variable cover : automaton.
Variable marks : nat -> list mark.

(** A mark follows from another one, if some digits of the changed heaps are read; which one is a hint. *)
Definition origin : Type := mark * letter.

Definition same_mark (x y : mark) : bool :=
  let '(i, m, s) := x in let '(j, n, t) := y in (i =? j) && (m =? n) && (s =? t).

Definition follows (l : letter) (x : mark) (from : origin) : bool :=
  let '(i, m, s) := x in
  let '((j, n, t), d) := from in
  (i =? j) &&
  match nth_error parts i with
  | Some one =>
      (length d =? news (the_kind one)) && forallb (fun c => c <? b) d &&
      (goes (machine one) n (code b (l ++ d)) =? m) &&
      (goes claimed t (code b (select (left_places heaps (the_kind one)) (l ++ d))) =? s)
  | None => false
  end.

Definition first_mark (x : mark) : bool := let '(i, m, s) := x in (i <? length parts) && (m =? 0) && (s =? 0).

(** Marks that follow while zeros are read, in an order in which each follows from an earlier one. *)
Fixpoint zero_marks (known : list mark) (more : list (mark * origin)) : option (list mark) :=
  match more with
  | [] => Some known
  | (x, from) :: rest =>
      if follows (zeros heaps) x from && (first_mark (fst from) || existsb (same_mark (fst from)) known)
      then zero_marks (x :: known) rest else None
  end.

Definition begun_well (more : list (mark * origin)) : bool :=
  match zero_marks [] more with
  | Some known => forallb (fun x => first_mark x || existsb (same_mark x) known) (marks 0)
  | None => false
  end.

Definition is_zeros (l : letter) : bool := forallb (fun d => d =? 0) l.

Definition marked (origins : nat -> letter -> mark -> origin) : bool :=
  everywhere [(cover, first_places heaps)] heaps (Fixed true)
    (fun '(states, _) =>
       match states with
       | [q] =>
           forallb (fun l =>
             let q' := goes cover q (code b l) in
             ((q =? 0) && is_zeros l && (q' =? 0)) ||
             (negb (q' =? 0) &&
              forallb (fun x => let from := origins q l x in follows l x from && existsb (same_mark (fst from)) (marks q)) (marks q')))
             (letters b heaps)
       | _ => false
       end).

Definition reached_outputs (q : nat) : list nat :=
  flat_map (fun '(i, m, t) => match nth_error parts i with
                              | Some one => if yes (machine one) m then [output claimed t] else []
                              | None => []
                              end) (marks q).

Definition met (q s u : nat) : bool :=
  let found := reached_outputs q in
  match aim with
  | Valued => forallb (fun v => existsb (Nat.eqb v) found) (seq 0 (output claimed s))
  | Normal => yes claimed s || existsb (Nat.eqb 1) found
  | Misere => if yes claimed s then negb (length found =? 0) else existsb (Nat.eqb 1) found || yes stuck_ones u
  end.

Definition needed : bool :=
  let places := first_places heaps in
  everywhere [(cover, places); (claimed, places); (stuck_ones, places)] heaps (Fixed true)
    (fun '(states, _) => match states with [q; s; u] => met q s u | _ => false end).
End Cover.

(** ** What the checks show *)

Definition result (A : automaton) (p : list nat) : nat := output A (arrives A b (spelled b (list_max p) p)).

Lemma result_is : forall A w p, begins_in A = true -> spells b w p -> output A (arrives A b w) = result A p.
Proof.
  intros A w p stays right. unfold result. f_equal. apply (same_arrival b base A _ _ p stays right).
  apply spelled_spells; [exact base | lia].
Qed.

Lemma select_all : forall l count, length l = count -> select (first_places count) l = l.
Proof. intros l count wide. rewrite <- (app_nil_r l) at 1. apply select_first. exact wide. Qed.

Lemma select_every : forall w count, Forall (is_letter b count) w -> map (select (first_places count)) w = w.
Proof.
  intros w count proper. rewrite <- (map_id w) at 2. apply map_ext_in. intros l member. rewrite Forall_forall in proper.
  apply select_all. apply (proper l member).
Qed.

Lemma first_bound : forall count all, count <= all -> Forall (fun i => i < all) (first_places count).
Proof. intros count all less. apply Forall_forall. intros i member. apply in_seq in member. lia. Qed.

Lemma proper_digits : forall w count, Forall (is_letter b count) w -> Forall (digits b) w.
Proof. intros w count proper. eapply Forall_impl; [|exact proper]. intros l [_ small]. exact small. Qed.

Lemma now_truth : forall p u, all_fit b (begun p) = true ->
  now (fold_left (fun p l => advance b l p) (spelled b (list_max u) u) (begun p)) = truth (listed_numbers u) p.
Proof.
  intros p u fit. rewrite begun_right; [|exact base | eapply proper_digits; apply spelled_letters; exact base | exact fit].
  apply truth_ext. intros i. unfold word_numbers, listed_numbers. f_equal.
  apply spelled_number; [exact base|]. apply nth_bounded; [exact base | lia].
Qed.

Section Part.
Variable one : part.
Hypothesis wide_results : length (results (the_kind one)) = heaps.
Notation count := (joint heaps (the_kind one)).
Notation all_places := (first_places count).
Notation old_places := (first_places heaps).
Notation new_places := (left_places heaps (the_kind one)).

Lemma new_length : length new_places = heaps.
Proof. unfold left_places. rewrite sources_length. exact wide_results. Qed.

Lemma new_bound : Forall (fun i => i < count) new_places.
Proof. apply sources_bound; unfold joint, news; lia. Qed.

Lemma old_bound : Forall (fun i => i < count) old_places.
Proof. apply first_bound. unfold joint. lia. Qed.

Lemma joint_of_move : forall p q, moves_by (the_kind one) p q -> exists u,
  length u = count /\ select old_places u = p /\ select new_places u = q /\
  exists ks c, length ks = chosen (the_kind one) /\ holds (listed_numbers (p ++ ks)) (requires (the_kind one)) = true /\
               Forall2 (agree (listed_numbers (p ++ ks))) (changed (results (the_kind one))) c /\ u = p ++ c /\ length p = heaps /\
               length c = news (the_kind one).
Proof.
  intros p q to. inversion to as [p' ks q' many allowed turns]; subst.
  destruct (becomes_joint _ _ _ _ turns) as [c [each [wide same]]].
  pose proof (Forall2_lengths _ _ _ _ _ each) as lengths. exists (p ++ c). split; [|split; [|split]].
  - rewrite app_length. unfold joint, news. lia.
  - apply select_first. lia.
  - symmetry. apply same.
    + intros j less. simpl. rewrite app_nth1 by exact less. reflexivity.
    + intros j less. rewrite app_nth2 by lia. f_equal. lia.
  - exists ks, c. repeat split; auto; try lia; unfold news; lia.
Qed.

Lemma move_of_joint : forall u ks, length u = count -> length ks = chosen (the_kind one) ->
  holds (listed_numbers (firstn heaps u ++ ks)) (requires (the_kind one)) = true ->
  Forall2 (agree (listed_numbers (firstn heaps u ++ ks))) (changed (results (the_kind one))) (skipn heaps u) ->
  moves_by (the_kind one) (select old_places u) (select new_places u).
Proof.
  intros u ks wide many allowed each. rewrite <- (firstn_skipn heaps u) at 1.
  assert (half : length (firstn heaps u) = heaps) by (apply firstn_length_le; unfold joint in wide; lia).
  rewrite select_first by exact half. apply (moved _ _ ks); [exact many | exact allowed|].
  apply (joint_becomes _ _ _ _ each); [lia | |].
  - intros j less. simpl. rewrite <- (firstn_skipn heaps u) at 1. rewrite app_nth1 by exact less. reflexivity.
  - intros j less. rewrite <- (firstn_skipn heaps u) at 1. rewrite app_nth2 by lia. f_equal. lia.
Qed.

Variable p : formula.
Hypothesis read : part_formula one = Read p.

Lemma part_right : forall u, length u = count ->
  (truth (listed_numbers u) p = true <-> exists ks, length ks = chosen (the_kind one) /\
    holds (listed_numbers (firstn heaps u ++ ks)) (requires (the_kind one)) = true /\
    Forall2 (agree (listed_numbers (firstn heaps u ++ ks))) (changed (results (the_kind one))) (skipn heaps u)).
Proof.
  intros u wide. unfold part_formula in read.
  destruct (targets (changed (results (the_kind one)))) as [goals| |] eqn:found; try discriminate. simpl in read.
  destruct (determined heaps (the_kind one) (its_forms one) goals) eqn:right; try discriminate.
  destruct (length (results (the_kind one)) =? heaps); try discriminate. simpl in read.
  rewrite <- (firstn_skipn heaps u) at 1.
  apply (kind_formula_right _ _ _ _ _ _ _ _ read found right).
  - apply firstn_length_le. unfold joint in wide. lia.
  - rewrite skipn_length. unfold joint in wide. lia.
Qed.

Hypothesis stays : begins_in (machine one) = true.
Hypothesis compares : compared_with one p = true.

Lemma spelled_proper : forall u, length u = count -> Forall (is_letter b count) (spelled b (list_max u) u).
Proof. intros u <-. apply spelled_letters. exact base. Qed.

Lemma machine_right : forall u, length u = count -> (result (machine one) u = 1 <-> truth (listed_numbers u) p = true).
Proof.
  intros u wide. unfold compared_with in compares. apply andb_true_iff in compares. destruct compares as [fit all].
  pose proof (everywhere_sound _ _ _ _ all _ (spelled_proper u wide)) as here. unfold reached in here. cbn [map] in here.
  rewrite select_every, now_truth in here by (try exact fit; apply spelled_proper; exact wide).
  apply eqb_prop in here. rewrite <- here. unfold yes, result. rewrite Nat.eqb_eq. reflexivity.
Qed.

Theorem machine_moves : forall u, length u = count -> result (machine one) u = 1 ->
  moves_by (the_kind one) (select old_places u) (select new_places u).
Proof.
  intros u wide accepted. apply machine_right in accepted; [|exact wide]. apply part_right in accepted; [|exact wide].
  destruct accepted as [ks [many [allowed each]]]. exact (move_of_joint u ks wide many allowed each).
Qed.

Theorem moves_machine : forall q r, moves_by (the_kind one) q r -> exists u,
  length u = count /\ select old_places u = q /\ select new_places u = r /\
  result (machine one) u = 1 /\ truth (listed_numbers u) p = true.
Proof.
  intros q r to. destruct (joint_of_move q r to) as [u [wide [old [new [ks [c [many [allowed [each [-> [half rest]]]]]]]]]]].
  exists (q ++ c). repeat (split; [assumption|]). rewrite machine_right by exact wide.
  assert (yes : truth (listed_numbers (q ++ c)) p = true).
  { apply part_right; [exact wide|]. exists ks.
    rewrite firstn_app, skipn_app, half, Nat.sub_diag, firstn_all2, skipn_all2 by lia. simpl. rewrite app_nil_r. auto. }
  split; exact yes.
Qed.

Definition measure (lowers : list nat) (q : list nat) : nat := list_sum (map (fun i => nth i q 0) lowers).

Theorem move_lowers : forall lowers, lowers_sum one p lowers = true ->
  forall q r, moves_by (the_kind one) q r -> measure lowers r < measure lowers q.
Proof.
  intros lowers low q r to. destruct (moves_machine q r to) as [u [wide [old [new [_ allowed]]]]].
  unfold lowers_sum in low. cbv zeta in low. rewrite !andb_true_iff in low. destruct low as [[inside fit] all].
  pose proof (everywhere_sound _ _ _ _ all _ (spelled_proper u wide)) as here. unfold reached in here. cbn [map] in here.
  rewrite now_truth, joined_truth, allowed, positive_truth in here by exact fit. simpl in here.
  apply negb_true_iff, Z.leb_gt in here.
  assert (value : form_value (listed_numbers u) (rise one lowers) = (Z.of_nat (measure lowers r) - Z.of_nat (measure lowers q))%Z).
  { clear here all fit. subst q r. unfold rise, measure. induction lowers as [|i lowers IH]; [reflexivity|].
    simpl in inside. apply andb_true_iff in inside. destruct inside as [less inside]. apply Nat.ltb_lt in less.
    cbn [fold_right map list_sum]. rewrite !plus_value, !single_value, (IH inside). cbn [column_value]. unfold listed_numbers.
    rewrite !select_nth by (rewrite ?new_length; unfold first_places; rewrite ?seq_length; exact less).
    unfold first_places. rewrite seq_nth by exact less. change (0 + i) with i. unfold list_sum in *. lia. }
  lia.
Qed.

Variable claimed : automaton.
Hypothesis claimed_stays : begins_in claimed = true.

Theorem no_clash : closed one claimed = true ->
  forall q r, moves_by (the_kind one) q r -> clash (result claimed q) (result claimed r) = false.
Proof.
  intros all q r to. destruct (moves_machine q r to) as [u [wide [old [new [accepted _]]]]].
  pose proof (everywhere_sound _ _ _ _ all _ (spelled_proper u wide)) as here. unfold reached in here. cbn [map] in here.
  apply negb_true_iff in here. apply andb_false_iff in here. destruct here as [here | here].
  - rewrite select_every in here by (apply spelled_proper; exact wide). apply Nat.eqb_neq in here. contradiction.
  - assert (right : spells b (spelled b (list_max u) u) u) by (apply spelled_spells; [exact base | lia]).
    rewrite (result_is claimed _ (select old_places u)) in here;
      [|exact claimed_stays | apply select_spells; [rewrite wide; exact old_bound | exact right]].
    rewrite (result_is claimed _ (select new_places u)) in here;
      [|exact claimed_stays | apply select_spells; [rewrite wide; exact new_bound | exact right]].
    subst. exact here.
Qed.

Theorem not_stuck : forall stuck_ones, begins_in stuck_ones = true -> aim = Misere -> without_moves one stuck_ones = true ->
  forall q r, moves_by (the_kind one) q r -> result stuck_ones q <> 1.
Proof.
  intros stuck_ones still misere all q r to. destruct (moves_machine q r to) as [u [wide [old [new [accepted _]]]]].
  unfold without_moves in all. rewrite misere in all.
  pose proof (everywhere_sound _ _ _ _ all _ (spelled_proper u wide)) as here. unfold reached in here. cbn [map] in here.
  apply negb_true_iff in here. apply andb_false_iff in here. destruct here as [here | here].
  - rewrite select_every in here by (apply spelled_proper; exact wide). apply Nat.eqb_neq in here. contradiction.
  - apply Nat.eqb_neq in here. rewrite (result_is stuck_ones _ (select old_places u)) in here; [subst; exact here | exact still|].
    apply select_spells; [rewrite wide; exact old_bound | apply spelled_spells; [exact base | lia]].
Qed.
End Part.

Section Marks.
Variable parts : list part.
Variable claimed : automaton.
Variable stuck_ones : automaton.
Variable cover : automaton.
Variable marks : nat -> list mark.
Hypothesis claimed_stays : begins_in claimed = true.
Hypothesis parts_stay : forall one, In one parts -> begins_in (machine one) = true /\ length (results (the_kind one)) = heaps.

Definition shown (x : mark) (w : list letter) : Prop :=
  let '(i, m, s) := x in
  exists one j jw, nth_error parts i = Some one /\ Forall (is_letter b (joint heaps (the_kind one))) jw /\
    map (select (first_places heaps)) jw = repeat (zeros heaps) j ++ w /\
    arrives (machine one) b jw = m /\ arrives claimed b (map (select (left_places heaps (the_kind one))) jw) = s.

Lemma first_shown : forall x, first_mark parts x = true -> shown x [].
Proof.
  intros [[i m] s] first. unfold first_mark in first. rewrite !andb_true_iff, Nat.ltb_lt, !Nat.eqb_eq in first.
  destruct first as [[inside ->] ->]. destruct (nth_error parts i) as [one|] eqn:there; [|apply nth_error_None in there; lia].
  exists one, 0, []. repeat split; auto.
Qed.

Lemma follows_shown : forall l x from w, is_letter b heaps l -> follows parts claimed l x from = true ->
  shown (fst from) w -> shown x (w ++ [l]).
Proof.
  intros l [[i m] s] [[[i' n] t] d] w proper right before. simpl in right, before.
  apply andb_true_iff in right. destruct right as [same right]. apply Nat.eqb_eq in same. subst i'.
  destruct before as [one [j [jw [there [letters [old [here now_at]]]]]]]. rewrite there in right.
  rewrite !andb_true_iff, !Nat.eqb_eq in right. destruct right as [[[wide small_digits] step_m] step_s].
  exists one, j, (jw ++ [l ++ d]). destruct proper as [length_l small_l]. split; [exact there|]. split; [|split; [|split]].
  - apply Forall_app. split; [exact letters|]. constructor; [|constructor]. split; [rewrite app_length; unfold joint; lia|].
    apply Forall_app. split; [exact small_l|]. apply Forall_forall. intros c member. rewrite forallb_forall in small_digits.
    apply Nat.ltb_lt. exact (small_digits c member).
  - rewrite map_app, old. cbn [map]. rewrite select_first by exact length_l. symmetry. apply app_assoc.
  - rewrite arrives_app, here. exact step_m.
  - rewrite map_app. cbn [map]. rewrite arrives_app, now_at. exact step_s.
Qed.

Lemma select_zeros : forall places count, select places (zeros count) = zeros (length places).
Proof.
  intros places count. unfold select, zeros. induction places as [|i places IH]; simpl; [reflexivity|]. f_equal; [|exact IH].
  destruct (Nat.lt_ge_cases i count); [apply nth_repeat | apply nth_overflow; rewrite repeat_length; assumption].
Qed.

Lemma map_repeat_zeros : forall places count k, map (select places) (repeat (zeros count) k) = repeat (zeros (length places)) k.
Proof. intros places count k. induction k; simpl; [reflexivity|]. rewrite select_zeros, IHk. reflexivity. Qed.

Lemma zeros_shown : forall x k, shown x (repeat (zeros heaps) k) -> forall n, shown x (repeat (zeros heaps) n).
Proof.
  intros [[i m] s] k [one [j [jw [there [letters [old [here now_at]]]]]]] n.
  destruct (parts_stay one (nth_error_In _ _ there)) as [stays wide].
  exists one, (j + k), (repeat (zeros (joint heaps (the_kind one))) n ++ jw). split; [exact there|]. split; [|split; [|split]].
  - apply Forall_app. split; [|exact letters]. apply Forall_forall. intros l member. apply repeat_spec in member. subst.
    apply zeros_letter. exact base.
  - rewrite map_app, map_repeat_zeros, old. unfold first_places. rewrite seq_length, <- !repeat_app. f_equal. lia.
  - rewrite arrives_zeros by exact stays. exact here.
  - rewrite map_app, map_repeat_zeros, arrives_zeros by exact claimed_stays. exact now_at.
Qed.

Lemma same_mark_true : forall x y, same_mark x y = true -> x = y.
Proof.
  intros [[i m] s] [[j n] t] same. unfold same_mark in same. rewrite !andb_true_iff, !Nat.eqb_eq in same.
  destruct same as [[-> ->] ->]. reflexivity.
Qed.

Lemma existing : forall x l, existsb (same_mark x) l = true -> In x l.
Proof. intros x l found. apply existsb_exists in found. destruct found as [y [member same]]. apply same_mark_true in same. subst. exact member. Qed.

Lemma repeat_snoc : forall A (a : A) n, repeat a n ++ [a] = repeat a (S n).
Proof. intros A a n. rewrite <- Nat.add_1_r, repeat_app. reflexivity. Qed.

Lemma zero_marks_shown : forall more known all, zero_marks parts claimed known more = Some all ->
  (forall x, In x known -> exists k, shown x (repeat (zeros heaps) k)) ->
  forall x, In x all -> exists k, shown x (repeat (zeros heaps) k).
Proof.
  induction more as [|[y from] more IH]; intros known all done before; simpl in done.
  - injection done as <-. exact before.
  - destruct (follows parts claimed (zeros heaps) y from) eqn:right; [|discriminate].
    destruct (first_mark parts (fst from) || existsb (same_mark (fst from)) known) eqn:earlier; [|discriminate].
    apply (IH _ _ done). intros x [<- | member]; [|exact (before x member)].
    assert (some : exists k, shown (fst from) (repeat (zeros heaps) k)).
    { apply orb_true_iff in earlier. destruct earlier as [first | known_one].
      - exists 0. apply first_shown. exact first.
      - apply before. apply existing. exact known_one. }
    destruct some as [k here]. exists (S k). rewrite <- repeat_snoc.
    apply (follows_shown _ _ from); [apply zeros_letter; exact base | exact right | exact here].
Qed.

Theorem begun_marks : forall more, begun_well parts claimed marks more = true ->
  forall x n, In x (marks 0) -> shown x (repeat (zeros heaps) n).
Proof.
  intros more done x n member. unfold begun_well in done. destruct (zero_marks parts claimed [] more) as [known|] eqn:found; [|discriminate].
  rewrite forallb_forall in done. specialize (done x member). apply orb_true_iff in done. destruct done as [first | there].
  - apply (zeros_shown x 0). apply first_shown. exact first.
  - destruct (zero_marks_shown more [] known found) with (x := x) as [k here]; [intros y [] | apply existing; exact there|].
    exact (zeros_shown x k here n).
Qed.

Theorem marks_shown : forall more origins, begun_well parts claimed marks more = true ->
  marked parts claimed cover marks origins = true ->
  forall w, Forall (is_letter b heaps) w ->
    (arrives cover b w = 0 -> w = repeat (zeros heaps) (length w)) /\
    forall x, In x (marks (arrives cover b w)) -> shown x w.
Proof.
  intros more origins start all. induction w as [|l w IH] using rev_ind; intros proper.
  - split; [reflexivity|]. intros x member. exact (begun_marks more start x 0 member).
  - apply Forall_app in proper. destruct proper as [before last]. inversion last as [|l' none one]; subst.
    destruct (IH before) as [at_zero each].
    pose proof (everywhere_sound _ _ _ _ all w before) as here. unfold reached in here. cbn [map] in here.
    rewrite select_every in here by exact before. rewrite forallb_forall in here.
    specialize (here l (letters_spec b base heaps l one)). cbv zeta in here. rewrite arrives_app. cbn [fold_left].
    apply orb_true_iff in here. destruct here as [here | here].
    + rewrite !andb_true_iff, !Nat.eqb_eq in here. destruct here as [[first all_zero] back].
      assert (zero_letter : l = zeros heaps).
      { destruct one as [<- _]. clear - all_zero. unfold zeros. induction l as [|d l IH]; simpl in *; [reflexivity|].
        apply andb_true_iff in all_zero. destruct all_zero as [d0 rest]. apply Nat.eqb_eq in d0. subst. f_equal. exact (IH rest). }
      rewrite (at_zero first). subst l. rewrite repeat_snoc, repeat_length. split; [reflexivity|]. intros x member.
      apply (begun_marks more start). rewrite <- back. rewrite <- (at_zero first) in member. exact member.
    + apply andb_true_iff in here. destruct here as [other right]. apply negb_true_iff, Nat.eqb_neq in other. split; [contradiction|].
      intros x member. rewrite forallb_forall in right. specialize (right x member). cbv zeta in right.
      apply andb_true_iff in right. destruct right as [step there]. apply existing in there.
      exact (follows_shown l x _ w one step (each _ there)).
Qed.
End Marks.

(** ** The claim *)

Lemma same_position : forall w p q, length p = length q -> spells b w p -> spells b w q -> p = q.
Proof.
  intros w p q wide [_ one] [_ two]. apply (nth_ext _ _ 0 0); [exact wide|]. intros i less.
  rewrite <- one by exact less. apply two. lia.
Qed.

Lemma numbers_of : forall w count, Forall (is_letter b count) w -> spells b w (map (fun i => number b w i 0) (seq 0 count)).
Proof.
  intros w count proper. unfold spells. rewrite map_length, seq_length. split; [exact proper|]. intros i less.
  rewrite (nth_indep _ 0 (number b w 0 0)) by (rewrite map_length, seq_length; exact less).
  rewrite (map_nth (fun i => number b w i 0)), seq_nth by exact less. reflexivity.
Qed.

Definition part_good (claimed stuck_ones : automaton) (lowers : list nat) (one : part) : Prop :=
  exists p, part_formula one = Read p /\ begins_in (machine one) = true /\ compared_with one p = true /\
            lowers_sum one p lowers = true /\ closed one claimed = true /\ without_moves one stuck_ones = true.

Lemma part_wide : forall one p, part_formula one = Read p -> length (results (the_kind one)) = heaps.
Proof.
  intros one p read. unfold part_formula in read.
  destruct (targets (changed (results (the_kind one)))) as [goals| |]; try discriminate. simpl in read.
  destruct (length (results (the_kind one)) =? heaps) eqn:wide; [apply Nat.eqb_eq; exact wide|].
  rewrite andb_false_r in read. discriminate.
Qed.

Section Claim.
Variable parts : list part.
Variable claimed : automaton.
Variable stuck_ones : automaton.
Variable lowers : list nat.
Hypothesis claimed_stays : begins_in claimed = true.
Hypothesis stuck_stays : begins_in stuck_ones = true.
Hypothesis good : Forall (part_good claimed stuck_ones lowers) parts.
Variable cover : automaton.
Variable marks : nat -> list mark.
Variable more : list (mark * origin).
Variable origins : nat -> letter -> mark -> origin.
Hypothesis starts : begun_well parts claimed marks more = true.
Hypothesis follow : marked parts claimed cover marks origins = true.
Hypothesis covered : needed parts claimed stuck_ones cover marks = true.

Notation kinds := (map the_kind parts).
Notation move := (coupled_move kinds).

Lemma good_part : forall one, In one parts -> part_good claimed stuck_ones lowers one.
Proof. rewrite Forall_forall in good. exact good. Qed.

Lemma move_part : forall p q, move p q -> exists one, In one parts /\ moves_by (the_kind one) p q.
Proof.
  intros p q [k [member to]]. apply in_map_iff in member. destruct member as [one [<- member]]. exists one. auto.
Qed.

Lemma move_wide : forall p q, move p q -> length p = heaps /\ length q = heaps.
Proof.
  intros p q to. destruct (move_part p q to) as [one [member by_it]].
  destruct (good_part one member) as [f [read _]]. pose proof (part_wide one f read) as wide.
  destruct (joint_of_move one wide p q by_it) as [u [_ [old [new _]]]]. subst. unfold select. rewrite !map_length.
  split; [apply seq_length | apply new_length; exact wide].
Qed.

Lemma shown_moves : forall w p i m t one, spells b w p -> length p = heaps -> nth_error parts i = Some one ->
  shown parts claimed (i, m, t) w -> yes (machine one) m = true ->
  exists q, move p q /\ result claimed q = output claimed t.
Proof.
  intros w p i m t one right wide there [one' [j [jw [there' [proper [old [here now_at]]]]]]] accepted.
  assert (one' = one) by congruence. subst one'. clear there'.
  destruct (good_part one (nth_error_In _ _ there)) as [f [read [stays [compares _]]]]. pose proof (part_wide one f read) as wide_r.
  set (u := map (fun i => number b jw i 0) (seq 0 (joint heaps (the_kind one)))).
  assert (wide_u : length u = joint heaps (the_kind one)) by (unfold u; rewrite map_length; apply seq_length).
  pose proof (numbers_of jw _ proper) as jw_u. fold u in jw_u.
  exists (select (left_places heaps (the_kind one)) u). split.
  - exists (the_kind one). split; [apply in_map; exact (nth_error_In _ _ there)|].
    assert (p_is : p = select (first_places heaps) u).
    { apply (same_position (map (select (first_places heaps)) jw)).
      - unfold select. rewrite map_length. unfold first_places. rewrite seq_length. exact wide.
      - rewrite old, <- wide. apply zeros_spell; [exact base | exact right].
      - apply select_spells; [rewrite wide_u; apply old_bound; exact wide_r | exact jw_u]. }
    rewrite p_is. apply (machine_moves one wide_r f read compares u wide_u).
    rewrite <- (result_is (machine one) jw u stays jw_u), here. apply Nat.eqb_eq. exact accepted.
  - rewrite <- (result_is claimed (map (select (left_places heaps (the_kind one))) jw) _ claimed_stays); [rewrite now_at; reflexivity|].
    apply select_spells; [rewrite wide_u; apply new_bound; exact wide_r | exact jw_u].
Qed.

Lemma outputs_moves : forall p, length p = heaps -> forall v,
  In v (reached_outputs parts claimed marks (arrives cover b (spelled b (list_max p) p))) ->
  exists q, move p q /\ result claimed q = v.
Proof.
  intros p wide v member. set (w := spelled b (list_max p) p) in *.
  assert (right : spells b w p) by (apply spelled_spells; [exact base | lia]).
  assert (stay : forall one, In one parts -> begins_in (machine one) = true /\ length (results (the_kind one)) = heaps).
  { intros one inside. destruct (good_part one inside) as [f [read [stays _]]]. split; [exact stays | exact (part_wide one f read)]. }
  assert (proper : Forall (is_letter b heaps) w) by (rewrite <- wide; exact (proj1 right)).
  destruct (marks_shown parts claimed cover marks claimed_stays stay more origins starts follow w proper) as [_ each].
  unfold reached_outputs in member. apply in_flat_map in member. destruct member as [[[i m] t] [mark_there inside]].
  destruct (nth_error parts i) as [one|] eqn:there; [|destruct inside].
  destruct (yes (machine one) m) eqn:accepted; [|destruct inside]. destruct inside as [<- | []].
  exact (shown_moves w p i m t one right wide there (each _ mark_there) accepted).
Qed.

Lemma position_met : forall p, length p = heaps ->
  met parts claimed stuck_ones marks (arrives cover b (spelled b (list_max p) p))
    (arrives claimed b (spelled b (list_max p) p)) (arrives stuck_ones b (spelled b (list_max p) p)) = true.
Proof.
  intros p wide. assert (proper : Forall (is_letter b heaps) (spelled b (list_max p) p)) by (rewrite <- wide; apply spelled_letters; exact base).
  pose proof (everywhere_sound _ _ _ _ covered _ proper) as here. unfold reached in here. cbn [map] in here.
  rewrite select_every in here by exact proper. exact here.
Qed.

Lemma has_output : forall v l, existsb (Nat.eqb v) l = true -> In v l.
Proof. intros v l found. apply existsb_exists in found. destruct found as [w [member same]]. apply Nat.eqb_eq in same. subst. exact member. Qed.

Theorem claim_proved : forall p, length p = heaps -> proves aim kinds p (result claimed p).
Proof.
  assert (step : forall n p, measure lowers p < n -> length p = heaps -> proves aim kinds p (result claimed p)).
  2: { intros p wide. exact (step (S (measure lowers p)) p (Nat.lt_succ_diag_r _) wide). }
  induction n as [|n IH]; intros p less wide; [lia|].
  assert (after : forall q, move p q -> proves aim kinds q (result claimed q)).
  { intros q to. destruct (move_part p q to) as [one [member by_it]].
    destruct (good_part one member) as [f [read [stays [compares [low _]]]]]. pose proof (part_wide one f read) as wide_r.
    apply IH; [|exact (proj2 (move_wide p q to))]. pose proof (move_lowers one wide_r f read compares lowers low p q by_it). lia. }
  assert (apart : forall q, move p q -> clash (result claimed p) (result claimed q) = false).
  { intros q to. destruct (move_part p q to) as [one [member by_it]].
    destruct (good_part one member) as [f [read [stays [compares [low [shut _]]]]]]. pose proof (part_wide one f read) as wide_r.
    exact (no_clash one wide_r f read compares claimed claimed_stays shut p q by_it). }
  assert (without : aim = Misere -> result stuck_ones p = 1 -> stuck move p).
  { intros misere none q to. destruct (move_part p q to) as [one [member by_it]].
    destruct (good_part one member) as [f [read [stays [compares [low [shut free]]]]]]. pose proof (part_wide one f read) as wide_r.
    exact (not_stuck one wide_r f read compares stuck_ones stuck_stays misere free p q by_it none). }
  pose proof (position_met p wide) as here. unfold met in here.
  pose proof (outputs_moves p wide) as moves. fold (result claimed p) in here.
  set (found := reached_outputs _ _ _ _) in *. unfold yes in here. fold (result claimed p) in here. fold (result stuck_ones p) in here.
  unfold clash in apart. unfold proves in *. destruct aim; cbv zeta in *.
  - split.
    + intros lost. constructor; [discriminate|]. intros q to. right. specialize (apart q to). rewrite lost in apart. simpl in apart.
      apply Nat.eqb_neq in apart. destruct (proj2 (after q to) apart) as [[none _] | win]; [discriminate | exact win].
    + intros won. right. apply Nat.eqb_neq in won. rewrite won in here. cbn [orb] in here. apply has_output in here.
      destruct (moves 1 here) as [q [to lost]]. exists q. split; [exact to | exact (proj1 (after q to) lost)].
  - split.
    + intros lost. rewrite lost in here. simpl in here. constructor.
      * intros _. destruct found as [|v rest]; [discriminate|]. destruct (moves v (or_introl eq_refl)) as [q [to _]]. exists q. exact to.
      * intros q to. specialize (apart q to). rewrite lost in apart. simpl in apart. apply Nat.eqb_neq in apart.
        destruct (proj2 (after q to) apart) as [over | win]; [left; exact over | right; exact win].
    + intros won. apply Nat.eqb_neq in won. rewrite won in here. apply orb_true_iff in here. destruct here as [here | here].
      * right. apply has_output in here. destruct (moves 1 here) as [q [to lost]]. exists q. split; [exact to | exact (proj1 (after q to) lost)].
      * left. split; [reflexivity|]. apply without; [reflexivity | apply Nat.eqb_eq; exact here].
  - constructor.
    + intros v smaller. rewrite forallb_forall in here. assert (member : In v (seq 0 (result claimed p))) by (apply in_seq; lia).
      specialize (here v member). apply has_output in here. destruct (moves v here) as [q [to value]]. exists q.
      split; [exact to|]. rewrite <- value. exact (after q to).
    + intros q to. exists (result claimed q). split; [|exact (after q to)]. specialize (apart q to).
      apply Nat.eqb_neq in apart. congruence.
Qed.
End Claim.

(** ** Laws *)

Inductive law : Type :=
| Unstated
| Lost_if (c : unit -> condition)
| Value_of (outputs : list nat) (t : unit -> term).

Definition states_law (said : law) (p : list nat) (v : nat) : Prop :=
  match said with
  | Unstated => True
  | Lost_if c => v = 1 <-> holds (listed_numbers p) (c tt) = true
  | Value_of _ t => worth (listed_numbers p) (t tt) = Z.of_nat v
  end.

Inductive verdict : Type := Correct | Incorrect (reason : nat) | Too_large | Not_read.

Definition agrees_with (claimed : automaton) (read : reading formula) (outputs : nat -> bool * bool) : verdict :=
  match read with
  | Read p =>
      if all_fit b (begun p) &&
         everywhere [(claimed, first_places heaps)] heaps (begun p)
           (fun '(states, rest) => match states with
                                   | [s] => fst (outputs (output claimed s)) && Bool.eqb (snd (outputs (output claimed s))) (now rest)
                                   | _ => false
                                   end)
      then Correct else Incorrect 4
  | Excessive => Too_large
  | Foreign => Not_read
  end.

Fixpoint agrees_each (claimed : automaton) (t : term) (all outputs : list nat) : verdict :=
  match outputs with
  | [] => Correct
  | v :: rest =>
      match agrees_with claimed (formula_of (b =? 2) plain_name (Same t (Amount v)))
              (fun u => (existsb (Nat.eqb u) all, u =? v)) with
      | Correct => agrees_each claimed t all rest
      | other => other
      end
  end.

Definition agrees (claimed : automaton) (said : law) : verdict :=
  match said with
  | Unstated => Correct
  | Lost_if c => agrees_with claimed (formula_of (b =? 2) plain_name (c tt)) (fun u => (true, u =? 1))
  | Value_of outputs t =>
      match outputs with [] => Incorrect 4 | _ => agrees_each claimed (t tt) outputs outputs end
  end.

Lemma agrees_with_right : forall claimed c outputs, agrees_with claimed (formula_of (b =? 2) plain_name c) outputs = Correct ->
  forall p, length p = heaps -> fst (outputs (result claimed p)) = true /\
    snd (outputs (result claimed p)) = holds (listed_numbers p) c.
Proof.
  intros claimed c outputs done p wide. unfold agrees_with in done.
  destruct (formula_of (b =? 2) plain_name c) as [f| |] eqn:read; try discriminate.
  destruct (all_fit b (begun f)) eqn:fit; [|discriminate]. cbn [andb] in done.
  match type of done with (if ?e then _ else _) = _ => destruct e eqn:all; [|discriminate] end.
  assert (proper : Forall (is_letter b heaps) (spelled b (list_max p) p)) by (rewrite <- wide; apply spelled_letters; exact base).
  pose proof (everywhere_sound _ _ _ _ all _ proper) as here. unfold reached in here. cbn [map] in here.
  rewrite select_every, now_truth in here by assumption. fold (result claimed p) in here.
  apply andb_true_iff in here. destruct here as [one two]. apply eqb_prop in two. split; [exact one|]. rewrite two.
  rewrite (formula_of_truth _ _ (listed_numbers p) c f read). apply holds_ext. intros i. apply single_value.
Qed.

Theorem agrees_right : forall claimed said, agrees claimed said = Correct ->
  forall p, length p = heaps -> states_law said p (result claimed p).
Proof.
  intros claimed said done p wide. destruct said as [|c|outputs t]; simpl in done |- *; [exact I| |].
  - destruct (agrees_with_right _ _ _ done p wide) as [_ same]. simpl in same. rewrite <- same. symmetry. apply Nat.eqb_eq.
  - assert (each : forall l, agrees_each claimed (t tt) outputs l = Correct -> forall v, In v l ->
      existsb (Nat.eqb (result claimed p)) outputs = true /\
      (result claimed p =? v) = holds (listed_numbers p) (Same (t tt) (Amount v))).
    { induction l as [|v l IH]; intros all v' member; [destruct member|]. cbn [agrees_each] in all.
      destruct (agrees_with claimed _ _) eqn:one; try discriminate. destruct member as [<- | member].
      - exact (agrees_with_right _ _ _ one p wide).
      - exact (IH all v' member). }
    destruct outputs as [|v0 outputs]; [discriminate|]. specialize (each _ done).
    destruct (each v0 (or_introl eq_refl)) as [inside _]. apply has_output in inside.
    destruct (each _ inside) as [_ same]. rewrite Nat.eqb_refl in same. symmetry in same. simpl in same. apply Z.eqb_eq in same. exact same.
Qed.

(** ** The whole certificate: its parts are read when they are needed *)

Inductive found (A : Type) : Type := Found (a : A) | Ended (v : verdict).
Arguments Found {A}. Arguments Ended {A}.

Definition given_part : Type := (unit -> automaton) * (unit -> kind * list form).

Fixpoint read_parts (lowers : list nat) (given : list given_part) : found (list part) :=
  match given with
  | [] => Found []
  | (read_machine, read_kind) :: rest =>
      let A := read_machine tt in
      if begins_in A then
        let (k, forms) := read_kind tt in
        let one := {| the_kind := k; its_forms := forms; machine := A |} in
        match part_formula one with
        | Read p =>
            if compared_with one p then
              if lowers_sum one p lowers then
                match read_parts lowers rest with Found others => Found (one :: others) | Ended v => Ended v end
              else Ended (Incorrect 3)
            else Ended (Incorrect 2)
        | Excessive => Ended Too_large
        | Foreign => Ended Not_read
        end
      else Ended (Incorrect 1)
  end.

Fixpoint shut (claimed stuck_ones : automaton) (parts : list part) : verdict :=
  match parts with
  | [] => Correct
  | one :: rest =>
      if closed one claimed then
        if without_moves one stuck_ones then shut claimed stuck_ones rest else Incorrect 6
      else Incorrect 5
  end.

Definition checked (claimed stuck_ones : unit -> automaton) (lowers : list nat) (given : list given_part) (said : law)
    (read_cover : unit -> automaton * (nat -> list mark))
    (hints : unit -> list (mark * origin) * (nat -> letter -> mark -> origin)) : verdict :=
  let S := claimed tt in
  if begins_in S then
    let U := stuck_ones tt in
    if begins_in U then
      match read_parts lowers given with
      | Ended v => v
      | Found parts =>
          match agrees S said with
          | Correct =>
              match shut S U parts with
              | Correct =>
                  let (cover, marks) := read_cover tt in
                  let (more, origins) := hints tt in
                  if begun_well parts S marks more && marked parts S cover marks origins then
                    if needed parts S U cover marks then Correct else Incorrect 8
                  else Incorrect 7
              | other => other
              end
          | other => other
          end
      end
    else Incorrect 1
  else Incorrect 1.

Definition kinds_of (given : list given_part) : list kind := map (fun one => fst (snd one tt)) given.

Lemma read_parts_good : forall lowers claimed stuck_ones given parts, read_parts lowers given = Found parts ->
  shut claimed stuck_ones parts = Correct ->
  map the_kind parts = kinds_of given /\ Forall (part_good claimed stuck_ones lowers) parts.
Proof.
  intros lowers claimed stuck_ones. induction given as [|[read_machine read_kind] given IH]; intros parts done closed_all; simpl in done.
  - injection done as <-. split; [reflexivity | constructor].
  - destruct (begins_in (read_machine tt)) eqn:stays; [|discriminate].
    unfold kinds_of. cbn [map snd]. destruct (read_kind tt) as [k forms]. set (one := {| the_kind := k; its_forms := forms; machine := read_machine tt |}) in *.
    destruct (part_formula one) as [p| |] eqn:read; try discriminate.
    destruct (compared_with one p) eqn:compares; [|discriminate]. destruct (lowers_sum one p lowers) eqn:low; [|discriminate].
    destruct (read_parts lowers given) as [others|] eqn:rest; [|discriminate]. injection done as <-.
    simpl in closed_all. destruct (closed one claimed) eqn:closed_one; [|discriminate].
    destruct (without_moves one stuck_ones) eqn:free; [|discriminate].
    destruct (IH others eq_refl closed_all) as [same all]. split.
    + cbn [map fst]. rewrite same. reflexivity.
    + constructor; [|exact all]. exists p. repeat split; assumption.
Qed.

(** What is accepted is true: for every position the automaton gives the same output for all its words, this output says who
    wins or what the value is, and the law, if one is stated, agrees with it. *)
Theorem checked_sound : forall claimed stuck_ones lowers given said read_cover hints,
  checked claimed stuck_ones lowers given said read_cover hints = Correct ->
  forall p, length p = heaps -> exists v,
    proves aim (kinds_of given) p v /\ states_law said p v /\
    forall w, spells b w p -> output (claimed tt) (arrives (claimed tt) b w) = v.
Proof.
  intros claimed stuck_ones lowers given said read_cover hints done p wide. unfold checked in done. cbv zeta in done.
  destruct (begins_in (claimed tt)) eqn:claimed_stays; [|discriminate].
  destruct (begins_in (stuck_ones tt)) eqn:stuck_stays; [|discriminate].
  destruct (read_parts lowers given) as [parts|v] eqn:read.
  2: { subst v. exfalso. clear - read. induction given as [|[m k] given IH]; simpl in read; [discriminate|].
       destruct (begins_in (m tt)); [|discriminate]. destruct (k tt) as [one forms].
       destruct (part_formula _); try discriminate. destruct (compared_with _ _); [|discriminate].
       destruct (lowers_sum _ _ _); [|discriminate]. destruct (read_parts lowers given); [discriminate|].
       injection read as ->. apply IH. reflexivity. }
  destruct (agrees (claimed tt) said) eqn:lawful; try discriminate.
  destruct (shut (claimed tt) (stuck_ones tt) parts) eqn:closed_all; try discriminate.
  destruct (read_cover tt) as [cover marks]. destruct (hints tt) as [more origins].
  destruct (begun_well parts (claimed tt) marks more) eqn:starts; [|discriminate].
  destruct (marked parts (claimed tt) cover marks origins) eqn:follow; [|discriminate]. cbn [andb] in done.
  destruct (needed parts (claimed tt) (stuck_ones tt) cover marks) eqn:covered; [|discriminate].
  destruct (read_parts_good lowers _ _ given parts read closed_all) as [same good].
  exists (result (claimed tt) p). split; [|split].
  - rewrite <- same. eapply claim_proved; eassumption.
  - apply agrees_right; assumption.
  - intros w right. apply result_is; assumption.
Qed.
End Walks.

(** ** What is accepted is true *)

Definition check_cover (search : (point -> list point) -> point -> walk) (b heaps : nat) (aim : goal)
    (claimed stuck_ones : unit -> automaton) (lowers : list nat) (given : list given_part) (said : law)
    (read_cover : unit -> automaton * (nat -> list (nat * nat * nat)))
    (hints : unit -> list (nat * nat * nat * origin) * (nat -> letter -> nat * nat * nat -> origin)) : verdict :=
  if 2 <=? b then checked b search heaps aim claimed stuck_ones lowers given said read_cover hints else Not_read.

(** For every position, all words of its heaps in base b lead the automaton to the same output. This output says who wins,
    or what the value is, and a law that is stated agrees with it. *)
Theorem cover_sound : forall search b heaps aim claimed stuck_ones lowers given said read_cover hints,
  check_cover search b heaps aim claimed stuck_ones lowers given said read_cover hints = Correct ->
  forall p, length p = heaps -> exists v,
    proves aim (kinds_of given) p v /\ states_law said p v /\
    forall w, spells b w p -> output (claimed tt) (arrives (claimed tt) b w) = v.
Proof.
  intros search b heaps aim claimed stuck_ones lowers given said read_cover hints done. unfold check_cover in done.
  destruct (2 <=? b) eqn:base; [|discriminate]. apply Nat.leb_le in base. exact (checked_sound b base _ _ _ _ _ _ _ _ _ _ done).
Qed.
