(** Checks of outcomes: every option of a lost position is answered by a move to an earlier one. *)

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

(** The lost positions by their numbers. *)
Definition true_losses (lost : M.t P) : Prop := forall j p, M.find j lost = Some p -> Lose move misere p.

Definition answered (lost : M.t P) (q : P) (reply : option nat) : bool :=
  match reply with
  | None => misere && match options q with [] => true | _ => false end
  | Some j =>
      match M.find j lost with
      | Some r => existsb (eqb r) (options q)
      | None => false
      end
  end.

Fixpoint all_answered (lost : M.t P) (l : list P) (replies : list (option nat)) : bool :=
  match l, replies with
  | [], [] => true
  | q :: l', reply :: replies' => if answered lost q reply then all_answered lost l' replies' else false
  | _, _ => false
  end.

Definition may_end (p : P) : bool := negb misere || match options p with [] => false | _ => true end.

(** The table numbers the positions, its fellow has them by their numbers. *)
Fixpoint strategy (number : nat) (t : T) (lost : M.t P) (entries : list (P * list (option nat))) :
    outcome (T * M.t P) :=
  match entries with
  | [] => Known (t, lost)
  | (p, replies) :: rest =>
      match find p t, may_end p, all_answered lost (options p) replies with
      | None, true, true => strategy (S number) (add p number t) (M.add number p lost) rest
      | _, _, _ => Refused number
      end
  end.

Lemma member_by_eqb : forall p l, existsb (eqb p) l = true -> In p l.
Proof.
  intros p l found. apply existsb_exists in found. destruct found as [q [member same]].
  apply eqb_true in same. subst q. exact member.
Qed.

Lemma answered_sound : forall lost q reply, true_losses lost -> answered lost q reply = true -> Win move misere q.
Proof.
  intros lost q [j|] sound done; simpl in done.
  - destruct (M.find j lost) as [r|] eqn:found; [|discriminate]. apply member_by_eqb in done.
    exact (Win_by_option P move E alike options listed misere q r done (sound j r found)).
  - apply andb_true_iff in done. destruct done as [mis none]. left. split; [exact mis|].
    apply (stuck_by_options P move E options listed). destruct (options q); [reflexivity | discriminate].
Qed.

Lemma all_answered_sound : forall lost l replies, true_losses lost -> all_answered lost l replies = true ->
  forall q, In q l -> Win move misere q.
Proof.
  intros lost. induction l as [|q l IH]; intros [|reply replies] sound done; simpl in done; try discriminate.
  - intros q [].
  - destruct (answered lost q reply) eqn:answer; [|discriminate]. intros q' [<- | member].
    + exact (answered_sound lost q reply sound answer).
    + exact (IH replies sound done q' member).
Qed.

(** The positions of the table are the lost ones. *)
Definition true_numbers (t : T) (lost : M.t P) : Prop := forall p j, find p t = Some j -> Lose move misere p.

Theorem strategy_sound : forall entries number t lost known, true_losses lost -> true_numbers t lost ->
  strategy number t lost entries = Known known -> true_numbers (fst known) (snd known).
Proof.
  induction entries as [|[p replies] entries IH]; intros number t lost known sound numbers done; simpl in done.
  - injection done as <-. exact numbers.
  - destruct (find p t); [discriminate|]. destruct (may_end p) eqn:some; [|discriminate].
    destruct (all_answered lost (options p) replies) eqn:all; [|discriminate].
    assert (loses : Lose move misere p).
    { apply (Lose_by_options P move E alike options listed).
      - intros mis none. unfold may_end in some. rewrite mis, none in some. discriminate.
      - exact (all_answered_sound lost _ replies sound all). }
    apply IH in done; [exact done | |].
    + intros j q there. apply M_found in there.
      destruct there as [[_ ->] | there]; [exact loses | exact (sound j q there)].
    + intros q j there. apply find_add in there.
      destruct there as [[-> _] | there]; [exact loses | exact (numbers q j there)].
Qed.

(** ** Whole certificates *)

(** Who wins: the player to move, perhaps by a certain move, or the other. *)
Inductive claim : Type :=
| Lost
| Won_by (to : P)
| Won_stuck.

Definition outcome_holds (t : T) (start : P) (c : claim) : bool :=
  match c with
  | Lost => match find start t with Some _ => true | None => false end
  | Won_by to => match find to t with Some _ => existsb (eqb to) (options start) | None => false end
  | Won_stuck => misere && match options start with [] => true | _ => false end
  end.

Definition check_strategy (entries : list (P * list (option nat))) (start : P) (c : claim) : outcome bool :=
  match strategy 0 empty (M.empty P) entries with
  | Known known => Known (outcome_holds (fst known) start c)
  | Refused number => Refused number
  end.

(** What a claim says. *)
Definition says (start : P) (c : claim) : Prop :=
  match c with
  | Lost => Lose move misere start
  | Won_by to => Win move misere start /\ Lose move misere to /\ exists to', move start to' /\ E to' to
  | Won_stuck => Win move misere start
  end.

Theorem check_strategy_sound : forall entries start c,
  check_strategy entries start c = Known true -> says start c.
Proof.
  intros entries start c done. unfold check_strategy in done.
  destruct (strategy 0 empty (M.empty P) entries) as [known|] eqn:all; [|discriminate]. injection done as done.
  apply strategy_sound in all.
  - destruct c as [|to|]; simpl in *.
    + destruct (find start (fst known)) as [j|] eqn:found; [exact (all start j found) | discriminate].
    + destruct (find to (fst known)) as [j|] eqn:found; [|discriminate]. apply member_by_eqb in done.
      pose proof (all to j found) as loses. split; [|split; [exact loses|]].
      * exact (Win_by_option P move E alike options listed misere start to done loses).
      * exact (proj1 (listed start) to done).
    + apply andb_true_iff in done. destruct done as [mis none]. left. split; [exact mis|].
      apply (stuck_by_options P move E options listed). destruct (options start); [reflexivity | discriminate].
  - intros j p there. rewrite MF.empty_o in there. discriminate.
  - intros p j there. rewrite find_empty in there. discriminate.
Qed.
End Strategies.

Arguments Lost {P}. Arguments Won_by {P}. Arguments Won_stuck {P}.
