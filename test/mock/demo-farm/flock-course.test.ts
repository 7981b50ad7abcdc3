import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import {
  type CourseDay,
  type CourseInput,
  type House,
  simulateFlock,
} from '../../../src/mock/demo-farm/flock-course.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { createDemoRandom } from '../../../src/tools/random.ts';

const PLACED = 20_000;

/** A house in a mild spring, always as warm as wanted. */
const house: House = {
  kind: 'broiler',
  biasC: 0,
  weather: { outdoorsOn: () => () => 18, meanC: () => 18, winterness: () => 0.5 },
};

function aCourse(seed: number, changes: Partial<CourseInput> = {}): readonly CourseDay[] {
  return simulateFlock(createDemoRandom(seed), {
    breed: 'ross_308',
    house,
    placementDay: '2026-03-01',
    arrivalAgeDays: 0,
    placed: PLACED,
    lastDay: '2026-04-12',
    ...changes,
  });
}

const flocks = Array.from({ length: 120 }, (_, seed) => aCourse(seed));

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function deathsPct(course: readonly CourseDay[], from: number, to: number): number {
  const deaths = course.filter(({ ageDays }) => ageDays >= from && ageDays <= to);
  return (deaths.reduce((sum, { mortality }) => sum + mortality, 0) / PLACED) * 100;
}

// The factor of a flock is logNormal(0, 0.35), whose mean is exp(0.06125) = 1.063.
test.each([
  [1, 7, 0.7],
  [1, 37, 2.89],
  [1, 42, 3.74],
])('from day %d to %d flocks lose %d %% on average', (from, to, percent) => {
  const deathPct = mean(flocks.map((course) => deathsPct(course, from, to)));
  expect(Math.abs(deathPct - percent) / percent).toBeLessThan(0.12);
});

test('flocks vary like real flocks', () => {
  const deathPcts = flocks.map((course) => deathsPct(course, 1, 42));
  expect(Math.min(...deathPcts)).toBeLessThan(2.2);
  expect(Math.max(...deathPcts)).toBeGreaterThan(6);
});

test('feed conversion is as in the countries of the study of 2017', () => {
  const ratios = flocks.map((course) => {
    const feedKg = course.reduce((sum, day) => sum + day.feedKg, 0);
    const last = course.at(-1);
    return (feedKg * 1000) / ((last?.live ?? 0) * (last?.weightG ?? 0));
  });
  const published: { fcr: string }[] = parse(
    readFileSync('test/data/real/eu_broiler_costs_wageningen_2017.csv', 'utf8'),
    { columns: true, comment: '#' },
  );
  const countries = published.map(({ fcr }) => Number(fcr));
  expect(mean(ratios)).toBeGreaterThan(Math.min(...countries));
  expect(mean(ratios)).toBeLessThan(Math.max(...countries));
  expect(Math.min(...ratios)).toBeGreaterThan(1.45);
  expect(Math.max(...ratios)).toBeLessThan(1.95);
});

test('birds weigh a little less than the standard, 2998 g at 42 days', () => {
  const weights = flocks.map((course) => course.at(-1)?.weightG ?? 0);
  expect(Math.abs(mean(weights) / 2998 - 0.95)).toBeLessThan(0.012);
});

test('birds drink 1.77 litres per kilogram of feed at 21 °C', () => {
  const days = flocks.flatMap((course) => course.filter(({ ageDays }) => ageDays === 42));
  expect(mean(days.map(({ waterL, feedKg }) => waterL / feedKg))).toBeCloseTo(1.77, 1);
});

test('the birds of a day add up', () => {
  const course = aCourse(7, { sales: new Map([['2026-04-03', 0.3]]) });
  course.forEach((day, index) => {
    expect(day.live).toBe(day.opening - day.mortality - day.culls - day.sold);
    expect(day.opening).toBe(index === 0 ? PLACED : course[index - 1]?.live);
  });
});

test('a flock ends with its last bird', () => {
  const course = aCourse(3, { sales: new Map([['2026-04-09', 1]]) });
  expect(course.at(-1)).toMatchObject({ day: '2026-04-09', ageDays: 39, live: 0 });
});

test('an outbreak multiplies the deaths', () => {
  const days = [3, 2, 1, 0].map((ago) => addDays('2026-04-12', -ago));
  const sick = aCourse(5, { outbreak: new Map(days.map((day) => [day, 10])) });
  const deaths = sick.slice(-4).reduce((sum, day) => sum + day.mortality, 0);
  // Days 39 to 42 expect 0.15 to 0.18 % each: 0.66 % of 20 000, ten times.
  expect(deaths).toBeGreaterThan(900);
  expect(deaths).toBeLessThan(1800);
});

test('hens lay near the standard of their breed and eat every day', () => {
  const hens = aCourse(11, {
    breed: 'hyline_brown',
    house: { ...house, kind: 'layer' },
    arrivalAgeDays: 112,
    placementDay: '2026-01-01',
    lastDay: '2026-05-10',
  });
  const matureHens = hens.filter(({ ageDays }) => ageDays >= 190);
  // Hy-Line Brown: 96 % at 27 to 29 weeks, 94 % at 32 to 35.
  const layPct = mean(matureHens.map(({ eggs, opening }) => (eggs / opening) * 100));
  expect(layPct).toBeGreaterThan(88);
  expect(layPct).toBeLessThan(98);
  expect(hens.every(({ feedKg }) => feedKg > 1000)).toBe(true);
});
