(** Sets of numbers, tables and sorting, as they are computed with: balanced trees of the standard library. *)

From Coq Require Import List Arith Lia Permutation Bool Morphisms RelationClasses.
From Coq Require Import MSets.MSetAVL FSets.FMapAVL FSets.FMapFacts Structures.Orders Structures.OrderedType.
From Verified Require Import Games.
Import ListNotations.

(** ** Sets of numbers, tables by numbers and by lists of numbers *)

Module Ordered_numbers <: Orders.OrderedType.
  Definition t := nat.
  Definition eq := @eq nat.
  Definition eq_equiv : Equivalence eq := eq_equivalence.
  Definition lt := lt.
  Definition lt_strorder : StrictOrder lt := Nat.lt_strorder.
  Definition lt_compat : Proper (eq ==> eq ==> iff) lt := Nat.lt_compat.
  Definition compare := Nat.compare.
  Definition compare_spec : forall a b, CompareSpec (eq a b) (lt a b) (lt b a) (compare a b) := Nat.compare_spec.
  Definition eq_dec := Nat.eq_dec.
End Ordered_numbers.

Module Numbers <: OrderedType.OrderedType.
  Definition t := nat.
  Definition eq := @eq nat.
  Definition lt := lt.
  Definition eq_refl := @eq_refl nat.
  Definition eq_sym := @eq_sym nat.
  Definition eq_trans := @eq_trans nat.
  Definition lt_trans := Nat.lt_trans.
  Definition lt_not_eq : forall a b, lt a b -> ~ eq a b := Nat.lt_neq.
  Definition compare (a b : nat) : Compare lt eq a b.
  Proof.
    destruct (Nat.compare a b) eqn:found;
      [apply OrderedType.EQ | apply OrderedType.LT | apply OrderedType.GT];
      pose proof (Nat.compare_spec a b) as spec; rewrite found in spec; inversion spec; assumption.
  Defined.
  Definition eq_dec := Nat.eq_dec.
End Numbers.

Module Lists <: OrderedType.OrderedType.
  Definition t := list nat.
  Definition eq := @eq (list nat).
  Fixpoint lt (a b : list nat) : Prop :=
    match a, b with
    | _, [] => False
    | [], _ :: _ => True
    | x :: a', y :: b' => x < y \/ (x = y /\ lt a' b')
    end.
  Definition eq_refl := @eq_refl (list nat).
  Definition eq_sym := @eq_sym (list nat).
  Definition eq_trans := @eq_trans (list nat).
  Lemma lt_trans : forall a b c, lt a b -> lt b c -> lt a c.
  Proof.
    induction a as [|x a IH]; intros [|y b] [|z c] ab bc; simpl in *; try tauto.
    destruct ab as [ab | [-> ab]], bc as [bc | [-> bc]]; [left; lia | left; lia | left; lia|].
    right. split; [reflexivity | exact (IH b c ab bc)].
  Qed.
  Lemma lt_not_eq : forall a b, lt a b -> ~ eq a b.
  Proof.
    unfold eq. induction a as [|x a IH]; intros b ab <-; simpl in ab; [exact ab|].
    destruct ab as [ab | [_ ab]]; [lia | exact (IH a ab Logic.eq_refl)].
  Qed.
  Fixpoint order (a b : list nat) : comparison :=
    match a, b with
    | [], [] => Eq
    | [], _ :: _ => Lt
    | _ :: _, [] => Gt
    | x :: a', y :: b' => match Nat.compare x y with Eq => order a' b' | c => c end
    end.
  Lemma order_spec : forall a b, CompareSpec (a = b) (lt a b) (lt b a) (order a b).
  Proof.
    induction a as [|x a IH]; intros [|y b]; simpl; try (constructor; auto; fail).
    destruct (Nat.compare_spec x y) as [-> | less | more]; [|constructor; auto | constructor; auto].
    destruct (IH b) as [-> | less | more]; constructor; auto.
  Qed.
  Definition compare (a b : list nat) : Compare lt eq a b.
  Proof.
    destruct (order a b) eqn:found;
      [apply OrderedType.EQ | apply OrderedType.LT | apply OrderedType.GT];
      pose proof (order_spec a b) as spec; rewrite found in spec; inversion spec; assumption.
  Defined.
  Definition eq_dec : forall a b : list nat, {a = b} + {a <> b} := list_eq_dec Nat.eq_dec.
End Lists.

Module NS := MSetAVL.Make Ordered_numbers.
Module M := FMapAVL.Make Numbers.
Module MF := FMapFacts.WFacts_fun Numbers M.
Module L := FMapAVL.Make Lists.
Module LF := FMapFacts.WFacts_fun Lists L.

(** What is found in a table was put there: all that soundness needs. *)
Lemma M_found : forall (A : Type) (m : M.t A) k l x y,
  M.find k (M.add l x m) = Some y -> (k = l /\ y = x) \/ M.find k m = Some y.
Proof.
  intros A m k l x y. rewrite MF.add_o. destruct (Numbers.eq_dec l k) as [same | _]; [|auto].
  intros [= ->]. left. split; [symmetry; exact same | reflexivity].
