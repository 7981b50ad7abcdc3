import { message } from '../../model/core/message.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
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
import { densityRule, feedOutRule, mortalityRule, weightRule } from './flock-rules.ts';
import { type AlertVerdict, sourceOf } from './judge-farm.ts';
import { medicineRule, withdrawalRule } from './medicine-rules.ts';
import { waterDropRule, waterFeedRule } from './water-rules.ts';

/** The rules about air and sensors: what harms birds within the hour. */
export const quickRules: readonly AirRule[] = [
  tempHighRule,
  tempLowRule,
  ...airRules,
  sensorStaleRule,
  sensorsDisagreeRule,
];

/** Every rule that looks at a farm as a whole. */
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

const RULES = new Map<string, AlertRuleName>(alertRules.map(({ rule }) => [rule, rule]));
/** What a rule still says of flocks that have left. */
const OF_CLOSED_FLOCKS: readonly string[] = ['withdrawal_violation'];

/** Ends the open alerts of rules about birds that have left, and medicine that is gone. */
export function endedVerdicts(
  snapshot: FarmSnapshot<'alerts' | 'liveFlocks' | 'medicine'>,
): AlertVerdict[] {
  const inside = new Set(snapshot.liveFlocks.map(({ id }) => id));
  const stored = new Set(snapshot.medicine.map(({ id }) => id));
  return snapshot.alerts.flatMap((alert) => {
    const { key, medicineId, ...source } = sourceOf(alert);
    const rule = RULES.get(String(source['rule']));
    if (!rule || typeof key !== 'string' || !isOpenAlert(alert) || alert.sealed === true) return [];
    const { flockId, barnId, category, createdAt } = alert;
    const hasLeft = flockId !== null && !inside.has(flockId) && !OF_CLOSED_FLOCKS.includes(rule);
    const isGone = typeof medicineId === 'string' && !stored.has(medicineId);
    if (!hasLeft && !isGone) return [];
    return [
      {
        rule,
        key,
        barnId,
        flockId,
        // Before what is judged now of the next birds, which may have the same key.
        at: createdAt,
        severity: null,
        category: category ?? 'other',
        title: message('alert.ended'),
        message: message(hasLeft ? 'alert.ended.birds' : 'alert.ended.medicine'),
        closesAfter: 1,
        evidence: {},
      },
    ];
  });
}
