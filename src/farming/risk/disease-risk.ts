import { message } from '../../model/message.ts';
import { taskFix } from '../insights/task-fix.ts';
import type { UsedHealth } from '../insights/used-sections.ts';
import { nameOfFlock, type RiskContext } from './risk-context.ts';
import { NO_BIRDS, noRisk, type RiskFinding, UNKNOWN } from './risk-finding.ts';

const OF_SPIKE = { critical: 0.8, warning: 0.4 } as const;
/** Losses above what is usual tell less than a sudden rise. */
const MOST_OF_LOSSES = 0.3;

/** Disease: by sudden deaths, else by losses beyond what was to be expected; of the worst flock. */
export function diseaseRisk(context: RiskContext): RiskFinding {
  const { used, flocks, snapshot } = context;
  if (flocks.length === 0) return NO_BIRDS;
  const [worst] = (used.health?.flocks ?? [])
    .flatMap((flock) => {
      const p = likelihood(flock);
      return p === null ? [] : [{ flock, p }];
    })
    .toSorted((left, right) => right.p - left.p);
  if (!worst) return UNKNOWN;
  if (worst.p === 0) return noRisk('disease');
  const { flockId, spike, cumMortalityPct, expectedCumMortalityPct } = worst.flock;
  const flock = nameOfFlock(flockId, context);
  const barnId = flocks.find((record) => record.flock.id === flockId)?.flock.barnId;
  return {
    p: worst.p,
    explanation: spike.severity
      ? message(`risk.disease.spike_${spike.severity}`, { flock })
      : message('risk.disease.losses', {
          flock,
          own: { quantity: cumMortalityPct ?? 0, unit: '%' },
          usual: { quantity: expectedCumMortalityPct ?? 0, unit: '%' },
        }),
    fix: taskFix(
      barnId === undefined ? { farmId: snapshot.farm.id } : { barnId },
      message('risk.task.call_vet', { flock }),
      snapshot.today,
    ),
  };
}

function likelihood(flock: UsedHealth): number | null {
  const { spike, cumMortalityPct, expectedCumMortalityPct } = flock;
  if (spike.severity) return OF_SPIKE[spike.severity];
  if (cumMortalityPct === null || !expectedCumMortalityPct) return null;
  const excess = cumMortalityPct / expectedCumMortalityPct - 1;
  return Math.max(0, Math.min(MOST_OF_LOSSES, excess / 2));
}
