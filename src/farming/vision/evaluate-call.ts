import type { Thresholds } from '../../model/thresholds.ts';
import { HOUR_MILLIS } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import { activityHistory } from './activity.ts';
import type {
  SkippedReading,
  SkipReason,
  TimedReading,
  Verdict,
  VisionReading,
} from './vision-reading.ts';
import {
  activityRule,
  behaviourRules,
  countRule,
  type Evaluation,
  type RuleDefinition,
  type RuleSituation,
  type VisionBarn,
} from './vision-rules.ts';

/** The readings of one call, and the data of the barns of its cameras. */
interface CallInput {
  /** Newly stored readings; weights and deaths are ignored. */
  readonly readings: readonly VisionReading[];
  /** The barns of the readings. */
  readonly barns: readonly VisionBarn[];
  readonly thresholds: Thresholds;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The results of the rules for a call: at most one verdict per key. */
interface CallEvaluation {
  readonly verdicts: readonly Verdict[];
  readonly skipped: readonly SkippedReading[];
}

interface EvaluatedReading {
  readonly reading: TimedReading;
  readonly evaluation: Evaluation;
}

type Situation = RuleSituation & Pick<CallInput, 'now'>;
const RULES: readonly RuleDefinition[] = [countRule, ...behaviourRules, activityRule];

/**
 * Evaluates the counts and behaviour of one call. For each camera and rule the newest usable
 * reading is decisive, so every call is evaluated independently and nothing is smoothed. The order
 * and repetition of readings affect neither a verdict nor the progress towards closing its alert.
 */
export function evaluateCall(input: CallInput): CallEvaluation {
  const countsAndBehaviours = input.readings.filter(
    ({ kind }) => kind === 'count' || kind === 'behavior',
  );
  const ofBarns = [...groupBy(inOrder(countsAndBehaviours), ({ barnId }) => barnId ?? '')];
  return joinEvaluations(
    ofBarns
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([barnId, readings]) => evaluateBarn(barnId, readings, input)),
  );
}

function evaluateBarn(
  barnId: string,
  readings: readonly TimedReading[],
  { barns, thresholds, now }: CallInput,
): CallEvaluation {
  const barn = barns.find((one) => one.barnId === barnId);
  if (!barn) return skipAll(readings, 'no_barn');
  const { flock } = barn;
  if (!flock) return skipAll(readings, 'no_flock');
  const acceptedFlockIds = new Set([null, flock.flockId, ...(flock.others ?? [])]);
  const isOwn = ({ flockId }: VisionReading) => acceptedFlockIds.has(flockId);
  const ownReadings = readings.filter(isOwn);
  const all = inOrder(barn.readings.filter(isOwn), ownReadings);
  const histories = new Map(barn.activity);
  const activityOf = (camera: string) => {
    const history = histories.get(camera) ?? activityHistory(all, camera);
    histories.set(camera, history);
    return history;
  };
  const situation = { barn, flock, thresholds, now, readings: all, activityOf };
  const ruled = (reading: TimedReading) => RULES.some((rule) => rule.applies(reading));
  return joinEvaluations([
    skipAll(
      readings.filter((reading) => !isOwn(reading)),
      'no_flock',
    ),
    skipAll(
      ownReadings.filter((reading) => !ruled(reading)),
      'unknown_unit',
    ),
    ...RULES.map((rule) => evaluateRule(rule, ownReadings.filter(rule.applies), situation)),
  ]);
}

function evaluateRule(
  rule: RuleDefinition,
  readings: readonly TimedReading[],
  situation: Situation,
): CallEvaluation {
  const cameras = [...groupBy(readings, ({ camera }) => camera).values()];
  const newest = cameras.map((ofCamera) => evaluateNewest(rule, ofCamera, situation));
  const ofKeys = groupBy(
    newest.flatMap(({ evaluated }) => evaluated),
    ({ reading }) => keyOf(rule, reading, situation),
  );
  return {
    verdicts: [...ofKeys].map(([key, evaluated]) => verdictOf(rule, key, evaluated, situation)),
    skipped: newest.flatMap(({ skipped }) => skipped),
  };
}

/** The newest usable reading of a camera; empty without one. */
function evaluateNewest(
  rule: RuleDefinition,
  readings: readonly TimedReading[],
  situation: Situation,
): {
  readonly evaluated: readonly EvaluatedReading[];
  readonly skipped: readonly SkippedReading[];
} {
  const skipped: SkippedReading[] = [];
  let evaluated: EvaluatedReading | undefined;
  for (const reading of readings.toReversed()) {
    const outcome = evaluated ? 'older_in_call' : outcomeOf(rule, reading, situation);
    if (typeof outcome === 'string') skipped.push({ readingId: reading.id, reason: outcome });
    else evaluated = { reading, evaluation: outcome };
  }
  return { evaluated: evaluated ? [evaluated] : [], skipped };
}

function outcomeOf(
  rule: RuleDefinition,
  reading: TimedReading,
  situation: Situation,
): Evaluation | SkipReason {
  const oldest = situation.now - situation.thresholds.visionFreshHours * HOUR_MILLIS;
  if (reading.at < oldest) return 'too_old';
  const { value } = reading;
  return value === null ? 'no_value' : rule.evaluate({ ...reading, value }, situation);
}

