(* The native checker: reads certificates, hands them to the verified programs, and says what came out.

   check [--seconds S] [--segments A..B] FILE...; the exit code is the first that is not 0: 0 accepted, 1 rejected,
   2 unsupported, 4 limit reached, 5 malformed, 9 only some segments checked, as of grundy-check. *)

open Reader
open Families
open Periods
open Lengths
open Covers

(* {1 Kinds of certificates} *)

(* Reads the entries up to the first that cannot be read, and keeps why that was. *)
let read_entries certificate read =
  let rec go number found =
    if number = certificate.entries then (List.rev found, None)
    else
      match read number (number + 2) (line ~longest:short certificate (number + 1)) with
      | entry -> go (number + 1) (entry :: found)
      | exception ((Malformed _ | Rejected _ | Limit _) as trouble) -> (List.rev found, Some trouble) in
  go 0 []

(* Hands the entries and what is claimed to a verified program; a fault that it finds comes before what could
   not be read, unless it needs the `whole`. *)
let judge ?(whole = false) certificate entry claimed anything rule check words =
  let entries, unread = read_entries certificate entry in
  if whole then Option.iter raise unread;
  let says, trouble = match claimed () with
    | says -> (says, unread)
    | exception ((Malformed _ | Rejected _ | Limit _) as why) -> (anything, if unread = None then Some why else unread) in
  match (check entries says, trouble) with
  | Verified.Refused entry, _ -> raise (Rejected (entry, rule))
  | Verified.Known _, Some trouble -> raise trouble
  | Verified.Known true, None -> words says
  | Verified.Known false, None -> reject "the claim does not follow from the entries"

(* The position that an entry begins with, and what else is in it. *)
let entry_of family length number at found =
  match row at length found with
  | shown :: others -> let p = family.position number (position_text at shown) in (p, others)
  | [] -> malformed at "a position"

let hint at = function Number "-1" -> None | found -> Some (nat at found)
let start_of claim = position_text 1 (List.assoc "start" claim)

(* A claim of a value, checked by one of the programs. *)
let value_claim certificate family claim entry rule check =
  let claim = record 1 [ "start"; "value" ] claim in
  let shown = start_of claim and value = nat 1 (List.assoc "value" claim) in
  judge certificate entry (fun () -> family.position (-1) shown) family.anywhere rule
    (fun entries start -> check entries start value)
    (fun _ -> Printf.sprintf "the Grundy value of %s is %d" shown value)

let labelling certificate family claim =
  let entry number at found =
    let p, others = entry_of family 2 number at found in
    (p, nat at (List.hd others)) in
  value_claim certificate family claim entry
    "a position once, all its options before it, and the least number that none of them has" family.labelling

let nimbers certificate family claim =
  let entry number at found =
    let p, others = entry_of family 3 number at found in
    let value = nat at (List.hd others) in
    ((p, value), List.map (hint at) (row at (-1) (List.nth others 1))) in
  if not (family.ends ()) then reject "the graph has a cycle";
  value_claim certificate family claim entry
    "a part once, a hint to each of its options that is right, and every smaller value" family.nimbers

(* Labels of games in which play can go on for ever: -1 is infinite. *)
let loops certificate arcs claim =
  let family = graph arcs and seen = Hashtbl.create 64 in
  let claim = record 1 ~optional:[ "among"; "outcome"; "value" ] [ "start" ] claim in
  let shown = start_of claim in
  let value = Option.map (nat 1) (List.assoc_opt "value" claim) in
  let among = Option.map (fun found -> List.map (nat 1) (row 1 (-1) found)) (List.assoc_opt "among" claim) in
  let entry number at found =
    let p, others = entry_of family 2 number at found in
    let label = hint at (List.hd others) in
    if Hashtbl.mem seen p then raise (Rejected (number, "a position once"));
    Hashtbl.add seen p ();
    (p, label) in
  let claimed () =
    let start = family.position (-1) shown in
    match (value, among, List.assoc_opt "outcome" claim) with
    | Some n, None, None -> (start, Verified.Number n, string_of_int n)
    | None, Some found, outcome ->
        (match outcome with
        | None -> ()
        | Some (Text ("D" | "N" as said)) ->
            if (said = "N") <> List.mem 0 found then reject "the start has another label, or none"
        | Some _ -> malformed 1 "an outcome");
        (start, Verified.Infinite found, "inf{" ^ String.concat "," (List.map string_of_int found) ^ "}")
    | _ -> malformed 1 "a value, or the numbers among the options" in
  judge ~whole:true certificate entry claimed (family.anywhere, Verified.Number 0, "")
    "a label that is shown by those of the options, all of which have one"
    (fun entries (start, value, _) -> Verified.graph_loops arcs entries start value)
    (fun (_, _, said) -> Printf.sprintf "the loopy value of %s is %s" shown said)

