import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verifyWebhook } from '../../src/client/verify-webhook.ts';
import { createEmptyDatabase } from '../support/databases.ts';
import { openListener } from '../support/event-listener.ts';
import { ask, startInstance } from '../support/instances.ts';
import { startLocalServer } from '../support/local-server.ts';
import { COMPILED, type RunningProgram, runProgramOn } from '../support/running-program.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'farmctl-live-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** A server on a port that stays the same when it is started again. */
async function aServer() {
  const data = await makeFolder();
  const port = String(await freePort());
  const start = async (): Promise<RunningProgram> => {
    const argv = ['serve', '--data', data, '--port', port, '--json', '--log-level', 'fatal'];
    const program = runProgramOn(argv);
    await program.saw('stdout', '\n');
    return program;
  };
  const program = await start();
  const key: string = JSON.parse(program.stdout()).keys.admin;
  const baseUrl = `http://127.0.0.1:${port}`;
  const env = { FARMCTL_SERVER: baseUrl, FARMCTL_KEY: key, HOME: await makeFolder(), ...COMPILED };
  const post = (path: string, body: object) =>
    ask(baseUrl, { method: 'POST', path, key, body }).then((answer) => answer.body);
  const farm = await post('/farms', { name: 'Emek' });
  const task = (title: string) => post(`/tasks?farmId=${farm.id}`, { title });
  return { program, start, baseUrl, key, env, farmId: String(farm.id), post, task };
}

const lines = (text: string) => text.split('\n').filter((line) => line !== '');

describe('events tail', () => {
  test('prints each event once, in order, even if the server is killed and restarted', async () => {
    const server = await aServer();
    const tail = runProgramOn(['events', 'tail', '-o', 'jsonl'], server.env);
    await tail.saw('stderr', `listening to ${server.baseUrl}`);
    await server.task('one');
    await tail.saw('stdout', '"one"');
    await server.program.end('SIGKILL');
    await tail.saw('stderr', 'the stream was cut');
    await server.start();
    await server.task('two');
    await tail.saw('stderr', 'connected again');
    await server.task('three');
    await tail.saw('stdout', '"three"');
    const events = lines(tail.stdout()).map((line) => JSON.parse(line));
    expect(events.map(({ data }) => data.record.title)).toEqual(['one', 'two', 'three']);
    expect(events[0]).toMatchObject({ event: 'task.created', farmId: server.farmId });
    expect(await tail.end('SIGINT')).toBe(130);

    const since = events[0]?.id;
    const remaining = runProgramOn(
      ['events', 'tail', '--since', since, '--count', '2'],
      server.env,
    );
    expect(await remaining.ended).toBe(0);
    expect(lines(remaining.stdout())).toEqual([
      expect.stringMatching(/^2\S+Z {2}Emek {2}task\.created {2}two$/),
      expect.stringMatching(/^2\S+Z {2}Emek {2}task\.created {2}three$/),
    ]);
  });

  test('prints only events of the requested farm and kinds', async () => {
    const server = await aServer();
    const other = await server.post('/farms', { name: 'Negev' });
    const argv = ['events', 'tail', '--farm', 'Emek', '--events', 'alert.critical', '--count', '1'];
    const tail = runProgramOn(argv, server.env);
    await tail.saw('stderr', 'listening');
    await server.post(`/alerts?farmId=${other.id}`, { title: 'Far', severity: 'critical' });
    await server.post(`/alerts?farmId=${server.farmId}`, { title: 'Mild', severity: 'info' });
    await server.post(`/alerts?farmId=${server.farmId}`, {
      title: 'Fire 100%',
      severity: 'critical',
    });
    expect(await tail.ended).toBe(0);
    expect(tail.stdout()).toMatch(/^\S+ {2}Emek {2}alert\.critical {2}Fire 100%\n$/);
  });

  test('exits with 4 when its key is revoked', async () => {
    const server = await aServer();
    const { id, key } = await server.post('/os/keys', { name: 'tail', scopes: ['read:tasks'] });
    const env = { ...server.env, FARMCTL_KEY: key };
    const tail = runProgramOn(['events', 'tail'], env);
    await tail.saw('stderr', 'listening');
    await ask(server.baseUrl, { method: 'DELETE', path: `/os/keys/${id}`, key: server.key });
    expect(await tail.ended).toBe(4);
    expect(tail.stderr()).toContain('revoked_key');
  });
});

