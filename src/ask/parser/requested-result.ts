import type { QueryForm } from '../../model/answers/query-form.ts';
import { getResource } from '../../model/resources/registry.ts';
import type { View } from '../query/views.ts';
import {
  asksForQuantity,
  isAboutPeriod,
  isOnlyAdditional,
  joinedFields,
  type Partial,
  pricedFields,
} from './partial-form.ts';

type Aggregate = QueryForm['aggregate'];

/** The requested result of a question about records. */
export type Selection = Pick<QueryForm, 'aggregate' | 'answerType' | 'also'> & {
  readonly select?: string | undefined;
  readonly groupBy?: 'day' | 'barn' | 'person';
};

/** Superlatives, at most one of which selects the records, or one of their values. */
const SUPERLATIVE_AGGREGATES: Readonly<Record<string, Aggregate | 'best' | 'worst'>> = {
  'agg.last': 'last',
  'agg.first': 'first',
  'agg.mean': 'mean',
  'agg.max': 'max',
  'agg.min': 'min',
  'agg.dearest': 'max',
  'agg.cheapest': 'min',
  best: 'best',
  worst: 'worst',
};

export function findSuperlative({
  aggregates,
}: Partial): Aggregate | 'best' | 'worst' | undefined | 'two' {
  const found = aggregates.flatMap((name) => SUPERLATIVE_AGGREGATES[name] ?? []);
  return found.length > 1 ? 'two' : found[0];
}

type Side = Aggregate | undefined;

/** The requested result; undefined where there are several, or the view does not have it. */
export function requestedResult(
  partial: Partial,
  view: View,
  isPast: boolean,
): Selection | undefined {
  const fields = joinedFields(pricedFields(partial, view), view);
  const found = findSuperlative(partial);
  const side = found === 'best' && view.bestIfLowest !== undefined ? 'min' : found;
  if (side === 'two' || side === 'best' || side === 'worst') return undefined;
  const isQuantity = asksForQuantity(partial, fields);
  const special =
    timesResult(partial, view, side) ??
    personsResult(partial, view, { fields, side }) ??
    groupResult(partial, view, side) ??
    wholeRecordResult(partial, view, {
      fields,
      side: side ?? (isPast && !isQuantity ? 'last' : undefined),
    }) ??
    combinedResult(partial, view, { fields, side, isQuantity });
  if (special) return special;
  if (fields.length > 1 || isOnlyAdditional(partial, view, fields)) return undefined;
  const [field] = fields;
  const answered = resultOfQuestionWord(partial, view, { field, side, isPast, isQuantity });
  if (answered !== 'none') return answered;
  const isDated = isAboutPeriod(partial);
  const isAboutBirds = isQuantity && partial.symbols.includes('birds');
  if (field !== undefined)
    return fieldResult(view, { field, side, isQuantity, isDated, isAboutBirds });
  return recordsResult(partial, view, { side, isQuantity });
}

/** The kind of answer for a question word such as "who"; `none` without a question word. */
function resultOfQuestionWord(
  partial: Partial,
  view: View,
  context: Omit<ResultContext, 'isContinued'> & { readonly isQuantity: boolean },
): Selection | 'none' | undefined {
  const { queries, filters, symbols } = partial;
  const { field, side, isQuantity } = context;
  const query = ['ask.phone', 'ask.where', 'ask.when', 'ask.who'].find((ask) =>
    queries.includes(ask),
  );
  // "Where do we get our feed from" asks for a supplier.
  const isAboutSupplier = query === 'ask.where' && symbols.includes('verb.supply');
  const answer = isAboutSupplier ? 'ask.who' : query;
  if (answer === undefined) return 'none';
  if (answer === 'ask.when' && field !== undefined && isOfDay(view, field))
    return selectField(field, side);
  if (isQuantity) return undefined;
  const isTitled = filters.filter(({ op }) => op === 'about').length > 1;
  return questionWordResult(view, answer, {
    ...context,
    isContinued: partial.isContinued || isTitled,
  });
}

/** Whether a field holds a day: "when does the tender close". */
function isOfDay({ resource, date }: View, field: string): boolean {
  const { type } = getResource(resource).fields[field] ?? { type: 'text' };
  return field !== date && (type === 'date' || type === 'timestamp');
}

