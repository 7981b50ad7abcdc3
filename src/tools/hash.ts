import { hash } from 'node:crypto';

/** The SHA-256 of a text in UTF-8, 64 lowercase hexadecimal digits. */
export function sha256Hex(text: string): string {
  return hash('sha256', text);
}

/**
 * The canonical text of a JSON value: property names sorted by UTF-16 code units, no whitespace,
 * numbers and strings as in ECMAScript. Source: RFC 8785 (JSON Canonicalization Scheme).
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
// Bytes above this limit would favour the first characters of the alphabet.
const LARGEST_FAIR_BYTE = 248;

/** Random base 62 text of the given length; all characters are equally likely. */
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
  let remaining = value;
  let text = '';
  for (let index = 0; index < length; index++) {
    text = ALPHABET.charAt(remaining % 62) + text;
    remaining = Math.floor(remaining / 62);
  }
  return text;
}
