import { randomBytes } from 'node:crypto';
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSecretBox } from '../../../src/platform/webhooks/webhook-secrets.ts';
import { bootstrapDatabase } from '../../../src/server/bootstrap.ts';
import { openDatabase } from '../../../src/server/core/open-database.ts';
import { secretKeyOf } from '../../../src/server/core/secrets.ts';
import { openEmbedded } from '../../../src/server/embedded.ts';
import { startServer } from '../../../src/server/start-server.ts';
import { insertWebhook } from '../../../src/storage/webhooks/webhooks.ts';
import { secureRandom } from '../../../src/tools/ids.ts';
import { runInHome } from '../../support/a-cli.ts';
import { aHome, type Home } from '../../support/a-home.ts';

const SECRET = 'whsec_ZXhhbXBsZS1zZWNyZXQtb2YtYS13ZWJob29rLTAwMDE=';
const MADE = '2026-10-30T08:00:00.000Z';

/** A home with a database in `work/db` that contains webhooks, and the key of their secrets. */
async function aFarmWithWebhooks(...ids: string[]): Promise<Home> {
  const home = await aHome();
  const dataDir = join(home.cwd, 'db');
  const { orgId } = await bootstrapDatabase({ dataDir });
  const database = await openDatabase({ kind: 'sqlite', dataDir });
  const box = createSecretBox(secretKeyOf({ kind: 'sqlite', dataDir }, undefined), secureRandom);
  for (const id of ids) {
    await insertWebhook(database, {
      id,
      orgId,
      url: 'https://brain.example.com/hooks/farm',
      events: ['*'],
      farmIds: null,
      description: null,
      ordered: false,
      enabled: true,
      secret: box.seal(SECRET, id),
      previousSecret: null,
      previousSecretUntil: null,
      consecutiveFailures: 0,
      disabledReason: null,
      disabledAt: null,
      dropped: 0,
      createdBy: 'key',
      ownerKeyId: null,
      keyFarmIds: null,
      keyScopes: ['read:*'],
      createdAt: MADE,
      updatedAt: MADE,
    });
  }
  await database.close();
  return home;
}

const backup = (home: Home) => runInHome(home, ['backup', '--data', 'db', 'farm.db']);
const restore = (home: Home, environment = {}) =>
  runInHome(home, ['restore', 'farm.db', '--data', 'new'], { environment });

async function secretsCheck(home: Home, dataDir: string, environment = {}) {
  const argv = ['doctor', '--data', dataDir, '-o', 'json'];
  const { stdout, exitCode } = await runInHome(home, argv, { environment });
  const findings: { check: string; state: string; finding: string }[] = JSON.parse(stdout);
  const { state, finding } = findings.find(({ check }) => check === 'secrets') ?? {};
  return { state, finding, exitCode };
}

describe('the encryption key of secrets', () => {
  test('is not in a backup, which reports this', async () => {
    const home = await aFarmWithWebhooks('webhook_1');
    const { stderr, exitCode } = await backup(home);
    expect(stderr).toContain(
      `\nNot included: ${home.cwd}/db/farmctl.key. Without it, webhook secrets cannot be decrypted and the audit log cannot be signed; keep a copy elsewhere\n`,
    );
    expect(exitCode).toBe(0);
  });

  test('is mentioned by restore if it was left behind, and doctor detects it', async () => {
    const home = await aFarmWithWebhooks('webhook_1', 'webhook_2');
    await backup(home);
    const { stderr, exitCode } = await restore(home);
    expect(stderr).toContain(
      'The secrets of 2 webhooks cannot be opened here: put farmctl.key of the old machine in place',
    );
    expect(exitCode).toBe(0);
    expect(await secretsCheck(home, 'new')).toEqual({
      state: 'failed',
      finding: 'the secrets of 2 webhooks cannot be opened: there is no farmctl.key',
      exitCode: 7,
    });
    await copyFile(join(home.cwd, 'db/farmctl.key'), join(home.cwd, 'new/farmctl.key'));
    const ok = { state: 'ok', finding: 'the secrets of 2 webhooks open with farmctl.key' };
    expect(await secretsCheck(home, 'new')).toMatchObject(ok);
  });

  test('the encryption key of secrets that signed the audit log is reported by restore and doctor as missing', async () => {
    const home = await aHome();
    const dataDir = join(home.cwd, 'db');
    const { key } = await bootstrapDatabase({ dataDir });
    const called = await openEmbedded({ dataDir });
    const headers = { authorization: `Bearer ${key}` };
    await called.send({ method: 'GET', path: '/v1/platform/me', headers });
    await called.close();
    const server = await startServer({
      host: '127.0.0.1',
      port: 0,
      database: { kind: 'sqlite', dataDir },
      logLevel: 'silent',
      console: false,
    });
    await server.close();
    await backup(home);
    const argv = ['restore', 'farm.db', '--data', 'new', '--lang', 'es'];
    const { stderr, exitCode } = await runInHome(home, argv);
    expect(stderr).toContain(`farmctl.key no está en ${home.cwd}/new: sin ese archivo`);
    expect(exitCode).toBe(0);
    expect(await secretsCheck(home, 'new')).toMatchObject({
      state: 'warning',
      finding: expect.stringMatching(/^farmctl\.key is missing: the audit log is no longer signed/),
    });
    await copyFile(join(dataDir, 'farmctl.key'), join(home.cwd, 'new/farmctl.key'));
    expect((await secretsCheck(home, 'new')).state).toBeUndefined();
  });

  test('is detected if it is another key, or invalid', async () => {
    const home = await aFarmWithWebhooks('webhook_1');
    const FARMCTL_SECRET_KEY = randomBytes(32).toString('base64');
    expect(await secretsCheck(home, 'db', { FARMCTL_SECRET_KEY })).toMatchObject({
      state: 'failed',
      finding: 'the secrets of 1 webhook do not open with FARMCTL_SECRET_KEY',
    });
    await writeFile(join(home.cwd, 'db/farmctl.key'), 'nonsense');
    expect((await secretsCheck(home, 'db')).finding).toContain('farmctl.key must be 32 bytes');
  });

  test('is not mentioned if it opens everything, or there is nothing to open', async () => {
    const home = await aFarmWithWebhooks('webhook_1');
    await backup(home);
    await copyFile(join(home.cwd, 'db/farmctl.key'), join(home.cwd, 'farmctl.key'));
    const { stderr: withoutKey } = await restore(await withoutWebhooks());
    expect(withoutKey).not.toContain('webhook');
    await rm(join(home.cwd, 'new'), { recursive: true, force: true });
    const key = secretKeyOf({ kind: 'sqlite', dataDir: join(home.cwd, 'db') }, undefined)();
    const FARMCTL_SECRET_KEY = Buffer.from(key).toString('hex');
    const { stderr: withKey } = await restore(home, { FARMCTL_SECRET_KEY });
    expect(withKey).not.toContain('webhook');
  });
});

async function withoutWebhooks(): Promise<Home> {
  const home = await aHome();
  await bootstrapDatabase({ dataDir: join(home.cwd, 'db') });
  await backup(home);
  return home;
}
