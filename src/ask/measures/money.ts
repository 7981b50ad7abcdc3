import {
  LEDGER_PARTS,
  type LedgerEntry,
  type LedgerSnapshot,
  ledger,
  moneyOfPeriod,
} from '../../farming/accounting/ledger.ts';
import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { figure } from '../../farming/core/figure.ts';
import type { MissingData } from '../../farming/core/section.ts';
import { partsOf, sectionDefinitions } from '../../farming/insights/compute-insights.ts';
import { birdKind } from '../../farming/standards/breed-lookup.ts';
import { type Message, message } from '../../model/core/message.ts';
import { expenses } from '../../model/resources/expenses.ts';
import { addDays, addMonths, daysBetween } from '../../tools/calendar.ts';
import { distinct, groupBy, mapById } from '../../tools/collections.ts';
import { percentOf, sum } from '../../tools/statistics.ts';
import type {
  Aggregation,
  MeasureAnswer,
  MeasureDefinition,
  MeasureQuestion,
  Period,
} from '../measure.ts';
import { cashAhead } from './cash-ahead.ts';
import { lastMonths, monthOf, periodText, questionPeriod } from './days.ts';
import { absoluteValue, asText, factOf, type NumberFact, wordFact } from './fact-of.ts';
import type { RowsAnswer } from './rows.ts';
import { flockIdsInScope } from './scope.ts';

const PARTS = [...LEDGER_PARTS, 'barns'] as const;
type FlowSnapshot = FarmSnapshot<(typeof PARTS)[number]>;

/** Money in one direction. */
export interface MoneyFlow {
  /** The stem of its text key: `ask.<name>`. */
  readonly name: 'moneySpent' | 'revenue';
  readonly label: string;
  readonly direction: LedgerEntry['direction'];
  readonly aggregations: readonly Aggregation[];
  readonly slots?: NonNullable<MeasureDefinition['slots']>;
}

/** Number of past days for which rows without a flock are read. */
const KNOWN_DAYS = 400;
const MAX_GROUPS = 12;
/** Number of months where none is named. */
const SHOWN_MONTHS = 6;
const EGGS = 'eggs';
const BY_MONTH = ['monthly'];
const NOTHING: RowsAnswer = { facts: [], lines: [] };

/** A measure of recorded money, each amount counted once; this month where no period is named. */
function moneyFlow({ name, label, direction, ...definition }: MoneyFlow) {
  return {
    ...definition,
    parts: PARTS,
    per: 'flock',
    usualPeriod: 'month',
    compute: (snapshot, question) => answerFlow({ name, label, direction }, snapshot, question),
  } as const satisfies MeasureDefinition<(typeof PARTS)[number]>;
}

type Flow = Pick<MoneyFlow, 'name' | 'label' | 'direction'>;

function answerFlow(flow: Flow, snapshot: FlowSnapshot, question: MeasureQuestion): MeasureAnswer {
  const period = isMonthly(question)
    ? (question.period ?? lastMonths(snapshot.today, SHOWN_MONTHS))
    : questionPeriod(question, snapshot, 'month');
  const entries = findEntries(flow, snapshot, question);
  const inside = within(entries, period);
  const notes = findNotes(period, snapshot, question);
  if (inside.length === 0) return nothingRecorded(flow, { period, snapshot, question }, notes);
  const total = totalLine(flow, inside, { period, snapshot, question });
  const more = computeExtra(flow, entries, { period, snapshot, question });
  return {
    facts: [...total.facts, ...more.facts, ...notes.facts],
    lines: [...total.lines, ...more.lines, ...notes.lines],
  };
}

function isMonthly({ slots }: MeasureQuestion): boolean {
  return slots['by'] === 'monthly';
}

