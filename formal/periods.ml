(* Periods of the values of single heaps, read from a certificate and shown by the verified programs. *)

open Reader
open Families

let most_values = 1 lsl 26
let most_kept = 1 lsl 30 (* a byte each *)

(* The hash of values as words of 32 bits, the lowest byte first. *)
let hash_of value count =
  let fill piece at bytes =
    for i = 0 to (bytes / 4) - 1 do Bytes.set_int32_le piece (4 * i) (Int32.of_int (value ((at / 4) + i))) done in
  Seal.digest (4 * count) fill

let room count most = if count > most then raise (Limit (Printf.sprintf "%d values are more than %d" count most))
let for_ever n0 p = Printf.sprintf "G(n + %d) = G(n) for every heap n >= %d" p n0

let repeated claim n0 p length value holds =
  if hash 1 (List.assoc "values_sha256" claim) <> hash_of value length then
    reject "the values are others than those of the hash";
  if not holds then reject "the window does not repeat, or something smaller does";
  for_ever n0 p

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

let window_of_states game claim =
  let claim = record 1 [ "n0"; "p"; "values_sha256"; "via"; "window" ] claim in
  let n0, p = bounds claim in
  let states, arcs = moves_of game in
  let largest = Verified.most_taken arcs in
  if largest > nat ~low:1 1 (List.assoc "window" claim) then reject (Printf.sprintf "the largest take is %d" largest);
  if n0 > most_values || p > most_values then room (max n0 p) most_values;
  let length = Verified.states_length states arcs n0 p in
  room length most_values;
  let table, holds = Verified.check_states states arcs n0 p in
  repeated claim n0 p length (Verified.at_ table) holds ^ if states > 1 then " in every state" else ""

(* {1 Rare heaps} *)

type space = {
  rules : Verified.rules;
  places : int list;
  parity : bool;
  shift : int;
  rares : (int * int) list;
  depth : int;
  window : int;
  n0 : int;
  p : int;
  early : bytes; (* the values of heaps up to the last rare one and the largest take *)
}

let pair line found =
  match row line 2 found with
  | [ heap; value ] -> let heap = nat line heap in (heap, nat line value)
  | _ -> malformed line "a list of 2"

let byte v = if v > 255 then raise (Unsupported "a value of 256 or more") else Char.chr v

(* The types of values, the rare heaps and the numbers of a claim, after a look whether they fit together. *)
let space game claim rares =
  let n0, p = bounds claim in
  let rules = game () in
  let steps = Verified.all_steps rules and largest = Verified.largest_take rules in
  if List.exists (fun (_, digit) -> digit > 7) steps then
    raise (Unsupported "rare heaps are for take-break with digits 0 to 7");
  let rares = rares () in
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
  let first = Verified.begins rules rares in
  room first most_values;
  let table = Verified.table rules first in
  let early = List.init first (fun n -> (n, Verified.at_ table n)) in
  if List.filter (fun (n, v) -> n > 0 && not (Verified.common places parity shift n v)) early <> rares then
    reject "the entries must be the rare heaps with their values, and none comes soon after the last";
  let early = Bytes.init first (fun n -> byte (Verified.at_ table n)) in
  { rules; places; parity; shift; rares; depth; window; n0; p; early }

(* Values below 256 that are hoped for, one after the other behind those before a heap, are handed over to be tried. *)
let hope space value set first stop =
  let pairs = Verified.near_pairs space.rules space.rares and words = Verified.typed_words space.places in
  for n = first to stop - 1 do
    set n (byte (Verified.hoped space.parity space.shift value pairs words n))
  done

(* Values from the first heap on. *)
let hoped_from_none space length =
  room length most_kept;
  let values = Bytes.make length '\000' and known = min length (Bytes.length space.early) in
  Bytes.blit space.early 0 values 0 known;
  let value n = Char.code (Bytes.get values n) in
  hope space value (Bytes.set values) known length;
  value

let rare certificate game claim =
  let keys = [ "depth"; "mask"; "n0"; "p"; "parity"; "shift"; "values_sha256"; "via"; "window" ] in
  let claim = record 1 keys claim in
  let entry number = pair (number + 2) (line ~longest:short certificate (number + 1)) in
  let s = space game claim (fun () -> List.init certificate.entries entry) in
  let length = Verified.rare_length s.window s.n0 s.p in
  let value = hoped_from_none s length in
  repeated claim s.n0 s.p length value
    (Verified.is_rare_period s.rules s.places s.parity s.shift s.rares s.depth s.window s.n0 s.p value)

(* {1 Segments} *)

let bytes_of line count found =
  let shown = word line (function '0' .. '9' | 'a' .. 'f' -> true | _ -> false) found in
  if String.length shown land 1 = 1 then malformed line "an even number of hexadecimal digits";
  if String.length shown <> 2 * count then None
  else Some (List.init count (fun i -> int_of_string ("0x" ^ String.sub shown (2 * i) 2)))

(* One segment: the values before its begin, between, and before its end. *)
let segment s first (begin_, before) (stop, after) =
  let base = begin_ - s.window - 1 in
  room (stop - base) most_kept;
  let values = Bytes.make (stop - base) '\000' in
  List.iteri (fun i v -> Bytes.set values i (byte v)) before;
  let value n = if n <= s.window then first n else Char.code (Bytes.get values (n - base)) in
  hope s value (fun n -> Bytes.set values (n - base)) begin_ stop;
  if not (Verified.right_segment s.rules s.places s.parity s.shift s.rares s.depth s.window first value begin_ before
            stop after) then
    reject (Printf.sprintf "the values before heap %d are others than those listed, or do not fit" stop)

let segments certificate some game claim =
  let keys = [ "depth"; "mask"; "n0"; "p"; "parity"; "rares"; "shift"; "via"; "window" ] in
  let claim = record 1 keys claim in
  let s = space game claim (fun () -> List.map (pair 1) (row 1 (-1) (List.assoc "rares" claim))) in
  let rec ends number before found =
    if number = certificate.entries then List.rev found
    else
      let at = number + 2 in
      match row at 2 (line certificate (number + 1)) with
      | [ stop; after ] ->
          let stop = nat at stop in
          (match if stop > before then bytes_of at (s.window + 1) after else None with
           | Some after -> ends (number + 1) stop ((stop, after) :: found)
           | None -> reject (Printf.sprintf "ends ascending, each with the %d values before it" (s.window + 1)))
      | _ -> malformed at "a list of 2" in
  let ends = ends 0 s.window [] in
  let root = int_of_float (sqrt (float_of_int s.p)) + 1 in
  if not (Verified.ends_show s.window s.n0 s.p root ends) then
    reject "the ends must show the period, and that it begins no earlier and that no divisor is one";
  let first = hoped_from_none s (s.window + 1) in
  if not (Verified.segments_begun s.rules s.places s.parity s.shift s.rares s.depth s.window s.n0 s.p first) then
    reject "the first heaps have other values";
  let from, last = Option.value some ~default:(1, max_int) in
  if from < 1 || from > certificate.entries || last < from then
    raise (Unsupported (Printf.sprintf "there are the segments 1 to %d" certificate.entries));
  let check (number, before) after =
    (try if from <= number && number <= last then segment s first before after
     with Rejected (_, reason) -> raise (Rejected (number - 1, reason)));
    (number + 1, after) in
  ignore (List.fold_left check (1, (s.window + 1, Verified.first_values s.window first)) ends);
  for_ever s.n0 s.p
