import { evaluateCall } from '../../src/farming/vision/evaluate-call.ts';
import type { VisionReading } from '../../src/farming/vision/vision-reading.ts';
import type { VisionBarn } from '../../src/farming/vision/vision-rules.ts';
import { defaultThresholds } from '../../src/model/thresholds.ts';
import { NOON } from './a-snapshot.ts';

/** `barn_1` with 10,000 birds of 20 days. */
function aVisionBarn(values: Partial<VisionBarn> = {}): VisionBarn {
  return {
    barnId: 'barn_1',
    name: 'Barn 1',
    flock: { flockId: 'flock_1', name: 'B1-2611', ageDays: 20, live: 10_000 },
    temperature: null,
    readings: [],
    ...values,
  };
}

/** The results of the rules at noon for readings sent to `barn_1` in one call. */
export function evaluateInBarn(
  readings: readonly VisionReading[],
  barn: Partial<VisionBarn> = {},
): ReturnType<typeof evaluateCall> {
  const barns = [aVisionBarn(barn)];
  return evaluateCall({ readings, barns, thresholds: defaultThresholds, now: NOON });
}