let reply at = function
  | Number "-2" -> Verified.Open
  | found -> (match hint at found with None -> Verified.Over | Some j -> Verified.To j)

let strategy certificate family claim misere =
  let claim = record 1 ~optional:[ "move" ] [ "outcome"; "start" ] claim in
  let outcome = match List.assoc "outcome" claim with
    | Text ("D" | "N" | "P" as found) -> found
    | _ -> malformed 1 "an outcome" in
  let shown = start_of claim in
  let first = Option.map (position_text 1) (List.assoc_opt "move" claim) in
  let entry number at found =
    let p, others = entry_of family 2 number at found in
    (p, List.map (reply at) (row at (-1) (List.hd others))) in
  let claimed () =
    let start = family.position (-1) shown in
    match (outcome, first) with
    | "P", None -> (start, Verified.Lost, "loses")
    | "D", None -> (start, Verified.Drawn, "draws: nobody can force the end")
    | "N", None when misere -> (start, Verified.Won_stuck, "wins")
    | "N", Some move ->
        (start, Verified.Won_by (family.position (-1) move), "wins, for instance by the move to " ^ move)
    | _ -> malformed 1 "the outcome P or D, or N with a move" in
  judge certificate entry claimed (family.anywhere, Verified.Lost, "")
    "a position once, with a reply to each of its options, and in misere play with an option"
    (fun entries (start, says, _) ->
      match family.strategy misere entries start says with
      | Verified.Known false when says = Verified.Won_stuck -> malformed 1 "a move"
      | found -> found)
    (fun (_, _, words) -> Printf.sprintf "the player to move from %s %s" shown words)

(* {1 Misere quotients} *)

let most_pairs = 200_000

let quotient certificate rules claim =
  let claim = record 1 [ "heaps"; "order" ] claim in
  let most = nat ~low:1 1 (List.assoc "heaps" claim) and order = nat ~low:1 ~high:4096 1 (List.assoc "order" claim) in
  let entry number = record (number + 2) [ "mult"; "p"; "phi" ] (line certificate (number + 1)) in
  match List.init certificate.entries entry with
  | [ table ] ->
      let elements length found = List.map (nat ~high:(order - 1) 2) (row 2 length found) in
      let line found = Array.of_list (elements order found) in
      let mult = Array.of_list (List.map line (row 2 order (List.assoc "mult" table))) in
      let lost = elements (-1) (List.assoc "p" table) in
      let phi = Array.of_list (elements most (List.assoc "phi" table)) in
      let pairs, holds =
        Verified.check_misere rules most order (fun x y -> mult.(x).(y)) (fun h -> phi.(h - 1)) lost (most_pairs + 1) in
      if (not holds) && pairs > most_pairs then
        raise (Limit (Printf.sprintf "there are more than %d pairs" most_pairs));
      if not holds then reject "a commutative monoid, made by the heaps, as small as can be, that tells every outcome";
      Printf.sprintf "in misere play, of every sum of heaps 1 to %d the outcome is read from a quotient of order %d"
        most order
  | _ -> reject "one table is expected"

(* {1 Verdicts} *)

let unsupported reason = raise (Unsupported reason)
let here = "this is a kind or a family that is not known here"

(* The theorem that an acceptance rests on. *)
let theorem family kind =
  let prefix, file = match family with
    | "graph" -> ("graph", "Checker.v")
    | "cram" | "chomp" | "node-kayles" -> ("board", "BoardChecker.v")
    | "automaton" -> ("automaton", "Automata.v")
    | _ -> ("heaps", "Checker.v") in
  match kind with
  | "misere" -> "check_misere_sound in Misere.v"
  | "cover" -> "cover_sound in Covers.v"
  | "tails" -> (if family = "node-kayles" then "kayles" else "code") ^ "_lengths_sound in Lengths.v"
  | "repeat window" -> Printf.sprintf "%s_window_sound in %s" prefix file
  | "repeat rare" -> "heaps_rare_sound in Rare.v"
  | "repeat segments" -> "heaps_segments_sound in Segments.v"
  | "nimber" -> Printf.sprintf "%s_nimbers_sound in %s" prefix file
  | _ -> Printf.sprintf "%s_%s_sound in %s" prefix kind file

