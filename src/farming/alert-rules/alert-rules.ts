import { message } from '../../model/core/message.ts';
import { type LIVE_FLOCK_PARTS, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { findFlockDay } from '../core/flock-days.ts';
import type { FlockLog, FlockRecord } from '../core/flock-record.ts';
import { isOpenAlert } from '../core/open-items.ts';
import type { AirRule, AlertRule, AlertRuleName } from './alert-rule.ts';
import {
  airRules,
  sensorStaleRule,
  sensorsDisagreeRule,
  tempHighRule,
  tempLowRule,
} from './climate-rules.ts';
import { breakageRule, eggDropRule } from './egg-rules.ts';
import { type AlertVerdict, sourceOf } from './evaluate-farm.ts';
import { densityRule, feedOutRule, mortalityRule, weightRule } from './flock-rules.ts';
import { medicineRule, withdrawalRule } from './medicine-rules.ts';
import { waterDropRule, waterFeedRule } from './water-rules.ts';

/** The rules about air and sensors: conditions that can harm birds within an hour. */
export const quickRules: readonly AirRule[] = [
  tempHighRule,
  tempLowRule,
  ...airRules,
  sensorStaleRule,
  sensorsDisagreeRule,
];

/** Every rule that evaluates a whole farm. */
export const alertRules: readonly AlertRule[] = [
  mortalityRule,
  weightRule,
  waterDropRule,
  waterFeedRule,
  feedOutRule,
  ...quickRules,
  eggDropRule,
  breakageRule,
  medicineRule,
  densityRule,
  withdrawalRule,
];

/** The rules about flocks and stocking density. */
export const flockRules: readonly AlertRule[] = alertRules.filter(
  (rule) => !(quickRules as readonly AlertRule[]).includes(rule) && rule.category !== 'medicine',
);

const RULES = new Map<string, AlertRuleName>(alertRules.map(({ rule }) => [rule, rule]));
/** Rules that also apply to flocks that have left. */
const OF_CLOSED_FLOCKS: readonly string[] = ['withdrawal_violation'];

/** Daily-log values that can raise an alert, by rule, keyed by their names in the evidence. */
const LOGGED: Partial<Readonly<Record<AlertRuleName, Readonly<Record<string, keyof FlockLog>>>>> = {
  mortality_spike: { deaths: 'mortality' },
  weight_below_standard: { weightG: 'avgWeightGr' },
  water_drop: { waterL: 'waterL' },
  water_feed_ratio: { waterL: 'waterL', feedKg: 'feedKg' },
  egg_drop: { eggs: 'eggs' },
  breakage: { eggs: 'eggs', eggsBroken: 'eggsBroken' },
};

/** Evidence is rounded to whole units. */
const ROUNDING = 0.5;

/**
 * Adds verdicts that close the alerts whose daily log was corrected or deleted: immediately where
 * the rule finds the flock well, and also where the rule no longer has data.
 */
export function withCorrections(
  verdicts: readonly AlertVerdict[],
  snapshot: FarmSnapshot<'alerts' | (typeof LIVE_FLOCK_PARTS)[number]>,
): readonly AlertVerdict[] {
  const records = liveFlocksOf(snapshot);
  const corrected = snapshot.alerts.flatMap((alert) => {
    const rule = RULES.get(String(sourceOf(alert)['rule']));
    const record = records.find(({ flock }) => flock.id === alert.flockId);
    const isOver = rule && record && isOpenAlert(alert) && isCorrected(rule, alert, record);
    return isOver ? (endOf(alert, 'corrected') ?? []) : [];
  });
  const correctedByKey = new Map(corrected.map((verdict) => [verdict.key, verdict]));
  const evaluatedKeys = new Set(verdicts.map(({ key }) => key));
  return [
    ...verdicts.map((verdict) => {
      const isOver = verdict.severity === null && correctedByKey.has(verdict.key);
      return isOver ? { ...verdict, closesAfter: 1 } : verdict;
    }),
    ...corrected.filter(({ key }) => !evaluatedKeys.has(key)),
  ];
}

/** Whether the values that raised an alert were corrected or deleted. */
function isCorrected(
  rule: AlertRuleName,
  alert: FarmSnapshot<'alerts'>['alerts'][number],
  record: FlockRecord,
): boolean {
  const evidence = sourceOf(alert);
  if (rule === 'density') return record.weight === null;
  const values = Object.entries(LOGGED[rule] ?? {});
  if (values.length === 0 || evidence['source'] === 'smart') return false;
  const log = findFlockDay(record, String(evidence['date']))?.log;
  return values.some(([name, field]) => {
    const [reported, logged] = [evidence[name] ?? null, log?.[field] ?? null];
    if (reported === null || logged === null) return reported !== logged;
    return Math.abs(Number(reported) - Number(logged)) > ROUNDING;
  });
}

/** Closes the open alerts about birds that have left and medicine that no longer exists. */
export function endedVerdicts(
  snapshot: FarmSnapshot<'alerts' | 'liveFlocks' | 'medicine'>,
): AlertVerdict[] {
  const liveFlockIds = new Set(snapshot.liveFlocks.map(({ id }) => id));
  const stored = new Set(snapshot.medicine.map(({ id }) => id));
  return snapshot.alerts.flatMap((alert) => {
    const { rule, medicineId } = sourceOf(alert);
    const { flockId } = alert;
    const hasLeft =
      flockId !== null && !liveFlockIds.has(flockId) && !OF_CLOSED_FLOCKS.includes(String(rule));
    const isGone = typeof medicineId === 'string' && !stored.has(medicineId);
    if (!isOpenAlert(alert) || (!hasLeft && !isGone)) return [];
    return endOf(alert, hasLeft ? 'birds' : 'medicine') ?? [];
  });
}

/**
 * The verdict that closes an open alert; undefined when the alert was not raised by a rule or is
 * sealed.
 */
function endOf(
  alert: FarmSnapshot<'alerts'>['alerts'][number],
  reason: 'birds' | 'corrected' | 'medicine',
): AlertVerdict | undefined {
  const { key, ...source } = sourceOf(alert);
  const rule = RULES.get(String(source['rule']));
  if (!rule || typeof key !== 'string' || alert.sealed === true) return undefined;
  return {
    rule,
    key,
    barnId: alert.barnId,
    flockId: alert.flockId,
    // Must sort before current verdicts for the next birds, which may have the same key.
    at: alert.createdAt,
    severity: null,
    category: alert.category ?? 'other',
    title: message('alert.ended'),
    message: message(`alert.ended.${reason}`),
    closesAfter: 1,
    evidence: {},
  };
}
