import type { Unit } from '../../model/core/message.ts';
import type { ThresholdName, Thresholds } from '../../model/thresholds.ts';
import { HOUR_MILLIS, MINUTE_MILLIS } from '../../tools/calendar.ts';
import { heldMinutes, type Measured } from '../metrics/air.ts';

/** A metric that automations can watch. */
interface AutomationMetric {
  /** Air readings, or bird behaviour from cameras. */
  readonly source: 'readings' | 'behavior';
  readonly unit: Unit | null;
  /** Decimals in texts. */
  readonly decimals: number;
  /**
   * Hysteresis: how far the value must return past the limit to end the condition; null for none.
   */
  readonly deadband: ThresholdName | null;
  /** Category of the alert when the automation does not set one. */
  readonly category: 'climate' | 'water' | 'feed' | 'health';
}

/** The metrics by name; `thi` is computed from temperature and humidity. */
export const automationMetrics = {
  temp: reading('°C', 1, 'automationDeadbandC', 'climate'),
  humidity: reading('%', 1, 'automationDeadbandHumidityPct', 'climate'),
  co2: reading('ppm', 0, 'automationDeadbandCo2Ppm', 'climate'),
  nh3: reading('ppm', 1, 'automationDeadbandNh3Ppm', 'climate'),
  thi: reading('°C', 1, 'automationDeadbandC', 'climate'),
  waterL: reading('L', 1, null, 'water'),
  feedKg: reading('kg', 1, null, 'feed'),
  panting: behavior(),
  clustering: behavior(),
  poor_spread: behavior(),
  activity: behavior(),
} as const satisfies Readonly<Record<string, AutomationMetric>>;

export type AutomationMetricName = keyof typeof automationMetrics;

/** Synonyms of metrics, case-folded. */
const SYNONYMS: Readonly<Record<string, AutomationMetricName>> = {
  temperature: 'temp',
  tempc: 'temp',
  rh: 'humidity',
  ammonia: 'nh3',
  carbon_dioxide: 'co2',
  water: 'waterL',
  waterl: 'waterL',
  feed: 'feedKg',
  feedkg: 'feedKg',
};

/** The metric for a word; undefined for an unknown metric. */
function findAutomationMetric(word: unknown): AutomationMetricName | undefined {
  if (typeof word !== 'string') return undefined;
  if (isMetric(word)) return word;
  const folded = word.trim().toLowerCase().replaceAll(/[ -]/g, '_');
  return isMetric(folded) ? folded : Object.hasOwn(SYNONYMS, folded) ? SYNONYMS[folded] : undefined;
}

function isMetric(word: string): word is AutomationMetricName {
  return Object.hasOwn(automationMetrics, word);
}

function reading(
  unit: Unit,
  decimals: number,
  deadband: ThresholdName | null,
  category: AutomationMetric['category'],
): AutomationMetric {
  return { source: 'readings', unit, decimals, deadband, category };
}

function behavior(): AutomationMetric {
  return { source: 'behavior', unit: null, decimals: 2, deadband: null, category: 'health' };
}

/** The condition on which an automation acts. */
export interface Trigger {
  readonly metric: AutomationMetricName;
  readonly op: '>' | '>=' | '<' | '<=' | 'between' | 'stale';
  /** The lower bound for `between`; the minutes without a value for `stale`. */
  readonly value: number;
  /** The upper bound for `between`. */
  readonly high: number | null;
  /** Minutes the condition must hold; 0 for `stale`, whose `value` is the duration. */
  readonly forMinutes: number;
  /** Ages of the flock in days, both included; null for any age, and for empty barns. */
  readonly ageFrom: number | null;
  readonly ageTo: number | null;
}

const COMPARISONS = ['>', '>=', '<', '<='] as const;
/** Minutes after which a reading is stale. Source: a common controller. */
const STALE_MINUTES = 15;

