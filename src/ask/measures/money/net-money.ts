import {
  LEDGER_PARTS,
  type LedgerSnapshot,
  moneyOfPeriod,
} from '../../../farming/accounting/ledger.ts';
import { message } from '../../../model/core/message.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { askedPeriod } from '../asked-period.ts';
import { factOf, shown, shownSize } from '../fact-of.ts';
import { whenOf } from '../when-of.ts';

/** What is left of what came in, as the context tells it. */
export const netMoney = {
  parts: LEDGER_PARTS,
  per: 'farm',
  usualPeriod: 'month',
  aggregations: ['value', 'total'],
  compute: computeNet,
} as const satisfies MeasureDefinition<(typeof LEDGER_PARTS)[number]>;

function computeNet(snapshot: LedgerSnapshot, question: MeasureQuestion): MeasureAnswer {
  const period = askedPeriod(question, snapshot, 'month');
  const { revenue, expenses, feed, net } = moneyOfPeriod(snapshot, period);
  const query = { dateFrom: period.from, dateTo: period.to };
  const frame = { unit: snapshot.currency, asOf: period.to, source: { query } };
  const labelled = (label: string) => `${label}, ${period.from} to ${period.to}`;
  const [income, costs, fed, left] = [
    factOf(labelled('Revenue'), revenue ?? 0, frame),
    factOf(labelled('Expenses without feed'), expenses ?? 0, frame),
    factOf(labelled('Feed'), feed ?? 0, frame),
    factOf(labelled('Net, realised'), net ?? 0, frame),
  ];
  const line = message('ask.netMoney', {
    when: whenOf(period, snapshot.today),
    side: left.value < 0 ? 'below' : 'above',
    net: shownSize(left),
    revenue: shown(income),
    expenses: shown(costs),
    feed: shown(fed),
  });
  return { facts: [left, income, costs, fed], lines: [line] };
}
