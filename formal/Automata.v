(** Heaps that remember a state: the rules of an automaton, and the checker for them.

    A reader has to believe the moves only, to "Play ends"; what is accepted is proved to be true of them. *)

From Coq Require Import List Arith Lia Bool Permutation Wf_nat.
From Verified Require Import Games Sums Periods Tables Positions Strategies Values.
Import ListNotations.

(** ** Rules: an arc (s, t, k) allows to take k tokens from a heap in state s, which goes on in state t

    A position is a list of heaps (state, tokens); who takes the last token takes the heap away. *)

Definition heap : Type := nat * nat.

Definition rest_of (t tokens : nat) : list heap := match tokens with 0 => [] | S _ => [(t, tokens)] end.

Inductive taken_by (arcs : list (nat * nat * nat)) : heap -> list heap -> Prop :=
| taken_by_arc : forall s t k n, In (s, t, k) arcs -> k <= n -> taken_by arcs (s, n) (rest_of t (n - k)).

Definition automaton_move (arcs : list (nat * nat * nat)) : list heap -> list heap -> Prop :=
  side_by_side (taken_by arcs).

(** G s n is the value of a heap of n tokens in state s. *)
Definition state_function (arcs : list (nat * nat * nat)) (states : nat) (G : nat -> nat -> nat) : Prop :=
  forall s n, s < states -> Grundy (automaton_move arcs) [(s, n)] (G s n).

Definition in_every_state {A : Type} (G : nat -> A) (states : nat) : list A := map G (seq 0 states).

(** ** Play ends *)

Section Automaton.
Variable states : nat.
Variable arcs : list (nat * nat * nat).

