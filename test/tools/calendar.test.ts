import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  dayInZone,
  daysBetween,
  endOfDay,
  formatInstant,
  hourInZone,
  isCalendarDay,
  isInstantText,
  isTimeZone,
  localInstant,
  parseInstant,
  parseInstantInZone,
  startOfDay,
} from '../../src/tools/calendar.ts';

describe('a calendar day', () => {
  test.each(['2026-11-01', '2024-02-29', '2000-02-29', '1900-01-01', '2199-12-31', '2026-04-30'])(
    '%s is valid',
    (day) => {
      expect(isCalendarDay(day)).toBe(true);
    },
  );

  test.each([
    '2026-02-29',
    '1900-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
    '1899-12-31',
    '2200-01-01',
    '0000-01-01',
    '2026-1-1',
    '26-01-01',
    '2026/01/01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '２０２６-01-01',
    '',
  ])('%j is invalid', (day) => {
    expect(isCalendarDay(day)).toBe(false);
  });
});

describe('an instant', () => {
  test.each([
    ['2026-11-01T10:00:00Z', '2026-11-01T10:00:00.000Z'],
    ['2026-11-01T10:00Z', '2026-11-01T10:00:00.000Z'],
    ['2026-11-01 10:00:00z', '2026-11-01T10:00:00.000Z'],
    ['2026-11-01T10:00:00+02:00', '2026-11-01T08:00:00.000Z'],
    ['2026-11-01T10:00:00+0200', '2026-11-01T08:00:00.000Z'],
    ['2026-11-01T00:30:00+05:30', '2026-10-31T19:00:00.000Z'],
    ['2026-12-31T23:30:00-04:00', '2027-01-01T03:30:00.000Z'],
    ['2026-11-01T10:00:00.5Z', '2026-11-01T10:00:00.500Z'],
    ['2026-11-01T10:00:00.123456789Z', '2026-11-01T10:00:00.123Z'],
    ['2026-11-01T10:00:00.9999Z', '2026-11-01T10:00:00.999Z'],
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59.000Z'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, expected) => {
    expect(formatInstant(parseInstant(text) ?? Number.NaN)).toBe(expected);
  });

  test.each([
    '2026-11-01',
    '2026-11-01T10:00:00',
    '2026-11-01T10:00:00+02',
    '2026-11-01T24:00:00Z',
    '2026-11-01T23:60:00Z',
    '2026-11-01T23:59:60Z',
    '2026-02-29T10:00:00Z',
    '2026-11-01T10:00:00+16:00',
    '2026-11-01T10:00:00+02:60',
    '1899-12-31T10:00:00Z',
    '2200-01-01T00:00:00Z',
    '2026-11-01T24:00:00.000Z',
    '2026-11-01T23:60:00.000Z',
    '2026-11-01T23:59:60.000Z',
    '2026-02-29T10:00:00.000Z',
    '2026-13-01T10:00:00.000Z',
    '1899-12-31T23:59:59.999Z',
    '2200-01-01T00:00:00.000Z',
    '2026-11-01T10:00:00.1234567890Z',
    '2026-W45-1T10:00:00Z',
    '1793520000',
    'yesterday',
    '',
  ])('%j is invalid', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  test('is the same after formatting and parsing', () => {
    const text = fc
      .record({
        day: fc.date({
          min: new Date('1900-01-01T00:00:00Z'),
          max: new Date('2199-12-31T23:59:59Z'),
          noInvalidDate: true,
        }),
        hours: fc.integer({ min: -15, max: 15 }),
        minutes: fc.integer({ min: 0, max: 59 }),
      })
      .map(({ day, hours, minutes }) => {
        const offset = `${hours < 0 ? '-' : '+'}${pad(Math.abs(hours))}:${pad(minutes)}`;
        return `${day.toISOString().slice(0, -1)}${offset}`;
      });
    fc.assert(
      fc.property(text, (text) => {
        const millis = parseInstant(text);
        if (millis !== undefined) expect(parseInstant(formatInstant(millis))).toBe(millis);
      }),
      { examples: [['1900-01-01T00:00:00+15:00'], ['2199-12-31T23:59:59-15:00']] },
    );
  });
});

test.each([
  ['2026-11-01T10:00:00.000Z', true],
  ['2199-12-31T23:59:59.999Z', true],
  ['2026-11-01T10:00:00Z', false],
  ['2026-11-01t10:00:00.000z', false],
  ['2026-11-01 10:00:00.000Z', false],
  ['2026-11-01T10:00:00.000+00:00', false],
  ['2026-02-29T10:00:00.000Z', false],
  ['2026-11-01T24:00:00.000Z', false],
  ['2200-01-01T00:00:00.000Z', false],
])('%s is in the canonical form of an instant: %s', (text, isWritten) => {
  expect(isInstantText(text)).toBe(isWritten);
});

describe('an instant as text', () => {
  test.each([
    [0, '1970-01-01T00:00:00.000Z'],
    [-1, '1969-12-31T23:59:59.999Z'],
    [1_795_305_600_007, '2026-11-22T00:00:00.007Z'],
    [1_795_305_600_070, '2026-11-22T00:00:00.070Z'],
    [1_795_305_600_999, '2026-11-22T00:00:00.999Z'],
    [1_795_305_599_999, '2026-11-21T23:59:59.999Z'],
    [8_640_000_000_000_000, '+275760-09-13T00:00:00.000Z'],
  ])('%d is %s', (millis, text) => {
    expect(formatInstant(millis)).toBe(text);
  });

  test('is that of the language, whatever was formatted before', () => {
    const second = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 });
    const steps = fc.array(fc.integer({ min: -1500, max: 1500 }), { maxLength: 20 });
    fc.assert(
      fc.property(second, steps, (start, moves) => {
        let millis = start * 1000;
        for (const move of moves) {
          millis += move;
          expect(formatInstant(millis)).toBe(new Date(millis).toISOString());
        }
      }),
    );
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 8_640_000_000_001_000])(
    '%d is invalid',
    (millis) => {
      expect(() => formatInstant(millis)).toThrow(RangeError);
    },
  );
});

