import type { Thresholds } from '../../model/thresholds.ts';
import { groupBy } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import { activityHistory } from './activity.ts';
import { countRule } from './bird-counts.ts';
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
  type Judgement,
  type RuleDefinition,
  type RuleSituation,
  type VisionBarn,
} from './vision-rules.ts';

/** What one call brought, and what is known where its cameras hang. */
export interface CallInput {
  /** Newly stored; weights and deaths are let be. */
  readonly readings: readonly VisionReading[];
  /** The barns of the readings. */
  readonly barns: readonly VisionBarn[];
  readonly thresholds: Thresholds;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What the rules make of a call: at most one verdict for each key. */
export interface CallJudgement {
  readonly verdicts: readonly Verdict[];
  readonly skipped: readonly SkippedReading[];
}

interface Judged {
  readonly reading: TimedReading;
  readonly judgement: Judgement;
}

type Situation = RuleSituation & Pick<CallInput, 'now'>;

const HOUR_MILLIS = 3_600_000;
const RULES: readonly RuleDefinition[] = [countRule, ...behaviourRules, activityRule];

/**
 * Judges what cameras counted and saw in one call. Of each camera and rule the newest reading that
 * can be judged decides, so every call is judged on its own and no step is smoothed away. In which
 * order readings arrived, and how often, changes neither a verdict nor how near its alert is to
 * its end.
 */
export function judgeCall(input: CallInput): CallJudgement {
  const watched = input.readings.filter(({ kind }) => kind === 'count' || kind === 'behavior');
  const ofBarns = [...groupBy(inOrder(watched), ({ barnId }) => barnId ?? '')];
  return joined(
    ofBarns
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([barnId, readings]) => judgeBarn(barnId, readings, input)),
  );
}

function judgeBarn(
  barnId: string,
  readings: readonly TimedReading[],
  { barns, thresholds, now }: CallInput,
): CallJudgement {
  const barn = barns.find((one) => one.barnId === barnId);
  if (!barn) return skipAll(readings, 'no_barn');
  const { flock } = barn;
  if (!flock) return skipAll(readings, 'no_flock');
  const inside = new Set([null, flock.flockId, ...(flock.others ?? [])]);
  const isOwn = ({ flockId }: VisionReading) => inside.has(flockId);
  const own = readings.filter(isOwn);
  const all = inOrder(barn.readings.filter(isOwn), own);
  const histories = new Map(barn.activity);
  const activityOf = (camera: string) => {
    const history = histories.get(camera) ?? activityHistory(all, camera);
    histories.set(camera, history);
    return history;
  };
  const situation = { barn, flock, thresholds, now, readings: all, activityOf };
  const ruled = (reading: TimedReading) => RULES.some((rule) => rule.applies(reading));
  return joined([
    skipAll(
      readings.filter((reading) => !isOwn(reading)),
      'no_flock',
    ),
    skipAll(
      own.filter((reading) => !ruled(reading)),
      'unknown_unit',
    ),
    ...RULES.map((rule) => judgeRule(rule, own.filter(rule.applies), situation)),
  ]);
}

function judgeRule(
  rule: RuleDefinition,
  readings: readonly TimedReading[],
  situation: Situation,
): CallJudgement {
  const cameras = [...groupBy(readings, ({ camera }) => camera).values()];
  const newest = cameras.map((ofCamera) => judgeNewest(rule, ofCamera, situation));
  const ofKeys = groupBy(
    newest.flatMap(({ judged }) => judged),
    ({ reading }) => keyOf(rule, reading, situation),
  );
  return {
    verdicts: [...ofKeys].map(([key, judged]) => verdictOf(rule, key, judged, situation)),
    skipped: newest.flatMap(({ skipped }) => skipped),
  };
}

