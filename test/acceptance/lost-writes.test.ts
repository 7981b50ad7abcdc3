import { truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openCaller } from '../support/reliability/caller.ts';
import { startChildServer } from '../support/reliability/child-server.ts';
import { createFolder } from '../support/reliability/place.ts';
import { runProgramOn } from '../support/running-program.ts';

const WRITES = 60;

/** A server on a folder; it ends with the test at the latest. */
async function start(argv: readonly string[], key?: string) {
  const server = await startChildServer({ argv });
  const caller = openCaller(server.baseUrl, key ?? server.key ?? '', 8);
  onTestFinished(async () => {
    await caller.close();
    await server.end('SIGKILL');
  });
  return { server, ask: caller.ask, key: key ?? server.key ?? '' };
}

const create = (name: string) =>
  ({ method: 'POST', path: '/v1/platform/farms', body: { name } }) as const;
const VERIFY = { path: '/v1/platform/os/audit/verify' };

test('acknowledged writes missing after a restart are reported until an operator accepts the loss', async () => {
  const place = await createFolder();
  onTestFinished(() => place.remove());
  const first = await start(place.argv);
  const answers = await Promise.all(
    Array.from({ length: WRITES }, (_, index) => first.ask(create(`Farm ${index}`))),
  );
  expect(answers.every(({ status }) => status === 201)).toBe(true);
  expect((await first.ask({ path: '/readyz' })).status).toBe(200);
  await first.server.end('SIGTERM');

  const second = await start(place.argv, first.key);
  expect((await second.ask({ path: '/readyz' })).status).toBe(200);
  for (let index = 0; index < 20; index++) await second.ask(create(`Later ${index}`));
  await second.server.end('SIGKILL');

  await truncate(`${place.file}-wal`, 0);
  const third = await start(place.argv, first.key);
  expect(third.server.stderr()).toMatch(
    /"commits":\d+.*acknowledged writes are missing from the database; see farmctl doctor/,
  );
  const ready = await third.ask({ path: '/readyz' });
  expect([ready.status, ready.body.code]).toEqual([503, 'commits_lost']);
  const verified = await third.ask(VERIFY);
  expect(verified.body).toMatchObject({ ok: false, lostCommits: { commits: expect.any(Number) } });
  expect(verified.body.lostCommits.commits).toBeGreaterThanOrEqual(20);
  expect((await third.ask({ path: '/metrics' })).body).toMatch(
    /^farmctl_database_lost_commits [1-9]/m,
  );
  // The service continues: later writes are not lost.
  expect((await third.ask(create('After the loss'))).status).toBe(201);

  const doctor = async (...argv: string[]) => {
    const program = runProgramOn(['doctor', '--data', dirname(place.file), ...argv]);
    return { exitCode: await program.ended, stdout: program.stdout() };
  };
  const report = await doctor('-o', 'json');
  expect(JSON.parse(report.stdout)).toContainEqual({
    check: 'commits',
    state: 'failed',
    finding: expect.stringMatching(/^\d+ acknowledged commits up to 20.* are missing/),
    whatToDo: expect.stringContaining('farmctl doctor --accept-loss'),
  });
  expect(report.exitCode).not.toBe(0);

  expect((await doctor('--accept-loss')).stdout).not.toContain('missing');
  expect((await third.ask({ path: '/readyz' })).status).toBe(200);
  expect((await third.ask(VERIFY)).body).toMatchObject({ ok: true });
  await third.server.end('SIGTERM');
  const fourth = await start(place.argv, first.key);
  expect((await fourth.ask({ path: '/readyz' })).status).toBe(200);
}, 90_000);
