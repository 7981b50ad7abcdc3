import { airRules } from './air-rules.ts';
import type { AirRule, AlertRule } from './alert-rule.ts';
import { densityRule } from './density-rule.ts';
import { breakageRule, eggDropRule } from './egg-rules.ts';
import { feedOutRule } from './feed-rule.ts';
import { medicineRule } from './medicine-rule.ts';
import { mortalityRule } from './mortality-rule.ts';
import { sensorStaleRule, sensorsDisagreeRule } from './sensor-rule.ts';
import { tempHighRule, tempLowRule } from './temperature-rules.ts';
import { waterDropRule, waterFeedRule } from './water-rules.ts';
import { weightRule } from './weight-rule.ts';
import { withdrawalRule } from './withdrawal-rule.ts';

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