(** Whether something is taken by every arc, and the states are those that there are. *)
Definition arcs_fit : bool :=
  forallb (fun '(s, t, k) => (s <? states) && (t <? states) && (1 <=? k)) arcs.

Notation move := (automaton_move arcs).

Lemma arcs_fit_spec : arcs_fit = true -> forall s t k, In (s, t, k) arcs -> s < states /\ t < states /\ 1 <= k.
Proof.
  unfold arcs_fit. rewrite forallb_forall. intros all s t k member. specialize (all _ member). simpl in all.
  rewrite !andb_true_iff, !Nat.ltb_lt in all. destruct k; [destruct all; discriminate|]. lia.
Qed.

Definition tokens (p : list heap) : nat := list_sum (map snd p).

Lemma tokens_rest : forall t n, tokens (rest_of t n) = n.
Proof. intros t [|n]; unfold tokens; simpl; lia. Qed.

Lemma tokens_app : forall p q, tokens (p ++ q) = tokens p + tokens q.
Proof. intros p q. unfold tokens. rewrite map_app. apply list_sum_app. Qed.

Theorem automaton_ends : arcs_fit = true -> ends move.
Proof.
  intros fit. apply (well_founded_lt_compat _ tokens). intros q p to.
  induction to as [h left rest [s t k n member enough] | h rest rest' to IH].
  - destruct (arcs_fit_spec fit s t k member) as [_ [_ some]].
    rewrite tokens_app, tokens_rest. change (tokens ((s, n) :: rest)) with (n + tokens rest). lia.
  - unfold tokens in *. simpl. lia.
Qed.

(** ** The options of a position: ascending heaps, every one once, in an order that is given *)

Definition taken (s n : nat) : list (list heap) :=
  flat_map (fun '(s', t, k) => if (s' =? s) && (k <=? n) then [rest_of t (n - k)] else []) arcs.

Fixpoint automaton_moved (p : list heap) : list (list heap) :=
  match p with
  | [] => []
  | (s, n) :: rest => map (fun left => left ++ rest) (taken s n) ++ map (cons (s, n)) (automaton_moved rest)
  end.

Lemma taken_spec : forall s n left, In left (taken s n) <->
  exists t k, In (s, t, k) arcs /\ k <= n /\ left = rest_of t (n - k).
Proof.
  intros s n left. unfold taken. rewrite in_flat_map. split.
  - intros [[[s' t] k] [member there]]. destruct (s' =? s) eqn:same; [|destruct there].
    destruct (k <=? n) eqn:enough; [|destruct there]. destruct there as [<- | []].
    apply Nat.eqb_eq in same. subst s'. apply Nat.leb_le in enough. exists t, k. auto.
  - intros [t [k [member [enough ->]]]]. exists (s, t, k). split; [exact member|].
    rewrite Nat.eqb_refl. apply Nat.leb_le in enough. rewrite enough. left. reflexivity.
Qed.

Lemma automaton_moved_spec : forall p q, In q (automaton_moved p) <-> move p q.
Proof.
  induction p as [|[s n] p IH]; intros q; simpl.
  - split; [intros [] | intros to; inversion to].
  - rewrite in_app_iff, !in_map_iff. split.
    + intros [[left [<- there]] | [rest [<- there]]].
      * apply taken_spec in there. destruct there as [t [k [member [enough ->]]]]. constructor. constructor; assumption.
      * constructor 2. apply IH. exact there.
    + intros to. inversion to as [h over rest one | h rest rest' to']; subst; [left | right].
      * inversion one as [s' t k n' member enough]; subst. exists (rest_of t (n - k)). split; [reflexivity|]. apply taken_spec. exists t, k. auto.
      * exists rest'. split; [reflexivity|]. apply IH. exact to'.
Qed.

Fixpoint same_position (p q : list heap) : bool :=
  match p, q with
  | [], [] => true
  | (s, m) :: p', (t, n) :: q' => if (s =? t) && (m =? n) then same_position p' q' else false
  | _, _ => false
  end.

Lemma same_position_true : forall p q, same_position p q = true -> p = q.
Proof.
  induction p as [|[s m] p IH]; intros [|[t n] q] same; simpl in same; try discriminate; [reflexivity|].
  destruct (s =? t) eqn:state; [|discriminate]. destruct (m =? n) eqn:size; [|discriminate].
  apply Nat.eqb_eq in state, size. subst. f_equal. auto.
Qed.

Definition heap_le (g h : heap) : bool := (fst g <? fst h) || ((fst g =? fst h) && (snd g <=? snd h)).

Variable order : list heap -> list heap -> bool.

Definition automaton_options (p : list heap) : list (list heap) :=
  distinct _ same_position (sort _ order (map (sort heap heap_le) (automaton_moved p))).

Theorem automaton_options_listed : lists move (@Permutation heap) automaton_options.
Proof.
  intros p. unfold automaton_options. split.
  - intros q member. apply (proj1 (sorted_members _ order same_position same_position_true _ q)) in member.
    apply in_map_iff in member. destruct member as [q' [<- member]]. exists q'.
    split; [apply automaton_moved_spec; exact member | apply sort_permutation].
  - intros q to. exists (sort heap heap_le q). split; [|apply sort_permutation].
    apply (proj2 (sorted_members _ order same_position same_position_true _ _)).
    apply in_map, automaton_moved_spec. exact to.
Qed.

(** ** Certificates of positions *)

Fixpoint flat (p : list heap) : list nat := match p with [] => [] | (s, n) :: rest => s :: n :: flat rest end.

Lemma flat_injective : forall p q, flat p = flat q -> p = q.
Proof.
  induction p as [|[s m] p IH]; intros [|[t n] q] same; simpl in same; try discriminate; [reflexivity|].
  injection same as -> -> same. f_equal. exact (IH q same).
Qed.

Definition find_heaps (p : list heap) (t : L.t nat) : option nat := L.find (flat p) t.
Definition add_heaps (p : list heap) (n : nat) (t : L.t nat) : L.t nat := L.add (flat p) n t.

Lemma heaps_found : forall p q n m t, find_heaps p (add_heaps q n t) = Some m -> (p = q /\ m = n) \/ find_heaps p t = Some m.
Proof.
  intros p q n m t there. apply L_found in there. destruct there as [[same ->] | there]; [left | right; exact there].
  split; [apply flat_injective; exact same | reflexivity].
Qed.

Definition automaton_labelling (entries : list (list heap * nat)) (start : list heap) (value : nat) : outcome bool :=
  check_labelling (list heap) automaton_options (L.t nat) (L.empty nat) find_heaps add_heaps entries start value.

Definition automaton_nimbers (entries : list (list heap * nat * list (option nat))) (start : list heap) (value : nat) :
    outcome bool :=
  if arcs_fit then
    check_nimbers (list heap) automaton_options same_position (L.t nat) (L.empty nat) find_heaps add_heaps
      (fun p => nth_error (automaton_options p)) (map (fun h => [h])) entries start value
  else Known false.

Definition automaton_strategy (misere : bool) (entries : list (list heap * list reply)) (start : list heap)
    (c : claim (list heap)) : outcome bool :=
  check_strategy (list heap) automaton_options same_position (L.t nat) (L.empty nat) find_heaps add_heaps misere
    entries start c.

Theorem automaton_labelling_sound : forall entries start value,
  automaton_labelling entries start value = Known true -> Grundy move start value.
Proof.
  intros entries start value. apply (check_labelling_sound _ _ _ (permutations_alike (taken_by arcs)) _ automaton_options_listed).
  - intros p. apply LF.empty_o.
  - exact heaps_found.
Qed.

Theorem automaton_nimbers_sound : forall entries start value,
  automaton_nimbers entries start value = Known true -> Grundy move start value.
Proof.
  intros entries start value. unfold automaton_nimbers. destruct arcs_fit eqn:fit; [|discriminate].
  apply (check_nimbers_sound _ _ _ (permutations_alike (taken_by arcs)) _ automaton_options_listed).
  - intros p. apply LF.empty_o.
  - exact heaps_found.
  - intros p j q. apply nth_error_In.
  - intros p values each. apply (Grundy_side_by_side (taken_by arcs)). clear - each. revert values each.
    induction p as [|h p IH]; intros values each; inversion each; subst; constructor; auto.
  - exact (automaton_ends fit).
Qed.

Theorem automaton_strategy_sound : forall misere entries start c,
  automaton_strategy misere entries start c = Known true ->
  says (list heap) move (@Permutation heap) misere start c.
Proof.
  intros misere entries start c.
  apply (check_strategy_sound _ _ _ (permutations_alike (taken_by arcs)) _ automaton_options_listed).
  - exact (@Permutation_refl heap).
  - exact (@Permutation_trans heap).
  - exact same_position_true.
  - intros p. apply LF.empty_o.
  - exact heaps_found.
Qed.
End Automaton.

(** ** Values of single heaps: number i stands for i / states tokens in state i mod states *)

Section Values.
Variable states : nat.
Variable arcs : list (nat * nat * nat).
Hypothesis fit : arcs_fit states arcs = true.

Notation move := (automaton_move arcs).

Definition place (s n : nat) : nat := n * states + s.

Definition state_options (g : M.t nat) (s n : nat) : NS.t :=
  fold_left (fun found '(s', t, k) => if (s' =? s) && (k <=? n) then put (at_ g (place t (n - k))) found else found)
    arcs NS.empty.

Definition next_state (i : nat) (g : M.t nat) : M.t nat :=
  M.add i (mex (state_options g (i mod states) (i / states))) g.

Definition state_table (count : nat) : M.t nat := loop next_state count 0 (M.empty nat).

Lemma state_options_spec : forall g s n v, NS.In v (state_options g s n) <->
  exists t k, In (s, t, k) arcs /\ k <= n /\ v = at_ g (place t (n - k)).
Proof.
  intros g s n v. unfold state_options.
  assert (all : forall l found,
    NS.In v (fold_left (fun found '(s', t, k) => if (s' =? s) && (k <=? n) then put (at_ g (place t (n - k))) found
                                                 else found) l found) <->
    NS.In v found \/ exists t k, In (s, t, k) l /\ k <= n /\ v = at_ g (place t (n - k))).
  { induction l as [|[[s' t'] k'] l IH]; intros found; cbn [fold_left].
    - split; [auto|]. intros [there | [t [k [[] _]]]]. exact there.
    - rewrite IH. clear IH. destruct (s' =? s) eqn:same; [destruct (k' <=? n) eqn:enough|]; cbn [andb].
      + apply Nat.eqb_eq in same. apply Nat.leb_le in enough. subst s'. rewrite put_spec. split.
        * intros [[-> | there] | [t [k [member more]]]];
            [right; exists t', k' | left | right; exists t, k]; simpl; auto.
        * intros [there | [t [k [[[= -> ->] | member] [less ->]]]]]; [auto | auto | right; exists t, k; auto].
      + apply Nat.leb_gt in enough. split; intros [there | [t [k [member more]]]]; [auto | | auto |].
        * right. exists t, k. simpl. auto.
        * destruct member as [[= _ -> ->] | member]; [lia | right; exists t, k; auto].
      + apply Nat.eqb_neq in same. split; intros [there | [t [k [member more]]]]; [auto | | auto |].
        * right. exists t, k. simpl. auto.
        * destruct member as [[= -> _ _] | member]; [congruence | right; exists t, k; auto]. }
  rewrite all. split; [intros [there | found]; [destruct (not_in_empty v there) | exact found] | auto].
Qed.

Lemma no_tokens_value : forall s, Grundy move [(s, 0)] 0.
Proof.
  intros s. constructor; [lia|]. intros q to. exfalso. apply move_of_one in to. inversion to as [s' t k n member enough].
  destruct (arcs_fit_spec states arcs fit s t k member). lia.
Qed.

(** The value of a heap is the mex of those that are left. *)
Lemma state_mex : forall (G : nat -> nat -> nat) s n,
  (forall t m, t < states -> m < n -> Grundy move [(t, m)] (G t m)) -> forall v,
  Grundy move [(s, n)] v <-> is_mex (fun w => exists t k, In (s, t, k) arcs /\ k <= n /\ w = G t (n - k)) v.
Proof.
  intros G s n known v. set (V := fun h : heap => G (fst h) (snd h)).
  assert (rest : forall t k, In (s, t, k) arcs -> k <= n -> nim_sum (map V (rest_of t (n - k))) = G t (n - k)).
  { intros t k member enough. destruct (arcs_fit_spec states arcs fit s t k member) as [_ [inside some]].
    destruct (n - k) as [|m]; [|apply Nat.lxor_0_r].
    exact (Grundy_unique _ _ _ _ (no_tokens_value t) _ (known t 0 inside ltac:(lia))). }
  assert (same : forall w, changed_value (taken_by arcs) V (s, n) w <->
    exists t k, In (s, t, k) arcs /\ k <= n /\ w = G t (n - k)).
  { intros w. split.
    - intros [over [one ->]]. inversion one as [s' t k n' member enough]; subst. exists t, k. auto.
    - intros [t [k [member [enough ->]]]]. exists (rest_of t (n - k)).
      split; [constructor; assumption | symmetry; apply rest; assumption]. }
  unfold automaton_move. rewrite (Grundy_one (taken_by arcs) V (s, n)).
  - split; intros [missing below]; (split; [intros there; apply missing, same, there | intros m less; apply same, below, less]).
  - intros over one h member. inversion one as [s' t k n' there enough]; subst.
    destruct (arcs_fit_spec states arcs fit s t k there) as [_ [inside some]].
    destruct (n - k) as [|m] eqn:left; [destruct member|]. destruct member as [<- | []]. apply known; simpl; [exact inside | lia].
Qed.

Lemma place_spec : forall s n, s < states -> place s n mod states = s /\ place s n / states = n.
Proof.
  intros s n less. unfold place. split.
  - rewrite Nat.add_comm, Nat.mod_add by lia. apply Nat.mod_small. exact less.
  - rewrite Nat.div_add_l, Nat.div_small by lia. lia.
Qed.

Lemma place_less : forall s t m n, s < states -> t < states -> m < n -> place t m < place s n.
Proof. intros s t m n _ inside less. unfold place. nia. Qed.

Lemma state_table_values : states <> 0 -> forall count s n, s < states -> place s n < count ->
  Grundy move [(s, n)] (at_ (state_table count) (place s n)).
Proof.
  intros some count.
  assert (step : forall c i g, (forall s n, s < states -> place s n < i -> Grundy move [(s, n)] (at_ g (place s n))) ->
    forall s n, s < states -> place s n < i + c -> Grundy move [(s, n)] (at_ (loop next_state c i g) (place s n))).
  { induction c as [|c IH]; intros i g before s n inside less; simpl; [apply before; [exact inside | lia]|].
    apply (IH (S i)); [|exact inside | lia]. clear s n inside less. intros s n inside less.
    unfold next_state. rewrite at_add. destruct (Nat.eq_dec i (place s n)) as [-> | differs]; [|apply before; [exact inside | lia]].
    destruct (place_spec s n inside) as [-> ->].
    apply (state_mex (fun t m => at_ g (place t m)) s n).
    - intros t m inside' less'. apply before; [exact inside'|]. apply place_less; assumption.
    - destruct (mex_spec (state_options g s n)) as [missing below]. split.
      + intros found. apply missing, state_options_spec. exact found.
      + intros k less'. apply state_options_spec. exact (below k less'). }
  intros s n inside less. apply (step count 0 (M.empty nat)); [intros; lia | exact inside | exact less].
Qed.

Lemma state_function_mex : forall G, state_function arcs states G -> forall s n, s < states ->
  is_mex (fun w => exists t k, In (s, t, k) arcs /\ k <= n /\ w = G t (n - k)) (G s n).
Proof.
  intros G values s n inside. apply (state_mex G s n); [intros t m range _|]; apply values; assumption.
Qed.

(** Golomb's theorem for values in every state: the last w of them decide the next. *)
Theorem golomb_states : forall G w n0 p, state_function arcs states G ->
  (forall s t k, In (s, t, k) arcs -> k <= w) ->
  (forall s n, s < states -> n0 <= n < n0 + w -> G s (n + p) = G s n) ->
  forall n s, s < states -> n0 <= n -> G s (n + p) = G s n.
Proof.
  intros G w n0 p values most window n. induction n as [n IH] using lt_wf_ind. intros s inside begun.
  destruct (lt_dec n (n0 + w)) as [within | beyond]; [apply window; [exact inside | lia]|].
  refine (is_mex_unique _ _ _ _ _ (state_function_mex G values s (n + p) inside) (state_function_mex G values s n inside)).
  intros v. split; intros [t [k [member [enough ->]]]]; exists t, k; pose proof (most s t k member);
    destruct (arcs_fit_spec states arcs fit s t k member) as [_ [inside' some]];
    repeat split; auto; try lia; [|symmetry]; rewrite <- (IH (n - k)) by (try exact inside'; lia); f_equal; lia.
Qed.
End Values.

(** ** Periods *)

Definition most_taken (arcs : list (nat * nat * nat)) : nat := fold_left (fun most arc => Nat.max most (snd arc)) arcs 0.

Definition states_length (states : nat) (arcs : list (nat * nat * nat)) (n0 p : nat) : nat :=
  (n0 + p + most_taken arcs) * states.

Section Window.
Variable states : nat.
Variable f : nat -> nat.

Definition same_states (m n : nat) : bool := all_from (fun s => f (place states s m) =? f (place states s n)) states 0.

Definition states_repeat (p first count : nat) : bool := all_from (fun n => same_states (n + p) n) count first.

Definition states_least (n0 p : nat) : bool :=
  ((n0 =? 0) || negb (same_states (n0 - 1 + p) (n0 - 1))) &&
  all_from (fun d => if p mod d =? 0 then negb (states_repeat d n0 (p - d)) else true) (p - 1) 1.
End Window.

Definition check_states (states : nat) (arcs : list (nat * nat * nat)) (n0 p : nat) : M.t nat * bool :=
  let g := state_table states arcs (states_length states arcs n0 p) in
  (g, arcs_fit states arcs && (1 <=? states) && (1 <=? p) &&
      states_repeat states (at_ g) p n0 (most_taken arcs) && states_least states (at_ g) n0 p).

Lemma most_taken_spec : forall arcs s t k, In (s, t, k) arcs -> k <= most_taken arcs.
Proof.
  intros arcs s t k member. unfold most_taken.
  assert (grows : forall l m, m <= fold_left (fun most (arc : nat * nat * nat) => Nat.max most (snd arc)) l m).
  { induction l as [|a l IH]; intros m; simpl; [lia|]. specialize (IH (Nat.max m (snd a))). lia. }
  revert member. generalize 0 as m. induction arcs as [|a arcs IH]; intros m member; simpl; [destruct member|].
  destruct member as [-> | member]; [|apply IH; exact member].
  specialize (grows arcs (Nat.max m (snd (s, t, k)))). simpl in *. lia.
Qed.

Lemma same_row : forall states (G H : nat -> nat), (forall s, s < states -> G s = H s) <->
  in_every_state G states = in_every_state H states.
Proof.
  intros states G H. unfold in_every_state. split.
  - intros same. apply map_ext_in. intros s member. apply in_seq in member. apply same. lia.
  - intros same s less. assert (member : In s (seq 0 states)) by (apply in_seq; lia).
    exact (ext_in_map same s member).
Qed.

(** The values in all the states together have the least period that is claimed, and the table is a piece of them. *)
Theorem automaton_window_sound : forall states arcs n0 p g, check_states states arcs n0 p = (g, true) ->
  exists G, state_function arcs states G /\ least_period (fun n => in_every_state (fun s => G s n) states) n0 p /\
            forall s n, s < states -> place states s n < states_length states arcs n0 p -> at_ g (place states s n) = G s n.
Proof.
  intros states arcs n0 p g done. unfold check_states in done. injection done as <- ok.
  rewrite !andb_true_iff in ok. destruct ok as [[[[fit some] positive] window] least].
  assert (some' : states <> 0) by (destruct states; [discriminate | lia]).
  assert (positive' : 1 <= p) by (destruct p; [discriminate | lia]).
  set (count := states_length states arcs n0 p) in *.
  set (G := fun s n => at_ (state_table states arcs (S (place states s n))) (place states s n)).
  assert (values : state_function arcs states G).
  { intros s n inside. apply (state_table_values states arcs fit some'); [exact inside | lia]. }
  assert (same : forall s n, s < states -> place states s n < count ->
                 at_ (state_table states arcs count) (place states s n) = G s n).
  { intros s n inside less.
    exact (Grundy_unique _ _ _ _ (state_table_values states arcs fit some' count s n inside less) _ (values s n inside)). }
  set (f := at_ (state_table states arcs count)) in *.
  assert (within : forall s n, s < states -> n < n0 + p + most_taken arcs -> place states s n < count).
  { intros s n inside less. unfold count, states_length, place. nia. }
  assert (row_same : forall m n, m < n0 + p + most_taken arcs -> n < n0 + p + most_taken arcs ->
    same_states states f m n = true <-> in_every_state (fun s => G s m) states = in_every_state (fun s => G s n) states).
  { intros m n less_m less_n. rewrite <- (same_row states (fun s => G s m) (fun s => G s n)).
    unfold same_states. rewrite all_from_spec. split.
    - intros each s inside. rewrite <- !same by auto. apply Nat.eqb_eq, each. lia.
    - intros each s inside. apply Nat.eqb_eq. rewrite !same by (try apply within; lia). apply each. lia. }
  exists G. split; [exact values|]. split; [|exact same].
  apply least_by_divisors; [exact positive' | | |].
  - intros n begun. apply (same_row states (fun s => G s (n + p)) (fun s => G s n)). intros s inside.
    apply (golomb_states states arcs fit G (most_taken arcs) n0 p values (most_taken_spec arcs)); [|exact inside | exact begun].
    intros s' n' inside' range. unfold states_repeat in window. rewrite all_from_spec in window.
    specialize (window n' range). apply row_same in window; [|lia | lia].
    exact (proj2 (same_row states (fun s => G s (n' + p)) (fun s => G s n')) window s' inside').
  - apply andb_true_iff in least. destruct least as [begins _].
    apply orb_true_iff in begins. destruct begins as [zero | differs]; [left; apply Nat.eqb_eq; exact zero|].
    destruct (Nat.eq_dec n0 0) as [zero | more]; [left; exact zero | right].
    intros equal. apply row_same in equal; [|lia | lia]. rewrite equal in differs. discriminate.
  - intros d small [c multiple] by_d. apply andb_true_iff in least. destruct least as [_ divisors].
    rewrite all_from_spec in divisors. specialize (divisors d ltac:(lia)). cbn beta in divisors.
    rewrite multiple, Nat.mod_mul in divisors by lia. simpl in divisors. rewrite <- multiple in divisors.
    apply negb_true_iff in divisors.
    assert (again : states_repeat states f d n0 (p - d) = true).
    { unfold states_repeat. apply all_from_spec. intros n range. apply row_same; [lia | lia|]. apply by_d. lia. }
    congruence.
Qed.
