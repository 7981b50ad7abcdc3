import { FEATURE_COUNT, type FeatureVector } from '../../src/ask/classifier/question-features.ts';

/** A question with the name of its class. */
export interface TrainingQuestion {
  readonly features: FeatureVector;
  readonly name: string;
}

const ROUNDS = 5;
const STEP = 0.3;
/** Frequent classes count less, so that rare ones are learned too. */
const FULL_WEIGHT_COUNT = 60;
const SMALLEST_ERROR = 3e-3;

/** Weights of a multinomial logistic regression: for each feature one weight per class. */
export interface TrainedWeights {
  readonly names: readonly string[];
  readonly weights: Float32Array;
}

/** Trains a classifier with AdaGrad. The order of the questions is random, but always the same. */
export function trainClassifier(questions: readonly TrainingQuestion[]): TrainedWeights {
  const names = [...new Set(questions.map(({ name }) => name))].sort();
  const classCount = names.length;
  const classes = new Map(names.map((name, index) => [name, index]));
  const samples = questions.map(({ features, name }) => ({
    features: [...features.keys()].map((feature) => feature * classCount),
    values: [...features.values()],
    target: classes.get(name) ?? 0,
  }));
  const counts = new Float64Array(classCount);
  for (const { target } of samples) counts[target] = (counts[target] ?? 0) + 1;
  const weights = new Float32Array(FEATURE_COUNT * classCount);
  const squares = new Float32Array(FEATURE_COUNT * classCount).fill(1e-6);
  const scores = new Float64Array(classCount);
  const random = seededRandom(7);
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(samples, random);
    for (const { features, values, target } of samples) {
      probabilities(weights, { features, values }, scores);
      const weight = Math.min(1, Math.sqrt(FULL_WEIGHT_COUNT / (counts[target] ?? 1)));
      for (let kind = 0; kind < classCount; kind++) {
        const error = ((scores[kind] ?? 0) - (kind === target ? 1 : 0)) * weight;
        if (Math.abs(error) < SMALLEST_ERROR) continue;
        for (let index = 0; index < features.length; index++) {
          const at = (features[index] ?? 0) + kind;
          const gradient = error * (values[index] ?? 0);
          const sum = (squares[at] ?? 0) + gradient * gradient;
          squares[at] = sum;
          weights[at] = (weights[at] ?? 0) - (STEP * gradient) / Math.sqrt(sum);
        }
      }
    }
  }
  return { names, weights };
}

function probabilities(
  weights: Float32Array,
  {
    features,
    values,
  }: { readonly features: readonly number[]; readonly values: readonly number[] },
  scores: Float64Array,
): void {
  scores.fill(0);
  for (let index = 0; index < features.length; index++) {
    const from = features[index] ?? 0;
    const value = values[index] ?? 0;
    for (let kind = 0; kind < scores.length; kind++)
      scores[kind] = (scores[kind] ?? 0) + (weights[from + kind] ?? 0) * value;
  }
  let highest = Number.NEGATIVE_INFINITY;
  for (const score of scores) highest = Math.max(highest, score);
  let total = 0;
  for (let kind = 0; kind < scores.length; kind++) {
    const power = Math.exp((scores[kind] ?? 0) - highest);
    scores[kind] = power;
    total += power;
  }
  for (let kind = 0; kind < scores.length; kind++) scores[kind] = (scores[kind] ?? 0) / total;
}

/** A linear congruential generator. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function shuffle<T>(all: T[], random: () => number): void {
  for (let index = all.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    const [one, two] = [all[index] as T, all[other] as T];
    all[index] = two;
    all[other] = one;
  }
}
