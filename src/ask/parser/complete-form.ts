import { checkedForm, type QueryFilter, type QueryForm } from '../../model/answers/query-form.ts';
import { addDays, addMonths, type CalendarDay } from '../../tools/calendar.ts';
import { type Beside, WRITTEN } from '../query/view.ts';
import { type View, views } from '../query/views.ts';
import type { Partial } from './partial-form.ts';
import { type Wish, wishOf, wishOfDays } from './wish.ts';

/**
 * The form filled by a whole question; undefined where it has no subject, asks for two things, or
 * asks for a kind of answer that the subject does not have.
 */
export function completeForm(
  partial: Partial,
  view: View,
  today: CalendarDay,
): QueryForm | undefined {
  const asked = answerableWish(partial, view, today);
  if (asked === undefined) return undefined;
  if (isOfManyWords(partial, view, asked)) return undefined;
  const { period, limit } = partial;
  const { wish, filters } = asPredicate(asked, partial, view);
  const isPresent = !period && isOfPresent(wish, view);
  const isAhead = partial.tense === 'future' && view.date !== null;
  const usual = usualFilters(partial, view, wish, isPresent);
  const compared = comparedFilters(filters, wish.select);
  if (compared === undefined) return undefined;
  const days = isAhead ? daysAhead(period, today) : wholePeriod(partial, view, today);
  return checkedForm({
    subject: { resource: view.resource },
    filters: distinct([...(usual ?? []), ...compared, ...endedFilters(partial, view, today)]),
    scope: {
      farms: [...partial.farms],
      barns: [...partial.barns],
      flocks: [...partial.flocks],
    },
    ...(days ? { period: withoutCurrent(days) } : {}),
    tense: isAhead ? 'future' : view.date === null || isPresent ? 'present' : 'past',
    ...wish,
    ...(limit === undefined ? {} : { limit }),
  });
}

export const LAST_DAY = '9999-12-31';
/**
 * More words than these are not a title, and tasks of an unknown person are not those with that
 * name in the title.
 */
const MOST_WRITTEN = 2;

function isOfManyWords({ filters, asks }: Partial, { resource }: View, wish: Wish): boolean {
  const written = filters.filter(
    ({ op, value }) => op === 'about' && `${[value].flat()[0]}`.startsWith(WRITTEN),
  ).length;
  const isOfTasks = resource === 'tasks' && wish.select === undefined && asks.length === 0;
  return written > MOST_WRITTEN || (isOfTasks && written > 0);
}

/** "Is the plan approved" asks for the state of the record with that title, whatever it is. */
function asPredicate(
  wish: Wish,
  { filters, asks }: Partial,
  { resource }: View,
): { readonly wish: Wish; readonly filters: readonly QueryFilter[] } {
  const isOfState = ({ field, op }: QueryFilter) => field === 'status' && op === '=';
  const isTitled = filters.some(
    ({ op, field }) => op === 'about' || (field === 'kind' && resource === 'reg-items'),
  );
  const isWhether = wish.aggregate === 'exists' || (wish.aggregate === 'list' && asks.length === 0);
  if (!isTitled || !isWhether || wish.select !== undefined || !filters.some(isOfState))
    return { wish, filters };
  const rest = filters.filter((filter) => !isOfState(filter));
  return { wish: { aggregate: 'list', select: 'status', answerType: 'text' }, filters: rest };
}

const WEEK_DAYS = 7;

/** Plans for "this week" cover the rest of it. */
export function daysAhead(period: Partial['period'], today: CalendarDay) {
  if (period === undefined) return { from: today, to: LAST_DAY };
  return period.current ? { from: today, to: lastDayOf(period) } : period;
}

function lastDayOf({ from, current }: NonNullable<Partial['period']>): CalendarDay {
  if (current === 'week') return addDays(from, WEEK_DAYS - 1);
  return current === 'year' ? `${from.slice(0, 4)}-12-31` : addDays(addMonths(from, 1), -1);
}

/** Expiry "this month" covers the days until its end. */
function wholePeriod({ period, tense }: Partial, view: View, today: CalendarDay) {
  const isWhole = view.tellsDays === true && tense === undefined && period !== undefined;
  return isWhole ? { ...period, to: daysAhead(period, today).to } : period;
}

/** The days alone, as stored in forms. */
function withoutCurrent({ current: _, ...period }: NonNullable<Partial['period']>) {
  return period;
}

