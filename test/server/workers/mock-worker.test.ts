import { expect, onTestFinished, test } from 'vitest';
import type { ReadyLine } from '../../../src/server/jobs/running-server.ts';
import { startServer } from '../../../src/server/start-server.ts';
import { runProgramOn } from '../../support/running-program.ts';

const SEED = 7;
const NOW = '2026-11-20T06:00:00.000Z';
const LISTS = ['env-readings?source=sensor', 'tasks', 'devices', 'media'];

/** The content of a mock server that was just started. */
async function readFarm({ baseUrl, pid, event, ...access }: ReadyLine) {
  const headers = { authorization: `Bearer ${access.keys['admin']}` };
  const read = async (path: string) => {
    const answer = await fetch(`${baseUrl}/v1/platform/${path}`, { headers });
    return { path, status: answer.status, text: await answer.text() };
  };
  const activity = `activity?farmId=${access.farms[0]?.id}`;
  return { access, answers: await Promise.all([...LISTS, activity].map(read)) };
}

test('the built program, which loads rows in a worker, serves the same as a single thread', async () => {
  const argv = ['serve', '--mock', '--seed', `${SEED}`, '--now', NOW, '--port', '0', '--json'];
  const program = runProgramOn(argv);
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    database: { kind: 'memory' },
    mock: { content: 'demo', seed: SEED, now: Date.parse(NOW) },
    logLevel: 'silent',
  });
  onTestFinished(() => server.close());
  await program.saw('stdout', /\n/);
  const inWorker = await readFarm(JSON.parse(program.stdout()));
  expect(inWorker.answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(inWorker).toEqual(await readFarm(server.ready));
  expect(await program.end('SIGTERM')).toBe(0);
});
