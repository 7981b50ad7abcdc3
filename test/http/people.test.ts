import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ResourceDefinition, storedFields } from '../../src/model/core/resource.ts';
import {
  getResource,
  type PersonalFields,
  personalFields,
  resources,
} from '../../src/model/resources/registry.ts';
import { insertSession, MOST_SESSIONS } from '../../src/storage/system/sign-in.ts';
import { insertIdentity, insertPasskey } from '../../src/storage/system/sign-in-methods.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/service.ts';
import { createLink, signIn } from '../support/signed-in.ts';

type Row = TestAnswer['body'];

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let farm: TestFarm;
    let id: string;
    let treatmentId: string;
    let sealedId: string;

    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
      const sealed = await createFarm(service);
      const { farmId, flockId } = farm;
      const act = { type: 'create_contact', farmId, name: 'Dr. Noa Levi', kind: 'vet' };
      const acted = await service.send('POST', '/actions', {
        body: { ...act, phone: '050-123-4567', email: 'noa@vets.example' },
      });
      id = acted.body.result.id;
      await service.send('PATCH', `/contacts/${id}`, { body: { phone: '052-999-8888' } });
      const day = { date: '2026-11-01', kind: 'vet_visit', vetName: 'Dr. Noa Levi' };
      treatmentId = (await create(service, 'treatments', { flockId, ...day })).id;
      sealedId = (await create(service, 'treatments', { flockId: sealed.flockId, ...day })).id;
      await create(service, 'tasks', { title: 'Call', assignee: 'Dr. Noa Levi' }, { farmId });
      await create(service, 'tasks', { title: 'Ask', assignee: id }, { farmId });
      await create(
        service,
        'field-reports',
        { rawText: 'x', authorName: 'dr. noa levi' },
        { farmId },
      );
      const rows = service.service.runtime.database;
      await rows.run(sql`update flocks set sealed = ${true} where id = ${sealed.flockId}`);
    });
    afterAll(() => service.close());

    const erase = (body: unknown, key = service.admin) =>
      service.send('POST', `/os/people/${id}/erase`, { body, key });

    test('all data about a person is exported as one document', async () => {
      const { status, body } = await service.send('GET', `/os/people/${id}/export`);
      expect(status).toBe(200);
      const counts = Object.entries<Row[]>(body.records).map(([name, rows]) => [name, rows.length]);
      expect(Object.fromEntries(counts)).toEqual({ contacts: 1, tasks: 2, treatments: 2 });
      expect(body.history[0].changes).toContainEqual({
        field: 'phone',
        before: expect.stringContaining('123'),
        after: expect.stringContaining('999'),
      });
      expect(body).toMatchObject({
        kind: 'contact',
        name: 'Dr. Noa Levi',
        others: [],
        truncated: [],
      });
    });

    test('a dry run reports the changes and makes none', async () => {
      const before = (await service.send('GET', `/os/people/${id}/export`)).body;
      const { body } = await erase({});
      expect(body).toMatchObject({ id, kind: 'contact', dryRun: true });
      expect(body.changed).toEqual(
        expect.arrayContaining([
          { what: 'contacts', rows: 1 },
          { what: 'tasks', rows: 1 },
          { what: 'treatments', rows: 1 },
          { what: 'actions', rows: 1 },
        ]),
      );
      expect(body.kept).toContainEqual({
        what: 'treatments',
        rows: 1,
        reason: 'part of a sealed case file',
      });
      expect((await service.send('GET', `/os/people/${id}/export`)).body).toEqual(before);
    });

    test.each([
      { scopes: ['admin:*'], needed: 'read:contacts' },
      { scopes: ['admin:*', 'read:users'], needed: 'read:contacts' },
      { scopes: ['read:*'], needed: 'admin:*' },
    ])('$scopes without the others export no contact', async ({ scopes, needed }) => {
      const key = await service.createKey({ scopes });
      const { status, body, text } = await service.send('GET', `/os/people/${id}/export`, { key });
      expect([status, body.code]).toEqual([403, 'insufficient_scope']);
      expect(body.message).toContain(needed);
      expect(text).not.toContain('Noa');
    });

    test('an export withholds the records that the key may not read', async () => {
      const key = await service.createKey({ scopes: ['admin:*', 'read:contacts', 'read:tasks'] });
      const { status, body } = await service.send('GET', `/os/people/${id}/export`, { key });
      expect([status, Object.keys(body.records).sort()]).toEqual([200, ['contacts', 'tasks']]);
      expect(body.withheld).toContain('treatments');
    });

    test.each([
      { scopes: ['admin:*'], needed: 'write:contacts' },
      { scopes: ['admin:*', 'read:*'], needed: 'write:contacts' },
      { scopes: ['admin:*', 'read:*', 'write:users'], needed: 'write:contacts' },
      { scopes: ['admin:*', 'read:*', 'write:contacts'], needed: 'write:' },
      { scopes: ['write:*'], needed: 'admin:*' },
    ])('$scopes without the others erase no contact', async ({ scopes, needed }) => {
      const key = await service.createKey({ scopes });
      const { status, body } = await erase({ dryRun: false }, key);
      expect([status, body.code]).toEqual([403, 'insufficient_scope']);
      expect(body.message).toContain(needed);
      const { name } = (await service.send('GET', `/contacts/${id}`)).body;
      expect(name).toBe('Dr. Noa Levi');
    });

    test('an erased person is named only in sealed case files', async () => {
      const trial = (await erase({ dryRun: true })).body;
      const erased = await erase({ dryRun: false });
      expect(erased.body).toEqual({ ...trial, dryRun: false });
      const contact = (await service.send('GET', `/contacts/${id}`)).body;
      expect(contact).toMatchObject({ name: 'erased person', phone: null, email: null });
      const vetOf = async (treatment: string) =>
        (await service.send('GET', `/treatments/${treatment}`)).body.vetName;
      expect([await vetOf(treatmentId), await vetOf(sealedId)]).toEqual([
        'erased person',
        'Dr. Noa Levi',
      ]);
      const contacts = (await service.send('GET', '/contacts?q=noa')).body;
      expect(contacts.meta.total).toBe(0);
      const { text } = await service.send('GET', `/os/history/contacts/${id}`);
      expect(text).toContain('erased person');
      const stored = [text];
      const rows = service.service.runtime.database;
      for (const table of ['actions', 'row_history', 'activity_log', 'agent_runs', 'contacts']) {
        stored.push(
          JSON.stringify(
            await rows.all({
              sql: `select * from ${table}`,
              text: `select * from ${table}`,
              values: [],
            }),
          ),
        );
      }
      for (const secret of ['Dr. Noa Levi', '123-4567', '999-8888', 'noa@vets', '+97252']) {
        expect(stored.join()).not.toContain(secret);
      }
    });

    test('a person with the same name as another one is not found by it', async () => {
      const { farmId } = farm;
      const [first] = [
        await create(service, 'contacts', { name: 'Avi' }, { farmId }),
        await create(service, 'contacts', { name: 'Avi' }, { farmId }),
      ];
      await create(service, 'tasks', { title: 'x', assignee: 'Avi' }, { farmId });
      const { body } = await service.send('POST', `/os/people/${first?.id}/erase`, { body: {} });
      expect(body.changed).toEqual([{ what: 'contacts', rows: 1 }]);
      expect(body.kept[0].what).toBe('names');
    });

    test('an erased user has no access any more', async () => {
      const user = await create(
        service,
        'users',
        { name: 'Ron', role: 'worker' },
        { farmId: farm.farmId },
      );
      await service.send('POST', `/os/people/${user.id}/erase`, { body: { dryRun: false } });
      const { body } = await service.send('GET', `/farm-access?userId=${user.id}`);
      expect(body.data.map(({ status }: Row) => status)).toEqual(['revoked']);
      expect((await service.send('GET', `/users/${user.id}`)).body.status).toBe('disabled');
    });

    test('channels of a user and messages to the user are exported and erased', async () => {
      const user = await create(service, 'users', { name: 'Gil', role: 'worker' });
      const channel = { kind: 'email', address: 'gil@example.com', userId: user.id };
      await service.send('POST', '/os/notices/channels', { body: channel });
      const { body } = await service.send('GET', `/os/people/${user.id}/export`);
      expect(body.records['notice-channels']).toMatchObject([channel]);
      expect(body.records.notices).toMatchObject([{ kind: 'verification', userId: user.id }]);
      const erased = await service.send('POST', `/os/people/${user.id}/erase`, {
        body: { dryRun: false },
      });
      expect(erased.body.changed).toContainEqual({ what: 'notice channels', rows: 1 });
      expect(erased.body.changed).toContainEqual({ what: 'notices', rows: 1 });
      const after = await service.send('GET', `/os/people/${user.id}/export`);
      expect(after.text).not.toContain('gil@example.com');
      expect(Object.keys(after.body.records)).not.toContain('notices');
    });

    test('an export states if it does not contain all sessions', async () => {
      const { id: userId } = await signIn(service, 'Script', [{ role: 'viewer' }]);
      const exported = async () => (await service.send('GET', `/os/people/${userId}/export`)).body;
      expect((await exported()).truncated).toEqual([]);
      const at = '2026-11-02T08:30:00.000Z';
      const { database } = service.service.runtime;
      await database.transaction(async (transaction) => {
        for (let count = 0; count < MOST_SESSIONS; count++) {
          const id = `session_${database.dialect.name}_${count}`;
          const times = { createdAt: at, usedAt: at, ip: '127.0.0.1', agent: 'script' };
          const session = { id, orgId: service.orgId, userId, method: 'link', ...times } as const;
          await insertSession(transaction, { ...session, tokenHash: id });
        }
      });
      const { truncated, records } = await exported();
      expect([truncated, records.sessions.length]).toEqual([['sessions'], MOST_SESSIONS]);
    });

    test('sign-in methods of a user are exported, without keys and hashes, and erased', async () => {
      const user = await signIn(service, 'Tal', [{ role: 'viewer' }]);
      const at = '2026-11-02T08:30:00.000Z';
      const passkey = { id: 'passkey_tal', orgId: service.orgId, userId: user.id, name: 'Phone' };
      const rows = service.service.runtime.database;
      await insertPasskey(rows, {
        ...passkey,
        ...{ credentialId: 'credential-of-tal', publicKey: 'key-of-tal', counter: 7 },
        ...{ transports: ['internal'], rpId: 'farm.example', backedUp: true },
        ...{ createdAt: at, usedAt: null },
      });
      const account = { issuer: 'https://login.example', subject: 'tal-1' };
      const linked = { orgId: service.orgId, userId: user.id, createdAt: at, usedAt: at };
      await insertIdentity(rows, { ...account, ...linked });
      const briefing = { body: { hour: 6, via: 'email' } };
      expect((await user.send('PUT', '/os/notices/digest', briefing)).status).toBe(200);
      await createLink(service, user.id);

      const exported = async () =>
        (await service.send('GET', `/os/people/${user.id}/export`)).body.records;
      const before = await exported();
      expect(before).toMatchObject({
        'organisation-access': [{ role: 'viewer', grantedAt: at, expiresAt: null }],
        'linked-accounts': [{ ...account, linkedAt: at, usedAt: at }],
        sessions: [{ method: 'link', createdAt: at, usedAt: at, ip: expect.any(String) }],
        'morning-briefing': [{ hour: 6, via: 'email', lastDay: null }],
      });
      expect(before.passkeys).toEqual([
        {
          ...{ id: 'passkey_tal', name: 'Phone', host: 'farm.example' },
          ...{ isSynced: true, createdAt: at, usedAt: null },
        },
      ]);
      // The link that signed in has been replaced by the one that is open.
      expect(before['sign-in-links']).toEqual([
        {
          ...{ id: expect.any(String), createdAt: at, createdBy: expect.any(String) },
          ...{ expiresAt: '2026-11-03T08:30:00.000Z', usedAt: null },
        },
      ]);
      const secrets = /of-tal|hash|token|publicKey|counter/i;
      expect(JSON.stringify(before)).not.toMatch(secrets);

      const erasure = (dryRun: boolean) =>
        service.send('POST', `/os/people/${user.id}/erase`, { body: { dryRun } });
      const kinds = [
        'sign-in links',
        'sessions',
        'passkeys',
        'linked accounts',
        'morning briefing',
      ];
      const deleted = kinds.map((kind) => ({ what: kind, rows: 1 }));
      expect((await erasure(true)).body.changed).toEqual(expect.arrayContaining(deleted));
      expect(await exported()).toEqual(before);
      expect((await erasure(false)).body.changed).toEqual(expect.arrayContaining(deleted));
      expect(Object.keys(await exported())).toEqual(['users']);
    });

    test('only an admin of all farms may export or erase, and only people', async () => {
      const reader = await service.createKey({ scopes: ['read:*', 'write:*'] });
      const pinned = await service.createKey({ farmIds: [farm.farmId] });
      const foreign = await service.createKey({ orgId: await service.createOrganisation('x') });
      expect((await erase({}, reader)).status).toBe(403);
      expect((await erase({}, pinned)).body.code).toBe('key_is_pinned');
      expect((await erase({}, foreign)).status).toBe(404);
      expect((await service.send('GET', `/os/people/${farm.barnId}/export`)).status).toBe(404);
      expect((await erase({ dryrun: false })).status).toBe(400);
      expect((await erase({ dryRun: 'no' })).status).toBe(400);
    });
  });
}

test.each(Object.entries(personalFields))(
  'the fields of %s that name people exist',
  (name, fields) => {
    const known = storedFields(getResource(name)).map(([field]) => field);
    const { ids = [], names = [], reach = [] }: PersonalFields = fields;
    expect(known).toEqual(expect.arrayContaining([...ids, ...names, ...reach]));
  },
);

test('every reference to a user or contact is listed', () => {
  for (const definition of Object.values(resources) as readonly ResourceDefinition[]) {
    const fields = Object.entries(definition.fields)
      .filter(([, field]) => field.type === 'reference' && ['users', 'contacts'].includes(field.to))
      .map(([name]) => name);
    const known = personalFields[definition.name as keyof typeof personalFields]?.ids ?? [];
    expect(known, definition.name).toEqual(expect.arrayContaining(fields));
  }
});
