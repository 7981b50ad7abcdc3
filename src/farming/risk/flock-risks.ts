import { message } from '../../model/core/message.ts';
import { addDays, dayInZone, parseInstant } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { alertFix, deliveryFix, sellOfferFix, taskFix } from '../core/fixes.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { openAlerts } from '../core/open-items.ts';
import type { UsedHealth, UsedPlacement } from '../core/section.ts';
import { alertTitle } from '../core/stored-texts.ts';
import { lateOrdersOf } from '../feed/feed-orders.ts';
import { withdrawalConflict } from '../health/treatments.ts';
import { temperatureHumidityIndex } from '../metrics/air.ts';
import { heatLimitsThi } from '../metrics/climate-limits.ts';
import { ageDays } from '../metrics/dates.ts';
import { areDeathsKnown } from '../metrics/mortality.ts';
import {
  NO_BIRDS,
  nameOfFlock,
  noRisk,
  type RiskContext,
  type RiskFinding,
  UNKNOWN,
} from './risk-finding.ts';

const OF_SPIKE = { critical: 0.8, warning: 0.4 } as const;
/** Maximum from losses above the usual, which are weaker evidence than a sudden rise. */
const MOST_OF_LOSSES = 0.3;

/** Disease: from sudden deaths, else from losses beyond the expected; the worst flock counts. */
export function diseaseRisk(context: RiskContext): RiskFinding {
  const { used, flocks, snapshot } = context;
  if (flocks.length === 0) return NO_BIRDS;
  const [worst] = (used.health?.flocks ?? [])
    .flatMap((flock) => {
      const p = likelihood(flock);
      return p === null ? [] : [{ flock, p }];
    })
    .toSorted((left, right) => right.p - left.p);
  if (!worst) return UNKNOWN;
  if (worst.p === 0) return noRisk('disease');
  const { flockId, spike, cumMortalityPct, expectedCumMortalityPct } = worst.flock;
  const flock = nameOfFlock(flockId, context);
  const barnId = flocks.find((record) => record.flock.id === flockId)?.flock.barnId;
  return {
    p: worst.p,
    explanation: spike.severity
      ? message(`risk.disease.spike_${spike.severity}`, { flock })
      : message('risk.disease.losses', {
          flock,
          own: { quantity: cumMortalityPct ?? 0, unit: '%' },
          usual: { quantity: expectedCumMortalityPct ?? 0, unit: '%' },
        }),
    fix: taskFix(
      barnId === undefined ? { farmId: snapshot.farm.id } : { barnId },
      message('risk.task.call_vet', { flock }),
      snapshot.today,
    ),
  };
}

function likelihood(flock: UsedHealth): number | null {
  const { spike, cumMortalityPct, expectedCumMortalityPct } = flock;
  if (spike.severity) return OF_SPIKE[spike.severity];
  if (cumMortalityPct === null || !expectedCumMortalityPct) return null;
  const excess = cumMortalityPct / expectedCumMortalityPct - 1;
  const days = { due: flock.mortalityDays ?? 0, unlogged: flock.mortalityDaysUnlogged ?? 0 };
  // Few deaths on the few logged days do not prove low mortality.
  if (excess <= 0 && !areDeathsKnown(days)) return null;
  return Math.max(0, Math.min(MOST_OF_LOSSES, excess / 2));
}

/** Birds that are, or will soon be, too numerous or too heavy for their barn. */
export function densityRisk(context: RiskContext): RiskFinding {
  const { used, flocks, snapshot } = context;
  if (flocks.length === 0) return NO_BIRDS;
  const occupied = (used.placements?.barns ?? []).filter(({ flockId }) => flockId !== null);
  const lastSoonDay = addDays(snapshot.today, snapshot.thresholds.densitySoonDays);
  const [first] = occupied
    .flatMap(({ flockId, overcrowdedAt: day, ...barn }) =>
      flockId === null || day === null || day > lastSoonDay ? [] : [{ ...barn, flockId, day }],
    )
    .toSorted((left, right) => (left.day < right.day ? -1 : 1));
  if (!first) return occupied.some(isKnown) ? noRisk('overweight_or_density') : UNKNOWN;
  const isNow = first.day <= snapshot.today;
  const flock = nameOfFlock(first.flockId, context);
  return {
    p: isNow ? 0.7 : 0.4,
    explanation: message(`risk.overweight_or_density.${isNow ? 'now' : 'soon'}`, {
      flock,
      limit: { quantity: first.densityLimitKgM2 ?? 0, unit: 'kg/m²' },
      day: { day: first.day },
    }),
    fix: sellOfferFix(snapshot.farm.id, flock),
  };
}

/** Hens have no limit, so they never exceed it. */
function isKnown({ densityKgM2, densityLimitKgM2 }: UsedPlacement): boolean {
  return densityKgM2 !== null || densityLimitKgM2 === null;
}

const OF_FORECAST = { critical: 0.8, warning: 0.4 } as const;
/** Minimum number of days for a meaningful share. */
const FEWEST_DAYS = 7;

/**
 * Heat: from the forecast, else from the share of too hot days in the barns in the last two weeks.
 */
