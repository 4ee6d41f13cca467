(* Games on several heaps whose P-positions or values an automaton gives: certificates with covers, as of grundy-check.

   The texts of rules and laws are read here, and must be believed. The states that automata reach together, the chosen
   numbers as forms, and where marks come from are hints, which the verified program checks. *)

open Reader
open Families

let most_entries = 10_000_000

(* {1 Texts of terms and conditions} *)

type word = Numeral of string | Id of string | Sign of string | End

type tree =
  | Whole of string
  | Variable of string
  | Unary of string * tree
  | Binary of string * tree * tree
  | Compared of tree * (string * tree) list
  | All of tree list
  | Some_of of tree list
  | Negation of tree
  | Call of tree * tree list

let unread what = raise (Unsupported ("the checker does not read " ^ what))
let no_expression () = malformed 1 "an expression"
let starts_name c = match c with 'a' .. 'z' | 'A' .. 'Z' | '_' -> true | _ -> false
let in_name c = starts_name c || match c with '0' .. '9' -> true | _ -> false

let words_of text =
  let size = String.length text in
  let rec upto i holds = if i < size && holds text.[i] then upto (i + 1) holds else i in
  let rec go i found =
    if i = size then List.rev found
    else
      let pair = if i + 2 <= size then String.sub text i 2 else "" in
      match text.[i] with
      | ' ' -> go (i + 1) found
      | '0' .. '9' ->
          let stop = upto i (fun c -> '0' <= c && c <= '9') in
          if stop < size && (in_name text.[stop] || text.[stop] = '.') then unread "such a number";
          go stop (Numeral (String.sub text i (stop - i)) :: found)
      | c when starts_name c ->
          let stop = upto i in_name in
          go stop (Id (String.sub text i (stop - i)) :: found)
      | _ when List.mem pair [ "<="; ">="; "=="; "!="; "//"; "**"; "<<"; ">>" ] -> go (i + 2) (Sign pair :: found)
      | '<' | '>' | '+' | '-' | '*' | '/' | '%' | '^' | '&' | '|' | '~' | '@' | '(' | ')' | ',' ->
          go (i + 1) (Sign (String.make 1 text.[i]) :: found)
      | _ -> unread "such a sign" in
  go 0 []

let keywords =
  [ "False"; "None"; "True"; "and"; "as"; "assert"; "async"; "await"; "break"; "class"; "continue"; "def"; "del"; "elif";
    "else"; "except"; "finally"; "for"; "from"; "global"; "if"; "import"; "in"; "is"; "lambda"; "nonlocal"; "not"; "or";
    "pass"; "raise"; "return"; "try"; "while"; "with"; "yield" ]

let levels =
  [ [ "|" ]; [ "^" ]; [ "&" ]; [ "<<"; ">>" ]; [ "+"; "-" ]; [ "*"; "/"; "//"; "%"; "@" ] ] (* the weakest first *)

(* The grammar of Python: or, and, not, comparisons, then the operations. *)
let tree_of text =
  let left = ref (words_of text) and depth = ref 0 in
  let here () = match !left with [] -> End | found :: _ -> found in
  let skip () = left := List.tl !left in
  let rec joined word part make =
    let first = part () in
    let rec others found = if here () = Id word then (skip (); others (part () :: found)) else List.rev found in
    match others [ first ] with [ one ] -> one | all -> make all
  and disjunction () = joined "or" conjunction (fun all -> Some_of all)
  and conjunction () = joined "and" inversion (fun all -> All all)
  and inversion () = if here () = Id "not" then (skip (); Negation (inversion ())) else comparison ()
  and comparison () =
    let first = operation levels in
    let rec others found =
      match here () with
      | Sign (("<" | "<=" | ">" | ">=" | "==" | "!=") as op) -> skip (); others ((op, operation levels) :: found)
      | Id (("in" | "is") as op) -> skip (); others ((op, operation levels) :: found)
      | _ -> List.rev found in
    match others [] with [] -> first | found -> Compared (first, found)
  and operation = function
    | [] -> factor ()
    | ops :: tighter ->
        let rec others found =
          match here () with
          | Sign op when List.mem op ops -> skip (); let next = operation tighter in others (Binary (op, found, next))
          | _ -> found in
        others (operation tighter)
  and factor () =
    match here () with
    | Sign (("+" | "-" | "~") as op) -> skip (); Unary (op, factor ())
    | _ ->
        let base = called (atom ()) in
        if here () = Sign "**" then (skip (); Binary ("**", base, factor ())) else base
  and called found =
    if here () <> Sign "(" then found
    else begin
      skip ();
      let rec arguments found =
        if here () = Sign ")" then List.rev found
        else
          let found = disjunction () :: found in
          if here () = Sign "," then (skip (); arguments found) else List.rev found in
      let all = arguments [] in
      if here () <> Sign ")" then no_expression ();
      skip ();
      called (Call (found, all))
    end
  and atom () =
    match here () with
    | Numeral shown ->
        skip ();
        if shown.[0] = '0' && String.exists (( <> ) '0') shown then no_expression ();
        Whole shown
    | Id ("True" | "False" | "None") -> unread "such a word"
    | Id name when not (List.mem name keywords) -> skip (); Variable name
    | Sign "(" ->
        skip ();
        incr depth;
        if !depth > 150 then no_expression ();
        let found = disjunction () in
        if here () = Sign "," then unread "lists";
        if here () <> Sign ")" then no_expression ();
        skip ();
        decr depth;
        found
    | _ -> no_expression () in
  let found = disjunction () in
  (match here () with End -> () | Id ("if" | "for") -> unread "such a word" | _ -> no_expression ());
  found

