(** Checks of values: every entry rests on earlier ones, so their order is the induction. *)

From Coq Require Import List Arith Lia Bool.
From Verified Require Import Games Sums Tables.
Import ListNotations.

(** What remains of the entries: a table of what they prove, or the number of the first that proves nothing. *)
Inductive outcome (T : Type) : Type :=
| Known (table : T)
| Refused (entry : nat).
Arguments Known {T}. Arguments Refused {T}.

Section Positions.
Variable P : Type.
Variable move : P -> P -> Prop.

(** The program lists options, perhaps as other positions that play alike. *)
Variable E : P -> P -> Prop.
Hypothesis alike : alike_by move E.
Variable options : P -> list P.
Hypothesis listed : lists move E options.

Variable eqb : P -> P -> bool.

(** A table of numbers by positions. *)
Variable T : Type.
Variable empty : T.
Variable find : P -> T -> option nat.
Variable add : P -> nat -> T -> T.
Hypothesis find_empty : forall p, find p empty = None.
Hypothesis find_add : forall p q n m t, find p (add q n t) = Some m -> (p = q /\ m = n) \/ find p t = Some m.

Definition true_values (t : T) : Prop := forall p n, find p t = Some n -> Grundy move p n.

Lemma true_values_empty : true_values empty.
Proof. intros p n there. rewrite find_empty in there. discriminate. Qed.

Lemma true_values_add : forall t p n, true_values t -> Grundy move p n -> true_values (add p n t).
Proof. intros t p n sound value q m there. apply find_add in there. destruct there as [[-> ->] | there]; auto. Qed.

(** ** Labellings: the value of an entry is the mex of those of its options, all of them listed before *)

Fixpoint values_of (t : T) (l : list P) (s : NS.t) : option NS.t :=
  match l with
  | [] => Some s
  | q :: rest =>
      match find q t with
      | Some v => values_of t rest (put v s)
      | None => None
      end
  end.

Lemma values_of_spec : forall t l s all, values_of t l s = Some all ->
  (forall q, In q l -> exists v, find q t = Some v /\ NS.In v all) /\
  (forall v, NS.In v all <-> NS.In v s \/ exists q, In q l /\ find q t = Some v).
