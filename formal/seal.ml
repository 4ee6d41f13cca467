(* SHA-256 as FIPS 180-4 defines it, for the seal of a certificate and the hash of its values. *)

(* The first 32 bits behind the point of the cube roots of the first 64 primes. *)
let constants =
  let is_prime n = List.for_all (fun d -> n mod (d + 2) > 0) (List.init (n - 2) Fun.id) in
  let bits n = let root = Float.cbrt (float n) in int_of_float (Float.ldexp (root -. Float.trunc root) 32) in
  Array.of_list (List.map bits (List.filter is_prime (List.init 310 (( + ) 2))))

let mask = 0xffffffff
let rotate x n = ((x lsr n) lor (x lsl (32 - n))) land mask

(* One block of 64 bytes: the eight words of the state are replaced. *)
let block state words piece start =
  for i = 0 to 15 do
    words.(i) <- Int32.to_int (Bytes.get_int32_be piece (start + (4 * i))) land mask
  done;
  for i = 16 to 63 do
    let a = words.(i - 15) and b = words.(i - 2) in
    let small = rotate a 7 lxor rotate a 18 lxor (a lsr 3) and large = rotate b 17 lxor rotate b 19 lxor (b lsr 10) in
    words.(i) <- (words.(i - 16) + small + words.(i - 7) + large) land mask
  done;
  let a = ref state.(0) and b = ref state.(1) and c = ref state.(2) and d = ref state.(3) in
  let e = ref state.(4) and f = ref state.(5) and g = ref state.(6) and h = ref state.(7) in
  for i = 0 to 63 do
    let choice = (!e land !f) lxor (lnot !e land mask land !g) in
    let majority = (!a land !b) lxor (!a land !c) lxor (!b land !c) in
    let first = !h + (rotate !e 6 lxor rotate !e 11 lxor rotate !e 25) + choice + constants.(i) + words.(i) in
    let second = (rotate !a 2 lxor rotate !a 13 lxor rotate !a 22) + majority in
    h := !g; g := !f; f := !e; e := (!d + first) land mask;
    d := !c; c := !b; b := !a; a := (first + second) land mask
  done;
  List.iteri (fun i x -> state.(i) <- (state.(i) + x) land mask) [ !a; !b; !c; !d; !e; !f; !g; !h ]

(* The digest, in hexadecimal digits, of so many bytes: they are asked for in pieces of at most 64 KiB. *)
let digest length fill =
  let state =
    [| 0x6a09e667; 0xbb67ae85; 0x3c6ef372; 0xa54ff53a; 0x510e527f; 0x9b05688c; 0x1f83d9ab; 0x5be0cd19 |] in
  let words = Array.make 64 0 and piece = Bytes.make 65536 '\000' in
  let rec go at =
    if length - at >= 64 then begin
      let count = min 65536 ((length - at) land lnot 63) in
      fill piece at count;
      for i = 0 to (count / 64) - 1 do block state words piece (64 * i) done;
      go (at + count)
    end
    else at in
  let at = go 0 in
  let left = length - at in
  let padded = Bytes.make (if left < 56 then 64 else 128) '\000' in
  fill padded at left;
  Bytes.set padded left '\128';
  Bytes.set_int64_be padded (Bytes.length padded - 8) (Int64.of_int (8 * length));
  for i = 0 to (Bytes.length padded / 64) - 1 do block state words padded (64 * i) done;
  String.concat "" (List.map (Printf.sprintf "%08x") (Array.to_list state))

let sha256 text start length = digest length (fun piece at count -> Bytes.blit_string text (start + at) piece 0 count)
