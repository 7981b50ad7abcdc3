import { sum } from '../../tools/statistics.ts';
import { flockHistory } from '../flocks/flock-history.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { ratioOf } from '../metrics/ratio-of.ts';
import { chickPrice } from '../money/chick-price.ts';
import { expectedMortality } from '../mortality/expected-mortality.ts';
import { mortalityAtAge } from '../mortality/mortality-at-age.ts';
import { standardCumulativeFeedG } from '../standards/standard-cumulative-feed-g.ts';
import type { Leak, LeakContext } from './leak.ts';

/** Birds that died beyond what was to be expected: their chicks, and the feed they had eaten. */
export function findExcessMortality(record: FlockRecord, context: LeakContext): Leak[] {
  const { flock, ageDays, placed } = record;
  const pct = ageDays === null ? null : mortalityAtAge(record, ageDays);
  if (ageDays === null || placed === null || pct === null) return [];
  const expected = expectedMortality(record, ageDays, {
    history: flockHistory(record, context.snapshot),
    flocksNeeded: context.snapshot.thresholds.historyFlocks,
  });
  const birds = (Math.max(0, pct - expected.pct) / 100) * placed;
  if (birds <= 0) return [];
  const perBird = costOfDeadBird(record, context);
  return [
    {
      kind: 'excess_mortality',
      flockId: flock.id,
      barnId: flock.barnId,
      amount: perBird.cost === null ? null : birds * perBird.cost,
      reference: { basis: expected.basis, value: expected.pct },
      evidence: { cumMortalityPct: pct, birds, ...perBird },
      confidence: expected.basis === 'farm' ? 0.9 : 0.6,
    },
  ];
}

function costOfDeadBird(record: FlockRecord, { money, chickPrice: lastPrice }: LeakContext) {
  const { flock, breed, days } = record;
  const price = chickPrice(flock) ?? lastPrice;
  const deaths = days.map(({ ageDays, log }) => ({ ageDays, dead: log?.mortality ?? 0 }));
  const meanAge = ratioOf(
    sum(deaths.map(({ ageDays, dead }) => ageDays * dead)),
    sum(deaths.map(({ dead }) => dead)),
  );
  const feedG = breed && meanAge !== null ? standardCumulativeFeedG(breed, meanAge) : null;
  const feedKg = feedG === null ? null : feedG / 1000;
  const cost =
    price === null || feedKg === null || money.feedPrice === null
      ? null
      : price + feedKg * money.feedPrice;
  return {
    chickPrice: price,
    meanAgeOfDeath: meanAge,
    feedKgPerBird: feedKg,
    feedPricePerKg: money.feedPrice,
    cost,
  };
}
