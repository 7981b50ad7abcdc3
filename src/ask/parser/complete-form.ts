import { checkedForm, type QueryFilter, type QueryForm } from '../../model/answers/query-form.ts';
import { addDays, addMonths, type CalendarDay } from '../../tools/calendar.ts';
import { type AdjacentWord, TITLE_WORD } from '../query/view.ts';
import { lessIsBetterFields, type View, views } from '../query/views.ts';
import { asksForVisitAndTreatment, type Partial, supportsDays } from './partial-form.ts';
import { findSuperlative, requestedResult, type Selection } from './requested-result.ts';

/**
 * The form filled by a whole question; undefined where it has no subject, asks for two things, or
 * asks for a kind of answer that the subject does not have.
 */
export function completeForm(
  partial: Partial,
  view: View,
  today: CalendarDay,
): QueryForm | undefined {
  const result = answerableResult(partial, view, today);
  if (result === undefined) return undefined;
  if (isOfManyWords(partial, view, result)) return undefined;
  const { limit } = partial;
  const period = partial.period ?? expiringPeriod(partial, today);
  const { result: requested, filters } = asPredicate(result, partial, view);
  const isPresent = !period && isAboutPresent(requested, view);
  const isSoon = period !== partial.period;
  const isAhead = isSoon || (partial.tense === 'future' && view.date !== null);
  const usual = usualFilters(partial, view, requested, isPresent);
  const compared = comparedFilters(filters, requested.select);
  if (compared === undefined) return undefined;
  const days = isAhead ? daysAhead(period, today) : wholePeriod(partial, view, today);
  return checkedForm({
    subject: { resource: view.resource },
    filters: distinct([...usual, ...compared, ...endedFilters(partial, view, today)]),
    scope: {
      farms: [...partial.farms],
      barns: [...partial.barns],
      flocks: [...partial.flocks],
    },
    ...(days ? { period: withoutCurrent(days) } : {}),
    tense: isAhead ? 'future' : view.date === null || isPresent ? 'present' : 'past',
    ...requested,
    ...(limit === undefined ? {} : { limit }),
  });
}

/** Number of days within which something expires "soon". */
const SOON_DAYS = 60;

function expiringPeriod({ symbols }: Partial, today: CalendarDay): Partial['period'] {
  if (!symbols.includes('value.expiring')) return undefined;
  return { from: today, to: addDays(today, SOON_DAYS) };
}

export const LAST_DAY = '9999-12-31';
/**
 * More words than these are not a title, and tasks of an unknown person are not those with that
 * name in the title.
 */
const MAX_TITLE_WORDS = 2;

function isOfManyWords(
  { filters, queries }: Partial,
  { resource }: View,
  result: Selection,
): boolean {
  const written = filters.filter(
    ({ op, value }) => op === 'about' && `${[value].flat()[0]}`.startsWith(TITLE_WORD),
  ).length;
  const isAboutTasks = resource === 'tasks' && result.select === undefined && queries.length === 0;
  return written > MAX_TITLE_WORDS || (isAboutTasks && written > 0);
}

/** Resources with usually one record of a kind: "the weather connection". */
const SINGLE_KINDS: ReadonlySet<string> = new Set(['reg-items', 'integrations']);

/** "Is the plan approved" asks for the state of the record with that title, whatever it is. */
function asPredicate(
  result: Selection,
  { filters, queries, symbols }: Partial,
  { resource }: View,
): { readonly result: Selection; readonly filters: readonly QueryFilter[] } {
  // A licence ends with its expiry, not with the day of an application.
  if (result.select === 'dueDate' && symbols.includes('license'))
    return { result: { ...result, select: 'expiryDate' }, filters };
  const isAboutState = ({ field, op }: QueryFilter) => field === 'status' && op === '=';
  const isTitled = filters.some(
    ({ op, field }) => op === 'about' || (field === 'kind' && SINGLE_KINDS.has(resource)),
  );
  const isWhether =
    result.aggregate === 'exists' || (result.aggregate === 'list' && queries.length === 0);
  if (!isTitled || !isWhether || result.select !== undefined || !filters.some(isAboutState))
    return { result, filters };
  const rest = filters.filter((filter) => !isAboutState(filter));
  return { result: { aggregate: 'list', select: 'status', answerType: 'text' }, filters: rest };
}

const WEEK_DAYS = 7;

/** Plans for "this week" cover the rest of it. */
export function daysAhead(period: Partial['period'], today: CalendarDay) {
  if (period === undefined) return { from: today, to: LAST_DAY };
  return period.current ? { from: today, to: lastDayInPeriod(period) } : period;
}

