(** Checks of outcomes: every option of a lost position is answered by a move to an earlier one, and from a drawn position
    a move leads to another, while every option that is not drawn is answered. *)

From Coq Require Import List Arith Lia Bool.
From Verified Require Import Games Tables Positions.
Import ListNotations.

Section Strategies.
Variable P : Type.
Variable move : P -> P -> Prop.

(** The program lists options, perhaps as other positions that play alike. *)
Variable E : P -> P -> Prop.
Hypothesis alike : alike_by move E.
Variable options : P -> list P.
Hypothesis listed : lists move E options.
Hypothesis E_refl : forall p, E p p.
Hypothesis E_trans : forall p q r, E p q -> E q r -> E p r.

Variable eqb : P -> P -> bool.
Hypothesis eqb_true : forall p q, eqb p q = true -> p = q.

(** A table of numbers by positions. *)
Variable T : Type.
Variable empty : T.
Variable find : P -> T -> option nat.
Variable add : P -> nat -> T -> T.
Hypothesis find_empty : forall p, find p empty = None.
Hypothesis find_add : forall p q n m t, find p (add q n t) = Some m -> (p = q /\ m = n) \/ find p t = Some m.

Variable misere : bool.

(** What answers an option: play has ended there in misere play, a move to the lost position of an entry, or it is drawn. *)
Inductive reply : Type :=
| Over
| To (entry : nat)
| Open.

Definition is_open (r : reply) : bool := match r with Open => true | _ => false end.

(** The positions of the entries with an option that is drawn. *)
Fixpoint drawn_ones (t : T) (entries : list (P * list reply)) : T :=
  match entries with
  | [] => t
  | (p, replies) :: rest => drawn_ones (if existsb is_open replies then add p 0 t else t) rest
  end.

Definition has (t : T) (p : P) : bool := match find p t with Some _ => true | None => false end.

(** The lost positions by their numbers. *)
Definition true_losses (lost : M.t P) : Prop := forall j p, M.find j lost = Some p -> Lose move misere p.

Section Entries.
(** Whether a position is drawn; all are believed to be at first. *)
Variable is_drawn : P -> bool.

Definition answered (lost : M.t P) (q : P) (r : reply) : bool :=
  match r with
  | Over => misere && match options q with [] => true | _ => false end
  | To j =>
      match M.find j lost with
      | Some r => existsb (eqb r) (options q)
      | None => false
      end
  | Open => is_drawn q
  end.

Fixpoint all_answered (lost : M.t P) (l : list P) (replies : list reply) : bool :=
  match l, replies with
  | [], [] => true
  | q :: l', r :: replies' => if answered lost q r then all_answered lost l' replies' else false
  | _, _ => false
  end.

Definition may_end (p : P) : bool := negb misere || match options p with [] => false | _ => true end.

(** The table has 0 for drawn positions, and the lost ones numbered from 1; its fellow has these by their numbers. *)
Fixpoint strategy (number : nat) (t : T) (lost : M.t P) (entries : list (P * list reply)) :
    outcome (T * M.t P) :=
  match entries with
  | [] => Known (t, lost)
  | (p, replies) :: rest =>
      if existsb is_open replies then
        match find p t, all_answered lost (options p) replies with
        | None, true => strategy (S number) (add p 0 t) lost rest
        | _, _ => Refused number
        end
      else
        match find p t, may_end p, all_answered lost (options p) replies with
        | None, true, true => strategy (S number) (add p (S number) t) (M.add number p lost) rest
        | _, _, _ => Refused number
        end
  end.

Lemma member_by_eqb : forall p l, existsb (eqb p) l = true -> In p l.
Proof.
  intros p l found. apply existsb_exists in found. destruct found as [q [member same]].
  apply eqb_true in same. subst q. exact member.
Qed.

Lemma answered_sound : forall lost q r, true_losses lost -> answered lost q r = true ->
  Win move misere q \/ (r = Open /\ is_drawn q = true).
