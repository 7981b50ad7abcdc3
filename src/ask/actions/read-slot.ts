import { findBreed } from '../../farming/standards/breed-lookup.ts';
import { date, type Field, reference, text } from '../../model/core/fields.ts';
import { canonicalWord } from '../../model/core/vocabulary.ts';
import { actionFields } from '../../model/resources/actions.ts';
import { type OrderType, orders } from '../../model/resources/record-orders.ts';
import { type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import type { ReadSentence, SentenceContext } from '../grammar/read-sentence.ts';
import type { NamedRecord, OrderWord, Sense, UnitName } from '../lexicon/lexicon.ts';
import type { FarmNames } from '../names/farm-names.ts';
import type { PhraseMatch } from '../text/phrase-trie.ts';
import { skipBlanks } from '../text/word-edges.ts';
import { createTimeReader, type TimeReader } from '../time/time-reader.ts';
import type { OrderView } from './order-views.ts';

/** Factors from spoken units to the unit of a field, by the unit of the field. */
const unitFactors: Readonly<Record<string, Readonly<Partial<Record<UnitName, number>>>>> = {
  kg: { kg: 1, lb: 0.45359237, t: 1000, g: 0.001, jin: 0.5, liang: 0.05 },
  g: { g: 1, lb: 453.59237, kg: 1000, jin: 500, liang: 50 },
  // Water may be given in tonnes too.
  L: { L: 1, m3: 1000, t: 1000, kg: 1 },
  'm²': { sqm: 1 },
  '°C': { degrees: 1 },
  '°': { degrees: 1 },
  '%': { percent: 1 },
  birds: { birds: 1 },
  eggs: { eggs: 1 },
};

/** The content of an action's slot, before it is a field value. */
export type SlotValue =
  | { readonly kind: 'value'; readonly value: string | number }
  /** Words as typed; quoted words are always a name. */
  | {
      readonly kind: 'text';
      readonly from: number;
      readonly to: number;
      readonly isQuoted: boolean;
    }
  /** The records of which one is meant; empty where the name is unknown. */
  | {
      readonly kind: 'records';
      readonly of: RecordKind;
      readonly ids: readonly NamedId[];
      /** Position of the name. */
      readonly from: number;
      readonly to: number;
      /** A name in another script, matched by its sound. */
      readonly isSoundMatch?: true;
    };

/** The id and name of a record. */
export interface NamedId {
  readonly id: string;
  readonly name: string;
}

export type RecordKind = 'barn' | 'flock' | 'person';

type Reading = { readonly end: number; readonly value: SlotValue };

/** A sentence and the context for reading its slots. */
export interface SlotSource {
  readonly sentence: ReadSentence;
  readonly context: SentenceContext;
}

const HALF = 0.5;
const PHONE = /^\+?\d[\d\s()-]{5,20}\d/;
const EMAIL = /^[\w.+-]+@[\w-]+(\.[\w-]+)+/;

/** The possible values of an action's field at a position of a sentence. */
export function readActionSlot(
  source: SlotSource,
  { name, field }: { readonly name: string; readonly field: Field },
  index: number,
): readonly Reading[] {
  if (name === 'assignee' || name === 'supplierId') return readRecord(source, 'person', index);
  if (name === 'breed') return readBreed(source, index);
  if (name === 'path') return readWords(source, index, (word) => word.startsWith('/'));
  switch (field.type) {
    case 'reference':
      return readRecord(source, field.to === 'flocks' ? 'flock' : 'barn', index);
    case 'integer':
    case 'number':
    case 'money':
      return readQuantity(source, field.type === 'money' ? 'money' : field.unit, index);
    case 'date':
      return readDay(source, name === 'date' ? 'past' : 'future', index);
    case 'word':
      return (name === 'severity' ? readSeverity : readWords)(
        source,
        index,
        (word) => canonicalWord({ ...field.vocabulary, open: false }, word) !== undefined,
      );
    case 'text':
      return readTyped(source, field.format, index);
    default:
      return [];
  }
}

function readQuantity(
  { sentence, context }: SlotSource,
  unit: string | undefined,
  index: number,
): Reading[] {
  const { text } = sentence.normal;
  const { orders, units } = context.compiled;
  const before = moneySign(text, index);
  const factors = unit === 'money' ? { money: 1 } : (unitFactors[unit ?? ''] ?? {});
  const halfAt = (at: number, word: 'half' | 'andHalf') =>
    orders.matchesAt(text, skipBlanks(text, at)).findLast(({ values }) => values.includes(word));
  // The longest unit first; a shorter one leaves letters that may begin the next word of the
  // template.
  const withUnit = (at: number, amount: number | undefined): Reading[] =>
    units
      .matchesAt(text, skipBlanks(text, at))
      .toReversed()
      .flatMap(({ end, values }): Reading[] => {
        const factor = values.map((name) => factors[name as keyof typeof factors]).find(Boolean);
        const tail = halfAt(end, 'andHalf');
        // "A ton and a half" has no number.
        const whole = amount ?? (tail ? 1 : undefined);
        if (factor === undefined || whole === undefined) return [];
        const value = Number(((whole + (tail ? HALF : 0)) * factor).toPrecision(12));
        return [{ end: tail?.end ?? end, value: { kind: 'value', value } }];
      });
  const number = sentence.time.numberAt(before);
  if (!number) {
    const half = halfAt(before, 'half');
    return half ? withUnit(half.end, HALF) : withUnit(before, undefined);
  }
  const bare = { end: number.end, value: { kind: 'value', value: number.value } } as const;
  const half = halfAt(number.end, 'andHalf');
  return [
    ...(half ? withUnit(half.end, number.value + HALF) : []),
    ...withUnit(number.end, number.value),
    bare,
  ];
}

function moneySign(text: string, index: number): number {
  return /\p{Sc}/u.test(text[index] ?? '') ? skipBlanks(text, index + 1) : index;
}

/** Many templates look for a day at one position: readers are cached per sentence and direction. */
const dayReaders = new WeakMap<ReadSentence, Map<'past' | 'future', TimeReader>>();

const HALF_YEAR_DAYS = 183;

function readDay(source: SlotSource, direction: 'past' | 'future', index: number): Reading[] {
  const { daysAt } = dayReader(source, direction);
  const { today } = source.context.calendar;
  // "5 December", said in November, does not mean 5 December of last year.
  const isFarAhead = ({ end, value }: { end: number; value: string }) =>
    daysBetween(value, today) > HALF_YEAR_DAYS &&
    !/\d{4}/u.test(source.sentence.normal.text.slice(index, end));
  return daysAt(index)
    .filter((day) => !isFarAhead(day))
    .map(({ end, value }) => ({ end, value: { kind: 'value', value } }));
}

function dayReader({ sentence, context }: SlotSource, direction: 'past' | 'future'): TimeReader {
  const readers = dayReaders.get(sentence) ?? new Map<'past' | 'future', TimeReader>();
  dayReaders.set(sentence, readers);
  const calendar = { ...context.calendar, direction };
  const reader =
    readers.get(direction) ?? createTimeReader(context.compiled, sentence.normal.text, calendar);
  readers.set(direction, reader);
  return reader;
}

function readWords(
  { sentence, context }: SlotSource,
  index: number,
  takes: (word: string) => boolean,
): Reading[] {
  const { phrases } = context.compiled;
  return phrases
    .matchesAt(sentence.normal.text, index)
    .flatMap(({ end, values }) =>
      values.flatMap((sense) => (sense.kind === 'word' ? [{ end, word: sense.word }] : [])),
    )
    .filter(({ word }) => takes(word))
    .map(({ end, word }) => ({ end, value: { kind: 'value', value: word } as const }))
    .reverse();
}

/** A severity, also as it is called in tables where a word such as "severity" precedes it. */
function readSeverity(
  source: SlotSource,
  index: number,
  takes: (word: string) => boolean,
): Reading[] {
  const { text } = source.sentence.normal;
  const { orders, labels } = source.context.compiled;
  const named = orders
    .matchesAt(text, index)
    .filter(({ values }) => values.includes('severity'))
    .map(({ end }) => end + (/^[ :]*/u.exec(text.slice(end))?.[0].length ?? 0))
    .flatMap((at) => [
      ...readWords(source, at, takes),
      ...labels.matchesAt(text, at).flatMap(({ end, values }): Reading[] => {
        const value = values.find(takes);
        return value === undefined ? [] : [{ end, value: { kind: 'value', value } }];
      }),
    ]);
  return [...named.toSorted((a, b) => b.end - a.end), ...readWords(source, index, takes)];
}

function readRecord({ sentence }: SlotSource, of: RecordKind, index: number): Reading[] {
  const { names, mentionsAt, normal } = sentence;
  const named = names
    .matchesAt(normal.text, index)
    .map(({ end, values }) => ({ end, records: values.filter(({ kind }) => kind === of) }));
  const mentioned = mentionsAt(index).map(({ end, sense }) => ({ end, sense }));
  const byEnd = new Map<number, NamedRecord[]>();
  for (const { end, records } of named) if (records.length > 0) byEnd.set(end, records);
  for (const { end, sense } of mentioned) addMention(byEnd, end, sense, of);
  return [...byEnd]
    .sort(([a], [b]) => b - a)
    .map(([end, records]) => ({ end, value: recordsValue(of, records, { from: index, to: end }) }));
}

function addMention(byEnd: Map<number, NamedRecord[]>, end: number, sense: Sense, of: RecordKind) {
  const cached = byEnd.get(end) ?? [];
  if (sense.kind === 'nobody' && sense.of === of) byEnd.set(end, cached);
  if (sense.kind !== 'record' || sense.record.kind !== of) return;
  byEnd.set(
    end,
    cached.some(({ id }) => id === sense.record.id) ? cached : [...cached, sense.record],
  );
}

function recordsValue(
  of: RecordKind,
  records: readonly NamedRecord[],
  place: { readonly from: number; readonly to: number },
): SlotValue {
  return { kind: 'records', of, ids: records.map(({ id, name }) => ({ id, name })), ...place };
}

function readTyped({ sentence }: SlotSource, format: string | undefined, index: number): Reading[] {
  const pattern = format === 'phone' ? PHONE : format === 'email' ? EMAIL : undefined;
  const typed = pattern?.exec(sentence.normal.text.slice(index))?.[0];
  return typed === undefined ? [] : [textReading(index, index + typed.length)];
}

const BREED_PATTERN = /^[\p{L}\p{M}.-]+(?: ?[\p{L}\p{M}\d.-]+?(?![\p{Script=Latin}\d.-])){0,3}/u;

/** The breed with the longest matching name. */
function readBreed({ sentence }: SlotSource, index: number): Reading[] {
  const words = BREED_PATTERN.exec(sentence.normal.text.slice(index))?.[0].split(' ') ?? [];
  for (let count = words.length; count > 0; count--) {
    const typed = words.slice(0, count).join(' ');
    if (findBreed(typed)) return [textReading(index, index + typed.length)];
  }
  return [];
}

function textReading(from: number, to: number): Reading {
  return { end: to, value: { kind: 'text', from, to, isQuoted: false } };
}

/** Of values that end at one position, the likeliest. */
export function firstPerEnd<T extends { readonly end: number }>(
  readings: readonly T[],
): readonly T[] {
  return readings.filter(
    (one, index) => readings.findIndex(({ end }) => end === one.end) === index,
  );
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Fills in the implied fields of an action: daily figures are for the only flock, and feed for a
 * barn is for its flock. With several flocks the flock has to be named; an empty barn is the note
 * of an order.
 */
export function fillDefaults(
  type: OrderType,
  fields: Fields,
  { flocks, barns }: FarmNames,
  today: CalendarDay,
): Fields | 'which_flock' {
  const { barnId, ...rest } = fields;
  if (type === 'navigate' && barnId) return { path: `/barns/${barnId}` };
  const isOrder = type === 'create_order';
  // The flock was chosen among several.
  const isChosen = rest['flockId'] !== undefined;
  if ((isOrder || type === 'create_feed_delivery') && barnId) {
    const [own, ...more] = flocks.filter(
      (flock) => flock.isLive && flock.barnId === barnId && (flock.placementDate ?? '9') <= today,
    );
    const title = barns.find(({ id }) => id === barnId)?.name;
    if (isChosen) return rest;
    if (own && more.length === 0) return { ...rest, flockId: own.id };
    return isOrder && own === undefined ? { ...rest, title } : 'which_flock';
  }
  return withOnlyFlock(type, fields, flocks);
}

function withOnlyFlock(
  type: OrderType,
  fields: Fields,
  flocks: FarmNames['flocks'],
): Fields | 'which_flock' {
  if (type !== 'log_daily' || fields['barnId'] || fields['flockId']) return fields;
  const [only, ...others] = flocks.filter(({ isLive }) => isLive);
  return only === undefined || others.length > 0 ? 'which_flock' : { ...fields, flockId: only.id };
}

/** The order words that begin at a position; each position is looked up once. */
export type WordsAt = (at: number) => readonly PhraseMatch<OrderWord>[];

/** A sentence that is read as one kind of order. */
export interface OrderReading {
  readonly view: OrderView;
  readonly sentence: ReadSentence;
  readonly context: SentenceContext;
  readonly wordsAt: WordsAt;
}

/** The parts of an order filled by the beginning of a sentence. */
export interface PartialOrder {
  /** The words of each matched phrase, separated by blanks. */
  readonly orderWords: readonly string[];
  readonly fields: Readonly<Record<string, SlotValue>>;
  /** A figure whose number has not been read yet. */
  readonly figure?: string;
  /** Whether a place or a day separates the figure and its number. */
  readonly isParted?: true;
  /** Range of a number whose figure has not been read yet. */
  readonly number?: { readonly from: number; readonly to: number };
  readonly freeLetters: number;
  readonly cost: number;
  /** Whether the free words have been read, so that only slots may follow. */
  readonly isBehind: boolean;
  /** The previous part, where something must or must not follow it. */
  readonly last?: 'for' | 'filler';
}

export interface Step {
  readonly to: number;
  readonly partial: PartialOrder;
}

/** The state before anything has been read. */
export const EMPTY_ORDER: PartialOrder = {
  orderWords: [],
  fields: {},
  freeLetters: 0,
  cost: 0,
  isBehind: false,
};
/** Whether nothing of an order has been read but its day. */
export function isUnfilled({ orderWords, fields }: PartialOrder): boolean {
  return orderWords.length === 0 && Object.keys(fields).every((name) => name === 'dueDate');
}

export function isOneRecord(value: SlotValue): boolean {
  return value.kind === 'records' && value.ids.length === 1;
}

const MAX_PARTIALS = 40;

/** "Water barn 2 19" without a verb may ask for the 19th. */
export function mayBeDay({ type, patterns }: OrderView, value: SlotValue | undefined): boolean {
  if (type !== 'log_daily' || patterns.some(({ length }) => length > 1)) return false;
  return value?.kind === 'value' && Number(value.value) <= 31;
}

/** Of equal partial orders, the one with the fewest stretches is stored. */
export function keepCheapest(
  cell: Map<string, PartialOrder> | undefined,
  partial: PartialOrder,
): void {
  const { cost, ...rest } = partial;
  const key = JSON.stringify(rest);
  const cached = cell?.get(key);
  const isBetter = cached ? cached.cost > cost : (cell?.size ?? 0) < MAX_PARTIALS;
  if (isBetter) cell?.set(key, partial);
}

const fieldsByType = new Map<string, ReadonlyMap<string, Field>>();

/** The fields of an action by name. */
export function getFields(type: OrderView['type']): ReadonlyMap<string, Field> {
  const fields = fieldsByType.get(type) ?? new Map(actionFields(orders[type]));
  fieldsByType.set(type, fields);
  return fields;
}

/**
 * Fields that no action has: the barn of a feed order, which is stored in its note, and a day
 * ahead.
 */
export const ADJACENT_WORDS: Readonly<Record<string, Field>> = {
  barnId: reference('barns'),
  dueDate: date(),
  assignee: text(120),
};
