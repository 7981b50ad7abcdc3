import type { StoredOf } from '../../model/resources/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { BirdKind } from '../standards/breed-lookup.ts';
import type { BreedName } from '../standards/breed-tables.ts';
import type { FlockWeight } from './barn-state.ts';
import type { SuspectValue } from './plausibility.ts';

/** One flock with all its recorded data: the input of every figure about it. */
export interface FlockRecord {
  readonly flock: StoredOf<'flocks'>;
  readonly barn: StoredOf<'barns'> | undefined;
  readonly kind: BirdKind;
  /** Undefined when no table matches with certainty. */
  readonly breed: BreedName | undefined;
  /** Active or selling. */
  readonly isLive: boolean;
  /** Today; for a closed flock the last day with birds inside, or null when unknown. */
  readonly lastDay: CalendarDay | null;
  /** On `lastDay`. */
  readonly ageDays: number | null;
  readonly placed: number | null;
  /** Whether `placed` is the number ordered because the arrivals were not counted. */
  readonly isPlacedEstimated: boolean;
  /**
   * Birds in the barn at the end of today, 0 for a closed flock; null when the number placed is
   * unknown.
   */
  readonly live: number | null;
  /**
   * Whether more birds are recorded as removed than were placed; per-bird figures are then invalid.
   */
  readonly isImpossible: boolean;
  /**
   * The days with a log or a sale, up to today, oldest first. For a flock closed in the records
   * before its last birds left, some days are after `lastDay`; they count like the others.
   */
  readonly days: readonly FlockDay[];
  readonly totals: FlockSums;
  readonly weight: FlockWeight | null;
  /** Whether implausible weighings are recorded. */
  readonly isWeighingDoubted: boolean;
  readonly sales: readonly StoredOf<'sales'>[];
  /** Implausible values of its logs and sales; excluded from everything above. */
  readonly suspects: readonly SuspectValue[];
}

/** The fields of a daily log that the figures of a flock use. */
export type FlockLog = Pick<
  StoredOf<'daily-logs'>,
  | 'id'
  | 'flockId'
  | 'date'
  | 'mortality'
  | 'culls'
  | 'eggs'
  | 'eggsBroken'
  | 'avgWeightGr'
  | 'camerasWeightGr'
  | 'feedKg'
  | 'waterL'
  | 'tempMin'
  | 'tempMax'
  | 'tempAvg'
>;

/** A day of a flock with a log or a sale. */
export interface FlockDay {
  readonly day: CalendarDay;
  readonly ageDays: number;
  /** The deciding log: the last changed one if there are several. */
  readonly log: FlockLog | null;
  readonly soldBirds: number;
  /** Null when a sale of the day was not weighed. */
  readonly soldKg: number | null;
  /** Alive in the morning, in the evening, and the mean of both; null as in `dailyPopulation`. */
  readonly opening: number | null;
  readonly closing: number | null;
  readonly average: number | null;
}

/** Cumulative totals of a flock up to today. */
export interface FlockSums {
  readonly mortality: number;
  readonly culls: number;
  readonly soldBirds: number;
  /** Null when any sale was not weighed: the total is then unknown, not 0. */
  readonly soldKg: number | null;
  readonly feedKg: number;
  readonly waterL: number;
  readonly eggs: number;
  readonly eggsBroken: number;
}

/**
 * Birds of a flock alive at the end of its last day, for per-bird figures: null when the number
 * placed is unknown or exceeded by the birds removed.
 */
export function knownLive(record: FlockRecord): number | null {
  return record.isImpossible ? null : record.live;
}

/** Display name of a flock: its code, else the name of its barn, else its ID. */
export function flockName({ flock, barn }: Pick<FlockRecord, 'flock' | 'barn'>): string {
  return flock.code ?? barn?.name ?? flock.id;
}

/**
 * The sale that removes more birds than a flock had: the last recorded sale without which the
 * records would be possible, else the largest.
 */
export function exceedingSale({
  sales,
  placed,
  totals,
}: Pick<FlockRecord, 'sales' | 'placed'> & {
  readonly totals: Pick<FlockSums, 'mortality' | 'culls' | 'soldBirds'>;
}): FlockRecord['sales'][number] | undefined {
  const removedBirds = totals.mortality + totals.culls + totals.soldBirds;
  const birdsOf = ({ birdsCount }: FlockRecord['sales'][number]) => birdsCount ?? 0;
  const counted = sales.filter((sale) => birdsOf(sale) > 0);
  const guilty = counted.filter((sale) => removedBirds - birdsOf(sale) <= (placed ?? 0));
  const byEntry = (sale: FlockRecord['sales'][number]) => `${sale.createdAt} ${sale.id}`;
  return (
    guilty.toSorted((left, right) => (byEntry(left) < byEntry(right) ? 1 : -1))[0] ??
    counted.toSorted((left, right) => birdsOf(right) - birdsOf(left))[0]
  );
}
