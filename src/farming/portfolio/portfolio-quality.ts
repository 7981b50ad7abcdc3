import type { Thresholds } from '../../model/thresholds.ts';
import { type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { isWeighingDue } from '../gaps/last-weighing.ts';
import { recentSuspects } from '../gaps/logged-pct.ts';
import type { FlockQualityFacts, QualityFacts } from '../gaps/quality-parts.ts';
import { ageDays } from '../metrics/age-days.ts';
import { birdKind } from '../metrics/bird-kind.ts';
import { placedBirds } from '../metrics/placed-birds.ts';
import { findBreed } from '../standards/find-breed.ts';
import type { PortfolioFarm, PortfolioFlock } from './portfolio-farm.ts';
import { lastWeighingOf } from './portfolio-record.ts';

const DAYS = 7;

/** What of a farm says how complete its data are, as `/gaps` looks at it. */
export function portfolioQuality(
  farm: PortfolioFarm,
  records: readonly FlockRecord[],
  thresholds: Thresholds,
): QualityFacts {
  const { latitude, longitude } = farm.farm;
  return {
    hasCoordinates: latitude !== null && longitude !== null,
    contacts: farm.contacts,
    barns: farm.barns,
    barnsMeasured: farm.barnsMeasured,
    flocks: farm.liveFlocks.map((flock, index) => ({
      ...flockFacts(flock, farm.today, thresholds),
      suspectValues: recentSuspectsOf(records[index], farm.today),
    })),
  };
}

function recentSuspectsOf(record: FlockRecord | undefined, today: CalendarDay): number {
  return record ? recentSuspects(record, today) : 0;
}

function flockFacts(
  flock: PortfolioFlock,
  today: CalendarDay,
  { weighingDays }: Thresholds,
): Omit<FlockQualityFacts, 'suspectValues'> {
  const { placementDate, recentDays } = flock;
  const weighed = daysBetween(lastWeighingOf(flock)?.day ?? placementDate, today);
  const bird = { kind: birdKind(flock.breed, flock.barnType), ageDays: ageDays(flock, today) };
  const recent = recentDays.filter(
    ({ day }) => day >= placementDate && day < today && daysBetween(day, today) <= DAYS,
  );
  return {
    ageDays: ageDays(flock, today),
    daysInside7: Math.min(DAYS, Math.max(0, daysBetween(placementDate, today))),
    daysLogged7: recent.filter(({ mortality }) => mortality !== null).length,
    isWeighed: flock.smartWeightG !== null || !isWeighingDue(bird, weighed, weighingDays),
    climateHours24: flock.climateHours24,
    hasChickCost: flock.hasChickCost,
    hasFeedCost: flock.hasFeedCost,
    hasPhoto7d: flock.hasPhoto7d,
    isBreedKnown: findBreed(flock.breed) !== undefined,
    isPlacedKnown: placedBirds(flock) !== null,
  };
}
