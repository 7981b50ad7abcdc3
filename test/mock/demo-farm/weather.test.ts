import { expect, test } from 'vitest';
import {
  createWeather,
  type House,
  houseDay,
  houseTemperatures,
} from '../../../src/mock/demo-farm/flock-course.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { createDemoRandom } from '../../../src/tools/random.ts';

const weather = createWeather(createDemoRandom(4), '2020-01-01', '2029-12-31', 0);

function meanOfMonth(month: string): number {
  const days = [];
  for (let day = '2020-01-01'; day <= '2029-12-31'; day = addDays(day, 1)) {
    if (day.slice(5, 7) === month) days.push(weather.meanC(day));
  }
  return days.reduce((sum, value) => sum + value, 0) / days.length;
}

// Heat waves of 6 °C on one warm day in eight or so lift the warm months a little.
test.each([
  ['01', 12, 0.8],
  ['04', 18, 1.5],
  ['07', 26.9, 1.5],
  ['11', 18.3, 0.8],
])('month %s has a mean of about %d °C', (month, mean, tolerance) => {
  expect(Math.abs(meanOfMonth(month) - mean)).toBeLessThan(tolerance);
});

test('it is warmest at three in the afternoon, 7 °C above the mean in high summer', () => {
  const day = '2026-07-20';
  expect(weather.outdoorsOn(day)(15) - weather.meanC(day)).toBeCloseTo(7, 0);
  expect(weather.outdoorsOn(day)(3) - weather.meanC(day)).toBeCloseTo(-7, 0);
});

test('winter is deepest in January and absent in July', () => {
  expect(weather.winterness('2026-01-15')).toBeCloseTo(1, 1);
  expect(weather.winterness('2026-07-20')).toBeCloseTo(0, 1);
});

test('a house is heated to the target of the birds', () => {
  const house: House = { kind: 'broiler', weather, biasC: 0 };
  const { minC, maxC, avgC, targetC } = houseDay(house, 7, '2026-01-15');
  expect(targetC).toBe(29.5);
  expect([minC, maxC].map((value) => Math.round(value * 10) / 10)).toEqual([28.7, 30.3]);
  expect(avgC).toBeCloseTo(29.5, 6);
});

test('at a hot noon a house is at most 6 °C cooler than outside', () => {
  const hot = { ...weather, outdoorsOn: () => () => 38 };
  const house: House = { kind: 'broiler', weather: hot, biasC: 0 };
  expect(houseTemperatures(house, 35, '2026-07-20')(14)).toBe(32);
});
