import { breakagePct } from '../../farming/metrics/breakage-pct.ts';
import { dailyMortalityPct } from '../../farming/metrics/daily-mortality-pct.ts';
import { dailyPopulation } from '../../farming/metrics/daily-population.ts';
import { feedPerBirdG } from '../../farming/metrics/feed-per-bird-g.ts';
import { henDayPct } from '../../farming/metrics/hen-day-pct.ts';
import { liveBirds } from '../../farming/metrics/live-birds.ts';
import { placedBirds } from '../../farming/metrics/placed-birds.ts';
import { standardWeightOn } from '../../farming/metrics/standard-weight-on.ts';
import { waterFeedRatio } from '../../farming/metrics/water-feed-ratio.ts';
import { weightDeviationPct } from '../../farming/metrics/weight-deviation-pct.ts';
import type { ComputedOf, StoredOf } from '../../model/registry.ts';
import { type FlockDayLosses, listFlockDayLosses } from '../../storage/records/flock-days.ts';
import { type FlockFacts, listFlockFacts } from '../../storage/records/flock-facts.ts';
import { distinct, mapById } from '../../tools/collections.ts';
import type { PageContext } from './compute.ts';

type Log = StoredOf<'daily-logs'>;

/** The figures of each logged day, from the birds the flock had on that day. */
export async function computeDailyLogs(
  rows: readonly Log[],
  { connection, scope }: PageContext,
): Promise<ComputedOf<'daily-logs'>[]> {
  const flockIds = distinct(rows.map((row) => row.flockId));
  const flocks = mapById(await listFlockFacts(connection, scope, flockIds));
  const found = await listFlockDayLosses(connection, scope, rows);
  const losses = new Map(found.map((day) => [dayKey(day), day]));
  return rows.map((row) => computeLog(row, flocks.get(row.flockId), losses.get(dayKey(row))));
}

function computeLog(
  log: Log,
  flock: FlockFacts | undefined,
  losses: FlockDayLosses | undefined,
): ComputedOf<'daily-logs'> {
  const placed = flock ? placedBirds(flock) : null;
  const birds = losses ? dailyPopulation({ placed, ...losses }) : null;
  const standardG = flock ? standardWeightOn(flock, log.date) : null;
  return {
    live: losses ? liveBirds(placed, losses.removedBefore + losses.removedOn) : null,
    mortalityPct: dailyMortalityPct(log.mortality, birds?.opening ?? null),
    feedPerBirdG: feedPerBirdG(log.feedKg, birds?.average ?? null),
    waterFeedRatio: waterFeedRatio(log.waterL, log.feedKg),
    henDayPct: henDayPct(log.eggs, birds?.opening ?? null),
    breakagePct: breakagePct(log.eggsBroken, log.eggs),
    standardG,
    deviationPct: weightDeviationPct(log.avgWeightGr, standardG),
  };
}

function dayKey({ flockId, date }: { readonly flockId: string; readonly date: string }): string {
  return `${flockId} ${date}`;
}
