import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  getResource,
  type ResourceName,
  resourceNames,
} from '../../src/model/resources/registry.ts';
import { grantOrganisation } from '../../src/storage/system/sign-in.ts';
import { DATABASES } from '../support/databases.ts';
import { createFarm } from '../support/farm.ts';
import {
  createOneOfEach,
  EXAMPLES_NOW,
  exampleBody,
  type OneOfEach,
} from '../support/one-of-each.ts';
import { startTestService, type TestService } from '../support/service.ts';

const STRANGERS = ['a key of another farm', 'a key of another organisation'] as const;
const everyResource = resourceNames.map((name) => ({ name }));
const writable = everyResource.filter(({ name }) => !getResource(name).readOnly);

/** Fields that may point at the foreign farm, one row each. */
const references = writable.flatMap(({ name }) =>
  Object.entries(getResource(name).fields).flatMap(([field, declared]) =>
    declared.type === 'reference' && declared.origin === undefined
      ? [{ name, field, to: declared.to as ResourceName }]
      : [],
  ),
);

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let rows: OneOfEach;
    let strangers: Record<'a key of another farm' | 'a key of another organisation', string>;
    let others: OneOfEach;

    beforeAll(async () => {
      service = await startTestService(database, { now: EXAMPLES_NOW });
      rows = await createOneOfEach(service);
      others = await createOneOfEach(service);
      const otherOrg = await service.createOrganisation('Second');
      const otherAdmin = await service.createKey({ orgId: otherOrg });
      await createFarm(service, { name: 'Farm of the second', key: otherAdmin });
      strangers = {
        'a key of another farm': await service.createKey({ farmIds: [others.farms] }),
        'a key of another organisation': otherAdmin,
      };
    });
    afterAll(() => service.close());

    test('the people of a farm are those with a role on it or on all farms, with that role', async () => {
      const at = '2026-01-01T00:00:00.000Z';
      const invite = async (name: string, ...grants: readonly object[]) => {
        const { id } = (await service.send('POST', '/users', { body: { name } })).body;
        for (const body of grants) await service.send('PUT', `/os/users/${id}/access`, { body });
        return id;
      };
      const ownFarmOnly = { farmIds: [rows.farms] };
      const boss = await invite('Boss', { role: 'admin' });
      const vet = await invite('Vet', { role: 'vet', ...ownFarmOnly });
      const both = await invite(
        'Both',
        { role: 'accountant' },
        { role: 'manager', ...ownFarmOnly },
      );
      const otherManager = await invite('Elsewhere', { role: 'manager', farmIds: [others.farms] });
      const former = await invite('Former', { role: 'viewer' });
      const readPeople = async () => {
        const { body } = await service.send('GET', `/context?farmId=${rows.farms}`);
        return new Map(
          body.people.users.map((row: { id: string; role: string }) => [row.id, row.role]),
        );
      };
      expect((await readPeople()).get(former)).toBe('viewer');
      await service.send('DELETE', `/os/users/${former}/access`);
      const orgId = await service.createOrganisation('Third');
      const invalidRole = await service.send('POST', '/users', {
        key: await service.createKey({ orgId }),
        body: { name: 'Strange', role: 'owner' },
      });
      const { database: opened } = service.service.runtime;
      await grantOrganisation(opened, {
        ...{ userId: invalidRole.body.id, orgId, role: 'owner' },
        ...{ grantedBy: 'test', grantedAt: at, expiresAt: null },
      });
      const pinned = await service.createKey(ownFarmOnly);
      for (const [key, query] of [
        [service.admin, `&farmId=${rows.farms}`],
        [pinned, ''],
      ]) {
        const { body } = await service.send('GET', `/users?limit=200${query}`, { key });
        const roles = new Map(
          body.data.map((row: { id: string; accessRoles: string[] }) => [row.id, row.accessRoles]),
        );
        expect(roles.get(boss)).toEqual(['admin']);
        expect(roles.get(vet)).toEqual(['vet']);
        expect(roles.get(both)).toEqual(['manager', 'accountant']);
        for (const id of [otherManager, former, invalidRole.body.id])
          expect(roles.has(id)).toBe(false);
      }
      const people = await readPeople();
      expect([people.get(boss), people.get(vet), people.get(both)]).toEqual([
        'admin',
        'vet',
        'manager',
      ]);
      for (const id of [otherManager, former, invalidRole.body.id])
        expect(people.has(id)).toBe(false);
    });

    for (const otherKey of STRANGERS) {
      describe(otherKey, () => {
        test.each(everyResource)('cannot read a row of $name', async ({ name }) => {
          const key = strangers[otherKey];
          const foreign = await service.send('GET', `/${name}/${rows[name]}`, {
            key,
            headers: { 'x-request-id': 'same' },
          });
          const missing = await service.send('GET', `/${name}/${rows[name].slice(0, -4)}0000`, {
            key,
            headers: { 'x-request-id': 'same' },
          });
          expect(foreign.status).toBe(404);
          expect(foreign.text).toBe(missing.text);
        });

        test.each(everyResource)('does not find it in the list of $name', async ({ name }) => {
          const { body } = await service.send('GET', `/${name}?limit=200`, {
            key: strangers[otherKey],
          });
          const ids = body.data.map(({ id }: { id: string }) => id);
          expect(ids).not.toContain(rows[name]);
          expect(body.meta.total).toBe(ids.length);
        });

        test.each(everyResource)('may not filter the list of $name by it', async ({ name }) => {
          const answer = await service.send('GET', `/${name}?farmId=${rows.farms}`, {
            key: strangers[otherKey],
          });
          const unknown = await service.send('GET', `/${name}?farmId=farm_nowhere`, {
            key: strangers[otherKey],
          });
          expect([answer.status, answer.body.error]).toEqual([403, 'farm_forbidden']);
          expect([unknown.status, unknown.body.message]).toEqual([403, answer.body.message]);
        });

        test.each(writable)('cannot change or delete the row of $name', async ({ name }) => {
          const key = strangers[otherKey];
          const path = `/${name}/${rows[name]}`;
          const before = await service.send('GET', path);
          const patched = await service.send('PATCH', path, { key, body: { notes: 'taken' } });
          const deleted = await service.send('DELETE', path, { key });
          expect([patched.status, deleted.status]).toEqual([404, 404]);
          expect((await service.send('GET', path)).text).toBe(before.text);
        });

        test.each(writable)('cannot create $name on its farm', async ({ name }) => {
          if (getResource(name).farm.kind !== 'farm') return;
          const answer = await service.send('POST', `/${name}?farmId=${rows.farms}`, {
            key: strangers[otherKey],
            body: exampleBody(getResource(name), rows),
          });
          expect([answer.status, answer.body.error]).toEqual([403, 'farm_forbidden']);
        });

        test.each(references)(
          'cannot attach $name to it through $field',
          async ({ name, field, to }) => {
            const key = strangers[otherKey];
            const body = { ...exampleBody(getResource(name), rows), [field]: rows[to] };
            const foreign = await service.send('POST', `/${name}`, { key, body });
            const missingId = `${rows[to].slice(0, -4)}0000`;
            const unknown = await service.send('POST', `/${name}`, {
              key,
              body: { ...body, [field]: missingId },
            });
            expect(foreign.status).toBe(400);
            const messageOf = (answer: typeof foreign) =>
              answer.body.issues.find(({ path }: { path: string }) => path === field)?.message;
            expect(messageOf(foreign)).toContain(field);
            expect(messageOf(foreign).replace(rows[to], missingId)).toBe(messageOf(unknown));
          },
        );

        test.each(references)(
          'filters $name by its $field and finds nothing',
          async ({ name, field, to }) => {
            if (!getResource(name).filters.includes(field)) return;
            const answer = await service.send('GET', `/${name}?${field}=${rows[to]}`, {
              key: strangers[otherKey],
            });
            expect([answer.status, answer.body.data, answer.body.meta.total]).toEqual([200, [], 0]);
          },
        );
      });
    }

    describe('a key with reduced scopes', () => {
      test.each(everyResource)(
        'a key with reduced scopes for another module does not read $name',
        async ({ name }) => {
          const other = name === 'tasks' ? 'sales' : 'tasks';
          const key = await service.createKey({ scopes: [`read:${other}`, `write:${other}`] });
          const list = await service.send('GET', `/${name}`, { key });
          const get = await service.send('GET', `/${name}/${rows[name]}`, { key });
          const post = await service.send('POST', `/${name}`, { key, body: {} });
          const patch = await service.send('PATCH', `/${name}/${rows[name]}`, { key, body: {} });
          const remove = await service.send('DELETE', `/${name}/${rows[name]}`, { key });
          const statuses = [list, get, post, patch, remove].map(({ status }) => status);
          expect(statuses).toEqual([403, 403, 403, 403, 403]);
          expect(list.body).toMatchObject({
            error: 'insufficient_scope',
            code: 'insufficient_scope',
          });
          expect(list.body.message).toContain(`read:${name}`);
          expect(remove.body.message).toContain(`write:${name}`);
        },
      );

      test.each(everyResource)(
        'a key with reduced scopes for reading $name can only read it',
        async ({ name }) => {
          const key = await service.createKey({ scopes: [`read:${name}`] });
          const answers = await Promise.all(
            resourceNames.map((other) => service.send('GET', `/${other}?limit=1`, { key })),
          );
          const allowed = resourceNames.filter((_, index) => answers[index]?.status === 200);
          expect(allowed).toEqual([name]);
        },
      );

      test('admin:* alone reads and writes no farm data', async () => {
        const key = await service.createKey({ scopes: ['admin:*'] });
        const statuses = await Promise.all(
          resourceNames.flatMap((name) => [
            service.send('GET', `/${name}`, { key }),
            service.send('POST', `/${name}`, { key, body: {} }),
          ]),
        );
        expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([403]));
      });
    });

    describe('moving a row to another farm', () => {
      test.each(references)('is refused for $name through $field', async ({ name, field, to }) => {
        const answer = await service.send('PATCH', `/${name}/${rows[name]}`, {
          body: { [field]: others[to] },
        });
        expect(answer.status).toBe(400);
        expect(answer.body.issues).toEqual([
          expect.objectContaining({ path: field, code: 'different_farms' }),
        ]);
      });
    });
  });
}