Proof.
  intros t. induction l as [|q l IH]; intros s all done; simpl in done.
  - injection done as <-. split; [intros q []|]. intros v. split; [auto|]. intros [there | [q [[] _]]]. exact there.
  - destruct (find q t) as [v|] eqn:found; [|discriminate]. destruct (IH _ _ done) as [each exact_set]. split.
    + intros q' [<- | member]; [|exact (each q' member)]. exists v. split; [exact found|].
      apply exact_set. left. apply put_spec. auto.
    + intros w. rewrite exact_set, put_spec. split.
      * intros [[-> | there] | [q' [member found']]]; [right; exists q | left | right; exists q']; simpl; auto.
      * intros [there | [q' [[<- | member] found']]]; [auto | | right; exists q'; auto].
        left. left. congruence.
Qed.

Fixpoint labelling (number : nat) (t : T) (entries : list (P * nat)) : outcome T :=
  match entries with
  | [] => Known t
  | (p, n) :: rest =>
      match find p t, values_of t (options p) NS.empty with
      | None, Some s => if mex s =? n then labelling (S number) (add p n t) rest else Refused number
      | _, _ => Refused number
      end
  end.

Lemma labelling_entry : forall t p s, true_values t -> values_of t (options p) NS.empty = Some s ->
  Grundy move p (mex s).
Proof.
  intros t p s sound done. destruct (values_of_spec _ _ _ _ done) as [each exact_set].
  destruct (mex_spec s) as [missing below]. apply (Grundy_by_options P move E alike options listed).
  - intros m less. destruct (proj1 (exact_set m) (below m less)) as [there | [q [member found]]].
    + destruct (not_in_empty m there).
    + exists q. split; [exact member | exact (sound q m found)].
  - intros q member. destruct (each q member) as [v [found there]]. exists v.
    split; [|exact (sound q v found)]. intros ->. exact (missing there).
Qed.

(** Nothing is asked of the rules: the order of the entries shows that what they rest on ends. *)
Theorem labelling_sound : forall entries number t known, true_values t ->
  labelling number t entries = Known known -> true_values known.
Proof.
  induction entries as [|[p n] entries IH]; intros number t known sound done; simpl in done.
  - injection done as <-. exact sound.
  - destruct (find p t); [discriminate|].
    destruct (values_of t (options p) NS.empty) as [s|] eqn:values; [|discriminate].
    destruct (mex s =? n) eqn:equal; [|discriminate]. apply Nat.eqb_eq in equal. subst n.
    apply (IH _ _ _ (true_values_add t p _ sound (labelling_entry t p s sound values)) done).
Qed.

(** ** Nimbers: some options have every value below n, every other is answered by a move to n

    Lemoine and Viennot, "Nimbers are inevitable", 2010. Positions may be split into parts. *)

(** One option by its number, perhaps without the others. *)
Variable option_at : P -> nat -> option P.
Hypothesis option_listed : forall q j r, option_at q j = Some r -> In r (options q).

Variable parts : P -> list P.
Hypothesis parts_value : forall p values,
  Forall2 (fun q v => Grundy move q v) (parts p) values -> Grundy move p (nim_sum values).

Fixpoint sum_of (t : T) (l : list P) (sum : nat) : option nat :=
  match l with
  | [] => Some sum
  | q :: rest =>
      match find q t with
      | Some v => sum_of t rest (Nat.lxor sum v)
      | None => None
      end
  end.

Definition value_of (t : T) (p : P) : option nat := sum_of t (parts p) 0.

Lemma sum_of_spec : forall t l sum n, true_values t -> sum_of t l sum = Some n ->
  exists values, Forall2 (fun q v => Grundy move q v) l values /\ n = Nat.lxor sum (nim_sum values).
Proof.
  intros t l. induction l as [|q l IH]; intros sum n sound done; simpl in done.
  - injection done as <-. exists []. rewrite Nat.lxor_0_r. auto.
  - destruct (find q t) as [v|] eqn:found; [|discriminate].
    destruct (IH _ _ sound done) as [values [each ->]]. exists (v :: values). split.
    + constructor; [exact (sound q v found) | exact each].
    + simpl. apply Nat.lxor_assoc.
Qed.

Lemma value_of_sound : forall t p n, true_values t -> value_of t p = Some n -> Grundy move p n.
Proof.
  intros t p n sound done. destruct (sum_of_spec t (parts p) 0 n sound done) as [values [each ->]].
  rewrite Nat.lxor_0_l. exact (parts_value p values each).
Qed.

(** A hint for every option: none where its value is known and another than n, number j where its option j has n. *)
Fixpoint hinted (t : T) (n : nat) (l : list P) (hints : list (option nat)) (s : NS.t) : option NS.t :=
  match l, hints with
  | [], [] => Some s
  | q :: l', None :: hints' =>
      match value_of t q with
      | Some v => hinted t n l' hints' (put v s)
      | None => None
      end
  | q :: l', Some j :: hints' =>
      match option_at q j with
      | Some reply =>
          match value_of t reply with
          | Some v => if v =? n then hinted t n l' hints' s else None
          | None => None
          end
      | None => None
      end
  | _, _ => None
  end.

Definition alone (p : P) : bool := match parts p with [q] => eqb p q | _ => false end.

Fixpoint nimbers (number : nat) (t : T) (entries : list (P * nat * list (option nat))) : outcome T :=
  match entries with
  | [] => Known t
  | (p, n, hints) :: rest =>
      match find p t, alone p, hinted t n (options p) hints NS.empty with
      | None, true, Some s => if mex s =? n then nimbers (S number) (add p n t) rest else Refused number
      | _, _, _ => Refused number
      end
  end.

Lemma hinted_spec : forall t n l hints s all, true_values t -> hinted t n l hints s = Some all ->
  (forall v, NS.In v all -> NS.In v s \/ exists q, In q l /\ Grundy move q v) /\
  (forall v, NS.In v s -> NS.In v all) /\
  (forall q, In q l -> (exists v, NS.In v all /\ Grundy move q v) \/
                       exists r, In r (options q) /\ Grundy move r n).
Proof.
  intros t n. induction l as [|q l IH]; intros hints s all sound done; simpl in done.
  - destruct hints; [|discriminate]. injection done as <-. repeat split; auto. intros q [].
  - destruct hints as [|[j|] hints]; [discriminate | |].
    + destruct (option_at q j) as [r|] eqn:reply; [|discriminate].
      destruct (value_of t r) as [v|] eqn:value; [|discriminate].
      destruct (v =? n) eqn:equal; [|discriminate]. apply Nat.eqb_eq in equal. subst v.
      destruct (IH _ _ _ sound done) as [from [kept each]]. repeat split; auto.
      * intros v there. destruct (from v there) as [old | [q' [member value']]]; [auto|].
        right. exists q'. simpl. auto.
      * intros q' [<- | member]; [right | exact (each q' member)]. exists r.
        split; [exact (option_listed q j r reply) | exact (value_of_sound t r n sound value)].
    + destruct (value_of t q) as [v|] eqn:value; [|discriminate]. apply value_of_sound in value; [|exact sound].
      destruct (IH _ _ _ sound done) as [from [kept each]]. repeat split.
      * intros w there. destruct (from w there) as [old | [q' [member value']]].
        -- apply put_spec in old. destruct old as [-> | old]; [right; exists q; simpl; auto | auto].
        -- right. exists q'. simpl. auto.
      * intros w there. apply kept, put_spec. auto.
      * intros q' [<- | member]; [left | exact (each q' member)]. exists v.
        split; [apply kept, put_spec; auto | exact value].
