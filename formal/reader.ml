(* Reads certificates strictly: every line is its own canonical JSON, and the seal fits all bytes before it.

   Canonical: ASCII, keys ascending and each once, no blanks, whole numbers without leading zeros, and in texts the
   escapes that are needed and no others. *)

exception Malformed of int * string (* the line *)
exception Unsupported of string

type json =
  | Number of int (* of at most 18 digits *)
  | Large of string (* a longer number *)
  | Text of string * int (* as it is written, escapes included, and how many characters it has *)
  | List of json list
  | Object of (string * json) list
  | Word of string (* true, false, null *)

let deepest = 100
let longest = 1 lsl 26

(* The value that begins at a place of the text, and the place behind it. *)
let parse_at text line place =
  let fail () = raise (Malformed (line, "expected one JSON value in ASCII, sorted keys, no blanks, every key once")) in
  let here i = if i < String.length text then text.[i] else '\n' in
  let number i =
    let first = if here i = '-' then i + 1 else i in
    let rec last j = match here j with '0' .. '9' -> last (j + 1) | _ -> j in
    let stop = last first in
    let digits = stop - first in
    if digits = 0 || (here first = '0' && (digits > 1 || first > i)) then fail ();
    let shown = String.sub text i (stop - i) in
    ((if digits > 18 then Large shown else Number (int_of_string shown)), stop) in
  let hex i =
    let digit c = match c with '0' .. '9' -> Char.code c - 48 | 'a' .. 'f' -> Char.code c - 87 | _ -> fail () in
    (((digit (here i) * 16) + digit (here (i + 1))) * 256)
    + (digit (here (i + 2)) * 16) + digit (here (i + 3)) in
  (* characters so far, and whether the last was the first half of a pair *)
  let rec string_end i count half =
    match here i with
    | '"' -> (i, count)
    | ' ' .. '!' | '#' .. '[' | ']' .. '~' -> string_end (i + 1) (count + 1) false
    | '\\' -> (
        match here (i + 1) with
        | '"' | '\\' | 'b' | 'f' | 'n' | 'r' | 't' -> string_end (i + 2) (count + 1) false
        | 'u' ->
            let code = hex (i + 2) in
            if (code >= 32 && code < 127) || List.mem code [ 8; 9; 10; 12; 13 ] then fail ();
            let second = half && code >= 0xdc00 && code < 0xe000 in
            string_end (i + 6) (if second then count else count + 1) (code >= 0xd800 && code < 0xdc00)
        | _ -> fail ())
    | _ -> fail () in
  let string i =
    let stop, count = string_end i 0 false in
    (String.sub text i (stop - i), count, stop + 1) in
  let rec value depth i =
    if depth > deepest then fail ();
    match here i with
    | '-' | '0' .. '9' -> number i
    | '"' -> let shown, count, next = string (i + 1) in (Text (shown, count), next)
    | '[' -> if here (i + 1) = ']' then (List [], i + 2) else members depth (i + 1) []
    | '{' -> if here (i + 1) = '}' then (Object [], i + 2) else fields depth (i + 1) []
    | 't' -> word "true" i
    | 'f' -> word "false" i
    | 'n' -> word "null" i
    | _ -> fail ()
  and word w i =
    let n = String.length w in
    if i + n <= String.length text && String.sub text i n = w then (Word w, i + n) else fail ()
  and members depth i found =
    let v, next = value (depth + 1) i in
    match here next with
    | ',' -> members depth (next + 1) (v :: found)
    | ']' -> (List (List.rev (v :: found)), next + 1)
    | _ -> fail ()
  and fields depth i found =
    if here i <> '"' then fail ();
    let key, _, next = string (i + 1) in
    (match found with (before, _) :: _ when before >= key -> fail () | _ -> ());
    if here next <> ':' then fail ();
    let v, next = value (depth + 1) (next + 1) in
    match here next with
    | ',' -> fields depth (next + 1) ((key, v) :: found)
    | '}' -> (Object (List.rev ((key, v) :: found)), next + 1)
    | _ -> fail () in
  value 0 place

(* The text of a value. *)
let rec show = function
  | Number n -> string_of_int n
  | Large shown | Word shown -> shown
  | Text (shown, _) -> "\"" ^ shown ^ "\""
  | List found -> "[" ^ String.concat "," (List.rev (List.rev_map show found)) ^ "]"
  | Object found -> "{" ^ String.concat "," (List.map (fun (key, v) -> "\"" ^ key ^ "\":" ^ show v) found) ^ "}"

type certificate = {
  text : string;
  starts : int array; (* of the lines *)
  entries : int;
}

let line certificate number =
  let start = certificate.starts.(number) and stop = certificate.starts.(number + 1) in
  if stop - start > longest then raise (Malformed (number + 1, "expected a shorter line"));
  let found, next = parse_at certificate.text (number + 1) start in
  if next <> stop - 1 then raise (Malformed (number + 1, "expected one JSON value"));
  found

let malformed line wanted = raise (Malformed (line, "expected " ^ wanted))

let nat ?(low = 0) ?(high = (1 lsl 53) - 1) line = function
  | Number n when low <= n && n <= high -> n
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
  | Text (shown, _) when shown <> "" && String.for_all allowed shown -> shown
  | _ -> malformed line "a text of other characters"

let hash line = function
  | Text (shown, 64) when String.for_all (function '0' .. '9' | 'a' .. 'f' -> true | _ -> false) shown -> shown
  | _ -> malformed line "a hash"

let whole path =
  if Sys.file_exists path && Sys.is_directory path then raise (Unsupported "this is a directory");
  let file = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in file) (fun () -> really_input_string file (in_channel_length file))

(* Reads a file and checks its seal. *)
let read path =
  let text = try whole path with Sys_error reason -> raise (Unsupported reason) in
  if String.length text > 1 && String.sub text 0 2 = "\x1f\x8b" then
    raise (Unsupported "compressed files are not read: decompress it first");
  let starts = ref [ 0 ] in
  String.iteri (fun i c -> if c = '\n' then starts := (i + 1) :: !starts) text;
  let starts = Array.of_list (List.rev !starts) in
  let lines = Array.length starts - 1 in
  if lines < 1 || starts.(lines) <> String.length text then malformed (lines + 1) "a line with an end";
  let certificate = { text; starts; entries = lines - 2 } in
  let trailer = record lines [ "end"; "sha256" ] (line certificate (lines - 1)) in
  let count = nat lines (List.assoc "end" trailer) in
  let sum = List.assoc "sha256" trailer in
  if count <> lines - 2 || sum <> Text (Seal.sha256 text 0 starts.(lines - 1), 64) then
    malformed lines "the number of the entries and the hash of all before: something was lost or changed";
  certificate
