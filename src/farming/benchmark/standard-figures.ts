import type { BirdKind } from '../metrics/bird-kind.ts';
import { lifetimeGainG } from '../metrics/daily-gain-g.ts';
import { epef } from '../metrics/epef.ts';
import type { BreedName } from '../standards/breed-tables.ts';
import { expectedCumulativeMortalityPct } from '../standards/expected-mortality-pct.ts';
import { standardFcr } from '../standards/standard-fcr.ts';
import { standardHenDayPct } from '../standards/standard-hen-day-pct.ts';
import { standardWeightG } from '../standards/standard-weight-g.ts';
import type { BenchmarkAges } from './benchmark-ages.ts';
import { type BenchmarkFigures, noFigures } from './benchmark-metric.ts';

/** What is to be expected of birds. */
export interface ExpectedOf {
  readonly kind: BirdKind;
  readonly breed: BreedName | undefined;
  readonly arrivalAgeDays: number;
}

const FIRST_WEEK_DAYS = 7;
/** At which the breeders' weight and feed make an efficiency factor of 450 for Ross 308 at 35 days. */
const STANDARD_LIVABILITY_PCT = 96;

/** What the table of the breed, and the mortality curve of the kind, say at the ages of a flock. */
export function standardFigures(
  { kind, breed, arrivalAgeDays }: ExpectedOf,
  { weighed, reached }: BenchmarkAges,
): BenchmarkFigures {
  const lost = (age: number) =>
    Math.max(
      0,
      expectedCumulativeMortalityPct(kind, age) -
        expectedCumulativeMortalityPct(kind, arrivalAgeDays),
    );
  return {
    ...noFigures,
    ...(breed && weighed !== null ? standardOfWeighed(breed, weighed) : {}),
    livability: reached === null ? null : 100 - lost(reached),
    firstWeekMortality: arrivalAgeDays === 0 ? lost(FIRST_WEEK_DAYS) : null,
    henDay: breed && reached !== null ? standardHenDayPct(breed, reached) : null,
  };
}

function standardOfWeighed(breed: BreedName, ageDays: number) {
  const [weight, fcr] = [standardWeightG(breed, ageDays), standardFcr(breed, ageDays)];
  return {
    weight,
    adg: lifetimeGainG(weight, ageDays),
    fcr,
    epef: epef({
      livabilityPct: STANDARD_LIVABILITY_PCT,
      weightKg: weight === null ? null : weight / 1000,
      ageDays,
      fcr,
    }),
  };
}