function lastDayInPeriod({ from, current }: NonNullable<Partial['period']>): CalendarDay {
  if (current === 'week') return addDays(from, WEEK_DAYS - 1);
  return current === 'year' ? `${from.slice(0, 4)}-12-31` : addDays(addMonths(from, 1), -1);
}

/** Expiry "this month" covers the days until its end. */
function wholePeriod({ period, tense }: Partial, view: View, today: CalendarDay) {
  const isWhole = (view.answersWithDays ?? view.isFutureOnly) && tense === undefined && period;
  return isWhole ? { ...period, to: daysAhead(period, today).to } : period;
}

/** The days alone, as stored in forms. */
function withoutCurrent({ current: _, ...period }: NonNullable<Partial['period']>) {
  return period;
}

/** An expired record ended before today. */
function endedFilters(
  { tense, symbols }: Partial,
  { endField }: View,
  today: CalendarDay,
): readonly QueryFilter[] {
  const isEnded = tense === 'past' || symbols.includes('value.expired');
  return isEnded && endField !== undefined ? [{ field: endField, op: '<', value: today }] : [];
}

/** The implied filters of a highest or lowest value, or else of the tense. */
function usualFilters(
  partial: Partial,
  view: View,
  requested: Selection,
  isPresent: boolean,
): readonly QueryFilter[] {
  const isExtreme = requested.aggregate === 'max' || requested.aggregate === 'min';
  const filters = isExtreme ? view.extremeFilters : undefined;
  return filters ?? tenseFilters(partial, view, requested, isPresent);
}

/** The implied filters: past events, present records, open items. */
function tenseFilters(
  { period, filters, tense }: Partial,
  view: View,
  { aggregate }: Selection,
  isPresent: boolean,
): readonly QueryFilter[] {
  const isAboutState = filters.some(({ field }) => field === 'status');
  const isOneSide = aggregate === 'last' || aggregate === 'first';
  if (view.defaultFilters) {
    const isOpen = !period && !isAboutState && (!isOneSide || tense === 'future');
    return isOpen ? view.defaultFilters : isAboutState ? [] : (view.pastFilters ?? []);
  }
  return (isPresent ? (view.presentFilters ?? view.pastFilters) : view.pastFilters) ?? [];
}

/** The requested result, where the view supports it. */
function answerableResult(partial: Partial, view: View, today: CalendarDay): Selection | undefined {
  const { period, limit, tense } = partial;
  if (!supportsQuestion(partial, view, today)) return undefined;
  // Records are in the past; plans are answered by measures and tasks.
  const isAhead = isAboutDaysAhead(partial, today);
  const isPast = tense === 'past' || period !== undefined;
  const result = isDays(view) ? daysResult(partial) : requestedResult(partial, view, isPast);
  const isPlan = isAhead && view.planned !== undefined;
  if (result === undefined || !(isPlan || supportsResult(view, partial, result, isPast)))
    return undefined;
  const isOneSide = result.aggregate === 'last' || result.aggregate === 'first';
  return limit === undefined || isOneSide ? result : undefined;
}

function isAboutDaysAhead({ tense, period }: Partial, today: CalendarDay): boolean {
  return tense === 'future' || (period !== undefined && period.to > today);
}

/** Whether the view is named with all its required words, and supports the days. */
function supportsQuestion(partial: Partial, view: View, today: CalendarDay): boolean {
  if (partial.comparing || !hasSubject(partial, view, today)) return false;
  if (!meetsRequirements(partial, view)) return false;
  if (asksForEndDay(partial) || (isDays(view) && asksForBarn(partial))) return false;
  if (!supportsDays(partial, view)) return false;
  const isAhead = isAboutDaysAhead(partial, today);
  // "Inspections this month" are those that are due in it.
  const isDue = partial.period?.current !== undefined && partial.tense === undefined;
  if (isDue && view.isFutureOnly) return true;
  if (isDue && view === views.events && partial.symbols.includes('inspection')) return false;
  return view.isFutureOnly ? isAhead : view.supportsFuture === true || !isAhead;
}

/** The day of a record is its first day, not its closing day. */
function asksForEndDay({ queries, filters, period }: Partial): boolean {
  const isDated = period !== undefined || queries.includes('ask.when');
  return isDated && filters.some(({ field, value }) => field === 'status' && isEnd([value].flat()));
}

function isEnd(states: readonly (string | number)[]): boolean {
  return states.includes('resolved') || states.includes('acknowledged');
}

/** Without a day, the breed of the flocks is that of the current ones. */
function isAboutPresent({ aggregate, select }: Selection, { presentFilters }: View): boolean {
  if (aggregate === 'list') return select !== undefined;
  return aggregate === 'sum' && presentFilters !== undefined;
}

