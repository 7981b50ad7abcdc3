import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { percentOf, sum } from '../../tools/statistics.ts';
import { type BarnAir, barnAir } from '../climate/barn-climate.ts';
import type { LIVE_FLOCK_PARTS } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { recentDays, weekDueDays, weekWith } from '../core/flock-days.ts';
import type { FlockDay, FlockRecord } from '../core/flock-record.ts';
import { isAboutFlock, openAlerts } from '../core/open-items.ts';
import { weightNow } from '../core/projections.ts';
import { waterFeedRatio } from '../metrics/feed-and-water.ts';
import {
  cumulativeDailyMortalityRatePct,
  firstWeekMortalityPct,
  livabilityPct,
} from '../metrics/mortality.ts';
import { eggDropOn, flockLaying, type Laying } from '../performance/laying.ts';
import { YOUNGEST_DAYS } from '../performance/performance.ts';
import {
  type CumulativeMortality,
  cumulativeMortality,
  flockLivabilityPct,
  hasDeathsRecorded,
  standardMortalityPct,
} from './mortality.ts';
import { currentSpike, type MortalitySpike } from './mortality-spike.ts';
import { newestWaterDay, waterDropOn } from './water-intake.ts';

/** The health figure of a flock that is furthest below its standard. */
export interface FurthestBelow {
  readonly metric: 'weight' | 'livability' | 'henDay';
  readonly betterByPct: number;
}

/** Snapshot parts needed for the health of flocks. */
export type HealthParts =
  | (typeof LIVE_FLOCK_PARTS)[number]
  | 'treatments'
  | 'feedDeliveries'
  | 'moults'
  | 'alerts'
  | 'readings'
  | 'seenBehaviour';

/** The health figures of a flock; unrounded, null when not recorded. */
export interface FlockHealth extends CumulativeMortality {
  /** Null when deaths are logged on too few days. */
  readonly livabilityPct: number | null;
  /** The newest of the last seven days with recorded deaths; the spike is of that day. */
  readonly logDay: CalendarDay | null;
  readonly spike: MortalitySpike;
  /** Deaths recorded in the last seven days. */
  readonly mort7: number | null;
  /** With any of these days unlogged, `mort7` is a lower bound. */
  readonly mort7DaysUnlogged: number;
  readonly firstWeekMortalityPct: number | null;
  readonly standardMortalityPct: number | null;
  /** Only broilers have an EU limit. */
  readonly cdmrPct: number | null;
  readonly waterFeedRatio: number | null;
  readonly waterDropPct: number | null;
  /** Null for birds that do not lay. */
  readonly eggDropRatio: number | null;
  /** Of the current weight. */
  readonly weightDeviationPct: number | null;
  readonly air: BarnAir;
  /** All open alerts about the flock, of any category. */
  readonly alerts: readonly StoredOf<'alerts'>[];
  /** Null for birds that do not lay. */
  readonly laying: Laying | null;
  readonly furthestBelow: FurthestBelow | null;
}

const RECENT_DAYS = 7;
const FIRST_WEEK_ENDS = 7;

/** The health figures of a flock today. */
export function flockHealth(record: FlockRecord, snapshot: FarmSnapshot<HealthParts>): FlockHealth {
  const { today } = snapshot;
  const recent = recentDays(record, today, RECENT_DAYS);
  const { day: logDay, spike } = currentSpike(record, snapshot);
  const counted = weekWith(record, 'mortality', today);
  const losses = lossesOf(record);
  const laying = flockLaying(record, snapshot);
  return {
    ...losses,
    logDay,
    spike,
    mort7: counted.length === 0 ? null : sum(counted.map(({ log }) => log?.mortality)),
    mort7DaysUnlogged: weekDueDays(record, 'mortality', today).unlogged,
    waterFeedRatio: newestWaterFeedRatio(recent),
    waterDropPct: waterDropOn(record, newestWaterDay(record, today)),
    eggDropRatio: record.kind === 'layer' ? newestEggDrop(record, today) : null,
    weightDeviationPct: weightNow(record).deviationPct,
    air: barnAir(
      { barnId: record.flock.barnId, kind: record.kind, ageDays: record.ageDays },
      snapshot,
    ),
    alerts: openFlockAlerts(record, snapshot),
    laying,
    // Unlogged deaths can only lower the recorded livability.
    furthestBelow: furthestBelow(record, { ...losses, ...atMost(record), laying }),
  };
}

