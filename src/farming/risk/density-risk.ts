import { message } from '../../model/message.ts';
import { addDays } from '../../tools/calendar.ts';
import { sellOfferFix } from '../insights/sell-offer-fix.ts';
import type { UsedPlacement } from '../insights/used-sections.ts';
import { nameOfFlock, type RiskContext } from './risk-context.ts';
import { NO_BIRDS, noRisk, type RiskFinding, UNKNOWN } from './risk-finding.ts';

/** Birds that are, or will soon be, too many or too heavy for their barn. */
export function densityRisk(context: RiskContext): RiskFinding {
  const { used, flocks, snapshot } = context;
  if (flocks.length === 0) return NO_BIRDS;
  const occupied = (used.placements?.barns ?? []).filter(({ flockId }) => flockId !== null);
  const soon = addDays(snapshot.today, snapshot.thresholds.densitySoonDays);
  const [first] = occupied
    .flatMap(({ flockId, overcrowdedAt: day, ...barn }) =>
      flockId === null || day === null || day > soon ? [] : [{ ...barn, flockId, day }],
    )
    .toSorted((left, right) => (left.day < right.day ? -1 : 1));
  if (!first) return occupied.some(isKnown) ? noRisk('overweight_or_density') : UNKNOWN;
  const isNow = first.day <= snapshot.today;
  const flock = nameOfFlock(first.flockId, context);
  return {
    p: isNow ? 0.7 : 0.4,
    explanation: message(`risk.overweight_or_density.${isNow ? 'now' : 'soon'}`, {
      flock,
      limit: { quantity: first.densityLimitKgM2 ?? 0, unit: 'kg/m²' },
      day: { day: first.day },
    }),
    fix: sellOfferFix(snapshot.farm.id, flock),
  };
}

/** Hens have no limit, so that theirs is never above it. */
function isKnown({ densityKgM2, densityLimitKgM2 }: UsedPlacement): boolean {
  return densityKgM2 !== null || densityLimitKgM2 === null;
}