function findEntries(
  { direction }: Flow,
  snapshot: FlowSnapshot,
  { scope, slots }: MeasureQuestion,
) {
  const ids = flockIdsInScope(snapshot, scope);
  const rows = mapById(snapshot.expenses);
  const category = slots['category'];
  const isOfCategory = categoryMatcher(category, snapshot);
  return ledger(snapshot).filter((entry) => {
    const barnId = entry.flockId === null ? (rows.get(entry.id)?.barnId ?? null) : null;
    const isOfBarn = barnId !== null && (scope.barnIds?.includes(barnId) ?? false);
    return (
      entry.direction === direction &&
      (ids === undefined || (entry.flockId !== null && ids.has(entry.flockId)) || isOfBarn) &&
      isOfCategory(entry)
    );
  });
}

/** Eggs are sold by weight, as sales of laying flocks without a number of birds. */
function categoryMatcher(
  category: string | undefined,
  { sales, liveFlocks, closedFlocks, barns }: FlowSnapshot,
): (entry: LedgerEntry) => boolean {
  if (category === undefined) return () => true;
  if (category !== EGGS) return (entry) => entry.category === category;
  const barnTypes = new Map(barns.map(({ id, barnType }) => [id, barnType]));
  const laying = new Set(
    [...liveFlocks, ...closedFlocks]
      .filter(({ breed, barnId }) => birdKind(breed, barnTypes.get(barnId) ?? null) === 'layer')
      .map(({ id }) => id),
  );
  const isOfEggs = (sale: (typeof sales)[number]) => !sale.birdsCount && laying.has(sale.flockId);
  const ids = new Set(sales.filter(isOfEggs).map(({ id }) => id));
  return ({ id }) => ids.has(id);
}

function within(entries: readonly LedgerEntry[], { from, to }: Period): LedgerEntry[] {
  return entries.filter(({ day }) => from <= day && day <= to);
}

interface MoneyScope {
  readonly period: Period;
  readonly snapshot: FlowSnapshot;
  readonly question: MeasureQuestion;
}

function totalLine(
  { name, label }: Flow,
  entries: readonly LedgerEntry[],
  { period, snapshot, question }: MoneyScope,
): RowsAnswer {
  const category = question.slots['category'];
  const total = amountFact(`${label}${category ? `, ${category}` : ''}`, entries, {
    period,
    snapshot,
  });
  const line = message(`ask.${name}`, {
    total: asText(total),
    when: periodText(period, snapshot.today),
    ...narrowedBy(question, snapshot),
  });
  return { facts: [total], lines: [line] };
}

/** The places and the category in a sentence about money. */
function narrowedBy(question: MeasureQuestion, snapshot: FlowSnapshot) {
  const category = question.slots['category'];
  return {
    hasPlace: isScoped(question) ? 'yes' : 'no',
    place: findPlaces(question, snapshot),
    hasCategory: category === undefined ? 'no' : 'yes',
    category: categoryName(category ?? 'other'),
  } as const;
}

/** The display name of a category; a custom category by its word. */
function categoryName(category: string): Message | string {
  if (category === EGGS) return message('ask.name.eggs');
  const isKnown = (expenses.fields.category.vocabulary.words as readonly string[]).includes(
    category,
  );
  return isKnown ? message(`page.category.${category}`) : category;
}

function amountFact(
  label: string,
  entries: readonly LedgerEntry[],
  { period, snapshot }: Pick<MoneyScope, 'period' | 'snapshot'>,
): NumberFact {
  const resources = distinct(entries.map(({ resource }) => resource));
  const [resource] = resources.length === 1 ? entries.map((entry) => entry.resource) : [];
  return factOf(
    `${label}, ${period.from} to ${period.to}`,
    figure('money', sum(entries.map(({ amount }) => amount))) ?? 0,
    {
      unit: snapshot.currency,
      asOf: period.to,
      source: {
        ...(resource ? { resource } : {}),
        ids: entries.map(({ id }) => id),
        query: { dateFrom: period.from, dateTo: period.to },
      },
    },
  );
}

function isScoped({ scope }: MeasureQuestion): boolean {
  return scope.barnIds !== undefined || scope.flockIds !== undefined;
}

