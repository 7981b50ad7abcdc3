const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_BYTES = 10;

/** Fills the array with random bytes; `crypto.getRandomValues` or a seeded generator. */
export type FillRandom = (bytes: Uint8Array) => Uint8Array;

/** Makes ids for rows: `create('flock')` gives `flock_01K…`. */
export interface IdFactory {
  create(prefix: string): string;
}

/**
 * Makes a factory of UUIDv7 ids, written as a prefix and 26 characters of Crockford base 32.
 * Ids of one factory sort in the order of their making, also within a millisecond.
 */
export function createIdFactory(nowMillis: () => number, fillRandom: FillRandom): IdFactory {
  let lastMillis = -1;
  let counter = 0;
  return {
    create(prefix) {
      const bytes = new Uint8Array(16);
      fillRandom(bytes.subarray(6));
      const millis = Math.max(nowMillis(), lastMillis);
      counter = millis === lastMillis ? counter + 1 : (bytes[6] ?? 0) & 0x07;
      // 12 bits of counter: when a millisecond is used up, the ids run ahead of the clock by one.
      if (counter > 0xfff) {
        lastMillis = millis + 1;
        counter = 0;
      } else {
        lastMillis = millis;
      }
      writeTime(bytes, lastMillis);
      bytes[6] = 0x70 | (counter >> 8);
      bytes[7] = counter & 0xff;
      bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
      return `${prefix}_${encodeBase32(bytes)}`;
    },
  };
}

function writeTime(bytes: Uint8Array, millis: number): void {
  let rest = millis;
  for (let index = 5; index >= 0; index--) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
}

function encodeBase32(bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  let text = '';
  for (let index = 0; index < 26; index++) {
    text = CROCKFORD.charAt(Number(value & 31n)) + text;
    value >>= 5n;
  }
  return text;
}

/** Random bytes of the platform's secure generator. */
export function secureRandom(bytes: Uint8Array): Uint8Array {
  return globalThis.crypto.getRandomValues(bytes);
}

/** How many random bytes an id holds besides its time; what a seeded generator must supply. */
export const ID_RANDOM_BYTES = RANDOM_BYTES;
