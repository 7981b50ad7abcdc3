import { addDays, type CalendarDay, daysBetween, hourInZone } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { type LIVE_FLOCK_PARTS, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { deliveryFix, importableFix, logDayFix, weighingFix } from '../core/fixes.ts';
import {
  daysSinceWeighing,
  daysWithoutLog,
  deathDaysOf,
  firstDayWithoutDeaths,
  isGrownHen,
  isWeighingDue,
  lastLoggedDay,
  lastWeighing,
} from '../core/flock-days.ts';
import { exceedingSale, type FlockDay, type FlockRecord, flockName } from '../core/flock-record.ts';
import { deathsText, suspectText } from '../core/missing-data.ts';
import type { Severity } from '../core/open-items.ts';
import { type FeedStockParts, feedStock } from '../feed/feed-forecast.ts';
import { lateOrders } from '../feed/feed-orders.ts';
import { missingDeliveries } from '../feed/flock-feed.ts';
import { loneHeavyLosses } from '../health/mortality-spike.ts';
import { closedDay } from '../metrics/dates.ts';
import { dailyMortalityPct } from '../metrics/mortality.ts';
import { absenceOn } from '../metrics/population.ts';
import { feedEatenBy } from '../performance/feed-eaten.ts';
import { type FoundGap, type GapSnapshot, idsOf } from './gap.ts';

type LiveFlockSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>;

const PHOTO_DAYS = 7;
const ONE_DAY = 1;

/** Flocks without a log of today; in the morning the day's figures cannot be known yet. */
export function findMissingLogs(snapshot: LiveFlockSnapshot): FoundGap[] {
  const { today, now, zone, thresholds } = snapshot;
  const isLate = hourInZone(now, zone) >= thresholds.logWarningHour;
  return liveFlocksOf(snapshot).flatMap((record) => {
    const lastLog = lastLoggedDay(record);
    const { placementDate } = record.flock;
    if (lastLog === today || placementDate > today) return [];
    // A log of the placement day is requested, but no day has been missed by then.
    const count = Math.max(ONE_DAY, daysWithoutLog(record, today));
    const since = addDays(today, 1 - count);
    const params = { flock: flockName(record), day: { day: lastLog ?? placementDate } };
    return [
      {
        ...aboutFlock(record),
        severity: count > ONE_DAY ? 'critical' : isLate ? 'warning' : 'info',
        why: lastLog === null ? 'never' : 'last',
        params: { ...params, days: { quantity: count, unit: 'days' }, count },
        count,
        since,
        fix: importableFix(logDayFix(record, since, figuresToFillIn(record)), count),
      } satisfies FoundGap,
    ];
  });
}

/**
 * Flocks with a missing day before their last log. The count is the number of days with unknown
 * deaths, as in every "at least" figure of deaths.
 */
export function findUnloggedDays(snapshot: LiveFlockSnapshot): FoundGap[] {
  return liveFlocksOf(snapshot).flatMap((record) => {
    const day = firstUnloggedDay(record);
    const { unlogged, due } = deathDaysOf(record);
    if (day === null || unlogged === 0) return [];
    return [
      {
        ...aboutFlock(record),
        severity: 'warning',
        why: 'message',
        params: { flock: flockName(record), count: unlogged, days: due, day: { day } },
        count: unlogged,
        since: day,
        fix: importableFix(logDayFix(record, day, figuresToFillIn(record)), unlogged),
      } satisfies FoundGap,
    ];
  });
}

/**
 * The first day after placement without logged deaths; null unless a later day is logged, because
 * the days after the last log have a separate gap.
 */
function firstUnloggedDay(record: FlockRecord): CalendarDay | null {
  const first = firstDayWithoutDeaths(record);
  const isLater = record.days.some(({ day, log }) => day > first && log?.mortality != null);
  return isLater ? first : null;
}

function figuresToFillIn({ kind }: FlockRecord): Readonly<Record<string, null>> {
  const always = { mortality: null, feedKg: null, waterL: null };
  return kind === 'layer' ? { ...always, eggs: null } : always;
}

/**
 * Flocks not weighed for a week, grown hens for four weeks; only a note for hens and where cameras
 * weigh.
 */
export function findUnweighed(snapshot: GapSnapshot): FoundGap[] {
  const { today, thresholds, smartWeights } = snapshot;
  return liveFlocksOf(snapshot).flatMap((record) => {
    const days = daysSinceWeighing(record, today);
    if (!isWeighingDue(record, days, thresholds.weighingDays)) return [];
    const weighing = lastWeighing(record);
    const hasCameras = smartWeights.some(({ flockId }) => flockId === record.flock.id);
    return [
      {
        ...aboutFlock(record),
        severity: weighingSeverity(
          days > thresholds.weighingCriticalDays,
          hasCameras || isGrownHen(record),
        ),
        why: hasCameras ? 'cameras' : weighing ? 'last' : hasDoubted(record) ? 'doubted' : 'never',
        params: {
          flock: flockName(record),
          days: { quantity: days, unit: 'days' },
          day: { day: weighing?.day ?? record.flock.placementDate },
        },
        count: 1,
        since: weighing?.day ?? record.flock.placementDate,
        fix: weighingFix(record, today),
      } satisfies FoundGap,
    ];
  });
}

/** Whether implausible weighings of a flock are stored. */
function hasDoubted({ suspects }: FlockRecord): boolean {
  return suspects.some(({ field }) => field === 'avgWeightGr');
}

function weighingSeverity(isLong: boolean, isNote: boolean): Severity {
  if (isNote) return 'info';
  return isLong ? 'critical' : 'warning';
}

/**
 * Invalid or implausible values, each with the call that corrects it; without a call for a sealed
 * flock.
 */
export function findSuspectValues(snapshot: LiveFlockSnapshot): FoundGap[] {
  return liveFlocksOf(snapshot).flatMap((record) => [
    ...loneHeavyLosses(record, snapshot).flatMap((day) => heavyLoss(record, day)),
    ...record.suspects.map(
      (suspect) =>
        ({
          subject: `${suspect.id}:${suspect.field}`,
          ids: { ...aboutFlock(record).ids, ...SUSPECT_IDS[suspect.resource](suspect.id) },
          severity: 'warning',
          why: suspect.byCameras ? 'cameras' : suspect.low === null ? 'most' : 'range',
          params: { flock: flockName(record), ...suspectText(suspect).params },
          count: 1,
          since: suspect.day,
          fix: {
            method: 'PATCH',
            path: `/${suspect.resource}/${suspect.id}`,
            body: { [suspect.field]: null },
          },
        }) satisfies FoundGap,
    ),
  ]);
}

/** Deaths that are counted but should be checked. */
function heavyLoss(record: FlockRecord, { day, log, opening }: FlockDay): FoundGap[] {
  const deaths = log?.mortality ?? 0;
  const pct = dailyMortalityPct(deaths, opening);
  if (!log || pct === null) return [];
  const { params } = deathsText({ day, deaths, pct });
  return [
    {
      subject: `${log.id}:mortality`,
      ids: { ...aboutFlock(record).ids, ...SUSPECT_IDS['daily-logs'](log.id) },
      severity: 'info',
      why: 'deaths',
      params: { flock: flockName(record), field: 'mortality', ...params },
      count: 1,
      since: day,
      fix: { method: 'PATCH', path: `/daily-logs/${log.id}`, body: { mortality: null } },
    },
  ];
}

/**
 * Flocks with logs of days on which they were not in their barn: before placement, while planned,
 * or after closing. The logs of a sealed flock cannot be corrected.
 */
export function findMisdatedLogs(snapshot: GapSnapshot): FoundGap[] {
  const { liveFlocks, liveLogs, closedFlocks, lateLogs, barns, zone } = snapshot;
  const logs = groupBy([...liveLogs, ...lateLogs], ({ flockId }) => flockId);
  const open = [...liveFlocks, ...closedFlocks].filter(({ sealed }) => !sealed);
  return open.flatMap((flock) => {
    const closedOn = closedDay(flock.closedAt, zone);
    const absence = (date: CalendarDay) => absenceOn({ ...flock, closedOn }, date);
    const misdated = (logs.get(flock.id) ?? []).filter(({ date }) => absence(date));
    const [first] = misdated;
    if (!first) return [];
    const barn = barns.find(({ id }) => id === flock.barnId);
    const reason = absence(first.date) ?? 'beforePlacement';
    const path = `/flocks/${flock.id}`;
    const correction = { path: `/daily-logs/${first.id}`, body: { date: null } };
    const placement = { path, body: { placementDate: null } };
    const arrival = { path, body: { status: 'active' } };
    const isOfLog = misdated.length === 1 || reason === 'afterClosure';
    const fix = isOfLog ? correction : placement;
    return [
      {
        ...aboutFlock({ flock }),
        severity: 'warning',
        why: reason,
        params: {
          flock: flockName({ flock, barn }),
          count: misdated.length,
          day: { day: first.date },
          placement: { day: flock.placementDate },
          ...(closedOn === null ? {} : { closed: { day: closedOn } }),
        },
        count: misdated.length,
        since: first.date,
        fix: { method: 'PATCH', ...(reason === 'plannedFlock' ? arrival : fix) },
      } satisfies FoundGap,
    ];
  });
}

/** Flocks whose sales and logs remove more birds than were placed. */
export function findExceededBirds(snapshot: LiveFlockSnapshot): FoundGap[] {
  const impossibleFlocks = liveFlocksOf(snapshot).filter(({ isImpossible }) => isImpossible);
  return impossibleFlocks.map(({ placed, totals, sales, ...record }) => {
    const removedBirds = totals.mortality + totals.culls + totals.soldBirds;
    const sale = exceedingSale({ placed, totals, sales });
    const body = sale ? { birdsCount: null } : { chicksReceived: null };
    return {
      ...aboutFlock(record),
      severity: 'warning',
      why: 'message',
      params: {
        flock: flockName(record),
        placed: { quantity: placed ?? 0, unit: 'birds' },
        gone: { quantity: removedBirds, unit: 'birds' },
      },
      count: 1,
      since: sale?.date ?? null,
      fix: {
        method: 'PATCH',
        path: sale ? `/sales/${sale.id}` : `/flocks/${record.flock.id}`,
        body,
      },
    } satisfies FoundGap;
  });
}

/** Feed orders that were due before today and have not been delivered. */
export function findLateOrders(snapshot: GapSnapshot): FoundGap[] {
  return lateOrders(snapshot).map(({ id, flockId, dueDate, quantityKg }) => ({
    subject: id,
    severity: 'warning',
    why: 'message',
    params: { amount: { quantity: quantityKg, unit: 'kg' }, day: { day: dueDate } },
    ids: idsOf({ feedOrderId: id, flockId }),
    count: 1,
    since: addDays(dueDate, 1),
    fix: deliveryFix(id),
  }));
}

/** Flocks that ate more feed than was delivered, so that their feed stock is unknown. */
export function findIncompleteDeliveries(snapshot: FarmSnapshot<FeedStockParts>): FoundGap[] {
  return liveFlocksOf(snapshot).flatMap((record) => {
    const stock = feedStock(record, snapshot);
    const { coveragePct } = feedEatenBy(record, snapshot.today);
    const [missing] = missingDeliveries(record, { ...stock, coveragePct }, snapshot);
    if (missing?.code !== 'deliveries_incomplete' || !missing.fix) return [];
    const isProbable = stock.lateDelivery === null && stock.isExcessEstimated;
    return [
      {
        ...aboutFlock(record),
        severity: isProbable ? 'info' : 'warning',
        why: missing.message,
        params: { flock: flockName(record) },
        count: 1,
        since: stock.lateDelivery,
        fix: missing.fix,
      } satisfies FoundGap,
    ];
  });
}

const SUSPECT_IDS = {
  'daily-logs': (dailyLogId: string) => ({ dailyLogId }),
  sales: (saleId: string) => ({ saleId }),
} as const;

/** Flocks with no photo of the flock or its barn in the last seven days. */
export function findUnphotographed(snapshot: GapSnapshot): FoundGap[] {
  return liveFlocksOf(snapshot).flatMap((record) => {
    const daysInside = daysBetween(record.flock.placementDate, snapshot.today);
    if (daysInside < PHOTO_DAYS || hasRecentPhoto(record.flock, snapshot)) return [];
    return [
      {
        ...aboutFlock(record),
        severity: 'info',
        why: 'message',
        params: { flock: flockName(record), days: { quantity: PHOTO_DAYS, unit: 'days' } },
        count: 1,
        since: null,
        fix: {
          method: 'POST',
          path: '/media',
          body: { flockId: record.flock.id, kind: 'image', category: 'flock' },
        },
      } satisfies FoundGap,
    ];
  });
}

function aboutFlock({ flock }: Pick<FlockRecord, 'flock'>): Pick<FoundGap, 'subject' | 'ids'> {
  return { subject: flock.id, ids: { flockId: flock.id, barnId: flock.barnId } };
}

/** Whether a flock or its barn was photographed in the last seven days. */
export function hasRecentPhoto(
  flock: { readonly id: string; readonly barnId: string },
  { recentPhotos }: FarmSnapshot<'recentPhotos'>,
): boolean {
  return recentPhotos.some(
    ({ flockId, barnId }) => flockId === flock.id || (flockId === null && barnId === flock.barnId),
  );
}
