const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Fills the array with random bytes; `crypto.getRandomValues` or a seeded generator. */
export type FillRandom = (bytes: Uint8Array) => Uint8Array;

/** Creates row ids: `create('flock')` gives `flock_01K…`. */
export interface IdFactory {
  create(prefix: string): string;
}

/**
 * Creates a factory of UUIDv7 ids, written as a prefix and 26 characters of Crockford base 32. Ids
 * of one factory sort in creation order, even within a millisecond.
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
      // The counter has 12 bits: when it overflows, the ids run one millisecond ahead of the clock.
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

/**
 * Creates ids for given instants, each as the first id of a new factory: they sort by the instant
 * alone.
 */
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

/** Starts low to leave room for more ids in the same millisecond. */
function firstCounter(bytes: Uint8Array): number {
  return (bytes[6] ?? 0) & 0x07;
}

/** Writes the counter with the version and variant bits of the UUID around it. */
function writeCounter(bytes: Uint8Array, counter: number): void {
  bytes[6] = 0x70 | (counter >> 8);
  bytes[7] = counter & 0xff;
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
}

function writeTime(bytes: Uint8Array, millis: number): void {
  let remaining = millis;
  for (let index = 5; index >= 0; index--) {
    bytes[index] = remaining % 256;
    remaining = Math.floor(remaining / 256);
  }
}

/** Buffer for the characters of the current id. */
const letters: number[] = new Array(26).fill(0);

/** 26 characters of 5 bits hold 2 padding bits and the 128 bits of the UUID. */
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
  // One call: a string built character by character is a rope, which is flattened on first use.
  return String.fromCharCode(...letters);
}

const PORTION_BYTES = 2048;

/** Buffers random bytes: one call of the generator serves many ids. The sequence is unchanged. */
export function bufferedRandom(fillRandom: FillRandom): FillRandom {
  const buffer = new Uint8Array(PORTION_BYTES);
  let used = PORTION_BYTES;
  return (bytes) => {
    if (bytes.length > PORTION_BYTES) return fillRandom(bytes);
    if (used + bytes.length > PORTION_BYTES) {
      fillRandom(buffer);
      used = 0;
    }
    bytes.set(buffer.subarray(used, used + bytes.length));
    used += bytes.length;
    return bytes;
  };
}

/** Random bytes from the platform's secure generator. */
export function secureRandom(bytes: Uint8Array): Uint8Array {
  return globalThis.crypto.getRandomValues(bytes);
}

const UUID_V7 = /_([0-9A-HJKMNP-TV-Z]{10})[0-9A-HJKMNP-TV-Z]{16}$/;

/** The creation time of an id, in milliseconds since 1970; undefined if the id has none. */
export function idTime(id: string): number | undefined {
  // Ten characters hold two padding bits and the 48 bits of the time.
  const time = UUID_V7.exec(id)?.[1];
  if (time === undefined) return undefined;
  return [...time].reduce((sum, character) => sum * 32 + CROCKFORD.indexOf(character), 0);
}

const SECRET_BYTES = 32;

/** Creates a webhook secret: `whsec_` and the base64 of 32 random bytes. */
export function newWebhookSecret(fillRandom: FillRandom): string {
  return `whsec_${Buffer.from(fillRandom(new Uint8Array(SECRET_BYTES))).toString('base64')}`;
}
