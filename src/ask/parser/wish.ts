import type { QueryForm } from '../../model/answers/query-form.ts';
import { getResource } from '../../model/resources/registry.ts';
import { lessIsBetterFields, type View } from '../query/views.ts';
import { isOfPeriod, isOnlyBeside, type Partial } from './partial-form.ts';

type Aggregate = QueryForm['aggregate'];

/** The requested result of a question about records. */
export type Wish = Pick<QueryForm, 'aggregate' | 'answerType' | 'also'> & {
  readonly select?: string | undefined;
  readonly groupBy?: 'day' | 'barn' | 'person';
};

/** Superlatives, at most one of which selects the records, or one of their values. */
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

/** The requested result; undefined where there are several, or the view does not have it. */
export function wishOf(partial: Partial, view: View, isPast: boolean): Wish | undefined {
  const fields = joinedFields(pricedFields(partial, view), view);
  const found = superlativeOf(partial);
  const side = found === 'best' && view.best !== undefined ? 'min' : found;
  if (side === 'two' || side === 'best' || side === 'worst') return undefined;
  const isQuantity = asksForQuantity(partial);
  const special =
    timesOf(partial, view, side) ??
    personsOf(partial, view, { fields, side }) ??
    groupOf(partial, view, side) ??
    wholeOf(partial, view, {
      fields,
      side: side ?? (isPast && !isQuantity ? 'last' : undefined),
    }) ??
    severalOf(partial, view, { fields, side, isQuantity });
  if (special) return special;
  if (fields.length > 1 || isOnlyBeside(partial, view, fields)) return undefined;
  const [field] = fields;
  const answered = answerOf(partial, view, { field, side, isPast, isQuantity });
  if (answered !== 'none') return answered;
  const isDated = isOfPeriod(partial);
  const isOfBirds = isQuantity && partial.said.includes('birds');
  if (field !== undefined) return fieldOf(view, { field, side, isQuantity, isDated, isOfBirds });
  return wishOfRecords(partial, view, { side, isQuantity });
}

/** The kind of answer for a question word such as "who"; `none` where there is none. */
function answerOf(
  partial: Partial,
  view: View,
  given: Omit<WhenAsked, 'isContinued'> & { readonly isQuantity: boolean },
): Wish | 'none' | undefined {
  const { asks, filters, said } = partial;
  const { field, side, isQuantity } = given;
  const asked = ['ask.phone', 'ask.where', 'ask.when', 'ask.who'].find((ask) => asks.includes(ask));
  // "Where do we get our feed from" asks for a supplier.
  const isOfSupplier = asked === 'ask.where' && said.includes('verb.supply');
  const answer = isOfSupplier ? 'ask.who' : asked;
  if (answer === undefined) return 'none';
  if (answer === 'ask.when' && field !== undefined && isOfDay(view, field))
    return pick(field, side);
  if (isQuantity) return undefined;
  const isTitled = filters.filter(({ op }) => op === 'about').length > 1;
  return wishOfAnswer(view, answer, {
    ...given,
    isContinued: partial.isContinued || isTitled,
  });
}

/** Whether a field holds a day: "when does the tender close". */
function isOfDay({ resource, date }: View, field: string): boolean {
  const { type } = getResource(resource).fields[field] ?? { type: 'text' };
  return field !== date && (type === 'date' || type === 'timestamp');
}

/** "How many times was feed delivered" does not ask for an amount of feed. */
function timesOf({ asks, said }: Partial, view: View, side: string | undefined): Wish | undefined {
  const isAsked = said.includes('ask.times') && side === undefined && asks.length === 1;
  const isWeighed = view.fields.mass !== undefined;
  return isAsked && isWeighed ? { aggregate: 'count', answerType: 'number' } : undefined;
}

/** "Kilos that were condemned" are one field, not two. */
function joinedFields(fields: readonly string[], { joined = {} }: View): readonly string[] {
  const found = Object.entries(joined).find(([, parts]) =>
    parts.every((part) => fields.includes(part)),
  );
  if (found === undefined) return fields;
  const [whole, parts] = found;
  return [...fields.filter((field) => !parts.includes(field)), whole];
}

function asksForQuantity({ asks, aggregates }: Partial): boolean {
  return (
    asks.includes('ask.count') || asks.includes('ask.amount') || aggregates.includes('agg.sum')
  );
}

/** The records themselves, or their number. */
function wishOfRecords(
  partial: Partial,
  view: View,
  { side, isQuantity }: { readonly side: Side; readonly isQuantity: boolean },
): Wish | undefined {
  const { asks, said } = partial;
  const isAmount = asks.includes('ask.amount') || said.includes('left');
  if (view.listsAmounts && isAmount) return { aggregate: 'list', answerType: 'list' };
  if (isQuantity || (asks.length === 0 && onlySums(view))) {
    return side === undefined ? quantityOf(partial, view) : amountOf(partial, view, side);
  }
  if (side !== undefined) return recordOf(view, side);
  return wishOfList(view, (ask) => asks.includes(ask));
}

