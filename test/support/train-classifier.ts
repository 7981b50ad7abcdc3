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

interface Sample {
  /** The position of the weights of each feature. */
  readonly features: readonly number[];
  readonly values: readonly number[];
  readonly target: number;
  /** How much it counts. */
  readonly share: number;
}

/** Trains a classifier with AdaGrad. The order of the questions is random, but always the same. */
export function trainClassifier(questions: readonly TrainingQuestion[]): TrainedWeights {
  const names = [...new Set(questions.map(({ name }) => name))].sort();
  const samples = toSamples(questions, names);
  const weights = new Float32Array(FEATURE_COUNT * names.length);
  const squares = new Float32Array(FEATURE_COUNT * names.length).fill(1e-6);
  const scores = new Float64Array(names.length);
  const random = seededRandom(7);
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(samples, random);
    for (const sample of samples) learn({ weights, squares, scores }, sample);
  }
  return { names, weights };
}

function toSamples(questions: readonly TrainingQuestion[], names: readonly string[]): Sample[] {
  const classes = new Map(names.map((name, index) => [name, index]));
  const counts = new Map<string, number>();
  for (const { name } of questions) counts.set(name, (counts.get(name) ?? 0) + 1);
  return questions.map(({ features, name }) => ({
    features: [...features.keys()].map((feature) => feature * names.length),
    values: [...features.values()],
    target: classes.get(name) ?? 0,
    share: Math.min(1, Math.sqrt(FULL_WEIGHT_COUNT / (counts.get(name) ?? 1))),
  }));
}

interface State {
  readonly weights: Float32Array;
  /** The sum of the squared gradients of each weight. */
  readonly squares: Float32Array;
  /** Scratch space for the probabilities of the classes. */
  readonly scores: Float64Array;
}

function learn({ weights, squares, scores }: State, sample: Sample): void {
  const { features, values, target, share } = sample;
  probabilities(weights, sample, scores);
  for (let kind = 0; kind < scores.length; kind++) {
    const error = ((scores[kind] ?? 0) - (kind === target ? 1 : 0)) * share;
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

function probabilities(
  weights: Float32Array,
  { features, values }: Pick<Sample, 'features' | 'values'>,
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
