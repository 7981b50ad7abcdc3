import type { Thresholds } from '../../model/thresholds.ts';
import { MINUTE_MILLIS } from '../../tools/calendar.ts';
import type { Measured } from '../metrics/air.ts';
import {
  type Evaluation,
  endingCodes,
  evaluateTrigger,
  isTimed,
  meetsTrigger,
  type Trigger,
} from './trigger.ts';

/** The barn data for replaying a trigger. */
export interface ReplayFacts {
  /** Values of the metric up to `to`, oldest first; those before `from` set the initial state. */
  readonly values: readonly Measured[];
  /** The period, milliseconds since 1970, both included. */
  readonly from: number;
  readonly to: number;
  /** The age of the flock inside at a moment, in days; null without a flock. */
  readonly ageAt: (at: number) => number | null;
  readonly thresholds: Thresholds;
}

/** A moment at which the automation would have acted. */
export interface ReplayedRun {
  readonly at: number;
  readonly evaluation: Evaluation;
  /** When the condition ended; null when it still held at the end of the period. */
  readonly until: number | null;
}

/** The runs a trigger would have caused in a period. */
export interface Replay {
  /** The number of values in the period, and how many of them meet the condition. */
  readonly checked: number;
  readonly met: number;
  readonly runs: readonly ReplayedRun[];
  /** Whether the trigger had already fired on a condition that still held when the period began. */
  readonly isFiredAtStart: boolean;
  /** The evaluations at the beginning and at the end of the period. */
  readonly first: Evaluation;
  readonly last: Evaluation;
}

/**
 * Evaluates a trigger at every moment of a period at which the service would have evaluated it:
 * when a value arrives, assumed to be when it was measured, and for timed triggers at the whole
 * minute at which time alone makes the condition due.
 */
export function replayTrigger(trigger: Trigger, facts: ReplayFacts): Replay {
  const { values, from, to } = facts;
  const replaying = createReplay(trigger, facts);
  const moments = values.filter(({ at }) => at <= to);
  let isStarted = false;
  for (const [index, value] of moments.entries()) {
    if (!isStarted && value.at >= from) {
      replaying.start(value.at);
      isStarted = true;
    }
    replaying.take(value);
    const next = moments[index + 1]?.at ?? to + 1;
    if (next === value.at) continue;
    replaying.judge(value.at);
    replaying.wait(isStarted ? next : Math.min(next, from));
  }
  if (!isStarted) replaying.start(to + 1);
  const replayed = moments.filter(({ at }) => at >= from);
  const isMet = ({ value }: Measured) => trigger.op !== 'stale' && meetsTrigger(trigger, value);
  return { checked: replayed.length, met: replayed.filter(isMet).length, ...replaying.result() };
}

function createReplay(trigger: Trigger, { from, to, ageAt, thresholds }: ReplayFacts) {
  const measuredSoFar: Measured[] = [];
  const runs: ReplayedRun[] = [];
  let isFired = false;
  let isFiredAtStart = false;
  let first: Evaluation | undefined;
  const evaluateAt = (now: number) =>
    evaluateTrigger(trigger, {
      now,
      values: measuredSoFar,
      ageDays: ageAt(now),
      isFired,
      thresholds,
    });
  const end = (at: number) => {
    isFired = false;
    const open = runs.at(-1);
    if (open?.until === null) runs[runs.length - 1] = { ...open, until: at };
  };
  const evaluateInstant = (at: number): Evaluation => {
    const evaluation = evaluateAt(at);
    if (evaluation.code === 'due') {
      isFired = true;
      if (at >= from) runs.push({ at, evaluation, until: null });
    } else if (isFired && endingCodes.includes(evaluation.code)) end(at);
    return evaluation;
  };
  /** Evaluates when time alone makes the condition due, if that is before the next value. */
  const wait = (next: number) => {
    const newest = measuredSoFar.at(-1);
    if (!isTimed(trigger) || isFired || !newest) return;
    const since = trigger.op === 'stale' ? newest.at : evaluateAt(newest.at).since;
    if (since === null) return;
    const requiredMinutes = trigger.op === 'stale' ? trigger.value : trigger.forMinutes;
    const due = Math.ceil(since / MINUTE_MILLIS + requiredMinutes) * MINUTE_MILLIS;
    if (due > newest.at && due < next) evaluateInstant(due);
  };
  return {
    take: (value: Measured) => measuredSoFar.push(value),
    judge: evaluateInstant,
    wait,
    /** The first minute of the period: the flock may have reached the age of the trigger. */
    start(next: number) {
      isFiredAtStart = isFired;
      first = evaluateAt(from);
      if (!isTimed(trigger) || measuredSoFar.length === 0 || next <= from) return;
      evaluateInstant(from);
      wait(next);
    },
    result() {
      const last = evaluateAt(to);
      return { runs, isFiredAtStart, first: first ?? last, last };
    },
  };
}
