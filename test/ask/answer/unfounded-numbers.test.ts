import { expect, test } from 'vitest';
import { findUnfoundedNumbers } from '../../../src/ask/answer/check-answer.ts';

const fact = (value: number, asOf: string | null = null) => ({
  label: 'Mortality, Barn 1',
  value,
  unit: null,
  asOf,
  source: {},
});

test.each([
  ['12 birds died in Barn 1.', [fact(12)], []],
  ['13 birds died in Barn 1.', [fact(12)], ['13']],
  ['1,234 kg', [fact(1234)], []],
  ['1.234 kg', [fact(1234)], []],
  ['3.46 %', [fact(3.456)], []],
  ['3.47 %', [fact(3.456)], ['3.47']],
  ['on 21 Nov 2026', [fact(0, '2026-11-21')], []],
  ['at 10:30', [fact(0, '2026-11-21T08:30:00.000Z')], []],
  ['at 10:31', [fact(0, '2026-11-21T08:30:00.000Z')], ['31']],
])('findUnfoundedNumbers: %j with facts %j returns %j', (answer, facts, strange) => {
  expect(findUnfoundedNumbers(answer, { facts, zone: 'Asia/Jerusalem' })).toEqual(strange);
});