let functions = [ "abs"; "max"; "min" ]

let rec term names tree =
  let open Verified in
  let read = term names in
  let least = function
    | [] -> unread "such a function"
    | first :: others -> Opposite (List.fold_left (fun found t -> Larger (found, Opposite t)) (Opposite first) others) in
  match tree with
  | Whole shown when String.length shown <= 7 && int_of_string ("0u" ^ shown) <= 1 lsl 20 -> Amount (int_of_string ("0u" ^ shown))
  | Variable name -> (
      match List.assoc_opt name names with
      | Some i -> Name i
      | None -> if List.mem name functions then malformed 1 "a number" else unread "such a name")
  | Unary ("-", t) -> Opposite (read t)
  | Binary ("+", s, t) -> Sum (read s, read t)
  | Binary ("-", s, t) -> let s = read s in Sum (s, Opposite (read t))
  | Binary ("*", s, t) -> Product (read s, read t)
  | Binary ("%", s, t) -> Remainder (read s, read t)
  | Binary ("^", s, t) -> Bitwise (Exclusive, read s, read t)
  | Binary ("&", s, t) -> Bitwise (Common, read s, read t)
  | Binary ("|", s, t) -> Bitwise (Any, read s, read t)
  | Call (Variable name, args) when List.mem name functions && not (List.mem_assoc name names) -> (
      match (name, List.map read args) with
      | "abs", [ t ] -> Larger (t, Opposite t)
      | "max", first :: others -> List.fold_left (fun found t -> Larger (found, t)) first others
      | "min", all -> least all
      | _ -> unread "such a function")
  | Compared _ | All _ | Some_of _ | Negation _ -> malformed 1 "a number, found a condition"
  | _ -> unread "such an operation"

let rec condition names tree =
  let open Verified in
  let one op s t =
    match op with
    | "<=" -> At_most (s, t)
    | ">=" -> At_most (t, s)
    | "<" -> Denied (At_most (t, s))
    | ">" -> Denied (At_most (s, t))
    | "==" -> Same (s, t)
    | "!=" -> Denied (Same (s, t))
    | _ -> malformed 1 "one of < <= > >= == !=" in
  let rec chain s = function
    | [] -> no_expression ()
    | [ (op, t) ] -> one op s t
    | (op, t) :: others -> Both (one op s t, chain t others) in
  let all join found =
    match List.map (condition names) found with
    | [] -> no_expression ()
    | first :: others -> List.fold_left join first others in
  match tree with
  | Compared (first, others) ->
      let first = term names first in
      chain first (List.map (fun (op, t) -> (op, term names t)) others)
  | All found -> all (fun p q -> Both (p, q)) found
  | Some_of found -> all (fun p q -> Either (p, q)) found
  | Negation p -> Denied (condition names p)
  | other -> ignore (term names other); malformed 1 "a condition"

(* {1 Rules} *)

(* A text as it is meant, of printable characters; only two of these have escapes. *)
let printable longest = function
  | Text shown ->
      let meant = Buffer.create (String.length shown) in
      let rec go i =
        if i < String.length shown then
          if shown.[i] <> '\\' then (Buffer.add_char meant shown.[i]; go (i + 1))
          else if shown.[i + 1] = '"' || shown.[i + 1] = '\\' then (Buffer.add_char meant shown.[i + 1]; go (i + 2))
          else malformed 1 "a text of printable characters" in
      go 0;
      let size = Buffer.length meant in
      if size = 0 || size > longest then malformed 1 "a text of printable characters";
      Buffer.contents meant
  | _ -> malformed 1 "a text of printable characters"