/** "Which barn" does not ask for a day. */
function asksForBarn({ queries, symbols }: Partial): boolean {
  const isBarn = queries.includes('ask.which') && symbols.includes('barn');
  return (isBarn || queries.includes('ask.where')) && !queries.includes('ask.when');
}

function isDays(view: View): boolean {
  return view === views.days;
}

/** Topics that usually belong to figures or people: they do not imply a task alone. */
const MEASURED_TOPICS: ReadonlySet<string | number> = new Set(
  'ammonia temperature humidity water feed dead weather data no count birds contact delivery'.split(
    ' ',
  ),
);

function isAboutMeasured({ value }: QueryFilter): boolean {
  return MEASURED_TOPICS.has([value].flat()[0] ?? '');
}

/** Kinds of work: "who turns the fan on" names none of them, so it does not imply a task. */
const WORK_SYMBOLS: ReadonlySet<string | number> = new Set(
  'test clean collect record vaccine catch arrange weigh calibration renew replace repair count treatment postmortem'.split(
    ' ',
  ),
);

/** "Tasks without anybody" are not those with a title about something missing. */
function isWithoutSubject(filters: readonly QueryFilter[]): boolean {
  const topics = filters.filter(({ op }) => op === 'about').flatMap(({ value }) => value);
  return topics.length > 0 && topics.every((topic) => topic === 'no');
}

/** "What should I do about the deaths" does not ask for a list of tasks. */
function asksForAdvice({ symbols, queries, filters }: Partial): boolean {
  const isAboutTask =
    symbols.includes('task') || queries.includes('ask.who') || queries.includes('ask.when');
  return !isAboutTask && filters.some((filter) => filter.op === 'about' && isAboutMeasured(filter));
}

/** "When did Ann last record" is not about a task. */
function isAboutLog({ isNamed, filters, queries }: Partial): boolean {
  const topics = filters.filter(({ op }) => op === 'about').flatMap(({ value }) => value);
  const isOnlyLog = topics.length > 0 && topics.every((topic) => topic === 'record');
  return isOnlyLog && !isNamed && !queries.includes('ask.who');
}

/** "On which day" implies a day without the noun; "who cleans the filters" implies a task. */
function hasSubject(partial: Partial, view: View, today: CalendarDay): boolean {
  const { isNamed, queries, aggregates, filters, tense, period, limit } = partial;
  if (asksForAdvice(partial) || isAboutLog(partial) || isWithoutSubject(filters)) return false;
  if (view === views.deliveries && (asksForPricing(partial) || asksForSupplier(partial)))
    return true;
  if (isNamed || (isDays(view) && queries.includes('ask.when') && aggregates.length > 0))
    return true;
  const isAbout = filters.some(
    ({ op, value }) => op === 'about' && WORK_SYMBOLS.has([value].flat()[0] ?? ''),
  );
  const isPast =
    tense === 'past' ||
    aggregates.includes('agg.last') ||
    (period !== undefined && period.from < today);
  const isAsked = queries.includes('ask.who') || queries.includes('ask.when');
  if (queries.includes('ask.count') || queries.includes('ask.amount') || limit !== undefined)
    return false;
  return isAbout && isAsked && view.aboutTense === (isPast ? 'past' : 'present');
}

/** "Whose feed is it" asks for the supplier. */
function asksForSupplier({ queries, symbols, filters, aggregates }: Partial): boolean {
  const isPlain = filters.length === 0 && aggregates.length === 0 && queries.length === 1;
  return isPlain && queries.includes('ask.who') && symbols.length === 1 && symbols.includes('feed');
}

/** "Which supplier is cheapest for feed" implies deliveries without the noun. */
function asksForPricing({ aggregates, fields, queries, symbols }: Partial): boolean {
  const isPriced = aggregates.includes('agg.cheapest') || aggregates.includes('agg.dearest');
  const isAboutSupplier = fields.includes('supplierId') || queries.includes('ask.who');
  return isPriced && isAboutSupplier && symbols.includes('feed');
}

