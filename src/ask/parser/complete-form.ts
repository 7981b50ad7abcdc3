import { checkedForm, type QueryFilter, type QueryForm } from '../../model/answers/query-form.ts';
import { getResource } from '../../model/resources/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { SymbolName } from '../lexicon/lexicon.ts';
import { lessIsBetterFields, type View, views } from '../query/views.ts';
import type { Partial } from './partial-form.ts';

type Aggregate = QueryForm['aggregate'];
type Wish = Pick<QueryForm, 'aggregate' | 'answerType'> & {
  readonly select?: string | undefined;
  readonly groupBy?: 'day' | 'barn';
};

/**
 * The form that a whole question fills; undefined where it has no subject, asks for two things, or
 * asks for a kind of answer that the subject does not have.
 */
export function completeForm(
  partial: Partial,
  view: View,
  today: CalendarDay,
): QueryForm | undefined {
  const wish = answerableWish(partial, view, today);
  if (wish === undefined) return undefined;
  const { period, filters, limit } = partial;
  const isPresent = !period && isOfPresent(wish, view);
  const isAhead = partial.tense === 'future' && view.date !== null;
  const usual = usualFilters(partial, view, wish, isPresent);
  const compared = comparedFilters(filters, wish.select);
  if (compared === undefined) return undefined;
  const days = period ?? (isAhead ? { from: today, to: LAST_DAY } : undefined);
  return checkedForm({
    subject: { resource: view.resource },
    ...(wish.select === undefined ? {} : { select: wish.select }),
    filters: distinct([...(usual ?? []), ...compared]),
    scope: {
      farms: [...partial.farms],
      barns: [...partial.barns],
      flocks: [...partial.flocks],
    },
    ...(days ? { period: { from: days.from, to: days.to } } : {}),
    tense: isAhead ? 'future' : view.date === null || isPresent ? 'present' : 'past',
    aggregate: wish.aggregate,
    ...(wish.groupBy ? { groupBy: wish.groupBy } : {}),
    ...(limit === undefined ? {} : { limit }),
    answerType: wish.answerType,
  });
}

const LAST_DAY = '9999-12-31';

/** What is meant where the question does not say it: what has happened, what is there, what is open. */
function usualFilters(
  { period, filters, tense }: Partial,
  view: View,
  { aggregate }: Wish,
  isPresent: boolean,
): readonly QueryFilter[] {
  const isOfState = filters.some(({ field }) => field === 'status');
  const isOneSide = aggregate === 'last' || aggregate === 'first';
  if (view.isBroad && view.usual) {
    const isOpen = !period && !isOfState && (!isOneSide || tense === 'future');
    return isOpen ? view.usual : isOfState ? [] : (view.past ?? []);
  }
  return (isPresent ? (view.present ?? view.past) : view.past) ?? [];
}

/** What is asked for, where the view answers it. */
function answerableWish(partial: Partial, view: View, today: CalendarDay): Wish | undefined {
  const { period, limit, tense, comparing } = partial;
  if (comparing || !hasSubject(partial, view) || !meetsRequirements(partial, view))
    return undefined;
  if (isDays(view) && asksForBarn(partial)) return undefined;
  // Records are of the past; what is planned is told by measures.
  const isAhead = tense === 'future' || (period !== undefined && period.to > today);
  if (isAhead && view.ahead !== true) return undefined;
  const isPast = tense === 'past' || period !== undefined;
  const wish = isDays(view) ? wishOfDays(partial) : wishOf(partial, view, isPast);
  if (wish === undefined || !answers(view, partial, wish, isPast)) return undefined;
  const isOneSide = wish.aggregate === 'last' || wish.aggregate === 'first';
  return limit === undefined || isOneSide ? wish : undefined;
}

/** The breed of the flocks is that of those that are there, where no day is named. */
function isOfPresent({ aggregate, select }: Wish, { present }: View): boolean {
  if (aggregate === 'list') return select !== undefined;
  return aggregate === 'sum' && present !== undefined;
}

