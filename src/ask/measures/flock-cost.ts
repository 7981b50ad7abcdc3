import { FARM_MONEY_PARTS, farmMoneyOf } from '../../farming/accounting/farm-money.ts';
import { figure } from '../../farming/core/figure.ts';
import { flockProfit, isFeedCostEstimated } from '../../farming/money/flock-profit.ts';
import { missingOfFlock } from '../../farming/money/missing-money.ts';
import { message } from '../../model/core/message.ts';
import { shown } from './fact-of.ts';
import { flockMeasure } from './flock-measure.ts';
import { EACH_AND_TOTAL, sumOfRows } from './rows.ts';

const LABEL = 'Cost of the flock';

/** The cost of a flock up to today; the same as in the profit section. */
export const flockCost = flockMeasure({
  parts: FARM_MONEY_PARTS,
  aggregations: EACH_AND_TOTAL,
  usualPeriod: 'flock',
  rowOf: ({ record, place, fact }, snapshot) => {
    const { today, currency } = snapshot;
    const money = farmMoneyOf(snapshot);
    const profit = flockProfit(record, money, today);
    const { total, chickCost, feedCost } = profit.costs;
    const frame = { as: 'money', unit: currency, asOf: today } as const;
    const cost = fact(LABEL, total, frame);
    const chicks = fact('Cost of the chicks', chickCost, frame);
    const feed = fact('Cost of the feed', feedCost, frame);
    const rest = fact('Other costs', (total ?? 0) - (chickCost ?? 0) - (feedCost ?? 0), frame);
    if (!cost || !chicks || !feed || !rest) {
      const missing = missingOfFlock({ record, profit, projected: null }, money, today);
      return { place, value: null, missing: missing.filter(({ code }) => code !== 'no_sales') };
    }
    const line = message('ask.flockCost', {
      place,
      cost: shown(cost),
      chicks: shown(chicks),
      feed: shown(feed),
      rest: shown(rest),
      isEstimated: isFeedCostEstimated(profit.costs) ? 'yes' : 'no',
    });
    return { place, value: cost.value, facts: [cost, chicks, feed, rest], lines: [line] };
  },
  together: (rows, { today, currency }) =>
    sumOfRows(rows, {
      label: LABEL,
      text: 'ask.flockCostTogether',
      round: (value) => figure('money', value) ?? value,
      unit: currency,
      asOf: today,
    }),
});
