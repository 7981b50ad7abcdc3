import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatInstant } from '../../src/tools/calendar.ts';
import { DATABASES } from '../support/databases.ts';
import { createFarm } from '../support/farm.ts';
import {
  type Account,
  startIdentityProvider,
  type TestProvider,
  type TokenChange,
} from '../support/identity-provider.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/service.ts';
import {
  createUser,
  fromOwnPage,
  type SignedInUser,
  signIn,
  signInUser,
} from '../support/signed-in.ts';

const START = '/os/session/oidc/start';
const CALLBACK = '/os/session/oidc/callback';
const MINUTE = 60_000;
const TOKEN = /^farmctl_oidc=([\w-]{43}); Path=\/; Max-Age=600; HttpOnly; SameSite=Strict$/;
const HTTPS = {
  'x-forwarded-proto': 'https',
  origin: 'https://farm.example.com',
  host: 'farm.example.com',
} as const;
const RETURNED = ['http://localhost/sign-in', 'https://farm.example.com/sign-in'];

let provider: TestProvider;
beforeAll(async () => {
  provider = await startIdentityProvider(RETURNED);
});
afterAll(() => provider.close());

/** The reasons of the last failed sign-ins, as shown to the operator. */
const reasons: string[] = [];
const log = pino(
  { level: 'warn' },
  { write: (line) => void reasons.push(JSON.parse(line).reason) },
);

const serviceWith = (database: (typeof DATABASES)[number], secret = provider.boundSecret) =>
  startTestService(database, {
    log,
    app: { trustProxy: ['127.0.0.1'] },
    provider: {
      issuer: provider.issuer,
      clientId: provider.clientId,
      secretRef: 'env:FARMCTL_SECRET_OIDC',
      name: 'Emek login',
    },
    secretPlaces: { environment: { FARMCTL_SECRET_OIDC: secret }, folder: undefined },
  });

let callers = 0;
/** Sends a request of a page without a session, each time from another address. */
const postTo = (
  service: TestService,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
) => {
  callers += 1;
  const address = `198.51.${100 + Math.floor(callers / 250)}.${callers % 250}`;
  return service.send('POST', path, {
    key: undefined,
    body,
    headers: { ...fromOwnPage, 'x-forwarded-for': address, ...headers },
  });
};

const cookiesOf = ({ headers }: TestAnswer) => [headers['set-cookie']].flat().map(String);
const pairOf = (cookie = '') => cookie.split(';', 1)[0] ?? '';

