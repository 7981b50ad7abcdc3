import { expect, test } from 'vitest';
import { scanDueFarms } from '../../src/platform/alerts/farm-scans.ts';
import { loadMock } from '../../src/server/mock/load-mock.ts';
import { startTestService } from '../support/service.ts';

const NOW = '2026-11-21T09:00:00.000Z';

interface ShownAlert {
  readonly severity: string;
  readonly occurrences: number;
  readonly source: { readonly rule: string; readonly key: string };
}

test('on the demo farm a scan finds its problems, without duplicate alerts', async () => {
  const service = await startTestService('sqlite', { now: NOW });
  const { runtime } = service.service;
  const mock = await loadMock(runtime.database, {
    content: 'demo',
    seed: 42,
    now: Date.parse(NOW),
  });
  const key = mock.keys['admin'];
  const openAlerts = async (): Promise<readonly ShownAlert[]> =>
    (await service.send('GET', '/alerts?status=open&limit=200', { key })).body.data;
  const before = new Set((await openAlerts()).map(({ source }) => source.key));
  const failures: unknown[] = [];
  const round = () =>
    scanDueFarms(runtime, {
      monotonicMillis: () => 0,
      onFailure: (...failure) => failures.push(failure),
    });
  const changes = (await round()).flatMap(({ alerts }) => alerts);
  expect(failures).toEqual([]);
  expect(changes.map(({ change, rule }) => `${change} ${rule}`).toSorted()).toEqual([
    'opened co2',
    'opened feed_out',
    'opened medicine_expired',
    'opened medicine_expired',
    // Two flocks drink the same for three days while they eat more each day.
    'opened water_drop',
    'opened water_drop',
  ]);
  const after = await openAlerts();
  expect(new Set(after.map(({ source }) => source.key)).size).toBe(after.length);
  expect(after).toHaveLength(before.size + 6);
  const seenAgain = after.filter(({ source }) => before.has(source.key));
  expect(seenAgain).toContainEqual(
    expect.objectContaining({
      severity: 'critical',
      occurrences: 3,
      source: expect.objectContaining({ rule: 'mortality_spike', deaths: expect.any(Number) }),
    }),
  );
  // A barn that was cold some days ago is warm in both scans; besides, nothing has changed since.
  expect((await round()).flatMap(({ alerts }) => alerts)).toMatchObject([
    { change: 'closed', rule: 'temp_low' },
  ]);
  await service.close();
});