/** An expired record ended before today. */
function endedFilters(
  { tense, said }: Partial,
  { ends }: View,
  today: CalendarDay,
): readonly QueryFilter[] {
  const isEnded = tense === 'past' || said.includes('value.expired');
  return isEnded && ends !== undefined ? [{ field: ends, op: '<', value: today }] : [];
}

/** The implied filters: past events, present records, open items. */
function usualFilters(
  { period, filters, tense }: Partial,
  view: View,
  { aggregate }: Wish,
  isPresent: boolean,
): readonly QueryFilter[] {
  const isOfState = filters.some(({ field }) => field === 'status');
  const isOneSide = aggregate === 'last' || aggregate === 'first';
  if (view.usual) {
    const isOpen = !period && !isOfState && (!isOneSide || tense === 'future');
    return isOpen ? view.usual : isOfState ? [] : (view.past ?? []);
  }
  return (isPresent ? (view.present ?? view.past) : view.past) ?? [];
}

/** The requested result, where the view supports it. */
function answerableWish(partial: Partial, view: View, today: CalendarDay): Wish | undefined {
  const { period, limit, tense } = partial;
  if (!isAskable(partial, view, today)) return undefined;
  // Records are in the past; plans are answered by measures and tasks.
  const isAhead = isOfDaysAhead(partial, today);
  const isPast = tense === 'past' || period !== undefined;
  const wish = isDays(view) ? wishOfDays(partial) : wishOf(partial, view, isPast);
  const isPlan = isAhead && view.planned !== undefined;
  if (wish === undefined || !(isPlan || answers(view, partial, wish, isPast))) return undefined;
  const isOneSide = wish.aggregate === 'last' || wish.aggregate === 'first';
  return limit === undefined || isOneSide ? wish : undefined;
}

function isOfDaysAhead({ tense, period }: Partial, today: CalendarDay): boolean {
  return tense === 'future' || (period !== undefined && period.to > today);
}

/** Whether the view is named with all its required words, and supports the days. */
function isAskable(partial: Partial, view: View, today: CalendarDay): boolean {
  if (partial.comparing || !hasSubject(partial, view, today)) return false;
  if (!meetsRequirements(partial, view)) return false;
  if (asksForEnd(partial) || (isDays(view) && asksForBarn(partial))) return false;
  const isAhead = isOfDaysAhead(partial, today);
  return view.onlyAhead ? isAhead : view.ahead === true || !isAhead;
}

/** The day of a record is its first day, not its closing day. */
function asksForEnd({ asks, filters, period }: Partial): boolean {
  const isDated = period !== undefined || asks.includes('ask.when');
  return isDated && filters.some(({ field, value }) => field === 'status' && isEnd([value].flat()));
}

function isEnd(states: readonly (string | number)[]): boolean {
  return states.includes('resolved') || states.includes('acknowledged');
}

/** Without a day, the breed of the flocks is that of the current ones. */
function isOfPresent({ aggregate, select }: Wish, { present }: View): boolean {
  if (aggregate === 'list') return select !== undefined;
  return aggregate === 'sum' && present !== undefined;
}

