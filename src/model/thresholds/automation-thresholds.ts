import type { Threshold } from './threshold.ts';

/** What automations go by. */
export const automationThresholds = {
  automationFreshMinutes: {
    default: 15,
    min: 1,
    max: 1440,
    unit: 'minutes',
    note: 'Nothing is done by a reading that is older than this',
    source: 'a common controller: stale after 15 min',
  },
  automationLoopMinutes: {
    default: 10,
    min: 1,
    max: 240,
    unit: 'minutes',
    note: 'A condition that begins so soon after a command in the same barn is taken for its consequence',
    source: 'project',
  },
  automationDeadbandC: {
    default: 0.5,
    min: 0,
    max: 5,
    unit: '°C',
    note: 'How far the temperature, felt or measured, must come back before a condition is over',
    source: 'a common controller: 0.5 °C',
  },
  automationDeadbandHumidityPct: {
    default: 2,
    min: 0,
    max: 20,
    unit: '%',
    note: 'How far the humidity must come back before a condition is over',
    source: 'project',
  },
  automationDeadbandCo2Ppm: {
    default: 100,
    min: 0,
    max: 2000,
    unit: 'ppm',
    note: 'How far CO₂ must come back before a condition is over',
    source: 'project',
  },
  automationDeadbandNh3Ppm: {
    default: 1,
    min: 0,
    max: 20,
    unit: 'ppm',
    note: 'How far ammonia must come back before a condition is over',
    source: 'project',
  },
  automationHeatGuardDays: {
    default: 7,
    min: 0,
    max: 21,
    unit: 'days',
    note: 'Up to this age heat is not taken from birds by readings that are in doubt',
    source: 'a common controller: never cut heat in the first 7 days on sensor fault',
  },
  automationSensorJumpC: {
    default: 8,
    min: 2,
    max: 40,
    unit: '°C',
    note: 'A change between two readings that puts the sensor in doubt',
    source: 'project',
  },
} as const satisfies Readonly<Record<string, Threshold>>;
