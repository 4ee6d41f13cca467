(* The native checker: reads certificates, hands them to the verified programs, and says what came out.

   check [--seconds S] FILE...; the exit code is the first that is not 0: 0 accepted, 1 rejected, 2 unsupported,
   4 limit reached, 5 malformed, as of grundy-check. *)

open Reader
open Families

let most_values = 1 lsl 26
let most_entries = 10_000_000

(* {1 Kinds of certificates} *)

(* Reads the entries up to the first that cannot be read, and keeps why that was. *)
let read_entries certificate read =
  let rec go number found =
    if number = certificate.entries then (List.rev found, None)
    else
      match read number (number + 2) (line certificate (number + 1)) with
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
  let claim = record 1 ~optional:[ "among"; "value" ] [ "start" ] claim in
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
    match (value, among) with
    | Some n, None -> (start, Verified.Number n, string_of_int n)
    | None, Some found ->
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
    | "D", None -> (start, Verified.Drawn, "draws: neither can force the end")
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
    (fun (_, _, words) -> Printf.sprintf "whoever moves from %s %s" shown words)

(* {1 Periods} *)

(* The hash of values as words of 32 bits, the lowest byte first. *)
let hash_of value count =
  let bytes = Bytes.create (4 * count) in
  for n = 0 to count - 1 do
    Bytes.set_int32_le bytes (4 * n) (Int32.of_int (value n))
  done;
  Seal.sha256 (Bytes.unsafe_to_string bytes) 0 (4 * count)

let room count most = if count > most then raise (Limit (Printf.sprintf "%d values are more than %d" count most))

let repeated claim n0 p length value holds =
  if hash 1 (List.assoc "values_sha256" claim) <> hash_of value length then
    reject "the values are others than those of the hash";
  if not holds then reject "the window does not repeat, or something smaller does";
  Printf.sprintf "G(n + %d) = G(n) for every heap n >= %d" p n0

let repeating claim n0 p length check =
  room length most_values;
  let table, holds = check n0 p in
  repeated claim n0 p length (Verified.at_ table) holds

let bounds claim = (nat 1 (List.assoc "n0" claim), nat ~low:1 1 (List.assoc "p" claim))

let period game claim =
  let claim = record 1 [ "n0"; "p"; "parts"; "take"; "values_sha256" ] claim in
  let n0, p = bounds claim in
  let rules = game () in
  let parts = nat ~low:1 ~high:4 1 (List.assoc "parts" claim) and take = nat 1 (List.assoc "take" claim) in
  let most = Verified.most_parts rules and largest = Verified.largest_take rules in
  if (parts, take) <> (most, largest) then
    reject (Printf.sprintf "a move leaves at most %d heaps and takes at most %d" most largest);
  repeating claim n0 p (Verified.period_length rules n0 p) (Verified.check_period rules)

let window game claim =
  let claim = record 1 [ "n0"; "p"; "values_sha256"; "via"; "window" ] claim in
  let n0, p = bounds claim in
  let rules = game () in
  let largest = Verified.largest_take rules in
  if largest > nat ~low:1 1 (List.assoc "window" claim) then reject (Printf.sprintf "the largest take is %d" largest);
  repeating claim n0 p (Verified.window_length rules n0 p) (Verified.check_window rules)

(* Values below 256 that are hoped for, one after the other, are handed over to be tried. *)
let rare certificate game claim =
  let keys = [ "depth"; "mask"; "n0"; "p"; "parity"; "shift"; "values_sha256"; "via"; "window" ] in
  let claim = record 1 keys claim in
  let n0, p = bounds claim in
  let rules = game () in
  let steps = Verified.all_steps rules and largest = Verified.largest_take rules in
  if List.exists (fun (_, digit) -> digit > 7) steps then
    raise (Unsupported "rare heaps are for take-break with digits 0 to 7");
  let entry number =
    match row (number + 2) 2 (line certificate (number + 1)) with
    | [ heap; value ] -> let heap = nat (number + 2) heap in (heap, nat (number + 2) value)
    | _ -> malformed (number + 2) "a list of 2" in
  let rares = List.init certificate.entries entry in
  let number ?low ?high name = nat ?low ?high 1 (List.assoc name claim) in
  let mask = number "mask" in
  let places = List.filter (fun i -> (mask lsr i) land 1 = 1) (List.init 53 Fun.id) in
  let depth = number "depth" in
  let parity = number ~high:1 "parity" = 1 in
  let shift = number ~high:1 "shift" in
  if parity && List.exists (fun (t, digit) -> digit land 4 > 0 && (t + shift) land 1 = 1) steps then
    reject "parity (t + shift) must be even for every take t that splits";
  let window = number ~low:1 "window" in
  let last = List.fold_left (fun _ (heap, _) -> heap) 0 rares in
  if window < depth + largest || depth < last || n0 <= last || (parity && p land 1 = 1) then
    reject "depth >= the last rare heap < n0, window >= depth + the largest take, and parity p even";
  let first = Verified.begins rules rares and length = Verified.rare_length window n0 p in
  room first most_values;
  room length (1 lsl 30);
  let table = Verified.table rules first and values = Bytes.make length '\000' in
  let early = List.init first (fun n -> (n, Verified.at_ table n)) in
  if List.filter (fun (n, v) -> n > 0 && not (Verified.common places parity shift n v)) early <> rares then
    reject "the entries must be the rare heaps with their values, and none comes soon after the last";
  let value n = Char.code (Bytes.get values n) in
  for n = 0 to length - 1 do
    let v =
      if n < first then Verified.at_ table n else Verified.hoped rules places parity shift rares value n 256 in
    if v > 255 then raise (Unsupported "a value of 256 or more");
    Bytes.set values n (Char.chr v)
  done;
  repeated claim n0 p length value
    (Verified.is_rare_period rules places parity shift rares depth window n0 p value)

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
    | _ -> ("heaps", "Checker.v") in
  match kind with
  | "misere" -> "check_misere_sound in Misere.v"
  | "repeat window" -> "heaps_window_sound in Checker.v"
  | "repeat rare" -> "heaps_rare_sound in Rare.v"
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
  | _ -> ""