Proof.
  intros lost q [|j|] sound done; simpl in done; [left | left | auto].
  - apply andb_true_iff in done. destruct done as [mis none]. left. split; [exact mis|].
    apply (stuck_by_options P move E options listed). destruct (options q); [reflexivity | discriminate].
  - destruct (M.find j lost) as [r|] eqn:found; [|discriminate]. apply member_by_eqb in done.
    exact (Win_by_option P move E alike options listed misere q r done (sound j r found)).
Qed.

Lemma all_answered_sound : forall lost l replies, true_losses lost -> all_answered lost l replies = true ->
  (forall q, In q l -> Win move misere q \/ (existsb is_open replies = true /\ is_drawn q = true)) /\
  (existsb is_open replies = true -> exists q, In q l /\ is_drawn q = true).
Proof.
  intros lost. induction l as [|q l IH]; intros [|r replies] sound done; simpl in done; try discriminate.
  - split; [intros q [] | discriminate].
  - destruct (answered lost q r) eqn:answer; [|discriminate]. destruct (IH replies sound done) as [each some].
    pose proof answer as shown. apply (answered_sound lost q r sound) in answer. split.
    + intros q' [<- | member]; simpl.
      * destruct answer as [wins | [-> there]]; auto.
      * destruct (each q' member) as [wins | [open there]]; [auto|]. rewrite open, orb_true_r. auto.
    + simpl. intros open. apply orb_true_iff in open. destruct open as [open | open].
      * destruct r; try discriminate. exists q. split; [simpl; auto | exact shown].
      * destruct (some open) as [q' [member there]]. exists q'. simpl. auto.
Qed.

(** What the table numbers from 1 on is lost. *)
Definition true_numbers (t : T) : Prop := forall p j, find p t = Some (S j) -> Lose move misere p.

(** An entry with a drawn option has what a drawn position must have. *)
Definition goes_on (p : P) : Prop :=
  (exists q, In q (options p) /\ is_drawn q = true) /\
  forall q, In q (options p) -> Win move misere q \/ is_drawn q = true.

Theorem strategy_sound : forall entries number t lost known, true_losses lost -> true_numbers t ->
  strategy number t lost entries = Known known ->
  true_numbers (fst known) /\
  forall p replies, In (p, replies) entries -> existsb is_open replies = true -> goes_on p.
Proof.
  induction entries as [|[p replies] entries IH]; intros number t lost known sound numbers done; simpl in done.
  - injection done as <-. split; [exact numbers | intros p replies []].
  - destruct (existsb is_open replies) eqn:open.
    + destruct (find p t) eqn:new; [discriminate|].
      destruct (all_answered lost (options p) replies) eqn:all; [|discriminate].
      apply IH in done; [ | exact sound | ].
      * destruct done as [numbers' others]. split; [exact numbers'|]. intros q l [[= <- <-] | member] open'.
        -- destruct (all_answered_sound lost _ replies sound all) as [each some]. split; [exact (some open)|].
           intros q member. destruct (each q member) as [wins | [_ there]]; auto.
        -- exact (others q l member open').
      * intros q j there. apply find_add in there. destruct there as [[_ no] | there]; [discriminate | exact (numbers q j there)].
    + destruct (find p t); [discriminate|]. destruct (may_end p) eqn:some; [|discriminate].
      destruct (all_answered lost (options p) replies) eqn:all; [|discriminate].
      assert (loses : Lose move misere p).
      { apply (Lose_by_options P move E alike options listed).
        - intros mis none. unfold may_end in some. rewrite mis, none in some. discriminate.
        - intros q member. destruct (all_answered_sound lost _ replies sound all) as [each _].
          destruct (each q member) as [wins | [no _]]; [exact wins | congruence]. }
      apply IH in done.
      * destruct done as [numbers' others]. split; [exact numbers'|]. intros q l [[= <- <-] | member] open'; [congruence|].
        exact (others q l member open').
      * intros j q there. apply M_found in there.
        destruct there as [[_ ->] | there]; [exact loses | exact (sound j q there)].
      * intros q j there. apply find_add in there.
        destruct there as [[-> _] | there]; [exact loses | exact (numbers q j there)].
Qed.

(** ** Where every drawn position goes on, nobody can force the end *)

Hypothesis all_go_on : forall p, is_drawn p = true -> goes_on p.

Lemma drawn_never_lost : forall x, Lose move misere x -> forall p, E x p -> is_drawn p = true -> False.
Proof.
  destruct alike as [symmetric respects].
  intros x loses. induction loses as [x some replies] using Lose_induction. intros p same open.
  destruct (all_go_on p open) as [[q [member open']] _]. destruct (listed p) as [sound _].
  destruct (sound q member) as [q' [to same']].
  destruct (respects p x q' (symmetric _ _ same) to) as [x' [to' same'']].
  assert (near : E x' q) by exact (E_trans _ _ _ (symmetric _ _ same'') same').
  destruct (all_go_on q open') as [[s [member' _]] each]. destruct (listed q) as [sound' complete].
  destruct (replies x' to') as [[mis none] | [r [to'' [loses never]]]].
  - destruct (sound' s member') as [s' [moved _]]. exact (stuck_alike P move E alike x' q near none s' moved).
  - destruct (respects x' q r near to'') as [r' [moved near']]. destruct (complete r' moved) as [u [member'' same_u]].
    assert (near_u : E r u) by exact (E_trans _ _ _ near' same_u).
    destruct (each u member'') as [wins | open_u]; [|exact (never u near_u open_u)].
    exact (Lose_not_Win P move misere r loses (Win_alike P move E alike misere u wins r (symmetric _ _ near_u))).
Qed.

Lemma drawn_never_won : forall p, is_drawn p = true -> ~ Win move misere p.
Proof.
  destruct alike as [symmetric respects].
  intros p open. destruct (all_go_on p open) as [[q [member _]] each]. destruct (listed p) as [sound complete].
  intros [[mis none] | [q' [to loses]]].
  - destruct (sound q member) as [q' [to _]]. exact (none q' to).
  - destruct (complete q' to) as [u [member' same]]. destruct (each u member') as [wins | open'].
    + exact (Lose_not_Win P move misere q' loses (Win_alike P move E alike misere u wins q' (symmetric _ _ same))).
    + exact (drawn_never_lost q' loses u same open').
Qed.
End Entries.

(** ** Whole certificates *)

(** Who wins: the player to move, perhaps by a certain move, or the other, or nobody. *)
Inductive claim : Type :=
| Lost
| Won_by (to : P)
| Won_stuck
| Drawn.

Definition is_lost (t : T) (p : P) : bool := match find p t with Some (S _) => true | _ => false end.

Definition outcome_holds (drawn t : T) (start : P) (c : claim) : bool :=
  match c with
  | Lost => is_lost t start
  | Won_by to => is_lost t to && existsb (eqb to) (options start)
  | Won_stuck => misere && match options start with [] => true | _ => false end
  | Drawn => has drawn start
  end.

(** An entry is refused for what it says of earlier ones; what is said to be drawn is looked at in the end. *)
Definition check_strategy (entries : list (P * list reply)) (start : P) (c : claim) : outcome bool :=
  let drawn := drawn_ones empty entries in
  match strategy (fun _ => true) 0 empty (M.empty P) entries with
  | Refused number => Refused number
  | Known known =>
      if existsb (fun entry => existsb is_open (snd entry)) entries then
        match strategy (has drawn) 0 empty (M.empty P) entries with
        | Known known => Known (outcome_holds drawn (fst known) start c)
        | Refused _ => Known false
        end
      else Known (outcome_holds drawn (fst known) start c)
  end.

(** What a claim says; drawn means that neither player can force the end. *)
Definition says (start : P) (c : claim) : Prop :=
  match c with
  | Lost => Lose move misere start
  | Won_by to => Win move misere start /\ Lose move misere to /\ exists to', move start to' /\ E to' to
  | Won_stuck => Win move misere start
  | Drawn => ~ Win move misere start /\ ~ Lose move misere start
  end.

Lemma drawn_ones_spec : forall entries t p j, find p (drawn_ones t entries) = Some j ->
  (exists k, find p t = Some k) \/ exists replies, In (p, replies) entries /\ existsb is_open replies = true.
Proof.
  induction entries as [|[q replies] entries IH]; intros t p j there; simpl in there; [left; exists j; exact there|].
  destruct (IH _ _ _ there) as [[k there'] | [l [member open]]]; [|right; exists l; simpl; auto].
  destruct (existsb is_open replies) eqn:open; [|left; exists k; exact there'].
  apply find_add in there'. destruct there' as [[-> _] | there']; [right; exists replies; simpl; auto | left; exists k; exact there'].
Qed.

Lemma outcome_sound : forall is_drawn entries known start c,
  (forall p, has (drawn_ones empty entries) p = true -> is_drawn p = true) ->
  (forall p, has (drawn_ones empty entries) p = true -> forall q, is_drawn q = true -> has (drawn_ones empty entries) q = true) ->
  strategy is_drawn 0 empty (M.empty P) entries = Known known ->
  outcome_holds (drawn_ones empty entries) (fst known) start c = true -> says start c.
Proof.
  intros is_drawn entries known start c believed only all done. set (drawn := drawn_ones empty entries) in *.
  apply strategy_sound in all.
  - destruct all as [numbers open].
    assert (lost : forall p, is_lost (fst known) p = true -> Lose move misere p).
    { intros p there. unfold is_lost in there. destruct (find p (fst known)) as [[|j]|] eqn:found; try discriminate.
      exact (numbers p j found). }
    destruct c as [|to| |]; simpl in *.
    + exact (lost start done).
    + apply andb_true_iff in done. destruct done as [there done]. apply member_by_eqb in done. apply lost in there.
      split; [|split; [exact there|]].
      * exact (Win_by_option P move E alike options listed misere start to done there).
      * exact (proj1 (listed start) to done).
    + apply andb_true_iff in done. destruct done as [mis none]. left. split; [exact mis|].
      apply (stuck_by_options P move E options listed). destruct (options start); [reflexivity | discriminate].
    + assert (all_go_on : forall p, is_drawn p = true -> goes_on is_drawn p).
      { intros p there. apply (only start done) in there. unfold has in there.
        destruct (find p drawn) as [j|] eqn:found; [|discriminate].
        apply drawn_ones_spec in found. destruct found as [[k found] | [replies [member open']]].
        - rewrite find_empty in found. discriminate.
        - exact (open p replies member open'). }
      apply believed in done. split; [exact (drawn_never_won is_drawn all_go_on start done)|].
      intros loses. exact (drawn_never_lost is_drawn all_go_on start loses start (E_refl start) done).
  - intros j p there. rewrite MF.empty_o in there. discriminate.
  - intros p j there. rewrite find_empty in there. discriminate.
Qed.

Theorem check_strategy_sound : forall entries start c,
  check_strategy entries start c = Known true -> says start c.
Proof.
  intros entries start c done. unfold check_strategy in done.
  destruct (strategy (fun _ => true) 0 empty (M.empty P) entries) as [known|] eqn:first; [|discriminate].
  destruct (existsb _ entries) eqn:some.
  - destruct (strategy (has (drawn_ones empty entries)) 0 empty (M.empty P) entries) as [known'|] eqn:all; [|discriminate].
    injection done as done. apply (outcome_sound (has (drawn_ones empty entries)) entries known'); auto.
  - injection done as done. apply (outcome_sound (fun _ => true) entries known); auto.
    intros p there. exfalso. unfold has in there.
    destruct (find p (drawn_ones empty entries)) as [j|] eqn:found; [|discriminate].
    apply drawn_ones_spec in found. destruct found as [[k found] | [replies [member open]]].
    + rewrite find_empty in found. discriminate.
    + assert (existsb (fun entry => existsb is_open (snd entry)) entries = true); [|congruence].
      apply existsb_exists. exists (p, replies). auto.
Qed.
End Strategies.

Arguments Lost {P}. Arguments Won_by {P}. Arguments Won_stuck {P}. Arguments Drawn {P}.
