import type { AlertRule } from '../../src/farming/alert-rules/alert-rule.ts';
import { evaluateRules, type FarmEvaluation } from '../../src/farming/alert-rules/evaluate-farm.ts';
import type { FarmSnapshot, SnapshotPart } from '../../src/farming/core/farm-snapshot.ts';
import { type Gaps, gapSteps } from '../../src/farming/gaps/find-gaps.ts';
import { draftDemo } from '../../src/mock/demo-farm/generate-demo.ts';
import { runSteps } from '../../src/tools/concurrency.ts';

/** Applies rules to a farm synchronously. */
export function evaluateFarm<P extends SnapshotPart>(
  rules: readonly AlertRule<P>[],
  snapshot: FarmSnapshot<P>,
): FarmEvaluation {
  return runSteps(evaluateRules(rules, snapshot));
}

/**
 * The gaps of a farm, the worst first, and the completeness of its data, computed synchronously.
 */
export function gapsOf(snapshot: Parameters<typeof gapSteps>[0]): Gaps {
  return runSteps(gapSteps(snapshot));
}

/** The whole demo organisation, including readings. */
export function generateDemo(options: Parameters<typeof draftDemo>[0]) {
  const { organisation, rows, readings } = draftDemo(options);
  return { organisation, rows: { ...rows, 'env-readings': [...readings] } };
}
