import type { dashboardAnswer } from '../../model/answers/dashboard.ts';
import type { Made } from '../../model/api/json-schema.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { groupBy, mapById } from '../../tools/collections.ts';
import type { AlertVerdict } from '../alert-rules/evaluate-farm.ts';
import { contextClimates, contextFlocks } from '../context/context-barns.ts';
import type { ContextClimate, ContextFlock } from '../context/context-records.ts';
import { liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { figure } from '../core/figure.ts';
import { lastLoggedDay, weekWith } from '../core/flock-days.ts';
import { type FlockRecord, flockName } from '../core/flock-record.ts';
import { countSeverities, isAboutFlock, isOpenAlert } from '../core/open-items.ts';
import type { UsedFeed, UsedHealth, UsedSections } from '../core/section.ts';
import { type MortalityRow, mortalityRows } from '../digest/digest.ts';
import { flockConversion } from '../feed/flock-feed.ts';
import { cumulativeMortality } from '../health/mortality.ts';
import { henDayPct } from '../metrics/eggs.ts';
import type { Performance } from '../performance/performance.ts';
import { barnState, stateReasons } from './barn-signs.ts';

/** A barn with its flock; a barn with several flocks has one row per flock. */
type BarnRow = Made<(typeof dashboardAnswer)['schema']>['barns'][number];

/** The figures of a flock; null when unknown. */
type FlockCells = Omit<
  BarnRow,
  'barnId' | 'barn' | 'status' | 'state' | 'stateReasons' | 'climate' | 'openAlerts'
>;

const NO_FLOCK: FlockCells = {
  flockId: null,
  flock: null,
  breed: null,
  ageDays: null,
  live: null,
  mortality: null,
  cumMortalityPct: null,
  mortalityDays: null,
  mortalityDaysUnlogged: null,
  weight: null,
  weightG: null,
  standardG: null,
  standardBasis: null,
  deviationPct: null,
  weightDate: null,
  weightEstimated: null,
  weightUncalibrated: null,
  weightReason: null,
  fcr: null,
  fcrEstimated: false,
  fcrLowerBound: false,
  fcrUpperBound: false,
  epef: null,
  henDayPct: null,
  densityKgM2: null,
  feedDaysLeft: null,
  stockEstimated: false,
  health: null,
};

/** Figures of flocks and barns from other answers, by ID. */
interface Known {
  readonly snapshot: FarmSnapshot;
  readonly flocks: ReadonlyMap<string, ContextFlock>;
  readonly deaths: ReadonlyMap<string, MortalityRow>;
  readonly health: ReadonlyMap<string, UsedHealth>;
  readonly feed: ReadonlyMap<string, UsedFeed>;
  readonly climates: ReadonlyMap<string, ContextClimate>;
  /** The findings of the alert rules, whether or not an alert was raised. */
  readonly verdicts: readonly AlertVerdict[];
}

/** Every barn by name, with its flock, health and air; the same figures as elsewhere. */
export function barnRows(
  snapshot: FarmSnapshot,
  { used, verdicts }: Pick<Known, 'verdicts'> & { readonly used: UsedSections },
): readonly BarnRow[] {
  const flocksByBarn = groupBy(liveFlocksOf(snapshot), ({ flock }) => flock.barnId);
  const context: Known = {
    snapshot,
    flocks: mapById(contextFlocks(snapshot)),
    deaths: byFlock(mortalityRows(snapshot)),
    health: byFlock(used.health?.flocks ?? []),
    feed: byFlock(used.feed?.flocks ?? []),
    climates: new Map(contextClimates(snapshot).map((climate) => [climate.barnId, climate])),
    verdicts,
  };
  return snapshot.barns.flatMap((barn) => {
    const records = flocksByBarn.get(barn.id) ?? [];
    return records.length === 0
      ? [barnRow(barn, undefined, context)]
      : records.map((record) => barnRow(barn, record, context));
  });
}

function byFlock<R extends { readonly flockId: string }>(rows: readonly R[]) {
  return new Map(rows.map((row) => [row.flockId, row]));
}

function barnRow(
  barn: StoredOf<'barns'>,
  record: FlockRecord | undefined,
  context: Known,
): BarnRow {
  const cells = record ? flockCells(record, context) : NO_FLOCK;
  const climate = context.climates.get(barn.id) ?? null;
  const alerts = alertsOf(barn, record, context.snapshot);
  const openAlerts = countSeverities(alerts);
  const barnVerdicts = context.verdicts.filter(({ barnId, flockId }) =>
    flockId === null ? barnId === barn.id : flockId === record?.flock.id,
  );
  const { id: barnId, name, status } = barn;
  const state = barnState({
    isOccupied: record !== undefined,
    openAlerts,
    findings: barnVerdicts.map(({ severity }) => severity),
    climate,
    grade: cells.health?.grade,
    isRecorded: record !== undefined && lastLoggedDay(record) !== null,
  });
  const reasons = stateReasons({
    ...{ alerts, found: barnVerdicts, climate },
    ...{ grade: cells.health?.grade, flock: cells.flock },
  });
  return {
    barnId,
    barn: name,
    status,
    state,
    stateReasons: reasons,
    ...cells,
    climate,
    openAlerts,
  };
}

function conversionCells(performance: Performance | null) {
  return {
    fcr: figure('ratio', performance?.fcr),
    fcrEstimated: performance?.isFcrEstimated ?? false,
    fcrLowerBound: performance?.isFcrLowerBound ?? false,
    fcrUpperBound: performance?.isFcrUpperBound ?? false,
    epef: figure('score', performance?.epef),
  };
}

function flockCells(record: FlockRecord, context: Known): FlockCells {
  const { id, breed } = record.flock;
  const flock = context.flocks.get(id);
  const deaths = context.deaths.get(id);
  const health = context.health.get(id);
  const performance = flockConversion(record, context.snapshot);
  const dead = cumulativeMortality(record);
  return {
    flockId: id,
    flock: flockName(record),
    breed,
    ageDays: record.ageDays,
    live: record.live,
    mortality: deaths ? mortalityCell(deaths) : null,
    cumMortalityPct: figure('pct', dead.cumMortalityPct),
    mortalityDays: dead.mortalityDays,
    mortalityDaysUnlogged: dead.mortalityDaysUnlogged,
    weight: flock?.weight ?? null,
    weightG: flock?.weightG ?? null,
    standardG: flock?.standardG ?? null,
    standardBasis: flock?.standardBasis ?? null,
    deviationPct: flock?.deviationPct ?? null,
    weightDate: flock?.weightDate ?? null,
    weightEstimated: flock?.weightEstimated ?? null,
    weightUncalibrated: flock?.weightUncalibrated ?? null,
    weightReason: flock?.weightReason ?? null,
    ...conversionCells(performance),
    henDayPct: figure('pct', newestHenDay(record, context.snapshot.today)),
    densityKgM2: flock?.densityKgM2 ?? null,
    feedDaysLeft: context.feed.get(id)?.daysLeft ?? null,
    stockEstimated: context.feed.get(id)?.stockEstimated ?? false,
    health: health ? { score: health.score, grade: health.grade } : null,
  };
}

function mortalityCell(row: MortalityRow) {
  const { date, deaths, deathsDayBefore, avg7, ratio, pct, spike } = row;
  return { date, deaths, deathsDayBefore, avg7, ratio, pct, spike };
}

/** Of the newest of the last seven days with logged eggs. */
function newestHenDay(record: FlockRecord, today: CalendarDay): number | null {
  const lastLayingDay =
    record.kind === 'layer' ? weekWith(record, 'eggs', today).at(-1) : undefined;
  return lastLayingDay ? henDayPct(lastLayingDay.log?.eggs ?? null, lastLayingDay.opening) : null;
}

/** The open alerts of a barn; alerts about one flock in it are listed only for that flock. */
function alertsOf(
  barn: StoredOf<'barns'>,
  record: FlockRecord | undefined,
  { alerts }: FarmSnapshot<'alerts'>,
) {
  return alerts.filter((alert) => {
    if (!isOpenAlert(alert)) return false;
    return record ? isAboutFlock(alert, record.flock) : alert.barnId === barn.id;
  });
}
