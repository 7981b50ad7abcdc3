import type { TextKey } from '../../../i18n/en.ts';
import type { sharedSchemas } from '../../../model/answers/core/shared-schemas.ts';
import type { Sent } from '../../../model/api/json-schema.ts';
import type { Unit } from '../../../model/core/message.ts';
import { groupBy } from '../../../tools/collections.ts';
import {
  type Facts,
  factsOf,
  type ListPaths,
  type Paths,
  type RowsAt,
} from '../../output/facts.ts';
import { AT_LEAST, AT_MOST, ESTIMATED, type Mark, markTexts } from '../../output/output.ts';
import {
  type Block,
  type Cell,
  joinParts,
  nameOf,
  type PageContext,
  severityMark,
  spanOf,
  tableOf,
} from './blocks.ts';
import { NONE } from './words.ts';

/** A table of rows, with one figure per column. */
export function figureTable<T>(
  rows: readonly Facts<T>[],
  columns: readonly Figure<NoInfer<T>>[],
  writing: Writing,
): readonly Block[] {
  const { words } = writing.context;
  const bases = uncertainBases(rows, columns, writing.context);
  const table = tableOf(
    columns.map(([, text, form]) => ({ title: words.t(text), isNumber: isNumeric(form) })),
    rows.map((row) => columns.map((column) => writeFigure(row, column, { ...writing, bases }))),
  );
  return table.length === 0 ? [] : [...table, ...footnotes(rows, columns, { ...writing, bases })];
}

const UNCERTAIN_STANDARD = '*';
/** Mark of a weight based on uncalibrated cameras. */
export const UNRELIABLE = '~';

type Basis = Sent<(typeof sharedSchemas)['StandardBasis']>;

/** Properties of the basis that make a standard uncertain. */
export type UncertainStandard = Pick<Basis, 'interpolated' | 'confidence'>;

function basisAt(facts: Facts<unknown>, path: string): Facts<Basis> {
  return factsOf<Basis>(facts.raw(path));
}

/** Mark of an interpolated or low-confidence standard; otherwise empty. */
export function standardMark(basis: Facts<UncertainStandard>): string {
  const isUncertain = basis.flag('interpolated') || basis.text('confidence') === 'low';
  return isUncertain ? UNCERTAIN_STANDARD : '';
}

/** Explains the mark of a standard. */
export function standardNote(basis: Facts<Basis>, context: PageContext): string {
  return `${UNCERTAIN_STANDARD} ${standardText(basis, context)}`;
}

/** The source document of a standard, and why it is uncertain. */
function standardText(basis: Facts<Basis>, { words }: PageContext): string {
  return joinParts([
    [basis.text('document'), basis.text('edition')].filter(Boolean).join(', '),
    basis.flag('interpolated') ? words.t('page.chart.interpolated') : undefined,
    basis.text('confidence') === 'low' ? words.t('page.chart.lowConfidence') : undefined,
  ]);
}

/** The basis of a figure; undefined where its standard is certain or has no mark. */
function uncertainBasis(row: Facts<unknown>, [field, , , marker]: Figure) {
  if (marker === undefined || row.raw(field) == null || row.flag(marker)) return undefined;
  const basis = basisAt(row, marker);
  return standardMark(basis) === '' ? undefined : basis;
}

/** The texts of the uncertain standards of a table, each of which has its own mark. */
function uncertainBases(
  rows: readonly Facts<unknown>[],
  columns: readonly Figure[],
  context: PageContext,
): readonly string[] {
  const found = rows.flatMap((row) =>
    columns.flatMap((figure) => uncertainBasis(row, figure) ?? []),
  );
  return [...new Set(found.map((basis) => standardText(basis, context)))];
}

/** The mark of a standard among those of its table. */
function markIn({ bases = [], context }: Writing, basis: Facts<Basis>): string {
  const index = bases.indexOf(standardText(basis, context));
  return UNCERTAIN_STANDARD.repeat(Math.max(1, index + 1));
}

