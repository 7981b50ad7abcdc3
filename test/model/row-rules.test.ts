import { describe, expect, test } from 'vitest';
import { getResource } from '../../src/model/resources/registry.ts';
import { checkRow } from '../../src/model/validation/row-rules.ts';

describe('rows without a contradiction', () => {
  test.each([
    ['daily-logs', { eggs: 100, eggsBroken: 100, tempMin: 20, tempMax: 20 }],
    ['daily-logs', { eggsBroken: 5, eggs: null, tempMin: 30 }],
    ['daily-logs', {}],
    ['sales', { birdsCount: 10, condemnedCount: 0, totalWeightKg: 25.5, condemnedKg: 25.5 }],
    ['vision-events', { kind: 'weight', value: 20 }],
    ['vision-events', { kind: 'weight', value: null }],
    ['vision-events', { kind: 'weight', unit: 'kg', value: 2.1 }],
    ['vision-events', { kind: 'behavior', unit: 'activity', value: 1 }],
    ['vision-events', { kind: 'behavior', unit: 'panting', value: 5 }],
    ['vision-events', { kind: 'behavior', value: 5 }],
    ['controller-commands', { command: 'set_temp', params: { c: 38 } }],
    ['controller-commands', { command: 'set_temp', params: { target: 'warm' } }],
    ['controller-commands', { command: 'set_temp', params: null }],
    ['controller-commands', { command: 'custom', params: { c: 99 } }],
    ['farms', { name: 'x' }],
  ])('%s %j', (resource, row) => {
    expect(checkRow(getResource(resource), row)).toEqual([]);
  });
});

describe('contradictions', () => {
  test.each([
    [
      'daily-logs',
      { eggs: 100, eggsBroken: 120 },
      ['eggsBroken inconsistent: eggsBroken must not be more than eggs (120 is more than 100).'],
    ],
    [
      'daily-logs',
      { tempMin: 28.5, tempMax: 23, eggs: 0, eggsBroken: 1 },
      [
        'eggsBroken inconsistent: eggsBroken must not be more than eggs (1 is more than 0).',
        'tempMin inconsistent: tempMin must not be more than tempMax (28.5 is more than 23).',
      ],
    ],
    [
      'sales',
      { birdsCount: 10, condemnedCount: 11, totalWeightKg: 20, condemnedKg: 20.1 },
      [
        'condemnedCount inconsistent: condemnedCount must not be more than birdsCount (11 is more than 10).',
        'condemnedKg inconsistent: condemnedKg must not be more than totalWeightKg (20.1 is more than 20).',
      ],
    ],
    [
      'vision-events',
      { kind: 'weight', unit: 'gr', value: 19 },
      ['value too_small: value must be a number from 20 to 35000 (got 19).'],
    ],
    [
      'vision-events',
      { kind: 'behavior', unit: 'activity', value: 1.2 },
      ['value too_large: value must be a number from 0 to 1 (got 1.2).'],
    ],
    [
      'controller-commands',
      { command: 'set_temp', params: { c: 100 } },
      ['params.c too_large: params.c must be a number from 10 to 38 (got 100).'],
    ],
    [
      'controller-commands',
      { command: 'set_light', params: { pct: '50', hours: -1 } },
      [
        'params.pct wrong_type: params.pct must be a number from 0 to 100 (got "50").',
        'params.hours too_small: params.hours must be a number from 0 to 24 (got -1).',
      ],
    ],
  ])('%s %j', (resource, row, expected) => {
    const issues = checkRow(getResource(resource), row);
    expect(issues.map(({ path, code, message }) => `${path} ${code}: ${message}`)).toEqual(
      expected,
    );
  });
});