let name_of found =
  let shown = printable 41 found in
  if not (starts_name shown.[0] && String.for_all in_name shown) then malformed 1 "a name";
  shown

type kind = { chosen : string list; requires : string; left : (string * string) list }

let unique names = distinct (List.sort compare names)

let coupled game =
  let found = record 1 [ "family"; "heaps"; "moves" ] game in
  let names field = List.map name_of (row 1 (-1) field) in
  let heaps = names (List.assoc "heaps" found) in
  let kind value =
    let found = record 1 [ "chosen"; "if"; "left" ] value in
    let left = match List.assoc "left" found with
      | Object items -> List.map (fun (key, t) -> (name_of (Text key), printable 2000 t)) items
      | _ -> malformed 1 "an object" in
    { chosen = names (List.assoc "chosen" found); requires = printable 2000 (List.assoc "if" found); left } in
  let kinds = List.map kind (row 1 (-1) (List.assoc "moves" found)) in
  if heaps = [] || List.length heaps > 6 || kinds = [] || not (unique heaps) then malformed 1 "one to 6 different heaps, and moves";
  let fits kind =
    unique (heaps @ kind.chosen) && kind.left <> [] && List.for_all (fun (heap, _) -> List.mem heap heaps) kind.left in
  if not (List.for_all fits kinds) then malformed 1 "moves that choose numbers with other names and change heaps";
  (heaps, kinds)

let numbered names = List.mapi (fun i name -> (name, i)) names

let read_form = function
  | Verified.Read form -> form
  | Verified.Excessive -> malformed 1 "a linear term with smaller numbers"
  | Verified.Foreign -> unread "such a term"

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

let kind_of heaps kind =
  let names = numbered (heaps @ kind.chosen) in
  let results = List.map (fun heap -> Option.map (fun text -> term names (tree_of text)) (List.assoc_opt heap kind.left)) heaps in
  let goals = List.map (fun t -> read_form (Verified.linear_of false Verified.plain_name t)) (List.filter_map Fun.id results) in
  let solved = solve (List.length heaps) (List.length kind.chosen) goals in
  let requires = condition names (tree_of kind.requires) in
  ({ Verified.chosen = List.length kind.chosen; requires; results }, solved)

(* {1 Automata} *)

type machine = { outputs : int array; table : int array array }

let most_cells = 4_000_000
let letters base names = int_of_float (float_of_int base ** float_of_int names)

let state_of high line found =
  match row line 2 found with
  | [ output; after ] ->
      let output = nat ~high line output in
      (output, Array.of_list (List.map (nat line) (row line (-1) after)))
  | _ -> malformed line "a list of 2"

let machine base names states =
  let count = letters base names and size = List.length states in
  if size * count > most_cells then raise (Limit (Printf.sprintf "%d are more than %d" (size * count) most_cells));
  let wrong (_, after) = Array.length after <> count || Array.exists (fun s -> s >= size) after in
  if states = [] || List.exists wrong states then malformed 1 (Printf.sprintf "an automaton with %d letters" count);
  { outputs = Array.of_list (List.map fst states); table = Array.of_list (List.map snd states) }

let verified found = { Verified.output = (fun s -> found.outputs.(s)); goes = (fun s c -> found.table.(s).(c)) }

(* {1 Hints} *)

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

(* {1 The check} *)

let reasons =
  [ (1, "zeros in front of a number change the state of an automaton"); (2, "the automaton of a move differs from the rule");
    (3, "a move does not lower the sum of the stated heaps"); (4, "the automaton differs from the law");
    (5, "a move leads from a position to another one with the same output");
    (6, "a position that is said to have no move has one");
    (7, "a mark follows from nothing, or the cover returns to its start"); (8, "a position lacks a move that it needs") ]