describe('the day of an instant', () => {
  test.each([
    ['2026-11-01T21:59:59.999Z', 'Asia/Jerusalem', '2026-11-01'],
    ['2026-11-01T22:00:00.000Z', 'Asia/Jerusalem', '2026-11-02'],
    ['2026-07-01T20:59:59.999Z', 'Asia/Jerusalem', '2026-07-01'],
    ['2026-07-01T21:00:00.000Z', 'Asia/Jerusalem', '2026-07-02'],
    ['2026-11-01T16:59:59.999Z', 'Asia/Bangkok', '2026-11-01'],
    ['2026-11-01T17:00:00.000Z', 'Asia/Bangkok', '2026-11-02'],
    ['2026-11-01T22:59:59.999Z', 'Europe/Madrid', '2026-11-01'],
    ['2026-11-01T23:00:00.000Z', 'Europe/Madrid', '2026-11-02'],
    ['2026-11-01T23:59:59.999Z', 'UTC', '2026-11-01'],
    ['2026-11-01T03:59:59.999Z', 'America/New_York', '2026-10-31'],
    ['1969-12-31T23:30:00.000Z', 'UTC', '1969-12-31'],
  ])('%s in %s is %s', (instant, zone, day) => {
    expect(dayInZone(Date.parse(instant), zone)).toBe(day);
  });
});

