import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listUnreachedFarms } from '../../../src/platform/access/farm-people.ts';
import { insertChannel, updateChannel } from '../../../src/storage/system/notice-channels.ts';
import { aChannel } from '../../support/a-channel.ts';
import { DATABASES } from '../../support/databases.ts';
import { createFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createUser } from '../../support/signed-in.ts';

describe.each(DATABASES)('%s: recipients of the alerts of a farm', (database) => {
  let service: TestService;
  let north: string;
  let south: string;

  beforeAll(async () => {
    service = await startTestService(database);
    north = (await createFarm(service, { name: 'North' })).farmId;
    south = (await createFarm(service, { name: 'South' })).farmId;
  });
  afterAll(() => service.close());

  const connection = () => service.service.runtime.database;
  const gapOf = async (farmId: string, key = service.admin) => {
    const { body } = await service.send('GET', `/gaps?farmId=${farmId}&lang=en`, { key });
    return body.gaps.find(({ kind }: { kind: string }) => kind === 'nobody_reachable');
  };
  const reachOf = async (farmId: string) =>
    (await service.send('GET', `/os/duties/${farmId}`)).body.reach;
  const unreached = async () => {
    const { orgId, clock } = service;
    return (await listUnreachedFarms(connection(), { orgId, now: clock.now() })).unreached;
  };
  const addChannel = (id: string, userId: string) =>
    insertChannel(connection(), { ...aChannel, id, userId, orgId: service.orgId });

  test('a farm without people reports that nobody is reached, and how to change that', async () => {
    expect(await gapOf(north)).toMatchObject({
      severity: 'critical',
      title: 'Critical alerts of North may reach nobody',
      ids: { farmId: north },
      fix: {
        operation: 'createUser',
        method: 'POST',
        path: '/users',
        body: { farmId: north, name: null, role: 'manager' },
      },
    });
    expect(await unreached()).toEqual(['North', 'South']);
    const key = await service.createKey({ farmIds: [north] });
    expect(await gapOf(north, key)).toBeDefined();
    const foreign = await service.send('GET', `/gaps?farmId=${south}`, { key });
    expect(foreign.status).toBe(403);
  });

  test('a person counts if notified through a working channel', async () => {
    const viewer = await createUser(service, 'Vic', [{ role: 'viewer' }]);
    await addChannel('channel_vic', viewer);
    expect(await reachOf(north)).toBe('nobody');
    const body = {
      shifts: [{ userId: viewer, days: [1, 2, 3], from: '18:00', to: '06:00' }],
    };
    expect((await service.send('PUT', `/os/duties/${north}`, { body })).body.reach).toBe('on_duty');
    expect(await gapOf(north)).toMatchObject({ severity: 'warning' });
    expect(await unreached()).toEqual(['South']);
    const manager = await createUser(service, 'Noa', [{ role: 'manager', farmIds: [south] }]);
    await addChannel('channel_noa', manager);
    expect(await gapOf(south)).toBeUndefined();
    expect(await reachOf(south)).toBe('anytime');
    expect(await reachOf(north)).toBe('on_duty');
    await updateChannel(connection(), 'channel_noa', { disabledAt: '2026-11-02T00:00:00.000Z' });
    expect(await gapOf(south)).toMatchObject({ severity: 'critical' });
    expect(await unreached()).toEqual(['South']);
  });
});
