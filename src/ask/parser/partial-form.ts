import type { QueryFilter } from '../../model/answers/query-form.ts';
import { getResource } from '../../model/resources/registry.ts';
import type { SymbolName } from '../lexicon/lexicon.ts';
import type { Period } from '../measure.ts';
import { type View, WRITTEN } from '../query/view.ts';
import type { Token } from './chart.ts';

/** The parts of a form filled by the beginning of a question. */
export interface Partial {
  readonly cost: number;
  /** Whether a noun or verb has named the view. */
  readonly isNamed: boolean;
  /** Symbols that accompany a noun or verb, in order. */
  readonly said: readonly SymbolName[];
  readonly asks: readonly string[];
  readonly aggregates: readonly string[];
  readonly fields: readonly string[];
  readonly filters: readonly QueryFilter[];
  readonly tense?: 'past' | 'future';
  readonly period?: Period;
  readonly barns: readonly string[];
  readonly flocks: readonly string[];
  readonly farms: readonly string[];
  readonly nobody?: 'barn' | 'flock' | 'farm';
  /** A comparison whose number has not been read yet. */
  readonly comparing?: '>' | '<';
  readonly limit?: number;
  /** Whether the records are those of the previous answer: their noun may be omitted. */
  readonly isContinued?: true;
  /** Whether only future records are requested. */
  readonly isOfNext?: true;
}

/** Whether a field is only given in addition to others, as those of the previous answer. */
export function isOnlyBeside(
  { isContinued }: Partial,
  { beside }: View,
  fields: readonly string[],
): boolean {
  return !isContinued && fields.some((field) => beside?.includes(field));
}

/** "Kilos sold last month", or "for how much?" after such a sum. */
export function isOfPeriod({ period, isContinued, asks }: Partial): boolean {
  return (period !== undefined || isContinued === true) && asks.length === 0;
}

export const NOTHING_SAID: Partial = {
  cost: 0,
  isNamed: false,
  said: [],
  asks: [],
  aggregates: [],
  fields: [],
  filters: [],
  barns: [],
  flocks: [],
  farms: [],
};

/**
 * The forms that result from adding a token to a partial one; empty where the view has no slot for
 * it.
 */
export function place(partial: Partial, token: Token, view: View): readonly Partial[] {
  switch (token.kind) {
    case 'symbol':
      return placeSymbol(partial, token.symbol, view).flatMap((grown) =>
        token.isPast ? listOf(placeTense(grown, 'past')) : [grown],
      );
    case 'topic':
      return placeTopic(partial, token, view);
    case 'written':
      return placeWritten(partial, token.text, view);
    case 'field':
      return placeField(partial, token.field, view);
    case 'word':
      return placeWord(partial, token.word, view);
    case 'time':
      return listOf(placePeriod(partial, token.period, view));
    case 'record':
      return listOf(placeRecord(partial, token.record, view));
    case 'nobody':
      return [{ ...partial, nobody: token.of }];
    case 'number':
      return listOf(placeNumber(partial, token.value));
    case 'conjunction':
      return [partial];
    case 'everything':
      return [partial];
    default:
      return [];
  }
}

function placeSymbol(partial: Partial, symbol: SymbolName, view: View): readonly Partial[] {
  if (symbol === 'filler') return [partial];
  // Records have days, but no hours and no durations.
  if (symbol === 'ask.hour' || symbol === 'ask.duration') return [];
  if (symbol === 'ask.heads') return placeHeads(partial, view);
  if (symbol === 'ask.times') {
    return [
      { ...partial, asks: added(partial.asks, 'ask.count'), said: added(partial.said, symbol) },
    ];
  }
  if (symbol.startsWith('ask.')) return [{ ...partial, asks: added(partial.asks, symbol) }];
  if (symbol.startsWith('agg.') || symbol === 'worst' || symbol === 'best') {
    return [{ ...partial, aggregates: added(partial.aggregates, symbol) }];
  }
  if (symbol === 'each' || symbol === 'next') return placeSeries(partial, symbol);
  if (symbol === 'past' || symbol === 'future') return listOf(placeTense(partial, symbol));
  if (symbol === 'above' || symbol === 'below') return placeComparison(partial, symbol);
  return placeContent(partial, symbol, view);
}

function placeComparison(partial: Partial, symbol: 'above' | 'below'): readonly Partial[] {
  return partial.comparing ? [] : [{ ...partial, comparing: symbol === 'above' ? '>' : '<' }];
}

/** "Per barn", and the next one: the first future record. */
function placeSeries(partial: Partial, symbol: 'each' | 'next'): readonly Partial[] {
  if (symbol === 'each') return [{ ...partial, aggregates: added(partial.aggregates, 'each') }];
  const next = placeTense(partial, 'future');
  return next ? [{ ...next, aggregates: added(next.aggregates, 'agg.first') }] : [];
}

/** "How many birds": the number of birds is requested, not that of the records. */
function placeHeads(partial: Partial, { fields }: View): readonly Partial[] {
  const field = fields.birds;
  if (field === undefined) return [];
  return [
    {
      ...partial,
      asks: added(partial.asks, 'ask.count'),
      fields: added(partial.fields, field),
      said: added(added(partial.said, 'birds'), 'ask.heads'),
    },
  ];
}

function placeTense(partial: Partial, tense: 'past' | 'future'): Partial | undefined {
  if (partial.tense !== undefined && partial.tense !== tense) return undefined;
  return { ...partial, tense };
}

