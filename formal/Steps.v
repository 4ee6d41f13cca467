(** The moves of heap games, as programs list them: takes with their digits, and all options of a position. *)

From Coq Require Import List Arith Lia Bool Permutation.
From Verified Require Import Games Sums Heaps Tables.
Import ListNotations.

(** ** Takes with their digits *)

Fixpoint code_steps (digits : list nat) (t n : nat) : list (nat * nat) :=
  match digits with
  | [] => []
  | d :: rest =>
      if n <? t then []
      else if d =? 0 then code_steps rest (S t) n else (t, d) :: code_steps rest (S t) n
  end.

(** What may be taken of n tokens, every take with its digit. *)
Definition steps (r : rules) (n : nat) : list (nat * nat) :=
  match r with
  | Code digits => code_steps digits 0 n
  | Takes set => map (fun t => (t, 3)) (filter (fun t => t <=? n) set)
  | Nim => map (fun t => (t, 3)) (seq 1 n)
  end.

Lemma code_steps_spec : forall digits s n t d, In (t, d) (code_steps digits s n) <->
  s <= t <= n /\ d = nth (t - s) digits 0 /\ d <> 0.
Proof.
  induction digits as [|e digits IH]; intros s n t d; simpl.
  - split; [intros []|]. intros [_ [-> zero]]. destruct (t - s); auto.
  - destruct (n <? s) eqn:early.
    + apply Nat.ltb_lt in early. split; [intros []|]. lia.
    + apply Nat.ltb_ge in early.
      assert (later : In (t, d) (code_steps digits (S s) n) <->
                      S s <= t <= n /\ d = nth (t - s) (e :: digits) 0 /\ d <> 0).
      { rewrite IH. split; intros [range rest]; (split; [exact range|]);
          replace (t - s) with (S (t - S s)) in * by lia; exact rest. }
      destruct (e =? 0) eqn:zero.
      * apply Nat.eqb_eq in zero. subst e. rewrite later. split; [intros [? ?]; split; [lia | assumption]|].
        intros [range [-> positive]]. split; [|auto].
        destruct (Nat.eq_dec t s) as [-> | differs]; [|lia]. rewrite Nat.sub_diag in positive. simpl in positive. lia.
      * apply Nat.eqb_neq in zero. cbn [In]. rewrite later. split.
        -- intros [[= <- <-] | [range rest]]; [|split; [lia | exact rest]].
           rewrite Nat.sub_diag. simpl. repeat split; auto; lia.
        -- intros [range [-> positive]].
           destruct (Nat.eq_dec t s) as [-> | differs]; [left; rewrite Nat.sub_diag; reflexivity | right].
           repeat split; auto; lia.
Qed.

Theorem steps_spec : forall r n t d, In (t, d) (steps r n) <-> t <= n /\ d = digit r t /\ d <> 0.
Proof.
  intros [digits | set |] n t d; simpl.
  - rewrite code_steps_spec, Nat.sub_0_r. split; intros [range rest]; (split; [lia | exact rest]).
  - rewrite in_map_iff. split.
    + intros [x [[= -> <-] member]]. apply filter_In in member. destruct member as [member small].
      apply Nat.leb_le in small. split; [exact small|]. split; [|discriminate].
      destruct (existsb (Nat.eqb t) set) eqn:found; [reflexivity | exfalso].
      assert (existsb (Nat.eqb t) set = true); [|congruence].
      apply existsb_exists. exists t. split; [exact member | apply Nat.eqb_refl].
    + intros [small [-> positive]]. destruct (existsb (Nat.eqb t) set) eqn:found; [|destruct (positive eq_refl)].
      exists t. split; [reflexivity|]. apply filter_In. split; [|apply Nat.leb_le; exact small].
      apply existsb_exists in found. destruct found as [x [member same]]. apply Nat.eqb_eq in same. congruence.
  - rewrite in_map_iff. split.
    + intros [x [[= -> <-] member]]. apply in_seq in member. destruct t; [lia|]. repeat split; auto; lia.
    + intros [small [-> positive]]. destruct t as [|t]; [destruct (positive eq_refl)|].
      exists (S t). split; [reflexivity|]. apply in_seq. lia.
Qed.

