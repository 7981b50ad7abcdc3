import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import {
  claimVisionEvents,
  insertVisionEvents,
} from '../../../src/storage/records/vision-events.ts';
import { aRow } from '../../support/a-row.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';

/** More than are claimed in one statement; measured with 100,000. */
const EVENTS = Number(process.env['FARMCTL_CLAIMED_EVENTS'] ?? 25_000);
const BATCH = 1000;
const FIRST = Date.parse('2026-11-01T00:00:00.000Z');
const at = (index: number) => new Date(FIRST + index * 1000).toISOString();

for (const name of DATABASES) {
  describe(name, () => {
    test('a camera gets every event of its source, and no other', async () => {
      const database = await openTestDatabase(name);
      const event = (index: number, values: object) => ({
        row: aRow('vision-events', {
          ...{ id: `vision_${index}`, kind: index % 2 === 0 ? 'weight' : 'count', value: 1 },
          ...{ source: 'east', deviceId: null, barnId: null, flockId: null, ts: at(index) },
          ...values,
        }),
        contentHash: null,
      });
      const ownEvents = Array.from({ length: EVENTS }, (_, index) => event(index, {}));
      const others = [
        event(EVENTS, { source: 'west' }),
        event(EVENTS + 1, { deviceId: 'device_2' }),
        event(EVENTS + 2, { farmId: 'farm_2' }),
        event(EVENTS + 3, { orgId: 'org_2', farmId: 'farm_1' }),
      ];
      for (let from = 0; from < ownEvents.length; from += BATCH) {
        const batch = ownEvents.slice(from, from + BATCH);
        await database.transaction((transaction) => insertVisionEvents(transaction, batch));
      }
      for (const other of others) {
        await database.transaction((transaction) => insertVisionEvents(transaction, [other]));
      }
      const [placedBirds, left] = [10_000, 20_000];
      const weighed = await database.transaction((transaction) =>
        claimVisionEvents(transaction, {
          ...{ orgId: 'org_1', farmId: 'farm_1', source: 'east', deviceId: 'device_1' },
          ...{ barnId: 'barn_1', at: '2026-11-21T10:00:00.000Z' },
          barnFlocks: [{ flockId: 'flock_1', from: at(placedBirds), to: at(left) }],
        }),
      );
      expect(weighed).toEqual([{ flockId: 'flock_1', from: at(placedBirds), to: at(left) }]);
      const counted = await database.all<{ of: string; events: number | string }>(sql`
        select coalesce(device_id, 'none') || ' ' || coalesce(barn_id, 'none') || ' ' ||
          coalesce(flock_id, 'none') || ' ' || cast(version as text) as of, count(*) as events
        from vision_events group by 1 order by 1`);
      expect(counted.map(({ of, events }) => [of, Number(events)])).toEqual([
        ['device_1 barn_1 flock_1 2', left - placedBirds + 1],
        ['device_1 barn_1 none 2', EVENTS - (left - placedBirds + 1)],
        ['device_2 none none 1', 1],
        ['none none none 1', 3],
      ]);
      await database.close();
    });
  });
}
