import type { standardConfidence } from '../../model/core/vocabulary.ts';

/** What a column of a breed table holds; the unit is in the name. */
export type BreedColumn =
  | 'weightG'
  | 'weightMinG'
  | 'weightMaxG'
  | 'dailyFeedG'
  | 'cumulativeFeedG'
  | 'fcr'
  | 'henDayPct'
  | 'eggWeightG'
  | 'cumulativeEggs'
  | 'cumulativeMortalityPct';

/** How values between the rows of a table are found. */
export type BetweenRows =
  /** Along the straight line between the neighbouring published values. */
  | 'linear'
  /** Along a monotone cubic curve through the published values. */
  | 'cubic'
  /** As Ross 308 times a smooth ratio to it: the breed has the same shape of growth. */
  | 'ratio';

/**
 * `high`: the same in two or more independent copies of the document; `medium`: one copy, consistent
 * in itself; `low`: rounded, converted, or of an unknown edition.
 */
export type StandardConfidence = (typeof standardConfidence.words)[number];

/** The published objectives of one breed, males and females together, per bird. */
export interface BreedTable {
  readonly title: string;
  /** The document the figures come from, and its publisher. */
  readonly document: string;
  /** The year of the document; null where the copy does not name it. */
  readonly edition: string | null;
  /** How well the figures are known to be those of the document. */
  readonly confidence: StandardConfidence;
  /** Columns of which that is known better or worse. */
  readonly confidenceOf?: Readonly<Partial<Record<BreedColumn, StandardConfidence>>>;
  /** Columns that are computed from published ones, at every age. */
  readonly derived?: readonly BreedColumn[];
  readonly kind: 'broiler' | 'layer' | 'turkey';
  /** What the first number of a row counts: days of age, or finished weeks of age. */
  readonly every: 'day' | 'week';
  readonly between: BetweenRows;
  readonly columns: readonly BreedColumn[];
  /** Rows by rising age; after the age one value per column, null where none is published. */
  readonly rows: readonly (readonly (number | null)[])[];
}