function findPlaces(
  { scope }: MeasureQuestion,
  { barns, liveFlocks, closedFlocks }: FlowSnapshot,
): string {
  const barnNames = barns.filter(({ id }) => scope.barnIds?.includes(id)).map(({ name }) => name);
  const codes = [...liveFlocks, ...closedFlocks]
    .filter(({ id }) => scope.flockIds?.includes(id))
    .map(({ code, id }) => code ?? id);
  return [...barnNames, ...codes].join(', ');
}

/** The addition to the total that an aggregation asks for: categories, or the previous period. */
function computeExtra(flow: Flow, entries: readonly LedgerEntry[], scope: MoneyScope): RowsAnswer {
  const { aggregation, slots } = scope.question;
  if (isMonthly(scope.question)) return ofEachMonth(flow, entries, scope);
  if (aggregation === 'trend') return comparedWithBefore(flow, entries, scope);
  const isByCategory = aggregation === 'list' || aggregation === 'highest';
  if (!isByCategory || flow.direction === 'in' || slots['category'] !== undefined) return NOTHING;
  const groups = [...groupBy(within(entries, scope.period), ({ category }) => category)]
    .map(([category, rows]) => ({
      category,
      fact: amountFact(`${flow.label}, ${category}`, rows, scope),
    }))
    .toSorted((left, right) => right.fact.value - left.fact.value)
    .slice(0, aggregation === 'highest' ? 1 : MAX_GROUPS);
  return {
    facts: groups.map(({ fact }) => fact),
    lines: groups.map(({ category, fact }) =>
      message('ask.ofCategory', {
        category: categoryName(category),
        total: asText(fact),
      }),
    ),
  };
}

/** The sum of each month of the period that has any. */
function ofEachMonth(flow: Flow, entries: readonly LedgerEntry[], scope: MoneyScope): RowsAnswer {
  const { from, to } = scope.period;
  const months = [...groupBy(within(entries, scope.period), ({ day }) => monthOf(day))]
    .toSorted(([left], [right]) => left.localeCompare(right))
    .slice(-MAX_GROUPS)
    .map(([month, rows]) => {
      const last = addDays(addMonths(month, 1), -1);
      const period = { from: month < from ? from : month, to: last > to ? to : last };
      return { period, fact: amountFact(flow.label, rows, { ...scope, period }) };
    });
  return {
    facts: months.map(({ fact }) => fact),
    lines: months.map(({ period, fact }) =>
      message('ask.ofCategory', {
        category: periodText(period, scope.snapshot.today),
        total: asText(fact),
      }),
    ),
  };
}

/** The same number of days directly before. */
function comparedWithBefore(
  flow: Flow,
  entries: readonly LedgerEntry[],
  scope: MoneyScope,
): RowsAnswer {
  const { from, to } = scope.period;
  const length = daysBetween(from, to) + 1;
  const earlier = { from: addDays(from, -length), to: addDays(from, -1) };
  const rows = within(entries, earlier);
  if (rows.length === 0) {
    const when = periodText(earlier, scope.snapshot.today);
    const since = wordFact(`${flow.label}, before from`, earlier.from, { asOf: earlier.to });
    return {
      facts: [since],
      lines: [
        message(`ask.${flow.name}.none`, { when, ...narrowedBy(scope.question, scope.snapshot) }),
      ],
    };
  }
  const before = amountFact(`${flow.label}, before`, rows, { ...scope, period: earlier });
  const now = sum(within(entries, scope.period).map(({ amount }) => amount));
  const pct = figure('pct', percentOf(now - before.value, before.value));
  const change = factOf(`${flow.label}, change`, pct ?? 0, { unit: '%', asOf: to });
  return {
    facts: [
      before,
      wordFact(`${flow.label}, before from`, earlier.from, { asOf: earlier.to }),
      ...(pct === null ? [] : [change]),
    ],
    lines: [
      message('ask.moneyBefore', {
        when: periodText(earlier, scope.snapshot.today),
        total: asText(before),
        side: pct === null ? 'none' : pct > 0 ? 'up' : pct < 0 ? 'down' : 'same',
        change: pct === null ? '' : absoluteValue(change),
      }),
    ],
  };
}

