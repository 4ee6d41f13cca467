(* Periods in two lengths: a square of values is computed, and tried by the verified programs. *)

open Reader
open Families

let widest = 7745 (* more values than of a square of this side are not computed *)

(* The graph of a file, how many vertices it has, and those on which tails hang; it must be connected. *)
let core game code =
  let keys = if code then [ "code"; "edges"; "family"; "n"; "tails" ] else [ "edges"; "family"; "n"; "tails" ] in
  let found = record 1 keys game in
  let n = nat ~low:1 ~high:100 1 (List.assoc "n" found) in
  let pair line = match row 1 2 line with
    | [ x; y ] -> let x = nat ~high:(n - 1) 1 x in (x, nat ~high:(n - 1) 1 y)
    | _ -> malformed 1 "a list of 2" in
  let tails = pair (List.assoc "tails" found) in
  let edges = List.map pair (row 1 (-1) (List.assoc "edges" found)) in
  let near = Array.make n [] in
  let join x y = if not (List.mem y near.(x)) then near.(x) <- y :: near.(x) in
  List.iter (fun (x, y) -> join x y; join y x) edges;
  let whole = Hints.connected n (Array.get near) (List.init n Fun.id) in
  if List.exists (fun (x, y) -> x = y) edges || List.length whole > 1 then malformed 1 "a connected graph without loops";
  (edges, n, tails)

(* The parts that play leaves, smaller ones first. *)
let parts options whole =
  let rec grow found = function
    | [] -> found
    | q :: waiting ->
        let fresh = List.filter (fun k -> not (List.mem k found)) (List.concat_map snd (options q)) in
        let fresh = List.sort_uniq compare fresh in
        grow (fresh @ found) (fresh @ waiting) in
  List.sort (fun p q -> compare (List.length p, p) (List.length q, q)) (grow [ whole ] [ whole ])

(* The values of a part that are hoped for: the least that no option has; tails of one vertex may change places. *)
let square words turns rows columns =
  let values = Bytes.make (rows * columns) '\000' in
  let at b = let base = b * columns in fun c -> Char.code (Bytes.get values (base + c)) in
  let cell b c =
    let found = words at b c in
    let rec least v = if Verified.noted found v then least (v + 1) else v in
    let value = least 0 in
    if value >= 120 then raise (Unsupported "a value of 120 or more");
    Bytes.set values ((b * columns) + c) (Char.chr value);
    if turns then Bytes.set values ((c * columns) + b) (Char.chr value) in
  for b = 0 to rows - 1 do for c = if turns then b else 0 to columns - 1 do cell b c done done;
  at

let tails game family claim =
  let claim = record 1 [ "begins"; "least"; "p"; "path"; "width" ] claim in
  let number ?low name = nat ?low 1 (List.assoc name claim) in
  let first = match List.assoc "begins" claim with Word "null" -> None | found -> Some (nat 1 found) in
  let least = number "least" and p = number ~low:1 "p" and path = number ~low:1 "path" and width = number "width" in
  let rules = match (family, game) with
    | "take-break", Object found -> rules_of family (Object (List.filter (fun (key, _) -> key = "code" || key = "family") found))
    | "node-kayles", _ -> Verified.kayles
    | _ -> Verified.Code [ 0; 0; 7 ] in
  let digits = match rules with Verified.Code digits -> digits | _ -> [] in
  if List.for_all (( = ) 0) digits || List.hd digits <> 0 || List.exists (fun d -> d > 7) digits then
    malformed 1 "a code with digits up to 7 behind 0.";
  let edges, n, (u, v) = core game (family = "take-break") in
  let take = Verified.largest_take rules in
  if width > least || least < path + take then
    reject (Printf.sprintf "least is at least %d, and at least the width" (path + take));
  let side = Verified.side_of take path least width p in
  if side > widest then raise (Limit (Printf.sprintf "a square of %d is too large" side));
  let count = Verified.paths_of take path least width p in
  let table = Verified.table rules count in
  let early = Bytes.init count (fun n -> Periods.byte (Verified.at_ table n)) in
  let value n = Char.code (Bytes.get early n) in
  if not (Verified.repeats value p path (path + p + take)) then
    reject (Printf.sprintf "paths have no period %d from %d on" p path);
  let bites =
    if family = "node-kayles" then Verified.kayles_bites edges u v else Verified.code_bites edges u v rules take in
  let parts = parts (Verified.options edges u v bites) (List.init n Fun.id) in
  let rows q = Verified.lengths u q side and columns q = Verified.lengths v q side in
  if List.fold_left (fun sum q -> sum + (rows q * columns q)) 0 parts > 60_000_000 then raise (Limit "there are too many values");
  let squares = Hashtbl.create 16 and takes = Verified.all_steps rules in
  let values q = Hashtbl.find squares q in
  let fill q =
    let near = Verified.ready edges u v bites values q in
    let words at = Verified.option_words u v takes value at near in
    Hashtbl.add squares q (square words (u = v && List.mem u q) (rows q) (columns q)) in
  List.iter fill parts;
  let holds =
    if family = "node-kayles" then Verified.kayles_lengths edges u v path least width p first n parts values value
    else Verified.code_lengths edges u v path least width p first n parts values value digits in
  if not holds then
    reject "the equations fail in the square, or the period begins elsewhere";
  let always = Printf.sprintf "g(b, c + %d) = g(b, c) " p in
  match first with
  | Some m -> Printf.sprintf "%sfor all b and all c >= %d, no smaller number" always m
  | None -> Printf.sprintf "%soutside the strip |b - c| < %d, and along it; it begins nowhere for all b" always width
