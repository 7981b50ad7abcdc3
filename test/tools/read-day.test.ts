import { expect, test } from 'vitest';
import { readDay } from '../../src/tools/read-values.ts';

test.each([
  ['2026-11-21', '2026-11-21'],
  ['2026/1/5', '2026-01-05'],
  ['21/11/2026', '2026-11-21'],
  ['11/21/2026', '2026-11-21'],
  ['5.5.2026', '2026-05-05'],
  ['5/11/2026', 'ambiguous'],
  ['21.11.26', 'ambiguous'],
  ['46347', 'ambiguous'],
  ['31/31/2026', undefined],
  ['2026-02-30', undefined],
  ['yesterday', undefined],
])('%j is %j by default', (text, day) => {
  expect(readDay(text)).toBe(day);
});

test.each([
  ['5/11/2026', 'dmy', '2026-11-05'],
  ['5/11/2026', 'mdy', '2026-05-11'],
  ['21.11.26', 'dmy', '2026-11-21'],
  ['26-11-21', 'ymd', '2026-11-21'],
  ['46347', 'excel', '2026-11-21'],
  ['21/11/2026', 'mdy', undefined],
] as const)('%j as %s is %j', (text, format, day) => {
  expect(readDay(text, format)).toBe(day);
});