/** The newest reading of a camera that can be judged; none where there is none. */
function judgeNewest(
  rule: RuleDefinition,
  readings: readonly TimedReading[],
  situation: Situation,
): { readonly judged: readonly Judged[]; readonly skipped: readonly SkippedReading[] } {
  const skipped: SkippedReading[] = [];
  let judged: Judged | undefined;
  for (const reading of readings.toReversed()) {
    const found = judged ? 'older_in_call' : judge(rule, reading, situation);
    if (typeof found === 'string') skipped.push({ readingId: reading.id, reason: found });
    else judged = { reading, judgement: found };
  }
  return { judged: judged ? [judged] : [], skipped };
}

function judge(
  rule: RuleDefinition,
  reading: TimedReading,
  situation: Situation,
): Judgement | SkipReason {
  const oldest = situation.now - situation.thresholds.visionFreshHours * HOUR_MILLIS;
  if (reading.at < oldest) return 'too_old';
  const { value } = reading;
  return value === null ? 'no_value' : rule.judge({ ...reading, value }, situation);
}

function keyOf(rule: RuleDefinition, { camera }: TimedReading, { barn }: Situation): string {
  return [rule.rule, barn.barnId, ...(rule.isPerCamera ? [camera] : [])].join(':');
}

function verdictOf(
  rule: RuleDefinition,
  key: string,
  judged: readonly Judged[],
  situation: Situation,
): Verdict {
  const { barn, flock, thresholds } = situation;
  const closesAfter = thresholds.visionQuietReadings;
  const { reading, judgement } = worstOf(judged);
  const quietInARow = quietReadings(rule, reading.camera, situation);
  return {
    rule: rule.rule,
    key,
    barnId: barn.barnId,
    flockId: flock.flockId,
    camera: rule.isPerCamera ? reading.camera : null,
    at: reading.ts,
    ...judgement,
    // What came late, behind enough readings without a finding, is over already.
    severity: quietInARow >= closesAfter ? null : judgement.severity,
    closesAfter,
    quietInARow,
    evidence: {
      readingId: reading.id,
      camera: reading.camera,
      ...judgement.evidence,
      flock: flock.name,
      ageDays: flock.ageDays,
    },
  };
}

/** The most severe; of equals the newest. */
function worstOf(judged: readonly Judged[]): Judged {
  const [first, ...others] = judged;
  if (!first) throw new Error('a verdict needs a judged reading');
  return others.reduce((worst, one) => {
    const worse = rank(one) - rank(worst);
    return worse > 0 || (worse === 0 && isNewer(one.reading, worst.reading)) ? one : worst;
  }, first);
}

function rank({ judgement: { severity } }: Judged): number {
  return severity === 'critical' ? 2 : severity === 'warning' ? 1 : 0;
}

/**
 * How many of the newest readings hold nothing, as far as it needs to be known. Where all cameras of
 * a barn share an alert, each camera that found something has to see its end; the others do not.
 */
function quietReadings(rule: RuleDefinition, camera: string, situation: Situation): number {
  const limit = situation.thresholds.visionQuietReadings;
  const watched = situation.readings.filter(
    (reading) => rule.applies(reading) && (!rule.isPerCamera || reading.camera === camera),
  );
  const runs = [...groupBy(watched, (reading) => reading.camera).values()].map((ofCamera) =>
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
  let quiet = 0;
  for (const reading of readings.toReversed()) {
    const found = judge(rule, reading, situation);
    if (found === 'too_old' || quiet === situation.thresholds.visionQuietReadings) break;
    if (typeof found === 'string') continue;
    if (found.severity !== null) return { quiet, hasFinding: true };
    quiet += 1;
  }
  return { quiet, hasFinding: false };
}

function skipAll(readings: readonly TimedReading[], reason: SkipReason): CallJudgement {
  return { verdicts: [], skipped: readings.map(({ id }) => ({ readingId: id, reason })) };
}

function joined(parts: readonly CallJudgement[]): CallJudgement {
  return {
    verdicts: parts.flatMap(({ verdicts }) => verdicts),
    skipped: parts.flatMap(({ skipped }) => skipped),
  };
}

/** Each once, the oldest first; of the same moment by id. Of those in `timed` the time is known. */
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

/** Field by field: of hundreds of readings in every call, copying each as a whole takes longer. */
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
