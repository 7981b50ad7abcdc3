import { type Message, message } from '../../model/core/message.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { areDeathsKnown } from '../metrics/mortality.ts';
import type { FarmFrame, FarmSnapshot } from './farm-snapshot.ts';
import { importableFix, logDayFix } from './fixes.ts';
import {
  deathDaysOf,
  dueDaysOf,
  firstDayWithoutDeaths,
  isWeighingDue,
  lastWeighing,
} from './flock-days.ts';
import { exceedingSale, type FlockRecord, flockName } from './flock-record.ts';
import type { SuspectValue } from './plausibility.ts';
import { weightNow } from './projections.ts';
import type { Fix, MissingData } from './section.ts';

/** Number of values a figure needs, and number available. */
interface Count {
  readonly need: number;
  readonly have: number;
}

type LogField = 'mortality' | 'feedKg' | 'waterL' | 'avgWeightGr' | 'eggs';

/** The values missing in the newest day's log of a flock. */
export function missingInLog(
  record: FlockRecord,
  gap: { readonly code: string; readonly field: LogField; readonly today: CalendarDay } & Count,
): MissingData {
  const { code, field, today, need, have } = gap;
  return aboutFlock(record, code, {
    resource: 'daily-logs',
    field,
    need,
    have,
    fix: importableFix(logFix(record, field, today), daysWithout(record, field)),
  });
}

/** Number of days without a daily figure; birds are not weighed every day. */
function daysWithout(record: FlockRecord, field: LogField): number {
  return field === 'avgWeightGr' ? 0 : dueDaysOf(record, field).unlogged;
}

/** The unknown properties of a flock. */
export function missingInFlock(
  record: FlockRecord,
  code: string,
  field: 'breed' | 'chicksReceived' | 'targetWeightKg',
): MissingData {
  const path = `/flocks/${record.flock.id}`;
  return aboutFlock(record, code, {
    resource: 'flocks',
    field,
    need: 1,
    have: 0,
    fix: { method: 'PATCH', path, body: { [field]: null } },
  });
}

/**
 * The values missing for the current weight of a flock and its deviation; empty when both are
 * known.
 */
export function missingWeight(record: FlockRecord, today: CalendarDay): MissingData[] {
  const { reason } = weightNow(record);
  if (reason === null) return [];
  if (reason === 'breed_unknown') return [missingInFlock(record, reason, 'breed')];
  if (reason === 'age_out_of_range') return [aboutFlock(record, reason, {})];
  const code = reason === 'no_weight' ? 'no_weight_7d' : reason;
  return [missingInLog(record, { code, field: 'avgWeightGr', today, need: 1, have: 0 })];
}

/** A flock that is due for weighing: grown hens after four weeks, others after `weighingDays`. */
export function missingWeighing(
  record: FlockRecord,
  { today, thresholds }: Pick<FarmFrame, 'today' | 'thresholds'>,
): MissingData[] {
  const days = daysBetween(record.weight?.day ?? record.flock.placementDate, today);
  if (!isWeighingDue(record, days, thresholds.weighingDays)) return [];
  const code =
    record.weight === null && record.isWeighingDoubted ? 'weighing_doubted' : 'no_weight_7d';
  return [missingInLog(record, { code, field: 'avgWeightGr', today, need: 1, have: 0 })];
}

/** The newest weighing of a flock if it is set aside as implausible, with its correction. */
export function weighingSetAside(record: FlockRecord): MissingData[] {
  const newest = record.suspects.findLast(({ field }) => field === 'avgWeightGr');
  if (!newest || newest.day <= (lastWeighing(record)?.day ?? '')) return [];
  const { id, day, value } = newest;
  const code = 'weight_set_aside';
  return [
    aboutFlock(record, code, {
      ...{ resource: 'daily-logs', field: 'avgWeightGr', need: 1, have: 0 },
      message: message(`missing.${code}`, {
        flock: flockName(record),
        day: { day },
        value: { quantity: value, unit: 'g' },
      }),
      ...(record.flock.sealed
        ? {}
        : { fix: { method: 'PATCH', path: `/daily-logs/${id}`, body: { avgWeightGr: null } } }),
    }),
  ];
}

