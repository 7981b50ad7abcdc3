import type { Thresholds } from '../../model/thresholds.ts';
import { sum } from '../../tools/statistics.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { knownLive } from '../flocks/known-live.ts';
import { weightNow } from '../flocks/projections.ts';
import { healthScore } from '../health/health-score.ts';
import { newestWaterDay } from '../health/newest-water-day.ts';
import { waterDropOn } from '../health/water-drop.ts';
import { cumulativeMortalityPct } from '../metrics/cumulative-mortality-pct.ts';
import { expectedMortality } from '../mortality/expected-mortality.ts';
import { currentSpike } from '../mortality/mortality-spike.ts';
import type { PortfolioFarm } from './portfolio-farm.ts';

/** What a healthy flock scores with a critical alert. */
const WITH_CRITICAL_ALERT = 80;

/**
 * The health of flocks that have logs as one score, 0 to 100, weighted by birds: deaths, water and
 * weight as the section health of `/insights` scores them, without climate, and against the
 * mortality curve of the kind. An open critical alert keeps it below the score of grade A. Null
 * without birds.
 */
export function farmHealth(
  records: readonly FlockRecord[],
  { today, openAlerts }: PortfolioFarm,
  thresholds: Thresholds,
): number | null {
  const scored = records.flatMap((record) => {
    const live = knownLive(record);
    if (live === null || live === 0) return [];
    return [{ live, score: flockScore(record, { today, thresholds }) }];
  });
  const birds = sum(scored.map(({ live }) => live));
  if (birds === 0) return null;
  const score = sum(scored.map((each) => each.live * each.score)) / birds;
  return openAlerts.critical > 0 ? Math.min(score, WITH_CRITICAL_ALERT) : score;
}

function flockScore(
  record: FlockRecord,
  { today, thresholds }: { readonly today: string; readonly thresholds: Thresholds },
): number {
  const { ageDays, placed, totals } = record;
  const history = { history: [], flocksNeeded: thresholds.historyFlocks };
  return healthScore(
    {
      spike: currentSpike(record, { today, thresholds }).spike,
      cumMortalityPct: cumulativeMortalityPct(totals.mortality, placed),
      expected: ageDays === null ? null : expectedMortality(record, ageDays, history),
      waterDropPct: waterDropOn(record, newestWaterDay(record, today)),
      weightDeviationPct: weightNow(record).deviationPct,
      air: { heatStressHours: null, nh3Max: null },
      alerts: [],
      laying: null,
    },
    thresholds,
  ).score;
}
