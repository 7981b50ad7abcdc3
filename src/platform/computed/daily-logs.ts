import { judgedFlock, suspectLogValues } from '../../farming/flocks/plausibility.ts';
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
import { listWeighings, type WeighedSpan, type Weighing } from '../../storage/records/weighings.ts';
import { distinct, groupBy, mapById } from '../../tools/collections.ts';
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
  const weighings = groupBy(
    await listWeighings(connection, scope, weighedSpans(rows)),
    ({ flockId }) => flockId,
  );
  return rows.map((row) => {
    const before = (weighings.get(row.flockId) ?? []).filter(({ day }) => day < row.date);
    const known = { losses: losses.get(dayKey(row)), before };
    return computeLog(row, flocks.get(row.flockId), known);
  });
}

/** The days of each flock of which a weight is shown. */
function weighedSpans(rows: readonly Log[]): readonly WeighedSpan[] {
  const weighed = rows.filter(({ avgWeightGr }) => avgWeightGr !== null);
  return [...groupBy(weighed, ({ flockId }) => flockId)].map(([id, logs]) => {
    const days = logs.map(({ date }) => date).toSorted();
    return { id, from: days[0] ?? '', to: days.at(-1) ?? '' };
  });
}

interface KnownOfDay {
  readonly losses: FlockDayLosses | undefined;
  /** The weighings of the flock before the day. */
  readonly before: readonly Weighing[];
}

/** The figures of a log; nothing is made of values that cannot be right. */
function computeLog(
  log: Log,
  flock: FlockFacts | undefined,
  { losses, before }: KnownOfDay,
): ComputedOf<'daily-logs'> {
  const placed = flock ? placedBirds(flock) : null;
  const birds = losses ? dailyPopulation({ placed, ...losses }) : null;
  const standardG = flock ? standardWeightOn(flock, log.date) : null;
  const around = { birds: birds?.opening ?? null, weighings: before };
  const suspect = flock ? suspectLogValues(judgedFlock(flock), log, around) : [];
  const fields = suspect.map(({ field }) => field);
  const believed = { ...log, ...Object.fromEntries(fields.map((field) => [field, null])) };
  return {
    live: losses ? liveBirds(placed, losses.removedBefore + losses.removedOn) : null,
    mortalityPct: dailyMortalityPct(log.mortality, birds?.opening ?? null),
    feedPerBirdG: feedPerBirdG(believed.feedKg, birds?.average ?? null),
    waterFeedRatio: waterFeedRatio(believed.waterL, believed.feedKg),
    henDayPct: henDayPct(log.eggs, birds?.opening ?? null),
    breakagePct: breakagePct(log.eggsBroken, log.eggs),
    standardG,
    deviationPct: weightDeviationPct(believed.avgWeightGr, standardG),
    suspect: fields,
  };
}

function dayKey({ flockId, date }: { readonly flockId: string; readonly date: string }): string {
  return `${flockId} ${date}`;
}