let on_positions certificate kind claim misere family =
  match kind with
  | "labelling" -> labelling certificate family claim
  | "nimber" -> nimbers certificate family claim
  | _ -> strategy certificate family claim misere

let checked certificate =
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
  if not (List.mem family [ "graph"; "nim"; "take-break"; "subtraction"; "cram"; "chomp"; "node-kayles" ])
     || not (List.mem kind [ "labelling"; "nimber"; "strategy"; "loops"; "period"; "repeat window"; "repeat rare"; "misere" ])
     || (kind = "loops" && family <> "graph")
     || (kind = "misere" && not (List.mem family [ "nim"; "take-break"; "subtraction" ])) then unsupported here;
  let plays = match kind with "misere" -> [ "misere" ] | "strategy" -> [ "normal"; "misere" ] | _ -> [ "normal" ] in
  let play = match field "play" with
    | Text play when List.mem play plays -> play
    | _ -> malformed 1 "the play of this kind" in
  let misere = play = "misere" in
  let whole = field "game" in
  let words =
    if List.mem kind [ "period"; "repeat window"; "repeat rare" ] then begin
      if certificate.entries > 0 && kind <> "repeat rare" then malformed 1 "no entries";
      let covered, check = match kind with
        | "period" -> ([ "take-break"; "subtraction" ], period)
        | "repeat window" -> ([ "subtraction" ], window)
        | _ -> ([ "take-break" ], rare certificate) in
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
      | Board family -> on_positions certificate kind (Object claim) misere family
      | Elsewhere -> unsupported here in
  let shown = show whole in
  let others = List.filter (fun (name, _) -> name <> "family") game in
  let rule = String.concat ", " (List.map (fun (name, v) -> name ^ " " ^ show v) others) in
  let rule = if rule = "" then "" else Printf.sprintf " (%s)" (String.sub rule 0 (min 80 (String.length rule))) in
  Printf.sprintf
    "ACCEPTED\n  claim: in %s play of %s%s: %s\n  theorem: %s\n  trusted: %s\n  sha256 of the game: %s\n  entries: %d"
    play family rule words (theorem family kind)
    (taken game ^ "Games.v and the file of the rules, Coq and its extraction, the compiler, and the reader")
    (Seal.sha256 shown 0 (String.length shown)) certificate.entries

exception Time

let verdict path =
  match
    let certificate = read path in
    if certificate.entries > most_entries then raise (Limit "too many entries");
    checked certificate
  with
  | words -> (words, 0)
  | exception Rejected (entry, reason) ->
      ("REJECTED: " ^ (if entry < 0 then "" else Printf.sprintf "entry %d: " entry) ^ reason, 1)
  | exception Unsupported reason -> ("UNSUPPORTED: " ^ reason, 2)
  | exception Limit reason -> ("LIMIT: " ^ reason, 4)
  | exception (Stack_overflow | Out_of_memory) -> ("LIMIT: there is not enough memory", 4)
  | exception Time -> ("LIMIT: not done in time", 4)
  | exception Malformed (at, reason) -> (Printf.sprintf "MALFORMED: line %d: %s" at reason, 5)

let within seconds path =
  Sys.set_signal Sys.sigalrm (Sys.Signal_handle (fun _ -> raise Time));
  ignore (Unix.setitimer Unix.ITIMER_REAL { Unix.it_interval = 0.; it_value = seconds });
  let found = verdict path in
  ignore (Unix.setitimer Unix.ITIMER_REAL { Unix.it_interval = 0.; it_value = 0. });
  found

let () =
  Gc.set { (Gc.get ()) with Gc.minor_heap_size = 1 lsl 20; space_overhead = 200 };
  let seconds, files =
    match List.tl (Array.to_list Sys.argv) with
    | "--seconds" :: s :: files when (match float_of_string_opt s with Some s -> s > 0. | None -> false) ->
        (float_of_string s, files)
    | files -> (600., files) in
  if files = [] || String.length (List.hd files) > 1 && String.sub (List.hd files) 0 2 = "--" then begin
    prerr_endline "usage: check [--seconds S] FILE...";
    exit 2
  end;
  let code path =
    let words, code = within seconds path in
    Printf.printf "%s: %s\n%!" path words;
    code in
  let codes = List.map code files in
  exit (match List.find_opt (fun code -> code > 0) codes with Some code -> code | None -> 0)