/** Explains the mark of an estimate. */
export function estimateNote({ words }: PageContext): string {
  return words.t('page.mark.projected');
}

/** Explains the mark of a weight. */
export function unreliableNote({ words }: PageContext): string {
  return `${UNRELIABLE} ${words.t('page.context.uncalibrated')}`;
}

/** Explains each mark in a table in one line. */
function footnotes(
  rows: readonly Facts<unknown>[],
  columns: readonly Figure[],
  writing: Writing,
): readonly Block[] {
  const notes = rows.flatMap((row) => columns.flatMap((figure) => notesOf(row, figure, writing)));
  const byMark = groupBy([...new Set(notes)], (note) => note.slice(0, note.indexOf(' ')));
  return [...byMark].map(([mark, texts]): Block => {
    const meanings = texts.map((text) => text.slice(mark.length + 1));
    return { kind: 'text', text: `${mark} ${meanings.join('; ')}` };
  });
}

function notesOf(row: Facts<unknown>, figure: Figure, writing: Writing): string[] {
  const [field, , form, marker] = figure;
  const { context } = writing;
  if (row.raw(field) == null) return [];
  const mark = markOf(row, [field, form]);
  const meaning = mark === ESTIMATED ? estimateText(form) : mark && markTexts[mark];
  const estimate = meaning === '' ? [] : [context.words.t(meaning)];
  if (marker !== undefined && row.flag(marker)) return [...estimate, unreliableNote(context)];
  const basis = uncertainBasis(row, figure);
  if (basis === undefined) return estimate;
  return [...estimate, `${markIn(writing, basis)} ${standardText(basis, context)}`];
}

function estimateText(form: Form): TextKey {
  if (form === 'gramsPerBird') return 'page.mark.perBirdEstimated';
  return form === 'weightToday' ? markTexts[ESTIMATED] : 'page.mark.feedEstimated';
}

/** Format of a figure. */
export type Form =
  | 'text'
  | 'flock'
  | 'barn'
  | 'number'
  | 'percent'
  /** Mortality in percent of birds, marked if daily logs are missing. */
  | 'percentDead'
  /** Dead birds, marked if deaths are not logged on some days. */
  | 'birdsDead'
  /** Dead birds of the last seven days, marked if deaths of these days are not logged. */
  | 'birdsDead7'
  /** Live birds, or their share, marked if deaths are not logged. */
  | 'birdsAlive'
  | 'percentAlive'
  /** Feed or eggs per live bird, marked if there may be fewer birds. */
  | 'gramsPerBird'
  | 'percentPerBird'
  /** Sums of feed, water, eggs and culls, marked if they are not logged on every day. */
  | 'feedSum'
  | 'waterSum'
  | 'eggSum'
  | 'cullSum'
  /** A feed ratio, marked if the feed of unlogged days is estimated. */
  | 'feedRatio'
  /** Feed in stock, and the days it lasts, marked if the feed of unlogged days is estimated. */
  | 'feedStock'
  | 'stockDays'
  /** A production index, marked as its feed ratio and its share of live birds. */
  | 'efficiency'
  /** A figure followed by its confidence. */
  | 'certainty'
  | 'change'
  | 'grams'
  /** Weight today in grams, marked if estimated. */
  | 'weightToday'
  | 'kg'
  | 'litres'
  | 'days'
  /** Days until a date, in words once it has passed. */
  | 'daysLeft'
  | 'hours'
  | 'minutes'
  /** A duration in minutes, shown in a suitable unit. */
  | 'span'
  | 'celsius'
  | 'money'
  /** Lost money, marked if missing logs of deaths may raise it. */
  | 'moneyLost'
  | 'day'
  /** An enum value, with its label group: `word:leak`. */
  | `word:${string}`;

/**
 * A figure: path, label, format, and the field that marks it: the basis of a standard, or a flag
 * for unreliable values.
 */
export type Figure<T = unknown> = readonly [
  field: Paths<T>,
  title: TextKey,
  form: Form,
  marker?: Paths<T>,
];

