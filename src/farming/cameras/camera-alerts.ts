import type { StoredOf } from '../../model/registry.ts';
import { isOpenAlert } from '../gaps/is-open-alert.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import type { VisionRule } from '../vision/verdict.ts';

/** An open alert that a rule about cameras raised. */
export interface CameraAlert {
  readonly alertId: string;
  readonly rule: VisionRule;
  readonly severity: string | null;
  readonly title: string | null;
  readonly barnId: string | null;
  /** The camera whose reading decided; `source:` and its source where no device claims it. */
  readonly camera: string | null;
  readonly createdAt: string;
}

const RULES: Readonly<Record<VisionRule, true>> = {
  count_gap: true,
  mortality_mismatch: true,
  panting: true,
  clustering: true,
  poor_spread: true,
  activity_drop: true,
};

/** The open alerts of the rules about cameras, the newest first. */
export function cameraAlerts({ alerts }: FarmSnapshot<'alerts'>): readonly CameraAlert[] {
  return alerts.filter(isOpenAlert).flatMap((alert) => {
    const { rule, camera } = sourceOf(alert);
    if (!isVisionRule(rule)) return [];
    const { id: alertId, severity, title, barnId, createdAt } = alert;
    const decided = typeof camera === 'string' ? camera : null;
    return [{ alertId, rule, severity, title, barnId, camera: decided, createdAt }];
  });
}

function sourceOf({ source }: StoredOf<'alerts'>): Readonly<Record<string, unknown>> {
  return typeof source === 'object' && source !== null
    ? (source as Readonly<Record<string, unknown>>)
    : {};
}

function isVisionRule(rule: unknown): rule is VisionRule {
  return typeof rule === 'string' && Object.hasOwn(RULES, rule);
}
