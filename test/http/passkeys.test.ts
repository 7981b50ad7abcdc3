import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertChallenge } from '../../src/storage/system/sign-in-methods.ts';
import { formatInstant } from '../../src/tools/calendar.ts';
import { createAuthenticator, type Forgery } from '../support/authenticator.ts';
import { DATABASES, openTestDatabase } from '../support/databases.ts';
import { whileNobodyWrites } from '../support/held-writes.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/service.ts';
import {
  cookieOf,
  fromOwnPage,
  type SignedInUser,
  signIn,
  signInUser,
} from '../support/signed-in.ts';

const MINUTE = 60_000;
const OPTIONS = '/os/session/passkey/options';
const SIGN_IN = '/os/session/passkey';
const REGISTRATION = '/os/session/passkey/registration';
const HTTPS = {
  'x-forwarded-proto': 'https',
  origin: 'https://farm.example.com',
  host: 'farm.example.com',
} as const;

describe.each(DATABASES)('%s', (database) => {
  let service: TestService;
  let founder: SignedInUser;
  let callers = 0;
  beforeAll(async () => {
    service = await startTestService(database, { app: { trustProxy: ['127.0.0.1'] } });
    founder = await signIn(service, 'Founder', [{ role: 'owner' }]);
  });
  afterAll(() => service.close());

  /** Sends a request of a page without a session, each time from another address. */
  const post = (path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    callers += 1;
    const address = `198.51.${100 + Math.floor(callers / 250)}.${callers % 250}`;
    return service.send('POST', path, {
      key: undefined,
      ...(body === undefined ? {} : { body }),
      headers: { ...fromOwnPage, 'x-forwarded-for': address, ...headers },
    });
  };
  const options = async (headers = {}) => {
    const answer = await post(OPTIONS, undefined, headers);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('challenge')]);
    return answer.body;
  };
  const register = async (user: SignedInUser, forgery: Forgery = {}, headers = {}) => {
    const authenticator = createAuthenticator();
    const optionsAnswer = await user.send('POST', `${REGISTRATION}/options`, { headers });
    const credential = authenticator.create(optionsAnswer.body, forgery);
    const body = { name: 'Phone', credential };
    const added = await user.send('POST', REGISTRATION, { body, headers });
    return { authenticator, optionsAnswer, added, body };
  };
  /** A user with a session and a passkey. */
  const withPasskey = async (name: string, role = 'viewer') => {
    const user = await signIn(service, name, [{ role }]);
    const { authenticator, added } = await register(user);
    expect([added.status, added.text]).toEqual([201, expect.stringContaining('passkey_')]);
    return { user, authenticator, passkeyId: added.body.id as string };
  };
  let pooled: ReturnType<typeof withPasskey>;
  let uses = 0;
  /** A user with a passkey, the same for as many attempts as a minute allows. */
  const someUser = () => {
    if (uses % 4 === 0) pooled = withPasskey('Forged');
    uses += 1;
    return pooled;
  };
  const sessionsOf = async (userId: string) =>
    (await service.send('GET', `/os/sessions?userId=${userId}`)).body.data;
  const refusalOf = ({ status, headers, body }: TestAnswer) => {
    const { requestId: _, ...rest } = body;
    return { status, cookie: headers['set-cookie'], ...rest };
  };
  const REFUSED = {
    status: 401,
    cookie: undefined,
    error: 'unauthorized',
    code: 'invalid_passkey',
    message:
      'The passkey was not accepted: it may have been removed, or the request has expired. Try again, or ask for a sign-in link.',
  };

  test('a passkey is added in a session and signs its user in, with a new session', async () => {
    const user = await signIn(service, 'Dana', [{ role: 'worker' }]);
    const { optionsAnswer, added, authenticator } = await register(user);
    expect(optionsAnswer.body).toMatchObject({
      rp: { id: 'localhost', name: 'farmctl' },
      user: { id: Buffer.from(user.id).toString('base64url'), name: 'Dana', displayName: 'Dana' },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    const createdAt = formatInstant(service.clock.now());
    const passkey = { name: 'Phone', host: 'localhost', isSynced: false, createdAt, usedAt: null };
    expect([added.status, added.body]).toEqual([201, { id: expect.any(String), ...passkey }]);
    const credential = authenticator.get(await options());
    const answer = await post(SIGN_IN, { credential }, { cookie: user.cookie });
    expect(answer.body).toMatchObject({
      session: { method: 'passkey' },
      user: { id: user.id },
      access: [{ role: 'worker' }],
    });
    const cookie = cookieOf(answer);
    const statusOf = async (one: string) =>
      (await service.send('GET', '/me', { key: undefined, headers: { cookie: one } })).status;
    // The session that the browser had before has ended.
    expect([await statusOf(cookie), await statusOf(user.cookie)]).toEqual([200, 401]);
    const listed = await service.send('GET', '/os/passkeys', {
      key: undefined,
      headers: { cookie },
    });
    expect(listed.body.data).toEqual([{ id: added.body.id, ...passkey, usedAt: createdAt }]);
    const again = await service.send('POST', `${REGISTRATION}/options`, {
      key: undefined,
      headers: { ...fromOwnPage, cookie },
    });
    expect(again.body.excludeCredentials).toEqual([
      { id: authenticator.credentialId, type: 'public-key', transports: ['internal'] },
    ]);
  });

  test.each([
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['another origin', { origin: 'http://evil.example' }],
    ['another port', { origin: 'http://localhost:8081' }],
    ['another host', { rpId: 'evil.example' }],
    ['the type of a registration', { type: 'webauthn.create' }],
    ['no user verification', { flags: 0x01 }],
    ['no user presence', { flags: 0x04 }],
    ['a wrong signature', { signature: 'MEQCIGk3r0' }],
    ['an unknown passkey', { credentialId: 'unknown' }],
    ['the id of another user', { userHandle: Buffer.from('user_x').toString('base64url') }],
  ] satisfies [string, Forgery][])('an answer with %s is rejected', async (_, forgery) => {
    const { user, authenticator } = await someUser();
    const before = await sessionsOf(user.id);
    const credential = authenticator.get(await options(), forgery);
    expect(refusalOf(await post(SIGN_IN, { credential }))).toEqual(REFUSED);
    expect(await sessionsOf(user.id)).toEqual(before);
  });

  test('a challenge is valid for one answer, one flow, one host and five minutes', async () => {
    const { user, authenticator } = await withPasskey('Once');
    const answer = await options();
    const forged = authenticator.get(answer, { signature: 'MEQCIGk3r0' });
    const used = authenticator.get(answer);
    const late = await withPasskey('Late');
    const lateAnswer = late.authenticator.get(await options());
    const registration = (await user.send('POST', `${REGISTRATION}/options`)).body;
    const other = authenticator.get({ challenge: registration.challenge, rpId: 'localhost' });
    const otherOptions = await options(HTTPS);
    const otherAnswer = authenticator.get({ challenge: otherOptions.challenge, rpId: 'localhost' });
    const refusals = [];
    for (const credential of [forged, used, other, otherAnswer]) {
      refusals.push(refusalOf(await post(SIGN_IN, { credential })));
    }
    service.clock.set(service.clock.now() + 5 * MINUTE);
    refusals.push(refusalOf(await post(SIGN_IN, { credential: lateAnswer })));
    expect(refusals).toEqual(Array(5).fill(REFUSED));
  });

  test('only one of three concurrent requests with the same answer signs in', async () => {
    const { user, authenticator } = await withPasskey('Race');
    const credential = authenticator.get(await options());
    const answers = await Promise.all([1, 2, 3].map(() => post(SIGN_IN, { credential })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(await sessionsOf(user.id)).toHaveLength(2);
  });

  test('a counter that does not increase is rejected, and audited with the user', async () => {
    const { user, authenticator } = await withPasskey('Copied');
    const attempt = async (counter: number) =>
      (await post(SIGN_IN, { credential: authenticator.get(await options(), { counter }) })).status;
    expect([await attempt(7), await attempt(7), await attempt(6), await attempt(8)]).toEqual([
      200, 401, 401, 200,
    ]);
    const entries = async () =>
      (await service.send('GET', `/os/audit?keyId=${user.id}&limit=4`)).body.data.map(
        ({ route, status, code }: Record<string, unknown>) => [route, status, code],
      );
    const route = `/v1/platform${SIGN_IN}`;
    await expect
      .poll(async () => (await entries()).sort())
      .toEqual([
        [route, 200, 'signed_in'],
        [route, 200, 'signed_in'],
        [route, 401, 'invalid_passkey'],
        [route, 401, 'invalid_passkey'],
      ]);
  });

  test('the passkey of another user cannot be used with a different key pair', async () => {
    const victim = await withPasskey('Victim');
    const otherUser = await withPasskey('Thief');
    const { credentialId } = victim.authenticator;
    const userHandle = Buffer.from(victim.user.id).toString('base64url');
    const attempts = [{ credentialId }, { credentialId, userHandle }, { userHandle }];
    for (const forgery of attempts) {
      const credential = otherUser.authenticator.get(await options(), forgery);
      expect(refusalOf(await post(SIGN_IN, { credential }))).toEqual(REFUSED);
    }
  });

  test('a suspended user is rejected, and signs in again once active', async () => {
    const { user, authenticator } = await withPasskey('Barred');
    const attempt = async () => {
      const credential = authenticator.get(await options());
      return refusalOf(await post(SIGN_IN, { credential }));
    };
    await service.send('PATCH', `/users/${user.id}`, { body: { status: 'suspended' } });
    expect(await attempt()).toEqual(REFUSED);
    await service.send('PATCH', `/users/${user.id}`, { body: { status: 'active' } });
    expect((await attempt()).status).toBe(200);
    await service.send('DELETE', `/users/${user.id}`);
    expect(await attempt()).toEqual(REFUSED);
  });

  test('erasing a user removes the passkeys', async () => {
    const { user, authenticator } = await withPasskey('Erased');
    const body = { dryRun: false };
    const erased = await service.send('POST', `/os/people/${user.id}/erase`, { body });
    expect(erased.body.changed).toContainEqual({ what: 'passkeys', rows: 1 });
    await service.send('PATCH', `/users/${user.id}`, { body: { status: 'active' } });
    expect((await service.send('GET', `/os/passkeys?userId=${user.id}`)).body.data).toEqual([]);
    const credential = authenticator.get(await options());
    expect(refusalOf(await post(SIGN_IN, { credential }))).toEqual(REFUSED);
  });

  test.each([
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['the type of a sign-in', { type: 'webauthn.get' }],
    ['no user verification', { flags: 0x01 }],
    ['certificates, which would require a revocation check', { isAttested: true }],
  ] satisfies [string, Forgery][])('a new passkey with %s is rejected', async (_, forgery) => {
    const { added } = await register(founder, forgery);
    expect([added.status, added.body.code]).toEqual([422, 'passkey_refused']);
  });

  test('a challenge for a new passkey belongs to its session, and the newest one is valid', async () => {
    const other = await signIn(service, 'Other', [{ role: 'viewer' }]);
    const authenticator = createAuthenticator();
    const ask = async () => (await founder.send('POST', `${REGISTRATION}/options`)).body;
    const send = async (user: SignedInUser, request: never, headers = {}) => {
      const body = { name: 'Key', credential: authenticator.create(request) };
      const { status } = await user.send('POST', REGISTRATION, { body, headers });
      return status;
    };
    const former = (await ask()) as never;
    const answer = (await ask()) as never;
    expect([await send(founder, former), await send(other, answer)]).toEqual([422, 422]);
    const headers = { 'idempotency-key': `add-${database}` };
    // The second is a repetition of the first; the third uses the challenge again.
    expect([await send(founder, answer, headers), await send(founder, answer, headers)]).toEqual([
      201, 201,
    ]);
    expect(await send(founder, answer)).toBe(422);
    // A passkey that exists already does not move to another user.
    const ownOptions = (await other.send('POST', `${REGISTRATION}/options`)).body as never;
    expect(await send(other, ownOptions)).toBe(422);
  });

  test('passkeys require https or localhost, and a host with a name', async () => {
    const at = (proto: string, host: string) => ({
      'x-forwarded-proto': proto,
      origin: `${proto}://${host}`,
      host,
    });
    const hosts = [
      ['http', '192.168.1.20:8080'],
      ['http', 'farm.example.com'],
      ['https', '192.168.1.20'],
      ['https', '[fd00::1]'],
      ['https', 'farm.example.com:8443'],
      ['http', 'localhost:3000'],
    ] as const;
    const statuses = [];
    for (const [proto, host] of hosts) {
      const { status, body } = await post(OPTIONS, undefined, at(proto, host));
      statuses.push(status === 200 ? body.rpId : body.code);
    }
    expect(statuses).toEqual([
      ...Array(4).fill('no_passkeys_here'),
      'farm.example.com',
      'localhost',
    ]);
  });

  test('a passkey created at one host is valid only at that host', async () => {
    const user = await signIn(service, 'Two hosts', [{ role: 'viewer' }]);
    const { id } = user;
    const link = (await service.send('POST', `/os/users/${id}/invite`)).body.path.split('#')[1];
    const session = await post('/os/session/link', { token: link }, HTTPS);
    const headers = { ...HTTPS, cookie: cookieOf(session) };
    const { authenticator, added } = await register(user, { origin: HTTPS.origin }, headers);
    expect(added.body).toMatchObject({ host: 'farm.example.com' });
    const forgery = { origin: HTTPS.origin };
    const otherAnswer = authenticator.get(await options(HTTPS), forgery);
    expect((await post(SIGN_IN, { credential: otherAnswer }, HTTPS)).headers['set-cookie']).toMatch(
      /^__Host-farmctl_session=/,
    );
    const ownAnswer = authenticator.get(await options());
    expect(refusalOf(await post(SIGN_IN, { credential: ownAnswer }))).toEqual(REFUSED);
  });

  test('a page of another origin can neither sign in nor add a passkey', async () => {
    const { user, authenticator } = await withPasskey('Lured');
    const credential = authenticator.get(await options());
    const foreignOrigin = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const path of [OPTIONS, SIGN_IN]) {
      expect((await post(path, { credential }, foreignOrigin)).body.code).toBe('cross_origin');
    }
    for (const path of [`${REGISTRATION}/options`, REGISTRATION]) {
      const { body } = await user.send('POST', path, { body: {}, headers: foreignOrigin });
      expect(body.code).toBe('cross_origin');
    }
  });

  test('attempts are limited to 10 a minute for an address and 5 for a user', async () => {
    const { authenticator } = await withPasskey('Tried');
    const address = { 'x-forwarded-for': '2001:db8:0:9::1' };
    const known = authenticator.get({ challenge: 'AAAA', rpId: 'localhost' });
    const unknown = createAuthenticator().get({ challenge: 'AAAA', rpId: 'localhost' });
    for (const credential of [known, { ...unknown, response: known.response }]) {
      const statuses = [];
      for (let index = 0; index < 6; index += 1) {
        statuses.push((await post(SIGN_IN, { credential })).status);
      }
      // The link by which the user signed in counts too.
      expect(statuses.slice(0, 4)).toEqual([401, 401, 401, 401]);
      expect(statuses.at(-1)).toBe(429);
    }
    for (const path of [OPTIONS, SIGN_IN]) {
      const statuses = [];
      for (let index = 0; index < 11; index += 1) {
        statuses.push((await post(path, {}, address)).status);
      }
      expect(statuses.at(-1)).toBe(429);
      expect(statuses.slice(0, 10)).not.toContain(429);
    }
  });

  test('passkeys are listed, renamed and removed by their user, and removed by administrators', async () => {
    const { user, authenticator, passkeyId } = await withPasskey('Many', 'worker');
    const path = `/os/passkeys/${passkeyId}`;
    const manager = await signIn(service, 'Curious', [{ role: 'manager' }]);
    const of = `/os/passkeys?userId=${user.id}`;
    expect((await manager.send('GET', of)).status).toBe(403);
    expect((await manager.send('PATCH', path, { body: { name: 'Mine' } })).status).toBe(404);
    expect((await manager.send('DELETE', path)).status).toBe(404);
    const key = await service.createKey({ orgId: await service.createOrganisation('Elsewhere') });
    expect((await service.send('GET', of, { key })).body.data).toEqual([]);
    expect((await service.send('DELETE', path, { key })).status).toBe(404);
    expect((await service.send('PATCH', path, { body: { name: 'Key’s' } })).status).toBe(404);
    expect((await user.send('PATCH', path, { body: { name: ' Tablet ' } })).body.name).toBe(
      'Tablet',
    );
    expect((await user.send('PATCH', path, { body: { name: ' ' } })).status).toBe(400);
    expect((await service.send('GET', of)).body.data).toMatchObject([{ name: 'Tablet' }]);
    expect((await service.send('GET', '/os/passkeys')).status).toBe(400);
    const admin = await signIn(service, 'Admin', [{ role: 'admin' }]);
    expect((await admin.send('DELETE', path)).body).toEqual({ id: passkeyId, removed: true });
    expect((await user.send('DELETE', path)).status).toBe(404);
    const credential = authenticator.get(await options());
    expect(refusalOf(await post(SIGN_IN, { credential }))).toEqual(REFUSED);
    const owned = (await founder.send('GET', '/os/passkeys')).body.data[0];
    const refused = await admin.send('DELETE', `/os/passkeys/${owned.id}`);
    expect(refused.body.code).toBe('exceeds_own_rights');
    const kinds = 'passkey_added,passkey_removed';
    const activities = (await service.send('GET', `/activity?kinds=${kinds}&lang=en`)).body.data
      .filter(({ ref }: { ref: { id: string } }) => ref.id === user.id)
      .map(({ title, actor }: { title: string; actor: { id: string } }) => [title, actor.id]);
    expect(activities).toEqual([
      ['Passkey removed: Many', admin.id],
      ['Passkey added: Many', user.id],
    ]);
  });

  test('a user has at most ten passkeys', async () => {
    const user = await signIn(service, 'Collector', [{ role: 'viewer' }]);
    for (let count = 0; count < 9; count += 1) await register(user);
    // Two sessions request one more while there is room, and respond together.
    const sessions = [user, await signInUser(service, user.id)];
    const bodies: object[] = [];
    for (const session of sessions) {
      const { body } = await session.send('POST', `${REGISTRATION}/options`);
      bodies.push({ name: 'Last', credential: createAuthenticator().create(body) });
    }
    const added = await whileNobodyWrites(service.service.runtime.database, 'passkeys', () =>
      sessions.map((session, at) => session.send('POST', REGISTRATION, { body: bodies[at] })),
    );
    expect(added.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect((await user.send('GET', '/os/passkeys')).body.data).toHaveLength(10);
    const answer = await user.send('POST', `${REGISTRATION}/options`);
    expect(answer.body.code).toBe('too_many_passkeys');
  });

  test('open challenges are limited: the oldest are deleted first', async () => {
    const testDatabase = await openTestDatabase(database);
    const now = '2026-11-02T08:00:00.000Z';
    const issue = (challengeHash: string, minute: number) =>
      testDatabase.transaction((transaction) =>
        insertChallenge(
          transaction,
          {
            challengeHash,
            flow: 'sign-in',
            rpId: 'localhost',
            expiresAt: `2026-11-02T08:0${minute}:00.000Z`,
          },
          { now, limit: 3 },
        ),
      );
    for (const [index, hash] of ['a', 'b', 'c', 'd', 'e'].entries()) await issue(hash, index);
    const rows = await testDatabase.all(
      sql`select challenge_hash as hash from passkey_challenges order by 1`,
    );
    expect(rows).toEqual([{ hash: 'c' }, { hash: 'd' }, { hash: 'e' }]);
    await testDatabase.close();
  });
});
