import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fullScopes } from '../../../src/model/core/vocabulary.ts';
import { authenticate, Unauthorized } from '../../../src/platform/access/authenticate.ts';
import {
  createCredential,
  formatCredential,
  hashSecret,
} from '../../../src/platform/access/credentials.ts';
import type { Runtime } from '../../../src/platform/core/runtime.ts';
import { createRuntime } from '../../../src/platform/create-runtime.ts';
import type { Database } from '../../../src/storage/core/database.ts';
import { insertKey, type StoredKey, updateKey } from '../../../src/storage/system/api-keys.ts';
import { createMovableClock } from '../../../src/tools/clock.ts';
import { secureRandom } from '../../../src/tools/ids.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';

const NOW = '2026-11-22T08:30:00.000Z';

/** A database that must not be queried. */
const noDatabase = new Proxy({} as Database, {
  get(_, name) {
    // Whether caching is possible is checked once, before any request.
    if (name === 'changes' || name === 'farmChanges') return undefined;
    throw new Error('the database was asked');
  },
});

const clock = createMovableClock(Date.parse(NOW));
const known = createCredential('apiKey', secureRandom);

describe('without a database query', () => {
  test.each([
    ['no header', undefined, 'missing_key'],
    ['an empty header', '', 'missing_key'],
    ['another scheme', `Basic ${known.text}`, 'missing_key'],
    ['only the key', known.text, 'missing_key'],
    ['nothing after Bearer', 'Bearer ', 'missing_key'],
    ['two keys', `Bearer ${known.text} ${known.text}`, 'missing_key'],
    ['another text', 'Bearer secret', 'invalid_key'],
    ['a wrong checksum', `Bearer ${known.text.slice(0, -6)}000000`, 'invalid_key'],
    [
      'a camera token',
      `Bearer ${createCredential('cameraToken', secureRandom).text}`,
      'invalid_key',
    ],
    ['ten thousand characters', `Bearer ${'x'.repeat(10_000)}`, 'invalid_key'],
  ])('%s is rejected', async (_, header, code) => {
    const refusal = await authenticate(createRuntime(noDatabase, clock), header).catch(
      (error) => error,
    );
    expect(refusal).toBeInstanceOf(Unauthorized);
    expect([refusal.status, refusal.code]).toEqual([401, code]);
    expect(refusal.headers['www-authenticate']).toMatch(/^Bearer\b/);
  });
});

for (const name of DATABASES) {
  describe(name, () => {
    let database: Database;
    let runtime: Runtime;
    beforeAll(async () => {
      database = await openTestDatabase(name);
      runtime = createRuntime(database, clock);
    });
    afterAll(() => database.close());

    const store = async (properties: Partial<StoredKey> = {}) => {
      const { id, secret, text } = createCredential('apiKey', secureRandom);
      const key: StoredKey = {
        id,
        orgId: 'org_1',
        name: 'robot',
        secretHash: hashSecret(secret),
        last4: text.slice(-4),
        scopes: fullScopes,
        farmIds: null,
        rateLimitPerMinute: 240,
        createdAt: NOW,
        createdBy: null,
        expiresAt: null,
        revokedAt: null,
        ...properties,
      };
      await insertKey(database, key);
      return { id, text };
    };
    const codeOf = (text: string) =>
      authenticate(runtime, `Bearer ${text}`).then(
        () => 'let in',
        (error) => error.code,
      );

    test('a key is authenticated with its stored rights', async () => {
      const { id, text } = await store({ farmIds: ['farm_1'], scopes: ['read:tasks'] });
      expect(await authenticate(runtime, `bearer  ${text} `)).toEqual({
        keyId: id,
        name: 'robot',
        orgId: 'org_1',
        scopes: ['read:tasks'],
        farmIds: ['farm_1'],
        rateLimitPerMinute: 240,
      });
    });

    test('a key pinned to no farm sees no farms', async () => {
      const { text } = await store({ farmIds: [] });
      expect((await authenticate(runtime, `Bearer ${text}`)).farmIds).toEqual([]);
    });

    test('an unknown key of the right form is rejected', async () => {
      expect(await codeOf(createCredential('apiKey', secureRandom).text)).toBe('invalid_key');
    });

    test('the id of a key with the secret of another is rejected', async () => {
      const [one, other] = [await store(), createCredential('apiKey', secureRandom)];
      const mixed = formatCredential('apiKey', { id: one.id, secret: other.secret });
      expect(await codeOf(mixed)).toBe('invalid_key');
    });

    test.each([
      [-1, 'let in'],
      [0, 'expired_key'],
      [1, 'expired_key'],
    ])('%d ms after the instant of expiry a key is %s', async (millis, expected) => {
      const { text } = await store({ expiresAt: '2026-12-01T00:00:00.000Z' });
      clock.set(Date.parse('2026-12-01T00:00:00.000Z') + millis);
      expect(await codeOf(text)).toBe(expected);
      clock.set(Date.parse(NOW));
    });

    test('a revoked key is rejected, even when it has expired', async () => {
      const { text } = await store({ revokedAt: NOW, expiresAt: '2026-11-01T00:00:00.000Z' });
      expect(await codeOf(text)).toBe('revoked_key');
    });

    test('a revocation takes effect immediately', async () => {
      const { id, text } = await store();
      expect(await codeOf(text)).toBe('let in');
      await updateKey(database, id, { revokedAt: NOW });
      expect(await codeOf(text)).toBe('revoked_key');
    });

    test('a rejected key is recorded only in the audit log', async () => {
      const { id, text } = await store({ revokedAt: NOW });
      const refusal = await authenticate(runtime, `Bearer ${text}`).catch((error) => error);
      expect(refusal.key.id).toBe(id);
      expect(refusal.message).toBe('The API key has been revoked; ask for a new one.');
    });
  });
}
