import type { Threshold } from './threshold.ts';

/** From when on a change from one week to the next is worth telling. */
export const summaryThresholds = {
  weeklyChanges: {
    default: 5,
    min: 1,
    max: 20,
    unit: 'changes',
    note: 'How many of the largest changes a weekly summary tells',
    source: 'project',
  },
  weeklyFeedPct: {
    default: 5,
    min: 1,
    max: 50,
    unit: '%',
    note: 'Change of the feed against the standard that a weekly summary tells',
    source: 'project',
  },
  weeklyWaterPct: {
    default: 10,
    min: 1,
    max: 50,
    unit: '%',
    note: 'Change of the water by feed that a weekly summary tells',
    source: 'project',
  },
  weeklyWeightPct: {
    default: 2,
    min: 0.5,
    max: 20,
    unit: '%',
    note: 'Change of the weight against the standard that a weekly summary tells',
    source: 'project',
  },
  weeklyLayingPct: {
    default: 2,
    min: 0.5,
    max: 20,
    unit: '%',
    note: 'Change of the laying rate that a weekly summary tells',
    source: 'project',
  },
  weeklyMoneyPct: {
    default: 25,
    min: 1,
    max: 100,
    unit: '%',
    note: 'Change of sales or spending that a weekly summary tells, of the larger of both',
    source: 'project',
  },
  weeklyAlerts: {
    default: 3,
    min: 1,
    max: 50,
    unit: 'alerts',
    note: 'Change of the number of new alerts that a weekly summary tells',
    source: 'project',
  },
} as const satisfies Readonly<Record<string, Threshold>>;
