import { type Labels, labelOf } from '../../i18n/labels.ts';
import type { QueryFilter, QueryForm } from '../../model/answers/query-form.ts';
import type { Field } from '../../model/core/fields.ts';
import { type Message, type MessageValue, message } from '../../model/core/message.ts';
import { getResource, type ResourceName } from '../../model/resources/registry.ts';
import { type CalendarDay, dayInZone } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import type { Fact, MeasureAnswer } from '../measure.ts';
import { asText, factOf, type NumberFact, wordFact } from '../measures/fact-of.ts';
import { topicsIn } from '../names/topics.ts';
import { normalText } from '../text/normalise.ts';
import { isSpacedLetter } from '../text/word-edges.ts';
import { TITLE_WORD } from './view.ts';
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
export interface AnswerContext extends QueryData, QueryWording {
  readonly form: QueryForm;
  readonly view: View;
  readonly resource: ResourceName;
  /** The selected rows. */
  readonly found: readonly QueryRow[];
  readonly what: MessageValue;
}

/** Above this number, records are counted and not listed. */
export const MAX_ITEMS = 10;
const BARE_VALUE: ReadonlySet<string> = new Set(
  'title name rawText kind category feedType barnId flockId product subject description'.split(' '),
);

/** The barn of a record, directly or from its flock. */
export function findBarn(row: QueryRow, view: View, { barnOfFlock }: QueryData): unknown {
  if (view.barn === null) return undefined;
  if (view.barn !== 'flockId') return row[view.barn] ?? barnOfFlock.get(String(row['flockId']));
  return barnOfFlock.get(String(row['flockId']));
}

/** The rows of a form. Days of a flock before its first egg, where none is expected, have no eggs. */
export function fittingRows(form: QueryForm, view: View, data: QueryData): readonly QueryRow[] {
  const rows = data.rows.filter((row) => fits(row, form, view, data));
  return form.groupBy === 'day' && form.select === 'eggs' ? sinceFirstEgg(rows, data.rows) : rows;
}

function sinceFirstEgg(rows: readonly QueryRow[], all: readonly QueryRow[]) {
  const firstDays = new Map<unknown, string>();
  for (const { flockId, date, eggs } of all) {
    const first = firstDays.get(flockId) ?? '9';
    if (Number(eggs) > 0 && String(date) < first) firstDays.set(flockId, String(date));
  }
  return rows.filter(({ flockId, date }) => String(date) >= (firstDays.get(flockId) ?? '9'));
}

/** Prices per unit that follow from a total and a quantity, and the units of the price. */
const DERIVED_PRICES: Readonly<Record<string, readonly [string, string, string, number]>> = {
  'feed-deliveries': ['pricePerTon', 'totalCost', 'quantityKg', 1000],
  sales: ['pricePerKg', 'totalAmount', 'totalWeightKg', 1],
};

/** A record with its price per unit, where only the total was recorded. */
export function withUnitPrice(row: QueryRow, resource: ResourceName): QueryRow {
  const [price = '', total = '', amount = '', units = 1] = DERIVED_PRICES[resource] ?? [];
  const [paid, quantity] = [row[total], row[amount]];
  const isDerived = typeof paid === 'number' && typeof quantity === 'number' && quantity > 0;
  if (!isDerived || typeof row[price] === 'number') return row;
  return { ...row, [price]: round((paid / quantity) * units) };
}

/** The day of a record in the farm's zone. */
export function readDay(row: QueryRow, { date }: View, zone: string): CalendarDay | undefined {
  const value = date === null ? undefined : row[date];
  if (typeof value !== 'string') return undefined;
  return value.length === 10 ? value : dayInZone(Date.parse(value), zone);
}

/** The source of a fact about these records. */
export function buildSource(
  { resource, form }: AnswerContext,
  rows: readonly QueryRow[],
): Fact['source'] {
  const ids = rows.slice(0, MAX_ITEMS).map((row) => String(row['id']));
  return rows.length > MAX_ITEMS ? { resource, query: { ...form } } : { resource, ids };
}