export function heatRisk({ used, flocks, snapshot }: RiskContext): RiskFinding {
  if (flocks.length === 0) return NO_BIRDS;
  const risk = used.weather?.heatRisk ?? null;
  if (used.weather && (risk === 'critical' || risk === 'warning')) {
    const { maxThi, actions } = used.weather;
    return {
      p: OF_FORECAST[risk],
      explanation: message(`risk.heat.forecast_${risk}`, {
        thi: { quantity: maxThi ?? 0, unit: '°C' },
      }),
      fix: actions[0]?.fix ?? null,
    };
  }
  const { known, hot } = hotDays(flocks, snapshot);
  if (known < FEWEST_DAYS) return risk === null ? UNKNOWN : noRisk('heat');
  if (hot === 0) return noRisk('heat');
  return {
    p: hot / known,
    explanation: message('risk.heat.season', { hot, known }),
    fix: taskFix({ farmId: snapshot.farm.id }, message('risk.task.check_cooling'), snapshot.today),
  };
}

/** Days of the last two weeks with birds inside. */
export interface HotDays {
  /** Days with a known climate in a barn with birds. */
  readonly known: number;
  /** Of these, days with at least one hour too hot for the age of the birds. */
  readonly hot: number;
}

/** Counts the days that were too hot in the barns of live flocks. */
function hotDays(
  flocks: readonly FlockRecord[],
  { barnHours, zone, thresholds }: FarmSnapshot<'barnHours'>,
): HotDays {
  const flocksOf = groupBy(flocks, ({ flock }) => flock.barnId);
  const hotByDay = new Map<string, boolean>();
  for (const { barnId, hour, temp, humidity } of barnHours) {
    const ofBarn = flocksOf.get(barnId);
    if (!ofBarn) continue;
    const day = dayInZone(parseInstant(hour) ?? Number.NaN, zone);
    const presentFlocks = ofBarn.filter(({ flock }) => flock.placementDate <= day);
    const thi = presentFlocks.length === 0 ? null : temperatureHumidityIndex(temp, humidity);
    if (thi === null) continue;
    const isHot = presentFlocks.some(
      ({ flock, kind }) => thi >= heatLimitsThi(kind, ageDays(flock, day), thresholds).warning,
    );
    hotByDay.set(day, isHot || (hotByDay.get(day) ?? false));
  }
  return { known: hotByDay.size, hot: [...hotByDay.values()].filter(Boolean).length };
}

/** Feed running out: the flock with the fewest days of feed. */
export function feedOutRisk(context: RiskContext): RiskFinding {
  const { used, flocks, snapshot } = context;
  const { feedCriticalDays, feedWarningDays } = snapshot.thresholds;
  if (flocks.length === 0) return NO_BIRDS;
  const [shortest] = (used.feed?.flocks ?? [])
    .flatMap(({ daysLeft, ...flock }) => (daysLeft === null ? [] : [{ ...flock, daysLeft }]))
    .toSorted((left, right) => left.daysLeft - right.daysLeft);
  if (!shortest) return UNKNOWN;
  const { flockId, daysLeft, stockEstimated, suggestedOrderKg } = shortest;
  if (daysLeft >= feedWarningDays) return noRisk('feed_out');
  const p = daysLeft < feedCriticalDays ? 0.8 : 0.4;
  const facts = {
    flock: nameOfFlock(flockId, context),
    days: { quantity: daysLeft, unit: 'days' },
    isEstimated: stockEstimated ? 'yes' : 'no',
  } as const;
  const record = flocks.find(({ flock }) => flock.id === flockId);
  const [lateOrder] = record ? lateOrdersOf(record, snapshot) : [];
  // Existing orders are chased before new ones are placed.
  if (lateOrder) {
    const amount = { quantity: lateOrder.quantityKg, unit: 'kg' } as const;
    return {
      p,
      explanation: message('risk.feed_out.late', {
        ...facts,
        amount,
        day: { day: lateOrder.dueDate },
      }),
      fix: deliveryFix(lateOrder.id),
    };
  }
  return {
    p,
    explanation: message('risk.feed_out.soon', facts),
    fix: {
      method: 'POST',
      path: '/feed-orders',
      body: {
        flockId,
        quantityKg: suggestedOrderKg || null,
        dueDate: addDays(snapshot.today, Math.floor(daysLeft)),
      },
      action: 'create_order',
    },
  };
}

const LIKELY = 0.5;

/** Medicine: birds sold, or to be sold, before their withdrawal ends, or expired stock. */
export function medicineRisk(context: RiskContext): RiskFinding {
  const { gaps, flocks, snapshot } = context;
  const [sold] = soldTooEarly(snapshot);
  if (sold) {
    return {
      p: 1,
      explanation: message('risk.medicine.alert', { alert: alertTitle(sold) }),
      fix: alertFix(sold).fix ?? null,
    };
  }
  const [conflict] = flocks.flatMap((record) => withdrawalConflict(record, snapshot));
  if (conflict) {
    return {
      p: LIKELY,
      explanation: message('risk.medicine.withdrawal', {
        flock: nameOfFlock(conflict.flockId, context),
        sale: { day: conflict.saleDay },
        until: { day: conflict.until },
      }),
      fix: conflict.fix,
    };
  }
  const expired = gaps.filter(({ kind }) => kind === 'medicine_expired');
  const [worst] = expired;
  if (!worst) return noRisk('medicine');
  return {
    p: LIKELY,
    explanation: message('risk.medicine.expired', { count: expired.length }),
    fix: worst.fix,
  };
}

/** The open alerts about birds sold too early, including those of closed flocks. */
function soldTooEarly({ alerts }: FarmSnapshot<'alerts'>) {
  return openAlerts(alerts).filter(
    ({ severity, source }) =>
      severity === 'critical' &&
      (source as { readonly rule?: unknown } | null)?.rule === 'withdrawal_violation',
  );
}
