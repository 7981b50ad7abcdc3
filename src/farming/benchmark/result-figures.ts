import { daysBetween } from '../../tools/calendar.ts';
import { birdKind } from '../metrics/bird-kind.ts';
import { lifetimeGainG } from '../metrics/daily-gain-g.ts';
import { epef } from '../metrics/epef.ts';
import { livabilityPct } from '../metrics/livability-pct.ts';
import { percentOf } from '../metrics/percent-of.ts';
import { ratioOf } from '../metrics/ratio-of.ts';
import type { FlockResult } from '../snapshot/flock-result.ts';
import { findBreed } from '../standards/find-breed.ts';
import type { BenchmarkAges } from './benchmark-ages.ts';
import { type BenchmarkFigures, noFigures } from './benchmark-metric.ts';
import type { ExpectedOf } from './standard-figures.ts';

/** What birds a result is of. */
export function birdsOf({ breed, vertical, arrivalAgeDays }: FlockResult): ExpectedOf {
  return { kind: birdKind(breed, vertical), breed: findBreed(breed), arrivalAgeDays };
}

/** The ages of which a result tells. */
export function resultAges(result: FlockResult): BenchmarkAges {
  const reached = result.lastDay === null ? null : ageOn(result, result.lastDay);
  const isSold = result.soldBirds > 0 && result.soldKg > 0;
  const weighedOn = isSold ? result.lastDay : result.lastWeightDay;
  return { weighed: weighedOn === null ? null : ageOn(result, weighedOn), reached };
}

/** The figures of a flock of another farm, from its results. */
export function resultFigures(result: FlockResult): BenchmarkFigures {
  const { placed, mortality, culls, soldKg, soldBirds, feedKg } = result;
  const { weighed } = resultAges(result);
  const weight = soldKg > 0 && soldBirds > 0 ? (soldKg / soldBirds) * 1000 : result.lastWeightG;
  // No death at all means that nobody recorded them.
  const livability = mortality === 0 ? null : livabilityPct(placed, { mortality, culls });
  const fcr = feedKg > 0 && soldBirds > 0 ? ratioOf(feedKg, soldKg) : null;
  const weightKg = weight === null ? null : weight / 1000;
  return {
    ...noFigures,
    weight,
    adg: weighed === null ? null : lifetimeGainG(weight, weighed),
    fcr,
    epef:
      weighed === null
        ? null
        : epef({ livabilityPct: livability, weightKg, ageDays: weighed, fcr }),
    livability,
    firstWeekMortality:
      mortality === 0 || result.arrivalAgeDays > 0
        ? null
        : percentOf(result.firstWeekMortality, placed),
  };
}

function ageOn({ placementDate, arrivalAgeDays }: FlockResult, day: string): number {
  return daysBetween(placementDate, day) + arrivalAgeDays;
}