describe('a day begins and ends', () => {
  test.each([
    // Ordinary days, in winter and in summer.
    ['2026-11-02', 'Asia/Jerusalem', '2026-11-01T22:00:00.000Z', '2026-11-02T21:59:59.999Z'],
    ['2026-07-02', 'Asia/Jerusalem', '2026-07-01T21:00:00.000Z', '2026-07-02T20:59:59.999Z'],
    ['2026-11-02', 'Asia/Bangkok', '2026-11-01T17:00:00.000Z', '2026-11-02T16:59:59.999Z'],
    ['2026-11-02', 'UTC', '2026-11-02T00:00:00.000Z', '2026-11-02T23:59:59.999Z'],
    // 23 and 25 hours: Israel changes its clocks on a Friday at 2:00 and a Sunday at 2:00.
    ['2026-03-27', 'Asia/Jerusalem', '2026-03-26T22:00:00.000Z', '2026-03-27T20:59:59.999Z'],
    ['2026-10-25', 'Asia/Jerusalem', '2026-10-24T21:00:00.000Z', '2026-10-25T21:59:59.999Z'],
    // Spain on Sundays, at 1:00 UTC.
    ['2026-03-29', 'Europe/Madrid', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['2026-10-25', 'Europe/Madrid', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    // Days that begin at 1:00, and one whose midnight comes twice.
    ['2024-04-26', 'Africa/Cairo', '2024-04-25T22:00:00.000Z', '2024-04-26T20:59:59.999Z'],
    ['2024-03-10', 'America/Havana', '2024-03-10T05:00:00.000Z', '2024-03-11T03:59:59.999Z'],
    ['2024-11-03', 'America/Havana', '2024-11-03T04:00:00.000Z', '2024-11-04T04:59:59.999Z'],
    // The same in the east, where it was found: 1:00 becomes 0:00, and 4:00 becomes 1:00.
    ['2021-10-28', 'Asia/Amman', '2021-10-27T21:00:00.000Z', '2021-10-28T20:59:59.999Z'],
    ['2021-10-29', 'Asia/Amman', '2021-10-28T21:00:00.000Z', '2021-10-29T21:59:59.999Z'],
    ['2020-03-08', 'Antarctica/Casey', '2020-03-07T13:00:00.000Z', '2020-03-08T15:59:59.999Z'],
    // A day that Samoa left out, when it moved over the date line, is empty.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-30T09:59:59.999Z'],
  ])('%s in %s at %s and %s', (day, zone, start, end) => {
    expect([startOfDay(day, zone), endOfDay(day, zone)].map(formatInstant)).toEqual([start, end]);
  });

  const anyDay = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('2000-01-01', days));
  const anyZone = fc.constantFrom(
    'Asia/Jerusalem',
    'Asia/Bangkok',
    'Europe/Madrid',
    'America/Sao_Paulo',
    'America/Havana',
    'Africa/Cairo',
    'Asia/Beirut',
    'Australia/Lord_Howe',
    'Pacific/Kiritimati',
    'UTC',
  );

  test('the first millisecond belongs to the day, the previous one to the day before', () => {
    fc.assert(
      fc.property(anyDay, anyZone, (day, zone) => {
        const start = startOfDay(day, zone);
        expect(dayInZone(start, zone)).toBe(day);
        expect(dayInZone(start - 1, zone)).toBe(addDays(day, -1));
      }),
      { numRuns: 300 },
    );
  });

  test('every millisecond of a day is between its start and its end', () => {
    fc.assert(
      fc.property(anyDay, anyZone, fc.nat(), (day, zone, offset) => {
        const [start, end] = [startOfDay(day, zone), endOfDay(day, zone)];
        const instant = start + (offset % (end - start + 1));
        expect(dayInZone(instant, zone)).toBe(day);
        expect(dayInZone(end + 1, zone)).toBe(addDays(day, 1));
      }),
      { numRuns: 300 },
    );
  });
});

test.each([
  ['2026-11-02T08:30:00.000Z', 'Asia/Jerusalem', 10.5],
  ['2026-11-02T21:59:00.000Z', 'Asia/Jerusalem', 23 + 59 / 60],
  ['2026-11-02T22:00:00.000Z', 'Asia/Jerusalem', 0],
  ['1969-12-31T23:00:00.000Z', 'UTC', 23],
])('the hour of %s in %s is %d', (instant, zone, hour) => {
  expect(hourInZone(Date.parse(instant), zone)).toBeCloseTo(hour, 9);
});

test.each([
  ['2026-11-02', 1, '2026-11-03'],
  ['2026-11-02', 0, '2026-11-02'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2024-03-01', -1, '2024-02-29'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-01-01', 365, '2027-01-01'],
])('%s and %d days is %s', (day, count, expected) => {
  expect(addDays(day, count)).toBe(expected);
});

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-11-30', 3, '2027-02-28'],
  ['2026-11-15', 1, '2026-12-15'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-05-31', 12, '2027-05-31'],
])('%s and %d months is %s', (day, count, expected) => {
  expect(addMonths(day, count)).toBe(expected);
});

