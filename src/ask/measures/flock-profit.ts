import { FARM_MONEY_PARTS, farmMoneyOf } from '../../farming/accounting/farm-money.ts';
import { figure } from '../../farming/core/figure.ts';
import type { MissingData } from '../../farming/core/section.ts';
import {
  type FlockProfit,
  isFeedCostEstimated,
  flockProfit as profitOf,
  projectedProfit,
} from '../../farming/money/flock-profit.ts';
import { feedInStockNote, missingOfFlock } from '../../farming/money/missing-money.ts';
import { message } from '../../model/core/message.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { absoluteValue, asText, type NumberFact, wordFact } from './fact-of.ts';
import { flockMeasure, type QuestionFlock } from './flock-measure.ts';
import { EACH_AND_TOTAL, sumOfRows, type ValueRow } from './rows.ts';

const PROJECTED = 'Projected profit';
const REALISED = 'Realised profit';

/** Actual profit of a flock, or expected profit at its sale, as in the section profit. */
export const flockProfit = flockMeasure({
  parts: FARM_MONEY_PARTS,
  aggregations: EACH_AND_TOTAL,
  rowOf: ({ record, place, fact, question }, snapshot) => {
    const { today, currency } = snapshot;
    const money = farmMoneyOf(snapshot);
    const profit = profitOf(record, money, today);
    const projected = projectedProfit(record, profit, { snapshot, money });
    const allMissing = missingOfFlock({ record, profit, projected }, money, today);
    const frame = { as: 'money', unit: currency, asOf: today } as const;
    const ahead = fact(PROJECTED, projected?.profit, frame);
    const sofar = fact(REALISED, profit.profit, frame);
    const shownProfit = ahead ?? sofar;
    if (!shownProfit) return { place, value: null, missing: allMissing };
    const day = projected?.market.day ?? null;
    const isAhead = ahead !== null && day !== null;
    const lineOf = (shown: NumberFact, ofSale: boolean) =>
      message('ask.flockProfit', {
        place,
        side: shown.value < 0 ? 'below' : 'above',
        profit: absoluteValue(shown),
        isAhead: ofSale ? 'yes' : 'no',
        day: ofSale && day !== null ? { day } : '',
        isEstimated: isFeedCostEstimated(profit.costs) ? 'yes' : 'no',
      });
    // A question in the past tense is about the realised profit.
    const realised = question.isPast && isAhead ? sofar : null;
    const missing = withSaleNote(allMissing, { isAhead, realised });
    const line = lineOf(shownProfit, isAhead);
    const left = isAhead && projected ? projected : profit;
    const when = isAhead ? 'at_sale' : record.isLive ? 'now' : 'gone';
    const note = feedInStockNote(place, left, { when, currency });
    const sale = isAhead ? [wordFact(`Market date, ${place}`, day, { asOf: today })] : [];
    return {
      place,
      value: shownProfit.value,
      facts: [
        shownProfit,
        ...(realised ? [realised] : []),
        ...sale,
        ...stockFacts(left, { fact, currency, today }),
      ],
      lines: [...(realised ? [lineOf(realised, false)] : []), line, ...(note ? [note] : [])],
      missing,
    };
  },
  // Actual and expected profits are separate sums.
  combine: (rows, { today, currency }) => {
    const sums = [true, false].flatMap((isAhead) => {
      const group = rows.filter((row) => isProjected(row) === isAhead);
      if (group.length === 0) return [];
      return sumOfRows(group, {
        label: isAhead ? PROJECTED : REALISED,
        text: 'ask.profitTogether',
        params: (total) => ({
          side: total.value < 0 ? 'below' : 'above',
          profit: absoluteValue(total),
          isAhead: isAhead ? 'yes' : 'no',
          isEstimated: group.some(isEstimated) ? 'yes' : 'no',
        }),
        round: (value) => figure('money', value) ?? value,
        unit: currency,
        asOf: today,
      });
    });
    return {
      facts: sums.flatMap(({ facts }) => facts),
      lines: sums.flatMap(({ lines }) => lines),
    };
  },
});

/**
 * Uneaten feed in the cost of a flock, and the figures without it; empty where there is no such
 * feed.
 */
export function stockFacts(
  { stock, withoutStock }: Pick<FlockProfit, 'stock' | 'withoutStock'>,
  {
    fact,
    currency,
    today,
  }: Pick<QuestionFlock, 'fact'> & { readonly currency: string; readonly today: CalendarDay },
): NumberFact[] {
  const money = { as: 'money', unit: currency, asOf: today } as const;
  const price = { as: 'price', unit: `${currency}/kg`, asOf: today } as const;
  const kg = fact('Feed not eaten', stock.kg, { as: 'kg', unit: 'kg', asOf: today });
  const cost = fact('Cost of feed not eaten', stock.cost, money);
  if (!kg?.value || !cost) return [];
  return [
    kg,
    cost,
    fact('Cost per kg without feed not eaten', withoutStock.pricePerKg, price),
    fact('Profit without feed not eaten', withoutStock.profit, money),
  ].filter((each) => each !== null);
}

/** The note on a partial sale explains the realised profit: absent where only the expected one is. */
function withSaleNote(
  missing: readonly MissingData[],
  { isAhead, realised }: { readonly isAhead: boolean; readonly realised: NumberFact | null },
): readonly MissingData[] {
  if (!isAhead || realised) return missing;
  return missing.filter(({ code }) => code !== 'birds_to_sell');
}

function isProjected({ facts: [shownProfit] }: ValueRow): boolean {
  return shownProfit?.label.startsWith(PROJECTED) ?? false;
}

function isEstimated({ lines: [line] }: ValueRow): boolean {
  return line?.params['isEstimated'] === 'yes';
}

const LABEL = 'Cost of the flock';

/** The cost of a flock up to today; the same as in the profit section. */
export const flockCost = flockMeasure({
  parts: FARM_MONEY_PARTS,
  aggregations: EACH_AND_TOTAL,
  usualPeriod: 'flock',
  rowOf: ({ record, place, fact }, snapshot) => {
    const { today, currency } = snapshot;
    const money = farmMoneyOf(snapshot);
    const profit = profitOf(record, money, today);
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
      cost: asText(cost),
      chicks: asText(chicks),
      feed: asText(feed),
      rest: asText(rest),
      isEstimated: isFeedCostEstimated(profit.costs) ? 'yes' : 'no',
    });
    return { place, value: cost.value, facts: [cost, chicks, feed, rest], lines: [line] };
  },
  combine: (rows, { today, currency }) =>
    sumOfRows(rows, {
      label: LABEL,
      text: 'ask.flockCostTogether',
      round: (value) => figure('money', value) ?? value,
      unit: currency,
      asOf: today,
    }),
});
