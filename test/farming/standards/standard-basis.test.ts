import { expect, test } from 'vitest';
import { weightBasisOn } from '../../../src/farming/metrics/standard-basis.ts';

const placed = { placementDate: '2026-11-01', arrivalAgeDays: 0 };
const basis = (breed: string, day: string) => weightBasisOn({ ...placed, breed }, day);

test('a printed value is not interpolated and names its document and edition', () => {
  // Ross 308 is printed for every day: 935 g on day 20.
  expect(basis('Ross 308', '2026-11-21')).toEqual({
    document: 'Ross 308 Performance Objectives 2022 (Aviagen)',
    edition: '2022',
    interpolated: false,
    confidence: 'high',
  });
});

test.each([
  // Weekly tables: printed on day 21, not on day 20.
  ['Ross 308 AP', '2026-11-22', { interpolated: false, edition: '2022', confidence: 'medium' }],
  ['Ross 308 AP', '2026-11-21', { interpolated: true, edition: '2022', confidence: 'medium' }],
  ['Cobb 800', '2026-11-22', { interpolated: false, edition: '2026', confidence: 'medium' }],
  ['Cobb 800', '2026-11-23', { interpolated: true, edition: '2026', confidence: 'medium' }],
  [
    'Lohmann Brown Classic',
    '2026-11-22',
    { interpolated: false, edition: '2021', confidence: 'high' },
  ],
  [
    'Lohmann Brown Classic',
    '2026-11-24',
    { interpolated: true, edition: '2021', confidence: 'high' },
  ],
  // The midpoint of the published minimum and maximum.
  ['Hy-Line Brown', '2026-11-22', { interpolated: true, edition: '2025', confidence: 'medium' }],
  ['turkey_but6', '2026-11-22', { interpolated: false, edition: null, confidence: 'low' }],
])('%s on %s', (breed, day, expected) => {
  expect(basis(breed, day)).toMatchObject(expected);
});

test.each([
  ['an unknown breed', 'Village mix', '2026-11-21'],
  ['an age after the table', 'Ross 308', '2027-11-21'],
  ['an age before the table', 'Ross 308', '2026-10-01'],
])('%s has no standard basis', (_what, breed, day) => {
  expect(basis(breed, day)).toBeNull();
});
