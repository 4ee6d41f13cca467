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

(* The members of a set of numbers below `size`, in connected pieces. *)
let connected size near members =
  let left = Bytes.make size 'n' in
  List.iter (fun i -> Bytes.set left i 'y') members;
  let rec spread piece = function
    | [] -> piece
    | i :: rest when i >= 0 && i < size && Bytes.get left i = 'y' ->
        Bytes.set left i 'n';
        spread (i :: piece) (List.rev_append (near i) rest)
    | _ :: rest -> spread piece rest in
  List.filter (( <> ) []) (List.map (fun i -> spread [] [ i ]) members)

(* Pieces cut out, turned and mirrored to the least of eight texts, with the maps there and back. *)
let cut_cram p =
  let text = Array.of_list p in
  let size = Array.length text in
  let rec stride i = if i < size && text.(i) <> 47 then stride (i + 1) else i + 1 in
  let down = stride 0 in
  let dots = List.filter (fun i -> text.(i) = 46) (List.init size Fun.id) in
  let into = Array.make size (0, 0) in
  let piece k cells =
    let least f = List.fold_left (fun (m : int) i -> let n = f i in if n < m then n else m) max_int cells in
    let top = least (fun i -> i / down) and left = least (fun i -> i mod down) in
    let high = 1 - least (fun i -> -(i / down)) - top and wide = 1 - least (fun i -> -(i mod down)) - left in
    let drawn (turned, up, back) =
      let high, wide = if turned then (wide, high) else (high, wide) in
      let place i =
        let r = (i / down) - top and c = (i mod down) - left in
        let r, c = if turned then (c, r) else (r, c) in
        ((if up then high - 1 - r else r) * (wide + 1)) + if back then wide - 1 - c else c in
      let shown = Bytes.make ((high * (wide + 1)) - 1) '#' and places = List.map place cells in
      for r = 1 to high - 1 do Bytes.set shown ((r * (wide + 1)) - 1) '/' done;
      List.iter (fun j -> Bytes.set shown j '.') places;
      (Bytes.to_string shown, places) in
    let ways = List.init 8 (fun n -> drawn (n land 4 > 0, n land 2 > 0, n land 1 > 0)) in
    let shown, places =
      List.fold_left (fun a b -> if String.compare (fst b) (fst a) < 0 then b else a) (List.hd ways) ways in
    let back = Array.make (String.length shown) 0 in
    List.iter2 (fun i j -> into.(i) <- (k, j); back.(j) <- i) cells places;
    (List.map Char.code (List.of_seq (String.to_seq shown)), back) in
  let found = List.mapi piece (connected size (fun i -> [ i - 1; i + 1; i - down; i + down ]) dots) in
  let back = Array.of_list (List.map snd found) in
  (List.map fst found, ((fun i -> into.(i)), fun k j -> back.(k).(j)))

(* The pieces of a graph: every vertex keeps its number. *)
let cut_graph edges =
  let near = Hashtbl.create 64 in
  List.iter (fun (a, b) -> Hashtbl.add near a b; Hashtbl.add near b a) edges;
  fun p ->
    let owner = Hashtbl.create 64 in
    let size = 1 + List.fold_left max 0 p in
    let found = List.map (List.sort compare) (connected size (Hashtbl.find_all near) p) in
    List.iteri (fun k piece -> List.iter (fun v -> Hashtbl.replace owner v k) piece) found;
    (found, ((fun v -> (Hashtbl.find owner v, v)), fun _ v -> v))
