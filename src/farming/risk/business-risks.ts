import { message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { regItemFix, taskFix } from '../core/fixes.ts';
import { findFlockDay, loggedPct } from '../core/flock-days.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { isRegItemOverdue } from '../core/open-items.ts';
import type { Fix, UsedCashflow } from '../core/section.ts';
import { NO_BIRDS, noRisk, type RiskContext, type RiskFinding, UNKNOWN } from './risk-finding.ts';

const DAYS_A_WEEK = 7;

/**
 * Cash: the coming weeks lose money, and from some week to the last one shown the running total is
 * below 0. A flock that is paid for and not yet sold also makes the total negative, but its sale is
 * still to come. The earlier that week, the higher the probability. Unknown when income or costs of
 * the coming weeks are unknown.
 */
export function cashRisk({ used, snapshot, flocks }: RiskContext): RiskFinding {
  const { cashflow } = used;
  if (!cashflow || cashflow.status === 'not_enough_data') return UNKNOWN;
  const { today, thresholds, farm } = snapshot;
  const ids = flocks.filter(({ isLive }) => isLive).map(({ flock }) => flock.id);
  if (isMissing(cashflow, 'no_sale_price') || lacksIncome(cashflow, ids)) return UNKNOWN;
  const week = losesMoney(cashflow) ? weekBelowZero(cashflow) : null;
  const weeks = week === null ? null : daysBetween(today, week) / DAYS_A_WEEK;
  if (week === null || weeks === null || weeks > thresholds.cashAheadWeeks) {
    // Without a feed price, the costs of the coming weeks are incomplete.
    return isMissing(cashflow, 'no_feed_cost') ? UNKNOWN : noRisk('cash');
  }
  return {
    p: weeks <= thresholds.cashSoonWeeks ? 0.6 : 0.3,
    explanation: message('risk.cash.negative', { day: { day: week } }),
    fix: taskFix({ farmId: farm.id }, message('risk.task.cash'), today),
  };
}

/** The first week from which the running total stays below 0 up to the last week shown. */
function weekBelowZero({ weeks }: UsedCashflow): string | null {
  const lastAtZero = weeks.findLastIndex(({ cumulative }) => cumulative >= 0);
  return weeks[lastAtZero + 1]?.weekStart ?? null;
}

function losesMoney({ weeks }: UsedCashflow): boolean {
  return sum(weeksAhead(weeks).map(({ net }) => net)) < 0;
}

/** Whether a live flock has costs, but no coming week contains its revenue. */
function lacksIncome({ weeks }: UsedCashflow, flockIds: readonly string[]): boolean {
  const income = weeksAhead(weeks).flatMap(({ items }) =>
    items.flatMap(({ direction, id }) => (direction === 'in' && id !== undefined ? [id] : [])),
  );
  return flockIds.some((id) => !income.includes(id));
}

function weeksAhead(weeks: UsedCashflow['weeks']): UsedCashflow['weeks'] {
  return weeks.filter(({ kind }) => kind === 'forecast');
}

function isMissing({ missing }: UsedCashflow, code: string): boolean {
  return missing.some((lack) => lack.code === code);
}

/** A falling sale price. */
export function priceRisk({ used, snapshot }: RiskContext): RiskFinding {
  const trend = used.market?.price.trendPctPer30d ?? null;
  if (trend === null) return UNKNOWN;
  if (trend > -snapshot.thresholds.priceDropPct) return noRisk('price');
  return {
    p: 0.4,
    explanation: message('risk.price.falling', { drop: { quantity: -trend, unit: '%' } }),
    fix: {
      method: 'POST',
      path: '/tenders',
      body: {
        farmId: snapshot.farm.id,
        title: message('risk.task.tender'),
        direction: 'sell',
        category: 'live_birds',
        deadline: null,
      },
    },
  };
}

const EACH = 0.2;
const MOST = 0.6;

/** Workers whose questions have been unanswered for more than a day. */
export function peopleRisk({ gaps }: RiskContext): RiskFinding {
  const waiting = gaps.filter(
    ({ kind, severity }) => kind === 'worker_question_unanswered' && severity === 'critical',
  );
  const [first] = waiting;
  if (!first) return noRisk('people');
  return {
    p: Math.min(MOST, EACH * waiting.length),
    explanation: message('risk.people.waiting', { count: waiting.length }),
    fix: first.fix,
  };
}

/** Dependence on a single supplier of feed or chicks. */
export function singleSupplierRisk({ used, snapshot }: RiskContext): RiskFinding {
  const { feed = null, chicks = null } = used.suppliers?.concentrationPct ?? {};
  const limit = snapshot.thresholds.concentrationPct;
  const goods = (feed ?? 0) > limit ? 'feed' : (chicks ?? 0) > limit ? 'chicks' : undefined;
  if (!goods) return feed === null ? UNKNOWN : noRisk('single_supplier');
  return {
    p: 0.3,
    explanation: message('risk.single_supplier.one', {
      goods,
      share: { quantity: (goods === 'feed' ? feed : chicks) ?? 0, unit: '%' },
    }),
    fix: {
      method: 'POST',
      path: '/contacts',
      body: {
        farmId: snapshot.farm.id,
        kind: goods === 'feed' ? 'feed_supplier' : 'chick_supplier',
        name: null,
      },
      action: 'create_contact',
    },
  };
}

const EACH_OVERDUE_ITEM = 0.4;

/** Overdue regulatory documents. */
export function complianceRisk({ snapshot }: RiskContext): RiskFinding {
  const overdue = snapshot.regItems.filter((item) => isRegItemOverdue(item, snapshot.today));
  const [first] = overdue;
  if (!first) return noRisk('compliance');
  const open = overdue.find(({ sealed }) => sealed !== true);
  return {
    p: Math.min(1, EACH_OVERDUE_ITEM * overdue.length),
    explanation: message('risk.compliance.overdue', {
      count: overdue.length,
      title: first.title,
    }),
    fix: open ? regItemFix(open) : null,
  };
}

type Device = StoredOf<'devices'>;

const BROKEN: readonly (string | null)[] = ['offline', 'fault'];
const OUT_OF_USE: readonly (string | null)[] = ['retired', 'maintenance'];
const SWITCHED_OFF: readonly (string | null)[] = ['paused', 'disabled'];

/** Equipment: the share of devices and connections in use that are not working. */
export function equipmentRisk({ snapshot, gaps }: RiskContext): RiskFinding {
  const devices = snapshot.devices.filter(({ status }) => !OUT_OF_USE.includes(status));
  const broken = devices.filter(({ status }) => BROKEN.includes(status));
  const connected = snapshot.integrations.filter(({ status }) => !SWITCHED_OFF.includes(status));
  const failing = gaps.filter(({ kind }) => kind === 'integration_failing');
  const total = devices.length + connected.length;
  const problemCount = broken.length + failing.length;
  if (problemCount === 0) return noRisk('equipment');
  return {
    p: problemCount / total,
    explanation: message('risk.equipment.broken', { bad: problemCount, total }),
    fix: failing[0]?.fix ?? repairFix(broken),
  };
}

function repairFix([device]: readonly Device[]): Fix | null {
  if (!device) return null;
  return { method: 'PATCH', path: `/devices/${device.id}`, body: { status: 'maintenance' } };
}

const DAYS = 7;

/** Missing data: deaths of the last seven days that were not logged. */
export function dataBlindRisk({ flocks, snapshot }: RiskContext): RiskFinding {
  if (flocks.length === 0) return NO_BIRDS;
  const logged7Pct = loggedPct(flocks, 'mortality', snapshot.today);
  // A flock that arrived today has nothing to log yet.
  if (logged7Pct === null || logged7Pct >= 100) return noRisk('data_blind');
  return {
    p: 1 - logged7Pct / 100,
    explanation: message('risk.data_blind.missing', { share: { quantity: logged7Pct, unit: '%' } }),
    fix: firstMissing(flocks, snapshot.today),
  };
}

/** The newest day without logged deaths of a flock. */
function firstMissing(flocks: readonly FlockRecord[], today: CalendarDay): Fix | null {
  for (let daysAgo = 1; daysAgo <= DAYS; daysAgo++) {
    const day = addDays(today, -daysAgo);
    const record = flocks.find(
      (record) =>
        record.flock.placementDate < day && findFlockDay(record, day)?.log?.mortality == null,
    );
    if (record) return logFix(record, day);
  }
  return null;
}

// A second log of a day is rejected, so the figure goes into the existing one.
function logFix(record: FlockRecord, day: CalendarDay): Fix {
  const log = findFlockDay(record, day)?.log;
  if (log) {
    return { method: 'PATCH', path: `/daily-logs/${log.id}`, body: { mortality: null } };
  }
  const body = { flockId: record.flock.id, date: day, mortality: null };
  return { method: 'POST', path: '/daily-logs', body, action: 'log_daily' };
}
