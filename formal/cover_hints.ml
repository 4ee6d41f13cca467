(* What is found here is not believed: the chosen numbers as forms, the states that automata reach together, and where marks
   come from, are checked by the verified program. *)

open Reader
open Texts

(* The chosen numbers as forms of the heaps before and after a move, if its equations give them. An equation is a row of
   numbers: of the heaps, of the changed heaps after the move, of the chosen numbers, and the constant. *)
let solve heaps chosen goals =
  let news = List.length goals in
  let joint = heaps + news in
  let size = joint + chosen + 1 in
  let combined f k g =
    let found = Array.mapi (fun i x -> x + (k * g.(i))) f in
    if Array.exists (fun x -> abs x > 1 lsl 20) found then malformed 1 "smaller numbers in the rule";
    found in
  let unit i = Array.init size (fun j -> if i = j then 1 else 0) in
  let equation number (parts, constant) =
    let found = unit (heaps + number) in
    let put = function
      | Verified.Column i, k -> let at = if i < heaps then i else i + news in found.(at) <- found.(at) - k
      | _ -> unread "such a term" in
    List.iter put parts;
    found.(size - 1) <- - constant;
    found in
  let rec go number equations solved =
    if number = chosen then List.rev solved
    else
      let at = joint + number in
      match List.partition (fun e -> abs e.(at) = 1) equations with
      | [], _ -> unread "a chosen number that the heaps after the move do not determine"
      | equation :: _, _ ->
          let others = List.filter (fun e -> e != equation) equations in
          let form = combined (unit at) (- equation.(at)) equation in
          let clear e = combined e (- (e.(at) * equation.(at))) equation in
          let replace old = combined (combined old (old.(at)) form) (- old.(at)) (unit at) in
          go (number + 1) (List.map clear others) (form :: List.map replace solved) in
  let form row =
    let parts = List.filter (fun (_, k) -> k <> 0) (List.init joint (fun i -> (Verified.Column i, row.(i)))) in
    (parts, row.(size - 1)) in
  List.map form (go 0 (List.mapi equation goals) [])

type machine = { outputs : int array; table : int array array }

module Points = Hashtbl.Make (struct
  type t = Verified.point
  let equal (p : t) (q : t) = p = q
  let hash (p : t) = Hashtbl.hash_param 100 300 p
end)

(* All states that are reached together, in the order in which they are found. *)
let search onward start =
  let places = Points.create 1024 and points = ref [| start |] and rows = ref [| [||] |] and count = ref 1 in
  let grow filler found = if !count = Array.length !found then found := Array.append !found (Array.make !count filler) in
  Points.add places start 0;
  let place p =
    match Points.find_opt places p with
    | Some i -> i
    | None ->
        grow start points;
        grow [||] rows;
        let i = !count in
        !points.(i) <- p;
        Points.add places p i;
        incr count;
        i in
  let at = ref 0 in
  while !at < !count do
    let row = Array.of_list (List.map place (onward !points.(!at))) in
    !rows.(!at) <- row;
    incr at
  done;
  let points = !points and rows = !rows in
  { Verified.visited = !count; stop = (fun i -> points.(i)); onward = (fun i j -> rows.(i).(j)) }

type side = { automaton : machine; kind : Verified.kind; new_places : int list }

(* The marks that follow from a mark when a letter is read, each with the digits that lead to it. *)
let after base sides claimed letter ((i, m), s) =
  let side = List.nth sides i in
  let news = List.length (List.filter Option.is_some side.kind.Verified.results) in
  let follow digits =
    let whole = letter @ digits in
    let m = side.automaton.table.(m).(Verified.code base whole) in
    let s = claimed.table.(s).(Verified.code base (Verified.select side.new_places whole)) in
    (((i, m), s), digits) in
  List.map follow (Verified.letters base news)

let zero_hints base heaps sides claimed wanted =
  let zeros = List.init heaps (fun _ -> 0) in
  let known = Hashtbl.create 64 and order = ref [] and todo = Queue.create () in
  List.iteri (fun i _ -> Hashtbl.add known ((i, 0), 0) None; Queue.add ((i, 0), 0) todo) sides;
  while not (Queue.is_empty todo) do
    let from = Queue.pop todo in
    let add (mark, digits) =
      if not (Hashtbl.mem known mark) then begin
        Hashtbl.add known mark (Some (from, digits));
        order := mark :: !order;
        Queue.add mark todo
      end in
    List.iter add (after base sides claimed zeros from)
  done;
  let needed = Hashtbl.create 64 in
  let rec need mark =
    if not (Hashtbl.mem needed mark) then
      match Hashtbl.find_opt known mark with
      | Some (Some (from, _)) -> Hashtbl.add needed mark (); need from
      | _ -> () in
  List.iter need wanted;
  let hint mark = match Hashtbl.find known mark with Some origin -> (mark, origin) | None -> assert false in
  List.map hint (List.filter (Hashtbl.mem needed) (List.rev !order))

let origin_hints base sides claimed marks =
  let known = Hashtbl.create 1024 in
  fun state letter mark ->
    let code = Verified.code base letter in
    let found =
      match Hashtbl.find_opt known (state, code) with
      | Some found -> found
      | None ->
          let found = Hashtbl.create 16 in
          let add from (mark, digits) = if not (Hashtbl.mem found mark) then Hashtbl.add found mark (from, digits) in
          List.iter (fun from -> List.iter (add from) (after base sides claimed letter from)) (marks state);
          Hashtbl.add known (state, code) found;
          found in
    match Hashtbl.find_opt found mark with Some origin -> origin | None -> (mark, [])