describe.each(DATABASES)('%s', (database) => {
  let service: TestService;
  let founder: SignedInUser;
  let people = 0;
  beforeAll(async () => {
    service = await serviceWith(database);
    founder = await signIn(service, 'Founder', [{ role: 'owner' }]);
  });
  afterAll(() => service.close());

  const post = (path: string, body: unknown, headers = {}) => postTo(service, path, body, headers);
  const begin = async (body: object = {}, headers = {}) => {
    const answer = await post(START, body, headers);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"url"')]);
    return { url: answer.body.url as string, cookie: pairOf(cookiesOf(answer)[0]) };
  };
  /** The query with which the provider sends the browser of an account back. */
  const provedBy = async (url: string, account: Account) =>
    (await provider.signIn(url, account)).search.slice(1);
  const finish = (response: string, cookie: string, headers = {}) =>
    post(CALLBACK, { response }, { cookie, ...headers });
  const enter = async (account: Account) => {
    const { url, cookie } = await begin();
    return finish(await provedBy(url, account), cookie);
  };
  const setEmail = async (userId: string, email: string | null) => {
    const answer = await service.send('PUT', `/os/users/${userId}/email`, { body: { email } });
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    return answer.body;
  };
  /** A user with an address, and the account of the same person. */
  const person = async (role = 'viewer') => {
    people += 1;
    const name = `p${people}`;
    const id = await createUser(service, name, [{ role }]);
    const email = `${name}@emek.example`;
    await setEmail(id, email);
    const account = { subject: `${database}-${name}`, email, isVerified: true };
    return { id, email, account };
  };
  const sessionsOf = async (userId: string) =>
    (await service.send('GET', `/os/sessions?userId=${userId}`)).body.data;
  const methodOf = ({ method }: { readonly method: string }) => method;
  const refusalOf = ({ status, headers, body }: TestAnswer) => {
    const { requestId: _, ...rest } = body;
    return { status, cookie: headers['set-cookie'], ...rest };
  };
  const REFUSED = {
    status: 401,
    cookie: undefined,
    error: 'unauthorized',
    code: 'invalid_identity',
    message:
      'The sign-in was not accepted: the account may belong to no active user here, or the request has expired. Try again, or ask for a sign-in link.',
  };

  test('the page gets the provider, and redirects the browser to it with PKCE', async () => {
    const shown = await service.send('GET', '/os/session/oidc', { key: undefined });
    expect([shown.status, shown.body]).toEqual([200, { provider: { name: 'Emek login' } }]);
    const answer = await post(START, { returnTo: '/flocks?status=active' });
    const [cookie = ''] = cookiesOf(answer);
    const [, token = ''] = TOKEN.exec(cookie) ?? [];
    const url = new URL(answer.body.url);
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'farmctl',
      redirect_uri: 'http://localhost/sign-in',
      response_type: 'code',
      scope: 'openid email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect([token.length, answer.text.includes(token)]).toEqual([43, false]);
  });

  test('an account with the verified address of a user signs the user in, and is linked', async () => {
    const { id, account } = await person('worker');
    const former = await signIn(service, 'Former', [{ role: 'viewer' }]);
    const { url, cookie } = await begin({ returnTo: '/flocks?status=active' });
    const response = await provedBy(url, { ...account, email: account.email.toUpperCase() });
    const entered = await finish(response, `${cookie}; ${former.cookie}`);
    expect([entered.status, entered.body]).toEqual([
      200,
      {
        session: expect.objectContaining({ method: 'oidc' }),
        user: expect.objectContaining({ id }),
        org: expect.objectContaining({ name: 'First' }),
        access: [expect.objectContaining({ role: 'worker' })],
        returnTo: '/flocks?status=active',
      },
    ]);
    const [session = '', ended] = cookiesOf(entered);
    expect(session).toMatch(
      /^farmctl_session=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
    expect(ended).toBe('farmctl_oidc=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict');
    const statusOf = async (one: string) =>
      (await service.send('GET', '/me', { key: undefined, headers: { cookie: one } })).status;
    // The session that the browser had before has ended.
    expect([await statusOf(pairOf(session)), await statusOf(former.cookie)]).toEqual([200, 401]);
    const user = (await service.send('GET', `/users/${id}`)).body;
    expect(user).toMatchObject({
      status: 'active',
      lastSeenAt: formatInstant(service.clock.now()),
    });
    const activities = (await service.send('GET', '/activity?limit=20')).body.data;
    expect(activities.map(({ kind }: { kind: string }) => kind)).toContain('identity_linked');
    const audit = (await service.send('GET', '/os/audit?limit=50')).body.data;
    const entry = audit.find(({ route }: { route: string }) => route.endsWith('/callback'));
    expect(entry).toMatchObject({ status: 200, code: 'signed_in', keyId: id });
    // From now on the account counts, whatever its address.
    const again = await enter({ subject: account.subject });
    expect([again.status, again.body.user.id, again.body.returnTo]).toEqual([200, id, '/']);
  });

  test('over https the cookies are for this host and https only', async () => {
    const { account } = await person();
    const answer = await post(START, {}, HTTPS);
    const [cookie = ''] = cookiesOf(answer);
    expect(cookie).toMatch(/^__Host-farmctl_oidc=[\w-]{43}; .*; SameSite=Strict; Secure$/);
    const response = await provedBy(answer.body.url, account);
    const plain = pairOf(cookie).replace('__Host-', '');
    expect(refusalOf(await finish(response, plain, HTTPS))).toEqual(REFUSED);
    const entered = await finish(response, pairOf(cookie), HTTPS);
    expect(cookiesOf(entered)[0]).toMatch(/^__Host-farmctl_session=.*; Secure$/);
  });

  const HOUR_AGO = Math.floor(Date.now() / 1000) - 3600;
  test.each([
    ['another nonce', /nonce/, { claims: { nonce: 'of-somebody-else' } }],
    ['another audience', /aud/, { claims: { aud: 'other' } }],
    ['another issuer', /iss/, { claims: { iss: 'https://login.example.com' } }],
    ['an expiry in the past', /timestamp/, { claims: { exp: HOUR_AGO } }],
    ['a signature of another key', /signature/, { isForeign: true }],
    ['no signature', /alg/, { isUnsigned: true }],
    ['unsigned claims', /signature/, { claims: { sub: 'other' }, keepsSignature: true }],
  ] satisfies [string, RegExp, TokenChange][])(
    'an ID token with %s is rejected',
    async (_, reason, change) => {
      const { id, account } = await person();
      const { url, cookie } = await begin();
      const response = await provedBy(url, account);
      provider.changeToken(change);
      reasons.length = 0;
      expect(refusalOf(await finish(response, cookie))).toEqual(REFUSED);
      expect(reasons).toEqual([expect.stringMatching(reason)]);
      expect(await sessionsOf(id)).toEqual([]);
      // There was no other fault.
      expect((await enter(account)).status).toBe(200);
    },
  );

  test.each<[string, () => Promise<Account>]>([
    ['unverified', async () => ({ ...(await person()).account, isVerified: false })],
    [
      'of unknown status',
      async () => {
        const { subject, email } = (await person()).account;
        return { subject, email };
      },
    ],
    ['missing', async () => ({ subject: 'nobody' })],
    [
      'unknown',
      async () => ({ subject: 'stranger', email: 'stranger@emek.example', isVerified: true }),
    ],
    [
      'of a suspended user',
      async () => {
        const { id, account } = await person();
        await service.send('PATCH', `/users/${id}`, { body: { status: 'suspended' } });
        return account;
      },
    ],
    [
      'of a deleted user',
      async () => {
        const { id, account } = await person();
        await service.send('DELETE', `/users/${id}`);
        return account;
      },
    ],
    [
      'of users of two organisations',
      async () => {
        const { email, account } = await person();
        const key = await service.createKey({ orgId: await service.createOrganisation('Twin') });
        const otherUser = await createUser(service, 'Twin', [], key);
        const set = await service.send('PUT', `/os/users/${otherUser}/email`, {
          key,
          body: { email },
        });
        expect(set.status).toBe(200);
        return account;
      },
    ],
    [
      'of a user with another account there',
      async () => {
        const { account } = await person();
        expect((await enter(account)).status).toBe(200);
        return { ...account, subject: `${account.subject}-recycled` };
      },
    ],
    [
      'written with look-alike letters',
      async () => {
        const { account, id } = await person();
        await setEmail(id, `kate-${account.subject}@emek.example`);
        return { ...account, email: `\u212aate-${account.subject}@emek.example` };
      },
    ],
  ])('an account whose address is %s is rejected', async (_, prepare) => {
    expect(refusalOf(await enter(await prepare()))).toEqual(REFUSED);
  });

  test('a linked account is rejected while its user is suspended, and after the user is deleted', async () => {
    const { id, email, account } = await person();
    expect((await enter(account)).status).toBe(200);
    await service.send('PATCH', `/users/${id}`, { body: { status: 'suspended' } });
    expect(refusalOf(await enter(account))).toEqual(REFUSED);
    expect(await sessionsOf(id)).toEqual([]);
    await service.send('DELETE', `/users/${id}`);
    expect(refusalOf(await enter(account))).toEqual(REFUSED);
    // A new user with the address is recognised by it again.
    const next = await createUser(service, 'Next', [{ role: 'viewer' }]);
    await setEmail(next, email);
    expect((await enter(account)).body.user.id).toBe(next);
  });

  test('a changed address removes the link of the account, and its sessions', async () => {
    const { id, account } = await person();
    expect((await enter(account)).status).toBe(200);
    await signInUser(service, id);
    expect((await sessionsOf(id)).map(methodOf)).toEqual(expect.arrayContaining(['oidc', 'link']));
    await setEmail(id, 'elsewhere@emek.example');
    expect((await sessionsOf(id)).map(methodOf)).toEqual(['link']);
    expect(refusalOf(await enter(account))).toEqual(REFUSED);
    await setEmail(id, account.email);
    expect((await enter({ ...account, subject: `${account.subject}-new` })).status).toBe(200);
  });

  test('a response works once, and only with the cookie of its own sign-in', async () => {
    const { id, account } = await person();
    const mine = await begin();
    const response = await provedBy(mine.url, account);
    const other = await begin();
    const state = new URL(other.url).searchParams.get('state');
    const parameters = new URLSearchParams(response);
    const forged = (change: Readonly<Record<string, string>>) =>
      String(new URLSearchParams({ ...Object.fromEntries(parameters), ...change }));
    const refused: readonly (readonly [response: string, cookie: string])[] = [
      // The state of another browser, in both directions, and no cookie at all.
      [response, other.cookie],
      [response, ''],
      [response, `${mine.cookie}; ${other.cookie}`],
      [response, 'farmctl_oidc='],
      [`${response}&state=${parameters.get('state')}`, mine.cookie],
      [forged({ state: 'A'.repeat(43) }), mine.cookie],
      ['code=x', mine.cookie],
    ];
    for (const [sent, cookie] of refused) {
      expect([sent, refusalOf(await finish(sent, cookie))]).toEqual([sent, REFUSED]);
    }
    // None of these attempts has used it up.
    expect((await finish(response, mine.cookie)).status).toBe(200);
    expect(refusalOf(await finish(response, mine.cookie))).toEqual(REFUSED);
    // A used code, with a sign-in of its own.
    reasons.length = 0;
    expect(refusalOf(await finish(forged({ state: state ?? '' }), other.cookie))).toEqual(REFUSED);
    expect(reasons).toEqual([expect.stringContaining('invalid_grant')]);
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  test('only one of three concurrent requests with the same response signs in', async () => {
    const { id, account } = await person();
    const { url, cookie } = await begin();
    const response = await provedBy(url, account);
    const answers = await Promise.all([1, 2, 3].map(() => finish(response, cookie)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  test('a code issued for another sign-in is rejected', async () => {
    const { account } = await person();
    const [victim, attacker] = [await begin(), await begin()];
    const stolen = new URLSearchParams(await provedBy(victim.url, account));
    const state = new URL(attacker.url).searchParams.get('state') ?? '';
    stolen.set('state', state);
    expect(refusalOf(await finish(String(stolen), attacker.cookie))).toEqual(REFUSED);
  });

  test('a response of another provider, an error, and a late one are rejected', async () => {
    const { account } = await person();
    const changed = async (change: (parameters: URLSearchParams) => void) => {
      const { url, cookie } = await begin();
      const parameters = new URLSearchParams(await provedBy(url, account));
      change(parameters);
      return refusalOf(await finish(String(parameters), cookie));
    };
    expect(await changed((sent) => sent.set('iss', 'https://evil.example'))).toEqual(REFUSED);
    expect(await changed((sent) => sent.delete('iss'))).toEqual(REFUSED);
    const cancelled = (sent: URLSearchParams) => {
      sent.delete('code');
      sent.set('error', 'access_denied');
    };
    expect(await changed(cancelled)).toEqual(REFUSED);
    const late = () => service.clock.set(service.clock.now() + 10 * MINUTE);
    expect(await changed(late)).toEqual(REFUSED);
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'flocks',
    '',
  ])('the target %j outside the console is rejected', async (returnTo) => {
    const answer = await post(START, { returnTo });
    expect([answer.status, answer.body.error, answer.headers['set-cookie']]).toEqual([
      400,
      'validation_failed',
      undefined,
    ]);
  });

  test('pages of another origin can neither start nor complete a sign-in', async () => {
    const { account } = await person();
    const { url, cookie } = await begin();
    const response = await provedBy(url, account);
    for (const headers of [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'http://localhost:81', 'sec-fetch-site': 'same-site' },
    ]) {
      expect((await post(START, {}, headers)).body.code).toBe('cross_origin');
      expect((await finish(response, cookie, headers)).body.code).toBe('cross_origin');
    }
    expect((await finish(response, cookie)).status).toBe(200);
  });

  test('an unavailable provider is reported as such, and changes nothing', async () => {
    const { account } = await person();
    const { url, cookie } = await begin();
    const response = await provedBy(url, account);
    const DOWN = { status: 503, error: 'unavailable', code: 'provider_unavailable' };
    provider.fail(502);
    expect(refusalOf(await finish(response, cookie))).toMatchObject(DOWN);
    expect(refusalOf(await post(START, {}))).toMatchObject({ ...DOWN, cookie: undefined });
    provider.fail(undefined);
    expect((await enter(account)).status).toBe(200);
  });

  test('attempts are limited by address and by account', async () => {
    const { account } = await person();
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++) statuses.push((await enter(account)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const fixed = { 'x-forwarded-for': '203.0.113.9' };
    for (let count = 0; count < 10; count++) await begin({}, fixed);
    expect((await post(START, {}, fixed)).status).toBe(429);
  });

  test('an address belongs to one user of an organisation, so that no user locks another out', async () => {
    const { email } = await person();
    const { farmId } = await createFarm(service);
    const pinned = await signIn(service, 'Of one farm', [{ role: 'admin', farmIds: [farmId] }]);
    const worker = await createUser(service, 'Hand', [{ role: 'worker', farmIds: [farmId] }]);
    const put = (userId: string, address: string) =>
      pinned.send('PUT', `/os/users/${userId}/email`, { body: { email: address } });
    const conflict = await put(worker, email.toUpperCase());
    expect([conflict.status, conflict.body.code]).toEqual([422, 'email_taken']);
    // Of two at the same moment, one gets it.
    const other = await createUser(service, 'Other', [{ role: 'worker', farmIds: [farmId] }]);
    const both = await Promise.all([worker, other].map((id) => put(id, 'new@emek.example')));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    // A deleted user releases the address.
    const [first, second] = both[0]?.status === 200 ? [worker, other] : [other, worker];
    expect((await service.send('DELETE', `/users/${first}`)).status).toBeLessThan(300);
    expect((await put(second as string, 'new@emek.example')).status).toBe(200);
  });

  test.each<[string, number, (id: string, email: string) => Promise<TestAnswer>]>([
    [
      'a change of the row',
      200,
      (id, email) =>
        service.send('PATCH', `/users/${id}`, { body: { phone: '+972501234567', email } }),
    ],
    [
      'a new row',
      201,
      (_, email) => service.send('POST', '/users', { body: { name: 'New', email } }),
    ],
    [
      'an import',
      200,
      (id, email) =>
        service.send('POST', '/os/import/users?onDuplicate=update', {
          headers: { 'content-type': 'text/csv' },
          body: `id,name,email\n${id},Renamed,${email}\n,Imported,${email}\n`,
        }),
    ],
    [
      'a batch',
      200,
      (id, email) =>
        service.send('POST', '/os/batch', {
          body: { operations: [{ method: 'PATCH', path: `/users/${id}`, body: { email } }] },
        }),
    ],
  ])(
    '%s cannot set an address for somebody else to sign in',
    async (writer, expectedStatus, write) => {
      const { id, email } = await person();
      const stolen = `${writer.replaceAll(' ', '.')}@evil.example`;
      const { status, text } = await write(id, stolen);
      expect([status, text]).toEqual([expectedStatus, text]);
      const users = await service.send('GET', '/users?limit=200');
      expect(users.text).not.toContain(stolen);
      expect((await service.send('GET', `/users/${id}`)).body.email).toBe(email);
    },
  );

  test('an address can be set by callers with all rights of the user, and is plain', async () => {
    const { id } = await person();
    const admin = await signIn(service, 'Admin', [{ role: 'admin' }]);
    const put = (by: SignedInUser, userId: string, email: unknown) =>
      by.send('PUT', `/os/users/${userId}/email`, { body: { email } });
    const set = await put(admin, id, ' Dana@Emek.Example ');
    expect([set.status, set.body.email]).toEqual([200, 'dana@emek.example']);
    expect((await service.send('GET', `/users/${id}`)).body.email).toBe('dana@emek.example');
    expect((await put(admin, founder.id, 'admin@emek.example')).status).toBe(403);
    const worker = await signIn(service, 'Worker', [{ role: 'worker' }]);
    expect((await put(worker, id, 'worker@emek.example')).status).toBe(403);
    for (const email of ['', 'dana', 'dána@emek.example', 5]) {
      expect((await put(admin, id, email)).status).toBe(400);
    }
    const cleared = await put(founder, id, null);
    expect([cleared.status, cleared.body.email]).toEqual([200, null]);
    const otherOrganisation = await service.createKey({
      orgId: await service.createOrganisation('Other'),
    });
    const refused = await service.send('PUT', `/os/users/${id}/email`, {
      key: otherOrganisation,
      body: { email: 'x@emek.example' },
    });
    expect(refused.status).toBe(404);
  });
});

test('a secret that is missing or bound to another host is reported as an unavailable provider', async () => {
  for (const secret of ['', 'host=login.example.com a-secret', 'a-secret-without-host']) {
    const service = await serviceWith('sqlite', secret);
    const answer = await postTo(service, START, {});
    expect([answer.status, answer.body.code]).toEqual([503, 'provider_unavailable']);
    await service.close();
  }
});

test('without a provider there is no such sign-in', async () => {
  const service = await startTestService('sqlite');
  const provider = await service.send('GET', '/os/session/oidc', { key: undefined });
  expect([provider.status, provider.body]).toEqual([200, { provider: null }]);
  for (const [path, body] of [
    [START, {}],
    [CALLBACK, { response: 'code=x&state=y' }],
  ] as const) {
    const answer = await postTo(service, path, body);
    expect([answer.status, answer.body.code]).toEqual([404, 'no_provider']);
  }
  await service.close();
});
