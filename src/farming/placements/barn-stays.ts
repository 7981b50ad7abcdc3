import type { StoredOf } from '../../model/resources/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { groupBy, mapById } from '../../tools/collections.ts';
import { median } from '../../tools/statistics.ts';
import {
  CLOSED_FLOCK_PARTS,
  closedFlocksOf,
  LIVE_FLOCK_PARTS,
  liveFlocksOf,
} from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { flockLivabilityPct } from '../health/mortality.ts';
import { downtimeDays } from '../metrics/dates.ts';
import { firstWeekMortalityPct } from '../metrics/mortality.ts';

/** Snapshot parts needed to plan placements. */
export const PLACEMENT_PARTS = [
  ...new Set([...LIVE_FLOCK_PARTS, ...CLOSED_FLOCK_PARTS, 'contacts'] as const),
] as const;

export type PlacementSnapshot = FarmSnapshot<(typeof PLACEMENT_PARTS)[number]>;

/** The current, previous and planned flocks of a barn. */
export interface BarnStays {
  /** The current flock; the one placed last if there are several. */
  readonly current: FlockRecord | undefined;
  /** All flocks inside. */
  readonly inside: readonly FlockRecord[];
  /** The most recent closed flock, before the current one if there is one. */
  readonly previous: FlockRecord | undefined;
  /** The next flock planned for the barn. */
  readonly planned: StoredOf<'flocks'> | undefined;
  /** All current and former flocks in the snapshot, newest first. */
  readonly all: readonly FlockRecord[];
}

export function barnStays(barnId: string, snapshot: PlacementSnapshot): BarnStays {
  const isHere = ({ flock }: FlockRecord) => flock.barnId === barnId;
  const live = liveFlocksOf(snapshot).filter(isHere).toSorted(byNewestPlacement);
  const closed = closedFlocksOf(snapshot).filter(isHere).toSorted(byNewestPlacement);
  const [current] = live;
  const since = current?.flock.placementDate;
  return {
    current,
    inside: live,
    previous: closed.find(
      ({ flock, lastDay }) =>
        lastDay !== null && (since === undefined || flock.placementDate < since),
    ),
    planned: snapshot.liveFlocks.find(
      (flock) => flock.status === 'planned' && flock.barnId === barnId,
    ),
    all: [...live, ...closed],
  };
}

function byNewestPlacement(left: FlockRecord, right: FlockRecord): number {
  return placed(left) < placed(right) ? 1 : -1;
}

function placed({ flock }: FlockRecord): CalendarDay {
  return flock.placementDate;
}

/** Median days that barns of the farm are empty between two flocks; null without any. */
export function usualDowntimeDays(snapshot: PlacementSnapshot): number | null {
  return median(snapshot.barns.flatMap(({ id }) => downtimesOf(id, snapshot)));
}

function downtimesOf(barnId: string, snapshot: PlacementSnapshot): number[] {
  const newestFirst = barnStays(barnId, snapshot).all;
  return newestFirst.flatMap(({ flock }, index) => {
    const before = newestFirst[index + 1]?.lastDay ?? null;
    const days = before === null ? null : downtimeDays(before, flock.placementDate);
    return days === null ? [] : [days];
  });
}

/**
 * Days to plan between two flocks: the farm's usual downtime, but at least the cleaning time and
 * the minimum downtime.
 */
export function plannedDowntimeDays(snapshot: PlacementSnapshot): number {
  const { cleaningDays, leastDowntimeDays } = snapshot.thresholds;
  return Math.ceil(Math.max(leastDowntimeDays, cleaningDays, usualDowntimeDays(snapshot) ?? 0));
}

/** The performance of the chicks of one supplier in one barn. */
export interface ChickHistory {
  readonly supplierId: string;
  readonly name: string | null;
  readonly flocks: number;
  readonly lastPlacement: string;
  /** Medians of the flocks with a known value; livability of closed flocks only. */
  readonly firstWeekMortalityPct: number | null;
  readonly livabilityPct: number | null;
}

const FIRST_WEEK_ENDS = 7;

/** The chick suppliers of a barn, latest first. */
export function chickHistory({ all }: BarnStays, { contacts }: PlacementSnapshot): ChickHistory[] {
  const names = mapById(contacts);
  const supplied = all.filter(({ flock }) => flock.supplierId !== null);
  return [...groupBy(supplied, ({ flock }) => flock.supplierId ?? '')].map(
    ([supplierId, records]) => {
      const contact = names.get(supplierId);
      return {
        supplierId,
        name: contact?.company ?? contact?.name ?? null,
        flocks: records.length,
        lastPlacement: records[0]?.flock.placementDate ?? '',
        firstWeekMortalityPct: medianOf(records.map(firstWeekPct)),
        livabilityPct: medianOf(records.map(finalLivabilityPct)),
      };
    },
  );
}

function firstWeekPct({ ageDays, days, placed, isImpossible }: FlockRecord): number | null {
  if (isImpossible || (ageDays ?? 0) < FIRST_WEEK_ENDS) return null;
  const deaths = days.map((day) => ({
    ageDays: day.ageDays,
    mortality: day.log?.mortality ?? null,
  }));
  return firstWeekMortalityPct(deaths, placed);
}

function finalLivabilityPct(record: FlockRecord): number | null {
  return record.isLive ? null : flockLivabilityPct(record);
}

function medianOf(values: readonly (number | null)[]): number | null {
  return median(values.filter((value) => value !== null));
}
