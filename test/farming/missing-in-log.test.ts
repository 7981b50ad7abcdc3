import { expect, test } from 'vitest';
import { liveFlocksOf } from '../../src/farming/core/farm-flocks.ts';
import { missingInLog } from '../../src/farming/core/missing-data.ts';
import { aBarn, aFlock, aSnapshot } from '../support/a-snapshot.ts';

test.each(['mortality', 'avgWeightGr'] as const)(
  'the fix for a missing %s of pullets is never for a day before their placement',
  (field) => {
    // Hatched on 5 May, placed at 119 days: their first week of life is not part of the flock.
    const flock = aFlock({ placementDate: '2026-09-01', arrivalAgeDays: 119 });
    const [record] = liveFlocksOf(aSnapshot({ barns: [aBarn()], liveFlocks: [flock] }));
    const request = { code: 'no_deaths_in_week', field, today: '2026-05-12', need: 1, have: 0 };
    const { fix } = missingInLog(record as NonNullable<typeof record>, request);
    expect(fix?.body).toMatchObject({ date: '2026-09-01' });
  },
);