/** The weighing needed by a flock whose weight comes from uncalibrated cameras only. */
export function uncalibratedWeight(record: FlockRecord, today: CalendarDay): MissingData[] {
  if (!weightNow(record).weightUncalibrated) return [];
  const code = 'weight_uncalibrated';
  return [missingInLog(record, { code, field: 'avgWeightGr', today, need: 1, have: 0 })];
}

/**
 * Deaths logged on too few days for livability and EPEF; empty when they are known, and without any
 * log of deaths, which has its own reason.
 */
export function unloggedDeaths(record: FlockRecord, today: CalendarDay): MissingData[] {
  const days = deathDaysOf(record);
  if (areDeathsKnown(days)) return [];
  const { due, unlogged } = days;
  const count = { need: due, have: due - unlogged };
  const code = 'deaths_unlogged';
  // The command of today would not add any of these days.
  const fix = logDayFix(record, firstDayWithoutDeaths(record), { mortality: null });
  return [
    {
      ...missingOnDueDays(record, { code, field: 'mortality', today, ...count }),
      message: message(`missing.${code}`, { flock: flockName(record), unlogged, days: due }),
      fix: importableFix(fix, unlogged),
    },
  ];
}

/** Feed logged on too few of the days up to a day, with the number of these days. */
export function unloggedFeed(
  record: FlockRecord,
  { today, until, ...count }: { readonly today: CalendarDay; readonly until?: CalendarDay } & Count,
): MissingData {
  const { due, unlogged } = dueDaysOf(record, 'feedKg', until === undefined ? {} : { until });
  return {
    ...missingOnDueDays(record, { code: 'no_feed_logs', field: 'feedKg', today, ...count }),
    message: message('missing.feed_unlogged', {
      flock: flockName(record),
      logged: due - unlogged,
      days: due,
    }),
  };
}

/** Like `missingInLog`, with the newest day that is over: a log of today would not be counted. */
function missingOnDueDays(
  record: FlockRecord,
  gap: Parameters<typeof missingInLog>[1],
): MissingData {
  return missingInLog(record, { ...gap, today: addDays(record.lastDay ?? gap.today, -1) });
}

/**
 * The text about a flock that ate more than was delivered; by an estimate only if the logged feed
 * alone is not more.
 */
export function incompleteDeliveries(
  record: FlockRecord,
  {
    lateDelivery,
    isExcessEstimated,
  }: { readonly lateDelivery: CalendarDay | null; readonly isExcessEstimated: boolean },
): Message {
  const flock = flockName(record);
  return lateDelivery === null
    ? message('missing.deliveries_incomplete', {
        flock,
        isEstimated: isExcessEstimated ? 'yes' : 'no',
      })
    : message('missing.delivery_before', { flock, day: { day: lateDelivery } });
}

/**
 * The day of a delivery still to be recorded: today for a flock that is not older; else null, for
 * the caller to supply, because feed of today has not been eaten yet.
 */
export function dayOfDelivery({ flock }: FlockRecord, today: CalendarDay): CalendarDay | null {
  return flock.placementDate < today ? null : today;
}

/** A missing value of a flock, with the text `missing.<code>`. */
export function aboutFlock(
  record: FlockRecord,
  code: string,
  gap: Omit<MissingData, 'code' | 'message' | 'flockId' | 'barnId'> &
    Partial<Pick<MissingData, 'message'>>,
): MissingData {
  return {
    code,
    message: message(`missing.${code}`, { flock: flockName(record) }),
    flockId: record.flock.id,
    ...gap,
  };
}

// A second log of a day is rejected, so a value goes into the existing one.
function logFix(record: FlockRecord, field: LogField, today: CalendarDay): Fix {
  const { placementDate } = record.flock;
  // Days before placement do not belong to the flock.
  const until = today < placementDate ? placementDate : today;
  const date = field === 'avgWeightGr' ? until : newestDayWithout(record, field, until);
  return logDayFix(record, date, { [field]: null });
}

