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
  | Text shown when String.length shown <= 4000 -> word line is_position_text (Text shown)
  | _ -> malformed line "the text of a position"

type 'p family = {
  position : int -> string -> 'p; (* of an entry, or -1 *)
  labelling : ('p * int) list -> 'p -> int -> bool Verified.outcome;
  nimbers : (('p * int) * int option list) list -> 'p -> int -> bool Verified.outcome;
  strategy : bool -> ('p * Verified.reply list) list -> 'p -> 'p Verified.claim -> bool Verified.outcome;
  ends : unit -> bool;
  anywhere : 'p; (* some position *)
}

let no_position entry shown =
  raise (Rejected (entry, shown ^ " is no position of this game, or not written as one"))

let graph arcs =
  let count = List.length arcs in
  let order a b = compare (string_of_int a) (string_of_int b) <= 0 in
  let rank = lazy (Hints.ranks arcs) in
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

(* The order of the texts of positions: a number ends before every digit. *)
let rec by_text p q =
  match (p, q) with
  | [], _ -> true
  | _, [] -> false
  | (x : int) :: p', y :: q' -> if x = y then by_text p' q' else compare (string_of_int x) (string_of_int y) < 0

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
    nimbers = Verified.heaps_nimbers rules by_text;
    strategy = Verified.heaps_strategy rules by_text;
    ends = (fun () -> true);
    anywhere = [];
  }

(* Heaps with a state: s:n is a heap of n in state s. *)
let automaton states arcs =
  let text p = String.concat "+" (List.map (fun (s, n) -> Printf.sprintf "%d:%d" s n) p) in
  let order p q = p = [] || compare (text p) (text q) <= 0 in
  let position entry shown =
    let heap part =
      match String.split_on_char ':' part with
      | [ s; n ] when decimal s && decimal n && n <> "0" && String.length s <= 2 && int_of_string s < states ->
          (int_of_string s, of_decimal n)
      | _ -> no_position entry shown in
    let found = if shown = "0" then [] else List.map heap (String.split_on_char '+' shown) in
    if List.sort compare found <> found then no_position entry shown;
    let moves (s, n) = List.length (List.filter (fun ((s', _), k) -> s' = s && k <= n) arcs) in
    if List.fold_left (fun sum heap -> sum + moves heap) 0 found > most_moves then
      raise (Limit (Printf.sprintf "a position has more than %d moves" most_moves));
    found in
  {
    position;
    labelling = Verified.automaton_labelling arcs order;
    nimbers = Verified.automaton_nimbers states arcs order;
    strategy = Verified.automaton_strategy arcs order;
    ends = (fun () -> true);
    anywhere = [];
  }

(* {1 Boards} *)

let board rules position order cut =
  {
    position;
    labelling = Verified.board_labelling rules;
    nimbers = Verified.board_nimbers rules order cut;
    strategy = Verified.board_strategy rules order;
    ends = (fun () -> true);
    anywhere = [];
  }

let numbers entry shown =
  let found = String.split_on_char ',' shown in
  if not (List.for_all (fun x -> decimal x && String.length x <= 18) found) then no_position entry shown;
  List.map int_of_string found

let rec by_cells p q = match p, q with
  | (c : int) :: p', d :: q' -> c < d || (c = d && by_cells p' q')
  | _ -> p = []

let cram rows cols =
  let most = max rows cols in
  let position entry shown =
    let lines = String.split_on_char '/' shown in
    let wide = String.length (List.hd lines) in
    let fits line = String.length line = wide && String.for_all (fun c -> c = '.' || c = '#') line in
    if wide < 1 || wide > most || List.length lines > most || not (List.for_all fits lines) then
      no_position entry shown;
    List.map Char.code (List.of_seq (String.to_seq shown)) in
  board Verified.Cram position by_cells Hints.cut_cram

let chomp rows cols =
  let position entry shown =
    let lengths = numbers entry shown in
    let down a b = compare (b : int) a in
    if List.length lengths > rows || List.hd lengths > cols || List.mem 0 lengths || List.sort down lengths <> lengths
    then no_position entry shown;
    lengths in
  board Verified.Chomp position by_text (fun p -> ([ p ], ((fun i -> (0, i)), fun _ i -> i)))

let node_kayles n edges =
  let position entry shown =
    let left = if shown = "-" then [] else numbers entry shown in
    if List.sort_uniq compare left <> left || List.exists (fun v -> v >= n) left then no_position entry shown;
    left in
  board (Verified.Node_kayles edges) position by_text (Hints.cut_graph edges)

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
  | Board of int list family
  | Automaton of int * ((int * int) * int) list (* the states and the moves *)
  | Elsewhere (* a family that only grundy-check knows *)

let sides game =
  let found = record 1 [ "cols"; "family"; "rows" ] game in
  let side name = nat ~low:1 ~high:64 1 (List.assoc name found) in
  (side "rows", side "cols")

let edges_of game =
  let found = record 1 [ "edges"; "family"; "n" ] game in
  let n = nat 1 (List.assoc "n" found) in
  let vertex = nat ~high:(n - 1) 1 in
  let edge ends = match row 1 2 ends with [ a; b ] -> (vertex a, vertex b) | _ -> malformed 1 "a list of 2" in
  (n, List.map edge (row 1 (-1) (List.assoc "edges" found)))

let moves_of game =
  let found = record 1 [ "family"; "moves"; "states" ] game in
  let states = nat ~low:1 ~high:64 1 (List.assoc "states" found) in
  let state = nat ~high:(states - 1) 1 in
  let move = function
    | [ s; t; k ] -> ((state s, state t), nat ~low:1 ~high:1000 1 k)
    | _ -> malformed 1 "a list of 3" in
  (states, List.map (fun found -> move (row 1 3 found)) (row 1 (-1) (List.assoc "moves" found)))

let game_of family game =
  match family with
  | "graph" -> Graph (arcs_of game)
  | "nim" -> ignore (record 1 [ "family" ] game); Heaps Verified.Nim
  | "take-break" | "subtraction" -> Heaps (rules_of family game)
  | "automaton" -> let states, moves = moves_of game in Automaton (states, moves)
  | "cram" -> let rows, cols = sides game in Board (cram rows cols)
  | "chomp" -> let rows, cols = sides game in Board (chomp rows cols)
  | "node-kayles" -> let n, edges = edges_of game in Board (node_kayles n edges)
  | _ -> Elsewhere
