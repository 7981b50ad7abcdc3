import { type AutomationMetricName, findAutomationMetric } from './automation-metrics.ts';

/** When an automation acts. */
export interface Trigger {
  readonly metric: AutomationMetricName;
  readonly op: '>' | '>=' | '<' | '<=' | 'between' | 'stale';
  /** Of `between` the low end, of `stale` the minutes without a value. */
  readonly value: number;
  /** The high end of `between`. */
  readonly high: number | null;
  /** For how long the condition must hold; 0 for `stale`, whose value says it. */
  readonly forMinutes: number;
  /** Ages of the flock in days, both included; null: any, also no flock. */
  readonly ageFrom: number | null;
  readonly ageTo: number | null;
}

const COMPARISONS = ['>', '>=', '<', '<='] as const;
/** A reading is stale after so many minutes. Source: a common controller. */
const STALE_MINUTES = 15;

/**
 * The trigger of an automation as it was stored; undefined where it has none that can be watched,
 * such as one of a metric that nothing measures.
 */
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

/** Whether time alone can make the trigger hold: without a reading that says so. */
export function isTimed({ op, forMinutes }: Trigger): boolean {
  return op === 'stale' || forMinutes > 0;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
