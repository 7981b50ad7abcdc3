import { daysBetween } from '../../tools/calendar.ts';
import { judgedFlock, lastPlausibleWeighing, suspectSaleWeight } from '../flocks/plausibility.ts';
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
  const isSold = isWeighedSale(result);
  const weighedOn = isSold ? result.lastDay : result.lastWeightDay;
  return { weighed: weighedOn === null ? null : ageOn(result, weighedOn), reached };
}

/** The figures of a flock of another farm, from its results. */
export function resultFigures(result: FlockResult): BenchmarkFigures {
  const { placed, mortality, culls, soldBirds, feedKg } = result;
  const soldKg = isWeighedSale(result) ? result.soldKg : null;
  const { weighed } = resultAges(result);
  const weight = soldKg === null ? weighedG(result) : (soldKg / soldBirds) * 1000;
  // No death at all means that nobody recorded them.
  const livability = mortality === 0 ? null : livabilityPct(placed, { mortality, culls });
  const fcr = feedKg > 0 ? ratioOf(feedKg, soldKg) : null;
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

/** Whether all birds of a flock were sold by a weight that can be believed. */
function isWeighedSale(
  result: FlockResult,
): result is FlockResult & { readonly soldKg: number; readonly lastDay: string } {
  const { soldBirds, soldKg, lastDay } = result;
  if (soldKg === null || soldKg <= 0 || soldBirds <= 0 || lastDay === null) return false;
  const sale = { id: result.flockId, date: lastDay, birdsCount: soldBirds, totalWeightKg: soldKg };
  return (
    suspectSaleWeight(judgedFlock({ ...result, barnType: result.vertical }), sale) === undefined
  );
}

function weighedG(result: FlockResult): number | null {
  const { lastWeightG: g, lastWeightDay: day } = result;
  if (g === null || day === null) return null;
  const judged = { ...result, barnType: result.vertical };
  return lastPlausibleWeighing(judged, [{ day, g }])?.g ?? null;
}