/** "Which barn" does not ask for a day. */
function asksForBarn({ asks, said }: Partial): boolean {
  const isBarn = asks.includes('ask.which') && said.includes('barn');
  return (isBarn || asks.includes('ask.where')) && !asks.includes('ask.when');
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

function isOfMeasured({ value }: QueryFilter): boolean {
  return MEASURED_TOPICS.has([value].flat()[0] ?? '');
}

/** Kinds of work: "who turns the fan on" names none of them, so it does not imply a task. */
const WORK: ReadonlySet<string | number> = new Set(
  'test clean collect record vaccine catch arrange weigh calibration renew replace repair count treatment postmortem'.split(
    ' ',
  ),
);

/** "Tasks without anybody" are not those with a title about something missing. */
function isOfNothing(filters: readonly QueryFilter[]): boolean {
  const topics = filters.filter(({ op }) => op === 'about').flatMap(({ value }) => value);
  return topics.length > 0 && topics.every((topic) => topic === 'no');
}

/** "What should I do about the deaths" does not ask for a list of tasks. */
function asksForAdvice({ said, asks, filters }: Partial): boolean {
  const isOfTask = said.includes('task') || asks.includes('ask.who') || asks.includes('ask.when');
  return !isOfTask && filters.some((filter) => filter.op === 'about' && isOfMeasured(filter));
}

/** "On which day" implies a day without the noun; "who cleans the filters" implies a task. */
function hasSubject(partial: Partial, view: View, today: CalendarDay): boolean {
  const { isNamed, asks, aggregates, filters, tense, period, limit } = partial;
  if (asksForAdvice(partial) || isOfNothing(filters)) return false;
  if (view === views.deliveries && (asksForPricing(partial) || asksForSupplier(partial)))
    return true;
  if (isNamed || (isDays(view) && asks.includes('ask.when') && aggregates.length > 0)) return true;
  const isAbout = filters.some(
    ({ op, value }) => op === 'about' && WORK.has([value].flat()[0] ?? ''),
  );
  const isPast =
    tense === 'past' ||
    aggregates.includes('agg.last') ||
    (period !== undefined && period.from < today);
  const isAsked = asks.includes('ask.who') || asks.includes('ask.when');
  if (asks.includes('ask.count') || asks.includes('ask.amount') || limit !== undefined)
    return false;
  return isAbout && isAsked && view.aboutTense === (isPast ? 'past' : 'present');
}

/** "Whose feed is it" asks for the supplier. */
function asksForSupplier({ asks, said, filters, aggregates }: Partial): boolean {
  const isPlain = filters.length === 0 && aggregates.length === 0 && asks.length === 1;
  return isPlain && asks.includes('ask.who') && said.length === 1 && said.includes('feed');
}

/** "Which supplier is cheapest for feed" implies deliveries without the noun. */
function asksForPricing({ aggregates, fields, asks, said }: Partial): boolean {
  const isPriced = aggregates.includes('agg.cheapest') || aggregates.includes('agg.dearest');
  const isOfSupplier = fields.includes('supplierId') || asks.includes('ask.who');
  return isPriced && isOfSupplier && said.includes('feed');
}

function meetsRequirements(
  { said: words, isContinued, filters }: Partial,
  { requires = {}, named }: View,
): boolean {
  if (isContinued) return true;
  // "Starter" is feed.
  const isFeed = filters.some(({ field }) => field === 'feedType');
  const isOfPerson = filters.some(({ field, op }) => field === 'authorName' && op === 'in');
  const said: readonly Beside[] = [
    ...words,
    ...(isFeed ? (['feed'] as const) : []),
    ...(isOfPerson ? (['user'] as const) : []),
    ...(filters.some(({ field }) => field === 'supplierId') ? (['supplier'] as const) : []),
    ...(filters.some(isOfExpenses) ? (['category'] as const) : []),
  ];
  const names = said.filter((symbol) => symbol in named);
  if (names.length === 0) return true;
  return names.some((symbol) => {
    const beside: readonly Beside[] | undefined = requires[symbol as keyof typeof requires];
    return beside === undefined || beside.some((other) => said.includes(other));
  });
}

/** Purchases of feed, chicks and medicine have separate records. */
const OWN_RECORDS: ReadonlySet<unknown> = new Set(['feed', 'chicks', 'medicine', 'vaccination']);

function isOfExpenses({ field, value }: QueryFilter): boolean {
  return field === 'category' && !OWN_RECORDS.has(value);
}

function isWhetherCome({ asks, said, period, filters }: Partial): boolean {
  const isAsked = asks.some((ask) => ask !== 'ask.exists');
  const isVerb = said.includes('verb.deliver') || said.includes('verb.supply');
  return isVerb && !isAsked && period === undefined && filters.length === 0;
}

/** Whether a view supports the requested result. */
function answers(view: View, partial: Partial, wish: Wish, isPast: boolean): boolean {
  const { aggregate } = wish;
  const { said, asks, filters } = partial;
  if (view.only && !view.only.includes(aggregate)) return false;
  const isOpenList = wish.select === undefined || !isPast;
  if (view.listsFields && aggregate === 'list' && isOpenList) return false;
  // "May we sell?" asks about the future.
  if (view === views.sales && aggregate === 'exists' && !isPast) return false;
  // "Has the feed come?" asks for feed that has not been delivered.
  if (view === views.deliveries && isWhetherCome(partial) && ['list', 'exists'].includes(aggregate))
    return false;
  if (view.unfiltered && filters.length === 0 && !view.unfiltered.includes(aggregate)) return false;
  if (view.onlyAsked && !asks.includes(view.onlyAsked)) return false;
  // "How many chicks, from which hatchery" asks about the current ones.
  const isOpen = !isPast && aggregate !== 'last' && aggregate !== 'first' && !wish.also;
  return !(isOpen && view.needsPast?.some((symbol) => said.includes(symbol)));
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