test.each([
  ['2026-11-01', '2026-11-02', 1],
  ['2026-11-02', '2026-11-01', -1],
  ['2026-11-02', '2026-11-02', 0],
  ['2026-03-26', '2026-03-28', 2],
  ['2024-02-28', '2024-03-01', 2],
])('from %s to %s are %d days', (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days);
});

test('adding days and counting them are inverse', () => {
  fc.assert(
    fc.property(fc.integer({ min: -20_000, max: 60_000 }), (count) => {
      expect(daysBetween('2026-11-02', addDays('2026-11-02', count))).toBe(count);
    }),
  );
});

test.each([
  ['Asia/Jerusalem', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['', false],
])('%j is a time zone: %s', (zone, expected) => {
  expect(isTimeZone(zone)).toBe(expected);
});

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

describe('in every time zone', () => {
  const anyZone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const anyDay = fc.integer({ min: 0, max: 109_570 }).map((days) => addDays('1900-01-02', days));

  test('a day ends where the next begins, and includes both its ends', () => {
    fc.assert(
      fc.property(anyDay, anyZone, (day, zone) => {
        const [start, end] = [startOfDay(day, zone), endOfDay(day, zone)];
        expect(startOfDay(addDays(day, 1), zone)).toBe(end + 1);
        // A day skipped by a zone that moves over the date line is empty.
        if (end < start) return;
        expect([dayInZone(start, zone), dayInZone(end, zone)]).toEqual([day, day]);
        expect(dayInZone(start - 1, zone) < day).toBe(true);
      }),
      {
        numRuns: 1000,
        examples: [
          ['2011-12-30', 'Pacific/Apia'],
          ['1994-12-31', 'Pacific/Kiritimati'],
          ['1993-08-21', 'Pacific/Kwajalein'],
        ],
      },
    );
  });

  test('the hour is from 0 to below 24', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2_208_988_800_000, max: 7_258_118_399_999 }),
        anyZone,
        (millis, zone) => {
          const hour = hourInZone(millis, zone);
          expect(hour >= 0 && hour < 24).toBe(true);
        },
      ),
    );
  });
});

test('no text breaks the parser of days and instants', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789-:TZ+. '), maxLength: 30 });
  fc.assert(
    fc.property(fc.oneof(digits, fc.string({ unit: 'binary' })), (text) => {
      const millis = parseInstant(text);
      if (isCalendarDay(text)) expect(addDays(text, 0)).toBe(text);
      expect(isInstantText(text)).toBe(millis !== undefined && formatInstant(millis) === text);
      if (millis !== undefined)
        expect(isCalendarDay(formatInstant(millis).slice(0, 10))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('the day and the hour of any instant agree with Intl', () => {
  const zones = ['Asia/Jerusalem', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
  const [from, to] = [Date.UTC(1950, 0, 1), Date.UTC(2040, 0, 1)];
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: from, max: to }), (zone, millis) => {
      const reported = new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      });
      const [day, clock = ''] = reported.format(millis).split(' ');
      const [hour = 0, minute = 0, second = 0] = clock.split(':').map(Number);
      expect(dayInZone(millis, zone)).toBe(day);
      const seconds = Math.floor(hourInZone(millis, zone) * 3600 + 1e-6);
      expect(seconds).toBe(hour * 3600 + minute * 60 + second);
    }),
  );
});

