import type { StoredOf } from '../../model/resources/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { BirdKind } from '../standards/breed-lookup.ts';
import type { BreedName } from '../standards/breed-tables.ts';
import type { FlockWeight } from './barn-state.ts';
import type { SuspectValue } from './plausibility.ts';

/** One flock with all that is recorded of it: what every figure about it starts from. */
export interface FlockRecord {
  readonly flock: StoredOf<'flocks'>;
  readonly barn: StoredOf<'barns'> | undefined;
  readonly kind: BirdKind;
  /** Undefined when no table is meant for certain. */
  readonly breed: BreedName | undefined;
  /** Active or selling. */
  readonly isLive: boolean;
  /** Today, or of a closed flock the last day with birds inside; null when nothing tells it. */
  readonly lastDay: CalendarDay | null;
  /** On `lastDay`. */
  readonly ageDays: number | null;
  readonly placed: number | null;
  /** Whether `placed` is what was ordered, since what came was not counted. */
  readonly isPlacedEstimated: boolean;
  /** In the barn at the end of today, none of a closed flock; null when not known how many were placed. */
  readonly live: number | null;
  /** Whether the records take away more birds than were placed: no figure per bird holds then. */
  readonly isImpossible: boolean;
  /**
   * The days with a log or a sale, up to today, the oldest first. Of a flock that was closed on
   * paper before its last birds left, some lie behind `lastDay`: they count as all others do.
   */
  readonly days: readonly FlockDay[];
  readonly totals: FlockSums;
  readonly weight: FlockWeight | null;
  /** Whether weighings are recorded that cannot be believed. */
  readonly isWeighingDoubted: boolean;
  readonly sales: readonly StoredOf<'sales'>[];
  /** Values of its logs and sales that cannot be believed: nothing above is made of them. */
  readonly suspects: readonly SuspectValue[];
}

/** What of a daily log the figures of a flock are made from. */
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
  /** The log that counts: the one changed last where there are several. */
  readonly log: FlockLog | null;
  readonly soldBirds: number;
  /** Null when a sale of the day was not weighed. */
  readonly soldKg: number | null;
  /** Alive in the morning, in the evening, and the mean of both; null as in `dailyPopulation`. */
  readonly opening: number | null;
  readonly closing: number | null;
  readonly average: number | null;
}

/** Everything recorded of a flock up to today. */
export interface FlockSums {
  readonly mortality: number;
  readonly culls: number;
  readonly soldBirds: number;
  /** Null when a sale was not weighed: what was sold is unknown then, not nothing. */
  readonly soldKg: number | null;
  readonly feedKg: number;
  readonly waterL: number;
  readonly eggs: number;
  readonly eggsBroken: number;
}

/**
 * Birds of a flock alive at the end of its last day, for figures per bird: null when it is not
 * known how many were placed, and when the records take away more than that.
 */
export function knownLive(record: FlockRecord): number | null {
  return record.isImpossible ? null : record.live;
}

/** What people call a flock: its code, else the name of its barn, else its id. */
export function flockName({ flock, barn }: Pick<FlockRecord, 'flock' | 'barn'>): string {
  return flock.code ?? barn?.name ?? flock.id;
}

/**
 * The sale of a flock that left with more birds than it had: the last recorded of those without
 * which its records would be possible, else the largest.
 */
export function exceedingSale({
  sales,
  placed,
  totals,
}: Pick<FlockRecord, 'sales' | 'placed'> & {
  readonly totals: Pick<FlockSums, 'mortality' | 'culls' | 'soldBirds'>;
}): FlockRecord['sales'][number] | undefined {
  const gone = totals.mortality + totals.culls + totals.soldBirds;
  const birdsOf = ({ birdsCount }: FlockRecord['sales'][number]) => birdsCount ?? 0;
  const counted = sales.filter((sale) => birdsOf(sale) > 0);
  const guilty = counted.filter((sale) => gone - birdsOf(sale) <= (placed ?? 0));
  const byEntry = (sale: FlockRecord['sales'][number]) => `${sale.createdAt} ${sale.id}`;
  return (
    guilty.toSorted((left, right) => (byEntry(left) < byEntry(right) ? 1 : -1))[0] ??
    counted.toSorted((left, right) => birdsOf(right) - birdsOf(left))[0]
  );
}
