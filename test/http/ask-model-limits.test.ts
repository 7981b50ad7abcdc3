import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createFarm } from '../support/farm.ts';
import { startTestService } from '../support/service.ts';
import {
  calls,
  type StubModel,
  type StubRound,
  says,
  startStubModel,
} from '../support/stub-model.ts';

const WHY = 'Why did so many birds die in barn 1?';
const MINUTE = 60_000;
const fails: StubRound = { take: (response) => response.writeHead(503).end() };

describe('limits of the model', () => {
  let stub: StubModel;

  beforeAll(async () => {
    stub = await startStubModel();
  });

  afterAll(() => stub.close());

  async function serve(model: { readonly daily?: number; readonly totalMillis?: number } = {}) {
    const lines: string[] = [];
    const log = pino(
      { level: 'info' },
      new Writable({
        write(chunk, _encoding, done) {
          lines.push(String(chunk));
          done();
        },
      }),
    );
    const service = await startTestService('sqlite', {
      log,
      model: { url: stub.url, model: 'stub-1', key: 'sk-secret', ...model },
    });
    onTestFinished(() => service.close());
    const { farmId } = await createFarm(service);
    const ask = async (key = service.admin) => {
      const body = { farmId, question: WHY };
      return (await service.send('POST', '/ask', { key, body })).body;
    };
    return { service, ask, lines };
  }

  const drips: StubRound = {
    take: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    },
  };

  test.each<[string, StubRound[]]>([
    ['does not respond', [{ take: () => {} }]],
    ['responds slowly', [drips]],
    ['is slow only after a tool call', [calls(['get_context', {}]), { take: () => {} }]],
  ])('the overall time limit stops a model that %s', async (_name, rounds) => {
    const { ask } = await serve({ totalMillis: 1000 });
    // The lexicons are read with the first question.
    stub.script(says('It may be the heat of the day.'));
    await ask();
    stub.script(...rounds);
    const started = performance.now();
    expect(await ask()).toMatchObject({ mode: 'deterministic', degraded: true });
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test('other writes continue during a model request', async () => {
    const { service, ask } = await serve({ totalMillis: 3000 });
    stub.script({ take: () => {} });
    const answer = ask();
    await expect.poll(() => stub.requests.length).toBe(1);
    const created = await service.send('POST', '/farms', { body: { name: 'Meanwhile' } });
    expect(created.status).toBe(201);
    expect(await Promise.race([answer.then(() => 'asked'), 'still asked'])).toBe('still asked');
    expect(await answer).toMatchObject({ degraded: true });
  });

  test('three consecutive failures pause the model; after a minute one question retries', async () => {
    const { service, ask } = await serve();
    stub.script(fails);
    for (let count = 0; count < 4; count++) expect((await ask()).degraded).toBe(true);
    expect(stub.requests.length).toBe(3);
    service.clock.advance(MINUTE);
    expect((await ask()).degraded).toBe(true);
    expect((await ask()).degraded).toBe(true);
    expect(stub.requests.length).toBe(4);
    service.clock.advance(MINUTE);
    stub.script(says('It may be the heat of the day.'));
    expect((await ask()).mode).toBe('model');
    expect((await ask()).mode).toBe('model');
  });

  test('invalid answers do not pause the model', async () => {
    const { ask } = await serve();
    stub.script(says(''));
    for (let count = 0; count < 4; count++) expect((await ask()).degraded).toBe(true);
    expect(stub.requests.length).toBe(8);
  });

  test('each key has a separate quota that resets daily', async () => {
    const { service, ask } = await serve({ daily: 2 });
    const other = await service.createKey();
    stub.script(says('It may be the heat of the day.'));
    const modes = async (key?: string) => {
      const { mode, degraded } = await ask(key);
      return [mode, degraded];
    };
    expect(await modes()).toEqual(['model', undefined]);
    expect(await modes()).toEqual(['model', undefined]);
    expect(await modes()).toEqual(['deterministic', true]);
    expect(await modes(other)).toEqual(['model', undefined]);
    service.clock.advance(24 * 60 * MINUTE);
    expect(await modes()).toEqual(['model', undefined]);
  });

  test('concurrent questions share the remaining quota', async () => {
    const { ask } = await serve({ daily: 1 });
    stub.script(says('It may be the heat of the day.'));
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.filter(({ mode }) => mode === 'model').length).toBe(1);
  });

  test('the log contains the failure and its reason, but no content', async () => {
    const { ask, lines } = await serve();
    stub.script(fails);
    await ask();
    const log = lines.join('');
    expect(log).toContain('"reason":"refused: status 503"');
    for (const text of [WHY, 'sk-secret', 'Test farm']) expect(log).not.toContain(text);
  });
});

test('without a model nothing is degraded', async () => {
  const service = await startTestService('sqlite');
  onTestFinished(() => service.close());
  const { farmId } = await createFarm(service);
  const { body } = await service.send('POST', '/ask', { body: { farmId, question: WHY } });
  expect([body.mode, body.degraded]).toEqual(['deterministic', undefined]);
});
