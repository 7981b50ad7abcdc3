import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bootstrapDatabase } from '../../../src/server/bootstrap.ts';
import { composeService } from '../../../src/server/core/compose-service.ts';
import { databaseFile, openDatabase } from '../../../src/server/core/open-database.ts';
import { acceptLossIn, examineFolder } from '../../../src/server/doctor/examine-database.ts';
import { withIntegrityChecks } from '../../../src/server/jobs/maintenance-jobs.ts';
import type { RunningServer } from '../../../src/server/jobs/running-server.ts';
import { openSqliteHandle } from '../../../src/storage/sqlite/driver.ts';
import { systemClock } from '../../../src/tools/clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const OFTEN = { first: 0, pause: 20, pausePerMilli: 0 };
const PATIENCE_MILLIS = 100_000;
const PATIENCE = { timeout: PATIENCE_MILLIS };
const PAGE = 4096;
const QUICK = { isDeep: false, now: 0 };

async function aFolder() {
  const dataDir = await temporaryFolder();
  const { key = '' } = await bootstrapDatabase({ dataDir });
  return { dataDir, key };
}

/** Changes an entry of an index in its page: the rows of a list, not the pages, are wrong. */
async function loseIndexEntry(dataDir: string): Promise<void> {
  const path = databaseFile(dataDir);
  const handle = await openSqliteHandle(path, { readOnly: true });
  const { page, orgId } = handle
    .prepare(`select rootpage as page, (select org_id from api_keys) as "orgId"
      from sqlite_master where name = 'api_keys_by_org'`)
    .get() as { page: number; orgId: string };
  handle.close();
  const bytes = await readFile(path);
  const entry = bytes.indexOf(orgId, (page - 1) * PAGE);
  bytes.write('x', entry + orgId.length - 1);
  await writeFile(path, bytes);
}

/** The service on a folder, as a server has it; not yet checked. */
async function serviceOn(dataDir: string) {
  const database = await openDatabase({ kind: 'sqlite', dataDir });
  const lines: { msg: string }[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const service = composeService({ database, clock: systemClock, log });
  const server: RunningServer = {
    ready: { event: 'ready', baseUrl: '', pid: 0, orgId: '', farms: [], keys: {}, cameras: [] },
    refuse: () => {},
    close: () => service.close(),
    closed: Promise.resolve(),
  };
  const get = async (url: string, key?: string) => {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const answer = await service.app.inject({ url, headers });
    return { status: answer.statusCode, text: answer.body };
  };
  return { service, server, lines, get, database };
}

async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + PATIENCE_MILLIS;
  while (!condition()) {
    if (performance.now() > end) throw new Error('it did not come to that');
    await sleep(10);
  }
}

