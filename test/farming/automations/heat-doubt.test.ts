import { describe, expect, test } from 'vitest';
import { heatDoubt, takesHeat } from '../../../src/farming/automations/trigger.ts';
import { defaultThresholds } from '../../../src/model/thresholds.ts';

const NOW = Date.parse('2026-11-21T09:00:00.000Z');
const MINUTE = 60_000;

test.each([
  ['stop_heater', null, true],
  ['start_cooling', null, true],
  ['set_temp', { c: 28 }, true],
  ['set_temp', { c: 31 }, false],
  ['start_heater', null, false],
  ['set_ventilation', { pct: 80 }, false],
])('%s with %o removes heat at a target of 30 °C: %s', (command, params, expected) => {
  expect(takesHeat({ command, params }, 30)).toBe(expected);
});

describe('heat for chicks', () => {
  const warm = [{ at: NOW, value: 34 }];
  const facts = {
    ...{ now: NOW, ageDays: 3, targetC: 31.5, temps: warm, brokenSensors: 0 },
    thresholds: defaultThresholds,
  };
  test.each([
    ['is removed when it is measured to be too warm', '>', {}, undefined],
    ['is kept when sensors are silent', 'stale', {}, 'silent'],
    [
      'is kept when the newest temperature is old',
      '>',
      { temps: [{ at: NOW - 16 * MINUTE, value: 34 }] },
      'silent',
    ],
    ['is kept when the temperature is unknown', '>', { temps: [] }, 'silent'],
    ['is kept when a sensor is broken', '>', { brokenSensors: 1 }, 'broken'],
    [
      'is kept when the temperature jumps',
      '>',
      { temps: [{ at: NOW - MINUTE, value: 22 }, ...warm] },
      'jump',
    ],
    [
      'is kept when it is not warmer than the target',
      '>',
      { temps: [{ at: NOW, value: 31 }] },
      'not_warm',
    ],
    ['is decided by the farmer from day 8 on', 'stale', { ageDays: 8 }, undefined],
    ['is kept on day 7', 'stale', { ageDays: 7 }, 'silent'],
    ['is irrelevant in an empty barn', 'stale', { ageDays: null }, undefined],
  ] as const)('%s', (_fact, op, change, expected) => {
    expect(heatDoubt({ op }, { ...facts, ...change })).toBe(expected);
  });
});
