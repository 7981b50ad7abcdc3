/** A generator of well-mixed numbers: neighbouring seeds give uncorrelated sequences. */
export interface MixedRandom {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number;
  between(low: number, high: number): number;
  integer(low: number, high: number): number;
  normal(mean: number, deviation: number): number;
  /** A count whose mean and variance are `mean`. */
  poisson(mean: number): number;
  /** A positive number of mean 1 with this coefficient of variation. */
  gamma(cv: number): number;
}

/**
 * SplitMix32: a Weyl sequence through the finaliser of MurmurHash3, so that every bit of the seed
 * reaches every bit of the first number. Source: Steele, Lea and Flood 2014, OOPSLA.
 */
export function mixedRandom(...seed: readonly number[]): MixedRandom {
  let state = seed.reduce((mixed, part) => mix(mixed ^ Math.imul(part, 0x9e3779b9)), 0x2545f491);
  const next = () => {
    state = (state + 0x9e3779b9) | 0;
    return (mix(state) >>> 0) / 4294967296;
  };
  const normal = (mean: number, deviation: number) => {
    const radius = Math.sqrt(-2 * Math.log(1 - next()));
    return mean + deviation * radius * Math.cos(2 * Math.PI * next());
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    normal,
    poisson(mean) {
      // Above 60 the normal distribution is a sufficient approximation, and avoids a long product.
      if (mean > 60) return Math.max(0, Math.round(normal(mean, Math.sqrt(mean))));
      const limit = Math.exp(-mean);
      let count = 0;
      for (let product = next(); product > limit; product *= next()) count += 1;
      return count;
    },
    gamma(cv) {
      // Marsaglia and Tsang 2000, for shapes of at least 1.
      const shape = 1 / cv ** 2;
      const d = shape - 1 / 3;
      for (;;) {
        const x = normal(0, 1);
        const v = (1 + x / Math.sqrt(9 * d)) ** 3;
        if (v > 0 && Math.log(1 - next()) < x ** 2 / 2 + d - d * v + d * Math.log(v))
          return (d * v) / shape;
      }
    },
  };
}

function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
