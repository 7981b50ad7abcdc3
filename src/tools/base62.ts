const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
// Bytes above this would make the first characters of the alphabet likelier than the rest.
const LARGEST_FAIR_BYTE = 248;

/** Random base 62 text of the given length, every character equally likely. */
export function randomBase62(length: number, fill: (bytes: Uint8Array) => Uint8Array): string {
  let text = '';
  while (text.length < length) {
    for (const byte of fill(new Uint8Array(length))) {
      if (byte < LARGEST_FAIR_BYTE && text.length < length) text += ALPHABET.charAt(byte % 62);
    }
  }
  return text;
}

/** A number in base 62, padded with zeros to the given length. */
export function toBase62(value: number, length: number): string {
  let rest = value;
  let text = '';
  for (let index = 0; index < length; index++) {
    text = ALPHABET.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
