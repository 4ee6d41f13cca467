(** Impartial games: Grundy values and outcomes, defined by a relation of moves and nothing else.

    This file and the rules in Heaps.v are what a reader has to believe; the rest is proved from them.
    A game is a type of positions and a relation [move p q], "q is an option of p". Nothing is computed here. *)

From Coq Require Import List Arith Lia Wf_nat.
Import ListNotations.

(** ** The mex: the least natural number that is not a member *)

Definition is_mex (S : nat -> Prop) (m : nat) : Prop := ~ S m /\ forall k, k < m -> S k.

Lemma is_mex_unique : forall S T m n,
  (forall v, S v <-> T v) -> is_mex S m -> is_mex T n -> m = n.
Proof.
  intros S T m n same [not_m below_m] [not_n below_n].
  destruct (lt_eq_lt_dec m n) as [[less | equal] | more]; auto; exfalso.
  - apply not_m, same, below_n, less.
  - apply not_n, same, below_m, more.
Qed.

(** ** Heaps or pieces side by side, one of which is changed *)

Inductive side_by_side {A : Type} (change : A -> list A -> Prop) : list A -> list A -> Prop :=
| change_here : forall x left rest, change x left -> side_by_side change (x :: rest) (left ++ rest)
| change_there : forall x rest rest', side_by_side change rest rest' -> side_by_side change (x :: rest) (x :: rest').

Section Game.
Variable P : Type.
Variable move : P -> P -> Prop.

(** ** Definitions *)

(** [Grundy p n]: n is the mex of the values of the options of p. Being inductive, it says nothing of a position
    whose value would rest on itself. *)
Inductive Grundy : P -> nat -> Prop :=
| Grundy_mex : forall p n,
    (forall m, m < n -> exists q, move p q /\ Grundy q m) ->
    (forall q, move p q -> exists k, k <> n /\ Grundy q k) ->
    Grundy p n.

Definition stuck (p : P) : Prop := forall q, ~ move p q.

(** [Lose misere p]: whoever moves from p loses, against the best replies. In normal play the player who cannot move
    has lost; in misere play he has won. *)
Inductive Lose (misere : bool) : P -> Prop :=
| Lose_all : forall p,
    (misere = true -> exists q, move p q) ->
    (forall q, move p q -> (misere = true /\ stuck q) \/ exists r, move q r /\ Lose misere r) ->
    Lose misere p.

(** [Win misere p]: whoever moves from p wins. *)
Definition Win (misere : bool) (p : P) : Prop :=
  (misere = true /\ stuck p) \/ exists q, move p q /\ Lose misere q.

(** Every sequence of moves ends. *)
Definition ends : Prop := well_founded (fun q p => move p q).

(** ** A value is unique, an outcome excludes the other *)

(** Induction over a proof of a value, with the assumption for the values of all options that it mentions. *)
Lemma Grundy_induction : forall R : P -> nat -> Prop,
  (forall p n,
     (forall m, m < n -> exists q, move p q /\ Grundy q m /\ R q m) ->
     (forall q, move p q -> exists k, k <> n /\ Grundy q k /\ R q k) ->
     R p n) ->
  forall p n, Grundy p n -> R p n.
Proof.
  intros R step. fix self 3. intros p n [p' n' below other]. apply step.
  - intros m less. destruct (below m less) as [q [to value]]. exists q. auto.
  - intros q to. destruct (other q to) as [k [differs value]]. exists k. auto.
Qed.

Lemma Lose_induction : forall (misere : bool) (R : P -> Prop),
  (forall p,
     (misere = true -> exists q, move p q) ->
     (forall q, move p q ->
        (misere = true /\ stuck q) \/ exists r, move q r /\ Lose misere r /\ R r) ->
     R p) ->
  forall p, Lose misere p -> R p.
Proof.
  intros misere R step. fix self 2. intros p [p' some replies]. apply step; [exact some|].
  intros q to. destruct (replies q to) as [over | [r [reply lost]]]; [left; exact over|].
  right. exists r. auto.
Qed.

Theorem Grundy_unique : forall p n, Grundy p n -> forall m, Grundy p m -> n = m.
Proof.
  intros p n value. induction value as [p n below other] using Grundy_induction.
  intros m value'. inversion value' as [p' m' below' other']; subst.
  destruct (lt_eq_lt_dec n m) as [[less | equal] | more]; [exfalso | exact equal | exfalso].
  - destruct (below' n less) as [q [to same]]. destruct (other q to) as [k [differs [_ unique]]].
    apply differs. apply unique. exact same.
  - destruct (below m more) as [q [to [_ unique]]]. destruct (other' q to) as [k [differs same]].
    apply differs. symmetry. apply unique. exact same.
Qed.

Theorem Lose_not_Win : forall misere p, Lose misere p -> ~ Win misere p.
Proof.
  intros misere p lost. induction lost as [p some replies] using Lose_induction.
  intros [[mis none] | [q [to lost]]].
  - destruct (some mis) as [q to]. exact (none q to).
  - destruct lost as [q some' replies']. destruct (replies q to) as [[mis none] | [r [reply [_ never]]]].
    + destruct (some' mis) as [r to']. exact (none r to').
    + apply never. exact (replies' r reply).
Qed.

(** In normal play the lost positions are those of value 0. *)
Theorem Grundy_zero_loses : forall p n, Grundy p n -> (n = 0 -> Lose false p) /\ (n <> 0 -> Win false p).
Proof.
  intros p n value. induction value as [p n below other] using Grundy_induction. split; intros zero.
  - subst. constructor; [discriminate|]. intros q to. destruct (other q to) as [k [differs [_ [_ wins]]]].
    exact (wins differs).
  - right. destruct (below 0) as [q [to [_ [loses _]]]]; [lia|]. exists q. auto.
Qed.

(** ** Positions that play alike *)

(** A symmetric relation that moves respect. *)
Definition alike_by (E : P -> P -> Prop) : Prop :=
  (forall p q, E p q -> E q p) /\
  (forall p p' q, E p p' -> move p q -> exists q', move p' q' /\ E q q').

Lemma alike_equal : alike_by eq.
Proof. split; [congruence|]. intros p p' q <- to. exists q. auto. Qed.

Section Alike.
Variable E : P -> P -> Prop.
Hypothesis alike : alike_by E.

Theorem Grundy_alike : forall p n, Grundy p n -> forall p', E p p' -> Grundy p' n.
Proof.
  destruct alike as [symmetric respects].
  intros p n value. induction value as [p n below other] using Grundy_induction. intros p' same. constructor.
  - intros m less. destruct (below m less) as [q [to [_ value]]].
    destruct (respects p p' q same to) as [q' [to' same']]. exists q'. auto.
  - intros q' to'. destruct (respects p' p q' (symmetric _ _ same) to') as [q [to same']].
    destruct (other q to) as [k [differs [_ value]]]. exists k. auto.
Qed.

Lemma stuck_alike : forall p p', E p p' -> stuck p -> stuck p'.
Proof.
  destruct alike as [symmetric respects]. intros p p' same none q to.
  destruct (respects p' p q (symmetric _ _ same) to) as [q' [to' _]]. exact (none q' to').
Qed.

Theorem Lose_alike : forall misere p, Lose misere p -> forall p', E p p' -> Lose misere p'.
Proof.
  destruct alike as [symmetric respects].
  intros misere p lost. induction lost as [p some replies] using Lose_induction. intros p' same. constructor.
  - intros mis. destruct (some mis) as [q to]. destruct (respects p p' q same to) as [q' [to' _]].
    exists q'. exact to'.
  - intros q' to'. destruct (respects p' p q' (symmetric _ _ same) to') as [q [to same']].
    destruct (replies q to) as [[mis none] | [r [reply [_ lost]]]]; [left | right].
    + split; [exact mis|]. exact (stuck_alike q q' (symmetric _ _ same') none).
    + destruct (respects q q' r (symmetric _ _ same') reply) as [r' [reply' same'']]. exists r'. auto.
Qed.

(** ** Options that a program lists *)

(** The list holds the options, each perhaps as another position that plays alike. *)
Definition lists (options : P -> list P) : Prop :=
  forall p,
    (forall q, In q (options p) -> exists q', move p q' /\ E q' q) /\
    (forall q, move p q -> exists q', In q' (options p) /\ E q q').

Variable options : P -> list P.
Hypothesis listed : lists options.

Lemma Grundy_by_options : forall p n,
  (forall m, m < n -> exists q, In q (options p) /\ Grundy q m) ->
  (forall q, In q (options p) -> exists k, k <> n /\ Grundy q k) ->
  Grundy p n.
Proof.
  intros p n below other. destruct alike as [symmetric _]. destruct (listed p) as [sound complete]. constructor.
  - intros m less. destruct (below m less) as [q [member value]]. destruct (sound q member) as [q' [to same]].
    exists q'. split; [exact to|]. exact (Grundy_alike q m value q' (symmetric _ _ same)).
  - intros q to. destruct (complete q to) as [q' [member same]]. destruct (other q' member) as [k [differs value]].
    exists k. split; [exact differs|]. exact (Grundy_alike q' k value q (symmetric _ _ same)).
Qed.

Lemma Grundy_of_option : forall p n, Grundy p n -> forall q, In q (options p) -> exists k, k <> n /\ Grundy q k.
Proof.
  intros p n [p' n' _ other] q member. destruct (listed p') as [sound _].
  destruct (sound q member) as [q' [to same]]. destruct (other q' to) as [k [differs value]].
  exists k. split; [exact differs|]. exact (Grundy_alike q' k value q same).
Qed.

Lemma Grundy_below : forall p n, Grundy p n -> forall m, m < n -> exists q, In q (options p) /\ Grundy q m.
Proof.
  intros p n [p' n' below _] m less. destruct (below m less) as [q [to value]].
  destruct (listed p') as [_ complete]. destruct (complete q to) as [q' [member same]].
  exists q'. split; [exact member|]. exact (Grundy_alike q m value q' same).
Qed.

Lemma stuck_by_options : forall p, options p = [] -> stuck p.
Proof. intros p none q to. destruct (listed p) as [_ complete]. destruct (complete q to) as [q' [member _]].
  rewrite none in member. exact member.
Qed.

Lemma Win_by_option : forall misere p q, In q (options p) -> Lose misere q -> Win misere p.
Proof.
  intros misere p q member lost. destruct alike as [symmetric _]. destruct (listed p) as [sound _].
  destruct (sound q member) as [q' [to same]]. right. exists q'. split; [exact to|].
  exact (Lose_alike misere q lost q' (symmetric _ _ same)).
Qed.

Lemma Win_alike : forall misere p, Win misere p -> forall p', E p p' -> Win misere p'.
Proof.
  intros misere p [[mis none] | [q [to lost]]] p' same; [left | right].
  - split; [exact mis|]. exact (stuck_alike p p' same none).
  - destruct alike as [_ respects]. destruct (respects p p' q same to) as [q' [to' same']].
    exists q'. split; [exact to'|]. exact (Lose_alike misere q lost q' same').
Qed.

Lemma Lose_by_options : forall misere p,
  (misere = true -> options p <> []) ->
  (forall q, In q (options p) -> Win misere q) ->
  Lose misere p.
Proof.
  intros misere p some wins. destruct alike as [symmetric _]. destruct (listed p) as [sound complete]. constructor.
  - intros mis. destruct (options p) as [|q rest] eqn:list; [destruct (some mis eq_refl)|].
    destruct (sound q (or_introl eq_refl)) as [q' [to _]]. exists q'. exact to.
  - intros q to. destruct (complete q to) as [q' [member same]].
    exact (Win_alike misere q' (wins q' member) q (symmetric _ _ same)).
Qed.

(** ** Where play ends, every position has a value *)

Lemma values_of_all : forall l : list P,
  (forall q, In q l -> exists n, Grundy q n) ->
  exists values, forall k, In k values <-> exists q, In q l /\ Grundy q k.
Proof.
  induction l as [|q l IH]; intros each.
  - exists []. intros k. split; [intros []|]. intros [q [[] _]].
  - destruct IH as [values IH]; [intros; apply each; right; assumption|].
    destruct (each q (or_introl eq_refl)) as [n value]. exists (n :: values). intros k. simpl. rewrite IH. split.
    + intros [<- | [r [member value']]]; [exists q | exists r]; auto.
    + intros [r [[<- | member] value']]; [left; eapply Grundy_unique; eauto | right; exists r; auto].
Qed.

Lemma mex_exists : forall values, exists m, is_mex (fun k => In k values) m.
Proof.
  intros values.
  assert (search : forall n, (exists m, is_mex (fun k => In k values) m) \/ forall k, k < n -> In k values).
  { induction n as [|n [found | all]]; [right; lia | left; exact found |].
    destruct (in_dec Nat.eq_dec n values) as [member | missing]; [right | left].
    - intros k less. destruct (Nat.eq_dec k n) as [-> | differs]; [exact member | apply all; lia].
    - exists n. split; [exact missing | exact all]. }
  destruct (search (S (S (list_max values)))) as [found | all]; [exact found | exfalso].
  assert (bound : Forall (fun k => k <= list_max values) values) by (apply list_max_le; auto).
  rewrite Forall_forall in bound. specialize (bound _ (all (S (list_max values)) (Nat.lt_succ_diag_r _))). lia.
Qed.

Theorem Grundy_total : ends -> forall p, exists n, Grundy p n.
Proof.
  intros end_of_play p. induction p as [p IH] using (well_founded_induction end_of_play).
  destruct (values_of_all (options p)) as [values known].
  { intros q member. destruct alike as [symmetric _]. destruct (listed p) as [sound _].
    destruct (sound q member) as [q' [to same]]. destruct (IH q' to) as [n value].
    exists n. exact (Grundy_alike q' n value q same). }
  destruct (mex_exists values) as [m [missing below]]. exists m. apply Grundy_by_options.
  - intros k less. apply known. apply below. exact less.
  - intros q member. destruct (listed p) as [sound _]. destruct (sound q member) as [q' [to same]].
    destruct (IH q' to) as [k value]. exists k.
    pose proof (Grundy_alike q' k value q same) as value'. split; [|exact value'].
    intros ->. apply missing, known. exists q. auto.
Qed.
End Alike.
End Game.

Arguments Grundy {P}. Arguments stuck {P}. Arguments Lose {P}. Arguments Win {P}. Arguments ends {P}.
Arguments alike_by {P}. Arguments lists {P}.