/** "Who delivered it, and at what price?": the whole record contains both. */
function wholeOf(
  { asks, said }: Partial,
  view: View,
  { fields, side }: { readonly fields: readonly string[]; readonly side: Side },
): Wish | undefined {
  if (side !== 'last' && side !== 'first') return undefined;
  const { person, amount, barn, neutral } = view;
  const isWho = asks.includes('ask.who') && person !== undefined;
  // "The vet" of "when was the vet here" adds no meaning.
  const silent = neutral.map((symbol) => view.fields[symbol]);
  const others = fields.filter(
    (field) => field !== amount && !silent.includes(field) && !(isWho && field === person),
  );
  const isWhich = asks.includes('ask.which') && said.includes('barn');
  // "Where did the chicks come from" does not ask for a barn.
  const isOfHatchery = view.fields.hatchery !== undefined && fields.includes(view.fields.hatchery);
  const isAskedWhere = asks.includes('ask.where') && !isOfHatchery;
  const isWhere = barn !== null && (isWhich || isAskedWhere);
  const isWhen = asks.includes('ask.when');
  const isAmount = amount !== undefined && asks.includes('ask.amount') && others.length === 0;
  const wanted = others.length + [isWho, isWhere, isWhen, isAmount].filter(Boolean).length;
  return wanted > 1 ? { aggregate: side, answerType: 'list' } : undefined;
}

/** "How many kilos did we sell, and for how much", "how many chicks, and from whom". */
function severalOf(
  { asks, said, period }: Partial,
  view: View,
  asked: { readonly fields: readonly string[]; readonly side: Side; readonly isQuantity: boolean },
): Wish | undefined {
  const { fields, side, isQuantity } = asked;
  const person = asks.includes('ask.who') ? view.person : undefined;
  const day = asks.includes('ask.when') ? (view.date ?? undefined) : undefined;
  const others = [person, day].filter((field) => field !== undefined);
  // "Birds" are the requested number only where they are counted.
  const silent = said.includes('ask.heads') ? [] : view.neutral.map((one) => view.fields[one]);
  const told = fields.filter((field) => !silent.includes(field));
  const wanted = [...new Set([...told, ...others])];
  if (!isQuantity || side !== undefined || wanted.length < 2) return undefined;
  const isDated = period !== undefined;
  const wishes = wanted.flatMap(
    (field) => fieldOf(view, { field, side, isQuantity, isDated }) ?? [],
  );
  const [first, ...rest] = wishes.toSorted((a, b) => b.aggregate.localeCompare(a.aggregate));
  if (first === undefined || wishes.length < wanted.length) return undefined;
  const also = rest.map(({ aggregate, select = '' }) => ({ aggregate, select }));
  return { ...first, also };
}

/** The cheapest or dearest one has the lowest or highest price, or is the record itself. */
function pricedFields({ fields, aggregates }: Partial, view: View): readonly string[] {
  const isPriced =
    aggregates.includes('agg.cheapest') ||
    aggregates.includes('agg.dearest') ||
    (view.best !== undefined && aggregates.includes('best'));
  const price = view.fields.price ?? view.fields.chickPrice ?? view.amount;
  const isOfCost = fields.every((field) => field === view.amount || field === view.fields.money);
  return isPriced && isOfCost && price !== undefined ? [price] : fields;
}