/** "How many times was feed delivered" does not ask for an amount of feed. */
function timesResult(
  { queries, symbols }: Partial,
  view: View,
  side: string | undefined,
): Selection | undefined {
  const asksHowOften = symbols.includes('ask.times') && side === undefined && queries.length === 1;
  const isWeighed = view.fields.mass !== undefined;
  return asksHowOften && isWeighed ? { aggregate: 'count', answerType: 'number' } : undefined;
}

/** The records themselves, or their number. */
function recordsResult(
  partial: Partial,
  view: View,
  { side, isQuantity }: { readonly side: Side; readonly isQuantity: boolean },
): Selection | undefined {
  const { queries, symbols } = partial;
  const isAmount = queries.includes('ask.amount') || symbols.includes('left');
  if (view.listsEachAmount && isAmount) return { aggregate: 'list', answerType: 'list' };
  if (isQuantity || (queries.length === 0 && onlySums(view))) {
    return side === undefined ? quantityResult(partial, view) : amountResult(partial, view, side);
  }
  if (side !== undefined) return recordResult(view, side);
  return listResult(view, (ask) => queries.includes(ask));
}

/** "Who delivered it, and at what price?": the whole record contains both. */
function wholeRecordResult(
  { queries, symbols }: Partial,
  view: View,
  { fields, side }: { readonly fields: readonly string[]; readonly side: Side },
): Selection | undefined {
  if (side !== 'last' && side !== 'first') return undefined;
  const { person, amount, barn, neutral } = view;
  const isWho = queries.includes('ask.who') && person !== undefined;
  // "The vet" of "when was the vet here" adds no meaning, "how many birds" does.
  const silentFields = symbols.includes('ask.heads')
    ? []
    : neutral.map((symbol) => view.fields[symbol]);
  const others = fields.filter(
    (field) => field !== amount && !silentFields.includes(field) && !(isWho && field === person),
  );
  const isWhich = queries.includes('ask.which') && symbols.includes('barn');
  // "Where did the chicks come from" does not ask for a barn.
  const isAboutHatchery =
    view.fields.hatchery !== undefined && fields.includes(view.fields.hatchery);
  const isAskedWhere = queries.includes('ask.where') && !isAboutHatchery;
  const isWhere = barn !== null && (isWhich || isAskedWhere);
  const isWhen = queries.includes('ask.when') && !fields.some((field) => isOfDay(view, field));
  const isAmount = amount !== undefined && queries.includes('ask.amount') && others.length === 0;
  const requested = others.length + [isWho, isWhere, isWhen, isAmount].filter(Boolean).length;
  return requested > 1 ? { aggregate: side, answerType: 'list' } : undefined;
}

/** "How many kilos did we sell, and for how much", "how many chicks, and from whom". */
function combinedResult(
  { queries, symbols, period }: Partial,
  view: View,
  context: {
    readonly fields: readonly string[];
    readonly side: Side;
    readonly isQuantity: boolean;
  },
): Selection | undefined {
  const { fields, side, isQuantity } = context;
  const person = queries.includes('ask.who') ? view.person : undefined;
  const day = queries.includes('ask.when') ? (view.date ?? undefined) : undefined;
  const others = [person, day].filter((field) => field !== undefined);
  // "Birds" are the requested number only where they are counted.
  const silentFields = symbols.includes('ask.heads')
    ? []
    : view.neutral.map((one) => view.fields[one]);
  const named = fields.filter((field) => !silentFields.includes(field));
  const requested = [...new Set([...named, ...others])];
  if (!isQuantity || side !== undefined || requested.length < 2) return undefined;
  const isDated = period !== undefined;
  const results = requested.flatMap(
    (field) => fieldResult(view, { field, side, isQuantity, isDated }) ?? [],
  );
  const [first, ...rest] = results.toSorted((a, b) => b.aggregate.localeCompare(a.aggregate));
  if (first === undefined || results.length < requested.length) return undefined;
  const also = rest.map(({ aggregate, select = '' }) => ({ aggregate, select }));
  return { ...first, also };
}