(* What is taken from the file and believed: nobody proves that a game has these arcs, or a graph these edges. *)
let taken game =
  let counted name count owner found =
    let shown = show found in
    let shown = if String.length shown > 80 then String.sub shown 0 80 ^ "..." else shown in
    Printf.sprintf "that the %d %s in the file, %s, are the %s's; " count name shown owner in
  match (List.assoc_opt "arcs" game, List.assoc_opt "edges" game) with
  | Some (List ends as found), _ ->
      counted "arcs" (List.fold_left (fun sum ends -> sum + List.length (row 1 (-1) ends)) 0 ends) "game" found
  | _, Some (List edges as found) -> counted "edges" (List.length edges) "graph" found
  | _ when List.mem_assoc "moves" game && List.mem_assoc "heaps" game ->
      Printf.sprintf "that the %d kinds of moves in the file are the game's; " (List.length (row 1 (-1) (List.assoc "moves" game)))
  | _ -> ""

let on_positions certificate kind claim misere family =
  match kind with
  | "labelling" -> labelling certificate family claim
  | "nimber" -> nimbers certificate family claim
  | _ -> strategy certificate family claim misere

let checked some certificate =
  let header = record 1 ~optional:[ "note" ] [ "claim"; "game"; "grundy_cert"; "kind"; "play" ] (line certificate 0) in
  let field name = List.assoc name header in
  let lower c = 'a' <= c && c <= 'z' in
  let kind = word 1 lower (field "kind") in
  let game = match field "game" with Object found -> found | _ -> malformed 1 "a game" in
  let family = match List.assoc_opt "family" game with
    | Some name -> word 1 (fun c -> lower c || c = '-') name
    | None -> malformed 1 "a family" in
  let claim = match field "claim" with Object found -> found | _ -> malformed 1 "a claim" in
  (match List.assoc_opt "note" header with
   | None -> ()
   | Some (Text shown) when String.length shown <= 2400 && characters shown 0 <= 200 -> ()
   | Some _ -> malformed 1 "a note of at most 200 characters");
  let via = match List.assoc_opt "via" claim with Some (Text name) -> name | _ -> "" in
  let kind = if kind = "repeat" then "repeat " ^ via else kind in
  let version = show (field "grundy_cert") in
  if version <> "1" then
    unsupported ("expected a certificate of version 1, found version " ^ String.sub version 0 (min 20 (String.length version)));
  if not (List.mem family [ "graph"; "nim"; "take-break"; "subtraction"; "automaton"; "cram"; "chomp"; "node-kayles"; "arc-kayles"; "coupled" ])
     || not (List.mem kind [ "labelling"; "nimber"; "strategy"; "loops"; "period"; "repeat window"; "repeat rare"; "repeat segments";
                              "misere"; "tails"; "cover" ])
     || (kind = "cover") <> (family = "coupled")
     || (family = "arc-kayles" && kind <> "tails")
     || (kind = "tails" && not (List.mem family [ "arc-kayles"; "node-kayles"; "take-break" ]))
     || (kind = "loops" && family <> "graph")
     || (kind = "misere" && not (List.mem family [ "nim"; "take-break"; "subtraction" ])) then unsupported here;
  let plays = match kind with "misere" -> [ "misere" ] | "strategy" | "cover" -> [ "normal"; "misere" ] | _ -> [ "normal" ] in
  let play = match field "play" with
    | Text play when List.mem play plays -> play
    | _ -> malformed 1 "the play of this kind" in
  let misere = play = "misere" in
  let whole = field "game" in
  let words =
    if kind = "cover" then cover certificate whole (Object claim) misere
    else if List.mem kind [ "period"; "repeat window"; "repeat rare"; "repeat segments"; "tails" ] then begin
      if certificate.entries > 0 && not (List.mem kind [ "repeat rare"; "repeat segments" ]) then
        malformed 1 "no entries";
      let covered, check = match kind with
        | "period" -> ([ "take-break"; "subtraction" ], period)
        | "repeat window" -> ([ "subtraction" ], window)
        | "repeat rare" -> ([ "take-break" ], rare certificate)
        | _ -> ([ "take-break" ], segments certificate some) in
      if kind = "tails" then tails whole family (Object claim)
      else if family = "automaton" && kind = "repeat window" then window_of_states whole (Object claim)
      else
      let rules () =
        if List.mem family covered then rules_of family whole else unsupported "this kind is for other games" in
      check rules (Object claim)
    end
    else
      match game_of family whole with
      | Graph arcs when kind = "loops" -> loops certificate arcs (Object claim)
      | Graph arcs -> on_positions certificate kind (Object claim) misere (graph arcs)
      | Heaps rules when kind = "misere" -> quotient certificate rules (Object claim)
      | Heaps rules -> on_positions certificate kind (Object claim) misere (heaps rules)
      | Automaton (states, moves) -> on_positions certificate kind (Object claim) misere (automaton states moves)
      | Board family -> on_positions certificate kind (Object claim) misere family
      | Elsewhere -> unsupported here in
  let shown = show whole in
  let others = List.filter (fun (name, _) -> name <> "family") game in
  let rule = String.concat ", " (List.map (fun (name, v) -> name ^ " " ^ show v) others) in
  let rule = if rule = "" then "" else Printf.sprintf " (%s)" (String.sub rule 0 (min 80 (String.length rule))) in
  let all = kind <> "repeat segments" || some = None in
  let status, code = if all then ("ACCEPTED", 0) else ("AUDITED: only some segments were verified", 9) in
  let told = Printf.sprintf
    "%s\n  claim: in %s play of %s%s: %s\n  theorem: %s\n  trusted: %s\n  sha256 of the game: %s\n  entries: %d"
    status play family rule words (theorem family kind)
    (taken game ^ "Games.v and the file of the rules, Coq and its extraction, the compiler, and the reader")
    (Seal.sha256 shown 0 (String.length shown)) certificate.entries in
  (told, code)

