import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '../../support/databases.ts';
import { create, createFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';

describe.each(DATABASES)('%s: a new user', (database) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(database);
  });
  afterAll(() => service.close());

  test('gets access to the named farm, which the activity log of the farm reports', async () => {
    const { farmId } = await createFarm(service);
    const user = await create(service, 'users', { name: 'Dana', role: 'manager' }, { farmId });
    const read = async (path: string) => (await service.send('GET', path)).body.data;
    const [access, ...others] = await read(`/farm-access?userId=${user.id}`);
    expect(others).toEqual([]);
    expect(access).toMatchObject({
      ...{ farmId, role: 'manager', status: 'active', grantedBy: 'test' },
      scopes: ['read:*', 'write:*', 'ai:ask', 'actions:execute'],
    });
    // 50, and 10 for the first of its kind.
    expect(await read(`/activity?farmId=${farmId}&kinds=access_change&lang=en`)).toMatchObject([
      { score: 60, title: 'Access changed: Manager', ref: { id: access.id }, farmId },
    ]);
    expect(await read('/activity?kinds=user_change')).toMatchObject([{ ref: { id: user.id } }]);
  });
});