function lossesOf(record: FlockRecord) {
  const { flock, days, ageDays, kind } = record;
  const placed = record.isImpossible ? null : record.placed;
  const hasDeaths = hasDeathsRecorded(record);
  const isOneWeekOld = (ageDays ?? 0) >= FIRST_WEEK_ENDS && (flock.arrivalAgeDays ?? 0) === 0;
  return {
    ...cumulativeMortality(record),
    livabilityPct: flockLivabilityPct(record),
    firstWeekMortalityPct: isOneWeekOld
      ? firstWeekMortalityPct(days.map(deathsAtAge), placed)
      : null,
    standardMortalityPct:
      ageDays === null
        ? null
        : standardMortalityPct({ kind, arrivalAgeDays: flock.arrivalAgeDays }, ageDays),
    cdmrPct:
      kind === 'broiler' && hasDeaths ? cumulativeDailyMortalityRatePct(days.map(dayLosses)) : null,
  };
}

function atMost(record: FlockRecord) {
  const placed = record.isImpossible ? null : record.placed;
  return { livabilityPct: hasDeathsRecorded(record) ? livabilityPct(placed, record.totals) : null };
}

/**
 * Of the figures used to compare flocks and related to health, the one furthest below its standard;
 * null in the first week of life.
 */
export function furthestBelow(
  record: FlockRecord,
  figures: Pick<FlockHealth, 'livabilityPct' | 'standardMortalityPct'> & {
    readonly laying: Pick<Laying, 'ofStandardPct' | 'inMoult'> | null;
  },
): FurthestBelow | null {
  if ((record.ageDays ?? 0) < YOUNGEST_DAYS) return null;
  const { livabilityPct: livability, standardMortalityPct: expectedLossPct, laying } = figures;
  const { deviationPct } = weightNow(record);
  const hens = laying?.inMoult ? null : laying;
  const isMoulting = laying?.inMoult ?? false;
  const factors = [
    shortfall('weight', isMoulting || deviationPct === null ? null : 100 + deviationPct),
    shortfall(
      'livability',
      expectedLossPct === null ? null : percentOf(livability, 100 - expectedLossPct),
    ),
    shortfall('henDay', hens?.ofStandardPct ?? null),
  ];
  return (
    factors
      .filter((one) => one !== null)
      .toSorted((left, right) => left.betterByPct - right.betterByPct)[0] ?? null
  );
}

function shortfall(metric: FurthestBelow['metric'], ofStandardPct: number | null) {
  return ofStandardPct === null ? null : { metric, betterByPct: ofStandardPct - 100 };
}

function deathsAtAge({ ageDays, log }: FlockDay) {
  return { ageDays, mortality: log?.mortality ?? null };
}

function dayLosses({ opening, log }: FlockDay) {
  return { opening, lost: (log?.mortality ?? 0) + (log?.culls ?? 0) };
}

function newestWaterFeedRatio(recent: readonly FlockDay[]): number | null {
  const ratios = recent.map(({ log }) => waterFeedRatio(log?.waterL ?? null, log?.feedKg ?? null));
  return ratios.findLast((ratio) => ratio !== null) ?? null;
}

function newestEggDrop(record: FlockRecord, today: CalendarDay): number | null {
  return eggDropOn(record, today) ?? eggDropOn(record, addDays(today, -1));
}

const OF_HEALTH: readonly (string | null)[] = ['health', 'mortality', 'production'];

/** Whether an alert is about the health of birds. */
export function isHealthAlert({ category }: StoredOf<'alerts'>): boolean {
  return OF_HEALTH.includes(category);
}

/** The open alerts about a flock, or about its barn when they name no flock. */
function openFlockAlerts(
  { flock }: FlockRecord,
  { alerts }: FarmSnapshot<'alerts'>,
): readonly StoredOf<'alerts'>[] {
  return openAlerts(alerts).filter((alert) => isAboutFlock(alert, flock));
}