/** The first records, one line each. */
export function describeRecords(context: AnswerContext, rows: readonly QueryRow[]): MeasureAnswer {
  const listed = rows.slice(0, MAX_ITEMS);
  const described = listed.map((row) => describe(context, row));
  const lineOf = ({ line }: Described) => JSON.stringify(line);
  const byLine = groupBy(described, lineOf);
  // Records with the same line differ in the time of their creation. A requested date is the same for all.
  const items = described.map((item, index) => {
    const row = listed[index];
    const isRepeated = (byLine.get(lineOf(item)) ?? []).length > 1;
    return row && isRepeated && context.form.answerType !== 'date'
      ? describe(context, row, ['createdAt'])
      : item;
  });
  const more = factOf('Not listed', rows.length - MAX_ITEMS);
  const isLong = more.value > 0;
  return {
    facts: [...items.flatMap(({ facts }) => facts), ...(isLong ? [more] : [])],
    lines: [
      ...items.map(({ line }) => line),
      ...(isLong ? [message('ask.more', { count: asText(more) })] : []),
    ],
  };
}

interface Described {
  readonly facts: readonly Fact[];
  readonly line: Message;
}

function describe(
  context: AnswerContext,
  row: QueryRow,
  further: readonly string[] = [],
): Described {
  const { view } = context;
  const parts = [...view.describedBy, ...further].flatMap(
    (field) => buildPart(context, row, field) ?? [],
  );
  const facts = parts.map(({ fact }) => fact);
  const details = joined(parts.map(({ text }) => text));
  const day = dateFact(context, row);
  if (day === undefined) return { facts, line: message('ask.query.item', { details }) };
  const line = message('ask.query.dated', { day: { day: String(day.value) }, details });
  return { facts: [day, ...facts], line };
}

