import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { weekWindow } from '../../../src/farming/reports/flock-week.ts';
import { defaultThresholds } from '../../../src/model/thresholds.ts';
import { addDays, daysBetween } from '../../../src/tools/calendar.ts';

// A Saturday; weeks begin on Monday by default.
const FRAME = { today: '2026-11-21', thresholds: defaultThresholds };
const SUNDAYS = { ...FRAME, thresholds: { ...defaultThresholds, weekStartsOn: 0 } };

describe('the reported week', () => {
  test.each([
    [
      'without a day is the last seven complete days',
      FRAME,
      undefined,
      ['last_7_days', '2026-11-14', '2026-11-20', 7, true, '2026-11-07', '2026-11-13'],
    ],
    [
      'of a day is the calendar week',
      FRAME,
      '2026-11-11',
      ['calendar_week', '2026-11-09', '2026-11-15', 7, true, '2026-11-02', '2026-11-08'],
    ],
    [
      'starts on Sunday if the organisation is set so',
      SUNDAYS,
      '2026-11-11',
      ['calendar_week', '2026-11-08', '2026-11-14', 7, true, '2026-11-01', '2026-11-07'],
    ],
    [
      'ends yesterday while it runs, compared with as many days',
      FRAME,
      '2026-11-21',
      ['calendar_week', '2026-11-16', '2026-11-20', 5, false, '2026-11-09', '2026-11-13'],
    ],
    [
      'is its first day on that day',
      { ...FRAME, today: '2026-11-16' },
      '2026-11-16',
      ['calendar_week', '2026-11-16', '2026-11-16', 1, false, '2026-11-09', '2026-11-09'],
    ],
  ])('%s', (_, frame, named, expected) => {
    const { kind, from, to, days, isComplete, before } = weekWindow(frame, named);
    expect([kind, from, to, days, isComplete, before.from, before.to]).toEqual(expected);
  });

  test('includes the named day, unless that is today', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 84 }), fc.integer({ min: 0, max: 6 }), (ago, first) => {
        const named = addDays(FRAME.today, -ago);
        const thresholds = { ...defaultThresholds, weekStartsOn: first };
        const { from, to, days, before } = weekWindow({ ...FRAME, thresholds }, named);
        expect(daysBetween(from, to) + 1).toBe(days);
        expect(daysBetween(before.from, from)).toBe(7);
        expect(from <= named && (named <= to || named === FRAME.today)).toBe(true);
      }),
    );
  });
});
