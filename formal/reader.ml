(* Reads certificates strictly: every line is its own canonical JSON, and the seal fits all bytes before it.

   Canonical: ASCII, keys ascending and each once, no blanks, whole numbers without leading zeros, and in texts the
   escapes that are needed and no others. *)

exception Malformed of int * string (* the line *)
exception Unsupported of string

type json =
  | Number of string (* as it is written *)
  | Text of string (* as it is written, escapes included *)
  | List of json list
  | Object of (string * json) list
  | Word of string (* true, false, null *)

let deepest = 100
let longest = 1 lsl 26 (* the first line, a table, an end of a segment *)
let short = 1 lsl 20 (* all other lines *)
let most = [ (',', 5_000_000); ('[', 1 lsl 20); ('{', 1000) ] (* in a line, also in its texts *)

(* The value that begins at a place of the text, and the place behind it. *)
let parse_at text line start =
  let fail _ = raise (Malformed (line, "expected one JSON value in ASCII, sorted keys, no blanks, every key once")) in
  let at = ref start in
  let here () = if !at < String.length text then text.[!at] else '\n' in
  let next () = let c = here () in incr at; c in
  let expect c = if next () <> c then fail () in
  let since from = String.sub text from (!at - from) in
  let number from =
    while match here () with '0' .. '9' -> true | _ -> false do incr at done;
    let shown = since from in
    let digits = if shown.[0] = '-' then since (from + 1) else shown in
    if digits = "" || (digits.[0] = '0' && shown <> "0") then fail ();
    Number shown in
  let escape () =
    match next () with
    | '"' | '\\' | 'b' | 'f' | 'n' | 'r' | 't' -> ()
    | 'u' ->
        for _ = 1 to 4 do match next () with '0' .. '9' | 'a' .. 'f' -> () | _ -> fail () done;
        let code = int_of_string ("0x" ^ since (!at - 4)) in
        if (code >= 32 && code < 127) || List.mem code [ 8; 9; 10; 12; 13 ] then fail ()
    | _ -> fail () in
  let string () =
    let from = !at in
    let rec go () = match next () with
      | '"' -> ()
      | '\\' -> escape (); go ()
      | ' ' .. '~' -> go ()
      | _ -> fail () in
    go ();
    String.sub text from (!at - 1 - from) in
  let rec value depth =
    if depth > deepest then fail ();
    let from = !at in
    match next () with
    | '-' | '0' .. '9' -> number from
    | '"' -> Text (string ())
    | '[' -> if here () = ']' then (incr at; List []) else List (members depth [])
    | '{' -> if here () = '}' then (incr at; Object []) else Object (fields depth [])
    | 't' -> word "true"
    | 'f' -> word "false"
    | 'n' -> word "null"
    | _ -> fail ()
  and word w = decr at; String.iter expect w; Word w
  and members depth found =
    let found = value (depth + 1) :: found in
    match next () with ',' -> members depth found | ']' -> List.rev found | _ -> fail ()
  and fields depth found =
    expect '"';
    let key = string () in
    (match found with (before, _) :: _ when before >= key -> fail () | _ -> ());
    expect ':';
    let found = (key, value (depth + 1)) :: found in
    match next () with ',' -> fields depth found | '}' -> List.rev found | _ -> fail () in
  let found = value 0 in
  (found, !at)

(* The text of a value. *)
let rec show = function
  | Number shown | Word shown -> shown
  | Text shown -> "\"" ^ shown ^ "\""
  | List found -> "[" ^ String.concat "," (List.rev (List.rev_map show found)) ^ "]"
  | Object found -> "{" ^ String.concat "," (List.map (fun (key, v) -> "\"" ^ key ^ "\":" ^ show v) found) ^ "}"

