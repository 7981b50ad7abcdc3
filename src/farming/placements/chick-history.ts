import { groupBy, mapById } from '../../tools/collections.ts';
import { median } from '../../tools/statistics.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { firstWeekMortalityPct } from '../metrics/first-week-mortality-pct.ts';
import { livabilityPct } from '../metrics/livability-pct.ts';
import type { BarnStays, PlacementSnapshot } from './barn-stays.ts';

/** How the chicks of one supplier did in one barn. */
export interface ChickHistory {
  readonly supplierId: string;
  readonly name: string | null;
  readonly flocks: number;
  readonly lastPlacement: string;
  /** Medians of the flocks of which it is known; that of livability of closed flocks. */
  readonly firstWeekMortalityPct: number | null;
  readonly livabilityPct: number | null;
}

const FIRST_WEEK_ENDS = 7;

/** The suppliers whose chicks a barn has had, the latest first. */
export function chickHistory({ all }: BarnStays, { contacts }: PlacementSnapshot): ChickHistory[] {
  const names = mapById(contacts);
  const known = all.filter(({ flock }) => flock.supplierId !== null);
  return [...groupBy(known, ({ flock }) => flock.supplierId ?? '')].map(([supplierId, records]) => {
    const contact = names.get(supplierId);
    return {
      supplierId,
      name: contact?.company ?? contact?.name ?? null,
      flocks: records.length,
      lastPlacement: records[0]?.flock.placementDate ?? '',
      firstWeekMortalityPct: medianOf(records.map(firstWeekPct)),
      livabilityPct: medianOf(records.map(finalLivabilityPct)),
    };
  });
}

function firstWeekPct({ ageDays, days, placed, isImpossible }: FlockRecord): number | null {
  if (isImpossible || (ageDays ?? 0) < FIRST_WEEK_ENDS) return null;
  const deaths = days.map((day) => ({
    ageDays: day.ageDays,
    mortality: day.log?.mortality ?? null,
  }));
  return firstWeekMortalityPct(deaths, placed);
}

function finalLivabilityPct({ isLive, placed, totals, days }: FlockRecord): number | null {
  return isLive || days.length === 0 ? null : livabilityPct(placed, totals);
}

function medianOf(values: readonly (number | null)[]): number | null {
  return median(values.filter((value) => value !== null));
}
