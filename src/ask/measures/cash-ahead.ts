import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { figure } from '../../farming/core/figure.ts';
import { computeInsights, sectionDefinitions } from '../../farming/insights/compute-insights.ts';
import { message } from '../../model/core/message.ts';
import { addDays } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import type { MeasureAnswer, Period } from '../measure.ts';
import { absoluteValue, asText, factOf, factsInMessage, wordFact } from './fact-of.ts';

const MIDDLE = 3;
const LAST = 6;

/** Expected money in days ahead: the weeks of the section cash flow that mostly overlap them. */
export function cashAhead(snapshot: FarmSnapshot, period: Period): MeasureAnswer {
  const { cashflow } = computeInsights(snapshot, ['cashflow'], sectionDefinitions).sections;
  const { weeks = [], missing = [] } = cashflow as unknown as CashSection;
  const known = weeks.at(-1);
  if (known === undefined) {
    const lines = missing.map((one) => one.message);
    return { facts: lines.flatMap((one) => factsInMessage('Missing', one)), lines, missing };
  }
  const inside = weeks.filter(({ weekStart }) => {
    const middle = addDays(weekStart, MIDDLE);
    const isWhole = period.from <= middle && middle <= period.to;
    return isWhole || (weekStart <= period.from && period.to <= addDays(weekStart, LAST));
  });
  const [first, last] = [inside[0], inside.at(-1)];
  if (first === undefined || last === undefined) {
    const day = addDays(known.weekStart, LAST);
    const line = message('ask.cashAhead.none', { day: { day } });
    return { facts: [wordFact('Money expected up to', day)], lines: [line] };
  }
  const [from, to] = [first.weekStart, addDays(last.weekStart, LAST)];
  const frame = { unit: snapshot.currency, asOf: to };
  const amount = (label: string, values: readonly number[]) =>
    factOf(`${label}, ${from} to ${to}`, figure('money', sum(values)) ?? 0, frame);
  const net = amount(
    'Net, expected',
    inside.map((week) => week.net),
  );
  const income = amount(
    'Money in, expected',
    inside.map((week) => week.in),
  );
  const costs = amount(
    'Money out, expected',
    inside.map((week) => week.out),
  );
  const line = message('ask.cashAhead', {
    from: { day: from },
    to: { day: to },
    income: asText(income),
    costs: asText(costs),
    net: absoluteValue(net),
    side: net.value < 0 ? 'below' : 'above',
  });
  return { facts: [net, income, costs, wordFact('First day', from)], lines: [line], missing };
}

// Sections use only the common frame of each other.
interface CashSection {
  readonly weeks?: readonly {
    readonly weekStart: string;
    readonly in: number;
    readonly out: number;
    readonly net: number;
  }[];
  readonly missing?: NonNullable<MeasureAnswer['missing']>;
}
