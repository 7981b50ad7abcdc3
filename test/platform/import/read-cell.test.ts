import { expect, test } from 'vitest';
import type { Field } from '../../../src/model/core/fields.ts';
import { faultOf, readCell } from '../../../src/platform/import/read-cell.ts';

const style = {
  kind: 'csv',
  decimal: undefined,
  mayUseComma: false,
  dateFormat: undefined,
  zone: 'Asia/Jerusalem',
} as const;
const LENGTH = 1_000_000;

test.each<[Field, string]>(
  (['number', 'date', 'timestamp', 'json', 'list'] as const).flatMap((type) =>
    ['1', '1 ', '1,', '1.', '-', 'T', '[', ' ', '0:00:00.', 'e', "'"].map(
      (part): [Field, string] => [{ type } as Field, part],
    ),
  ),
)('$type: a long text of %j is read in linear time', (field, part) => {
  const text = `1${part.repeat(LENGTH / part.length)}x`;
  const before = process.cpuUsage();
  const value = readCell(field, text, style);
  // Processor time: wall time varies on a busy machine.
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  // It is unchanged, so that the field rejects it.
  if (faultOf(value) === undefined) expect(value).toBe(text);
});

test('deeply nested JSON is not parsed', () => {
  const cell = `${'['.repeat(11)}${']'.repeat(11)}`;
  expect(faultOf(readCell({ type: 'json' } as Field, cell, style))?.text).toContain(
    'deeper than 10',
  );
});

test.each([
  ['2026-10-01 08:30', '2026-10-01T05:30:00.000Z'],
  ['2026-10-01T08:30:15', '2026-10-01T05:30:15.000Z'],
])('the time %s is in the time zone of the farm', (cell, instant) => {
  expect(readCell({ type: 'timestamp' } as Field, cell, style)).toBe(instant);
});
