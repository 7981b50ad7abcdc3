import type { Thresholds } from '../../model/thresholds.ts';
import { sum } from '../../tools/statistics.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { knownLive } from '../flocks/known-live.ts';
import { weightNow } from '../flocks/projections.ts';
import { isAboutFlock } from '../gaps/is-open-alert.ts';
import { healthScore } from '../health/health-score.ts';
import { newestWaterDay } from '../health/newest-water-day.ts';
import { waterDropOn } from '../health/water-drop.ts';
import { cumulativeMortalityPct } from '../metrics/cumulative-mortality-pct.ts';
import { expectedMortality } from '../mortality/expected-mortality.ts';
import { currentSpike } from '../mortality/mortality-spike.ts';
import type { PortfolioFarm } from './portfolio-farm.ts';

/**
 * The health of flocks that have logs as one score, 0 to 100, weighted by birds: deaths, water and
 * weight as the section health of `/insights` scores them, without climate, and against the
 * mortality curve of the kind. A flock with an open critical alert loses points for it. Null
 * without birds.
 */
export function farmHealth(
  records: readonly FlockRecord[],
  { today, criticalAlerts }: Pick<PortfolioFarm, 'today' | 'criticalAlerts'>,
  thresholds: Thresholds,
): number | null {
  const scored = records.flatMap((record) => {
    const live = knownLive(record);
    if (live === null || live === 0) return [];
    return [{ live, score: flockScore(record, { today, thresholds, criticalAlerts }) }];
  });
  const birds = sum(scored.map(({ live }) => live));
  if (birds === 0) return null;
  return sum(scored.map((each) => each.live * each.score)) / birds;
}

function flockScore(
  record: FlockRecord,
  {
    today,
    thresholds,
    criticalAlerts,
  }: Pick<PortfolioFarm, 'today' | 'criticalAlerts'> & { readonly thresholds: Thresholds },
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
      alerts: criticalAlerts
        .filter((alert) => isAboutFlock(alert, record.flock))
        .map(() => ({ severity: 'critical', title: '' })),
      laying: null,
    },
    thresholds,
  ).score;
}