/** "Which barn had the most alerts?", "alerts per barn": the records of each barn are counted. */
function groupOf({ asks, said, fields, aggregates }: Partial, view: View, side: Side) {
  if (!view.isBroad || view.barn !== 'barnId' || fields.length > 0) return undefined;
  const isWhich =
    (asks.includes('ask.which') && said.includes('barn')) || asks.includes('ask.where');
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
function personsOf(
  partial: Partial,
  { person, date, amount, fields: known, rates }: View,
  { fields, side }: { readonly fields: readonly string[]; readonly side: Side },
): Wish | undefined {
  if (person === undefined || date === null) return undefined;
  const [own, ...others] = fields.filter((field) => field !== person);
  const select = own ?? amount ?? known.money;
  // "The most birds" is not an amount of money, and prices are not summed.
  const { aggregates } = partial;
  const taken = [person, undefined, ...fields];
  const isOther = partial.said.some((symbol) => !taken.includes(known[symbol]));
  if (isOther || others.length > 0 || rates?.includes(select ?? '')) return undefined;
  const isCounted = aggregates.includes('each') || partial.asks.includes('ask.count');
  const isOfEach = isCounted && partial.said.includes('user');
  const isNamed = fields.includes(person) || isOfEach;
  const aggregate = groupedAs(partial, { side, isNamed, isOfEach, isSummed: select !== undefined });
  if (aggregate === undefined) return undefined;
  const answerType = isExtreme(side) ? 'person' : 'list';
  return { aggregate, select, groupBy: 'person', answerType };
}

/** The highest or lowest group of a person, or all groups. */
function groupedAs(
  { asks, aggregates }: Partial,
  asked: Readonly<Record<'isNamed' | 'isSummed' | 'isOfEach', boolean>> & { readonly side: Side },
): Aggregate | undefined {
  const { side, isNamed, isSummed } = asked;
  // "The cheapest" compares prices, not amounts.
  if (aggregates.includes('agg.cheapest') || aggregates.includes('agg.dearest')) return undefined;
  if (isExtreme(side)) return isNamed || asks.includes('ask.who') ? side : undefined;
  const isEach = aggregates.includes('each') || asks.length === 0 || asked.isOfEach;
  if (side !== undefined || !isNamed || !isEach) return undefined;
  return isSummed ? 'sum' : 'count';
}

/** The result for a question word that determines the kind of answer. */
function wishOfAnswer(view: View, answer: string, asked: WhenAsked): Wish | undefined {
  if (answer === 'ask.when') return whenOf(view, asked);
  if (answer === 'ask.who') return whoOf(view, asked.field, asked.side);
  // "Where did the chicks come from" asks for the hatchery.
  if (asked.field !== undefined && asked.field === view.fields.hatchery)
    return pick(asked.field, asked.side);
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

/** "How much was the last one?" */
function amountOf({ asks }: Partial, { amount }: View, side: Aggregate): Wish | undefined {
  const isOneSide = side === 'last' || side === 'first';
  if (!isOneSide || !asks.includes('ask.amount') || amount === undefined) return undefined;
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
  /** Whether the records were in the previous answer, or are named by their title. */
  readonly isContinued?: boolean | undefined;
}

function whenOf(view: View, asked: WhenAsked): Wish | undefined {
  const { date, amount, ahead, usual, tellsDays } = view;
  const { field, side, isPast, isContinued } = asked;
  if (date === null || side === 'mean') return undefined;
  if (side === 'max' || side === 'min') {
    const select = field ?? amount;
    return select === undefined ? undefined : { aggregate: side, select, answerType: 'date' };
  }
  // The day of each record in the previous answer.
  if (side === undefined && !isPast && isContinued && (ahead || usual)) return pick(date, side);
  if (side === undefined && tellsDays) return pick(date, side);
  // Without a tense it may be a future day.
  if (side === undefined && !isPast) return undefined;
  return { aggregate: side ?? 'last', select: date, answerType: 'date' };
}

function whoOf(
  { person, fields, shown }: View,
  field: string | undefined,
  side: Aggregate | undefined,
): Wish | undefined {
  // "Who is the cheapest" asks for the supplier in the record with the lowest price.
  const isPrice = field !== undefined && field === fields.price && shown.includes(person ?? '');
  if (isPrice && (side === 'min' || side === 'max'))
    return { aggregate: side, select: field, answerType: 'person' };
  if (person === undefined || (field !== undefined && field !== person)) return undefined;
  if (person === 'name') {
    return side === undefined ? { aggregate: 'list', answerType: 'list' } : undefined;
  }
  const wish = pick(person, side);
  return wish && { ...wish, answerType: 'person' as const };
}

function fieldOf(
  view: View,
  asked: {
    readonly field: string;
    readonly side: Aggregate | undefined;
    readonly isQuantity: boolean;
    /** "Kilos sold last month" is the sum of the month; "for how much?" continues a sum. */
    readonly isDated: boolean;
    /** Whether a number of birds is requested too. */
    readonly isOfBirds?: boolean;
  },
): Wish | undefined {
  const { field, side, isQuantity, isDated, isOfBirds } = asked;
  const { type } = getResource(view.resource).fields[field] ?? { type: 'text' };
  const isNumber = type === 'integer' || type === 'number' || type === 'money';
  // "How many chicks, and from whom" asks for two things.
  if (!isNumber) return isOfBirds ? undefined : pick(field, side);
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

/** Whether records count something themselves: deaths seen by cameras. */
function onlySums({ only }: View): boolean {
  return only?.length === 1 && only[0] === 'sum';
}

function kindOf({ resource }: View): Wish | undefined {
  const { fields } = getResource(resource);
  const select = ['feedType', 'product', 'kind'].find((name) => name in fields);
  return select === undefined ? undefined : { aggregate: 'list', select, answerType: 'text' };
}

/** The worst, best, highest or lowest day of a figure, or the number of days above a value. */
export function wishOfDays(partial: Partial): Wish | undefined {
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

/** The worst value of a field with a low target is the highest. */
function sideOf(field: string, side: string | undefined): string | undefined {
  if (side !== 'worst' && side !== 'best') return side;
  return lessIsBetterFields.has(field) === (side === 'worst') ? 'max' : 'min';
}
