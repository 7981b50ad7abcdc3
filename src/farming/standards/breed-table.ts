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

/** The published objectives of one breed, males and females together, per bird. */
export interface BreedTable {
  readonly title: string;
  /** The document the figures come from, and its publisher. */
  readonly document: string;
  readonly kind: 'broiler' | 'layer' | 'turkey';
  /** What the first number of a row counts: days of age, or finished weeks of age. */
  readonly every: 'day' | 'week';
  readonly between: BetweenRows;
  readonly columns: readonly BreedColumn[];
  /** Rows by rising age; after the age one value per column, null where none is published. */
  readonly rows: readonly (readonly (number | null)[])[];
}