/** Parses a stored trigger; undefined without a usable one, for example for an unknown metric. */
export function readTrigger(json: unknown): Trigger | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const fields = json as Fields;
  const metric = findAutomationMetric(fields['metric']);
  const minutes = numberOf(fields['forMinutes']) ?? 0;
  const limits = limitsOf(fields, minutes);
  if (metric === undefined || !limits) return undefined;
  const ages = { ageFrom: numberOf(fields['ageFrom']), ageTo: numberOf(fields['ageTo']) };
  return { metric, forMinutes: limits.op === 'stale' ? 0 : minutes, ...limits, ...ages };
}

type Fields = Readonly<Record<string, unknown>>;

function limitsOf(
  { op, value }: Fields,
  minutes: number,
): Pick<Trigger, 'op' | 'value' | 'high'> | undefined {
  if (op === 'stale') {
    const silent = numberOf(value) ?? (minutes > 0 ? minutes : STALE_MINUTES);
    return { op, value: silent, high: null };
  }
  if (op === 'between') {
    const [low, high] = Array.isArray(value) ? value.map(numberOf) : [];
    return low == null || high == null ? undefined : { op, value: low, high };
  }
  const comparison = COMPARISONS.find((one) => one === op);
  const limit = numberOf(value);
  return comparison && limit !== null ? { op: comparison, value: limit, high: null } : undefined;
}

