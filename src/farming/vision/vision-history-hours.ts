import type { Thresholds } from '../../model/thresholds.ts';

/**
 * How far back the stored counts and behaviour must reach that `judgeCall` is given, in hours: to
 * the baseline of the oldest reading that may still raise an alert.
 */
export function visionHistoryHours({ visionFreshHours, visionActivityHours }: Thresholds): number {
  return visionFreshHours + visionActivityHours;
}
