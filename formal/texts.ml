(* Texts of terms and conditions, in the grammar of Python, as terms and conditions of Conditions.v. They must be believed. *)

open Reader

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

(* Whether a constant is part of a term: grundy-check does not read the digits of such a term. *)
let rec has_constant = function
  | Verified.Amount _ | Verified.Remainder _ -> true
  | Verified.Name _ | Verified.Bitwise _ -> false
  | Verified.Opposite t | Verified.Product (Verified.Amount _, t) | Verified.Product (t, Verified.Amount _) -> has_constant t
  | Verified.Sum (s, t) | Verified.Product (s, t) | Verified.Larger (s, t) -> has_constant s || has_constant t

let rec term names tree =
  let open Verified in
  let read = term names in
  let least = function
    | [] -> unread "such a function"
    | first :: others -> Opposite (List.fold_left (fun found t -> Larger (found, Opposite t)) (Opposite first) others) in
  let bitwise op s t =
    let s = read s in
    let t = read t in
    if has_constant s || has_constant t then unread "the digits of such a term" else Bitwise (op, s, t) in
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
  | Binary ("^", s, t) -> bitwise Exclusive s t
  | Binary ("&", s, t) -> bitwise Common s t
  | Binary ("|", s, t) -> bitwise Any s t
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