(** Whether the rules are proper: digits below 16, and what takes nothing must split. *)
Definition valid (r : rules) : bool :=
  match r with
  | Code digits =>
      forallb (fun d => d <? 16) digits &&
      negb (Nat.testbit (nth 0 digits 0) 0) && negb (Nat.testbit (nth 0 digits 0) 1)
  | Takes set => negb (existsb (Nat.eqb 0) set)
  | Nim => true
  end.

Lemma testbit_small : forall d h j, d < 2 ^ S h -> Nat.testbit d j = true -> j <= h.
Proof.
  intros d h j small set. destruct (le_lt_dec j h) as [within | beyond]; [exact within | exfalso].
  destruct (Nat.eq_dec d 0) as [-> | positive]; [rewrite Nat.bits_0 in set; discriminate|].
  rewrite Nat.bits_above_log2 in set; [discriminate|].
  apply Nat.lt_le_trans with (S h); [|exact beyond]. apply Nat.log2_lt_pow2; lia.
Qed.

Theorem valid_proper : forall r, valid r = true -> proper r.
Proof.
  intros [digits | set |] ok; cbn [valid] in ok.
  - rewrite !andb_true_iff, !negb_true_iff in ok. destruct ok as [[small bit0] bit1]. split.
    + intros t j set. enough (j <= 3) by lia. apply (testbit_small (nth t digits 0)); [|exact set].
      rewrite forallb_forall in small. destruct (nth_in_or_default t digits 0) as [member | ->]; [|simpl; lia].
      apply small, Nat.ltb_lt in member. exact member.
    + intros j set. cbn [digit] in set. destruct j as [|[|j]]; [congruence | congruence | lia].
  - apply negb_true_iff in ok. split.
    + intros t j set'. cbn [digit] in set'. enough (j <= 1) by lia.
      apply (testbit_small (if existsb (Nat.eqb t) set then 3 else 0)); [|exact set'].
      destruct (existsb (Nat.eqb t) set); simpl; lia.
    + intros j set'. cbn [digit] in set'. rewrite ok, Nat.bits_0 in set'. discriminate.
  - split.
    + intros t j set. enough (j <= 1) by lia. apply (testbit_small (digit Nim t)); [|exact set].
      destruct t; simpl; lia.
    + intros j set. cbn [digit] in set. rewrite Nat.bits_0 in set. discriminate.
Qed.

(** ** All that may be left of a heap, the parts ascending *)

Definition pairs (rest : nat) : list (list nat) := map (fun a => [a; rest - a]) (seq 1 (rest / 2)).

Definition triples (rest : nat) : list (list nat) :=
  flat_map (fun a => map (fun b => [a; b; rest - a - b]) (seq a (S ((rest - a) / 2) - a))) (seq 1 (rest / 3)).

Definition left_by (n : nat) (step : nat * nat) : list (list nat) :=
  let (t, d) := step in
  let rest := n - t in
  (if Nat.eqb rest 0 then if Nat.testbit d 0 then [[]] else []
   else if Nat.testbit d 1 then [[rest]] else [])
  ++ (if Nat.testbit d 2 then pairs rest else [])
  ++ (if Nat.testbit d 3 then triples rest else []).

Definition all_left (r : rules) (n : nat) : list (list nat) := flat_map (left_by n) (steps r n).

Lemma pairs_sound : forall rest hs, In hs (pairs rest) ->
  length hs = 2 /\ list_sum hs = rest /\ Forall (lt 0) hs.
Proof.
  intros rest hs member. apply in_map_iff in member. destruct member as [a [<- range]]. apply in_seq in range.
  pose proof (Nat.mul_div_le rest 2). simpl. repeat split; [lia|]. repeat constructor; lia.
Qed.

Lemma pairs_complete : forall a b, 0 < a -> 0 < b -> exists hs, In hs (pairs (a + b)) /\ Permutation [a; b] hs.
Proof.
  assert (ordered : forall a b, 0 < a -> a <= b -> In [a; b] (pairs (a + b))).
  { intros a b positive order. apply in_map_iff. exists a. split; [do 2 f_equal; lia|]. apply in_seq.
    assert (a <= (a + b) / 2) by (apply Nat.div_le_lower_bound; lia). lia. }
  intros a b positive_a positive_b. destruct (le_lt_dec a b) as [order | order].
  - exists [a; b]. split; [apply ordered; assumption | reflexivity].
  - exists [b; a]. split; [rewrite Nat.add_comm; apply ordered; lia | apply perm_swap].
Qed.

Lemma triples_sound : forall rest hs, In hs (triples rest) ->
  length hs = 3 /\ list_sum hs = rest /\ Forall (lt 0) hs.
Proof.
  intros rest hs member. apply in_flat_map in member. destruct member as [a [range member]]. apply in_seq in range.
  apply in_map_iff in member. destruct member as [b [<- range']]. apply in_seq in range'.
  pose proof (Nat.mul_div_le (rest - a) 2). pose proof (Nat.mul_div_le rest 3). simpl.
  repeat split; [lia|]. repeat constructor; lia.
Qed.

Lemma triples_complete : forall a b c, 0 < a -> 0 < b -> 0 < c ->
  exists hs, In hs (triples (a + b + c)) /\ Permutation [a; b; c] hs.
Proof.
  assert (ordered : forall a b c, 0 < a -> a <= b -> b <= c -> In [a; b; c] (triples (a + b + c))).
  { intros a b c positive ab bc. apply in_flat_map. exists a. split.
    - apply in_seq. assert (a <= (a + b + c) / 3) by (apply Nat.div_le_lower_bound; lia). lia.
    - apply in_map_iff. exists b. split; [do 3 f_equal; lia|]. apply in_seq.
      assert (b <= (a + b + c - a) / 2) by (apply Nat.div_le_lower_bound; lia). lia. }
  assert (swap : forall a b c : nat, Permutation [a; b; c] [b; a; c]) by (intros; apply perm_swap).
  assert (turn : forall a b c : nat, Permutation [a; b; c] [b; c; a]).
  { intros a b c. apply Permutation_trans with [b; a; c]; [apply swap | apply perm_skip, perm_swap]. }
  intros a b c positive_a positive_b positive_c.
  destruct (le_lt_dec a b) as [ab | ab], (le_lt_dec b c) as [bc | bc], (le_lt_dec a c) as [ac | ac]; try lia.
  - exists [a; b; c]. split; [apply ordered; lia | reflexivity].
  - exists [a; c; b]. split; [|apply perm_skip, perm_swap].
    replace (a + b + c) with (a + c + b) by lia. apply ordered; lia.
  - exists [c; a; b]. split; [|apply Permutation_sym, turn].
    replace (a + b + c) with (c + a + b) by lia. apply ordered; lia.
  - exists [b; a; c]. split; [|apply swap]. replace (a + b + c) with (b + a + c) by lia. apply ordered; lia.
  - exists [b; c; a]. split; [|apply turn]. replace (a + b + c) with (b + c + a) by lia. apply ordered; lia.
  - exists [c; b; a]. split.
    + replace (a + b + c) with (c + b + a) by lia. apply ordered; lia.
    + apply Permutation_trans with [b; c; a]; [apply turn | apply perm_swap].
Qed.

Lemma all_left_sound : forall r n hs, In hs (all_left r n) -> leaves r n hs.
Proof.
  intros r n hs member. apply in_flat_map in member. destruct member as [[t d] [step member]].
  apply steps_spec in step. destruct step as [enough [-> _]].
  unfold left_by in member. rewrite !in_app_iff in member. exists t.
  destruct member as [member | [member | member]].
  - destruct (n - t =? 0) eqn:zero.
    + apply Nat.eqb_eq in zero. destruct (Nat.testbit (digit r t) 0) eqn:allowed; [|destruct member].
      destruct member as [<- | []]. simpl list_sum. repeat split; auto; lia.
    + apply Nat.eqb_neq in zero. destruct (Nat.testbit (digit r t) 1) eqn:allowed; [|destruct member].
      destruct member as [<- | []]. simpl list_sum. repeat split; [exact allowed | lia|]. repeat constructor. lia.
  - destruct (Nat.testbit (digit r t) 2) eqn:allowed; [|destruct member].
    destruct (pairs_sound _ _ member) as [-> [total positive]]. repeat split; auto; lia.
  - destruct (Nat.testbit (digit r t) 3) eqn:allowed; [|destruct member].
    destruct (triples_sound _ _ member) as [-> [total positive]]. repeat split; auto; lia.
Qed.

Lemma step_of : forall r t n j, Nat.testbit (digit r t) j = true -> t <= n -> In (t, digit r t) (steps r n).
Proof.
  intros r t n j allowed enough. apply steps_spec. repeat split; [exact enough|]. intros zero.
  rewrite zero, Nat.bits_0 in allowed. discriminate.
Qed.

Lemma all_left_complete : forall r, proper r -> forall n hs, leaves r n hs ->
  exists hs', In hs' (all_left r n) /\ Permutation hs hs'.
Proof.
  intros r is_proper n hs [t [allowed [total positive]]].
  assert (step : In (t, digit r t) (steps r n)) by (apply (step_of r t n (length hs)); [exact allowed | lia]).
  assert (enough : forall hs', In hs' (left_by n (t, digit r t)) -> In hs' (all_left r n)).
  { intros hs' member. apply in_flat_map. exists (t, digit r t). auto. }
  assert (rest : n - t = list_sum hs) by lia. apply is_proper in allowed as few.
  destruct hs as [|a [|b [|c [|e hs]]]]; cbn [length] in *; [ | | | | lia]; simpl in rest;
    repeat (match goal with H : Forall _ (_ :: _) |- _ => inversion H; clear H; subst end).
  - exists []. split; [|reflexivity]. apply enough. unfold left_by. rewrite rest, allowed. simpl. auto.
  - exists [a]. split; [|reflexivity]. apply enough. unfold left_by. rewrite rest, Nat.add_0_r, allowed.
    destruct a; [lia|]. simpl. auto.
  - destruct (pairs_complete a b) as [hs' [member same]]; try assumption. exists hs'. split; [|exact same].
    apply enough. unfold left_by. rewrite rest, Nat.add_0_r, allowed, !in_app_iff. auto.
  - destruct (triples_complete a b c) as [hs' [member same]]; try assumption. exists hs'. split; [|exact same].
    apply enough. unfold left_by. rewrite rest, Nat.add_0_r, Nat.add_assoc, allowed, !in_app_iff. auto.
Qed.

(** ** The options of a position: ascending heaps, every one once, in an order that is given *)

Fixpoint moved (r : rules) (p : list nat) : list (list nat) :=
  match p with
  | [] => []
  | n :: rest => map (fun hs => hs ++ rest) (all_left r n) ++ map (cons n) (moved r rest)
  end.

Fixpoint same_heaps (p q : list nat) : bool :=
  match p, q with
  | [], [] => true
  | a :: p', b :: q' => if a =? b then same_heaps p' q' else false
  | _, _ => false
  end.

Lemma same_heaps_true : forall p q, same_heaps p q = true -> p = q.
Proof.
  induction p as [|a p IH]; intros [|b q] same; simpl in same; try discriminate; [reflexivity|].
  destruct (a =? b) eqn:equal; [|discriminate]. apply Nat.eqb_eq in equal. subst b. f_equal. auto.
Qed.

Definition ascending : list nat -> list nat := sort nat Nat.leb.

Definition heap_options (r : rules) (order : list nat -> list nat -> bool) (p : list nat) : list (list nat) :=
  distinct _ same_heaps (sort _ order (map ascending (moved r p))).

Theorem heap_options_listed : forall r order, proper r ->
  lists (heap_move r) (@Permutation nat) (heap_options r order).
Proof.
  intros r order is_proper p. unfold heap_options. split.
  - intros q member. apply (proj1 (sorted_members _ order same_heaps same_heaps_true _ q)) in member.
    apply in_map_iff in member. destruct member as [q' [<- member]]. exists q'.
    split; [|apply sort_permutation]. clear - member. revert q' member.
    induction p as [|n p IH]; intros q member; simpl in member; [destruct member|].
    apply in_app_iff in member. rewrite !in_map_iff in member.
    destruct member as [[hs [<- left]] | [rest [<- member]]].
    + constructor. apply all_left_sound. exact left.
    + constructor 2. apply IH. exact member.
  - intros q to.
    assert (found : exists q', In q' (moved r p) /\ Permutation q q').
    { induction to as [n hs rest L | n rest rest' to IH]; simpl.
      - destruct (all_left_complete r is_proper n hs L) as [hs' [member same]]. exists (hs' ++ rest).
        split; [|apply Permutation_app_tail; exact same].
        apply in_app_iff. left. apply in_map_iff. exists hs'. auto.
      - destruct IH as [q' [member same]]. exists (n :: q'). split; [|apply perm_skip; exact same].
        apply in_app_iff. right. apply in_map_iff. exists q'. auto. }
    destruct found as [q' [member same]]. exists (ascending q'). split.
    + apply (proj2 (sorted_members _ order same_heaps same_heaps_true _ _)). apply in_map. exact member.
    + apply Permutation_trans with q'; [exact same | apply sort_permutation].
Qed.