/** A table in a section. */
export type InsightTable<T = unknown> = unknown extends T
  ? TableOf<string, unknown>
  : { [L in ListPaths<T>]: TableOf<L, RowsAt<T, L>> }[ListPaths<T>];

interface TableOf<L extends string, R> {
  /** The list it shows. */
  readonly rows: L;
  /** Restricts the table to rows with this word in this field. */
  readonly where?: readonly [field: Paths<R>, word: string];
  /** Title, if a section has several tables. */
  readonly title?: TextKey;
  readonly columns: readonly Figure<R>[];
}

/** Layout of a section: its figures, its tables, and further blocks. */
export interface InsightPart<T = unknown> {
  readonly figures?: readonly Figure<T>[];
  readonly tables?: readonly InsightTable<T>[];
  before?(section: Facts<T>, context: PageContext): readonly Block[];
  after?(section: Facts<T>, context: PageContext): readonly Block[];
}

const units: Readonly<Partial<Record<Form, Unit>>> = {
  percent: '%',
  percentDead: '%',
  percentAlive: '%',
  percentPerBird: '%',
  grams: 'g',
  gramsPerBird: 'g',
  weightToday: 'g',
  kg: 'kg',
  feedStock: 'kg',
  feedSum: 'kg',
  litres: 'L',
  waterSum: 'L',
  days: 'days',
  hours: 'hours',
  minutes: 'minutes',
  celsius: '°C',
};

/** Context for formatting figures. */
export interface Writing {
  readonly context: PageContext;
  readonly currency: string;
  /** The texts of the uncertain standards of a table. */
  readonly bases?: readonly string[];
}

/** The text of a figure, with its mark; `–` if unknown. */
export function writeFigure(facts: Facts<unknown>, figure: Figure, writing: Writing): Cell {
  const [field, , , marker] = figure;
  const cell = unmarked(facts, figure, writing);
  if (marker === undefined || facts.raw(field) == null) return cell;
  const basis = uncertainBasis(facts, figure);
  const mark = facts.flag(marker) ? UNRELIABLE : basis ? markIn(writing, basis) : '';
  return typeof cell === 'string' ? `${cell}${mark}` : { ...cell, text: `${cell.text}${mark}` };
}

function unmarked(
  facts: Facts<unknown>,
  [field, , form]: Figure,
  { context, currency }: Writing,
): Cell {
  const { words } = context;
  const unit = units[form];
  if (unit !== undefined) {
    return markOf(facts, [field, form]) + words.quantity(facts.number(field), unit);
  }
  if (form.startsWith('word:')) {
    const word = facts.text(field);
    return { text: words.name(form.slice('word:'.length), word), state: severityMark(word) };
  }
  if (form === 'daysLeft') return words.daysLeft(facts.number(field));
  if (NUMBERS.includes(form))
    return markOf(facts, [field, form]) + words.number(facts.number(field));
  if (form === 'change') return words.change(facts.number(field));
  if (form === 'span') {
    const minutes = facts.number(field);
    if (minutes === undefined) return NONE;
    const { quantity, unit: spanUnit } = spanOf(minutes);
    return words.quantity(quantity, spanUnit);
  }
  if (form === 'money' || form === 'moneyLost')
    return markOf(facts, [field, form]) + words.money(facts.number(field), currency);
  if (form === 'day') return words.shortDay(facts.text(field));
  const text = facts.text(field);
  return (form === 'text' ? text : nameOf(context, text)) ?? NONE;
}

const NUMBERS: readonly Form[] = [
  'number',
  'birdsDead',
  'birdsDead7',
  'birdsAlive',
  'eggSum',
  'cullSum',
  'stockDays',
  'feedRatio',
  'efficiency',
  'certainty',
];

