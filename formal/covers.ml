(* Games on several heaps whose P-positions or values an automaton gives: certificates with covers, as of grundy-check. *)

open Reader
open Families
open Texts
open Cover_hints

let most_entries = 10_000_000

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

let kind_of heaps kind =
  let names = numbered (heaps @ kind.chosen) in
  let results = List.map (fun heap -> Option.map (fun text -> term names (tree_of text)) (List.assoc_opt heap kind.left)) heaps in
  let goals = List.map (fun t -> read_form (Verified.linear_of false Verified.plain_name t)) (List.filter_map Fun.id results) in
  let solved = solve (List.length heaps) (List.length kind.chosen) goals in
  let requires = condition names (tree_of kind.requires) in
  ({ Verified.chosen = List.length kind.chosen; requires; results }, solved)

(* {1 Automata} *)

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
