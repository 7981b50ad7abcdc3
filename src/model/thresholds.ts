import { alertThresholds } from './thresholds/alert-thresholds.ts';
import { automationThresholds } from './thresholds/automation-thresholds.ts';
import { birdThresholds } from './thresholds/bird-thresholds.ts';
import { moneyThresholds } from './thresholds/money-thresholds.ts';
import { planningThresholds } from './thresholds/planning-thresholds.ts';
import { summaryThresholds } from './thresholds/summary-thresholds.ts';
import type { Threshold } from './thresholds/threshold.ts';
import { visionThresholds } from './thresholds/vision-thresholds.ts';

/**
 * The operational defaults of the service, every one of which an organisation may change.
 * What is computed from one can say which value it used.
 */
export const thresholds = {
  ...birdThresholds,
  ...moneyThresholds,
  ...planningThresholds,
  ...visionThresholds,
  ...alertThresholds,
  ...summaryThresholds,
  ...automationThresholds,
  densityLimitKgM2: {
    default: 39,
    min: 10,
    max: 60,
    notAbove: 'densityCriticalKgM2',
    unit: 'kg/m²',
    note: 'Live weight a barn may hold',
    source: 'Directive 2007/43/EC: 33, 39 or 42',
  },
  logWarningHour: {
    default: 12,
    min: 0,
    max: 23,
    unit: 'hour of the day',
    note: 'From when on a flock without a log of the day is a warning',
    source: 'project',
  },
  questionWarningHours: {
    default: 4,
    min: 0,
    max: 168,
    notAbove: 'questionCriticalHours',
    unit: 'hours',
    note: 'How long a worker may wait for an answer before it is a warning',
    source: 'project',
  },
  questionCriticalHours: {
    default: 24,
    min: 0,
    max: 336,
    unit: 'hours',
    note: 'How long a worker may wait for an answer before it is critical',
    source: 'project',
  },
  alertOpenHours: {
    default: 72,
    min: 1,
    max: 720,
    unit: 'hours',
    note: 'How long an alert may stay open before it is a gap',
    source: 'project',
  },
  weighingDays: {
    default: 7,
    min: 1,
    max: 60,
    notAbove: 'weighingCriticalDays',
    unit: 'days',
    note: 'How long a flock may go without being weighed',
    source: 'project',
  },
  weighingCriticalDays: {
    default: 10,
    min: 1,
    max: 90,
    unit: 'days',
    note: 'Longer than this without being weighed is critical',
    source: 'project',
  },
  medicineExpiringDays: {
    default: 30,
    min: 0,
    max: 365,
    unit: 'days',
    note: 'How long before its expiry a medicine is named',
    source: 'project',
  },
  integrationSilentMinutes: {
    default: 60,
    min: 5,
    max: 10_080,
    unit: 'minutes',
    note: 'Silence of an integration after which it is stale, whatever its interval',
    source: 'project',
  },
  integrationSilentPolls: {
    default: 3,
    min: 1,
    max: 100,
    unit: 'intervals',
    note: 'Silence of an integration after which it is stale, in its intervals',
    source: 'project',
  },
  integrationCriticalHours: {
    default: 24,
    min: 1,
    max: 336,
    unit: 'hours',
    note: 'Trouble of an integration after which it is critical where birds are inside',
    source: 'project',
  },
  webhookFailingAttempts: {
    default: 3,
    min: 1,
    max: 19,
    unit: 'attempts',
    note: 'Failed attempts of a webhook in a row after which it is named',
    source: 'project',
  },
  zeroStreakDays: {
    default: 10,
    min: 3,
    max: 60,
    unit: 'days',
    note: 'Days in a row without a death that cannot be right in a large flock',
    source: 'project',
  },
  zeroStreakBirds: {
    default: 5000,
    min: 100,
    max: 1_000_000,
    unit: 'birds',
    note: 'A flock so large loses birds within those days',
    source: 'project',
  },
  identicalDays: {
    default: 4,
    min: 2,
    max: 60,
    unit: 'days',
    note: 'Days in a row with the same figures that look copied',
    source: 'project',
  },
  weightJumpPctPerDay: {
    default: 25,
    min: 5,
    max: 200,
    unit: '%',
    note: 'Change of the weight a day that cannot be right',
    source: 'project',
  },
  nightStartHour: {
    default: 18,
    min: 12,
    max: 23,
    unit: 'hour of the day',
    note: 'When the night begins that the digest looks back on',
    source: 'project',
  },
  mortalityMismatchBirds: {
    default: 3,
    min: 0,
    max: 1000,
    unit: 'birds',
    note: 'Deaths by which cameras and the log of a day may differ, however few there are',
    source: 'project',
  },
  mortalityMismatchPct: {
    default: 20,
    min: 0,
    max: 100,
    unit: '%',
    note: 'Share of the logged deaths by which cameras may differ from the log of a day',
    source: 'project',
  },
} as const satisfies Readonly<Record<string, Threshold>>;

export type ThresholdName = keyof typeof thresholds;

/** The value of every threshold for one organisation. */
export type Thresholds = Readonly<Record<ThresholdName, number>>;

/** The value of every threshold where an organisation has changed none. */
export const defaultThresholds: Thresholds = Object.fromEntries(
  Object.entries(thresholds).map(([name, threshold]) => [name, threshold.default]),
) as Thresholds;
