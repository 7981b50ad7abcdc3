import { expect, test } from 'vitest';
import { getResource } from '../../../src/model/resources/registry.ts';
import { matchColumns } from '../../../src/platform/import/match-columns.ts';

const expenses = getResource('expenses');
const match = (...headings: string[]) =>
  matchColumns(expenses, ['date', 'category', ...headings], { map: new Map(), labels: [] }).map(
    ({ name }) => name,
  );

test.each([
  'Amount (₪)',
  'amount [USD]',
  'amount{x}',
  '(net) Amount',
  'amount ((₪)',
  'amount（元）',
])('a unit in brackets does not count: %s', (heading) => {
  expect(match(heading)).toEqual(['date', 'category', 'amount']);
});

test.each([
  ['brackets', '('],
  ['pairs of brackets', '()'],
  ['letters', 'a'],
  ['points with accents', 'é'],
])('a heading of many %s is refused in linear time', (_, part) => {
  const before = process.cpuUsage();
  expect(() => match(part.repeat(400_000))).toThrow(/A heading may have at most 200 characters/);
  expect(() => match(part.repeat(100))).toThrow(/No field is called|required/);
  // Processor time: a busy machine takes any time for the same work.
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});

test('files with the Chinese headings of earlier versions can be imported', () => {
  const headings = ['禽舍', '代码', '入舍日期', '接收雏数'];
  const found = matchColumns(getResource('flocks'), headings, { map: new Map(), labels: [] });
  expect(found.map(({ name }) => name)).toEqual([
    'barnId',
    'code',
    'placementDate',
    'chicksReceived',
  ]);
});
