import { message } from '../../model/core/message.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import {
  addDays,
  type CalendarDay,
  formatInstant,
  HOUR_MILLIS,
  hourInZone,
} from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import { activityHistory } from './activity.ts';
import { countDeathsOfDay, countRule, deathsDiffer } from './bird-counts.ts';
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

interface Judged {
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
  const watched = input.readings.filter(({ kind }) => kind === 'count' || kind === 'behavior');
  const ofBarns = [...groupBy(inOrder(watched), ({ barnId }) => barnId ?? '')];
  return joined(
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
    ...RULES.map((rule) => evaluateRule(rule, own.filter(rule.applies), situation)),
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
    newest.flatMap(({ judged }) => judged),
    ({ reading }) => keyOf(rule, reading, situation),
  );
  return {
    verdicts: [...ofKeys].map(([key, judged]) => verdictOf(rule, key, judged, situation)),
    skipped: newest.flatMap(({ skipped }) => skipped),
  };
}

/** The newest usable reading of a camera; empty without one. */
function evaluateNewest(
  rule: RuleDefinition,
  readings: readonly TimedReading[],
  situation: Situation,
): { readonly judged: readonly Judged[]; readonly skipped: readonly SkippedReading[] } {
  const skipped: SkippedReading[] = [];
  let judged: Judged | undefined;
  for (const reading of readings.toReversed()) {
    const found = judged ? 'older_in_call' : judge(rule, reading, situation);
    if (typeof found === 'string') skipped.push({ readingId: reading.id, reason: found });
    else judged = { reading, evaluation: found };
  }
  return { judged: judged ? [judged] : [], skipped };
}

function judge(
  rule: RuleDefinition,
  reading: TimedReading,
  situation: Situation,
): Evaluation | SkipReason {
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
  const { reading, evaluation } = worstOf(judged);
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
function worstOf(judged: readonly Judged[]): Judged {
  const [first, ...others] = judged;
  if (!first) throw new Error('a verdict needs a judged reading');
  return others.reduce((worst, one) => {
    const worse = rank(one) - rank(worst);
    return worse > 0 || (worse === 0 && isNewer(one.reading, worst.reading)) ? one : worst;
  }, first);
}

function rank({ evaluation: { severity } }: Judged): number {
  return severity === 'critical' ? 2 : severity === 'warning' ? 1 : 0;
}

/**
 * Number of the newest consecutive readings without a finding, as far as relevant. When all cameras
 * of a barn share an alert, each camera with a finding must see its end; the others do not.
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

function skipAll(readings: readonly TimedReading[], reason: SkipReason): CallEvaluation {
  return { verdicts: [], skipped: readings.map(({ id }) => ({ readingId: id, reason })) };
}

function joined(parts: readonly CallEvaluation[]): CallEvaluation {
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

/** The inputs of the comparison of dead birds in a barn. */
export interface DayInput {
  readonly barnId: string;
  readonly barnName: string;
  /** The flock placed last, which the alert belongs to. */
  readonly flockId: string;
  /** The other flocks inside; cameras see the dead birds of all flocks. */
  readonly others?: readonly string[];
  /** Of the flock placed first. */
  readonly placementDate: CalendarDay;
  /** The readings of kind `mortality` in the barn in the last four days, in any order. */
  readonly deaths: readonly VisionReading[];
  /** `mortality` of the deciding logs of all flocks by day; null when one lacks it. */
  readonly logged: ReadonlyMap<CalendarDay, number | null>;
  readonly today: CalendarDay;
  readonly zone: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly thresholds: Thresholds;
}

interface DayCompared {
  readonly day: CalendarDay;
  readonly vision: number;
  /** Null when not logged. */
  readonly logged: number | null;
  readonly differs: boolean;
}

/** Today and the two days before: the same range as in the digest. */
const DAYS_BACK = [0, 1, 2] as const;

/**
 * Compares the dead birds seen by cameras with the log, on the newest day that can be evaluated. A
 * day is evaluated from 20:00 farm time on, with or without a log; earlier only if cameras have
 * already seen too many for the log of the day, because their count can only grow. Days before
 * cameras began to report deaths are not evaluated. Null when no day can be evaluated. Must be
 * called when deaths arrive, when a log is created, changed or deleted, and once a day after 20:00.
 */
export function evaluateDay(input: DayInput): Verdict | null {
  const { flockId, others = [], placementDate, today } = input;
  const inside = new Set([null, flockId, ...others]);
  const deaths = input.deaths.filter(
    (reading) => reading.kind === 'mortality' && inside.has(reading.flockId),
  );
  if (deaths.length === 0) return null;
  for (const back of DAYS_BACK) {
    const day = addDays(today, -back);
    const compared = day < placementDate ? null : compareDay(day, { ...input, deaths });
    if (compared) return dayVerdict(compared, input);
  }
  return null;
}

function compareDay(
  day: CalendarDay,
  { deaths, logged, today, zone, now, thresholds }: DayInput,
): DayCompared | null {
  const seen = countDeathsOfDay(deaths, { day, zone, trackHours: thresholds.visionTrackHours });
  if (seen === null) return null;
  const { vision } = seen;
  const log = logged.get(day) ?? null;
  const differs = deathsDiffer({ ...seen, logged: log ?? 0 }, thresholds);
  const isDayOver = day < today || hourInZone(now, zone) >= thresholds.visionDeathsHour;
  const isTooManyAlready = differs && log !== null && vision > log;
  return isDayOver || isTooManyAlready ? { day, vision, logged: log, differs } : null;
}

function dayVerdict(
  { day, vision, logged, differs }: DayCompared,
  { barnId, barnName, flockId, now }: DayInput,
): Verdict {
  const difference = vision - (logged ?? 0);
  const params = {
    barn: barnName,
    day: { day },
    seen: { quantity: vision, unit: 'birds' },
    logged: { quantity: logged ?? 0, unit: 'birds' },
    difference: { quantity: Math.abs(difference), unit: 'birds' },
  } as const;
  return {
    rule: 'mortality_mismatch',
    key: `mortality_mismatch:${barnId}`,
    barnId,
    flockId,
    camera: null,
    at: formatInstant(now),
    severity: differs ? 'warning' : null,
    category: 'mortality',
    title: message(differs ? 'vision.deaths.title' : 'vision.deaths.fits.title', params),
    message: message(`vision.deaths.${deathsKey(logged, differs, difference)}`, params),
    closesAfter: 1,
    quietInARow: differs ? 0 : 1,
    occasion: day,
    evidence: { date: day, vision, logged, difference },
  };
}

function deathsKey(logged: number | null, differs: boolean, difference: number): string {
  if (!differs) return 'fits';
  if (logged === null) return 'no_log';
  return difference < 0 ? 'fewer' : 'more';
}
