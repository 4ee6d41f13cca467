(* Games and their positions, read from a certificate and handed to the verified programs. *)

open Reader

exception Rejected of int * string (* the entry, or -1 *)
exception Limit of string

let most_moves = 100_000
let reject reason = raise (Rejected (-1, reason))

(* {1 Positions} *)

let decimal shown =
  shown <> "" && String.for_all (fun c -> '0' <= c && c <= '9') shown && (shown.[0] <> '0' || shown = "0")

let of_decimal shown =
  if String.length shown > 18 then raise (Limit "a number has more than 18 digits") else int_of_string shown

let is_position_text c = match c with '0' .. '9' | '+' | ':' | '.' | '#' | '/' | ',' | '-' -> true | _ -> false

let position_text line = function
  | Text (shown, count) when count <= 4000 -> word line is_position_text (Text (shown, count))
  | _ -> malformed line "the text of a position"

type 'p family = {
  position : int -> string -> 'p; (* of an entry, or -1 *)
  labelling : ('p * int) list -> 'p -> int -> bool Verified.outcome;
  nimbers : (('p * int) * int option list) list -> 'p -> int -> bool Verified.outcome;
  strategy : bool -> ('p * int option list) list -> 'p -> 'p Verified.claim -> bool Verified.outcome;
  ends : unit -> bool;
  anywhere : 'p; (* some position *)
}

let no_position entry shown =
  raise (Rejected (entry, shown ^ " is no position of this game, or not written as one"))

(* Ranks that fall along every arc, if there are such ranks: vertices are freed when no arc enters them any more. *)
let ranks arcs =
  let count = List.length arcs in
  let arcs = Array.of_list arcs and entering = Array.make count 0 and rank = Array.make count 0 in
  Array.iter (List.iter (fun j -> entering.(j) <- entering.(j) + 1)) arcs;
  let free = Queue.create () and next = ref count in
  let release i = if entering.(i) = 0 then Queue.add i free in
  Array.iteri (fun i _ -> release i) arcs;
  while not (Queue.is_empty free) do
    let i = Queue.pop free in
    rank.(i) <- !next;
    decr next;
    List.iter (fun j -> entering.(j) <- entering.(j) - 1; release j) arcs.(i)
  done;
  rank

let graph arcs =
  let count = List.length arcs in
  let order a b = compare (string_of_int a) (string_of_int b) <= 0 in
  let rank = lazy (ranks arcs) in
  let of_rank i = (Lazy.force rank).(i) in
  {
    position =
      (fun entry shown ->
        if decimal shown && String.length shown <= 18 && int_of_string shown < count then int_of_string shown
        else no_position entry shown);
    labelling = Verified.graph_labelling arcs;
    nimbers = Verified.graph_nimbers arcs order of_rank;
    strategy = Verified.graph_strategy arcs order;
    ends = (fun () -> Verified.descending of_rank arcs 0);
    anywhere = 0;
  }

let show_heaps = function [] -> "0" | heaps -> String.concat "+" (List.map string_of_int heaps)

(* How many moves a position has, those counted twice that lead to the same. *)
let count_moves rules heaps =
  let of_step rest digit =
    (if digit land 3 > 0 then 1 else 0) + (if digit land 4 > 0 then rest / 2 else 0)
    + if digit land 8 = 0 then 0 else if rest > 10_000 then most_moves else rest * rest / 12 in
  let of_heap n =
    match rules with
    | Verified.Nim -> n
    | _ ->
        let add sum (t, digit) = min (2 * most_moves) (sum + of_step (n - t) digit) in
        List.fold_left add 0 (Verified.steps rules n) in
  List.fold_left (fun sum n -> min (2 * most_moves) (sum + of_heap n)) 0 heaps

let heaps rules =
  let order p q = compare (show_heaps p) (show_heaps q) <= 0 in
  {
    position =
      (fun entry shown ->
        let parts = if shown = "0" then [] else String.split_on_char '+' shown in
        if not (List.for_all decimal parts) then no_position entry shown;
        let found = List.map of_decimal parts in
        if List.mem 0 found || List.sort compare found <> found then no_position entry shown;
        if count_moves rules found > most_moves then
          raise (Limit (Printf.sprintf "a position has more than %d moves" most_moves));
        found);
    labelling = Verified.heaps_labelling rules (fun _ _ -> true);
    nimbers = Verified.heaps_nimbers rules order;
    strategy = Verified.heaps_strategy rules order;
    ends = (fun () -> true);
    anywhere = [];
  }

(* {1 Games} *)

let rec distinct = function a :: (b :: _ as rest) -> a <> b && distinct rest | _ -> true

let rules_of family game =
  if family = "subtraction" then begin
    let set = row 1 (-1) (List.assoc "set" (record 1 [ "family"; "set" ] game)) in
    let takes = List.map (nat ~low:1 ~high:100_000 1) set in
    if takes = [] || not (distinct (List.sort compare takes)) then malformed 1 "takes, every one once";
    Verified.Takes takes
  end
  else begin
    let code = word 1 (fun _ -> true) (List.assoc "code" (record 1 [ "code"; "family" ] game)) in
    let digit c = match c with '0' .. '9' -> Char.code c - 48 | 'A' .. 'F' -> Char.code c - 55 | _ -> 16 in
    let n = String.length code in
    if n < 2 || n > 62 || code.[1] <> '.' || not (String.contains "048C" code.[0]) then malformed 1 "a code";
    let digits = List.filteri (fun i _ -> i <> 1) (List.map digit (List.of_seq (String.to_seq code))) in
    if List.exists (fun d -> d > 15) digits then malformed 1 "a code";
    Verified.Code digits
  end

let arcs_of game =
  let lists = row 1 (-1) (List.assoc "arcs" (record 1 [ "arcs"; "family" ] game)) in
  let count = List.length lists in
  List.rev (List.rev_map (fun ends -> List.map (nat ~high:(count - 1) 1) (row 1 (-1) ends)) lists)

type game =
  | Graph of int list list
  | Heaps of Verified.rules
  | Elsewhere (* a family that only grundy-check knows *)

let game_of family game =
  match family with
  | "graph" -> Graph (arcs_of game)
  | "nim" -> ignore (record 1 [ "family" ] game); Heaps Verified.Nim
  | "take-break" | "subtraction" -> Heaps (rules_of family game)
  | _ -> Elsewhere