/** Mark of an inexact figure; an unknown one has none. */
function markOf(
  facts: Facts<unknown>,
  [field, form]: readonly [field: string, form: Form],
): Mark | '' {
  if (facts.raw(field) == null) return '';
  // The object that contains the figure has the fields that mark it as inexact.
  const siblingField = (name: string) => `${field.slice(0, field.lastIndexOf('.') + 1)}${name}`;
  if (form === 'weightToday') return isEstimated(facts) ? ESTIMATED : '';
  if (form === 'certainty') return CERTAINTIES[facts.text(siblingField('certainty')) ?? ''] ?? '';
  const estimate = ESTIMATES[form];
  if (estimate !== undefined && facts.flag(siblingField(estimate))) return ESTIMATED;
  const isMarked = ({ by }: Bound) => isBound(facts, [...by, ...by.map(siblingField)]);
  const mark = BOUNDS[form]?.find(isMarked)?.mark ?? '';
  const isZero = mark === AT_MOST && facts.number(field) === 0;
  return isZero ? '' : mark;
}

const CERTAINTIES: Readonly<Record<string, Mark>> = {
  estimated: ESTIMATED,
  at_least: AT_LEAST,
  at_most: AT_MOST,
};

/** The flags of estimates, by format. */
const ESTIMATES: Readonly<Partial<Record<Form, string>>> = {
  feedRatio: 'fcrEstimated',
  efficiency: 'fcrEstimated',
  feedStock: 'stockEstimated',
  stockDays: 'stockEstimated',
  gramsPerBird: 'gPerBirdEstimated',
};

interface Bound {
  readonly mark: Mark;
  /** The flags and counts of unlogged days of a row that make the figure a bound. */
  readonly by: readonly string[];
}

const OF_DEATHS = ['mortalityDaysUnlogged', 'isLowerBound'];
const OF_BIRDS = ['birdsUpperBound', 'livabilityUpperBound'];
const DEAD: readonly Bound[] = [{ mark: AT_LEAST, by: [...OF_DEATHS, 'daysUnlogged'] }];
const ALIVE: readonly Bound[] = [{ mark: AT_MOST, by: [...OF_DEATHS, ...OF_BIRDS] }];
const PER_BIRD: readonly Bound[] = [
  { mark: AT_LEAST, by: [...OF_DEATHS, ...OF_BIRDS, 'gPerBirdLowerBound'] },
];
/** A feed conversion that counts delivered feed, of which some may be in the silo. */
const OF_DELIVERIES = ['fcrUpperBound', 'upperBound'];

/** Of several bounds the first that applies. */
const BOUNDS: Readonly<Partial<Record<Form, readonly Bound[]>>> = {
  birdsDead: DEAD,
  percentDead: DEAD,
  moneyLost: DEAD,
  birdsDead7: [{ mark: AT_LEAST, by: ['mort7DaysUnlogged'] }],
  birdsAlive: ALIVE,
  percentAlive: ALIVE,
  feedRatio: [
    { mark: AT_MOST, by: OF_DELIVERIES },
    { mark: AT_LEAST, by: ['fcrLowerBound'] },
  ],
  efficiency: [
    { mark: AT_MOST, by: OF_BIRDS },
    { mark: AT_LEAST, by: OF_DELIVERIES },
  ],
  gramsPerBird: PER_BIRD,
  percentPerBird: PER_BIRD,
  feedSum: [{ mark: AT_LEAST, by: ['feedDaysUnlogged'] }],
  waterSum: [{ mark: AT_LEAST, by: ['waterDaysUnlogged'] }],
  eggSum: [{ mark: AT_LEAST, by: ['eggDaysUnlogged'] }],
  cullSum: [{ mark: AT_LEAST, by: ['cullDaysUnlogged', 'daysUnlogged'] }],
};

/** Whether a figure is a bound, according to one of these flags and counts. */
function isBound(facts: Facts<unknown>, marks: readonly string[]): boolean {
  return marks.some((name) => facts.flag(name) || (facts.number(name) ?? 0) > 0);
}

/** Whether a flock's weight today is extrapolated from an earlier measurement. */
export function isEstimated(flock: Facts<unknown>): boolean {
  return flock.flag('weightEstimated');
}

/** Whether figures of this form are right-aligned. */
function isNumeric(form: Form): boolean {
  return form !== 'text' && form !== 'flock' && form !== 'barn' && !form.startsWith('word:');
}
