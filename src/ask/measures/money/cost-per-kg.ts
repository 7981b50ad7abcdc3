import { FARM_MONEY_PARTS, farmMoneyOf } from '../../../farming/accounting/farm-money.ts';
import { missingWeight } from '../../../farming/core/missing-data.ts';
import { flockProfit, isFeedCostEstimated } from '../../../farming/money/flock-profit.ts';
import { missingOfFlock } from '../../../farming/money/missing-money.ts';
import { message } from '../../../model/core/message.ts';
import { EACH } from '../each-aggregations.ts';
import { shown } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';

/** What a kilogram of live weight has cost so far. */
export const costPerKg = flockMeasure({
  parts: FARM_MONEY_PARTS,
  aggregations: EACH,
  rowOf: ({ record, place, fact }, snapshot) => {
    const { today, currency } = snapshot;
    const money = farmMoneyOf(snapshot);
    const profit = flockProfit(record, money, today);
    const cost = fact('Cost per kg', profit.costPerKg, {
      as: 'price',
      unit: `${currency}/kg`,
      asOf: today,
    });
    if (!cost) {
      const missing = missingOfFlock({ record, profit, projected: null }, money, today);
      if (!record.isLive) return { place, value: null, missing };
      // Birds that are here are counted by what they weigh today, and no sale is needed.
      const weight = record.kind === 'layer' ? [] : missingWeight(record, today);
      const others = missing.filter(({ code }) => code !== 'no_sales');
      return { place, value: null, missing: [...weight, ...others] };
    }
    const line = message('ask.costPerKg', {
      place,
      cost: shown(cost),
      isEstimated: isFeedCostEstimated(profit.costs) ? 'yes' : 'no',
    });
    return { place, value: cost.value, facts: [cost], lines: [line] };
  },
});