function findNotes(period: Period, { today }: FlowSnapshot, question: MeasureQuestion): RowsAnswer {
  const since = addDays(today, -KNOWN_DAYS);
  const isTooEarly = period.from < since;
  return {
    facts: isTooEarly ? [wordFact('Money is known since', since)] : [],
    lines: [
      ...(isTooEarly ? [message('ask.knownSince', { day: { day: since } })] : []),
      ...(isScoped(question) ? [message('ask.sharedLeftOut')] : []),
    ],
  };
}

function nothingRecorded(
  { name, label, direction }: Flow,
  { period, snapshot, question }: MoneyScope,
  notes: RowsAnswer,
): MeasureAnswer {
  const { today, farm, currency } = snapshot;
  const reason = message(`ask.${name}.none`, {
    when: periodText(period, today),
    ...narrowedBy(question, snapshot),
  });
  const about =
    direction === 'out'
      ? ({
          resource: 'expenses',
          path: '/expenses',
          body: { farmId: farm.id, date: today, category: null, amount: null },
        } as const)
      : ({
          resource: 'sales',
          path: '/sales',
          body: {
            flockId: snapshot.liveFlocks[0]?.id ?? null,
            date: today,
            totalWeightKg: null,
            pricePerKg: null,
          },
        } as const);
  const { resource, path, body } = about;
  const missing: MissingData = {
    code: direction === 'out' ? 'no_expenses' : 'no_sales',
    message: reason,
    resource,
    fix: { method: 'POST', path, body },
  };
  const query = { dateFrom: period.from, dateTo: period.to };
  const none = { label, value: null, unit: currency, asOf: period.to, source: { resource, query } };
  return { facts: [none, ...notes.facts], lines: [reason, ...notes.lines], missing: [missing] };
}

/** Expenses, in total or of one category. */
export const moneySpent = moneyFlow({
  name: 'moneySpent',
  label: 'Money spent',
  direction: 'out',
  aggregations: ['value', 'total', 'list', 'highest', 'trend'],
  slots: { category: expenses.fields.category.vocabulary.words, by: BY_MONTH },
});

/** Revenue from sales. */
export const revenue = moneyFlow({
  name: 'revenue',
  label: 'Revenue',
  direction: 'in',
  aggregations: ['value', 'total', 'list', 'trend'],
  slots: { category: [EGGS], by: BY_MONTH },
});

/** Net income, as in the farm context. */
export const netMoney = {
  parts: [...new Set([...LEDGER_PARTS, ...partsOf(['cashflow'], sectionDefinitions)])],
  per: 'farm',
  usualPeriod: 'month',
  aggregations: ['value', 'total'],
  compute: (snapshot, question) =>
    question.period && question.period.to > snapshot.today
      ? cashAhead(snapshot, question.period)
      : computeNet(snapshot, question),
} as const satisfies MeasureDefinition;

function computeNet(snapshot: LedgerSnapshot, question: MeasureQuestion): MeasureAnswer {
  const period = questionPeriod(question, snapshot, 'month');
  const { revenue, expenses, feed, net } = moneyOfPeriod(snapshot, period);
  if (net === null) return { facts: [], lines: [message('context.noMoney')] };
  const query = { dateFrom: period.from, dateTo: period.to };
  const frame = { unit: snapshot.currency, asOf: period.to, source: { query } };
  const labelled = (label: string) => `${label}, ${period.from} to ${period.to}`;
  const [income, costs, fed, left] = [
    factOf(labelled('Revenue'), revenue ?? 0, frame),
    factOf(labelled('Expenses without feed'), expenses ?? 0, frame),
    factOf(labelled('Feed'), feed ?? 0, frame),
    factOf(labelled('Net, realised'), net, frame),
  ];
  const line = message('ask.netMoney', {
    when: periodText(period, snapshot.today),
    side: left.value < 0 ? 'below' : 'above',
    net: absoluteValue(left),
    revenue: asText(income),
    expenses: asText(costs),
    feed: asText(fed),
  });
  return { facts: [left, income, costs, fed], lines: [line] };
}