/** "Which barn had the most alerts?", "alerts per barn": the records of each barn are counted. */
function groupResult({ queries, symbols, fields, aggregates }: Partial, view: View, side: Side) {
  if (!view.isBroad || view.barn !== 'barnId' || fields.length > 0) return undefined;
  const isWhich =
    (queries.includes('ask.which') && symbols.includes('barn')) || queries.includes('ask.where');
  if (isWhich && isExtreme(side))
    return { aggregate: side, groupBy: 'barn', answerType: 'list' } as const;
  const isEach = aggregates.includes('each') && side === undefined;
  return isEach
    ? ({ aggregate: 'count', groupBy: 'barn', answerType: 'list' } as const)
    : undefined;
}

function isExtreme(side: Side): side is 'max' | 'min' {
  return side === 'max' || side === 'min';
}

/** "Sales per customer", "who bought the most": the records are grouped by person. */
function personsResult(
  partial: Partial,
  { person, date, amount, fields: known, rates }: View,
  { fields, side }: { readonly fields: readonly string[]; readonly side: Side },
): Selection | undefined {
  if (person === undefined || date === null) return undefined;
  const [own, ...others] = fields.filter((field) => field !== person);
  const select = own ?? amount ?? known.money;
  // "The most birds" is not an amount of money, and prices are not summed.
  const { aggregates } = partial;
  const taken = [person, undefined, ...fields];
  const isOther = partial.symbols.some((symbol) => !taken.includes(known[symbol]));
  if (isOther || others.length > 0 || rates?.includes(select ?? '')) return undefined;
  const isCounted = aggregates.includes('each') || partial.queries.includes('ask.count');
  const isOfEach = isCounted && partial.symbols.includes('user');
  const isNamed = fields.includes(person) || isOfEach;
  const aggregate = groupAggregate(partial, {
    side,
    isNamed,
    isOfEach,
    isSummed: select !== undefined,
  });
  if (aggregate === undefined) return undefined;
  const answerType = isExtreme(side) ? 'person' : 'list';
  return { aggregate, select, groupBy: 'person', answerType };
}

/** The highest or lowest group of a person, or all groups. */
function groupAggregate(
  { queries, aggregates, symbols }: Partial,
  context: Readonly<Record<'isNamed' | 'isSummed' | 'isOfEach', boolean>> & { readonly side: Side },
): Aggregate | undefined {
  const { side, isNamed, isSummed } = context;
  // "The cheapest" compares prices, not amounts.
  if (aggregates.includes('agg.cheapest') || aggregates.includes('agg.dearest')) return undefined;
  if (isExtreme(side)) return isNamed || queries.includes('ask.who') ? side : undefined;
  const isPaid = symbols.includes('verb.payUs');
  const isEach = aggregates.includes('each') || queries.length === 0 || context.isOfEach || isPaid;
  if (side !== undefined || !isNamed || !isEach) return undefined;
  return isSummed ? 'sum' : 'count';
}

/** The result for a question word that determines the kind of answer. */
function questionWordResult(
  view: View,
  answer: string,
  context: ResultContext,
): Selection | undefined {
  if (answer === 'ask.when') return dateResult(view, context);
  if (answer === 'ask.who') return personResult(view, context.field, context.side);
  // "Where did the chicks come from" asks for the hatchery.
  if (context.field !== undefined && context.field === view.fields.hatchery)
    return selectField(context.field, context.side);
  const isPlace = answer === 'ask.where' && view.barn === 'barnId';
  if (
    isPlace &&
    view.isBroad !== true &&
    context.side === undefined &&
    view.resource === 'field-reports'
  )
    return { aggregate: 'list', answerType: 'list' };
  return isPlace ? selectField('barnId', context.side) : undefined;
}

function recordResult({ amount }: View, side: Aggregate): Selection | undefined {
  if (side === 'last' || side === 'first') return { aggregate: side, answerType: 'list' };
  if (side === 'mean' || amount === undefined) return undefined;
  return { aggregate: side, select: amount, answerType: 'number' };
}

/** "How much was the last one?" */
function amountResult(
  { queries }: Partial,
  { amount }: View,
  side: Aggregate,
): Selection | undefined {
  const isOneSide = side === 'last' || side === 'first';
  if (!isOneSide || !queries.includes('ask.amount') || amount === undefined) return undefined;
  return { aggregate: side, select: amount, answerType: 'number' };
}

function listResult(view: View, has: (ask: string) => boolean): Selection | undefined {
  if (has('ask.kind')) return kindResult(view);
  return has('ask.exists') && !has('ask.which')
    ? { aggregate: 'exists', answerType: 'yes-no' }
    : { aggregate: 'list', answerType: 'list' };
}

