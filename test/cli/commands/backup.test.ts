import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Transport } from '../../../src/client/errors.ts';
import { createHttpTransport } from '../../../src/client/http-transport.ts';
import { bootstrapDatabase } from '../../../src/server/bootstrap.ts';
import type { RunningServer } from '../../../src/server/jobs/running-server.ts';
import { startServer } from '../../../src/server/start-server.ts';
import { runInHome } from '../../support/a-cli.ts';
import { aHome, type Home } from '../../support/a-home.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A server on a separate database, as on another machine. */
async function aServer(): Promise<RunningServer> {
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    logLevel: 'silent',
    brain: false,
    console: false,
    database: { kind: 'sqlite', dataDir: await temporaryFolder() },
  });
  onTestFinished(() => server.close());
  return server;
}

/** The chunks with a byte of the first one changed. */
async function* withFlippedByte(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of chunks) {
    yield isFirst ? Uint8Array.from(chunk, (byte, at) => (at === 200 ? byte ^ 1 : byte)) : chunk;
    isFirst = false;
  }
}

/** A home with a database in `work/db`. */
async function aFarm(): Promise<Home> {
  const home = await aHome();
  await bootstrapDatabase({ dataDir: join(home.cwd, 'db') });
  return home;
}

const backup = (home: Home, ...argv: string[]) =>
  runInHome(home, ['backup', '--data', 'db', ...argv]);
const restore = (home: Home, argv: readonly string[], run = {}) =>
  runInHome(home, ['restore', ...argv], run);

describe('backup', () => {
  test('prints the content of the file, and summarises it in one line', async () => {
    const home = await aFarm();
    const { stdout, stderr, exitCode } = await backup(home, 'farm.db', '-o', 'json');
    const file = join(home.cwd, 'farm.db');
    expect(JSON.parse(stdout)).toEqual({
      file,
      schemaVersion: expect.any(Number),
      organisations: 1,
      rows: 0,
      bytes: expect.any(Number),
      dataDir: join(home.cwd, 'db'),
      durationMs: expect.any(Number),
    });
    expect(stderr).toMatch(/^backed up 0 rows \(\d+\.\d [kM]B\) to \S+farm\.db in \d+\.\d s\n$/);
    expect(exitCode).toBe(0);
    expect(JSON.parse(await readFile(join(home.cwd, 'db', 'backups.json'), 'utf8'))).toMatchObject({
      lastBackup: { file },
    });
  });

  test.each([
    [['-'], 'a backup is written to a file; name one', 2],
    [['db'], /\/db is a folder: name a file in it/, 2],
    [['db/farmctl.db', '--force'], /farmctl\.db is the database itself: name another file/, 2],
    [['nowhere/farm.db'], /there is no folder \S+nowhere: make it, or name another/, 3],
    [['farm.db', '--run'], '--run is for PostgreSQL; name the database with --database', 2],
    [
      ['farm.db', '--database', 'postgres://db/farm'],
      '--data and --database name two databases; use one of them',
      2,
    ],
  ])('%j is rejected', async (argv, message, code) => {
    const home = await aFarm();
    const { stdout, stderr, exitCode } = await backup(home, ...argv);
    expect(stderr).toMatch(message);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: code });
  });

  test('restore rejects a server whose database is not here; a named folder is backed up', async () => {
    const home = await aFarm();
    const remote = { environment: { FARMCTL_SERVER: 'https://farm.example' } };
    const refused = await runInHome(home, ['restore', 'farm.db'], remote);
    expect(refused.stderr).toMatch(
      /^farmctl: the server is https:\/\/farm\.example \(.*FARMCTL_SERVER.*\), whose database is not on this machine/,
    );
    expect({ code: refused.exitCode, stdout: refused.stdout }).toEqual({ code: 2, stdout: '' });
    expect(await readdir(home.cwd)).toEqual(['db']);
    const namedFile = await runInHome(home, ['backup', 'farm.db', '--data', 'db'], remote);
    expect(namedFile.exitCode).toBe(0);
  });

  describe('of a remote server', () => {
    const remote = (server: RunningServer, key = server.ready.keys['admin'] ?? '') => ({
      environment: { FARMCTL_SERVER: server.ready.baseUrl, FARMCTL_KEY: key },
      transport: () => createHttpTransport(server.ready.baseUrl, { timeoutMs: 20_000 }),
    });

    test('downloads a backup of that database, which can be restored', async () => {
      const server = await aServer();
      const home = await aFarm();
      const run = await runInHome(home, ['backup', 'far.db', '-o', 'json'], remote(server));
      expect(run.stderr).toMatch(
        /^backed up 0 rows \(\d+\.\d [kM]B\) to \S+far\.db in \d+\.\d s\nNot included: farmctl\.key\. /,
      );
      expect(JSON.parse(run.stdout)).toMatchObject({
        server: server.ready.baseUrl,
        database: 'sqlite',
        organisations: 1,
        rows: 0,
      });
      expect(await readdir(home.cwd)).toEqual(['db', 'far.db']);
      const restored = await restore(home, ['far.db', '--data', 'new']);
      expect(restored.exitCode).toBe(0);
      const again = await runInHome(home, ['backup', 'far.db'], remote(server));
      expect(again.stderr).toContain('far.db already exists: name another file, or add --force');
      expect(again.exitCode).toBe(2);
    });

    test('stores nothing if a backup differs from what the server announced', async () => {
      const home = await aFarm();
      const server = await aServer();
      const remoteTransport = remote(server);
      const run = await runInHome(home, ['backup', 'far.db'], {
        ...remoteTransport,
        transport: () => {
          const transport = remoteTransport.transport();
          return {
            ...transport,
            download: async (...request: Parameters<NonNullable<Transport['download']>>) => {
              const download = await transport.download?.(...request);
              if (!download) throw new Error('no download');
              return { ...download, chunks: withFlippedByte(download.chunks) };
            },
          };
        },
      });
      expect(run.stderr).toContain('the backup did not arrive as the server sent it');
      expect({ code: run.exitCode, files: await readdir(home.cwd) }).toEqual({
        code: 7,
        files: ['db'],
      });
    });
  });

  test('replaces a file only with --force, and reports errors in one line', async () => {
    const home = await aFarm();
    await writeFile(join(home.cwd, 'farm.db'), 'dear to somebody');
    const refused = await backup(home, 'farm.db');
    expect(refused).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `farmctl: ${home.cwd}/farm.db already exists: name another file, or add --force\n`,
    });
    expect((await backup(home, 'farm.db', '--force')).exitCode).toBe(0);
  });

  test('backup of a folder without a database exits with 3', async () => {
    const home = await aHome();
    const { stderr, exitCode } = await backup(home, 'farm.db');
    expect(stderr).toBe(
      `farmctl: there is no database in ${home.cwd}/db: name its folder with --data\n`,
    );
    expect(exitCode).toBe(3);
  });

  test('backup of PostgreSQL that does not respond exits with 8, without the password', async () => {
    const argv = ['backup', 'farm.dump', '--database', 'postgres://farm:word@127.0.0.1:1/farm'];
    const { stdout, stderr, exitCode } = await runInHome(await aHome(), argv);
    expect(stderr).toContain('PostgreSQL at 127.0.0.1:1 does not answer');
    expect(stderr).not.toContain('word');
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 8 });
  });
});