exception Time

let verdict some path =
  match
    let certificate = read path in
    if certificate.entries > most_entries then raise (Limit "too many entries");
    checked some certificate
  with
  | found -> found
  | exception Rejected (entry, reason) ->
      ("REJECTED: " ^ (if entry < 0 then "" else Printf.sprintf "entry %d: " entry) ^ reason, 1)
  | exception Unsupported reason -> ("UNSUPPORTED: " ^ reason, 2)
  | exception Limit reason -> ("LIMIT: " ^ reason, 4)
  | exception (Stack_overflow | Out_of_memory) -> ("LIMIT: there is not enough memory", 4)
  | exception Time -> ("LIMIT: not done in time", 4)
  | exception Malformed (at, reason) -> (Printf.sprintf "MALFORMED: line %d: %s" at reason, 5)

let within seconds some path =
  Sys.set_signal Sys.sigalrm (Sys.Signal_handle (fun _ -> raise Time));
  ignore (Unix.setitimer Unix.ITIMER_REAL { Unix.it_interval = 0.; it_value = seconds });
  let found = verdict some path in
  ignore (Unix.setitimer Unix.ITIMER_REAL { Unix.it_interval = 0.; it_value = 0. });
  found

let () =
  Gc.set { (Gc.get ()) with Gc.minor_heap_size = 1 lsl 20; space_overhead = 200 };
  let stretch shown =
    let number s = decimal s && String.length s <= 18 in
    match String.split_on_char '.' shown with
    | [ a ] when number a -> Some (int_of_string a, int_of_string a)
    | [ a; ""; "" ] when number a -> Some (int_of_string a, max_int)
    | [ a; ""; b ] when number a && number b -> Some (int_of_string a, int_of_string b)
    | _ -> None in
  let rec read seconds some = function
    | "--seconds" :: s :: rest when (match float_of_string_opt s with Some s -> s > 0. | None -> false) ->
        read (float_of_string s) some rest
    | "--segments" :: s :: rest when stretch s <> None -> read seconds (stretch s) rest
    | files -> (seconds, some, files) in
  let seconds, some, files = read 600. None (List.tl (Array.to_list Sys.argv)) in
  if files = [] || String.length (List.hd files) > 1 && String.sub (List.hd files) 0 2 = "--" then begin
    prerr_endline "usage: check [--seconds S] [--segments A..B] FILE...";
    exit 2
  end;
  let code path =
    let words, code = within seconds some path in
    Printf.printf "%s: %s\n%!" path words;
    code in
  let codes = List.map code files in
  exit (match List.find_opt (fun code -> code > 0) codes with Some code -> code | None -> 0)