/** A noun, verb or field: each of its roles in the view. */
function placeContent(partial: Partial, symbol: SymbolName, view: View): readonly Partial[] {
  const said = { ...partial, said: added(partial.said, symbol) };
  const named = view.named[symbol];
  const field = view.fields[symbol];
  const value = view.values?.[symbol];
  const isAnchor = view.anchors?.includes(symbol) ?? false;
  return [
    ...(named ? [{ ...said, isNamed: true, filters: [...said.filters, ...named] }] : []),
    ...(field
      ? [{ ...said, isNamed: said.isNamed || isAnchor, fields: added(said.fields, field) }]
      : []),
    ...(value ? [{ ...said, filters: [...said.filters, ...value] }] : []),
    ...(view.neutral.includes(symbol) ? [said] : []),
  ];
}

/** Topics that include others. */
const NARROWER_TOPICS: Readonly<Record<string, readonly string[]>> = {
  treatment: ['vaccine', 'medicine'],
};

/** "The filters": a record with that topic in its title. */
function placeTopic(
  partial: Partial,
  { topic, isPast }: Extract<Token, { kind: 'topic' }>,
  { about }: View,
): readonly Partial[] {
  if (about === undefined) return [];
  const topics = [topic, ...(NARROWER_TOPICS[topic] ?? [])];
  const filter: QueryFilter = { field: about, op: 'about', value: topics };
  const grown = { ...partial, filters: [...partial.filters, filter] };
  return isPast ? listOf(placeTense(grown, 'past')) : [grown];
}

/** A word, verbatim from a title. */
function placeWritten(partial: Partial, text: string, { about }: View): readonly Partial[] {
  if (about === undefined) return [];
  const filter: QueryFilter = { field: about, op: 'about', value: [`${WRITTEN}${text}`] };
  return [{ ...partial, filters: [...partial.filters, filter] }];
}

/** A field, by name. */
function placeField(partial: Partial, field: string, view: View): readonly Partial[] {
  if (!(field in getResource(view.resource).fields)) return [];
  const isNamed = partial.isNamed || (view.fieldNames?.includes(field) ?? false);
  return [{ ...partial, isNamed, fields: added(partial.fields, field) }];
}

/** Fields with closed lists that a word may narrow; the first match applies. */
export const WORD_FIELDS = [
  ...['kind', 'category', 'feedType', 'severity', 'priority', 'role', 'status', 'mode'],
  'direction',
];

/** A word of a closed list narrows the field with that list. */
function placeWord(partial: Partial, word: string, view: View): readonly Partial[] {
  const { fields } = getResource(view.resource);
  const field = WORD_FIELDS.find((name) => {
    const definition = fields[name];
    return definition?.type === 'word' && definition.vocabulary.words.includes(word);
  });
  if (field === undefined || partial.filters.some((filter) => filter.field === field)) return [];
  // "Other" is not a category in "the other barns", but it is in "other expenses".
  if (word === 'other' && view.resource !== 'expenses') return [];
  const isNamed =
    partial.isNamed || (view.namedByWord !== undefined && (field === 'kind' || field === 'role'));
  return [{ ...partial, isNamed, filters: [...partial.filters, { field, op: '=', value: word }] }];
}

function placePeriod(
  partial: Partial,
  reference: Extract<Token, { kind: 'time' }>['period'],
  view: View,
): Partial | undefined {
  if (reference.kind === 'now') return partial;
  if (reference.kind !== 'days' || partial.period || view.date === null) return undefined;
  const { kind: _, ...period } = reference;
  return { ...partial, period };
}

function placeRecord(
  partial: Partial,
  record: Extract<Token, { kind: 'record' }>['record'],
  view: View,
): Partial | undefined {
  switch (record.kind) {
    case 'barn':
      return (view.barn && { ...partial, barns: added(partial.barns, record.id) }) || undefined;
    case 'flock':
      return (view.flock && { ...partial, flocks: added(partial.flocks, record.id) }) || undefined;
    case 'farm':
      return { ...partial, farms: added(partial.farms, record.id) };
    case 'person':
      return placePerson(partial, record, view);
    case 'product': {
      if (view.resource === record.resource) return withId(partial, record);
      const field = view.fields.product;
      return field ? withFilter(partial, { field, op: 'in', value: [record.name] }) : undefined;
    }
    default:
      return undefined;
  }
}

function placePerson(
  partial: Partial,
  record: Extract<Token, { kind: 'record' }>['record'],
  { resource, person: field }: View,
): Partial | undefined {
  if (field === 'name') return withId(partial, record);
  const definition = field === undefined ? undefined : getResource(resource).fields[field];
  if (field === undefined || definition === undefined) return undefined;
  const value = definition.type === 'reference' ? [record.id] : [record.id, record.name];
  return withFilter(partial, { field, op: 'in', value });
}

function withFilter(partial: Partial, filter: QueryFilter): Partial {
  return { ...partial, filters: [...partial.filters, filter] };
}

function withId(partial: Partial, { id }: { readonly id: string }): Partial {
  return { ...withFilter(partial, { field: 'id', op: 'in', value: [id] }), isNamed: true };
}

/** A number belongs to a comparison, or is the number of last records. */
function placeNumber(partial: Partial, value: number): Partial | undefined {
  const { comparing, ...rest } = partial;
  if (comparing) {
    return { ...rest, filters: [...rest.filters, { field: '', op: comparing, value }] };
  }
  const isLimit = Number.isInteger(value) && value >= 1 && value <= 20;
  if (!isLimit || partial.limit !== undefined) return undefined;
  return { ...partial, limit: value };
}

function added<T>(list: readonly T[], value: T): readonly T[] {
  return list.includes(value) ? list : [...list, value].sort();
}

function listOf<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}
