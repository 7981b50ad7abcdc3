import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readJournal } from '../../../src/server/backup/backup-file.ts';
import { bootstrapDatabase } from '../../../src/server/bootstrap.ts';
import { backUpOnce } from '../../../src/server/jobs/maintenance-jobs.ts';
import { startServer } from '../../../src/server/start-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FIRST = Date.parse('2026-11-18T03:00:00Z');
const DAY = 86_400_000;
const { signal } = new AbortController();

async function aSchedule(count = 2) {
  const dataDir = await temporaryFolder();
  await bootstrapDatabase({ dataDir });
  const folder = await temporaryFolder();
  const lines: { msg: string; level: number }[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { dataDir, log, lines, schedule: { folder, at: '0 3 * * *', keep: count } };
}

test('scheduled backups are limited to the configured number', async () => {
  const backups = await aSchedule(2);
  for (const day of [0, 1, 2]) await backUpOnce(backups, { now: FIRST + day * DAY, signal });
  expect((await readdir(backups.schedule.folder)).sort()).toEqual([
    'farmctl-20261119-030000.db',
    'farmctl-20261120-030000.db',
  ]);
  expect(backups.lines.map(({ msg }) => msg)).toEqual([
    'a backup was made',
    'a backup was made',
    'a backup was made',
  ]);
  const noted = (day: number) => ({
    at: `2026-11-${day}T03:00:00.000Z`,
    file: join(backups.schedule.folder, `farmctl-202611${day}-030000.db`),
    bytes: expect.any(Number),
  });
  expect(readJournal(backups.dataDir)).toEqual({
    lastBackup: noted(20),
    made: [noted(19), noted(20)],
  });
});

test('a failed backup is logged, recorded in the journal, and deletes nothing', async () => {
  const backups = await aSchedule(1);
  await backUpOnce(backups, { now: FIRST, signal });
  await backUpOnce(backups, { now: FIRST, signal });
  const file = join(backups.schedule.folder, 'farmctl-20261118-030000.db');
  expect(await readdir(backups.schedule.folder)).toEqual(['farmctl-20261118-030000.db']);
  expect(backups.lines.at(-1)).toMatchObject({ level: 50, msg: 'the backup failed' });
  expect(readJournal(backups.dataDir)).toMatchObject({
    lastBackup: { file },
    lastFailure: {
      at: '2026-11-18T03:00:00.000Z',
      message: `${file} already exists: name another file, or add --force`,
    },
  });
  await backUpOnce(backups, { now: FIRST + DAY, signal });
  expect(readJournal(backups.dataDir)).not.toHaveProperty('lastFailure');
});

describe('a server', () => {
  const start = async (database: Parameters<typeof startServer>[0]['database'], folder: string) => {
    const backups = { folder, at: '0 3 * * *', keep: 14 };
    const server = await startServer({
      host: '127.0.0.1',
      port: 0,
      logLevel: 'silent',
      database,
      backups,
    });
    onTestFinished(() => server.close());
    return server;
  };

  test('stores its schedule, and the next one without a schedule deletes it', async () => {
    const dataDir = await temporaryFolder();
    const folder = await temporaryFolder();
    const server = await start({ kind: 'sqlite', dataDir }, folder);
    expect(readJournal(dataDir).schedule).toEqual({ folder, at: '0 3 * * *', keep: 14 });
    await server.close();
    const plain = await startServer({
      host: '127.0.0.1',
      port: 0,
      logLevel: 'silent',
      database: { kind: 'sqlite', dataDir },
    });
    await plain.close();
    expect(readJournal(dataDir)).toEqual({});
  });

  test('a server without an embedded database rejects a schedule', async () => {
    const folder = await temporaryFolder();
    const url = 'postgres://127.0.0.1:1/farm';
    await expect(start({ kind: 'postgres', url }, folder)).rejects.toThrow(
      '--backup-dir is for the embedded database: back PostgreSQL up with what "farmctl backup FILE --database URL" says',
    );
  });

  test('does not start with a missing folder for backups', async () => {
    const dataDir = await temporaryFolder();
    const folder = await temporaryFolder();
    await rm(folder, { recursive: true });
    await expect(start({ kind: 'sqlite', dataDir }, folder)).rejects.toThrow(
      `there is no folder ${folder} for the backups: make it`,
    );
    expect(await readdir(dataDir)).toEqual([]);
  });
});
