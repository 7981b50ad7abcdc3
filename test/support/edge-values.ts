import type { Field } from '../../src/model/core/fields.ts';

/** Texts that databases, alphabets or programs are known to treat differently. */
export const EDGE_TEXTS: readonly string[] = [
  'a',
  'B',
  ' x ',
  '',
  'e\u0301t\u00e9 \u00c9',
  'שָׁלוֹם לוּל',
  '\u200fלול 3\u200e',
  'น้ำ ไก่',
  '鸡舍',
  '👩‍👩‍👧‍👦🐔',
  'İstanbul ı',
  'Straße ΣΊΣΥΦΟΣ',
  'ﬁnisher １２ ｶﾞ',
  '\uffff',
  '\ue000\u{10ffff}',
  '100%_*\\',
  "Robert'); drop table x;--",
  '=1+1',
  '<b>&amp;</b>',
  '\u00a0\u2003',
  '\u2028',
  '\ud800',
  '\0',
  'x'.repeat(10_000),
  '🐔'.repeat(300),
];

/** Numbers that programs spell or round differently, or that exceed column widths. */
export const EDGE_NUMBERS: readonly number[] = [
  0,
  -0,
  1,
  5.0,
  0.1 + 0.2,
  1.005,
  2.675,
  1 / 3,
  1e-9,
  4.9e-10,
  -1,
  123_456.789_012_345,
  999_999_999_999_999,
  2 ** 31,
  2 ** 53,
  1e21,
  1e308,
];

/** Days at the limits of the calendar, leap days, and days with clock changes in Israel. */
export const EDGE_DAYS: readonly string[] = [
  '2026-11-29',
  '2026-11-30',
  '2026-12-01',
  '2024-02-29',
  '2026-02-29',
  '2026-03-27',
  '2026-10-25',
  '1900-01-01',
  '2199-12-31',
  '2200-01-01',
  '2026-10-24T21:00:00Z',
  '2026-10-24T20:59:59.999Z',
];

/** Instants around the repeated hour, the skipped hour, and the limits of time. */
export const EDGE_INSTANTS: readonly string[] = [
  '2026-11-30T08:00:00Z',
  '2026-11-29T23:59:59.999+02:00',
  '2026-10-25T01:30:00+03:00',
  '2026-10-25T01:30:00+02:00',
  '2026-03-27T02:30:00+02:00',
  '2024-02-29 23:59:59.123456789z',
  '1900-01-01T00:00:00Z',
  '2199-12-31T23:59:59.999Z',
  '2199-12-31T23:59:59-15:00',
  '2026-11-30T24:00:00Z',
  '2026-11-30',
];

/** The bounds of a number field and adjacent values. */
export function boundsOf(field: Extract<Field, { readonly max: number }>): readonly number[] {
  const min = field.type === 'text' ? 0 : (field.min ?? 0);
  return [min, min - 1, field.max, field.max + 1, field.max - 0.5];
}
