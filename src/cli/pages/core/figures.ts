import type { TextKey } from '../../../i18n/en.ts';
import type { Unit } from '../../../model/core/message.ts';
import type { Facts, ListPaths, Paths, RowsAt } from '../../output/facts.ts';
import {
  type Block,
  type Cell,
  type Desk,
  nameOf,
  severityMark,
  spanOf,
  tableOf,
} from './blocks.ts';
import { NONE } from './words.ts';

/** A table of rows, each column by what it shows of them. */
export function figureTable<T>(
  rows: readonly Facts<T>[],
  columns: readonly Figure<NoInfer<T>>[],
  writing: Writing,
): readonly Block[] {
  const { words } = writing.desk;
  return tableOf(
    columns.map(([, text, form]) => ({ title: words.say(text), isNumber: isNumeric(form) })),
    rows.map((row) => columns.map((column) => writeFigure(row, column, writing))),
  );
}

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
export type Figure<T = unknown> = readonly [field: Paths<T>, title: TextKey, form: Form];

/** A table of a section. */
export type InsightTable<T = unknown> = unknown extends T
  ? TableOf<string, unknown>
  : { [L in ListPaths<T>]: TableOf<L, RowsAt<T, L>> }[ListPaths<T>];

interface TableOf<L extends string, R> {
  /** The list it shows. */
  readonly rows: L;
  /** Only rows that have this word in this field. */
  readonly where?: readonly [field: Paths<R>, word: string];
  /** What it is called, where a section has several. */
  readonly title?: TextKey;
  readonly columns: readonly Figure<R>[];
}

/** How a section reads: its figures, its tables, and what neither can say. */
export interface InsightPart<T = unknown> {
  readonly figures?: readonly Figure<T>[];
  readonly tables?: readonly InsightTable<T>[];
  before?(section: Facts<T>, desk: Desk): readonly Block[];
  after?(section: Facts<T>, desk: Desk): readonly Block[];
}

const units: Readonly<Partial<Record<Form, Unit>>> = {
  percent: '%',
  grams: 'g',
  kg: 'kg',
  litres: 'L',
  days: 'days',
  hours: 'hours',
  minutes: 'minutes',
  celsius: '°C',
};

/** What figures are written with. */
export interface Writing {
  readonly desk: Desk;
  readonly currency: string;
}

/** A figure as people read it; `–` where it is not known. */
export function writeFigure(
  facts: Facts<unknown>,
  [field, , form]: Figure,
  { desk, currency }: Writing,
): Cell {
  const { words } = desk;
  const unit = units[form];
  if (unit !== undefined) return words.quantity(facts.number(field), unit);
  if (form.startsWith('word:')) {
    const word = facts.text(field);
    return { text: words.name(form.slice('word:'.length), word), state: severityMark(word) };
  }
  if (form === 'number') return words.number(facts.number(field));
  if (form === 'change') return words.change(facts.number(field));
  if (form === 'span') {
    const minutes = facts.number(field);
    if (minutes === undefined) return NONE;
    const { quantity, unit: spanUnit } = spanOf(minutes);
    return words.quantity(quantity, spanUnit);
  }
  if (form === 'money') return words.money(facts.number(field), currency);
  if (form === 'day') return words.shortDay(facts.text(field));
  const text = facts.text(field);
  return (form === 'text' ? text : nameOf(desk, text)) ?? NONE;
}

/** Whether figures of this form stand to the right. */
function isNumeric(form: Form): boolean {
  return form !== 'text' && form !== 'flock' && form !== 'barn' && !form.startsWith('word:');
}
