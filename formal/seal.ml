(* SHA-256 as FIPS 180-4 defines it, for the seal of a certificate and the hash of its values. *)

let constants =
  [| 0x428a2f98; 0x71374491; 0xb5c0fbcf; 0xe9b5dba5; 0x3956c25b; 0x59f111f1; 0x923f82a4; 0xab1c5ed5;
     0xd807aa98; 0x12835b01; 0x243185be; 0x550c7dc3; 0x72be5d74; 0x80deb1fe; 0x9bdc06a7; 0xc19bf174;
     0xe49b69c1; 0xefbe4786; 0x0fc19dc6; 0x240ca1cc; 0x2de92c6f; 0x4a7484aa; 0x5cb0a9dc; 0x76f988da;
     0x983e5152; 0xa831c66d; 0xb00327c8; 0xbf597fc7; 0xc6e00bf3; 0xd5a79147; 0x06ca6351; 0x14292967;
     0x27b70a85; 0x2e1b2138; 0x4d2c6dfc; 0x53380d13; 0x650a7354; 0x766a0abb; 0x81c2c92e; 0x92722c85;
     0xa2bfe8a1; 0xa81a664b; 0xc24b8b70; 0xc76c51a3; 0xd192e819; 0xd6990624; 0xf40e3585; 0x106aa070;
     0x19a4c116; 0x1e376c08; 0x2748774c; 0x34b0bcb5; 0x391c0cb3; 0x4ed8aa4a; 0x5b9cca4f; 0x682e6ff3;
     0x748f82ee; 0x78a5636f; 0x84c87814; 0x8cc70208; 0x90befffa; 0xa4506ceb; 0xbef9a3f7; 0xc67178f2 |]

let mask = 0xffffffff
let rotate x n = ((x lsr n) lor (x lsl (32 - n))) land mask

(* One block of 64 bytes: the eight words of the state are replaced. *)
let block state words text start =
  for i = 0 to 15 do
    words.(i) <- Int32.to_int (String.get_int32_be text (start + (4 * i))) land mask
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

(* The digest of a piece of a text, in hexadecimal digits. *)
let sha256 text start length =
  let state =
    [| 0x6a09e667; 0xbb67ae85; 0x3c6ef372; 0xa54ff53a; 0x510e527f; 0x9b05688c; 0x1f83d9ab; 0x5be0cd19 |] in
  let words = Array.make 64 0 and whole = length / 64 in
  for i = 0 to whole - 1 do block state words text (start + (64 * i)) done;
  let left = length - (64 * whole) in
  let padded = Bytes.make (if left < 56 then 64 else 128) '\000' in
  Bytes.blit_string text (start + (64 * whole)) padded 0 left;
  Bytes.set padded left '\128';
  Bytes.set_int64_be padded (Bytes.length padded - 8) (Int64.of_int (8 * length));
  let padded = Bytes.to_string padded in
  for i = 0 to (String.length padded / 64) - 1 do block state words padded (64 * i) done;
  String.concat "" (List.map (Printf.sprintf "%08x") (Array.to_list state))
