import type { BirdKind } from '../metrics/bird-kind.ts';

/** A figure by which flocks are held against each other. */
export interface BenchmarkMetric {
  readonly better: 'more' | 'less';
  readonly kinds: readonly BirdKind[];
  /** How much of it there is for reckoning with it: grams, parts of a hundred, and so on. */
  readonly figure: 'grams' | 'ratio' | 'score' | 'pct' | 'price';
}

const FOR_MEAT = ['broiler', 'turkey'] as const;
const ALL = ['broiler', 'turkey', 'layer'] as const;

/** The figures by which flocks are held against each other, in the order of the answer. */
export const benchmarkMetrics = {
  weight: { better: 'more', kinds: ALL, figure: 'grams' },
  adg: { better: 'more', kinds: FOR_MEAT, figure: 'grams' },
  fcr: { better: 'less', kinds: FOR_MEAT, figure: 'ratio' },
  epef: { better: 'more', kinds: FOR_MEAT, figure: 'score' },
  livability: { better: 'more', kinds: ALL, figure: 'pct' },
  firstWeekMortality: { better: 'less', kinds: ALL, figure: 'pct' },
  costPerKg: { better: 'less', kinds: FOR_MEAT, figure: 'price' },
  henDay: { better: 'more', kinds: ['layer'], figure: 'pct' },
} as const satisfies Readonly<Record<string, BenchmarkMetric>>;

export type BenchmarkName = keyof typeof benchmarkMetrics;

/** The names of the figures, in the order of the answer. */
export const benchmarkNames = Object.keys(benchmarkMetrics) as readonly BenchmarkName[];

/** The figures of one flock, or of what it is held against; null where not known. */
export type BenchmarkFigures = Readonly<Record<BenchmarkName, number | null>>;

/** Where nothing is known. */
export const noFigures: BenchmarkFigures = {
  weight: null,
  adg: null,
  fcr: null,
  epef: null,
  livability: null,
  firstWeekMortality: null,
  costPerKg: null,
  henDay: null,
};
