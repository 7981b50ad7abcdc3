import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { weightRatio } from '../core/barn-state.ts';
import type { FarmFrame } from '../core/farm-snapshot.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { projectedLive, projectedWeightG } from '../core/projections.ts';
import { ageDays } from '../metrics/dates.ts';
import { standardAgeAtWeight } from '../standards/standard-values.ts';
import { type PriceSnapshot, salePricePerKg } from './prices.ts';

/** The expected sale of the birds of a live flock. */
export interface MarketProjection {
  readonly day: CalendarDay;
  /** Source of the sale day: the plan, the target weight or the usual age. */
  readonly basis: 'planned_date' | 'target_weight' | 'usual_age';
  readonly ageDays: number;
  readonly weightKg: number | null;
  readonly birds: number | null;
  readonly kg: number | null;
  /** At the farm's price per kg. */
  readonly revenue: number | null;
}

/**
 * The expected sale of a live flock; a sale day in the past becomes today. Null for a flock that
 * has left and for hens without a planned day.
 */
export function marketProjection(
  record: FlockRecord,
  snapshot: PriceSnapshot,
): MarketProjection | null {
  const planned = record.isLive ? marketDay(record, snapshot) : null;
  if (!planned) return null;
  const isOverdue = planned.day < snapshot.today;
  const day = isOverdue ? snapshot.today : planned.day;
  const weightG = projectedWeightG(record, day);
  const weightKg = weightG === null ? null : weightG / 1000;
  const birds = projectedLive(record, day);
  const kg = weightKg === null || birds === null ? null : birds * weightKg;
  const price = salePricePerKg(snapshot);
  return {
    day,
    basis: planned.basis,
    ageDays: ageDays(record.flock, day),
    weightKg,
    birds,
    kg,
    revenue: kg === null || price === null || record.kind === 'layer' ? null : kg * price,
  };
}

/**
 * The expected sale day of a flock; null for hens and turkeys without a plan or a target weight.
 */
export function marketDay(
  record: FlockRecord,
  { thresholds }: FarmFrame,
): Pick<MarketProjection, 'day' | 'basis'> | null {
  const { flock, kind } = record;
  if (flock.plannedMarketDate !== null)
    return { day: flock.plannedMarketDate, basis: 'planned_date' };
  if (kind === 'layer') return null;
  const age = ageAtTarget(record);
  if (age !== null) return { day: dayOfAge(flock, Math.ceil(age)), basis: 'target_weight' };
  if (kind !== 'broiler') return null;
  return { day: dayOfAge(flock, thresholds.marketAgeDays), basis: 'usual_age' };
}

function ageAtTarget(record: FlockRecord): number | null {
  const { flock, breed } = record;
  if (flock.targetWeightKg === null || !breed) return null;
  return standardAgeAtWeight(breed, (flock.targetWeightKg * 1000) / (weightRatio(record) ?? 1));
}

function dayOfAge(flock: FlockRecord['flock'], age: number): CalendarDay {
  return addDays(flock.placementDate, age - (flock.arrivalAgeDays ?? 0));
}
