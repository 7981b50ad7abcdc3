import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ChangeCollector, type DataChange, isAffected } from '../../src/console/live/affected.ts';
import { eventNames } from '../../src/model/core/resource.ts';

const FARM = 'farm_01';
const of = (event: Exclude<DataChange, 'all'>['event'], farmId?: string): readonly DataChange[] => [
  { event, farmId },
];

describe('an event', () => {
  test.each([
    ['alert.created', ['alerts', 'list', { farmId: FARM }], true],
    ['alert.created', ['dashboard', FARM, 'en'], true],
    ['alert.created', ['portfolio'], true],
    ['alert.created', ['tasks', 'list', { farmId: FARM }], false],
    ['alert.created', ['charts', 'growth', 'flock_1', {}], false],
    ['daily_log.created', ['charts', 'growth', 'flock_1', {}], true],
    ['daily_log.created', ['flocks', 'get', 'flock_1'], true],
    ['task.created', ['me'], false],
    ['task.created', ['error-texts', 'en'], false],
    ['brain.scan', ['tasks', 'list', {}], true],
    ['brain.scan', ['keys', 'list'], false],
  ] as const)('%s: %j is refetched: %s', (event, key, expected) => {
    expect(isAffected(key, of(event, FARM))).toBe(expected);
  });

  test('of another farm does not affect data of this one', () => {
    for (const event of eventNames) {
      expect(isAffected(['dashboard', FARM, 'en'], of(event, 'farm_02'))).toBe(false);
      expect(isAffected(['alerts', 'list', { farmId: FARM }], of(event, 'farm_02'))).toBe(false);
    }
    expect(isAffected(['alerts', 'list', {}], of('alert.created', 'farm_02'))).toBe(true);
    expect(isAffected(['portfolio'], of('alert.created', 'farm_02'))).toBe(true);
  });

  test('that is unknown affects all data except closed records', () => {
    expect(isAffected(['charts', 'growth'], ['all'])).toBe(true);
    expect(isAffected(['me'], ['all'])).toBe(false);
  });
});

describe('collecting events', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('delivers the first immediately, and bursts at a limited rate', () => {
    const passed: number[] = [];
    const start = Date.now();
    const gathering = new ChangeCollector(() => passed.push(Date.now() - start));
    // Four events a second for a minute.
    for (let quarter = 0; quarter < 240; quarter += 1) {
      gathering.add({ event: 'alert.created', farmId: FARM });
      vi.advanceTimersByTime(250);
    }
    gathering.end();
    expect(passed[0]).toBe(500);
    expect(passed.length).toBeLessThanOrEqual(11);
  });

  test('is immediate again after a pause, and delivers every change', () => {
    const passed: (readonly DataChange[])[] = [];
    const gathering = new ChangeCollector((happened) => passed.push(happened));
    gathering.add({ event: 'alert.created', farmId: FARM });
    vi.advanceTimersByTime(20_000);
    gathering.add({ event: 'task.created', farmId: FARM });
    gathering.add({ event: 'task.completed', farmId: FARM });
    vi.advanceTimersByTime(500);
    expect(passed.map(({ length }) => length)).toEqual([1, 2]);
    gathering.add({ event: 'task.created', farmId: FARM });
    gathering.add('all');
    gathering.add({ event: 'task.created', farmId: FARM });
    vi.advanceTimersByTime(20_000);
    expect(passed.at(-1)).toEqual(['all']);
  });
});
