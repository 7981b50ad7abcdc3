import type { QueryFilter } from '../../model/answers/query-form.ts';
import { getResource } from '../../model/resources/registry.ts';
import type { SymbolName } from '../lexicon/lexicon.ts';
import type { Period } from '../measure.ts';
import { TITLE_WORD, type View } from '../query/view.ts';
import type { Token } from './chart.ts';

/** The parts of a form filled by the beginning of a question. */
export interface Partial {
  readonly cost: number;
  /** Whether a noun or verb has named the view. */
  readonly isNamed: boolean;
  /** Symbols that accompany a noun or verb, in order. */
  readonly symbols: readonly SymbolName[];
  readonly queries: readonly string[];
  readonly aggregates: readonly string[];
  readonly fields: readonly string[];
  readonly filters: readonly QueryFilter[];
  readonly tense?: 'past' | 'future';
  readonly period?: Period;
  readonly barns: readonly string[];
  readonly flocks: readonly string[];
  readonly farms: readonly string[];
  readonly unknownName?: 'barn' | 'flock' | 'farm';
  /** A comparison whose number has not been read yet. */
  readonly comparing?: '>' | '<';
  readonly limit?: number;
  /** Whether the records are those of the previous answer: their noun may be omitted. */
  readonly isContinued?: true;
  /** Whether only future records are requested. */
  readonly isOfNext?: true;
}

/** Whether a field is only given in addition to others, as those of the previous answer. */
export function isOnlyAdditional(
  { isContinued, symbols }: Partial,
  { additionalFields }: View,
  fields: readonly string[],
): boolean {
  // The payments of a customer are those of the sales to it.
  if (symbols.includes('verb.payUs')) return false;
  return !isContinued && fields.some((field) => additionalFields?.includes(field));
}

/** "Kilos sold last month", or "for how much?" after such a sum. */
export function isAboutPeriod({ period, isContinued, queries }: Partial): boolean {
  return (period !== undefined || isContinued === true) && queries.length === 0;
}

/** Whether a number or amount is requested, as of the payments of a customer. */
export function asksForQuantity(
  { queries, aggregates, period, symbols }: Partial,
  fields: readonly string[],
) {
  return (
    symbols.includes('verb.payUs') ||
    (period !== undefined && queries.length === 0 && fields.length > 1) ||
    queries.includes('ask.count') ||
    queries.includes('ask.amount') ||
    aggregates.includes('agg.sum')
  );
}

