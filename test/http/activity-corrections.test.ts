import { afterAll, beforeAll, expect, test } from 'vitest';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let farm: TestFarm;
beforeAll(async () => {
  service = await startTestService();
  farm = await createFarm(service);
});
afterAll(() => service.close());

async function latest(lang: string) {
  const { body } = await service.send('GET', `/activity?limit=1&lang=${lang}`);
  const [{ kind, title }] = body.data;
  return [kind, title];
}

test('a correction names the day, the new and the previous value', async () => {
  const log = { flockId: farm.flockId, date: '2026-11-01', mortality: 30 };
  const { id } = await create(service, 'daily-logs', log);
  await service.send('PATCH', `/daily-logs/${id}`, { body: { mortality: 3 } });
  expect(await latest('en')).toEqual([
    'record_corrected',
    expect.stringMatching(
      /Corrected: Daily log: 3 birds dead \(.*Nov.*\) \(before: 30 birds dead\)/,
    ),
  ]);
  expect(await latest('es')).toEqual([
    'record_corrected',
    expect.stringMatching(/Corregido: .*\(antes: /),
  ]);
  const before = (await service.send('GET', '/activity?limit=50')).body.data.length;
  // A note is no figure.
  await service.send('PATCH', `/daily-logs/${id}`, { body: { notes: 'Lifted the drinkers' } });
  expect((await service.send('GET', '/activity?limit=50')).body.data).toHaveLength(before);
});

test('an undone action is reported with the values it had recorded, and their day', async () => {
  const log = { flockId: farm.flockId, date: '2026-10-30', mortality: 7 };
  const body = { type: 'log_daily', farmId: farm.farmId, ...log };
  const executed = await service.send('POST', '/actions', { body });
  const undone = await service.send('POST', '/actions/undo', { body: executed.body.undo });
  expect([executed.status, undone.status]).toEqual([200, 200]);
  expect(await latest('en')).toEqual([
    'action_undone',
    expect.stringMatching(/Undone: Daily log: 7 birds dead \(.*Oct.*30.*\)/),
  ]);
});

test('a correction names the changed value, and a deletion the day', async () => {
  const log = { flockId: farm.flockId, date: '2026-10-28', mortality: 5, feedKg: 700 };
  const { id } = await create(service, 'daily-logs', log);
  await service.send('PATCH', `/daily-logs/${id}`, { body: { feedKg: 900 } });
  const corrected = /Corrected: feed: 900\skg \(.*Oct 28.*\) \(before: 700\skg\)/;
  expect(await latest('en')).toEqual(['record_corrected', expect.stringMatching(corrected)]);
  await service.send('PATCH', `/daily-logs/${id}`, { body: { waterL: 1500 } });
  const added = /Corrected: water: 1,500\sL \(.*Oct 28.*\)$/;
  expect(await latest('en')).toEqual(['record_corrected', expect.stringMatching(added)]);
  await service.send('DELETE', `/daily-logs/${id}`);
  expect(await latest('en')).toEqual([
    'record_deleted',
    expect.stringMatching(/Deleted: Daily log: 5 birds dead \(.*Oct 28.*\)/),
  ]);
});

test('an entry says whether its figure cannot be right, or was corrected or deleted since', async () => {
  const { flockId } = farm;
  const ofRow = async (id: string) => {
    const { body } = await service.send('GET', '/activity?limit=50');
    const ownEntries = body.data.filter(({ ref }: { ref: { id: string } }) => ref.id === id);
    return ownEntries.map(({ kind, state }: { kind: string; state?: string }) => [kind, state]);
  };
  const weighed = { flockId, date: '2026-10-10', mortality: 6, avgWeightGr: 2080 };
  const { id } = await create(service, 'daily-logs', weighed);
  expect(await ofRow(id)).toEqual([['weighing', 'doubtful']]);
  await service.send('PATCH', `/daily-logs/${id}`, { body: { avgWeightGr: 208 } });
  expect(await ofRow(id)).toEqual([
    ['record_corrected', undefined],
    ['weighing', 'corrected'],
  ]);
  await service.send('DELETE', `/daily-logs/${id}`);
  expect(await ofRow(id)).toEqual([
    ['record_deleted', undefined],
    ['record_corrected', 'deleted'],
    ['weighing', 'deleted'],
  ]);
});

test('unusual mortality is no trouble once the log is corrected, nor its alert once resolved', async () => {
  const { flockId, barnId } = farm;
  const log = { flockId, date: '2026-10-14', mortality: 400 };
  const { id } = await create(service, 'daily-logs', log);
  const alert = { barnId, title: 'Many deaths', severity: 'critical' };
  const { id: alertId } = await create(service, 'alerts', alert);
  const states = async () => {
    const { body } = await service.send('GET', '/activity?limit=50&kinds=mortality_spike,alert');
    return body.data
      .filter(({ ref }: { ref: { id: string } }) => [id, alertId].includes(ref.id))
      .map(({ kind, state }: { kind: string; state?: string }) => [kind, state]);
  };
  expect(await states()).toEqual([
    ['alert', undefined],
    ['mortality_spike', undefined],
  ]);
  await service.send('PATCH', `/daily-logs/${id}`, { body: { mortality: 4 } });
  await service.send('PATCH', `/alerts/${alertId}`, { body: { status: 'resolved' } });
  expect(await states()).toEqual([
    ['alert', 'resolved'],
    ['mortality_spike', 'corrected'],
  ]);
});