/** "Which barn" is not answered with a day. */
function asksForBarn({ asks, said }: Partial): boolean {
  const isBarn = asks.includes('ask.which') && said.includes('barn');
  return (isBarn || asks.includes('ask.where')) && !asks.includes('ask.when');
}

function isDays(view: View): boolean {
  return view === views.days;
}

/** "On which day" is a day without the noun. */
function hasSubject({ isNamed, asks, aggregates }: Partial, view: View): boolean {
  return isNamed || (isDays(view) && asks.includes('ask.when') && aggregates.length > 0);
}

function meetsRequirements({ said }: Partial, { requires = {}, named }: View): boolean {
  const names = said.filter((symbol) => symbol in named);
  if (names.length === 0) return true;
  return names.some((symbol) => {
    const beside: readonly SymbolName[] | undefined = requires[symbol];
    return beside === undefined || beside.some((other) => said.includes(other));
  });
}

/** Whether a view answers what is asked of it. */
function answers(
  view: View,
  { said, asks, filters }: Partial,
  wish: Wish,
  isPast: boolean,
): boolean {
  const { aggregate } = wish;
  if (view.only && !view.only.includes(aggregate)) return false;
  if (view.unfiltered && filters.length === 0 && !view.unfiltered.includes(aggregate)) return false;
  if (view.onlyAsked && !asks.includes(view.onlyAsked)) return false;
  const isOpen = !isPast && aggregate !== 'last' && aggregate !== 'first';
  return !(isOpen && view.needsPast?.some((symbol) => said.includes(symbol)));
}