describe('restore', () => {
  test('into a folder without a database needs no confirmation and prints the next step', async () => {
    const home = await aFarm();
    await backup(home, 'farm.db');
    const { stdout, stderr, exitCode } = await restore(home, [
      ...['farm.db', '--data', 'new', '-o', 'json'],
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      database: join(home.cwd, 'new', 'farmctl.db'),
      kept: null,
      organisations: 1,
      rows: 0,
    });
    expect(stderr).toMatch(
      /^restored 0 rows \(\d+\.\d [kM]B\) from \S+farm\.db\nOnly the API keys of the backup are valid\. Log in with one of them: farmctl auth login --server embedded --data \S+new\nNext: farmctl doctor --deep --data \S+new, then farmctl serve --data \S+new\n$/,
    );
    expect(exitCode).toBe(0);
  });

  test.each([
    ['en', 'Only the API keys of the backup are valid. Log in with one of them: '],
    [
      'es',
      'Solo son válidas las claves de API de la copia de seguridad. Inicie sesión con una de ellas: ',
    ],
    ['he', 'רק מפתחות ה-API שבגיבוי תקפים. התחברו עם אחד מהם: '],
    ['th', 'ใช้ได้เฉพาะคีย์ API ที่อยู่ในไฟล์สำรอง เข้าสู่ระบบด้วยคีย์หนึ่งในนั้น: '],
    ['zh', '只有备份中的 API 密钥有效。请用其中一个登录：'],
  ])('restore into a home without a key states in %s which keys are valid', async (lang, text) => {
    const home = await aFarm();
    await backup(home, 'farm.db');
    const { stderr } = await restore(home, ['farm.db', '--lang', lang]);
    expect(stderr.replaceAll(/[\u2066-\u2069]/g, '')).toContain(
      `${text}farmctl auth login --server embedded\n`,
    );
    const environment = { FARMCTL_KEY: `fk_live_${'a'.repeat(51)}` };
    const again = await restore(home, ['farm.db', '--yes', '--lang', lang], { environment });
    expect(again.exitCode).toBe(0);
    expect(again.stderr).not.toContain('auth login');
  });

  test('the next step of a restore works before login', async () => {
    const home = await aFarm();
    await backup(home, 'farm.db');
    const { stderr } = await restore(home, ['farm.db']);
    const [, command = ''] = /^Next: farmctl (.*), then farmctl serve$/m.exec(stderr) ?? [];
    expect(command).toContain('doctor --deep --data ');
    const doctor = await runInHome(home, command.split(' '));
    expect([doctor.exitCode, doctor.stdout]).toEqual([0, expect.not.stringContaining('failed')]);
  });

  test('restore over a database is rejected without a terminal, and changes nothing', async () => {
    const home = await aFarm();
    await backup(home, 'farm.db');
    const before = await readFile(join(home.cwd, 'db', 'farmctl.db'));
    const { stderr, exitCode } = await restore(home, ['farm.db', '--data', 'db']);
    expect(stderr).toContain(
      'an answer is required, and this is not an interactive terminal: give --yes',
    );
    expect(exitCode).toBe(2);
    expect((await readFile(join(home.cwd, 'db', 'farmctl.db'))).equals(before)).toBe(true);
  });

  test('restore over a database asks for confirmation, and the answer no cancels it', async () => {
    const home = await aFarm();
    await backup(home, 'farm.db');
    const { stdout, stderr, exitCode } = await restore(home, ['farm.db', '--data', 'db'], {
      answers: [['Replace ', 'n']],
    });
    expect(stderr).toContain('nothing was changed\n');
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 0 });
  });

  test('restore over a database with --yes keeps the old one beside it', async () => {
    const home = await aFarm();
    await backup(home, 'farm.db');
    const { stderr, exitCode } = await restore(home, ['farm.db', '--data', 'db', '--yes']);
    expect(stderr).toMatch(/The previous database is \S+\.before-restore-\w+; delete it/);
    expect(exitCode).toBe(0);
    expect(await readdir(join(home.cwd, 'db'))).toContainEqual(
      expect.stringMatching(/^farmctl\.db\.before-restore-\d{8}T\d{6}Z$/),
    );
  });

  test.each([
    ['a missing file', undefined, /there is no file \S+farm\.db/, 3],
    ['a text file', 'notes', /farm\.db cannot be restored: \S+ is not a database/, 2],
  ])('restore of an unusable file is rejected: %s', async (_, content, message, code) => {
    const home = await aFarm();
    await mkdir(join(home.cwd, 'new'));
    if (content !== undefined) await writeFile(join(home.cwd, 'farm.db'), content);
    const { stdout, stderr, exitCode } = await restore(home, ['farm.db', '--data', 'new']);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: code });
    expect(await readdir(join(home.cwd, 'new'))).toEqual([]);
  });
});

describe.each([
  ['es', 'no existe la carpeta /nowhere', 'no existe el archivo', 'no se puede restaurar'],
  ['he', 'התיקייה /nowhere לא קיימת', 'אין קובץ', 'אי אפשר לשחזר'],
  ['th', 'ไม่มีโฟลเดอร์ /nowhere', 'ไม่มีไฟล์', 'กู้คืน'],
  ['zh', '没有文件夹 /nowhere', '没有文件', '无法恢复'],
])('in %s', (lang, folder, missing, unreadable) => {
  test('errors of backup and restore are reported', async () => {
    const home = await aFarm();
    await writeFile(join(home.cwd, 'junk.db'), 'junk');
    const printed = async (...argv: string[]) => {
      const { stderr } = await runInHome(home, [...argv, '--lang', lang]);
      return stderr.replaceAll(/[\u2066-\u2069]/g, '');
    };
    expect(await printed('backup', '--data', 'db', '/nowhere/x.db')).toContain(folder);
    expect(await printed('restore', '--data', 'other', 'none.db')).toContain(missing);
    expect(await printed('restore', '--data', 'other', 'junk.db')).toContain(unreadable);
  });
});
