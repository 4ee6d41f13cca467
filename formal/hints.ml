(* What is found here is not believed: ranks of vertices, and pieces of boards with the maps from cell to cell, are checked by
   the verified programs. A fault here could refuse what is right, and let nothing pass. *)

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

module Numbers = Hashtbl.Make (struct type t = int let equal (a : int) b = a = b let hash a = a land max_int end)

(* The members of a set in connected pieces. *)
let connected near members =
  let left = Numbers.create 64 in
  List.iter (fun i -> Numbers.replace left i ()) members;
  let rec spread piece = function
    | [] -> piece
    | i :: rest when Numbers.mem left i -> Numbers.remove left i; spread (i :: piece) (List.rev_append (near i) rest)
    | _ :: rest -> spread piece rest in
  List.filter (( <> ) []) (List.map (fun i -> spread [] [ i ]) members)

(* Pieces cut out, turned and mirrored to the least of eight texts, with the maps there and back. *)
let cut_cram p =
  let text = Array.of_list p in
  let rec stride i = if i < Array.length text && text.(i) <> 47 then stride (i + 1) else i + 1 in
  let down = stride 0 in
  let dots = List.filter (fun i -> text.(i) = 46) (List.init (Array.length text) Fun.id) in
  let into = Array.make (Array.length text) (0, 0) in
  let ways = [ (fun r c -> (r, c)); (fun r c -> (-r, c)); (fun r c -> (r, -c)); (fun r c -> (-r, -c)) ] in
  let drawn cells way =
    let places = List.map (fun (r, c) -> way r c) cells in
    let least f = List.fold_left (fun (m : int) p -> let n = f p in if n < m then n else m) max_int places in
    let top = least fst and left = least snd in
    let high = 1 - least (fun (r, _) -> -r) - top and wide = 1 - least (fun (_, c) -> -c) - left in
    let shown = Bytes.make (high * (wide + 1) - 1) '#' in
    for r = 1 to high - 1 do Bytes.set shown (r * (wide + 1) - 1) '/' done;
    let places = List.map (fun (r, c) -> ((r - top) * (wide + 1)) + c - left) places in
    List.iter (fun j -> Bytes.set shown j '.') places;
    (Bytes.to_string shown, places) in
  let piece k cells =
    let at = List.map (fun i -> (i / down, i mod down)) cells in
    let turned = List.map (fun (r, c) -> (c, r)) at in
    let all = List.map (drawn at) ways @ List.map (drawn turned) ways in
    let shown, places =
      List.fold_left (fun a b -> if String.compare (fst b) (fst a) < 0 then b else a) (List.hd all) all in
    let back = Array.make (String.length shown) 0 in
    List.iter2 (fun i j -> into.(i) <- (k, j); back.(j) <- i) cells places;
    (List.map Char.code (List.of_seq (String.to_seq shown)), back) in
  let found = List.mapi piece (connected (fun i -> [ i - 1; i + 1; i - down; i + down ]) dots) in
  let back = Array.of_list (List.map snd found) in
  (List.map fst found, ((fun i -> into.(i)), fun k j -> back.(k).(j)))

(* The pieces of a graph: every vertex keeps its number. *)
let cut_graph edges =
  let near = Hashtbl.create 64 in
  List.iter (fun (a, b) -> Hashtbl.add near a b; Hashtbl.add near b a) edges;
  fun p ->
    let owner = Hashtbl.create 64 in
    let found = List.map (List.sort compare) (connected (Hashtbl.find_all near) p) in
    List.iteri (fun k piece -> List.iter (fun v -> Hashtbl.replace owner v k) piece) found;
    (found, ((fun v -> (Hashtbl.find owner v, v)), fun _ v -> v))
