import type { StoredOf } from '../../model/registry.ts';
import { daysBetween } from '../../tools/calendar.ts';
import { median, sum, sumOrUnknown } from '../../tools/statistics.ts';
import type { BenchmarkFigures } from '../benchmark/benchmark-metric.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import type { BirdKind } from '../metrics/bird-kind.ts';
import { condemnationPct } from '../metrics/condemnation-pct.ts';
import { downtimeDays } from '../metrics/downtime-days.ts';
import { ratioOf } from '../metrics/ratio-of.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { shareOfHoursInRange } from './share-of-hours-in-range.ts';

/** How a barn did, by the flocks it is compared with; nothing is rounded. */
export interface ComparedBarn {
  readonly barn: StoredOf<'barns'>;
  /** Of the newest flock; null for a barn that had none. */
  readonly kind: BirdKind | null;
  readonly flocks: number;
  readonly epef: number | null;
  readonly fcr: number | null;
  readonly adgG: number | null;
  readonly livabilityPct: number | null;
  readonly henDayPct: number | null;
  readonly kgPerM2Year: number | null;
  readonly marginPerM2Year: number | null;
  readonly downtimeDays: number | null;
  readonly condemnationPct: number | null;
  /** 0 to 1. */
  readonly envStability: number | null;
}

/** The flocks of a barn, and the figures of those that are compared. */
export interface BarnFlocks {
  /** All that are known, the oldest placement first. */
  readonly all: readonly FlockRecord[];
  /** Closed in the last year. */
  readonly closed: readonly FlockRecord[];
  readonly figures: readonly BenchmarkFigures[];
  readonly profits: ReadonlyMap<string, number>;
}

const YEAR_DAYS = 365;

/** How a barn did over its flocks. */
export function comparedBarn(
  barn: StoredOf<'barns'>,
  flocks: BarnFlocks,
  snapshot: FarmSnapshot<'barnHours'>,
): ComparedBarn {
  const { all, closed, figures } = flocks;
  const middle = (name: keyof BenchmarkFigures) =>
    median(figures.map((each) => each[name]).filter((value) => value !== null));
  return {
    barn,
    kind: all.at(-1)?.kind ?? null,
    flocks: figures.length,
    epef: middle('epef'),
    fcr: middle('fcr'),
    adgG: middle('adg'),
    livabilityPct: middle('livability'),
    henDayPct: middle('henDay'),
    ...yieldOf(barn, flocks, snapshot.today),
    downtimeDays: median(downtimes(all)),
    condemnationPct: condemnation(closed),
    envStability: shareOfHoursInRange(barn.id, all, snapshot),
  };
}

/** What the floor of a barn yields a year, over whole cycles: up to the next placement, or today. */
function yieldOf(
  { areaSqm }: StoredOf<'barns'>,
  { all, closed, profits }: BarnFlocks,
  today: string,
) {
  const [first, last] = [closed[0], closed.at(-1)];
  if (!first || !last) return { kgPerM2Year: null, marginPerM2Year: null };
  const next = all.find(({ flock }) => flock.placementDate > last.flock.placementDate);
  const until = next ? next.flock.placementDate : today;
  const years = daysBetween(first.flock.placementDate, until) / YEAR_DAYS;
  const squareYears = areaSqm === null ? null : areaSqm * years;
  const soldKg = sumOrUnknown(closed.map(({ totals }) => totals.soldKg));
  const margins = closed.map(({ flock }) => profits.get(flock.id) ?? null);
  return {
    kgPerM2Year: soldKg === 0 ? null : ratioOf(soldKg, squareYears),
    marginPerM2Year: margins.includes(null) ? null : ratioOf(sum(margins), squareYears),
  };
}

function downtimes(all: readonly FlockRecord[]): number[] {
  return all
    .slice(1)
    .map((next, index) => {
      const lastDay = all[index]?.lastDay ?? null;
      return lastDay === null || all[index]?.isLive
        ? null
        : downtimeDays(lastDay, next.flock.placementDate);
    })
    .filter((days) => days !== null);
}

/** Condemned birds of all deliveries on which they were counted. */
function condemnation(closed: readonly FlockRecord[]): number | null {
  const counted = closed
    .flatMap(({ sales }) => sales)
    .filter(({ condemnedCount }) => condemnedCount !== null);
  return condemnationPct({
    birdsCount: sum(counted.map(({ birdsCount }) => birdsCount)),
    condemnedCount: sum(counted.map(({ condemnedCount }) => condemnedCount)),
    totalWeightKg: null,
    condemnedKg: null,
  });
}