let cover certificate game claim misere =
  let heaps, kinds = coupled game in
  let claim = record 1 ~optional:[ "law"; "lost"; "stuck"; "values" ] [ "digits"; "lowers"; "moves" ] claim in
  let kind, base = match row 1 2 (List.assoc "digits" claim) with
    | [ kind; size ] ->
        let kind = printable 9 kind in
        if kind <> "base" && kind <> "recurrent" then malformed 1 "base or recurrent";
        let size = nat ~low:1 ~high:10 1 size in
        if kind = "base" && size = 1 then malformed 1 "a base of at least 2";
        (kind, size)
    | _ -> malformed 1 "a list of 2" in
  let states high name = Option.map (fun found -> List.map (state_of high 1) (row 1 (-1) found)) (List.assoc_opt name claim) in
  let lost = states 1 "lost" and stuck = states 1 "stuck" and values = states 1000 "values" in
  let law = Option.map (printable 2000) (List.assoc_opt "law" claim) in
  let lowers = row 1 (-1) (List.assoc "lowers" claim) in
  let sizes = List.map (nat ~low:1 1) (row 1 (-1) (List.assoc "moves" claim)) in
  let total = List.fold_left (fun sum size -> min most_entries (sum + min size most_entries)) 0 sizes in
  if List.length sizes <> List.length kinds || total >= certificate.entries then
    malformed 1 "the states of every move and of the cover";
  let said = match (lost, values) with
    | Some found, None -> found
    | None, Some found when not misere -> found
    | _ -> malformed 1 "P-positions or values" in
  if misere <> (stuck <> None) then malformed 1 "in misere play P-positions and those without a move";
  if kind <> "base" then raise (Unsupported "numeration systems other than a base are not read here");
  let count = List.length heaps and names = numbered heaps in
  let aim = if values <> None then Verified.Valued else if misere then Verified.Misere else Verified.Normal in
  let claimed = lazy (machine base count said) in
  let nowhere = { Verified.output = (fun _ -> 0); goes = (fun _ _ -> 0) } in
  let without () = match stuck with Some found -> verified (machine base count found) | None -> nowhere in
  let entries = lazy (Array.init certificate.entries (fun i -> line ~longest:short certificate (i + 1))) in
  let sides = ref [] in
  let part (given, before) kind size =
    let automaton = lazy (
      let lines = Array.to_list (Array.sub (Lazy.force entries) before size) in
      machine base (count + List.length kind.left) (List.mapi (fun i found -> state_of 1 (before + i + 2) found) lines)) in
    let read = lazy (
      let kind, forms = kind_of heaps kind in
      let new_places = Verified.left_places count kind in
      sides := { automaton = Lazy.force automaton; kind; new_places } :: !sides;
      (kind, forms)) in
    (((fun () -> verified (Lazy.force automaton)), fun () -> Lazy.force read) :: given, before + size) in
  let given, before = List.fold_left2 part ([], 0) kinds sizes in
  let cover = lazy (
    let wide = letters base count and size = certificate.entries - before in
    let state i =
      let at = before + i + 2 in
      match row at 2 (Lazy.force entries).(before + i) with
      | [ onward; marks ] ->
          let mark found = match row at 3 found with
            | [ i; m; s ] -> let i = nat at i in let m = nat at m in ((i, m), nat at s)
            | _ -> malformed at "a list of 3" in
          (Array.of_list (List.map (nat at) (row at (-1) onward)), List.map mark (row at (-1) marks))
      | _ -> malformed at "a list of 2" in
    let states = Array.init size state in
    let sides = Array.of_list (List.rev !sides) and most = List.length said in
    let check (onward, marks) =
      if Array.length onward <> wide || Array.exists (fun q -> q >= size) onward then
        malformed 1 "a cover with a state for every letter";
      let fits ((i, m), s) = i < Array.length sides && m < Array.length sides.(i).automaton.table && s < most in
      if not (List.for_all fits marks) then malformed 1 "marks with a move and two states" in
    Array.iter check states;
    states) in
  let marks q = snd (Lazy.force cover).(q) in
  let read_cover () =
    let states = Lazy.force cover in
    ({ Verified.output = (fun _ -> 0); goes = (fun q c -> (fst states.(q)).(c)) }, marks) in
  let hints () =
    let sides = List.rev !sides and claimed = Lazy.force claimed in
    (zero_hints base count sides claimed (marks 0), origin_hints base sides claimed marks) in
  let stated = match law with
    | None -> Verified.Unstated
    | Some text when values = None -> Verified.Lost_if (let found = lazy (condition names (tree_of text)) in fun () -> Lazy.force found)
    | Some text ->
        let found = lazy (term names (tree_of text)) in
        Verified.Value_of (List.sort_uniq compare (List.map fst said), fun () -> Lazy.force found) in
  let lowered = List.filter_map (function Text name -> List.assoc_opt name names | _ -> None) lowers in
  (match
     Verified.check_cover search base count aim (fun () -> verified (Lazy.force claimed)) without lowered (List.rev given) stated
       read_cover hints
   with
   | Verified.Correct -> ()
   | Verified.Incorrect reason -> reject (List.assoc reason reasons)
   | Verified.Too_large -> malformed 1 "a rule with fewer cases and smaller numbers"
   | Verified.Not_read -> unread "such a rule");
  let size = List.length said in
  match law with
  | Some text -> (if values = None then "P iff " else "value == ") ^ text
  | None when values <> None -> Printf.sprintf "the automaton with %d states gives the values of all positions, digits by base %d" size base
  | None -> Printf.sprintf "the automaton with %d states accepts exactly the P-positions, digits by base %d" size base
