import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { createFarm } from '../support/farm.ts';
import { playScenarios, type Scenario, type Stage } from '../support/scenario.ts';
import { startTestService, type TestService } from '../support/service.ts';

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let stage: Stage;
    beforeAll(async () => {
      service = await startTestService(database);
      const { farmId } = await createFarm(service);
      const { farmId: otherFarmId } = await createFarm(service, { name: 'Other farm' });
      const secondOrg = await service.createOrganisation('Second');
      const secondAdmin = await service.createKey({ orgId: secondOrg });
      const second = await createFarm(service, { name: 'Third farm', key: secondAdmin });
      const limited = await service.createKey({
        name: 'Limited',
        scopes: ['admin:*', 'read:tasks'],
        farmIds: [farmId],
        rateLimitPerMinute: 1000,
        expiresAt: '2026-12-01T00:00:00.000Z',
      });
      stage = {
        service,
        keys: { limited, secondAdmin },
        names: {
          farmId,
          otherFarmId,
          secondFarmId: second.farmId,
          adminId: idOf(service.admin),
          limitedId: idOf(limited),
          secondAdminId: idOf(secondAdmin),
        },
      };
    });
    afterAll(() => service.close());

    const play = (scenarios: readonly Scenario[]) => playScenarios(() => stage, scenarios);

    describe('a new key', () => {
      test('is shown once, with its permissions', async () => {
        const { status, headers, body } = await service.send('POST', '/os/keys', {
          body: {
            name: 'Robot',
            scopes: ['read:*', 'ai:ask'],
            farmIds: [stage.names['farmId']],
            rateLimitPerMinute: 60,
            expiresAt: '2027-01-01T02:00:00+02:00',
          },
        });
        expect([status, headers['location']]).toEqual([201, `/v1/platform/os/keys/${body.id}`]);
        expect(body).toEqual({
          id: expect.stringMatching(/^\w{12}$/),
          key: expect.stringMatching(/^fk_live_\w{12}_\w{38}$/),
          name: 'Robot',
          scopes: ['read:*', 'ai:ask'],
          farmIds: [stage.names['farmId']],
          allFarms: false,
          rateLimitPerMinute: 60,
          createdAt: '2026-11-02T08:30:00.000Z',
          expiresAt: '2027-01-01T00:00:00.000Z',
          revokedAt: null,
          last4: body.key.slice(-4),
        });
        const { key: _, ...shown } = body;
        expect((await service.send('GET', `/os/keys/${body.id}`)).body).toEqual(shown);
      });

      test('identifies itself', async () => {
        const { body: key } = await service.send('POST', '/os/keys', {
          body: { name: 'Reader', scopes: ['read:*'], farmIds: [stage.names['farmId']] },
        });
        const { status, body } = await service.send('GET', '/me', { key: key.key });
        expect([status, body]).toEqual([
          200,
          {
            key: {
              id: key.id,
              name: 'Reader',
              last4: key.last4,
              createdAt: '2026-11-02T08:30:00.000Z',
              expiresAt: null,
              rateLimitPerMinute: 240,
            },
            org: { id: service.orgId, name: 'First', timezone: 'Asia/Jerusalem', language: 'he' },
            scopes: ['read:*'],
            farms: [{ id: stage.names['farmId'], name: 'Test farm', timezone: 'Asia/Jerusalem' }],
            farmCount: 1,
            allFarms: false,
          },
        ]);
      });

      test.each([
        ['', ['Other farm', 'Test farm']],
        ['?farms=1', ['Other farm']],
        ['?farms=1&farm={farmId}', ['Other farm', 'Test farm']],
        ['?farms=1&farm={otherFarmId}', ['Other farm']],
        ['?farms=0&farm={farmId}', ['Test farm']],
        ['?farms=0&farm={secondFarmId}', []],
        ['?farms=2', ['Other farm', 'Test farm']],
      ])('a new key with %j lists the farms it sees', async (query, names) => {
        const path = query.replace(/\{(\w+)\}/, (_, name: string) => String(stage.names[name]));
        const { body } = await service.send('GET', `/me${path}`);
        expect(body.farms.map(({ name }: { readonly name: string }) => name)).toEqual(names);
        expect(body.farmCount).toBe(2);
      });

      play([
        {
          name: 'takes the limits of its minter',
          as: 'limited',
          method: 'POST',
          url: '/os/keys',
          body: { name: 'Child', scopes: ['read:tasks'] },
          status: 201,
          has: {
            farmIds: ['{farmId}'],
            allFarms: false,
            rateLimitPerMinute: 240,
            expiresAt: '2026-12-01T00:00:00.000Z',
          },
        },
        {
          name: 'cannot do more than its minter',
          as: 'limited',
          method: 'POST',
          url: '/os/keys',
          body: {
            name: 'Child',
            scopes: ['read:tasks', 'read:sales', 'write:*'],
            farmIds: ['{farmId}', '{otherFarmId}'],
            rateLimitPerMinute: 1001,
            expiresAt: '2026-12-01T00:00:00.001Z',
          },
          status: 400,
          has: {
            issues: [
              { path: 'scopes[1]', code: 'not_allowed' },
              { path: 'scopes[2]', code: 'not_allowed' },
              { path: 'farmIds[1]', code: 'not_found' },
              { path: 'rateLimitPerMinute', code: 'too_large' },
              { path: 'expiresAt', code: 'not_allowed' },
            ],
          },
        },
        {
          name: 'cannot be pinned to a farm of another organisation',
          method: 'POST',
          url: '/os/keys',
          body: { name: 'x', scopes: ['read:*'], farmIds: ['{farmId}', '{secondFarmId}'] },
          status: 400,
          has: { issues: [{ path: 'farmIds[1]', code: 'not_found' }] },
        },
        {
          name: 'cannot be pinned to a farm that does not exist',
          method: 'POST',
          url: '/os/keys',
          body: { name: 'x', scopes: ['read:*'], farmIds: ['farm_nowhere'] },
          status: 400,
          has: { issues: [{ path: 'farmIds[0]', code: 'not_found' }] },
        },
        {
          name: 'is not made from an object that cannot be text',
          method: 'POST',
          url: '/os/keys',
          body: { name: 'x', scopes: [{ toString: 1, valueOf: 1 }] },
          status: 400,
          has: { issues: [{ path: 'scopes[0]', code: 'not_allowed' }] },
        },
      ]);
    });

    describe('the keys of an organisation', () => {
      play([
        {
          name: 'are listed without their secrets, the newest first',
          method: 'GET',
          url: '/os/keys?limit=2&offset=0',
          status: 200,
          has: { data: [{ revokedAt: null }, {}], meta: { limit: 2, offset: 0, hasMore: true } },
          lacks: ['fk_live', 'secret', 'hash', '{secondAdminId}'],
        },
        {
          name: 'are not found by another organisation',
          as: 'secondAdmin',
          method: 'GET',
          url: '/os/keys/{adminId}',
          status: 404,
          has: { error: 'not_found' },
        },
        {
          name: 'are not revoked by another organisation',
          as: 'secondAdmin',
          method: 'DELETE',
          url: '/os/keys/{adminId}',
          status: 404,
        },
        {
          name: 'of all farms are out of reach of an admin of one',
          as: 'limited',
          method: 'PATCH',
          url: '/os/keys/{adminId}',
          body: { name: 'Taken' },
          status: 404,
        },
        {
          name: 'are not found by nonsense',
          method: 'GET',
          url: '/os/keys/%00',
          status: 404,
        },
        {
          name: 'take no filter',
          method: 'GET',
          url: '/os/keys?name=x',
          status: 400,
          has: { issues: [{ path: 'name', code: 'unknown_parameter' }] },
        },
      ]);
    });

    describe('a change to a key', () => {
      const mint = async (body: object = {}) =>
        (
          await service.send('POST', '/os/keys', {
            body: { name: 'Changing', scopes: ['read:*'], ...body },
          })
        ).body;
      const statusWith = async (key: string) =>
        (await service.send('GET', '/tasks', { key })).status;

      test('a change of the limit of a key takes effect on the next request', async () => {
        const { id, key } = await mint();
        expect([await statusWith(key), await statusWith(key)]).toEqual([200, 200]);
        const { body } = await service.send('PATCH', `/os/keys/${id}`, {
          body: { rateLimitPerMinute: 2, name: ' Slow ' },
        });
        expect(body).toMatchObject({ id, name: 'Slow', rateLimitPerMinute: 2 });
        expect(await statusWith(key)).toBe(429);
      });

      test('a change of the expiry of a key takes effect on the next request', async () => {
        const { id, key } = await mint();
        expect(await statusWith(key)).toBe(200);
        await service.send('PATCH', `/os/keys/${id}`, {
          body: { expiresAt: '2026-11-02T08:30:00.001Z' },
        });
        expect(await statusWith(key)).toBe(200);
        service.clock.advance(1);
        expect(await statusWith(key)).toBe(401);
        service.clock.advance(-1);
      });

      test('cannot extend its permissions', async () => {
        const { id } = await mint({ farmIds: [stage.names['farmId']] });
        const { status, body } = await service.send('PATCH', `/os/keys/${id}`, {
          body: { scopes: ['admin:*'], farmIds: null },
        });
        expect(status).toBe(200);
        expect(body).toMatchObject({ scopes: ['read:*'], farmIds: [stage.names['farmId']] });
      });

      test('cannot extend the expiry or limit of a key with more scopes than the caller', async () => {
        const admin = (await mint({ scopes: ['admin:*', 'read:tasks'] })).key;
        const expiresAt = '2026-11-02T08:30:01.000Z';
        const wide = await mint({ scopes: ['read:*'], rateLimitPerMinute: 50, expiresAt });
        const change = (id: string, body: object) =>
          service.send('PATCH', `/os/keys/${id}`, { key: admin, body });
        for (const body of [{ rateLimitPerMinute: 51 }, { expiresAt: '2027-01-01T00:00:00Z' }]) {
          const refused = await change(wide.id, body);
          expect([refused.status, refused.body.issues]).toEqual([
            400,
            [expect.objectContaining({ path: Object.keys(body)[0], code: 'not_allowed' })],
          ]);
        }
        service.clock.advance(1000);
        expect((await change(wide.id, { expiresAt: '2027-01-01T00:00:00Z' })).status).toBe(400);
        expect(await statusWith(wide.key)).toBe(401);
        service.clock.advance(-1000);
        const less = await change(wide.id, { rateLimitPerMinute: 2, name: 'Less' });
        expect([less.status, less.body.rateLimitPerMinute]).toEqual([200, 2]);
        const narrow = await mint({ scopes: ['read:tasks'], rateLimitPerMinute: 50, expiresAt });
        expect((await change(narrow.id, { rateLimitPerMinute: 51 })).status).toBe(200);
      });

      test('the revocation of a key takes effect on the next request, permanently', async () => {
        const { id, key } = await mint();
        expect(await statusWith(key)).toBe(200);
        const first = await service.send('DELETE', `/os/keys/${id}`);
        expect([first.status, first.body]).toEqual([
          200,
          { id, revoked: true, revokedAt: '2026-11-02T08:30:00.000Z' },
        ]);
        const refused = await service.send('GET', '/tasks', { key });
        expect([refused.status, refused.body.code]).toEqual([401, 'revoked_key']);
        service.clock.advance(1000);
        const second = await service.send('DELETE', `/os/keys/${id}`);
        expect(second.body.revokedAt).toBe('2026-11-02T08:30:00.000Z');
        service.clock.advance(-1000);
      });

      test('may be made with the key itself to revoke it', async () => {
        const { id, key } = await mint({ scopes: ['admin:*'] });
        expect((await service.send('DELETE', `/os/keys/${id}`, { key })).status).toBe(200);
        expect(await statusWith(key)).toBe(401);
      });
    });
  });
}

/** The id in the text of a key. */
function idOf(key: string): string {
  return key.slice('fk_live_'.length, 'fk_live_'.length + 12);
}