/** Whether time alone, without a new reading, can satisfy the trigger. */
export function isTimed({ op, forMinutes }: Trigger): boolean {
  return op === 'stale' || forMinutes > 0;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** The heat in a barn when an automation is about to reduce it. */
interface HeatFacts {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Age of the flock inside, in days; null without a flock. */
  readonly ageDays: number | null;
  /** The temperature the birds need at that age, in °C; null without a flock. */
  readonly targetC: number | null;
  /** The temperatures of the last hours, oldest first. */
  readonly temps: readonly Measured[];
  /** Number of sensors or controllers of the barn that are offline or broken. */
  readonly brokenSensors: number;
  readonly thresholds: Thresholds;
}

/** Why readings are not reliable enough to reduce the heat of chicks. */
export type HeatDoubt = 'silent' | 'broken' | 'jump' | 'not_warm';

/** Whether a command reduces heat: less heating, more cooling or a lower target. */
export function takesHeat(
  { command, params }: { readonly command: string; readonly params: unknown },
  targetC: number | null,
): boolean {
  if (command === 'stop_heater' || command === 'start_cooling') return true;
  if (command !== 'set_temp' || targetC === null) return false;
  const expression = (params as { readonly c?: unknown } | null)?.c;
  return typeof expression === 'number' && expression < targetC;
}

/**
 * The reason not to reduce heat for chicks in their first days; undefined when there is none or the
 * birds are older. Missing readings, broken sensors and sudden jumps do not prove that a barn is
 * too warm, and chicks that are not above the target temperature need the heat.
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

/** Whether the temperature changed within the last hour by more than is physically plausible. */
function jumps(temps: readonly Measured[], now: number, mostC: number): boolean {
  const recent = temps.filter(({ at }) => at >= now - HOUR_MILLIS);
  return recent.some((temp, index) => {
    const before = recent[index - 1];
    return before !== undefined && Math.abs(temp.value - before.value) > mostC;
  });
}

/** Why an automation acts or does not. */
type EvaluationCode =
  /** The condition has held for long enough: act now. */
  | 'due'
  /** It holds, and the automation has already acted. */
  | 'fired'
  /** It holds, but not for long enough yet. */
  | 'waiting'
  | 'not_met'
  /** No reading that is recent enough. */
  | 'no_reading'
  | 'no_flock'
  | 'outside_age'
  /** No trigger, or one with an unknown metric. */
  | 'not_usable';

/** Codes that end a condition that was acted on; a stale value does not end it. */
export const endingCodes: readonly EvaluationCode[] = [
  'not_met',
  'no_flock',
  'outside_age',
  'not_usable',
];

/** The barn data for evaluating a trigger. */
interface TriggerFacts {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Values of the metric up to now, oldest first; for `stale` the newest is sufficient. */
  readonly values: readonly Measured[];
  /** Age of the flock inside, in days; null without a flock. */
  readonly ageDays: number | null;
  /** Whether the automation has acted since the condition began. */
  readonly isFired: boolean;
  readonly thresholds: Thresholds;
}

/** The result of an evaluation, with its figures. */
export interface Evaluation {
  readonly code: EvaluationCode;
  /** The newest value and its time; null without any. */
  readonly newest: Measured | null;
  /** When the condition began, milliseconds since 1970; null when it does not hold. */
  readonly since: number | null;
  /** For how many minutes it has held; null when it does not. */
  readonly minutes: number | null;
}

const NOTHING = { newest: null, since: null, minutes: null };

/**
 * Evaluates the trigger of an automation for one barn. A condition that was acted on ends only when
 * the value has returned past the deadband; a stale value changes nothing.
 */
export function evaluateTrigger(trigger: Trigger | undefined, facts: TriggerFacts): Evaluation {
  if (!trigger) return { code: 'not_usable', ...NOTHING };
  const newest = facts.values.at(-1) ?? null;
  const rangeViolation = outsideCode(trigger, facts.ageDays);
  if (rangeViolation) return { ...NOTHING, code: rangeViolation, newest };
  return trigger.op === 'stale'
    ? evaluateSilence(trigger, facts, newest)
    : evaluateValue(trigger, facts, newest);
}

function outsideCode(
  { op, ageFrom, ageTo }: Trigger,
  ageDays: number | null,
): 'no_flock' | 'outside_age' | undefined {
  // Silent sensors of an empty barn are not a problem.
  const needsFlock = op === 'stale' || ageFrom !== null || ageTo !== null;
  if (ageDays === null) return needsFlock ? 'no_flock' : undefined;
  const isInside = ageDays >= (ageFrom ?? ageDays) && ageDays <= (ageTo ?? ageDays);
  return isInside ? undefined : 'outside_age';
}

function evaluateSilence(
  { value }: Trigger,
  { now, isFired }: TriggerFacts,
  newest: Measured | null,
): Evaluation {
  // A sensor that never measured cannot be stale.
  if (!newest) return { code: 'no_reading', ...NOTHING };
  const minutes = Math.max(0, now - newest.at) / MINUTE_MILLIS;
  if (minutes < value) return { ...NOTHING, code: 'not_met', newest };
  return { code: isFired ? 'fired' : 'due', newest, since: newest.at, minutes };
}

function evaluateValue(trigger: Trigger, facts: TriggerFacts, newest: Measured | null): Evaluation {
  const { now, values, isFired, thresholds } = facts;
  const oldest = now - thresholds.automationFreshMinutes * MINUTE_MILLIS;
  if (!newest || newest.at < oldest) return { ...NOTHING, code: 'no_reading', newest };
  const { deadband } = automationMetrics[trigger.metric];
  const slack = isFired && deadband ? thresholds[deadband] : 0;
  const minutesMet = heldMinutes(values, (value) => meetsTrigger(trigger, value, slack));
  if (minutesMet === null) return { ...NOTHING, code: 'not_met', newest };
  const since = newest.at - minutesMet * MINUTE_MILLIS;
  const minutes = Math.max(0, now - since) / MINUTE_MILLIS;
  const code = isFired ? 'fired' : minutes >= trigger.forMinutes ? 'due' : 'waiting';
  return { code, newest, since, minutes };
}

/** Whether a value meets the condition of a trigger; never true for `stale`. */
export function meetsTrigger(
  { op, value: limit, high }: Trigger,
  value: number,
  slack = 0,
): boolean {
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

/** A previous command of an automation in a barn. */
export interface EarlierCommand {
  /** Creation time, milliseconds since 1970. */
  readonly at: number;
  readonly depth: number;
}

/** Commands at this chain depth are not created. */
export const MOST_DEPTH = 3;

/**
 * Chain depth of a command: 0 when it follows none, else one more than the deepest command of the
 * same barn after which its condition began within `withinMinutes`. Two automations that undo each
 * other count up; two that act on the same reading do not.
 */
export function loopDepth(
  since: number,
  commands: readonly EarlierCommand[],
  withinMinutes: number,
): number {
  const windowMillis = withinMinutes * MINUTE_MILLIS;
  const causes = commands.filter(({ at }) => since > at && since - at <= windowMillis);
  return causes.reduce((deepest, { depth }) => Math.max(deepest, depth + 1), 0);
}
