import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { createPrices } from '../../../src/mock/demo-farm/money.ts';
import { createDemoRandom } from '../../../src/tools/random.ts';

const DAYS = ['2026-01-01', '2026-03-15', '2026-06-30'] as const;

test.each([1, 2, 3, 4, 5])('prices of seed %d stay in the range of the trade', (seed) => {
  const prices = createPrices(createDemoRandom(seed), '2026-01-01', '2026-06-30');
  for (const day of DAYS) {
    expect(prices.liveBirdKg(day)).toBeGreaterThanOrEqual(7.2);
    expect(prices.liveBirdKg(day)).toBeLessThanOrEqual(8.2);
    expect(Math.abs(prices.feedTon('starter', day) / 2450 - 1)).toBeLessThanOrEqual(0.041);
    expect(Math.abs(prices.feedTon('layer1', day) / 1960 - 1)).toBeLessThanOrEqual(0.041);
    expect(prices.eggKg(day)).toBeGreaterThan(5);
  }
});

test('live birds cost more than the published 6.57 ILS/kg of 2020, as all prices since', () => {
  const published: { year: string; chicken_live_ils_per_t: string }[] = parse(
    readFileSync('test/data/real/israel_producer_prices_fao.csv', 'utf8'),
    { columns: true, comment: '#' },
  );
  const of2020 = published.find(({ year }) => year === '2020');
  const prices = createPrices(createDemoRandom(1), '2026-01-01', '2026-01-31');
  expect(Number(of2020?.chicken_live_ils_per_t)).toBe(6565.9);
  expect(prices.liveBirdKg('2026-01-20')).toBeGreaterThan(6.5659);
});
