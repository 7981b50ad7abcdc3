import type { Thresholds } from '../../model/thresholds.ts';
import { type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import type { FlockQualityFacts, QualityFacts } from '../gaps/quality-parts.ts';
import { ageDays } from '../metrics/age-days.ts';
import { placedBirds } from '../metrics/placed-birds.ts';
import { findBreed } from '../standards/find-breed.ts';
import type { PortfolioFarm, PortfolioFlock } from './portfolio-farm.ts';

const DAYS = 7;

/** What of a farm says how complete its data are, as `/gaps` looks at it. */
export function portfolioQuality(farm: PortfolioFarm, thresholds: Thresholds): QualityFacts {
  const { latitude, longitude } = farm.farm;
  return {
    hasCoordinates: latitude !== null && longitude !== null,
    contacts: farm.contacts,
    barns: farm.barns,
    barnsMeasured: farm.barnsMeasured,
    flocks: farm.liveFlocks.map((flock) => flockFacts(flock, farm.today, thresholds)),
  };
}

function flockFacts(
  flock: PortfolioFlock,
  today: CalendarDay,
  { weighingDays }: Thresholds,
): FlockQualityFacts {
  const { placementDate, recentDays, lastWeightDate } = flock;
  const weighed = daysBetween(lastWeightDate ?? placementDate, today);
  const recent = recentDays.filter(
    ({ day }) => day >= placementDate && day < today && daysBetween(day, today) <= DAYS,
  );
  return {
    ageDays: ageDays(flock, today),
    daysInside7: Math.min(DAYS, Math.max(0, daysBetween(placementDate, today))),
    daysLogged7: recent.filter(({ mortality }) => mortality !== null).length,
    isWeighed: flock.smartWeightG !== null || weighed < weighingDays,
    climateHours24: flock.climateHours24,
    hasChickCost: flock.hasChickCost,
    hasFeedCost: flock.hasFeedCost,
    hasPhoto7d: flock.hasPhoto7d,
    isBreedKnown: findBreed(flock.breed) !== undefined,
    isPlacedKnown: placedBirds(flock) !== null,
  };
}
