import type { StoredOf } from '../../model/registry.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import type { CLOSED_FLOCK_PARTS, LIVE_FLOCK_PARTS } from '../flocks/farm-flocks.ts';
import { flockHistory } from '../flocks/flock-history.ts';
import type { FlockDay, FlockRecord } from '../flocks/flock-record.ts';
import { weightNow } from '../flocks/projections.ts';
import { recentDays } from '../flocks/recent-days.ts';
import { eggDropOn } from '../laying/egg-drop.ts';
import { flockLaying, type Laying } from '../laying/laying.ts';
import { cumulativeDailyMortalityRatePct } from '../metrics/cumulative-daily-mortality-rate-pct.ts';
import { cumulativeMortalityPct } from '../metrics/cumulative-mortality-pct.ts';
import { firstWeekMortalityPct } from '../metrics/first-week-mortality-pct.ts';
import { livabilityPct } from '../metrics/livability-pct.ts';
import { waterFeedRatio } from '../metrics/water-feed-ratio.ts';
import { type ExpectedMortality, expectedMortality } from '../mortality/expected-mortality.ts';
import { hasDeathsRecorded } from '../mortality/has-deaths-recorded.ts';
import { currentSpike, type MortalitySpike } from '../mortality/mortality-spike.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { type BarnAir, barnAir } from './barn-air.ts';
import { newestWaterDay } from './newest-water-day.ts';
import { openFlockAlerts } from './open-flock-alerts.ts';
import { waterDropOn } from './water-drop.ts';

/** The parts of a snapshot from which the health of flocks is seen. */
export type HealthParts =
  | (typeof LIVE_FLOCK_PARTS)[number]
  | (typeof CLOSED_FLOCK_PARTS)[number]
  | 'treatments'
  | 'feedDeliveries'
  | 'moults'
  | 'alerts'
  | 'readings'
  | 'seenBehaviour';

/** What tells of the health of a flock; nothing is rounded, null where not recorded. */
export interface FlockHealth {
  readonly livabilityPct: number | null;
  /** The newest day of the last seven on which deaths were recorded; the spike is of that day. */
  readonly logDay: CalendarDay | null;
  readonly spike: MortalitySpike;
  /** Deaths recorded in the last seven days. */
  readonly mort7: number | null;
  readonly firstWeekMortalityPct: number | null;
  readonly cumMortalityPct: number | null;
  readonly expected: ExpectedMortality | null;
  /** Only broilers are held to the rate of the EU. */
  readonly cdmrPct: number | null;
  readonly waterFeedRatio: number | null;
  readonly waterDropPct: number | null;
  /** Null for birds that do not lay. */
  readonly eggDropRatio: number | null;
  /** Of the current weight. */
  readonly weightDeviationPct: number | null;
  readonly air: BarnAir;
  /** All that are open about the flock, of whatever category. */
  readonly alerts: readonly StoredOf<'alerts'>[];
  /** Null for birds that do not lay. */
  readonly laying: Laying | null;
}

const RECENT_DAYS = 7;
const FIRST_WEEK_ENDS = 7;

/** Everything that tells of the health of a flock today. */
export function flockHealth(record: FlockRecord, snapshot: FarmSnapshot<HealthParts>): FlockHealth {
  const { today } = snapshot;
  const recent = recentDays(record, today, RECENT_DAYS);
  const { day: logDay, spike } = currentSpike(record, snapshot);
  const deaths = recent.map(({ log }) => log?.mortality ?? null).filter((each) => each !== null);
  return {
    ...lossesOf(record, snapshot),
    logDay,
    spike,
    mort7: deaths.length === 0 ? null : sum(deaths),
    waterFeedRatio: newestWaterFeedRatio(recent),
    waterDropPct: waterDropOn(record, newestWaterDay(record, today)),
    eggDropRatio: record.kind === 'layer' ? newestEggDrop(record, today) : null,
    weightDeviationPct: weightNow(record).deviationPct,
    air: barnAir(
      { barnId: record.flock.barnId, kind: record.kind, ageDays: record.ageDays },
      snapshot,
    ),
    alerts: openFlockAlerts(record, snapshot),
    laying: flockLaying(record, snapshot),
  };
}

function lossesOf(record: FlockRecord, snapshot: FarmSnapshot<HealthParts>) {
  const { flock, days, totals, ageDays, kind } = record;
  const placed = record.isImpossible ? null : record.placed;
  const hasDeaths = hasDeathsRecorded(record);
  const isOneWeekOld = (ageDays ?? 0) >= FIRST_WEEK_ENDS && (flock.arrivalAgeDays ?? 0) === 0;
  return {
    livabilityPct: hasDeaths ? livabilityPct(placed, totals) : null,
    firstWeekMortalityPct: isOneWeekOld
      ? firstWeekMortalityPct(days.map(deathsAtAge), placed)
      : null,
    cumMortalityPct: hasDeaths ? cumulativeMortalityPct(totals.mortality, placed) : null,
    expected:
      ageDays === null
        ? null
        : expectedMortality(record, ageDays, {
            history: flockHistory(record, snapshot),
            flocksNeeded: snapshot.thresholds.historyFlocks,
          }),
    cdmrPct:
      kind === 'broiler' && hasDeaths ? cumulativeDailyMortalityRatePct(days.map(dayLosses)) : null,
  };
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