function meetsRequirements(
  { symbols: words, isContinued, filters, queries, aggregates }: Partial,
  { requires = {}, named }: View,
): boolean {
  if (isContinued) return true;
  // "Starter" is feed.
  const isFeed = filters.some(({ field }) => field === 'feedType');
  const isAboutPerson = filters.some(
    ({ field, op }) => (field === 'authorName' || field === 'assignee') && op === 'in',
  );
  const adjacentWords: readonly AdjacentWord[] = [
    ...words,
    ...(isFeed ? (['feed'] as const) : []),
    ...(isAboutPerson ? (['user'] as const) : []),
    ...(filters.some(({ field }) => field === 'supplierId') ? (['supplier'] as const) : []),
    ...(filters.some(({ field }) => field === 'customerId') ? (['customer'] as const) : []),
    ...(filters.some(isAboutExpenses) ? (['category'] as const) : []),
  ];
  const isNear = (symbol: AdjacentWord) => {
    const beside: readonly AdjacentWord[] | undefined = requires[symbol as keyof typeof requires];
    return beside === undefined || beside.some((other) => adjacentWords.includes(other));
  };
  const names = adjacentWords.filter((symbol) => symbol in named);
  // "Has the customer paid us?" does not ask for an amount.
  const isAsked = queries.length + aggregates.length > 0 || words.includes('money');
  if (words.includes('verb.payUs') && !isAsked && !words.includes('customer')) return false;
  // An anchor that is not a name needs its word, whatever else is named.
  if (!adjacentWords.every((symbol) => symbol in named || isNear(symbol))) return false;
  if (names.length === 0) return true;
  return names.some(isNear);
}

/** Purchases of feed, chicks and medicine have separate records. */
const FARM_RECORDS: ReadonlySet<unknown> = new Set(['feed', 'chicks', 'medicine', 'vaccination']);

function isAboutExpenses({ field, value }: QueryFilter): boolean {
  return field === 'category' && !FARM_RECORDS.has(value);
}

function asksForArrival({ queries, symbols, period, filters }: Partial): boolean {
  const hasOtherQuestion = queries.some((ask) => ask !== 'ask.exists');
  const isVerb = symbols.includes('verb.deliver') || symbols.includes('verb.supply');
  const isOfSupplier = filters.every(({ field }) => field === 'supplierId');
  return isVerb && !hasOtherQuestion && period === undefined && isOfSupplier;
}

/** Whether a figure supportsResult the question, or nothing does. */
function isOfMeasure(view: View, partial: Partial, result: Selection, isPast: boolean): boolean {
  const { aggregate, select } = result;
  if (view.listsFields && aggregate === 'list' && (select === undefined || !isPast)) return true;
  if (view === views.sales) {
    // "May we sell?" queries about the future. A sale has the weight of all its birds.
    const isOfOne = aggregate === 'mean' && select === 'totalWeightKg';
    return isOfOne || (aggregate === 'exists' && !isPast);
  }
  // Flocks are found by the day of placement, chicks are ordered on another.
  if (view === views.placements) return select === 'chicksOrdered' && partial.period !== undefined;
  // "Has the feed come?" queries for feed that has not been delivered.
  const isList = aggregate === 'list' || aggregate === 'exists';
  return view === views.deliveries && isList && asksForArrival(partial);
}

/** Whether a view supports the requested result. */
function supportsResult(view: View, partial: Partial, result: Selection, isPast: boolean): boolean {
  const { aggregate } = result;
  const { symbols, queries, filters } = partial;
  if (view.only && !view.only.includes(aggregate)) return false;
  if (view === views.treatments && asksForVisitAndTreatment(partial)) return false;
  if (partial.period && view.undatedFields?.includes(result.select ?? '')) return false;
  if (isOfMeasure(view, partial, result, isPast)) return false;
  // The last treatment of a flock is a figure; those of a week are records.
  const isOpenKind = filters.length === 0 && partial.period === undefined;
  if (view.unfiltered && isOpenKind && !view.unfiltered.includes(aggregate)) return false;
  if (view.onlyQuestionWord && !queries.includes(view.onlyQuestionWord)) return false;
  // "How many chicks, from which hatchery" asks about the current ones.
  const isOpen = !isPast && aggregate !== 'last' && aggregate !== 'first' && !result.also;
  return !(isOpen && view.needsPast?.some((symbol) => symbols.includes(symbol)));
}

/** A comparison applies to the requested field. */
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

/** The worst, best, highest or lowest day of a figure, or the number of days above a value. */
function daysResult(partial: Partial): Selection | undefined {
  const { fields, filters, queries } = partial;
  const side = findSuperlative(partial);
  const [select, ...others] = fields;
  if (select === undefined || others.length > 0 || side === 'two') return undefined;
  const isCompared = filters.some(({ op }) => op === '>' || op === '<');
  if (isCompared) {
    const isCount = queries.includes('ask.count') && side === undefined;
    return isCount
      ? { aggregate: 'count', select, groupBy: 'day', answerType: 'number' }
      : undefined;
  }
  const aggregate = toSide(select, side);
  if (aggregate !== 'max' && aggregate !== 'min') return undefined;
  return { aggregate, select, groupBy: 'day', answerType: 'date' };
}

/** The worst value of a field with a low target is the highest. */
function toSide(field: string, side: string | undefined): string | undefined {
  if (side !== 'worst' && side !== 'best') return side;
  return lessIsBetterFields.has(field) === (side === 'worst') ? 'max' : 'min';
}