describe('the scheduled check of a server', () => {
  test('repeatedly reports an intact database in /readyz, the metrics and doctor', async () => {
    const { dataDir } = await aFolder();
    const { service, server, get, database } = await serviceOn(dataDir);
    expect(JSON.parse((await get('/readyz')).text)).toEqual({
      status: 'ok',
      integrity: { state: 'unchecked', checkedAt: null },
    });
    const checked = withIntegrityChecks(server, service, databaseFile(dataDir), OFTEN);
    await until(() => database.condition?.lastCheck() !== undefined);
    const first = database.condition?.lastCheck()?.checkedAt;
    await until(() => database.condition?.lastCheck()?.checkedAt !== first);
    const { text } = await get('/readyz');
    expect(JSON.parse(text)).toEqual({
      status: 'ok',
      integrity: { state: 'ok', checkedAt: expect.stringMatching(/^20\d\d-/) },
    });
    const metrics = (await get('/metrics')).text;
    expect(metrics).toMatch(/^farmctl_database_damaged 0$/m);
    expect(metrics).toMatch(/^farmctl_database_lost_commits 0$/m);
    expect(metrics).toMatch(/^farmctl_integrity_check_timestamp_seconds [1-9][\d.]+$/m);
    await checked.close();
    const [integrity] = (await examineFolder(dataDir, QUICK)).filter(
      ({ check }) => check === 'integrity',
    );
    expect(integrity?.finding).toMatch(/nor did the scheduled check of 20/);
  });

  test('detects rows missing from an index: not ready, writes are rejected, reads continue', async () => {
    const { dataDir, key } = await aFolder();
    await loseIndexEntry(dataDir);
    const { service, server, lines, get, database } = await serviceOn(dataDir);
    expect((await get('/readyz')).status).toBe(200);
    const checked = withIntegrityChecks(server, service, databaseFile(dataDir), OFTEN);
    // The entries of its calls cannot be written, which its end reports.
    onTestFinished(() => checked.close().catch(() => {}));
    await until(() => database.condition?.damage() !== undefined);
    const ready = await get('/readyz');
    expect([ready.status, JSON.parse(ready.text).code]).toEqual([503, 'database_damaged']);
    const refused = await service.app.inject({
      method: 'POST',
      url: '/v1/platform/farms',
      headers: { authorization: `Bearer ${key}` },
      payload: { name: 'Emek' },
    });
    expect(refused.statusCode).not.toBe(201);
    expect((await get('/livez')).status).toBe(200);
    expect((await get('/metrics')).text).toMatch(/^farmctl_database_damaged 1$/m);
    expect(lines.map(({ msg }) => msg)).toContain(
      'the database is damaged: nothing is written; see farmctl doctor',
    );
    const [integrity] = (await examineFolder(dataDir, QUICK)).filter(
      ({ check }) => check === 'integrity',
    );
    expect(integrity).toMatchObject({ state: 'failed' });
    expect(integrity?.finding).toMatch(/found damage: .*missing from index api_keys_by_org/);
    expect(integrity?.whatToDo).toMatch(/farmctl restore/);
  });
});

describe('a stored value that is not JSON', () => {
  test('counts as corruption, whether a query or the check finds it first, until it is repaired', async () => {
    const { dataDir, key } = await aFolder();
    const { service, server, get, database } = await serviceOn(dataDir);
    const created = await service.app.inject({
      method: 'POST',
      url: '/v1/platform/farms',
      headers: { authorization: `Bearer ${key}` },
      payload: { name: 'Emek' },
    });
    const { id } = created.json();
    const put = async (value: string) => {
      const handle = await openSqliteHandle(databaseFile(dataDir));
      handle.prepare('update farms set created_by = ?').run(value);
      handle.close();
    };
    const author = JSON.stringify(created.json().createdBy);
    const checked = withIntegrityChecks(server, service, databaseFile(dataDir), OFTEN);
    onTestFinished(() => checked.close().catch(() => {}));
    for (const bad of ['{"type":', 'text']) {
      await put(bad);
      expect((await get(`/v1/platform/farms/${id}`, key)).status).toBe(503);
      expect((await get('/readyz')).status).toBe(503);
      const problem = `malformed JSON in farms.created_by of ${id}`;
      await until(() => database.condition?.lastCheck()?.fault === problem);
      const first = database.condition?.lastCheck()?.checkedAt;
      await until(() => database.condition?.lastCheck()?.checkedAt !== first);
      expect(database.condition?.damage()).toBe(problem);
      const [deep] = (await examineFolder(dataDir, { ...QUICK, isDeep: true })).filter(
        ({ check }) => check === 'integrity',
      );
      expect(deep).toMatchObject({ state: 'failed', finding: expect.stringContaining(problem) });
      await put(author);
      await until(() => database.condition?.damage() === undefined);
      // Entries of the audit log that could not be written are written first.
      await expect.poll(async () => (await get('/readyz')).status, PATIENCE).toBe(200);
    }
  });
});

test('a server does not start with a file whose rows are missing from an index', async () => {
  const { dataDir } = await aFolder();
  await loseIndexEntry(dataDir);
  const location = { kind: 'sqlite', dataDir } as const;
  await (await openDatabase(location)).close();
  await expect(openDatabase(location, { isServed: true })).rejects.toThrow(
    /is damaged \(.*missing from index api_keys_by_org\): put a backup in its place/,
  );
});

test('a loss cannot be accepted if there is none', async () => {
  const { dataDir } = await aFolder();
  expect(await acceptLossIn(dataDir)).toMatchObject({
    state: 'failed',
    finding: expect.stringContaining('no acknowledged writes are missing'),
  });
});
