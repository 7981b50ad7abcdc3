const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

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
  const bytes = new Uint8Array(16);
  const random = bytes.subarray(6);
  return {
    create(prefix) {
      fillRandom(random);
      const millis = Math.max(nowMillis(), lastMillis);
      counter = millis === lastMillis ? counter + 1 : firstCounter(bytes);
      // 12 bits of counter: when a millisecond is used up, the ids run ahead of the clock by one.
      if (counter > 0xfff) {
        lastMillis = millis + 1;
        counter = 0;
      } else {
        lastMillis = millis;
      }
      writeTime(bytes, lastMillis);
      writeCounter(bytes, counter);
      return `${prefix}_${encodeBase32(bytes)}`;
    },
  };
}

/** Makes ids of given moments, each as the first of its own factory: they sort by the moment alone. */
export function createIdGeneratorAt(
  prefix: string,
  fillRandom: FillRandom,
): (millis: number) => string {
  const bytes = new Uint8Array(16);
  const random = bytes.subarray(6);
  return (millis) => {
    fillRandom(random);
    writeTime(bytes, millis);
    writeCounter(bytes, firstCounter(bytes));
    return `${prefix}_${encodeBase32(bytes)}`;
  };
}

/** Small, so that many more fit into the millisecond. */
function firstCounter(bytes: Uint8Array): number {
  return (bytes[6] ?? 0) & 0x07;
}

/** The counter with the version and the variant of the UUID around it. */
function writeCounter(bytes: Uint8Array, counter: number): void {
  bytes[6] = 0x70 | (counter >> 8);
  bytes[7] = counter & 0xff;
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
}

function writeTime(bytes: Uint8Array, millis: number): void {
  let rest = millis;
  for (let index = 5; index >= 0; index--) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
}

/** Those of the id that is being written. */
const letters: number[] = new Array(26).fill(0);

/** 26 characters of 5 bits hold the 128 bits behind 2 bits of nothing. */
function encodeBase32(bytes: Uint8Array): string {
  let bits = 0;
  let held = 2;
  let place = 0;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    held += 8;
    while (held >= 5) {
      held -= 5;
      letters[place++] = CROCKFORD.charCodeAt((bits >> held) & 31);
    }
    bits &= (1 << held) - 1;
  }
  // At once: a text that grows letter by letter is a chain of pieces, copied when it is used.
  return String.fromCharCode(...letters);
}

const PORTION_BYTES = 2048;

/** The same random bytes, drawn in portions: one call of the generator is for many ids. */
export function bufferedRandom(fillRandom: FillRandom): FillRandom {
  const portion = new Uint8Array(PORTION_BYTES);
  let used = PORTION_BYTES;
  return (bytes) => {
    if (bytes.length > PORTION_BYTES) return fillRandom(bytes);
    if (used + bytes.length > PORTION_BYTES) {
      fillRandom(portion);
      used = 0;
    }
    bytes.set(portion.subarray(used, used + bytes.length));
    used += bytes.length;
    return bytes;
  };
}

/** Random bytes of the platform's secure generator. */
export function secureRandom(bytes: Uint8Array): Uint8Array {
  return globalThis.crypto.getRandomValues(bytes);
}

const UUID_V7 = /_([0-9A-HJKMNP-TV-Z]{10})[0-9A-HJKMNP-TV-Z]{16}$/;

/** When an id was made, in milliseconds since 1970; undefined for one that does not tell. */
export function idTime(id: string): number | undefined {
  // Two bits of nothing and the 48 bits of the time fill ten characters.
  const time = UUID_V7.exec(id)?.[1];
  if (time === undefined) return undefined;
  return [...time].reduce((sum, character) => sum * 32 + CROCKFORD.indexOf(character), 0);
}

const SECRET_BYTES = 32;

/** A new secret of a webhook as it is shown: `whsec_` and the base64 of 32 random bytes. */
export function newWebhookSecret(fillRandom: FillRandom): string {
  return `whsec_${Buffer.from(fillRandom(new Uint8Array(SECRET_BYTES))).toString('base64')}`;
}
