(* Periods in two lengths: a square of values is computed, and tried by the verified programs. *)

open Reader
open Families

let widest = 7745 (* more values than of a square of this side are not computed *)

(* The graph of a file, the vertices on which tails hang, and its neighbours; it must be connected. *)
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
  let whole = Hints.connected (Array.get near) (List.init n Fun.id) in
  if List.exists (fun (x, y) -> x = y) edges || List.length whole > 1 then malformed 1 "a connected graph without loops";
  (n, near, tails)

(* The rays that hang on the vertex with both tails, where the graph has nothing else. *)
let rays_of (n, near, (u, v)) =
  let rec walk before at length =
    match List.filter (( <> ) before) near.(at) with
    | [] -> length
    | [ next ] when next <> u -> walk at next (length + 1)
    | _ -> raise (Unsupported "periods in two lengths are for spiders, with both tails at the middle") in
  if u <> v then raise (Unsupported "periods in two lengths are for spiders, with both tails at the middle");
  let rays = List.map (fun first -> walk u first 1) (List.sort compare near.(u)) in
  if List.fold_left ( + ) 1 rays <> n then malformed 1 "a graph";
  rays

(* The short rays that play leaves, smaller ones first. *)
let parts rules rays =
  let rec grow found = function
    | [] -> found
    | q :: waiting ->
        let fresh = List.filter (fun q' -> not (List.mem q' found)) (List.map fst (Verified.ray_options rules q)) in
        let fresh = List.sort_uniq compare fresh in
        grow (fresh @ found) (fresh @ waiting) in
  let total = List.fold_left ( + ) 0 in
  List.sort (fun p q -> compare (total p, p) (total q, q)) (grow [ rays ] [ rays ])

(* The values that are hoped for in a square: the least that no option has; the tails may change places. *)
let square takes path side near q =
  let values = Bytes.make (side * side) '\000' and marks = Array.make 256 (-1) in
  let at b = let base = b * side in fun c -> Char.code (Bytes.get values (base + c)) in
  let cell b c =
    let now = (b * side) + c in
    let mark v = marks.(v) <- now in
    let tail f c (t, d) =
      if d land 2 > 0 && t <= c then mark (f (c - t) lxor path 0);
      if d land 4 > 0 then for y = 1 to c - t do mark (f (c - t - y) lxor path y) done in
    List.iter (tail (at b) c) takes;
    List.iter (tail (at c) b) takes;
    List.iter mark (Verified.others takes path near q b c);
    let rec least v = if v < 256 && marks.(v) = now then least (v + 1) else v in
    let value = least 0 in
    if value >= 120 then raise (Unsupported "a value of 120 or more");
    Bytes.set values now (Char.chr value);
    Bytes.set values ((c * side) + b) (Char.chr value) in
  for b = 0 to side - 1 do for c = b to side - 1 do cell b c done done;
  at

let tails game family claim =
  let claim = record 1 [ "begins"; "least"; "p"; "path"; "width" ] claim in
  let number ?low name = nat ?low 1 (List.assoc name claim) in
  let first = match List.assoc "begins" claim with Word "null" -> None | found -> Some (nat 1 found) in
  let least = number "least" and p = number ~low:1 "p" and path = number ~low:1 "path" and width = number "width" in
  let code = family = "take-break" in
  let rules =
    if code then
      let fields = match game with Object found -> List.filter (fun (key, _) -> key = "code" || key = "family") found | _ -> [] in
      rules_of family (Object fields)
    else Verified.Code [ 0; 0; 7 ] in
  let digits = match rules with Verified.Code digits -> digits | _ -> [] in
  if List.for_all (( = ) 0) digits || List.hd digits <> 0 || List.exists (fun d -> d > 7) digits then
    malformed 1 "a code with digits up to 7 behind 0.";
  let rays = rays_of (core game code) in
  let take = Verified.largest_take rules in
  if width > least || least < path + take then
    reject (Printf.sprintf "least is at least %d, and at least the width" (path + take));
  let side = Verified.side_of path least width p rules in
  if side > widest then raise (Limit (Printf.sprintf "a square of %d is too large" side));
  let parts = parts rules rays in
  let count = Verified.paths_of path least width p parts rules in
  let table = Verified.table rules count in
  let early = Bytes.init count (fun n -> Periods.byte (Verified.at_ table n)) in
  let value n = Char.code (Bytes.get early n) in
  if not (Verified.repeats value p path (path + p + take)) then
    reject (Printf.sprintf "paths have no period %d from %d on" p path);
  if List.length parts * side * side > 60_000_000 then raise (Limit "there are too many values");
  let squares = Hashtbl.create 16 in
  let values q = Hashtbl.find squares q and takes = Verified.all_steps rules in
  let fill q =
    let near = List.map (fun (q', y) -> (values q', value y)) (Verified.ray_options rules q) in
    Hashtbl.add squares q (square takes value side near q) in
  List.iter fill parts;
  if not (Verified.code_lengths path least width p first parts rays values value digits) then
    reject "the equations fail in the square, or the period begins elsewhere";
  let always = Printf.sprintf "g(b, c + %d) = g(b, c) " p in
  match first with
  | Some m -> Printf.sprintf "%sfor all b and all c >= %d, no smaller number" always m
  | None -> Printf.sprintf "%soutside the strip |b - c| < %d, and along it; it begins nowhere for all b" always width