function keyOf(rule: RuleDefinition, { camera }: TimedReading, { barn }: Situation): string {
  return [rule.rule, barn.barnId, ...(rule.isPerCamera ? [camera] : [])].join(':');
}

function verdictOf(
  rule: RuleDefinition,
  key: string,
  evaluated: readonly EvaluatedReading[],
  situation: Situation,
): Verdict {
  const { barn, flock, thresholds } = situation;
  const closesAfter = thresholds.visionQuietReadings;
  const { reading, evaluation } = worstOf(evaluated);
  const quietInARow = quietReadings(rule, reading.camera, situation);
  return {
    rule: rule.rule,
    key,
    barnId: barn.barnId,
    flockId: flock.flockId,
    camera: rule.isPerCamera ? reading.camera : null,
    at: reading.ts,
    ...evaluation,
    // A late reading followed by enough readings without a finding is already over.
    severity: quietInARow >= closesAfter ? null : evaluation.severity,
    closesAfter,
    quietInARow,
    evidence: {
      readingId: reading.id,
      camera: reading.camera,
      ...evaluation.evidence,
      flock: flock.name,
      ageDays: flock.ageDays,
    },
  };
}

/** The most severe; the newest of equals. */
function worstOf(evaluated: readonly EvaluatedReading[]): EvaluatedReading {
  const [first, ...remaining] = evaluated;
  if (!first) throw new Error('a verdict needs an evaluated reading');
  return remaining.reduce((worst, one) => {
    const rankDifference = rank(one) - rank(worst);
    return rankDifference > 0 || (rankDifference === 0 && isNewer(one.reading, worst.reading))
      ? one
      : worst;
  }, first);
}

function rank({ evaluation: { severity } }: EvaluatedReading): number {
  return severity === 'critical' ? 2 : severity === 'warning' ? 1 : 0;
}

/**
 * Number of the newest consecutive readings without a finding, as far as relevant. When all cameras
 * of a barn share an alert, each camera with a finding must see its end; the others do not.
 */
function quietReadings(rule: RuleDefinition, camera: string, situation: Situation): number {
  const limit = situation.thresholds.visionQuietReadings;
  const watchedReadings = situation.readings.filter(
    (reading) => rule.applies(reading) && (!rule.isPerCamera || reading.camera === camera),
  );
  const runs = [...groupBy(watchedReadings, (reading) => reading.camera).values()].map((ofCamera) =>
    quietRun(rule, ofCamera, situation),
  );
  const open = runs.filter(({ hasFinding }) => hasFinding).map(({ quiet }) => quiet);
  return open.length > 0 ? Math.min(...open) : Math.min(limit, sum(runs.map(({ quiet }) => quiet)));
}

function quietRun(
  rule: RuleDefinition,
  readings: readonly TimedReading[],
  situation: Situation,
): { readonly quiet: number; readonly hasFinding: boolean } {
  let quietReadings = 0;
  for (const reading of readings.toReversed()) {
    const outcome = outcomeOf(rule, reading, situation);
    if (outcome === 'too_old' || quietReadings === situation.thresholds.visionQuietReadings) break;
    if (typeof outcome === 'string') continue;
    if (outcome.severity !== null) return { quiet: quietReadings, hasFinding: true };
    quietReadings += 1;
  }
  return { quiet: quietReadings, hasFinding: false };
}

function skipAll(readings: readonly TimedReading[], reason: SkipReason): CallEvaluation {
  return { verdicts: [], skipped: readings.map(({ id }) => ({ readingId: id, reason })) };
}

function joinEvaluations(parts: readonly CallEvaluation[]): CallEvaluation {
  return {
    verdicts: parts.flatMap(({ verdicts }) => verdicts),
    skipped: parts.flatMap(({ skipped }) => skipped),
  };
}

/**
 * Without duplicates, oldest first, then by ID. The times of readings in `timed` are already
 * parsed.
 */
function inOrder(
  readings: readonly VisionReading[],
  timed: readonly TimedReading[] = [],
): readonly TimedReading[] {
  const byId = new Map(timed.map((reading) => [reading.id, reading]));
  for (const reading of readings) {
    if (!byId.has(reading.id)) byId.set(reading.id, timedReading(reading));
  }
  return [...byId.values()].sort((left, right) => (isNewer(left, right) ? 1 : -1));
}

/** Copies field by field: spreading hundreds of readings in every call is slower. */
function timedReading(reading: VisionReading): TimedReading {
  const { id, barnId, flockId, camera, deviceId, source } = reading;
  const { kind, unit, value, confidence, ts, meta } = reading;
  const at = Date.parse(ts);
  return {
    id,
    barnId,
    flockId,
    camera,
    deviceId,
    source,
    kind,
    unit,
    value,
    confidence,
    ts,
    meta,
    at,
  };
}

function isNewer(left: TimedReading, right: TimedReading): boolean {
  return left.at === right.at ? left.id > right.id : left.at > right.at;
}
