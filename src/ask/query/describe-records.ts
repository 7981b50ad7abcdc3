import { type Labels, labelOf } from '../../i18n/labels.ts';
import type { QueryFilter, QueryForm } from '../../model/answers/query-form.ts';
import type { Field } from '../../model/core/fields.ts';
import { type Message, type MessageValue, message } from '../../model/core/message.ts';
import { getResource, type ResourceName } from '../../model/resources/registry.ts';
import { type CalendarDay, dayInZone } from '../../tools/calendar.ts';
import type { Fact, MeasureAnswer } from '../measure.ts';
import { factOf, type NumberFact, shown, wordFact } from '../measures/fact-of.ts';
import { topicsIn } from '../names/topics.ts';
import { normalText } from '../text/normalise.ts';
import { isSpacedLetter } from '../text/word-edges.ts';
import { WRITTEN } from './view.ts';
import type { View } from './views.ts';

/** A record as returned by the API. */
export type QueryRow = Readonly<Record<string, unknown>>;

/** The data for answering a form, the newest date first. */
export interface QueryData {
  readonly rows: readonly QueryRow[];
  /** The barn of each flock, for records with a flock. */
  readonly barnOfFlock: ReadonlyMap<string, string>;
  /** Barns, flocks, people and contacts by id. */
  readonly nameOf: ReadonlyMap<string, string>;
  readonly zone: string;
  readonly currency: string;
}

/** The language's names of fields and of words of closed lists. */
export interface QueryWording {
  readonly labels: Labels;
  readonly wordOf: (word: string) => string;
}

/** A form with the context of its answer. */
export interface Answering extends QueryData, QueryWording {
  readonly form: QueryForm;
  readonly view: View;
  readonly resource: ResourceName;
  /** The selected rows. */
  readonly found: readonly QueryRow[];
  readonly what: MessageValue;
}

/** Above this number, records are counted and not listed. */
export const MOST_ITEMS = 10;
const BARE: ReadonlySet<string> = new Set(
  'title name rawText kind category feedType barnId flockId product subject description'.split(' '),
);

/** The barn of a record, directly or from its flock. */
export function barnOf(row: QueryRow, view: View, { barnOfFlock }: QueryData): unknown {
  if (view.barn === null) return undefined;
  if (view.barn !== 'flockId') return row[view.barn] ?? barnOfFlock.get(String(row['flockId']));
  return barnOfFlock.get(String(row['flockId']));
}

/** The day of a record in the farm's zone. */
export function dayOf(row: QueryRow, { date }: View, zone: string): CalendarDay | undefined {
  const value = date === null ? undefined : row[date];
  if (typeof value !== 'string') return undefined;
  return value.length === 10 ? value : dayInZone(Date.parse(value), zone);
}

/** The source of a fact about these records. */
export function sourceOf({ resource, form }: Answering, rows: readonly QueryRow[]): Fact['source'] {
  const ids = rows.slice(0, MOST_ITEMS).map((row) => String(row['id']));
  return rows.length > MOST_ITEMS ? { resource, query: { ...form } } : { resource, ids };
}

/** The first records, one line each. */
export function described(context: Answering, rows: readonly QueryRow[]): MeasureAnswer {
  const items = rows.slice(0, MOST_ITEMS).map((row) => describe(context, row));
  const more = factOf('Not listed', rows.length - MOST_ITEMS);
  const isLong = more.value > 0;
  return {
    facts: [...items.flatMap(({ facts }) => facts), ...(isLong ? [more] : [])],
    lines: [
      ...items.map(({ line }) => line),
      ...(isLong ? [message('ask.more', { count: shown(more) })] : []),
    ],
  };
}

interface Described {
  readonly facts: readonly Fact[];
  readonly line: Message;
}

function describe(context: Answering, row: QueryRow): Described {
  const { view } = context;
  const parts = view.shown.flatMap((field) => partOf(context, row, field) ?? []);
  const facts = parts.map(({ fact }) => fact);
  const details = joined(parts.map(({ text }) => text));
  const day = dateFact(context, row);
  if (day === undefined) return { facts, line: message('ask.query.item', { details }) };
  const line = message('ask.query.dated', { day: { day: String(day.value) }, details });
  return { facts: [day, ...facts], line };
}

function dateFact(context: Answering, row: QueryRow): Fact | undefined {
  const { view, zone, resource } = context;
  const day = dayOf(row, view, zone);
  if (day === undefined) return undefined;
  return wordFact(`${resource}: ${view.date}`, day, {
    asOf: day,
    source: sourceOf(context, [row]),
  });
}

/** Values separated by commas. */
export function joined(parts: readonly MessageValue[]): MessageValue {
  const [first = '–', ...rest] = parts;
  return rest.reduce<MessageValue>(
    (left, right) => message('ask.query.join', { left, right }),
    first,
  );
}