Qed.

Lemma L_found : forall (A : Type) (m : L.t A) k l x y,
  L.find k (L.add l x m) = Some y -> (k = l /\ y = x) \/ L.find k m = Some y.
Proof.
  intros A m k l x y. rewrite LF.add_o. destruct (Lists.eq_dec l k) as [same | _]; [|auto].
  intros [= ->]. left. split; [symmetry; exact same | reflexivity].
Qed.

(** ** Sets of numbers *)

Definition put (v : nat) (s : NS.t) : NS.t := if NS.mem v s then s else NS.add v s.

Lemma put_spec : forall v s k, NS.In k (put v s) <-> k = v \/ NS.In k s.
Proof.
  intros v s k. unfold put. destruct (NS.mem v s) eqn:member; [|apply NS.add_spec].
  apply NS.mem_spec in member. split; [auto|]. intros [-> | there]; assumption.
Qed.

Lemma not_in_empty : forall k, ~ NS.In k NS.empty.
Proof. exact NS.empty_spec. Qed.

Lemma elements_members : forall s v, In v (NS.elements s) <-> NS.In v s.
Proof.
  intros s v. rewrite <- NS.elements_spec1, SetoidList.InA_alt. split.
  - intros member. exists v. split; [reflexivity | exact member].
  - intros [w [-> member]]. exact member.
Qed.

(** Adds the images of the members of a set. *)
Definition put_all (f : nat -> nat) (s all : NS.t) : NS.t := NS.fold (fun v => put (f v)) s all.

