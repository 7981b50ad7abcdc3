import { sum } from '../../tools/statistics.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { averageWeightKg } from '../metrics/average-weight-kg.ts';
import { percentOf } from '../metrics/percent-of.ts';
import { pricePerKg } from '../money/weighed-price.ts';
import { weighedSale } from '../money/weighed-sale.ts';
import type { Leak, LeakContext } from './leak.ts';

/** Birds that were refused at slaughter beyond the share that nobody avoids. */
export function findCondemnation(record: FlockRecord, { money, snapshot }: LeakContext): Leak[] {
  const { condemnationFreePct } = snapshot.thresholds;
  const judged = record.sales.flatMap((sale) => {
    const averageKg = averageWeightKg(sale.totalWeightKg, sale.birdsCount);
    const byCount =
      sale.condemnedCount === null || averageKg === null ? null : sale.condemnedCount * averageKg;
    const condemnedKg = sale.condemnedKg ?? byCount;
    return condemnedKg === null || sale.totalWeightKg === null || sale.date > snapshot.today
      ? []
      : [{ condemnedKg, kg: sale.totalWeightKg }];
  });
  const condemnedKg = sum(judged.map((sale) => sale.condemnedKg));
  const soldKg = sum(judged.map(({ kg }) => kg));
  const excessKg = condemnedKg - (soldKg * condemnationFreePct) / 100;
  if (excessKg <= 0) return [];
  const price = pricePerKg(record.sales.flatMap(weighedSale)) ?? money.salePrice;
  return [
    {
      kind: 'condemnation',
      flockId: record.flock.id,
      barnId: record.flock.barnId,
      amount: price === null ? null : excessKg * price,
      reference: { basis: 'threshold', value: condemnationFreePct },
      evidence: {
        condemnationPct: percentOf(condemnedKg, soldKg),
        condemnedKg,
        soldKg,
        excessKg,
        pricePerKg: price,
      },
      confidence: 0.9,
    },
  ];
}
