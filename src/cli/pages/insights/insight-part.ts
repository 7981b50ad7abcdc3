import type { TextKey } from '../../../i18n/en.ts';
import type { Block } from '../block.ts';
import type { Desk } from '../desk.ts';
import type { Facts } from '../facts.ts';

/** How a figure of a section is written. */
export type Form =
  | 'text'
  | 'flock'
  | 'barn'
  | 'number'
  | 'percent'
  | 'change'
  | 'grams'
  | 'kg'
  | 'litres'
  | 'days'
  | 'hours'
  | 'minutes'
  /** Minutes in the unit people would say them in. */
  | 'span'
  | 'celsius'
  | 'money'
  | 'day'
  /** A word that has a name, by the group of names: `word:leak`. */
  | `word:${string}`;

/** A figure: where it is, what it is called and how it is written. */
export type Figure = readonly [field: string, title: TextKey, form: Form];

/** A table of a section. */
export interface InsightTable {
  /** The list it shows. */
  readonly rows: string;
  /** Only rows that have this word in this field. */
  readonly where?: readonly [field: string, word: string];
  /** What it is called, where a section has several. */
  readonly title?: TextKey;
  readonly columns: readonly Figure[];
}

/** How a section reads: its figures, its tables, and what neither can say. */
export interface InsightPart {
  readonly figures?: readonly Figure[];
  readonly tables?: readonly InsightTable[];
  readonly before?: (section: Facts, desk: Desk) => readonly Block[];
  readonly after?: (section: Facts, desk: Desk) => readonly Block[];
}