interface Part {
  readonly fact: Fact;
  readonly text: MessageValue;
}

/** A field of a record with its label; undefined where it is empty. */
export function partOf(context: Answering, row: QueryRow, field: string): Part | undefined {
  const fact = fieldFact(context, row, field);
  if (fact === undefined) return undefined;
  const value = shownValue(context, field, fact);
  if (BARE.has(field)) return { fact, text: value };
  const label = labelOf(context.labels, field);
  return { fact, text: message('ask.query.pair', { label, value }) };
}

/** The definition of a field. */
export function fieldOf({ resource }: Answering, field: string): Field | undefined {
  return getResource(resource).fields[field];
}

function fieldFact(context: Answering, row: QueryRow, field: string): Fact | undefined {
  const { resource, view, zone, nameOf } = context;
  const own = row[field];
  if (own === null || own === undefined || own === '') return undefined;
  const definition = fieldOf(context, field);
  const label = `${getResource(resource).singular}: ${field}`;
  const asOf = dayOf(row, view, zone) ?? null;
  const source = sourceOf(context, [row]);
  if (typeof own === 'number') {
    const unit = definition?.type === 'money' ? context.currency : (definition?.unit ?? null);
    return factOf(label, own, { unit, asOf, source });
  }
  const value = nameOf.get(String(own)) ?? String(own);
  return wordFact(label, value, { asOf, source });
}

/** A value formatted for the language. */
export function shownValue(context: Answering, field: string, fact: Fact): MessageValue {
  const { wordOf, zone } = context;
  const definition = fieldOf(context, field);
  if (isNumber(fact)) return shown(fact);
  const text = String(fact.value);
  if (definition?.type === 'word') return wordOf(text);
  if (definition?.type === 'date') return { day: text };
  return definition?.type === 'timestamp' ? { instant: text, zone } : text;
}

function isNumber(fact: Fact): fact is NumberFact {
  return typeof fact.value === 'number';
}

/** Whether a record matches a form. */
export function fits(row: QueryRow, form: QueryForm, view: View, data: QueryData): boolean {
  const { scope, period, filters } = form;
  const isOfDays = form.groupBy === 'day';
  if (!filters.every((one) => (isOfDays && isComparison(one)) || fitsFilter(row, one)))
    return false;
  const day = dayOf(row, view, data.zone);
  if (period && (day === undefined || day < period.from || day > period.to)) return false;
  const flock = view.flock === null ? undefined : row[view.flock];
  if (scope.flocks.length > 0 && !scope.flocks.includes(String(flock))) return false;
  return scope.barns.length === 0 || scope.barns.includes(String(barnOf(row, view, data)));
}

/** "Above 15" compares the sum of a day, not a record. */
export function isComparison({ op }: QueryFilter): boolean {
  return op === '>' || op === '<';
}

function fitsFilter(row: QueryRow, { field, op, value }: QueryFilter): boolean {
  if (op === 'about') return isAbout(textOf(row, field), value);
  const own = row[field];
  if (op === '=') return own === value || (typeof own === 'boolean' && String(own) === value);
  if (op === '>') return typeof own === 'number' && own > Number(value);
  if (op === '<' && typeof value === 'string') return typeof own === 'string' && own < value;
  if (op === '<') return typeof own === 'number' && own < Number(value);
  const isAmong = Array.isArray(value) && value.includes(String(own));
  return op === 'in' ? isAmong : !isAmong;
}

/** The text of a field, or of several combined: `name+company`. */
function textOf(row: QueryRow, field: string): string {
  return field
    .split('+')
    .flatMap((one) => (typeof row[one] === 'string' ? [row[one]] : []))
    .join(' ');
}

/** Whether a title is about one of several topics. */
function isAbout(title: string, topics: QueryFilter['value']): boolean {
  if (!Array.isArray(topics)) return false;
  const text = normalText(title);
  const own = topicsIn(text);
  return topics.some((topic) =>
    topic.startsWith(WRITTEN) ? containsWord(text, topic.slice(1)) : own.has(topic),
  );
}

/** In Hebrew "the", "in" and "of" are prefixes of the word. */
const GLUED = /^[ובלהמשכ][א-ת]/u;
const SHORTEST = 2;
/** Words with at least this many letters may have another ending in the title. */
const INFLECTED = 5;

function containsWord(text: string, word: string): boolean {
  if (/^\d+$/.test(word)) return text.match(/\d+/g)?.includes(word) ?? false;
  const bare = word.length > SHORTEST && GLUED.test(word) ? word.slice(1) : word;
  if (bare !== word && text.includes(bare)) return true;
  const stem = word.length >= INFLECTED && isSpacedLetter(word) ? word.slice(0, -1) : word;
  return text.includes(stem);
}
