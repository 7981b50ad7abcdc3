import type { Thresholds } from '../../model/thresholds.ts';
import { heldMinutes, type Measured } from '../metrics/air.ts';
import { automationMetrics, type Trigger } from './trigger.ts';

/** Why an automation acts or does not. */
export type JudgementCode =
  /** The condition holds for as long as it must: it acts now. */
  | 'due'
  /** It holds, and the automation has acted on it. */
  | 'fired'
  /** It holds, but not for long enough yet. */
  | 'waiting'
  | 'not_met'
  /** Nothing that is fresh enough to go by. */
  | 'no_reading'
  | 'no_flock'
  | 'outside_age'
  /** There is no trigger, or of a metric that nothing measures. */
  | 'not_usable';

/** What is known of a barn when a trigger is judged. */
export interface TriggerFacts {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Values of the metric up to now, the oldest first; for `stale` the newest alone will do. */
  readonly values: readonly Measured[];
  /** Of the flock inside, in days; null: there is none. */
  readonly ageDays: number | null;
  /** Whether the automation has acted since the condition began. */
  readonly isFired: boolean;
  readonly thresholds: Thresholds;
}

/** What was found, with the figures that say so. */
export interface Judgement {
  readonly code: JudgementCode;
  /** The newest value, and when it was measured; null without any. */
  readonly newest: Measured | null;
  /** When the condition began, milliseconds since 1970; null where it does not hold. */
  readonly since: number | null;
  /** For how long it has held; null where it does not. */
  readonly minutes: number | null;
}

const MINUTE_MILLIS = 60_000;
const NOTHING = { newest: null, since: null, minutes: null };

/**
 * Judges the trigger of an automation for one barn. A condition that has been acted on is over only
 * when the value has come back by the deadband; a value that is too old leaves things as they are.
 */
export function judgeTrigger(trigger: Trigger | undefined, facts: TriggerFacts): Judgement {
  if (!trigger) return { code: 'not_usable', ...NOTHING };
  const newest = facts.values.at(-1) ?? null;
  const outside = outsideCode(trigger, facts.ageDays);
  if (outside) return { ...NOTHING, code: outside, newest };
  return trigger.op === 'stale'
    ? judgeSilence(trigger, facts, newest)
    : judgeValue(trigger, facts, newest);
}

function outsideCode(
  { op, ageFrom, ageTo }: Trigger,
  ageDays: number | null,
): 'no_flock' | 'outside_age' | undefined {
  // Silent sensors of an empty barn are nobody's trouble.
  const needsFlock = op === 'stale' || ageFrom !== null || ageTo !== null;
  if (ageDays === null) return needsFlock ? 'no_flock' : undefined;
  const isInside = ageDays >= (ageFrom ?? ageDays) && ageDays <= (ageTo ?? ageDays);
  return isInside ? undefined : 'outside_age';
}

function judgeSilence(
  { value }: Trigger,
  { now, isFired }: TriggerFacts,
  newest: Measured | null,
): Judgement {
  // What never measured has not fallen silent.
  if (!newest) return { code: 'no_reading', ...NOTHING };
  const minutes = Math.max(0, now - newest.at) / MINUTE_MILLIS;
  if (minutes < value) return { ...NOTHING, code: 'not_met', newest };
  return { code: isFired ? 'fired' : 'due', newest, since: newest.at, minutes };
}

function judgeValue(trigger: Trigger, facts: TriggerFacts, newest: Measured | null): Judgement {
  const { now, values, isFired, thresholds } = facts;
  const oldest = now - thresholds.automationFreshMinutes * MINUTE_MILLIS;
  if (!newest || newest.at < oldest) return { ...NOTHING, code: 'no_reading', newest };
  const { deadband } = automationMetrics[trigger.metric];
  const slack = isFired && deadband ? thresholds[deadband] : 0;
  const held = heldMinutes(values, (value) => meets(trigger, value, slack));
  if (held === null) return { ...NOTHING, code: 'not_met', newest };
  const since = newest.at - held * MINUTE_MILLIS;
  const minutes = Math.max(0, now - since) / MINUTE_MILLIS;
  const code = isFired ? 'fired' : minutes >= trigger.forMinutes ? 'due' : 'waiting';
  return { code, newest, since, minutes };
}

function meets({ op, value: limit, high }: Trigger, value: number, slack: number): boolean {
  switch (op) {
    case '>':
      return value > limit - slack;
    case '>=':
      return value >= limit - slack;
    case '<':
      return value < limit + slack;
    case '<=':
      return value <= limit + slack;
    case 'between':
      return value >= limit - slack && value <= (high ?? limit) + slack;
    default:
      return false;
  }
}

/** What an automation did last in a barn. */
export interface EarlierCommand {
  /** When it was made, milliseconds since 1970. */
  readonly at: number;
  readonly depth: number;
}

/** A command this deep in a chain is not made. */
export const MOST_DEPTH = 3;

/**
 * How deep in a chain of automations a command would be: 0 for one that follows none, else one more
 * than the deepest command of the same barn behind which its condition began within the minutes.
 * So two automations that undo each other count up, and two that act on the same reading do not.
 */
export function loopDepth(
  since: number,
  commands: readonly EarlierCommand[],
  withinMinutes: number,
): number {
  const within = withinMinutes * MINUTE_MILLIS;
  const causes = commands.filter(({ at }) => since > at && since - at <= within);
  return causes.reduce((deepest, { depth }) => Math.max(deepest, depth + 1), 0);
}
