import { FEATURE_COUNT, type FeatureVector } from './question-features.ts';

/** The weights of a linear model: only those that are not zero. */
export interface PackedWeights {
  /** The value of a weight of 1. */
  readonly scale: number;
  /** Base64, two bytes each: the distance to the previous feature with weights, and their number. */
  readonly features: string;
  /** Base64: the class of each weight (two bytes), then each weight (a signed byte). */
  readonly weights: string;
}

/** A class with its probability. */
export interface Ranked {
  readonly index: number;
  readonly probability: number;
}

/** A multinomial logistic regression. */
export interface LinearModel {
  /** The probability of each class. */
  readonly probabilities: (features: FeatureVector) => Float64Array;
  /** Whether a feature occurs in the known questions. */
  readonly knows: (feature: number) => boolean;
}

export function readWeights(packed: PackedWeights, classCount: number): LinearModel {
  const bytes = Buffer.from(packed.weights, 'base64');
  const count = bytes.length / 3;
  const classOf = Uint16Array.from({ length: count }, (_, index) => bytes.readUInt16LE(index * 2));
  const values = Int8Array.from({ length: count }, (_, index) => bytes.readInt8(count * 2 + index));
  const starts = startsOf(Buffer.from(packed.features, 'base64'));
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

/** The position of the first weight of each feature. */
function startsOf(steps: Buffer): Uint32Array {
  const counts = new Uint32Array(FEATURE_COUNT + 1);
  let feature = 0;
  for (let at = 0; at < steps.length; at += 4) {
    feature += steps.readUInt16LE(at);
    counts[feature + 1] = steps.readUInt16LE(at + 2);
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