function selectField(select: string, side: Aggregate | undefined): Selection | undefined {
  if (side === undefined) return { aggregate: 'list', select, answerType: 'text' };
  return side === 'last' || side === 'first'
    ? { aggregate: side, select, answerType: 'text' }
    : undefined;
}

interface ResultContext {
  readonly field: string | undefined;
  readonly side: Side;
  readonly isPast: boolean;
  /** Whether the records were in the previous answer, or are named by their title. */
  readonly isContinued?: boolean | undefined;
}

function dateResult(view: View, context: ResultContext): Selection | undefined {
  const { date, amount, supportsFuture, defaultFilters, answersWithDays } = view;
  const { field, side, isPast, isContinued } = context;
  if (date === null || side === 'mean') return undefined;
  if (side === 'max' || side === 'min') {
    const select = field ?? amount;
    return select === undefined ? undefined : { aggregate: side, select, answerType: 'date' };
  }
  // The day of each record in the previous answer.
  if (side === undefined && !isPast && isContinued && (supportsFuture || defaultFilters))
    return selectField(date, side);
  if (side === undefined && answersWithDays) return selectField(date, side);
  // Without a tense it may be a future day.
  if (side === undefined && !isPast) return undefined;
  return { aggregate: side ?? 'last', select: date, answerType: 'date' };
}

function personResult(
  { person, fields, describedBy }: View,
  field: string | undefined,
  side: Aggregate | undefined,
): Selection | undefined {
  // "Who is the cheapest" asks for the supplier in the record with the lowest price.
  const isPrice =
    field !== undefined && field === fields.price && describedBy.includes(person ?? '');
  if (isPrice && (side === 'min' || side === 'max'))
    return { aggregate: side, select: field, answerType: 'person' };
  if (person === undefined || (field !== undefined && field !== person)) return undefined;
  if (person === 'name') {
    return side === undefined ? { aggregate: 'list', answerType: 'list' } : undefined;
  }
  const result = selectField(person, side);
  return result && { ...result, answerType: 'person' as const };
}

function fieldResult(
  view: View,
  context: {
    readonly field: string;
    readonly side: Aggregate | undefined;
    readonly isQuantity: boolean;
    /** "Kilos sold last month" is the sum of the month; "for how much?" continues a sum. */
    readonly isDated: boolean;
    /** Whether a number of birds is requested too. */
    readonly isAboutBirds?: boolean;
  },
): Selection | undefined {
  const { field, side, isQuantity, isDated, isAboutBirds } = context;
  const { type } = getResource(view.resource).fields[field] ?? { type: 'text' };
  const isNumber = type === 'integer' || type === 'number' || type === 'money';
  // "How many chicks, and from whom" asks for two things.
  if (!isNumber) return isAboutBirds ? undefined : selectField(field, side);
  const isRate = (view.rates ?? []).includes(field) || view.date === null;
  if (side !== undefined) return { aggregate: side, select: field, answerType: 'number' };
  if (isRate) return { aggregate: 'list', select: field, answerType: 'number' };
  return isQuantity || isDated
    ? { aggregate: 'sum', select: field, answerType: 'number' }
    : undefined;
}

function quantityResult({ queries, symbols }: Partial, view: View): Selection | undefined {
  const { amount, named } = view;
  // "How much did we sell" has no unit, "how many sales" has one.
  const isNoun = symbols.some((symbol) => symbol in named && !symbol.startsWith('verb.'));
  const sum = amount && ({ aggregate: 'sum', select: amount, answerType: 'number' } as const);
  if (isNoun && onlySums(view)) return sum || undefined;
  if (queries.includes('ask.count') && isNoun) return { aggregate: 'count', answerType: 'number' };
  return isNoun ? undefined : sum || undefined;
}

/** Whether records count something themselves: deaths seen by cameras. */
function onlySums({ only }: View): boolean {
  return only?.length === 1 && only[0] === 'sum';
}

function kindResult({ resource }: View): Selection | undefined {
  const { fields } = getResource(resource);
  const select = ['feedType', 'product', 'kind'].find((name) => name in fields);
  return select === undefined ? undefined : { aggregate: 'list', select, answerType: 'text' };
}
