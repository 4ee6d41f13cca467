(** Games in which play can go on for ever: values that may be infinite, by labels whose order shows that the winner arrives.

    Smith, "Graphs and composite games", 1966; Fraenkel and Yesha, "The generalized Sprague-Grundy function and its
    invariance under certain mappings", 1986. *)

From Coq Require Import List Arith Lia Bool Wf_nat.
From Verified Require Import Games Tables Positions.
Import ListNotations.

(** ** Definitions *)

(** A position beside a heap of nim: a move is in one of them. *)
Inductive beside_heap {P : Type} (move : P -> P -> Prop) : P * nat -> P * nat -> Prop :=
| in_game : forall p q k, move p q -> beside_heap move (p, k) (q, k)
| in_heap : forall p k l, l < k -> beside_heap move (p, k) (p, l).

(** A value is a number, or infinite with the numbers among the options. *)
Inductive loopy : Type :=
| Number (n : nat)
| Infinite (among : list nat).

(** A number plays beside every heap as a heap of its size; what is infinite is won beside the heaps of its list, and
    beside every other neither player can force the end: [Win] and [Lose] say that a player can. *)
Definition loopy_value {P : Type} (move : P -> P -> Prop) (p : P) (v : loopy) : Prop :=
  let wins k := Win (beside_heap move) false (p, k) in
  let loses k := Lose (beside_heap move) false (p, k) in
  match v with
  | Number n => loses n /\ forall k, k <> n -> wins k
  | Infinite among => forall k, if in_dec Nat.eq_dec k among then wins k else ~ wins k /\ ~ loses k
  end.

Section Loops.
Variable P : Type.
Variable move : P -> P -> Prop.
Variable options : P -> list P.
Hypothesis agree : forall p q, In q (options p) <-> move p q.

(** ** The program: a table has the label of every entry, none for infinite ones, and its place *)

Variable T : Type.
Variable empty : T.
Variable find : P -> T -> option (option nat * nat).
Variable add : P -> option nat * nat -> T -> T.

Fixpoint tabulate (number : nat) (t : T) (entries : list (P * option nat)) : outcome T :=
  match entries with
  | [] => Known t
  | (p, label) :: rest =>
      match find p t with
      | None => tabulate (S number) (add p (label, number) t) rest
      | Some _ => Refused number
      end
  end.

Section Labels.
Variable t : T.

(** Whether an option has a label and a place before another. *)
Definition has_label (n before : nat) (p : P) : bool :=
  existsb (fun q => match find q t with
                    | Some (Some m, place) => if m =? n then place <? before else false
                    | _ => false
                    end) (options p).

Definition numbers (p : P) : NS.t :=
  fold_left (fun s q => match find q t with Some (Some m, _) => put m s | _ => s end) (options p) NS.empty.

(** A number n: smaller ones all among the options, and from every other a move back to n, at an earlier entry. *)
Definition fits_number (n place : nat) (p : P) : bool :=
  let s := numbers p in
  all_from (fun m => NS.mem m s) n 0 &&
  forallb (fun q => match find q t with
                    | None => false
                    | Some (Some m, _) => if m <? n then true else if m =? n then false else has_label n place q
                    | Some (None, _) => has_label n place q
                    end) (options p).

(** Infinite: an infinite option has none with the least number that is missing among the options. *)
Definition fits_infinite (count : nat) (p : P) : bool :=
  let m := mex (numbers p) in
  forallb (fun q => match find q t with None => false | Some _ => true end) (options p) &&
  existsb (fun q => match find q t with Some (None, _) => negb (has_label m count q) | _ => false end) (options p).

Fixpoint first_unfit (count number : nat) (entries : list (P * option nat)) : option nat :=
  match entries with
  | [] => None
  | (p, label) :: rest =>
      if match label with Some n => fits_number n number p | None => fits_infinite count p end
      then first_unfit count (S number) rest else Some number
  end.
End Labels.

Fixpoint same_numbers (s : list nat) (l : list nat) : bool :=
  match s, l with
  | [], [] => true
  | a :: s', b :: l' => if a =? b then same_numbers s' l' else false
  | _, _ => false
  end.

Definition has_value (t : T) (p : P) (v : loopy) : bool :=
  match find p t, v with
  | Some (Some m, _), Number n => m =? n
  | Some (None, _), Infinite among => same_numbers (NS.elements (numbers t p)) among
  | _, _ => false
  end.

Definition check_loops (entries : list (P * option nat)) (start : P) (v : loopy) : outcome bool :=
  match tabulate 0 empty entries with
  | Refused number => Refused number
  | Known t =>
      match first_unfit t (length entries) 0 entries with
      | Some number => Refused number
      | None => Known (has_value t start v)
      end
  end.

(** ** It is right *)

Hypothesis find_empty : forall p, find p empty = None.
Hypothesis find_add : forall p q x y t, find p (add q x t) = Some y -> (p = q /\ y = x) \/ find p t = Some y.

(** What the table has is an entry that fits. *)
Definition all_fit (count : nat) (t : T) : Prop := forall p label place, find p t = Some (label, place) ->
  place < count /\
  match label with Some n => fits_number t n place p = true | None => fits_infinite t count p = true end.

Lemma tabulate_spec : forall entries number t all, tabulate number t entries = Known all ->
  forall p label place, find p all = Some (label, place) ->
  find p t = Some (label, place) \/
  (number <= place < number + length entries /\ nth_error entries (place - number) = Some (p, label)).
Proof.
  induction entries as [|[q l] entries IH]; intros number t all done p label place found; simpl in done.
  - injection done as <-. auto.
  - destruct (find q t) eqn:new; [discriminate|].
    destruct (IH _ _ _ done _ _ _ found) as [there | [range there]].
    + apply find_add in there. destruct there as [[-> [= -> ->]] | there]; [right | auto].
      simpl. rewrite Nat.sub_diag. split; [lia | reflexivity].
    + right. simpl. split; [lia|]. replace (place - number) with (S (place - S number)) by lia. exact there.
Qed.

Lemma first_unfit_spec : forall t count entries number, first_unfit t count number entries = None ->
  forall i p label, nth_error entries i = Some (p, label) ->
  match label with Some n => fits_number t n (number + i) p = true | None => fits_infinite t count p = true end.
Proof.
  intros t count. induction entries as [|[q l] entries IH]; intros number none i p label there; simpl in none.
  - destruct i; discriminate.
  - destruct (match l with Some n => fits_number t n number q | None => fits_infinite t count q end) eqn:fits;
      [|discriminate].
    destruct i as [|i]; simpl in there.
    + injection there as -> ->. rewrite Nat.add_0_r. destruct label; exact fits.
    + rewrite <- Nat.add_succ_comm. exact (IH _ none i p label there).
Qed.

Section Sound.
Variable t : T.
Variable count : nat.
Hypothesis fit : all_fit count t.

Lemma has_label_spec : forall n before p, has_label t n before p = true <->
  exists q place, move p q /\ find q t = Some (Some n, place) /\ place < before.
Proof.
  intros n before p. unfold has_label. rewrite existsb_exists. split.
  - intros [q [member found]]. apply agree in member. destruct (find q t) as [[[m|] place]|] eqn:there; try discriminate.
    destruct (m =? n) eqn:same; [|discriminate]. apply Nat.eqb_eq in same. subst m. apply Nat.ltb_lt in found.
    exists q, place. auto.
  - intros [q [place [to [there less]]]]. exists q. split; [apply agree; exact to|].
    rewrite there, Nat.eqb_refl. apply Nat.ltb_lt. exact less.
Qed.

Lemma numbers_spec : forall p m, NS.In m (numbers t p) <-> exists q place, move p q /\ find q t = Some (Some m, place).
Proof.
  intros p m. unfold numbers.
  assert (all : forall l s, NS.In m (fold_left (fun s q => match find q t with Some (Some k, _) => put k s | _ => s end) l s) <->
            NS.In m s \/ exists q place, In q l /\ find q t = Some (Some m, place)).
  { induction l as [|q l IH]; intros s; simpl.
    - split; [auto|]. intros [there | [q [place [[] _]]]]. exact there.
    - rewrite IH. split.
      + intros [there | [q' [place [member found]]]]; [|right; exists q', place; auto].
        destruct (find q t) as [[[k|] place]|] eqn:found; auto.
        apply put_spec in there. destruct there as [-> | there]; [right; exists q, place; auto | auto].
      + intros [there | [q' [place [[<- | member] found]]]].
        * left. destruct (find q t) as [[[k|] place]|]; auto. apply put_spec. auto.
        * left. rewrite found. apply put_spec. auto.
        * right. exists q', place. auto. }
  rewrite all. split.
  - intros [there | [q [place [member found]]]]; [destruct (not_in_empty m there)|]. exists q, place.
    split; [apply agree; exact member | exact found].
  - intros [q [place [to found]]]. right. exists q, place. split; [apply agree; exact to | exact found].
Qed.

Let both := beside_heap move.

(** The player who must move beside the heap of the number loses; the earlier the entry, the sooner. *)
Lemma number_loses : forall n place p, find p t = Some (Some n, place) -> Lose both false (p, n).
Proof.
  induction n as [n smaller] using lt_wf_ind. induction place as [place earlier] using lt_wf_ind. intros p there.
  destruct (fit p _ _ there) as [_ fits]. unfold fits_number in fits. apply andb_true_iff in fits.
  destruct fits as [below each]. rewrite all_from_spec in below. rewrite forallb_forall in each.
  constructor; [discriminate|]. intros s to. inversion to as [p' q k moved | p' k l less]; subst.
  - specialize (each q (proj2 (agree p q) moved)). right.
    assert (back : has_label t n place q = true -> exists r, both (q, n) r /\ Lose both false r).
    { intros back. apply has_label_spec in back. destruct back as [r [place' [reply [found before]]]].
      exists (r, n). split; [constructor; exact reply | exact (earlier place' before r found)]. }
    destruct (find q t) as [[[m|] place']|] eqn:found; [| exact (back each) | discriminate].
    destruct (m <? n) eqn:less.
    + apply Nat.ltb_lt in less. exists (q, m). split; [constructor; exact less | exact (smaller m less place' q found)].
    + destruct (m =? n); [discriminate | exact (back each)].
  - right. specialize (below l ltac:(lia)). apply NS.mem_spec, numbers_spec in below.
    destruct below as [q [place' [reply found]]]. exists (q, l).
    split; [constructor; exact reply | exact (smaller l less place' q found)].
Qed.

Lemma number_wins : forall n place p k, find p t = Some (Some n, place) -> k <> n -> Win both false (p, k).
Proof.
  intros n place p k there differs. right. destruct (lt_dec n k) as [more | less].
  - exists (p, n). split; [constructor; exact more | exact (number_loses n place p there)].
  - destruct (fit p _ _ there) as [_ fits]. unfold fits_number in fits. apply andb_true_iff in fits.
    destruct fits as [below _]. rewrite all_from_spec in below. specialize (below k ltac:(lia)).
    apply NS.mem_spec, numbers_spec in below. destruct below as [q [place' [moved found]]].
    exists (q, k). split; [constructor; exact moved | exact (number_loses k place' q found)].
Qed.

Lemma among_wins : forall p k, NS.In k (numbers t p) -> Win both false (p, k).
Proof.
  intros p k there. apply numbers_spec in there. destruct there as [q [place [moved found]]]. right.
  exists (q, k). split; [constructor; exact moved | exact (number_loses k place q found)].
Qed.

(** Beside an infinite position nobody is forced: what keeps the play going leads to another one. *)
Lemma infinite_never_lost : forall s, Lose both false s -> forall place, find (fst s) t = Some (None, place) -> False.
Proof.
  intros s lost. induction lost as [s some replies] using Lose_induction. destruct s as [p k]. intros place there.
  destruct (fit p _ _ there) as [_ fits]. unfold fits_infinite in fits. apply andb_true_iff in fits.
  destruct fits as [_ some']. apply existsb_exists in some'. destruct some' as [q [moved goes_on]]. apply agree in moved.
  destruct (find q t) as [[[m|] place']|] eqn:found; try discriminate. apply negb_true_iff in goes_on.
  set (m := mex (numbers t p)) in *. destruct (mex_spec (numbers t p)) as [missing below]. fold m in missing, below.
  assert (lose_here : Lose both false (p, k)).
  { constructor; [exact some|]. intros s to. destruct (replies s to) as [over | [r [reply [loses _]]]]; [auto|].
    right. exists r. auto. }
  destruct (lt_eq_lt_dec k m) as [[less | same] | more].
  - exact (Lose_not_Win _ both false (p, k) lose_here (among_wins p k (below k less))).
  - subst k. destruct (replies (q, m)) as [[no _] | [r [reply [loses never]]]]; [constructor; exact moved | discriminate|].
    inversion reply as [q' u k moved' | q' k l less]; subst; simpl in never; [|exact (never _ found)].
    destruct (find u t) as [[[j|] place'']|] eqn:found'; [ | exact (never _ eq_refl) | ].
    + destruct (Nat.eq_dec j m) as [-> | differs].
      * enough (has_label t m count q = true) by congruence. apply has_label_spec. exists u, place''.
        split; [exact moved'|]. split; [exact found' | apply (fit u _ _ found')].
      * apply (Lose_not_Win _ both false (u, m) loses). apply (number_wins j place'' u m found'). auto.
    + destruct (fit q _ _ found) as [_ fits]. unfold fits_infinite in fits. apply andb_true_iff in fits.
      destruct fits as [listed _]. rewrite forallb_forall in listed. specialize (listed u (proj2 (agree q u) moved')).
      rewrite found' in listed. discriminate.
  - destruct (replies (p, m)) as [[no _] | [r [reply [loses never]]]]; [constructor; exact more | discriminate|].
    inversion reply as [q' u k' moved' | q' k' l less]; subst; simpl in never; [|exact (never _ there)].
    destruct (find u t) as [[[j|] place'']|] eqn:found'; [ | exact (never _ eq_refl) | ].
    + destruct (Nat.eq_dec j m) as [-> | differs].
      * apply missing, numbers_spec. exists u, place''. auto.
      * apply (Lose_not_Win _ both false (u, m) loses). apply (number_wins j place'' u m found'). auto.
    + destruct (fit p _ _ there) as [_ fits]. unfold fits_infinite in fits. apply andb_true_iff in fits.
      destruct fits as [listed _]. rewrite forallb_forall in listed. specialize (listed u (proj2 (agree p u) moved')).
      rewrite found' in listed. discriminate.
Qed.

Lemma infinite_not_won : forall p place k, find p t = Some (None, place) -> ~ NS.In k (numbers t p) ->
  ~ Win both false (p, k).
Proof.
  intros p place k there missing [[no _] | [s [to loses]]]; [discriminate|].
  inversion to as [p' q k' moved | p' k' l less]; subst; [|exact (infinite_never_lost _ loses _ there)].
  destruct (find q t) as [[[j|] place']|] eqn:found.
  - destruct (Nat.eq_dec j k) as [-> | differs].
    + apply missing, numbers_spec. exists q, place'. auto.
    + apply (Lose_not_Win _ both false (q, k) loses). apply (number_wins j place' q k found). auto.
  - exact (infinite_never_lost _ loses _ found).
  - destruct (fit p _ _ there) as [_ fits]. unfold fits_infinite in fits. apply andb_true_iff in fits.
    destruct fits as [listed _]. rewrite forallb_forall in listed. specialize (listed q (proj2 (agree p q) moved)).
    rewrite found in listed. discriminate.
Qed.

Lemma same_numbers_true : forall s l, same_numbers s l = true -> s = l.
Proof.
  induction s as [|a s IH]; intros [|b l] same; simpl in same; try discriminate; [reflexivity|].
  destruct (a =? b) eqn:equal; [|discriminate]. apply Nat.eqb_eq in equal. subst b. f_equal. auto.
Qed.

Lemma has_value_sound : forall p v, has_value t p v = true -> loopy_value move p v.
Proof.
  intros p v same. unfold has_value in same. destruct (find p t) as [[[m|] place]|] eqn:found; [| |discriminate];
    destruct v as [n | among]; try discriminate.
  - apply Nat.eqb_eq in same. subst m. split; [exact (number_loses n place p found)|].
    intros k differs. exact (number_wins n place p k found differs).
  - apply same_numbers_true in same. subst among. intros k.
    destruct (in_dec Nat.eq_dec k (NS.elements (numbers t p))) as [there | missing]; rewrite elements_members in *.
    + exact (among_wins p k there).
    + split; [exact (infinite_not_won p place k found missing)|].
      intros loses. exact (infinite_never_lost _ loses _ found).
Qed.
End Sound.

Theorem check_loops_sound : forall entries start v,
  check_loops entries start v = Known true -> loopy_value move start v.
Proof.
  intros entries start v done. unfold check_loops in done.
  destruct (tabulate 0 empty entries) as [t|] eqn:made; [|discriminate].
  destruct (first_unfit t (length entries) 0 entries) eqn:fits; [discriminate|]. injection done as done.
  apply (has_value_sound t (length entries)); [|exact done]. intros p label place found.
  destruct (tabulate_spec _ _ _ _ made _ _ _ found) as [there | [range there]];
    [rewrite find_empty in there; discriminate|].
  rewrite Nat.sub_0_r in there. split; [lia|].
  exact (first_unfit_spec _ _ _ _ fits _ _ _ there).
Qed.
End Loops.
