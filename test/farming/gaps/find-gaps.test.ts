import { expect, test } from 'vitest';
import { findGaps } from '../../../src/farming/gaps/find-gaps.ts';
import { aSnapshot, row } from '../../support/a-snapshot.ts';
import { ago, aPlacedFarm, aTidyFarm } from '../../support/a-tidy-farm.ts';

const HOUR = 3_600_000;

test('a complete farm has no gaps', () => {
  expect(findGaps(aTidyFarm())).toEqual([]);
});

test('an empty farm lacks its location and a contact', () => {
  const gaps = findGaps(aSnapshot());
  expect(gaps.map(({ kind, severity }) => [kind, severity])).toEqual([
    ['farm_no_contacts', 'info'],
    ['farm_no_coordinates', 'info'],
  ]);
});

test('gaps are sorted by severity, then by start, those without a time last', () => {
  const parts = {
    farm: { ...aPlacedFarm, latitude: null, createdAt: '2026-01-01T00:00:00.000Z' },
    recentPhotos: [],
    medicine: [
      row('medicine', { id: 'medicine_1', expiryDate: '2026-11-01' }),
      row('medicine', { id: 'medicine_2', quantity: 1, minQuantity: 2 }),
    ],
    alerts: [
      row('alerts', { id: 'alert_1', severity: 'warning', createdAt: ago(100 * HOUR) }),
      row('alerts', { id: 'alert_2', severity: 'critical', createdAt: ago(90 * HOUR) }),
    ],
  };
  expect(findGaps(aTidyFarm(parts)).map(({ key }) => key)).toEqual([
    'alert_open_over_3_days:alert_2',
    'medicine_expired:medicine_1',
    'alert_open_over_3_days:alert_1',
    'medicine_low_stock:medicine_2',
    'farm_no_coordinates:farm_1',
    'no_recent_photos:flock_1',
  ]);
});
