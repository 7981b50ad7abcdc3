import { sha256Hex } from './hash.ts';

/** A seeded pseudo-random number generator: the same seed gives the same sequence. */
export interface Random {
  /** A number from 0 up to but not including 1. */
  next(): number;
  /** A number from `low` up to but not including `high`. */
  between(low: number, high: number): number;
  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number;
  /** A normally distributed number with this mean and standard deviation. */
  normal(mean: number, deviation: number): number;
  /** True with the given probability, 0–1. */
  chance(probability: number): boolean;
  /** A random element of the list, which must not be empty. */
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T;
  /** Fills the array with pseudo-random bytes. */
  fill(bytes: Uint8Array): Uint8Array;
  /** An independent generator with a name: draws from one do not affect another. */
  fork(name: string): Random;
}

/** Creates a generator from a seed: sfc32, with 128 bits of state from the seed's SHA-256. */
export function createRandom(seed: number | string): Random {
  const digest = sha256Hex(`${seed}`);
  const word = (index: number) => Number.parseInt(digest.slice(index * 8, index * 8 + 8), 16);
  return {
    ...drawFrom(sfc32([word(0), word(1), word(2), word(3)])),
    fork: (name) => createRandom(`${seed}/${name}`),
  };
}

/**
 * The generator of the demo farm, seeded with a 32-bit hash: a seed must give the same farm in
 * every version. All other code uses `createRandom`.
 */
export function createDemoRandom(seed: number | string): Random {
  return {
    ...drawFrom(sfc32(hash(`${seed}`))),
    fork: (name) => createDemoRandom(`${seed}/${name}`),
  };
}

function drawFrom(next: () => number): Omit<Random, 'fork'> {
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    normal(mean, deviation) {
      const radius = Math.sqrt(-2 * Math.log(1 - next()));
      return mean + deviation * radius * Math.cos(2 * Math.PI * next());
    },
    chance: (probability) => next() < probability,
    pick(list) {
      const item = list[Math.floor(next() * list.length)];
      if (item === undefined) throw new Error('pick from an empty list');
      return item;
    },
    fill(bytes) {
      for (let index = 0; index < bytes.length; index++) bytes[index] = Math.floor(next() * 256);
      return bytes;
    },
  };
}

function hash(text: string): [number, number, number, number] {
  let state = 1779033703 ^ text.length;
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 3432918353);
    state = (state << 13) | (state >>> 19);
  }
  const nextValue = () => {
    state = Math.imul(state ^ (state >>> 16), 2246822507);
    state = Math.imul(state ^ (state >>> 13), 3266489909);
    state ^= state >>> 16;
    return state >>> 0;
  };
  return [nextValue(), nextValue(), nextValue(), nextValue()];
}

function sfc32([first, second, third, fourth]: [number, number, number, number]): () => number {
  let [a, b, c, counter] = [first, second, third, fourth];
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 4294967296;
  };
  for (let round = 0; round < 12; round++) next();
  return next;
}
