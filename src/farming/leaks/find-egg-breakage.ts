import { sum } from '../../tools/statistics.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { breakagePct } from '../metrics/breakage-pct.ts';
import { pricePerKg } from '../money/weighed-price.ts';
import { weighedSale } from '../money/weighed-sale.ts';
import { standardEggWeightG } from '../standards/standard-egg-weight-g.ts';
import type { Leak, LeakContext } from './leak.ts';

/**
 * Eggs that broke beyond the share that nobody avoids. What an egg brings is known only where eggs
 * were sold by weight: a sale of the flock without birds.
 */
export function findEggBreakage(record: FlockRecord, { snapshot }: LeakContext): Leak[] {
  const { eggBreakageFreePct } = snapshot.thresholds;
  const logs = record.days.map(({ log }) => log).filter((log) => log?.eggsBroken != null);
  const eggs = sum(logs.map((log) => log?.eggs));
  const broken = sum(logs.map((log) => log?.eggsBroken));
  const excess = broken - (eggs * eggBreakageFreePct) / 100;
  if (excess <= 0 || eggs === 0) return [];
  const { breed, ageDays, sales, flock } = record;
  const price = pricePerKg(sales.filter(({ birdsCount }) => !birdsCount).flatMap(weighedSale));
  const eggWeightG = breed && ageDays !== null ? standardEggWeightG(breed, ageDays) : null;
  return [
    {
      kind: 'egg_breakage',
      flockId: flock.id,
      barnId: flock.barnId,
      amount: price === null || eggWeightG === null ? null : (excess * eggWeightG * price) / 1000,
      reference: { basis: 'threshold', value: eggBreakageFreePct },
      evidence: {
        eggs,
        broken,
        breakagePct: breakagePct(broken, eggs),
        excess,
        eggWeightG,
        pricePerKg: price,
      },
      confidence: 0.6,
    },
  ];
}