/** One of these at most says which records, or which of their values, is meant. */
const SUPERLATIVES: Readonly<Record<string, Aggregate | 'best' | 'worst'>> = {
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

function superlativeOf({ aggregates }: Partial): Aggregate | 'best' | 'worst' | undefined | 'two' {
  const found = aggregates.flatMap((name) => SUPERLATIVES[name] ?? []);
  return found.length > 1 ? 'two' : found[0];
}

type Side = Aggregate | undefined;

function wishOf(partial: Partial, view: View, isPast: boolean): Wish | undefined {
  const { asks, aggregates } = partial;
  const fields = pricedFields(partial, view);
  const side = superlativeOf(partial);
  if (side === 'two' || side === 'best' || side === 'worst') return undefined;
  const special = groupOf(partial, view, side) ?? wholeOf(partial, view, { fields, side });
  if (special) return special;
  if (fields.length > 1) return undefined;
  const [field] = fields;
  const isQuantity =
    asks.includes('ask.count') || asks.includes('ask.amount') || aggregates.includes('agg.sum');
  const answer = ['ask.phone', 'ask.where', 'ask.when', 'ask.who'].find((ask) =>
    asks.includes(ask),
  );
  if (answer !== undefined) {
    return isQuantity ? undefined : wishOfAnswer(view, answer, { field, side, isPast });
  }
  const isDated = partial.period !== undefined && asks.length === 0;
  if (field !== undefined) return fieldOf(view, { field, side, isQuantity, isDated });
  return wishOfRecords(partial, view, { side, isQuantity });
}

/** The records themselves, or how many they are. */
function wishOfRecords(
  partial: Partial,
  view: View,
  { side, isQuantity }: { readonly side: Side; readonly isQuantity: boolean },
): Wish | undefined {
  const { asks, said } = partial;
  const isAmount = asks.includes('ask.amount') || said.includes('left');
  if (view.listsAmounts && isAmount) return { aggregate: 'list', answerType: 'list' };
  if (isQuantity || (asks.length === 0 && onlySums(view))) {
    return side === undefined ? quantityOf(partial, view) : undefined;
  }
  if (side !== undefined) return recordOf(view, side);
  return wishOfList(view, (ask) => asks.includes(ask));
}

/** "Who delivered it, and at what price?": the record tells both. */
function wholeOf(
  { asks }: Partial,
  { person, amount }: View,
  { fields, side }: { readonly fields: readonly string[]; readonly side: Side },
): Wish | undefined {
  if (side !== 'last' && side !== 'first') return undefined;
  const isWho = asks.includes('ask.who') && person !== undefined;
  const others = fields.filter((field) => field !== amount && !(isWho && field === person));
  return others.length + (isWho ? 1 : 0) > 1 ? { aggregate: side, answerType: 'list' } : undefined;
}

/** What is cheapest or dearest has the lowest or highest price, or is the record itself. */
function pricedFields({ fields, aggregates }: Partial, view: View): readonly string[] {
  const isPriced = aggregates.includes('agg.cheapest') || aggregates.includes('agg.dearest');
  const price = view.fields.price ?? view.fields.chickPrice ?? view.amount;
  const isOfCost = fields.every((field) => field === view.amount || field === view.fields.money);
  return isPriced && isOfCost && price !== undefined ? [price] : fields;
}

/** "Which barn had the most alerts?", "alerts per barn": the records of each barn are counted. */
function groupOf({ asks, said, fields, aggregates }: Partial, view: View, side: Side) {
  if (!view.isBroad || view.barn !== 'barnId' || fields.length > 0) return undefined;
  const isWhich =
    (asks.includes('ask.which') && said.includes('barn')) || asks.includes('ask.where');
  const isOutermost = side === 'max' || side === 'min';
  if (isWhich && isOutermost)
    return { aggregate: side, groupBy: 'barn', answerType: 'list' } as const;
  const isEach = aggregates.includes('each') && side === undefined;
  return isEach
    ? ({ aggregate: 'count', groupBy: 'barn', answerType: 'list' } as const)
    : undefined;
}

/** A question word that says which kind of answer is wanted. */
function wishOfAnswer(view: View, answer: string, asked: WhenAsked): Wish | undefined {
  if (answer === 'ask.when') return whenOf(view, asked);
  if (answer === 'ask.who') return whoOf(view, asked.field, asked.side);
  const isPlace = answer === 'ask.where' && view.barn === 'barnId';
  if (
    isPlace &&
    view.isBroad !== true &&
    asked.side === undefined &&
    view.resource === 'field-reports'
  )
    return { aggregate: 'list', answerType: 'list' };
  return isPlace ? pick('barnId', asked.side) : undefined;
}

function recordOf({ amount }: View, side: Aggregate): Wish | undefined {
  if (side === 'last' || side === 'first') return { aggregate: side, answerType: 'list' };
  if (side === 'mean' || amount === undefined) return undefined;
  return { aggregate: side, select: amount, answerType: 'number' };
}

function wishOfList(view: View, has: (ask: string) => boolean): Wish | undefined {
  if (has('ask.kind')) return kindOf(view);
  return has('ask.exists') && !has('ask.which')
    ? { aggregate: 'exists', answerType: 'yes-no' }
    : { aggregate: 'list', answerType: 'list' };
}

function pick(select: string, side: Aggregate | undefined): Wish | undefined {
  if (side === undefined) return { aggregate: 'list', select, answerType: 'text' };
  return side === 'last' || side === 'first'
    ? { aggregate: side, select, answerType: 'text' }
    : undefined;
}

interface WhenAsked {
  readonly field: string | undefined;
  readonly side: Side;
  readonly isPast: boolean;
}

function whenOf({ date, amount }: View, asked: WhenAsked): Wish | undefined {
  const { field, side, isPast } = asked;
  if (date === null || side === 'mean') return undefined;
  if (side === 'max' || side === 'min') {
    const select = field ?? amount;
    return select === undefined ? undefined : { aggregate: side, select, answerType: 'date' };
  }
  // Without a tense it may be a day ahead.
  if (side === undefined && !isPast) return undefined;
  return { aggregate: side ?? 'last', select: date, answerType: 'date' };
}

function whoOf({ person }: View, field: string | undefined, side: Aggregate | undefined) {
  if (person === undefined || (field !== undefined && field !== person)) return undefined;
  if (person === 'name') return { aggregate: 'list', answerType: 'list' } as const;
  const wish = pick(person, side);
  return wish && { ...wish, answerType: 'person' as const };
}

function fieldOf(
  view: View,
  asked: {
    readonly field: string;
    readonly side: Aggregate | undefined;
    readonly isQuantity: boolean;
    /** "Kilos sold last month" are those of the month together. */
    readonly isDated: boolean;
  },
): Wish | undefined {
  const { field, side, isQuantity, isDated } = asked;
  const { type } = getResource(view.resource).fields[field] ?? { type: 'text' };
  const isNumber = type === 'integer' || type === 'number' || type === 'money';
  if (!isNumber) return pick(field, side);
  const isRate = (view.rates ?? []).includes(field) || view.date === null;
  if (side !== undefined) return { aggregate: side, select: field, answerType: 'number' };
  if (isRate) return { aggregate: 'list', select: field, answerType: 'number' };
  return isQuantity || isDated
    ? { aggregate: 'sum', select: field, answerType: 'number' }
    : undefined;
}

function quantityOf({ asks, said }: Partial, view: View): Wish | undefined {
  const { amount, named } = view;
  // "How much did we sell" has no unit, "how many sales" has one.
  const isNoun = said.some((symbol) => symbol in named && !symbol.startsWith('verb.'));
  const sum = amount && ({ aggregate: 'sum', select: amount, answerType: 'number' } as const);
  if (isNoun && onlySums(view)) return sum || undefined;
  if (asks.includes('ask.count') && isNoun) return { aggregate: 'count', answerType: 'number' };
  return isNoun ? undefined : sum || undefined;
}

/** What is a number by itself: deaths that cameras saw. */
function onlySums({ only }: View): boolean {
  return only?.length === 1 && only[0] === 'sum';
}

function kindOf({ resource }: View): Wish | undefined {
  const { fields } = getResource(resource);
  const select = ['feedType', 'product', 'kind'].find((name) => name in fields);
  return select === undefined ? undefined : { aggregate: 'list', select, answerType: 'text' };
}

/** The worst, best, highest or lowest day of a figure, or how many days it was above a value. */
function wishOfDays(partial: Partial): Wish | undefined {
  const { fields, filters, asks } = partial;
  const side = superlativeOf(partial);
  const [select, ...others] = fields;
  if (select === undefined || others.length > 0 || side === 'two') return undefined;
  const isCompared = filters.some(({ op }) => op === '>' || op === '<');
  if (isCompared) {
    const isCount = asks.includes('ask.count') && side === undefined;
    return isCount
      ? { aggregate: 'count', select, groupBy: 'day', answerType: 'number' }
      : undefined;
  }
  const aggregate = sideOf(select, side);
  if (aggregate !== 'max' && aggregate !== 'min') return undefined;
  return { aggregate, select, groupBy: 'day', answerType: 'date' };
}

/** The worst of what should be low is the highest. */
function sideOf(field: string, side: string | undefined): string | undefined {
  if (side !== 'worst' && side !== 'best') return side;
  return lessIsBetterFields.has(field) === (side === 'worst') ? 'max' : 'min';
}

/** A comparison is one of the field that is asked about. */
function comparedFilters(
  filters: readonly QueryFilter[],
  select: string | undefined,
): QueryFilter[] | undefined {
  const isOpen = filters.some(({ field }) => field === '');
  if (isOpen && select === undefined) return undefined;
  return filters.map((filter) =>
    filter.field === '' ? { ...filter, field: select ?? '' } : filter,
  );
}

function distinct(filters: readonly QueryFilter[]): QueryFilter[] {
  return [...new Map(filters.map((filter) => [JSON.stringify(filter), filter])).values()];
}
