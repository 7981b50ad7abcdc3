import { marketProjection } from '../../../farming/accounting/market-projection.ts';
import { missingInFlock } from '../../../farming/core/missing-data.ts';
import { message } from '../../../model/core/message.ts';
import { unknownRow } from '../asked-row.ts';
import { EACH } from '../each-aggregations.ts';
import { shown, wordFact } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';
import { dayNumber } from '../when-of.ts';

/** When a flock is to be sold, and what its birds will weigh then. */
export const marketDate = flockMeasure({
  parts: [],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, snapshot) => {
    const market = marketProjection(record, snapshot);
    if (!market) {
      if (!record.isLive) {
        const said = message('ask.sold', { place });
        return unknownRow(place, [
          { code: 'flock_closed', message: said, flockId: record.flock.id },
        ]);
      }
      const said = message('ask.noMarketDate', { place });
      const { id } = record.flock;
      const body = { plannedMarketDate: null };
      const fix = { method: 'PATCH', path: `/flocks/${id}`, body } as const;
      return unknownRow(place, [
        {
          ...missingInFlock(record, 'no_market_date', 'targetWeightKg'),
          field: 'plannedMarketDate',
          message: said,
          fix,
        },
      ]);
    }
    const asOf = snapshot.today;
    const days = fact('Age at sale', market.ageDays, { as: 'time', unit: 'days', asOf });
    const kg = fact('Weight at sale', market.weightKg, { as: 'kg', unit: 'kg', asOf });
    const source = { resource: 'flocks', ids: [record.flock.id] } as const;
    const day = wordFact(`Market date, ${place}`, market.day, { asOf, source });
    const line = message('ask.marketDate', {
      place,
      day: { day: market.day },
      days: days ? shown(days) : '',
      basis: market.basis,
      hasWeight: kg ? 'yes' : 'no',
      weight: kg ? shown(kg) : '',
    });
    const figures = [days, kg].filter((each) => each !== null);
    return { place, value: dayNumber(market.day), facts: [day, ...figures], lines: [line] };
  },
});