export const EMPTY_FORM: Partial = {
  cost: 0,
  isNamed: false,
  symbols: [],
  queries: [],
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
export function addToken(partial: Partial, token: Token, view: View): readonly Partial[] {
  switch (token.kind) {
    case 'symbol':
      return addSymbol(partial, token.symbol, view).flatMap((extended) =>
        token.isPast ? toList(addTense(extended, 'past')) : [extended],
      );
    case 'topic':
      return addTopic(partial, token, view);
    case 'written':
      return placeTitleWord(partial, token.text, view);
    case 'field':
      return addField(partial, token.field, view);
    case 'word':
      return addWord(partial, token.word, view);
    case 'time':
      return toList(addPeriod(partial, token.period, view));
    case 'record':
      return toList(addRecord(partial, token.record, view));
    case 'nobody':
      return [{ ...partial, unknownName: token.of }];
    case 'number':
      return toList(addNumber(partial, token.value));
    case 'conjunction':
      return [partial];
    case 'everything':
      return [partial];
    default:
      return [];
  }
}

function addSymbol(partial: Partial, symbol: SymbolName, view: View): readonly Partial[] {
  if (symbol === 'filler') return [partial];
  // Records have days, but no hours and no durations.
  if (symbol === 'ask.hour' || symbol === 'ask.duration') return [];
  if (symbol === 'ask.heads') return addHeadCount(partial, view);
  if (symbol === 'ask.times') {
    return [
      {
        ...partial,
        queries: added(partial.queries, 'ask.count'),
        symbols: added(partial.symbols, symbol),
      },
    ];
  }
  if (symbol.startsWith('ask.')) return [{ ...partial, queries: added(partial.queries, symbol) }];
  if (symbol.startsWith('agg.') || symbol === 'worst' || symbol === 'best') {
    return [{ ...partial, aggregates: added(partial.aggregates, symbol) }];
  }
  if (symbol === 'each' || symbol === 'next') return addSeries(partial, symbol);
  if (symbol === 'past' || symbol === 'future') return toList(addTense(partial, symbol));
  if (symbol === 'above' || symbol === 'below') return addComparison(partial, symbol);
  return addContent(partial, symbol, view);
}

function addComparison(partial: Partial, symbol: 'above' | 'below'): readonly Partial[] {
  return partial.comparing ? [] : [{ ...partial, comparing: symbol === 'above' ? '>' : '<' }];
}

/** "Per barn", and the next one: the first future record. */
function addSeries(partial: Partial, symbol: 'each' | 'next'): readonly Partial[] {
  if (symbol === 'each') return [{ ...partial, aggregates: added(partial.aggregates, 'each') }];
  const next = addTense(partial, 'future');
  return next ? [{ ...next, aggregates: added(next.aggregates, 'agg.first') }] : [];
}

/** "How many birds": the number of birds is requested, not that of the records. */
function addHeadCount(partial: Partial, { fields }: View): readonly Partial[] {
  const field = fields.birds;
  if (field === undefined) return [];
  return [
    {
      ...partial,
      queries: added(partial.queries, 'ask.count'),
      fields: added(partial.fields, field),
      symbols: added(added(partial.symbols, 'birds'), 'ask.heads'),
    },
  ];
}

function addTense(partial: Partial, tense: 'past' | 'future'): Partial | undefined {
  if (partial.tense !== undefined && partial.tense !== tense) return undefined;
  return { ...partial, tense };
}

/** A noun, verb or field: each of its roles in the view. */
function addContent(partial: Partial, word: SymbolName, view: View): readonly Partial[] {
  // Workers are users of one role, which other records do not have.
  const symbol = word === 'user.worker' && view.named[word] === undefined ? 'user' : word;
  const withSymbol = { ...partial, symbols: added(partial.symbols, symbol) };
  const named = view.named[symbol];
  const field = view.fields[symbol];
  const value = view.values?.[symbol];
  const isAnchor = view.anchors?.includes(symbol) ?? false;
  return [
    ...(named
      ? [{ ...withSymbol, isNamed: true, filters: [...withSymbol.filters, ...named] }]
      : []),
    ...(field
      ? [
          {
            ...withSymbol,
            isNamed: withSymbol.isNamed || isAnchor,
            fields: added(withSymbol.fields, field),
          },
        ]
      : []),
    ...(value ? [{ ...withSymbol, filters: [...withSymbol.filters, ...value] }] : []),
    ...(view.neutral.includes(symbol) ? [withSymbol] : []),
  ];
}

/** Topics that include others. */
const NARROWER_TOPICS: Readonly<Record<string, readonly string[]>> = {
  treatment: ['vaccine', 'medicine'],
};

/** "The filters": a record with that topic in its title. */
function addTopic(
  partial: Partial,
  { topic, isPast }: Extract<Token, { kind: 'topic' }>,
  { about }: View,
): readonly Partial[] {
  if (about === undefined) return [];
  const topics = [topic, ...(NARROWER_TOPICS[topic] ?? [])];
  const filter: QueryFilter = { field: about, op: 'about', value: topics };
  const extended = { ...partial, filters: [...partial.filters, filter] };
  return isPast ? toList(addTense(extended, 'past')) : [extended];
}

/** A word, verbatim from a title. */
function placeTitleWord(partial: Partial, text: string, { about }: View): readonly Partial[] {
  if (about === undefined) return [];
  const filter: QueryFilter = { field: about, op: 'about', value: [`${TITLE_WORD}${text}`] };
  return [{ ...partial, filters: [...partial.filters, filter] }];
}

/** A field, by name. */
function addField(partial: Partial, field: string, view: View): readonly Partial[] {
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
function addWord(partial: Partial, word: string, view: View): readonly Partial[] {
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

function addPeriod(
  partial: Partial,
  reference: Extract<Token, { kind: 'time' }>['period'],
  view: View,
): Partial | undefined {
  if (reference.kind === 'now') return partial;
  if (reference.kind !== 'days' || partial.period || view.date === null) return undefined;
  const { kind: _, ...period } = reference;
  return { ...partial, period };
}

function addRecord(
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
      return addPerson(partial, record, view);
    case 'product': {
      if (view.resource === record.resource) return withId(partial, record);
      const field = view.fields.product;
      return field ? withFilter(partial, { field, op: 'in', value: [record.name] }) : undefined;
    }
    default:
      return undefined;
  }
}

function addPerson(
  partial: Partial,
  record: Extract<Token, { kind: 'record' }>['record'],
  { resource, person: field }: View,
): Partial | undefined {
  if (record.resource === 'tasks' && resource !== 'tasks') return undefined;
  // What a customer paid is income.
  if (record.isBuyer && resource === 'expenses') return undefined;
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
function addNumber(partial: Partial, value: number): Partial | undefined {
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

function toList<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}

/** "Kilos that were condemned" are one field, not two. */
export function joinedFields(fields: readonly string[], { joined = {} }: View): readonly string[] {
  const found = Object.entries(joined).find(([, parts]) =>
    parts.every((part) => fields.includes(part)),
  );
  if (found === undefined) return fields;
  const [whole, parts] = found;
  return [...fields.filter((field) => !parts.includes(field)), whole];
}

/** The cheapest or dearest one has the lowest or highest price, or is the record itself. */
export function pricedFields({ fields, aggregates }: Partial, view: View): readonly string[] {
  const isPriced =
    aggregates.includes('agg.cheapest') ||
    aggregates.includes('agg.dearest') ||
    (view.bestIfLowest !== undefined &&
      ['best', 'agg.min', 'agg.max'].some((one) => aggregates.includes(one)));
  const price = view.fields.price ?? view.fields.chickPrice ?? view.amount;
  const isAboutCost = fields.every((field) => field === view.amount || field === view.fields.money);
  return isPriced && isAboutCost && price !== undefined ? [price] : fields;
}

/** Whether named days are those of the records, and are named where they are needed. */
export function supportsDays(
  { period, symbols }: Partial,
  { datedBy, needsPeriod }: View,
): boolean {
  if (period === undefined) return needsPeriod !== true;
  return datedBy === undefined || datedBy.some((symbol) => symbols.includes(symbol));
}

/** "Did the vet come, and what did he give" asks for two things. */
export function asksForVisitAndTreatment({ symbols, queries }: Partial): boolean {
  const isVisit = symbols.includes('vetVisit') || symbols.includes('verb.visit');
  return isVisit && symbols.includes('verb.treat') && queries.includes('ask.which');
}