Lemma put_all_spec : forall f s all v, NS.In v (put_all f s all) <-> NS.In v all \/ exists w, NS.In w s /\ v = f w.
Proof.
  intros f s all v. unfold put_all. rewrite NS.fold_spec.
  assert (members : forall l acc, NS.In v (fold_left (fun acc w => put (f w) acc) l acc) <->
            NS.In v acc \/ exists w, In w l /\ v = f w).
  { induction l as [|w l IH]; intros acc; simpl.
    - split; [auto|]. intros [there | [w [[] _]]]. exact there.
    - rewrite IH, put_spec. split.
      + intros [[-> | there] | [w' [member ->]]]; [right; exists w | left | right; exists w']; auto.
      + intros [there | [w' [[<- | member] ->]]]; [auto | auto | right; exists w'; auto]. }
  unfold Basics.flip in *. rewrite members.
  split; (intros [there | [w [member ->]]]; [auto|]);
    right; exists w; (split; [apply elements_members; exact member | reflexivity]).
Qed.

(** Runs f at start, start + 1 and so on. *)
Fixpoint loop {A : Type} (f : nat -> A -> A) (count start : nat) (a : A) : A :=
  match count with
  | 0 => a
  | S c => loop f c (S start) (f start a)
  end.

Lemma loop_put : forall (g : nat -> nat) count start s k,
  NS.In k (loop (fun i => put (g i)) count start s) <->
  NS.In k s \/ exists i, start <= i < start + count /\ k = g i.
Proof.
  induction count as [|c IH]; intros start s k; simpl.
  - split; [auto|]. intros [there | [i [range _]]]; [exact there | lia].
  - rewrite IH, put_spec. split.
    + intros [[-> | there] | [i [range ->]]]; [right; exists start | left | right; exists i]; auto; split; auto; lia.
    + intros [there | [i [range ->]]]; [auto|]. destruct (Nat.eq_dec i start) as [-> | differs]; [auto|].
      right. exists i. split; [lia | reflexivity].
Qed.

(** Whether every number from start on, count of them, passes the test. *)
Fixpoint all_from (test : nat -> bool) (count start : nat) : bool :=
  match count with
  | 0 => true
  | S c => if test start then all_from test c (S start) else false
  end.

Lemma all_from_spec : forall test count start,
  all_from test count start = true <-> forall i, start <= i < start + count -> test i = true.
Proof.
  induction count as [|c IH]; intros start; simpl; [split; [lia | auto]|].
  destruct (test start) eqn:first.
  - rewrite IH. split; intros each i range; [|apply each; lia].
    destruct (Nat.eq_dec i start) as [-> | differs]; [exact first | apply each; lia].
  - split; [discriminate|]. intros each. rewrite <- first. apply each. lia.
Qed.

(** ** The mex of a set *)

Fixpoint climb (s : NS.t) (fuel n : nat) : nat :=
  match fuel with
  | 0 => n
  | S f => if NS.mem n s then climb s f (S n) else n
  end.

Definition mex (s : NS.t) : nat := climb s (NS.cardinal s) 0.

Lemma climb_spec : forall s fuel n, (forall k, k < n -> NS.In k s) ->
  (forall k, k < climb s fuel n -> NS.In k s) /\ (NS.In (climb s fuel n) s -> climb s fuel n = n + fuel).
Proof.
  induction fuel as [|f IH]; intros n below; simpl; [split; [exact below | lia]|].
  destruct (NS.mem n s) eqn:member.
  - apply NS.mem_spec in member. destruct (IH (S n)) as [below' full].
    + intros k less. destruct (Nat.eq_dec k n) as [-> | differs]; [exact member | apply below; lia].
    + split; [exact below'|]. intros there. rewrite (full there). lia.
  - split; [exact below|]. intros there. apply NS.mem_spec in there. congruence.
Qed.

Theorem mex_spec : forall s, is_mex (fun v => NS.In v s) (mex s).
Proof.
  intros s. unfold mex. destruct (climb_spec s (NS.cardinal s) 0) as [below full]; [lia|].
  split; [|exact below]. intros there. pose proof (full there) as top. simpl in top.
  rewrite top in below, there. rewrite NS.cardinal_spec in below, there.
  assert (more : length (seq 0 (S (length (NS.elements s)))) <= length (NS.elements s)).
  { apply NoDup_incl_length; [apply seq_NoDup|]. intros k member. apply in_seq in member.
    assert (NS.In k s) as inside.
    { destruct (Nat.eq_dec k (length (NS.elements s))) as [-> | differs]; [exact there | apply below; lia]. }
    apply elements_members. exact inside. }
  rewrite seq_length in more. lia.
Qed.

Lemma mex_is : forall s v, mex s = v -> is_mex (fun k => NS.In k s) v.
Proof. intros s v <-. apply mex_spec. Qed.

(** ** Sorting by merging; that the result is sorted is never used, only that it has the same members *)

Section Sort.
Variable A : Type.
Variable le : A -> A -> bool.

Fixpoint merge (a : list A) : list A -> list A :=
  match a with
  | [] => fun b => b
  | x :: a' =>
      fix into (b : list A) : list A :=
        match b with
        | [] => x :: a'
        | y :: b' => if le x y then x :: merge a' (y :: b') else y :: into b'
        end
  end.

Lemma merge_permutation : forall a b, Permutation (a ++ b) (merge a b).
Proof.
  induction a as [|x a IH]; [reflexivity|].
  induction b as [|y b IH']; [simpl; rewrite app_nil_r; reflexivity|].
  cbn [merge]. destruct (le x y); [simpl; apply perm_skip, IH|].
  apply Permutation_trans with (y :: (x :: a) ++ b); [apply Permutation_sym, Permutation_middle|].
  apply perm_skip. exact IH'.
Qed.

Fixpoint pass (runs : list (list A)) : list (list A) :=
  match runs with
  | a :: b :: rest => merge a b :: pass rest
  | _ => runs
  end.

Lemma pass_permutation : forall n runs, length runs <= n -> Permutation (concat runs) (concat (pass runs)).
Proof.
  induction n as [|n IH]; intros [|a [|b runs]] short; simpl in *; try reflexivity; try lia.
  rewrite app_assoc. apply Permutation_app; [apply merge_permutation | apply IH; lia].
Qed.

Fixpoint passes (fuel : nat) (runs : list (list A)) : list A :=
  match runs, fuel with
  | [a], _ => a
  | _, 0 => concat runs
  | _, S f => passes f (pass runs)
  end.

Lemma passes_permutation : forall fuel runs, Permutation (concat runs) (passes fuel runs).
Proof.
  induction fuel as [|f IH]; intros runs.
  - destruct runs as [|a [|b runs]]; simpl; rewrite ?app_nil_r; reflexivity.
  - apply Permutation_trans with (concat (pass runs)); [exact (pass_permutation _ runs (le_n _))|].
    destruct runs as [|a [|b runs]]; simpl; [apply (IH []) | rewrite app_nil_r; reflexivity|].
    exact (IH (merge a b :: pass runs)).
Qed.

Definition sort (l : list A) : list A := passes (length l) (map (fun x => [x]) l).

Theorem sort_permutation : forall l, Permutation l (sort l).
Proof.
  intros l. unfold sort. apply Permutation_trans with (concat (map (fun x => [x]) l)); [|apply passes_permutation].
  induction l as [|x l IH]; simpl; [reflexivity | apply perm_skip; exact IH].
Qed.

(** A list without neighbours that are equal. *)
Variable eqb : A -> A -> bool.
Hypothesis eqb_true : forall x y, eqb x y = true -> x = y.

Fixpoint distinct (l : list A) : list A :=
  match l with
  | x :: ((y :: _) as rest) => if eqb x y then distinct rest else x :: distinct rest
  | _ => l
  end.

Lemma distinct_members : forall l x, In x (distinct l) <-> In x l.
Proof.
  induction l as [|a [|b l] IH]; intros x; [reflexivity | reflexivity|].
  cbn [distinct]. destruct (eqb a b) eqn:same.
  - apply eqb_true in same. subst b. rewrite IH. simpl. tauto.
  - cbn [In]. rewrite IH. reflexivity.
Qed.

Lemma sorted_members : forall l x, In x (distinct (sort l)) <-> In x l.
Proof.
  intros l x. rewrite distinct_members.
  split; apply Permutation_in; [apply Permutation_sym|]; apply sort_permutation.
Qed.
End Sort.
