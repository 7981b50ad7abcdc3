import type { Unit } from '../../model/message.ts';
import type { ThresholdName } from '../../model/thresholds.ts';

/** What the trigger of an automation can look at. */
export interface AutomationMetric {
  /** Readings of the air, or what cameras see of the birds. */
  readonly source: 'readings' | 'behavior';
  readonly unit: Unit | null;
  /** How it is told. */
  readonly decimals: number;
  /** How far it must come back before the condition is over; null: to the limit. */
  readonly deadband: ThresholdName | null;
  /** Of the alert that is raised where the automation names none. */
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

/** The name of a metric. */
export type AutomationMetricName = keyof typeof automationMetrics;

/** Words that people write for a metric, folded. */
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

/** The metric that a word names; undefined for one that nothing measures. */
export function findAutomationMetric(word: unknown): AutomationMetricName | undefined {
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
