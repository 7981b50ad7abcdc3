import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatCredential } from '../../src/platform/access/credentials.ts';
import { formatInstant } from '../../src/tools/calendar.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm } from '../support/farm.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/service.ts';
import {
  cookieOf,
  createLink,
  createUser,
  fromOwnPage,
  openLink,
  signIn,
  signInUser,
} from '../support/signed-in.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;

describe.each(DATABASES)('%s', (database) => {
  let service: TestService;
  let north: string;
  let south: string;
  beforeAll(async () => {
    service = await startTestService(database, { app: { trustProxy: ['127.0.0.1'] } });
    ({ farmId: north } = await createFarm(service, { name: 'North' }));
    ({ farmId: south } = await createFarm(service, { name: 'South' }));
    // So that no test signs in the first owner by accident, and others can be removed.
    await signIn(service, 'Founder', [{ role: 'owner' }]);
  });
  afterAll(() => service.close());

  const now = () => service.service.runtime.clock.now();
  const sessionsOf = async (userId: string) =>
    (await service.send('GET', `/os/sessions?userId=${userId}`)).body.data;

  describe('a one-time link', () => {
    const refusalOf = ({ status, headers, body }: TestAnswer) => {
      const { requestId: _, ...rest } = body;
      return { status, cookie: headers['set-cookie'], ...rest };
    };
    const REFUSED = {
      status: 401,
      cookie: undefined,
      error: 'unauthorized',
      code: 'invalid_link',
      message:
        'The link is not valid: it may be incomplete, older than a day, or used already. Ask whoever sent it for a new one.',
    };

    test('signs its user in, who becomes active, and returns the roles of the user', async () => {
      const id = await createUser(service, 'Dana', [{ role: 'worker', farmIds: [north] }]);
      await service.send('PATCH', `/users/${id}`, { body: { status: 'suspended' } });
      await service.send('PATCH', `/users/${id}`, { body: { status: 'active' } });
      const session = await openLink(service, await createLink(service, id));
      expect(session.status).toBe(200);
      expect(session.body).toMatchObject({
        user: { id, name: 'Dana' },
        session: { method: 'link' },
        access: [{ farm: { id: north, name: 'North' }, role: 'worker', expiresAt: null }],
      });
      expect(session.text).not.toContain(cookieOf(session).split('=')[1]);
      const user = (await service.send('GET', `/users/${id}`)).body;
      expect(user).toMatchObject({ status: 'active', lastSeenAt: formatInstant(now()) });
    });

    test('is rejected with the same message for every fault, and changes no session', async () => {
      const id = await createUser(service, 'Noa', [{ role: 'viewer' }]);
      const used = await createLink(service, id);
      await openLink(service, used);
      const late = await createLink(service, id);
      service.clock.set(now() + 24 * HOUR);
      const suspended = await createUser(service, 'Gone', [{ role: 'viewer' }]);
      const barred = await createLink(service, suspended);
      await service.send('PATCH', `/users/${suspended}`, { body: { status: 'suspended' } });
      const fresh = await createLink(service, id);
      const tampered = `${fresh.slice(0, 30)}${fresh[30] === 'A' ? 'B' : 'A'}${fresh.slice(31)}`;
      const replaced = await createUser(service, 'Twice', [{ role: 'viewer' }]);
      const former = await createLink(service, replaced);
      await createLink(service, replaced);
      const before = await sessionsOf(id);
      const bad = [used, late, barred, tampered, former, fresh.slice(0, -1), `${fresh}x`];
      for (const token of [...bad, 'link_', '', 7, null, undefined, ['x'], 'x'.repeat(9000)]) {
        expect(refusalOf(await openLink(service, token))).toEqual(REFUSED);
      }
      expect(await sessionsOf(id)).toEqual(before);
      // The link that was tried with another secret is still good.
      expect((await openLink(service, fresh)).status).toBe(200);
    });

    test('one of two concurrent requests with a one-time link signs in', async () => {
      const id = await createUser(service, 'Race', [{ role: 'viewer' }]);
      const token = await createLink(service, id);
      const answers = await Promise.all([1, 2, 3].map(() => openLink(service, token)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
      expect(await sessionsOf(id)).toHaveLength(1);
    });

    test.each([
      ['an address', () => '203.0.113.9'],
      ['the addresses of an IPv6 network', (index: number) => `2001:db8:0:7:${index}::${index}`],
    ])('is limited to 10 attempts a minute from %s', async (_, addressOf) => {
      const statuses = [];
      for (let index = 0; index < 11; index += 1) {
        const headers = { 'x-forwarded-for': addressOf(index) };
        statuses.push((await openLink(service, `link_${index}`, headers)).status);
      }
      expect(statuses.slice(0, 5)).toEqual(Array(5).fill(401));
      expect(statuses.at(-1)).toBe(429);
    });

    test('is limited to 5 attempts a minute for a user', async () => {
      const id = await createUser(service, 'Tried', [{ role: 'viewer' }]);
      const token = await createLink(service, id);
      const [, , secret = ''] = token.split('_');
      const unknown = formatCredential('signInLink', {
        id: '000000000000',
        secret: secret.slice(0, 32),
      });
      for (const one of [token, unknown]) {
        const tries = [];
        for (let index = 0; index < 6; index += 1)
          tries.push((await openLink(service, one)).status);
        expect(tries.slice(1)).toEqual([401, 401, 401, 401, 429]);
      }
    });

    test('is written to the audit log with its user, and never with its token', async () => {
      const id = await createUser(service, 'Seen', [{ role: 'viewer' }]);
      const token = await createLink(service, id);
      await openLink(service, token);
      await openLink(service, token);
      const entries = async () => await service.send('GET', `/os/audit?keyId=${id}&limit=10`);
      await expect.poll(async () => (await entries()).body.data).toHaveLength(2);
      const { body, text } = await entries();
      expect(
        body.data.map(({ route, status, code }: Record<string, unknown>) => [route, status, code]),
      ).toEqual([
        ['/v1/platform/os/session/link', 401, 'invalid_link'],
        ['/v1/platform/os/session/link', 200, 'signed_in'],
      ]);
      expect(text).not.toContain(token);
      const { data } = (await service.send('GET', '/activity?limit=50')).body;
      expect(data[0]).toMatchObject({ kind: 'link_created', title: 'נוצר קישור כניסה: Seen' });
      expect(JSON.stringify(data)).not.toContain(token);
    });
  });

  describe('the cookie', () => {
    test.each([
      [
        'http',
        {},
        /^farmctl_session=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
      ],
      [
        'https behind a trusted proxy',
        { 'x-forwarded-proto': 'https', origin: 'https://localhost', host: 'localhost' },
        /^__Host-farmctl_session=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict; Secure$/,
      ],
    ])('the cookie over %s has its attributes', async (_, headers, expected) => {
      const id = await createUser(service, 'Cookie', [{ role: 'viewer' }]);
      const session = await openLink(service, await createLink(service, id), headers);
      expect(session.headers['set-cookie']).toMatch(expected);
      const cookie = cookieOf(session);
      const read = (more: Readonly<Record<string, string>>) =>
        service.send('GET', '/os/session', { key: undefined, headers: { cookie, ...more } });
      expect((await read(headers)).status).toBe(200);
      const endedSession = await service.send('DELETE', '/os/session', {
        key: undefined,
        headers: { ...fromOwnPage, cookie, ...headers },
      });
      expect(endedSession.headers['set-cookie']).toMatch(
        /=; Path=\/; Max-Age=0; HttpOnly; SameSite=Strict/,
      );
      expect((await read(headers)).body).toMatchObject({ code: 'invalid_session' });
    });

    test('the cookie of https is rejected over http, and so are two of the same name', async () => {
      const { cookie } = await signIn(service, 'Names', [{ role: 'viewer' }]);
      const read = (header: string, more = {}) =>
        service.send('GET', '/os/session', {
          key: undefined,
          headers: { cookie: header, ...more },
        });
      expect((await read(`other=1; ${cookie}`)).status).toBe(200);
      expect((await read(`${cookie}; ${cookie}`)).status).toBe(401);
      expect((await read(`__Host-${cookie}`)).status).toBe(401);
      expect((await read(cookie, { 'x-forwarded-proto': 'https' })).status).toBe(401);
      expect((await read(`${cookie.slice(0, -1)}`)).status).toBe(401);
    });

    test('is new at every sign-in; one that was planted before gets no session', async () => {
      const planted = `farmctl_session=${'A'.repeat(43)}`;
      const id = await createUser(service, 'Fixed', [{ role: 'viewer' }]);
      const first = await openLink(service, await createLink(service, id), { cookie: planted });
      const cookie = cookieOf(first);
      expect(cookie).not.toBe(planted);
      const second = await openLink(service, await createLink(service, id), { cookie });
      expect(cookieOf(second)).not.toBe(cookie);
      const status = async (one: string) =>
        (await service.send('GET', '/me', { key: undefined, headers: { cookie: one } })).status;
      // The session that the browser had before has ended.
      expect([await status(planted), await status(cookie)]).toEqual([401, 401]);
      expect(await status(cookieOf(second))).toBe(200);
    });

    test('yields to an Authorization header, even a wrong one', async () => {
      const { cookie, id } = await signIn(service, 'Both', [{ role: 'viewer' }]);
      const headers = { cookie };
      expect((await service.send('GET', '/me', { headers })).body.key).toBeDefined();
      expect((await service.send('GET', '/me', { key: 'fk_live_x', headers })).status).toBe(401);
      const ownUser = await service.send('GET', '/me', { key: undefined, headers });
      expect(ownUser.body).toMatchObject({ user: { id, name: 'Both' }, scopes: ['read:*'] });
    });
  });

  describe('a request from a page of another origin', () => {
    const FOREIGN: readonly Readonly<Record<string, string>>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:8081' },
      { origin: 'https://localhost' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' },
      { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
    ];
    const calls = [
      ['GET', '/tasks'],
      ['POST', '/tasks'],
      ['PATCH', '/tasks/x'],
      ['PUT', '/os/users/x/access'],
      ['DELETE', '/tasks/x'],
    ] as const;

    test.each(calls)('is rejected: %s %s', async (method, path) => {
      const { cookie } = await signIn(service, 'Lured', [{ role: 'owner' }]);
      const headers = [...FOREIGN, ...(method === 'GET' ? [] : [{}])];
      for (const one of headers) {
        const request = { key: undefined, headers: { cookie, ...one } };
        const answer = await service.send(method, path, {
          ...request,
          ...(method === 'GET' || method === 'DELETE' ? {} : { body: { title: 'x' } }),
        });
        expect([one, answer.status, answer.body.code]).toEqual([one, 401, 'cross_origin']);
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
    });

    test('cannot open a link, which would sign in its reader as somebody else', async () => {
      const id = await createUser(service, 'Login', [{ role: 'viewer' }]);
      const token = await createLink(service, id);
      for (const headers of [...FOREIGN, {}]) {
        const answer = await service.send('POST', '/os/session/link', {
          key: undefined,
          body: { token },
          headers,
        });
        expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined]);
      }
      expect((await openLink(service, token)).status).toBe(200);
    });
  });

  describe('a session', () => {
    test('ends 30 days after its last use, and 90 days after the sign-in', async () => {
      const idle = await signIn(service, 'Idle', [{ role: 'viewer' }]);
      const busyUser = await signIn(service, 'Busy', [{ role: 'viewer' }]);
      const start = now();
      for (let day = 25; day < 90; day += 25) {
        service.clock.set(start + day * DAY);
        expect((await busyUser.send('GET', '/me')).status).toBe(200);
      }
      service.clock.set(start + 90 * DAY - MINUTE);
      expect((await busyUser.send('GET', '/me')).status).toBe(200);
      service.clock.set(start + 90 * DAY);
      expect((await busyUser.send('GET', '/me')).status).toBe(401);
      expect((await idle.send('GET', '/me')).status).toBe(401);
      expect(await sessionsOf(busyUser.id)).toEqual([]);
      const late = await signIn(service, 'Late', [{ role: 'viewer' }]);
      service.clock.set(now() + 30 * DAY - MINUTE);
      expect((await late.send('GET', '/me')).status).toBe(200);
      service.clock.set(now() + 30 * DAY);
      expect((await late.send('GET', '/me')).status).toBe(401);
    });

    test('is listed and ended by its user, and by administrators of the organisation', async () => {
      const worker = await signIn(service, 'Many', [{ role: 'worker', farmIds: [north] }]);
      const again = await signInUser(service, worker.id);
      const otherUser = await signIn(service, 'Other', [{ role: 'manager' }]);
      const listed = (await worker.send('GET', '/os/sessions')).body.data;
      expect(listed.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([
        false,
        true,
      ]);
      const [other, own] = listed.map(({ id }: { id: string }) => id);
      expect((await otherUser.send('DELETE', `/os/sessions/${own}`)).status).toBe(404);
      expect((await otherUser.send('GET', `/os/sessions?userId=${worker.id}`)).status).toBe(403);
      expect((await worker.send('DELETE', `/os/sessions/${other}`)).status).toBe(200);
      expect((await again.send('GET', '/me')).status).toBe(401);
      expect((await worker.send('GET', '/me')).status).toBe(200);
      const admin = await signIn(service, 'Admin', [{ role: 'admin' }]);
      expect((await admin.send('DELETE', `/os/sessions/${own}`)).status).toBe(200);
      expect((await worker.send('GET', '/me')).status).toBe(401);
      const otherOrganisation = await service.createOrganisation('Elsewhere');
      const key = await service.createKey({ orgId: otherOrganisation });
      const [one] = await sessionsOf(admin.id);
      expect((await service.send('DELETE', `/os/sessions/${one.id}`, { key })).status).toBe(404);
      expect((await service.send('GET', '/os/sessions', { key })).body.data).toEqual([]);
      expect((await service.send('GET', '/os/session')).body).toMatchObject({ code: 'no_session' });
      for (const query of ['userId=%00', 'user=x']) {
        expect((await service.send('GET', `/os/sessions?${query}`)).status).toBe(400);
      }
    });

    test.each(['suspended', 'disabled'])('ends when its user is %s', async (status) => {
      const user = await signIn(service, 'Barred', [{ role: 'viewer' }]);
      expect((await user.send('GET', '/tasks')).status).toBe(200);
      await service.send('PATCH', `/users/${user.id}`, { body: { status } });
      expect((await user.send('GET', '/tasks')).status).toBe(401);
      await service.send('PATCH', `/users/${user.id}`, { body: { status: 'active' } });
      expect((await user.send('GET', '/tasks')).status).toBe(401);
    });

    test('is deleted with the access when its user is erased', async () => {
      const user = await signIn(service, 'Erased', [{ role: 'manager' }]);
      const body = { dryRun: false };
      const erased = await service.send('POST', `/os/people/${user.id}/erase`, { body });
      expect(erased.body.changed).toContainEqual({ what: 'sessions', rows: 1 });
      expect(await sessionsOf(user.id)).toEqual([]);
      await service.send('PATCH', `/users/${user.id}`, { body: { status: 'active' } });
      const { body: after } = await service.send('GET', `/os/users/${user.id}/access`);
      expect(after.access).toEqual([]);
    });

    test('ends when its user is deleted', async () => {
      const user = await signIn(service, 'Deleted', [{ role: 'viewer' }]);
      await service.send('DELETE', `/users/${user.id}`);
      expect((await user.send('GET', '/me')).status).toBe(401);
    });

    test('has no access from the moment it is revoked or expires', async () => {
      const expiresAt = formatInstant(now() + HOUR);
      const grants = [
        { role: 'viewer', farmIds: [north] },
        { role: 'viewer', farmIds: [south], expiresAt },
      ];
      const user = await signIn(service, 'Leaving', grants);
      const readLastSeen = async () => {
        const { status, body } = await user.send('GET', '/farms?order=name');
        return status === 200 ? body.data.map(({ name }: { name: string }) => name).sort() : status;
      };
      expect(await readLastSeen()).toEqual(['North', 'South']);
      service.clock.set(now() + HOUR);
      expect(await readLastSeen()).toEqual(['North']);
      const typingError = `/os/users/${user.id}/access?farm=${north}`;
      expect((await service.send('DELETE', typingError)).status).toBe(400);
      expect(await readLastSeen()).toEqual(['North']);
      await service.send('DELETE', `/os/users/${user.id}/access?farmId=${north}`);
      expect(await readLastSeen()).toBe(403);
    });
  });

  describe('the rights of a user', () => {
    test('are those of the role on each farm', async () => {
      const user = await signIn(service, 'Mixed', [
        { role: 'manager', farmIds: [north] },
        { role: 'worker', farmIds: [south] },
      ]);
      const add = async (resource: string, farmId: string, body: object) =>
        (await user.send('POST', `/${resource}?farmId=${farmId}`, { body })).status;
      const expense = { amount: 5, category: 'gas', date: '2026-11-01' };
      expect(await add('expenses', north, expense)).toBe(201);
      expect(await add('expenses', south, expense)).toBe(403);
      const inBody = async (farmId: string) =>
        (await user.send('POST', '/expenses', { body: { ...expense, farmId } })).status;
      expect([await inBody(north), await inBody(south)]).toEqual([201, 403]);
      expect(await add('tasks', south, { title: 'x' })).toBe(201);
      await create(service, 'expenses', expense, { farmId: south });
      const listed = (await user.send('GET', '/expenses')).body.data;
      expect(new Set(listed.map(({ farmId }: { farmId: string }) => farmId))).toEqual(
        new Set([north]),
      );
      expect((await user.send('GET', `/context?farmId=${south}`)).status).toBe(403);
      expect((await user.send('GET', `/digest?farmId=${north}`)).status).toBe(200);
      const farms = (await user.send('GET', '/farms?order=name')).body.data;
      expect(farms.map(({ name }: { name: string }) => name).sort()).toEqual(['North', 'South']);
    });

    test('are recorded as the author, the editor and the caller', async () => {
      const user = await signIn(service, 'Author', [{ role: 'manager', farmIds: [north] }]);
      const task = (await user.send('POST', `/tasks?farmId=${north}`, { body: { title: 'x' } }))
        .body;
      expect(task.createdBy).toEqual({ type: 'user', id: user.id });
      await user.send('PATCH', `/tasks/${task.id}`, { body: { title: 'y' } });
      const { body } = await service.send('GET', `/os/history/tasks/${task.id}`);
      expect(body.data[0].by).toEqual({ type: 'user', id: user.id, name: 'Author' });
      const audit = (await service.send('GET', `/os/audit?keyId=${user.id}&method=PATCH`)).body
        .data;
      expect(audit).toMatchObject([{ keyId: user.id, status: 200 }]);
    });

    test('create keys with at most the rights and lifetime of the user', async () => {
      const expiresAt = formatInstant(now() + DAY);
      const admin = await signIn(service, 'Minter', [
        { role: 'admin', farmIds: [north], expiresAt },
      ]);
      const created = await admin.send('POST', '/os/keys', {
        body: { name: 'k', scopes: ['read:*'] },
      });
      expect(created.body).toMatchObject({ farmIds: [north], expiresAt });
      const worker = await signIn(service, 'Plain', [{ role: 'worker', farmIds: [north] }]);
      const refused = await worker.send('POST', '/os/keys', {
        body: { name: 'k', scopes: ['read:tasks'] },
      });
      expect(refused.body).toMatchObject({ error: 'insufficient_scope' });
      const hook = await admin.send('POST', '/webhooks', {
        body: { url: 'https://receiver.example/x', events: ['*'] },
      });
      expect([hook.status, hook.body.code]).toEqual([422, 'key_required']);
    });
  });

  describe('granting', () => {
    let target: string;
    beforeEach(async () => {
      target = await createUser(service, 'Target', []);
    });
    const grant = (who: { send: TestService['send'] }, body: object) =>
      who.send('PUT', `/os/users/${target}/access`, { body });

    test('never grants rights that the granter lacks', async () => {
      const admin = await signIn(service, 'Adm', [{ role: 'admin' }]);
      const local = await signIn(service, 'Loc', [{ role: 'admin', farmIds: [north] }]);
      const manager = await signIn(service, 'Man', [{ role: 'manager' }]);
      const statuses = async (who: typeof admin, body: object) => (await grant(who, body)).status;
      expect(await statuses(manager, { role: 'viewer' })).toBe(403);
      expect(await statuses(admin, { role: 'owner' })).toBe(403);
      expect(await statuses(admin, { role: 'admin' })).toBe(200);
      // A user without access to one of these farms is not visible to their administrator.
      expect(await statuses(local, { role: 'viewer', farmIds: [north] })).toBe(404);
      const pinned = await service.createKey({ farmIds: [north] });
      const narrow = await service.createKey({ scopes: ['admin:*', 'read:*'] });
      const put = async (key: string, body: object) =>
        (await service.send('PUT', `/os/users/${target}/access`, { key, body })).body.code;
      expect(await put(narrow, { role: 'worker', farmIds: [north] })).toBe('exceeds_own_rights');
      expect(await put(pinned, { role: 'viewer' })).toBeUndefined();
    });

    test('granting of a wrong role, farm or time is rejected with the field', async () => {
      const pathsOf = async (body: unknown) => {
        const answer = await service.send('PUT', `/os/users/${target}/access`, { body });
        return [answer.status, answer.body.issues?.map(({ path }: { path: string }) => path)];
      };
      expect(await pathsOf({ role: 'boss' })).toEqual([400, ['role']]);
      expect(await pathsOf({ role: 'vet', farmIds: [] })).toEqual([400, ['farmIds']]);
      expect(await pathsOf({ role: 'vet', farmIds: [north, 'x'] })).toEqual([400, ['farmIds[1]']]);
      expect(await pathsOf({ role: 'vet', expiresAt: '2020-01-01T00:00:00Z' })).toEqual([
        400,
        ['expiresAt'],
      ]);
      expect(await pathsOf({ role: 'vet', farm: north })).toEqual([400, ['farm']]);
    });

    test('is visible in farm-access, which accepts no direct writes', async () => {
      await service.send('PUT', `/os/users/${target}/access`, {
        body: { role: 'vet', farmIds: [north] },
      });
      await service.send('PUT', `/os/users/${target}/access`, {
        body: { role: 'worker', farmIds: [north] },
      });
      const rows = (await service.send('GET', `/farm-access?userId=${target}&order=createdAt`)).body
        .data;
      expect(
        rows.map(({ role, status }: Record<string, string>) => `${role} ${status}`).sort(),
      ).toEqual(['vet revoked', 'worker active']);
      expect((await service.send('POST', '/farm-access', { body: {} })).status).toBe(405);
    });
  });

  describe('users with more rights', () => {
    test('cannot be invited, suspended, demoted or deleted by users with fewer', async () => {
      const owner = await createUser(service, 'Second owner', [{ role: 'owner' }]);
      const admin = await signIn(service, 'Adm 2', [{ role: 'admin' }]);
      const codes = [];
      for (const [method, path, body] of [
        ['POST', `/os/users/${owner}/invite`, undefined],
        ['PUT', `/os/users/${owner}/access`, { role: 'viewer' }],
        ['DELETE', `/os/users/${owner}/access`, undefined],
        ['PATCH', `/users/${owner}`, { status: 'suspended' }],
        ['PATCH', `/users/${owner}`, { role: 'viewer' }],
        ['DELETE', `/users/${owner}`, undefined],
      ] as const) {
        codes.push((await admin.send(method, path, body === undefined ? {} : { body })).body.code);
      }
      expect(codes).toEqual(Array(6).fill('exceeds_own_rights'));
      expect((await admin.send('PATCH', `/users/${owner}`, { body: { name: 'Ok' } })).status).toBe(
        200,
      );
    });

    test('a role that users.role contradicts gives no rights', async () => {
      const user = await signIn(service, 'Label', [{ role: 'manager' }]);
      const key = await service.createKey({ scopes: ['write:users'] });
      const label = (role: string) =>
        service.send('PATCH', `/users/${user.id}`, { key, body: { role } });
      await label('owner');
      expect((await user.send('GET', '/tasks')).status).toBe(403);
      expect((await user.send('GET', '/os/keys')).status).toBe(403);
      // That would restore the role, and the key does not have its scopes.
      expect((await label('manager')).body.code).toBe('exceeds_own_rights');
      expect((await user.send('GET', '/tasks')).status).toBe(403);
      await service.send('PATCH', `/users/${user.id}`, { body: { role: 'manager' } });
      expect((await user.send('GET', '/tasks')).status).toBe(200);
    });
  });
});

test('the last owner cannot be removed', async () => {
  const service = await startTestService();
  const owner = await signIn(service, 'Only', [{ role: 'owner' }]);
  // Called an owner, but without access.
  await create(service, 'users', { name: 'Label', role: 'owner' });
  const attempts = [
    ['DELETE', `/os/users/${owner.id}/access`, undefined],
    ['PUT', `/os/users/${owner.id}/access`, { role: 'admin' }],
    ['PATCH', `/users/${owner.id}`, { role: 'admin' }],
    ['PATCH', `/users/${owner.id}`, { status: 'suspended' }],
    ['DELETE', `/users/${owner.id}`, undefined],
    // After a day the organisation would have no owner.
    ['PUT', `/os/users/${owner.id}/access`, { role: 'owner', expiresAt: '2026-11-03T08:30:00Z' }],
  ] as const;
  for (const [method, path, body] of attempts) {
    const answer = await owner.send(method, path, body === undefined ? {} : { body });
    expect([method, path, answer.body.code]).toEqual([method, path, 'last_owner']);
  }
  const expiresAt = formatInstant(service.clock.now() + DAY);
  const brief = await createUser(service, 'Brief', [{ role: 'owner', expiresAt }]);
  const left = await owner.send('DELETE', `/os/users/${owner.id}/access`);
  expect(left.body.code).toBe('last_owner');
  expect((await owner.send('DELETE', `/os/users/${brief}/access`)).status).toBe(200);
  const next = await signIn(service, 'Next', [{ role: 'owner' }]);
  expect((await next.send('DELETE', `/os/users/${owner.id}/access`)).status).toBe(200);
  expect((await owner.send('GET', '/tasks')).status).toBe(403);
  await service.close();
});
