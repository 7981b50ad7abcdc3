import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { liveFlocksOf } from '../core/farm-flocks.ts';
import { figure, isOver } from '../core/figure.ts';
import { findFlockDay, recentDays } from '../core/flock-days.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { breakagePct } from '../metrics/eggs.ts';
import { eggDropOfDay, eggDropOn, isInMoult } from '../performance/laying.ts';
import {
  type AlertRule,
  type Found,
  flockFindings,
  gradeSeverity,
  type RuleSnapshot,
  shownFigure,
} from './alert-rule.ts';

const NEWEST_DAYS = 2;

/** Egg production far below the week before. */
export const eggDropRule: AlertRule = {
  rule: 'egg_drop',
  category: 'production',
  closesAfter: 1,
  find: (snapshot) => flockFindings(hensOf(snapshot), (record) => evaluateDrop(record, snapshot)),
};

/** Too many broken eggs on two consecutive days, or very many on one. */
export const breakageRule: AlertRule = {
  rule: 'breakage',
  category: 'production',
  closesAfter: 1,
  find: (snapshot) =>
    flockFindings(hensOf(snapshot), (record) => evaluateBrokenEggs(record, snapshot)),
};

function hensOf(snapshot: RuleSnapshot): readonly FlockRecord[] {
  return liveFlocksOf(snapshot).filter(({ kind }) => kind === 'layer');
}

function evaluateDrop(record: FlockRecord, snapshot: RuleSnapshot): Found | null {
  const { today, thresholds } = snapshot;
  const { eggDropWarningRatio, eggDropCriticalRatio } = thresholds;
  const day = newestEggDay(record, today);
  const ofDay = day === null ? null : eggDropOfDay(record, day);
  if (day === null || ofDay === null) return null;
  const ofTwo = eggDropOn(record, day);
  const isCritical = isOver(eggDropCriticalRatio, ofDay);
  const isLow = isCritical || (ofTwo !== null && isOver(eggDropWarningRatio, ofTwo));
  const ratio = isCritical || ofTwo === null ? ofDay : ofTwo;
  const isMeant = isInMoult(record, snapshot);
  // Low on one day only: do not raise or close.
  if (!isMeant && !isLow && isOver(eggDropWarningRatio, ofDay)) return null;
  const eggs = findFlockDay(record, day)?.log?.eggs ?? 0;
  return {
    ...(isMeant ? MEANT : gradeDrop(isCritical, isLow)),
    params: {
      day: { day },
      eggs: { quantity: eggs, unit: 'eggs' },
      drop: shownFigure('pct', Math.max(0, (1 - ratio) * 100), '%'),
    },
    evidence: {
      date: day,
      eggs,
      ratio: figure('ratio', ofTwo),
      ratioOfDay: figure('ratio', ofDay),
    },
  };
}

/** Moulting hens stop laying. */
const MEANT = { severity: null, why: 'moult' } as const;

function gradeDrop(isCritical: boolean, isLow: boolean): Pick<Found, 'severity' | 'why'> {
  if (!isLow) return { severity: null, why: 'fits' };
  return isCritical
    ? { severity: 'critical', why: 'one_day' }
    : { severity: 'warning', why: 'two_days' };
}

function evaluateBrokenEggs(
  record: FlockRecord,
  { today, thresholds }: RuleSnapshot,
): Found | null {
  const { breakageWarningPct, breakageCriticalPct } = thresholds;
  const day = newestEggDay(record, today);
  const pct = day === null ? null : brokenOn(record, day);
  if (day === null || pct === null) return null;
  const before = brokenOn(record, addDays(day, -1));
  const isCritical = isOver(pct, breakageCriticalPct);
  const isTwice = isOver(pct, breakageWarningPct) && isOver(before ?? 0, breakageWarningPct);
  if (!isCritical && !isTwice && isOver(pct, breakageWarningPct)) return null;
  const log = findFlockDay(record, day)?.log;
  const isBad = isCritical || isTwice;
  return {
    severity: gradeSeverity(isCritical, isTwice),
    why: !isBad ? 'fits' : isTwice ? 'two_days' : 'one_day',
    params: {
      day: { day },
      pct: shownFigure('pct', pct, '%'),
      before: shownFigure('pct', before, '%'),
      broken: { quantity: log?.eggsBroken ?? 0, unit: 'eggs' },
      eggs: { quantity: log?.eggs ?? 0, unit: 'eggs' },
    },
    evidence: {
      date: day,
      eggs: log?.eggs ?? null,
      eggsBroken: log?.eggsBroken ?? null,
      pct: figure('pct', pct),
      pctBefore: figure('pct', before),
    },
  };
}

/** The newest of today and yesterday with eggs logged. */
function newestEggDay(record: FlockRecord, today: CalendarDay): CalendarDay | null {
  const counted = recentDays(record, today, NEWEST_DAYS).filter(({ log }) => log?.eggs != null);
  return counted.at(-1)?.day ?? null;
}

function brokenOn(record: FlockRecord, day: CalendarDay): number | null {
  const log = findFlockDay(record, day)?.log;
  return breakagePct(log?.eggsBroken ?? null, log?.eggs ?? null);
}
