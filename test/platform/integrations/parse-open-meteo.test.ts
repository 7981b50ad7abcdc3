import { describe, expect, test } from 'vitest';
import { parseOpenMeteo } from '../../../src/platform/integrations/open-meteo.ts';
import { openMeteoAnswer } from '../../support/open-meteo-answer.ts';

const NOW = Date.parse('2026-11-02T08:30:00Z');
const place = { latitude: 32.36, longitude: 34.91 };
const day = { first: '2026-11-02T00:00', hours: 24 };

const parse = (body: unknown, at: { latitude: number; longitude: number } = place) =>
  parseOpenMeteo(typeof body === 'string' ? body : JSON.stringify(body), { place: at, now: NOW });

test('every hour becomes a reading', () => {
  expect(parse(openMeteoAnswer({ ...day, first: '2026-11-02T08:00', hours: 3 }))).toEqual([
    { ts: '2026-11-02T08:00:00.000Z', temp: 20, humidity: 50 },
    { ts: '2026-11-02T09:00:00.000Z', temp: 20.1, humidity: 50 },
    { ts: '2026-11-02T10:00:00.000Z', temp: 20.2, humidity: 50 },
  ]);
});

test('an hour without a value is omitted', () => {
  const answer = openMeteoAnswer({ ...day, first: '2026-11-02T08:00', hours: 3 });
  const hourly = {
    ...answer.hourly,
    temperature_2m: [20, null, 20.2],
    relative_humidity_2m: [null, 50, 50],
  };
  expect(parse({ ...answer, hourly })).toEqual([
    { ts: '2026-11-02T10:00:00.000Z', temp: 20.2, humidity: 50 },
  ]);
});

test('the limits of a reading are valid readings', () => {
  const answer = openMeteoAnswer({ ...day, first: '2026-11-02T08:00', hours: 2 });
  const hourly = { ...answer.hourly, temperature_2m: [-30, 60], relative_humidity_2m: [0, 100] };
  expect(parse({ ...answer, hourly }).map(({ temp, humidity }) => [temp, humidity])).toEqual([
    [-30, 0],
    [60, 100],
  ]);
});

test('the position may differ by a degree, even across the date line', () => {
  const nearbyAnswer = openMeteoAnswer({ ...day, latitude: 33.36, longitude: 33.91 });
  expect(parse(nearbyAnswer)).toHaveLength(24);
  const fiji = openMeteoAnswer({ ...day, latitude: -17.5, longitude: -179.875 });
  expect(parse(fiji, { latitude: -17.5, longitude: 179.9 })).toHaveLength(24);
});

describe('an implausible answer is rejected with the reason:', () => {
  const answer = openMeteoAnswer(day);
  const { hourly } = answer;
  const withHourly = (changed: object) => ({ ...answer, hourly: { ...hourly, ...changed } });
  const swapped = hourly.time.toSpliced(0, 2, hourly.time[1] ?? '', hourly.time[0] ?? '');

  test.each<[string, unknown, string]>([
    ['no JSON', '<html>', 'it is not JSON'],
    ['nothing', 'null', 'the answer is wrong'],
    ['a number', '7', 'the answer is wrong'],
    ['an error instead of an answer', { error: true, reason: 'no' }, 'latitude is wrong'],
    ['another place', { ...answer, latitude: 33.37 }, 'it is of 33.37, 34.875'],
    ['another hemisphere', { ...answer, longitude: -145.1 }, 'it is of 32.375, -145.1'],
    ['an impossible position', { ...answer, latitude: 91 }, 'latitude is wrong'],
    ['local time', { ...answer, utc_offset_seconds: 7200 }, 'utc_offset_seconds is wrong'],
    [
      'degrees Fahrenheit',
      { ...answer, hourly_units: { ...answer.hourly_units, temperature_2m: '°F' } },
      'hourly_units.temperature_2m is wrong',
    ],
    [
      'a missing temperature',
      withHourly({ temperature_2m: hourly.temperature_2m.slice(1) }),
      'it has 24 hours, 23 temperatures, 24 humidities',
    ],
    [
      'an extra humidity',
      withHourly({ relative_humidity_2m: [...hourly.relative_humidity_2m, 50] }),
      'it has 24 hours, 24 temperatures, 25 humidities',
    ],
    ['no hours', openMeteoAnswer({ ...day, hours: 0 }), 'it has 0 hours'],
    ['too many hours', openMeteoAnswer({ ...day, hours: 241 }), 'it has 241 hours'],
    [
      'an impossible temperature',
      withHourly({ temperature_2m: hourly.temperature_2m.with(3, 60.1) }),
      'a temp of 60.1 is not between -30 and 60',
    ],
    [
      'a humidity above 100 %',
      withHourly({ relative_humidity_2m: hourly.relative_humidity_2m.with(3, 101) }),
      'a humidity of 101 is not between 0 and 100',
    ],
    [
      'a temperature as text',
      withHourly({ temperature_2m: hourly.temperature_2m.map(String) }),
      'hourly.temperature_2m.0 is wrong',
    ],
    [
      'an infinite temperature',
      JSON.stringify(answer).replace('[20,', '[1e999,'),
      'hourly.temperature_2m.0 is wrong',
    ],
    ['half hours', withHourly({ time: hourly.time.with(5, '2026-11-02T05:30') }), 'is no hour'],
    ['an hour 25', withHourly({ time: hourly.time.with(5, '2026-11-02T25:00') }), 'is no hour'],
    ['a day without hours', withHourly({ time: hourly.time.with(5, '2026-11-02') }), 'is no hour'],
    ['unordered hours', withHourly({ time: swapped }), 'its hours do not follow each other'],
    [
      'a duplicate hour',
      withHourly({ time: hourly.time.with(1, hourly.time[0] ?? '') }),
      'its hours do not follow each other',
    ],
    [
      'the weather of last week',
      openMeteoAnswer({ ...day, first: '2026-10-26T00:00' }),
      'it is of 2026-10-26T00:00 to 2026-10-26T23:00, not of the days to come',
    ],
    [
      'the weather of next week',
      openMeteoAnswer({ ...day, first: '2026-11-09T00:00' }),
      'not of the days to come',
    ],
    [
      'hours that have all passed',
      openMeteoAnswer({ ...day, hours: 8 }),
      'it is of 2026-11-02T00:00 to 2026-11-02T07:00',
    ],
    [
      'only gaps',
      withHourly({ temperature_2m: hourly.time.map(() => null) }),
      'none of its hours has both values',
    ],
  ])('%s', (_, body, problem) => {
    expect(() => parse(body)).toThrow(problem);
  });
});