(* How many characters a text has: an escape is one, and so is a pair of halves. *)
let rec characters shown i =
  let left = String.length shown - i in
  let is_half first = left >= 6 && shown.[i] = '\\' && shown.[i + 1] = 'u' && shown.[i + 2] = 'd' && String.contains first shown.[i + 3] in
  if left = 0 then 0
  else if shown.[i] <> '\\' then 1 + characters shown (i + 1)
  else if shown.[i + 1] <> 'u' then 1 + characters shown (i + 2)
  else if is_half "89ab" && left >= 12 && String.sub shown (i + 6) 3 = "\\ud" && String.contains "cdef" shown.[i + 9] then
    1 + characters shown (i + 12)
  else 1 + characters shown (i + 6)

type certificate = {
  text : string;
  starts : int array; (* of the lines *)
  entries : int;
}

let line ?(longest = longest) certificate number =
  let start = certificate.starts.(number) and stop = certificate.starts.(number + 1) in
  let count mark =
    let found = ref 0 in
    for i = start to stop - 1 do if certificate.text.[i] = mark then incr found done;
    !found in
  if stop - start > longest || List.exists (fun (mark, bound) -> count mark > bound) most then
    raise (Malformed (number + 1, "expected a shorter line, with fewer values, lists and objects"));
  let found, next = parse_at certificate.text (number + 1) start in
  if next <> stop - 1 then raise (Malformed (number + 1, "expected one JSON value"));
  found

let malformed line wanted = raise (Malformed (line, "expected " ^ wanted))

let nat ?(low = 0) ?(high = (1 lsl 53) - 1) line = function
  | Number shown when String.length shown <= 18 && low <= int_of_string shown && int_of_string shown <= high ->
      int_of_string shown
  | _ -> malformed line (Printf.sprintf "a whole number from %d to %d" low high)

let row line length = function
  | List found when length < 0 || List.length found = length -> found
  | _ -> malformed line (if length < 0 then "a list" else Printf.sprintf "a list of %d" length)

(* An object that has all the keys and no others than the optional ones. *)
let record line ?(optional = []) keys = function
  | Object found
    when List.for_all (fun key -> List.mem_assoc key found) keys
         && List.for_all (fun (key, _) -> List.mem key keys || List.mem key optional) found -> found
  | _ -> malformed line ("an object with the keys " ^ String.concat " " keys)

let word line allowed = function
  | Text shown when shown <> "" && String.for_all allowed shown -> shown
  | _ -> malformed line "a text of other characters"

let hash line = function
  | Text shown when String.length shown = 64 && String.for_all (function '0' .. '9' | 'a' .. 'f' -> true | _ -> false) shown
    -> shown
  | _ -> malformed line "a hash"

let whole path =
  if path <> "-" && Sys.file_exists path && (Unix.stat path).Unix.st_kind <> Unix.S_REG then
    raise (Unsupported "this is not a regular file");
  let file = if path = "-" then stdin else open_in_bin path and text = Buffer.create 65536 in
  Fun.protect ~finally:(fun () -> close_in file) (fun () ->
    (try while true do Buffer.add_channel text file 65536 done with End_of_file -> ());
    Buffer.contents text)

(* Reads a file and checks its seal. *)
let read path =
  let text = try whole path with Sys_error reason -> raise (Unsupported reason) in
  if String.length text > 1 && String.sub text 0 2 = "\x1f\x8b" then
    raise (Unsupported "compressed files are not read: gzip -dc FILE | formal/check -");
  let starts = ref [ 0 ] in
  String.iteri (fun i c -> if c = '\n' then starts := (i + 1) :: !starts) text;
  let starts = Array.of_list (List.rev !starts) in
  let lines = Array.length starts - 1 in
  if lines < 1 || starts.(lines) <> String.length text then malformed (lines + 1) "a line with an end";
  let certificate = { text; starts; entries = lines - 2 } in
  let trailer = record lines [ "end"; "sha256" ] (line ~longest:short certificate (lines - 1)) in
  let count = nat lines (List.assoc "end" trailer) in
  let sum = List.assoc "sha256" trailer in
  if count <> lines - 2 || sum <> Text (Seal.sha256 text 0 starts.(lines - 1)) then
    malformed lines "the number of the entries and the hash of all before: something was lost or changed";
  certificate