/** The newest day since placement without a logged value; today when all have one. */
function newestDayWithout(record: FlockRecord, field: LogField, today: CalendarDay): CalendarDay {
  const logged = new Set(
    record.days.filter(({ log }) => log?.[field] != null).map(({ day }) => day),
  );
  for (let day = today; day >= record.flock.placementDate; day = addDays(day, -1)) {
    if (!logged.has(day)) return day;
  }
  return today;
}

/**
 * Why every per-bird figure of a flock is unknown: its birds were not counted, or counted wrongly.
 */
export function missingPopulation(record: FlockRecord): readonly MissingData[] {
  if (record.placed === null) return [missingInFlock(record, 'no_birds_placed', 'chicksReceived')];
  if (!record.isImpossible) return [];
  const sale = exceedingSale(record);
  if (!sale) return [missingInFlock(record, 'negative_population', 'chicksReceived')];
  // The rows of a sealed flock cannot be changed.
  const fix = { method: 'PATCH', path: `/sales/${sale.id}`, body: { birdsCount: null } } as const;
  return [
    aboutFlock(record, 'negative_population', {
      ...{ resource: 'sales', field: 'birdsCount' },
      ...(record.flock.sealed ? {} : { fix }),
    }),
  ];
}

/** No readings in the barn of a flock in the last 24 hours. */
export function noBarnAir({ flock, barn }: FlockRecord): MissingData {
  return {
    code: 'no_env_readings',
    message: message('missing.no_env_readings', { barn: barn?.name ?? flock.barnId }),
    resource: 'env-readings',
    barnId: flock.barnId,
    need: 1,
    have: 0,
    fix: {
      method: 'POST',
      path: '/env-readings',
      body: { barnId: flock.barnId, temp: null, humidity: null },
    },
  };
}

/** No live flock on the farm, or no barn at all. */
export function noLiveFlocks({ farm, barns, today }: FarmSnapshot<'barns'>): MissingData {
  const barn = barns[0];
  if (!barn) {
    const body = { farmId: farm.id, name: null };
    return missing('no_barns', 'barns', { method: 'POST', path: '/barns', body });
  }
  const body = { barnId: barn.id, placementDate: today, breed: null, chicksReceived: null };
  return missing('no_live_flocks', 'flocks', { method: 'POST', path: '/flocks', body });
}

function missing(
  code: string,
  resource: string,
  fix: NonNullable<MissingData['fix']>,
): MissingData {
  return { code, message: message(`missing.${code}`), resource, need: 1, have: 0, fix };
}

const UNITS = {
  avgWeightGr: 'g',
  feedKg: 'kg',
  waterL: 'L',
  eggs: 'eggs',
  totalWeightKg: 'kg',
} as const;

/**
 * The text about an implausible value: `suspect.range`, or `suspect.most` with only an upper limit.
 */
export function suspectText(suspect: Omit<SuspectValue, 'id' | 'resource'>): Message {
  const { field, day, value, low, high } = suspect;
  const unit = UNITS[field];
  const limitQuantity = (quantity: number) => ({ quantity: roundedLimit(quantity), unit });
  return message(low === null ? 'suspect.most' : 'suspect.range', {
    field,
    day: { day },
    value: { quantity: value, unit },
    low: limitQuantity(low ?? 0),
    high: limitQuantity(high),
  });
}

/** The text about implausible deaths of a day, with the birds alive in the morning. */
export function deathsText(deaths: {
  readonly day: CalendarDay;
  readonly deaths: number;
  readonly pct: number;
}): Message {
  return message('suspect.deaths', {
    day: { day: deaths.day },
    deaths: { quantity: deaths.deaths, unit: 'birds' },
    pct: { quantity: roundedLimit(deaths.pct), unit: '%' },
  });
}

/** The text about more eggs of a day than hens alive in the morning. */
export function eggsText(laid: {
  readonly day: CalendarDay;
  readonly eggs: number;
  readonly hens: number;
}): Message {
  return message('suspect.eggs', {
    day: { day: laid.day },
    eggs: { quantity: laid.eggs, unit: 'eggs' },
    hens: { quantity: laid.hens, unit: 'birds' },
  });
}

/** Limits are wide, so two significant figures are enough. */
function roundedLimit(value: number): number {
  return value === 0 ? 0 : Number(value.toPrecision(2));
}
