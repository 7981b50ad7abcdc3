import type { Thresholds } from '../../model/thresholds.ts';
import type { Measured } from '../metrics/hours-at-or-above.ts';
import type { Trigger } from './read-trigger.ts';

/** What is known of the heat in a barn when an automation is about to take some away. */
export interface HeatFacts {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Of the flock inside, in days; null: there is none. */
  readonly ageDays: number | null;
  /** The temperature the birds need at that age, in °C; null without a flock. */
  readonly targetC: number | null;
  /** The temperatures of the last hours, the oldest first. */
  readonly temps: readonly Measured[];
  /** Sensors or controllers of the barn that are offline or broken, by name. */
  readonly brokenSensors: number;
  readonly thresholds: Thresholds;
}

/** Why readings are not to be trusted with the heat of chicks. */
export type HeatDoubt = 'silent' | 'broken' | 'jump' | 'not_warm';

const MINUTE_MILLIS = 60_000;
const HOUR_MILLIS = 60 * MINUTE_MILLIS;

/** Whether a command takes heat from the birds: less heating, more cooling, a lower target. */
export function takesHeat(
  { command, params }: { readonly command: string; readonly params: unknown },
  targetC: number | null,
): boolean {
  if (command === 'stop_heater' || command === 'start_cooling') return true;
  if (command !== 'set_temp' || targetC === null) return false;
  const wanted = (params as { readonly c?: unknown } | null)?.c;
  return typeof wanted === 'number' && wanted < targetC;
}

/**
 * What makes it doubtful that chicks in their first days can spare the heat; undefined where nothing
 * does, or they are older. Silence is no reason to cool, a broken sensor or a jump of the values no
 * proof, and chicks that are not above the target need the heat.
 */
export function heatDoubt(trigger: Pick<Trigger, 'op'>, facts: HeatFacts): HeatDoubt | undefined {
  const { now, ageDays, targetC, temps, brokenSensors, thresholds } = facts;
  if (ageDays === null || ageDays > thresholds.automationHeatGuardDays) return undefined;
  const newest = temps.at(-1);
  const oldest = now - thresholds.automationFreshMinutes * MINUTE_MILLIS;
  if (trigger.op === 'stale' || !newest || newest.at < oldest) return 'silent';
  if (brokenSensors > 0) return 'broken';
  if (jumps(temps, now, thresholds.automationSensorJumpC)) return 'jump';
  return targetC !== null && newest.value <= targetC ? 'not_warm' : undefined;
}

/** Whether the temperature changed within the last hour by more than air can. */
function jumps(temps: readonly Measured[], now: number, mostC: number): boolean {
  const recent = temps.filter(({ at }) => at >= now - HOUR_MILLIS);
  return recent.some((temp, index) => {
    const before = recent[index - 1];
    return before !== undefined && Math.abs(temp.value - before.value) > mostC;
  });
}