function dateFact(context: AnswerContext, row: QueryRow): Fact | undefined {
  const { view, zone, resource } = context;
  const day = readDay(row, view, zone);
  if (day === undefined) return undefined;
  return wordFact(`${resource}: ${view.date}`, day, {
    asOf: day,
    source: buildSource(context, [row]),
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
export function buildPart(context: AnswerContext, row: QueryRow, field: string): Part | undefined {
  const fact = fieldFact(context, row, field);
  if (fact === undefined) return undefined;
  const value = shownValue(context, field, fact);
  if (BARE_VALUE.has(field)) return { fact, text: value };
  const label = labelOf(context.labels, field);
  return { fact, text: message('ask.query.pair', { label, value }) };
}

/** The name of each record, or its day; both where several records have the same name. */
export function placesOf(
  context: AnswerContext,
  rows: readonly QueryRow[],
  select: string,
): readonly (readonly Part[])[] {
  const { about, date } = context.view;
  const nameFields = [about ?? 'barnId', 'barnId', 'flockId', 'title', 'name'];
  const firstOf = (row: QueryRow, fields: readonly string[]) =>
    fields
      .filter((field) => field !== select)
      .flatMap((field) => buildPart(context, row, field) ?? [])[0];
  const names = rows.map((row) => firstOf(row, nameFields));
  const keyOf = (name: Part | undefined) => JSON.stringify(name?.text);
  const byName = groupBy(names, keyOf);
  return rows.map((row, index) => {
    const name = names[index];
    const day = date === null ? undefined : firstOf(row, [date]);
    if (name === undefined || day === undefined) return [name ?? day ?? []].flat();
    const isRepeated = (byName.get(keyOf(name)) ?? []).length > 1;
    return isRepeated
      ? [name, { ...day, text: shownValue(context, date ?? '', day.fact) }]
      : [name];
  });
}

/** The definition of a field. */
export function readField({ resource }: AnswerContext, field: string): Field | undefined {
  return getResource(resource).fields[field];
}

function fieldFact(context: AnswerContext, row: QueryRow, field: string): Fact | undefined {
  const { resource, view, zone, nameOf } = context;
  const own = row[field];
  if (own === null || own === undefined || own === '') return undefined;
  const definition = readField(context, field);
  const label = `${getResource(resource).singular}: ${field}`;
  const asOf = readDay(row, view, zone) ?? null;
  const source = buildSource(context, [row]);
  if (typeof own === 'number') {
    const unit = definition?.type === 'money' ? context.currency : (definition?.unit ?? null);
    return factOf(label, own, { unit, asOf, source });
  }
  const value = nameOf.get(String(own)) ?? String(own);
  return wordFact(label, value, { asOf, source });
}

/** A value formatted for the language. */
export function shownValue(context: AnswerContext, field: string, fact: Fact): MessageValue {
  const { wordOf, zone } = context;
  const definition = readField(context, field);
  if (isNumber(fact)) return asText(fact);
  const text = String(fact.value);
  if (definition?.type === 'word') return wordOf(text);
  if (definition?.type === 'date') return { day: text };
  const isInstant = definition?.type === 'timestamp' || field === 'createdAt';
  return isInstant ? { instant: text, zone } : text;
}

function isNumber(fact: Fact): fact is NumberFact {
  return typeof fact.value === 'number';
}

/** Whether a record matches a form. */
export function fits(row: QueryRow, form: QueryForm, view: View, data: QueryData): boolean {
  const { scope, period, filters } = form;
  const isAboutDays = form.groupBy === 'day';
  if (!filters.every((one) => (isAboutDays && isComparison(one)) || fitsFilter(row, one)))
    return false;
  const day = readDay(row, view, data.zone);
  if (period && (day === undefined || day < period.from || day > period.to)) return false;
  const flock = view.flock === null ? undefined : row[view.flock];
  if (scope.flocks.length > 0 && !scope.flocks.includes(String(flock))) return false;
  return scope.barns.length === 0 || scope.barns.includes(String(findBarn(row, view, data)));
}

/** "Above 15" compares the sum of a day, not a record. */
export function isComparison({ op }: QueryFilter): boolean {
  return op === '>' || op === '<';
}

function fitsFilter(row: QueryRow, { field, op, value }: QueryFilter): boolean {
  if (op === 'about') return isAbout(valueText(row, field), value);
  const own = row[field];
  if (op === '=') return own === value || (typeof own === 'boolean' && String(own) === value);
  if (op === '>') return typeof own === 'number' && own > Number(value);
  if (op === '<' && typeof value === 'string') return typeof own === 'string' && own < value;
  if (op === '<') return typeof own === 'number' && own < Number(value);
  const isAmong = Array.isArray(value) && value.includes(String(own));
  return op === 'in' ? isAmong : !isAmong;
}

/** The text of a field, or of several combined: `name+company`. */
function valueText(row: QueryRow, field: string): string {
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
    topic.startsWith(TITLE_WORD) ? containsWord(text, topic.slice(1)) : own.has(topic),
  );
}

/** In Hebrew "the", "in" and "of" are prefixes of the word. */
const GLUED = /^[ובלהמשכ][א-ת]/u;
const SHORTEST = 2;
/** Words with at least this many letters may have another ending in the title. */
const INFLECTED_FIELDS = 5;

function containsWord(text: string, word: string): boolean {
  if (/^\d+$/.test(word)) return text.match(/\d+/g)?.includes(word) ?? false;
  const bare = word.length > SHORTEST && GLUED.test(word) ? word.slice(1) : word;
  if (bare !== word && text.includes(bare)) return true;
  const stem = word.length >= INFLECTED_FIELDS && isSpacedLetter(word) ? word.slice(0, -1) : word;
  return text.includes(stem);
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The items without repetitions. */
export function distinct<T>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