test.each([
  ['2026-03-26T23:59:59.999Z', '2026-03-27T01:59:59.999'],
  ['2026-03-27T00:00:00.000Z', '2026-03-27T03:00:00.000'],
  ['2026-10-24T22:59:59.999Z', '2026-10-25T01:59:59.999'],
  ['2026-10-24T23:00:00.000Z', '2026-10-25T01:00:00.000'],
])('%s, as the clocks change in Israel, is %s there', (instant, local) => {
  const millis = Date.parse(instant);
  const clock = hourInZone(millis, 'Asia/Jerusalem');
  expect(dayInZone(millis, 'Asia/Jerusalem')).toBe(local.slice(0, 10));
  expect(Math.round(clock * 3_600_000)).toBe(Date.parse(`1970-01-01T${local.slice(11)}Z`));
});

describe('a time without an offset', () => {
  test.each([
    // The clocks of Israel change from 2:00 to 3:00 on 27 March 2026, and from 2:00 to 1:00 on 25
    // October.
    ['Asia/Jerusalem', '2026-03-27T01:59:59.999', '2026-03-26T23:59:59.999Z'],
    ['Asia/Jerusalem', '2026-03-27T02:00', '2026-03-27T00:00:00.000Z'],
    ['Asia/Jerusalem', '2026-03-27T02:30', '2026-03-27T00:30:00.000Z'],
    ['Asia/Jerusalem', '2026-03-27T03:00', '2026-03-27T00:00:00.000Z'],
    ['Asia/Jerusalem', '2026-10-25T01:30', '2026-10-24T22:30:00.000Z'],
    ['Asia/Jerusalem', '2026-10-25T02:00', '2026-10-25T00:00:00.000Z'],
    ['America/New_York', '2026-03-08 02:30:00', '2026-03-08T07:30:00.000Z'],
    ['America/New_York', '2026-11-01 01:30:00', '2026-11-01T05:30:00.000Z'],
    // Half an hour, and a midnight that is skipped.
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z'],
    ['America/Sao_Paulo', '2018-11-04T00:30', '2018-11-04T03:30:00.000Z'],
    ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T22:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-21T08:15:00.1239', '2026-11-21T02:30:00.123Z'],
    ['Asia/Jerusalem', '2026-11-21T08:15:00+00:00', '2026-11-21T08:15:00.000Z'],
  ])('a time without an offset in %s, %s is %s', (zone, text, instant) => {
    expect(formatInstant(parseInstantInZone(text, zone) ?? Number.NaN)).toBe(instant);
  });

  test.each([
    '2026-11-21',
    '2026-11-21T24:00',
    '2026-02-29T08:00',
    '2026-11-21T08',
    '08:15',
    '2026-11-21T08:15:00 Asia/Jerusalem',
  ])('%s is invalid', (text) => {
    expect(parseInstantInZone(text, 'Asia/Jerusalem')).toBeUndefined();
  });

  test('is what the clocks of the zone show, unless they skip it', () => {
    const zones = ['Asia/Jerusalem', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
    const [from, to] = [Date.UTC(1950, 0, 1), Date.UTC(2040, 0, 1)];
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: from, max: to }), (zone, millis) => {
        const shownMillis = Math.round(hourInZone(millis, zone) * 3_600_000);
        const first = localInstant(dayInZone(millis, zone), shownMillis, zone);
        expect(first).toBeLessThanOrEqual(millis);
        expect(dayInZone(first, zone)).toBe(dayInZone(millis, zone));
        expect(Math.round(hourInZone(first, zone) * 3_600_000)).toBe(shownMillis);
      }),
    );
  });
});
