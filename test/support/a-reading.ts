import type { VisionReading } from '../../src/farming/vision/vision-reading.ts';
import { formatInstant } from '../../src/tools/calendar.ts';
import { NOON } from './a-snapshot.ts';

type Values = Partial<Omit<VisionReading, 'ts'>>;

let made = 0;

/**
 * A reading of the camera `east` of `barn_1`, a number of hours before the noon of every fixture
 * farm.
 */
export function aReading(hoursAgo: number, values: Values = {}): VisionReading {
  made += 1;
  return {
    id: `vision_${String(made).padStart(6, '0')}`,
    barnId: 'barn_1',
    flockId: null,
    camera: 'source:east',
    deviceId: null,
    source: 'east',
    kind: 'count',
    unit: 'birds',
    value: null,
    confidence: null,
    meta: null,
    ...values,
    ts: formatInstant(NOON - hoursAgo * 3_600_000),
  };
}

/** A detection of a behaviour. */
export function aSight(unit: string, hoursAgo: number, value: number, values: Values = {}) {
  return aReading(hoursAgo, { kind: 'behavior', unit, value, ...values });
}

/** A weight of the birds, in g. */
export function aWeight(hoursAgo: number, value: number, values: Values = {}) {
  return aReading(hoursAgo, { kind: 'weight', unit: 'gr', value, ...values });
}