Qed.

Hypothesis play_ends : ends move.

Lemma nimber_entry : forall t p n hints s, true_values t ->
  hinted t n (options p) hints NS.empty = Some s -> mex s = n -> Grundy move p n.
Proof.
  intros t p n hints s sound done equal. apply mex_is in equal. destruct equal as [missing below].
  destruct (hinted_spec _ _ _ _ _ _ sound done) as [from [_ each]].
  destruct (Grundy_total P move E alike options listed play_ends p) as [m value].
  destruct (lt_eq_lt_dec m n) as [[less | ->] | more]; [exfalso | exact value | exfalso].
  - destruct (from m (below m less)) as [there | [q [member same]]]; [exact (not_in_empty m there)|].
    destruct (Grundy_of_option P move E alike options listed p m value q member) as [k [differs other]].
    exact (differs (Grundy_unique P move q k other m same)).
  - destruct (Grundy_below P move E alike options listed p m value n more) as [q [member same]].
    destruct (each q member) as [[v [there value']] | [r [reply value']]].
    + rewrite (Grundy_unique P move q v value' n same) in there. exact (missing there).
    + destruct (Grundy_of_option P move E alike options listed q n same r reply) as [k [differs other]].
      exact (differs (Grundy_unique P move r k other n value')).
Qed.

Theorem nimbers_sound : forall entries number t known, true_values t ->
  nimbers number t entries = Known known -> true_values known.
Proof.
  induction entries as [|[[p n] hints] entries IH]; intros number t known sound done; simpl in done.
  - injection done as <-. exact sound.
  - destruct (find p t); [discriminate|]. destruct (alone p); [|discriminate].
    destruct (hinted t n (options p) hints NS.empty) as [s|] eqn:values; [|discriminate].
    destruct (mex s =? n) eqn:equal; [|discriminate]. apply Nat.eqb_eq in equal.
    apply (IH _ _ _ (true_values_add t p n sound (nimber_entry t p n hints s sound values equal)) done).
Qed.

(** ** Whole certificates *)

Definition is_value (found : option nat) (n : nat) : bool := match found with Some v => v =? n | None => false end.

Definition check_labelling (entries : list (P * nat)) (start : P) (n : nat) : outcome bool :=
  match labelling 0 empty entries with
  | Known t => Known (is_value (find start t) n)
  | Refused number => Refused number
  end.

Theorem check_labelling_sound : forall entries start n,
  check_labelling entries start n = Known true -> Grundy move start n.
Proof.
  intros entries start n done. unfold check_labelling in done.
  destruct (labelling 0 empty entries) as [t|] eqn:known; [|discriminate]. injection done as done.
  apply labelling_sound in known; [|exact true_values_empty]. apply known.
  unfold is_value in done. destruct (find start t) as [v|]; [|discriminate]. apply Nat.eqb_eq in done. congruence.
Qed.

Definition check_nimbers (entries : list (P * nat * list (option nat))) (start : P) (n : nat) : outcome bool :=
  match nimbers 0 empty entries with
  | Known t => Known (is_value (value_of t start) n)
  | Refused number => Refused number
  end.

Theorem check_nimbers_sound : forall entries start n,
  check_nimbers entries start n = Known true -> Grundy move start n.
Proof.
  intros entries start n done. unfold check_nimbers in done.
  destruct (nimbers 0 empty entries) as [t|] eqn:known; [|discriminate]. injection done as done.
  apply nimbers_sound in known; [|exact true_values_empty]. apply (value_of_sound t); [exact known|].
  unfold is_value in done. destruct (value_of t start) as [v|]; [|discriminate]. apply Nat.eqb_eq in done. congruence.
Qed.
End Positions.
