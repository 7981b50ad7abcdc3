import { type Message, message } from '../../model/core/message.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { areDeathsKnown } from '../metrics/mortality.ts';
import type { FarmFrame, FarmSnapshot } from './farm-snapshot.ts';
import { logDayFix } from './fixes.ts';
import { deathDaysOf, isWeighingDue } from './flock-days.ts';
import { exceedingSale, type FlockRecord, flockName } from './flock-record.ts';
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
  what: { readonly code: string; readonly field: LogField; readonly today: CalendarDay } & Count,
): MissingData {
  const { code, field, today, need, have } = what;
  return aboutFlock(record, code, {
    resource: 'daily-logs',
    field,
    need,
    have,
    fix: logFix(record, field, today),
  });
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
  return [
    {
      ...missingInLog(record, { code, field: 'mortality', today, ...count }),
      message: message(`missing.${code}`, { flock: flockName(record), unlogged, days: due }),
    },
  ];
}

/** The text about a flock that ate more than was delivered, at least by an estimate. */
export function incompleteDeliveries(record: FlockRecord, isEstimated: boolean): Message {
  const flock = flockName(record);
  return message('missing.deliveries_incomplete', {
    flock,
    isEstimated: isEstimated ? 'yes' : 'no',
  });
}

/** A missing value of a flock, with the text `missing.<code>`. */
export function aboutFlock(
  record: FlockRecord,
  code: string,
  what: Omit<MissingData, 'code' | 'message' | 'flockId' | 'barnId'> &
    Partial<Pick<MissingData, 'message'>>,
): MissingData {
  return {
    code,
    message: message(`missing.${code}`, { flock: flockName(record) }),
    flockId: record.flock.id,
    ...what,
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