describe('webhook listen', () => {
  /** A receiver that remembers, and answers with these statuses in turn, 204 after them. */
  async function aReceiver(statuses: number[] = []) {
    const received: { headers: Record<string, string>; body: string }[] = [];
    const server = await startLocalServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(statuses[received.length - 1] ?? 204, {}).end();
    });
    return { url: `${server.url}/hooks/farm?x=1`, received, asked: server.asked };
  }

  test('posts events as a webhook would, signed with the secret of the profile', async () => {
    const server = await aServer();
    const receiver = await aReceiver();
    const printed = runProgramOn(['webhook', 'listen', '--print-secret'], server.env);
    expect(await printed.ended).toBe(0);
    const secret = printed.stdout().trim();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const file = join(server.env.HOME, '.config/farmctl/listen-secrets.json');
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');

    const argv = ['webhook', 'listen', '--forward-to', receiver.url, '--events', 'task.created'];
    const listen = runProgramOn(argv, server.env);
    await listen.saw('stderr', /^Ready: task\.created of http:\S+ are forwarded to 127/m);
    await server.post(`/alerts?farmId=${server.farmId}`, { title: 'Heat', severity: 'critical' });
    await server.task('Weigh');
    await listen.saw('stdout', /^2\S+Z {2}task\.created {2}evt_\S+ {2}204 {2}\d+ ms\n$/);
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    expect(receiver.asked).toEqual(['/hooks/farm?x=1']);
    expect(JSON.parse(body)).toMatchObject({
      event: 'task.created',
      data: { record: { title: 'Weigh' } },
    });
    expect(verifyWebhook({ headers, body }, { secret })).toMatchObject({
      isValid: true,
      checks: [
        { check: 'service', fault: undefined },
        { check: 'standard', fault: undefined },
      ],
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'farmctl/0.1.0',
      'webhook-id': JSON.parse(body).id,
    });
    expect(await listen.end('SIGINT')).toBe(130);
    expect(listen.stdout() + listen.stderr()).not.toContain('whsec_');
    const again = runProgramOn(['webhook', 'listen', '--print-secret'], server.env);
    await again.ended;
    expect(again.stdout().trim()).toBe(secret);
  });

  test('retries failed posts and reports undelivered events when it stops', async () => {
    const server = await aServer();
    const receiver = await aReceiver([503, 204, 500]);
    const file = join(await makeFolder(), 'secret');
    await writeFile(file, 'whsec_ZXhhbXBsZS1zZWNyZXQtb2YtYS13ZWJob29rLTAwMDE=\n');
    const argv = ['--forward-to', receiver.url, '--secret-file', file, '-o', 'jsonl'];
    const listen = runProgramOn(['webhook', 'listen', ...argv], server.env);
    await listen.saw('stderr', 'Ready');
    await server.task('one');
    await listen.saw('stdout', '"status":204');
    await server.task('two');
    await listen.saw('stdout', '"status":500');
    expect(await listen.end('SIGTERM')).toBe(143);
    const attempts = lines(listen.stdout()).map((line) => JSON.parse(line));
    expect(attempts.map(({ status, attempt }) => [status, attempt])).toEqual([
      [503, 1],
      [204, 2],
      [500, 1],
    ]);
    expect(attempts[0]?.retryInMs).toBeGreaterThanOrEqual(4000);
    expect(attempts[0]?.retryInMs).toBeLessThanOrEqual(6000);
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
    expect(listen.stderr()).toContain('1 event on its way was not taken yet');
  });
});

test('a server that is stopped notifies its streams, and exits immediately', async () => {
  const server = await aServer();
  const listener = await openListener(server.baseUrl, { key: server.key });
  await listener.heard('ready');
  const from = performance.now();
  expect(await server.program.end('SIGTERM')).toBe(0);
  expect(performance.now() - from).toBeLessThan(8000);
  await listener.ended;
  expect(listener.messages.at(-1)).toMatchObject({
    event: 'end',
    data: '{"reason":"shutting_down"}',
  });
});

test('writes on one instance are streamed by the other, each event once', async () => {
  const database = await createEmptyDatabase();
  const instances = await Promise.all([startInstance(database.url), startInstance(database.url)]);
  onTestFinished(async () => {
    await Promise.all(instances.map((instance) => instance.stop('SIGKILL')));
    await database.drop();
  });
  const urls = instances.map(({ ready }) => ready.baseUrl);
  const key = instances.map(({ ready }) => ready.keys['admin']).find(Boolean) ?? '';
  const send = (at: number, path: string, body: object) =>
    ask(urls[at % 2] ?? '', { method: 'POST', path, key, body });
  const { body: farm } = await send(0, '/farms', { name: 'Shared' });
  const listeners = await Promise.all(urls.map((url) => openListener(url, { key })));
  await Promise.all(listeners.map((listener) => listener.heard('ready')));
  const count = 60;
  const tasks = Array.from({ length: count }, (_, at) => `task ${at}`);
  await Promise.all(tasks.map((title, at) => send(at, `/tasks?farmId=${farm.id}`, { title })));
  const received = await Promise.all(
    listeners.map((listener) => listener.heard('task.created', count)),
  );
  const titles = received.map((messages) =>
    messages.map(({ data }) => JSON.parse(data).data.record.title),
  );
  expect(titles[0]).toEqual(titles[1]);
  expect([...(titles[0] ?? [])].sort()).toEqual([...tasks].sort());
});
