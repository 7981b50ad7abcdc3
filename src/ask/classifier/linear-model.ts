import { brotliDecompressSync } from 'node:zlib';
import { FEATURE_COUNT, type FeatureVector } from './question-features.ts';

/** The weights of a linear model: only those that are not zero. Texts are Base64 of Brotli. */
export interface PackedWeights {
  /** The value of a weight of 1. */
  readonly scale: number;
  /** Two bytes each: the distance to the previous feature with weights, and their number. */
  readonly features: string;
  /** Two bytes for each weight: its class. */
  readonly classes: string;
  /** A signed byte for each weight. */
  readonly weights: string;
}

/** A multinomial logistic regression. */
export interface LinearModel {
  /** The probability of each class. */
  readonly probabilities: (features: FeatureVector) => Float64Array;
  /** Whether a feature occurs in the known questions. */
  readonly knows: (feature: number) => boolean;
}

export function readWeights(packed: PackedWeights, classCount: number): LinearModel {
  const classOf = new Uint16Array(unpack(packed.classes));
  const values = new Int8Array(unpack(packed.weights));
  const starts = startsOf(new Uint16Array(unpack(packed.features)));
  return {
    knows: (feature) => (starts[feature + 1] ?? 0) > (starts[feature] ?? 0),
    probabilities: (question) => {
      const scores = new Float64Array(classCount);
      for (const [feature, weight] of question) {
        const to = starts[feature + 1] ?? 0;
        for (let at = starts[feature] ?? 0; at < to; at++) {
          const kind = classOf[at] ?? 0;
          scores[kind] = (scores[kind] ?? 0) + weight * packed.scale * (values[at] ?? 0);
        }
      }
      return softmax(scores);
    },
  };
}

/** Numbers are little-endian, as on all processors for which Node.js is published. */
function unpack(text: string): ArrayBuffer {
  return Uint8Array.from(brotliDecompressSync(Buffer.from(text, 'base64'))).buffer;
}

/** The position of the first weight of each feature. */
function startsOf(steps: Uint16Array): Uint32Array {
  const counts = new Uint32Array(FEATURE_COUNT + 1);
  let feature = 0;
  for (let at = 0; at < steps.length; at += 2) {
    feature += steps[at] ?? 0;
    counts[feature + 1] = steps[at + 1] ?? 0;
  }
  for (let index = 1; index < counts.length; index++)
    counts[index] = (counts[index] ?? 0) + (counts[index - 1] ?? 0);
  return counts;
}

function softmax(scores: Float64Array): Float64Array {
  const highest = scores.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY);
  const powers = scores.map((one) => Math.exp(one - highest));
  const sum = powers.reduce((total, one) => total + one, 0);
  return powers.map((power) => power / sum);
}
