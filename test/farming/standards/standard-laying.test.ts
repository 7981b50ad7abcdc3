import { expect, test } from 'vitest';
import {
  standardEggWeightG,
  standardHenDayPct,
  standardValue,
} from '../../../src/farming/standards/standard-values.ts';

const WEEKS = [18, 20, 22, 26, 40, 60, 80, 100];

test.each([
  ['hyline_brown', [9, 58, 89, 95, 93, 85, 75, 70]],
  ['hyline_w36', [2, 42, 82, 95, 93, 87, 78, 68]],
  ['isa_brown', [1, 40.5, 82.9, 96.1, 95.5, 89.8, 80.7, 66.4]],
] as const)('%s lays as stated in its guide', (breed, percents) => {
  expect(WEEKS.map((week) => standardHenDayPct(breed, week * 7))).toEqual(percents);
});

test('lay between two published weeks is interpolated linearly', () => {
  // Hy-Line Brown: 95 % at 30 weeks, 94 % at 32.
  expect(standardHenDayPct('hyline_brown', 31 * 7)).toBe(94.5);
});

test('a hen before the onset of lay has no standard', () => {
  expect(standardHenDayPct('hyline_brown', 17 * 7)).toBeNull();
  expect(standardHenDayPct('ross_308', 30)).toBeNull();
});

test('eggs have the weight in the guide', () => {
  expect(standardEggWeightG('hyline_brown', 30 * 7)).toBe(61);
  expect(standardEggWeightG('isa_brown', 100 * 7)).toBe(65.2);
});

test('eggs per hen housed are known for the breed that publishes them', () => {
  expect(standardValue('isa_brown', 'cumulativeEggs', 20 * 7)).toBe(4);
  expect(standardValue('hyline_brown', 'cumulativeEggs', 20 * 7)).toBeNull();
});

test('layer guides have a range of weights, broiler objectives a single one', () => {
  expect(standardValue('hyline_brown', 'weightMinG', 18 * 7)).toBe(1411);
  expect(standardValue('hyline_brown', 'weightMaxG', 18 * 7)).toBe(1492);
  expect(standardValue('ross_308', 'weightMinG', 35)).toBeNull();
});
