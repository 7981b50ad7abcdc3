import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composeService, type Service } from '../../src/server/core/compose-service.ts';
import { startServer } from '../../src/server/start-server.ts';
import { createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const log = pino({ level: 'silent' });

/** Sends to the actions of a service. */
async function post(service: Service, key: string, path: string, payload: object) {
  const answer = await service.app.inject({
    method: 'POST',
    url: `/v1/platform/actions${path}`,
    headers: { authorization: `Bearer ${key}` },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}

describe('two instances on one database', () => {
  let one: TestService;
  let other: Service;
  let farm: TestFarm;
  beforeAll(async () => {
    one = await startTestService('postgres');
    const { database, clock } = one.service.runtime;
    other = composeService({ database: { ...database, close: async () => {} }, clock, log });
    farm = await createFarm(one);
  });
  afterAll(async () => {
    await other.close();
    await one.close();
  });
  const both = () => [one.service, other];

  test('run the first actions of an organisation concurrently, and undo each other’s actions', async () => {
    const responses = await Promise.all(
      both().flatMap((service) =>
        ['a', 'b'].map((title) => post(service, one.admin, '', { type: 'create_task', title })),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [first, second, third, fourth] = responses.map(({ body }) => body.undo);
    const undone = [
      await post(other, one.admin, '/undo', first),
      await post(other, one.admin, '/undo', second),
      await post(one.service, one.admin, '/undo', third),
      await post(one.service, one.admin, '/undo', fourth),
    ];
    expect(undone.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('undo an action only once', async () => {
    const { body } = await post(other, one.admin, '', { type: 'create_barn', name: 'Once' });
    const answers = await Promise.all(
      [...both(), ...both()].map((service) => post(service, one.admin, '/undo', body.undo)),
    );
    expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([
      200,
      'already_undone',
      'already_undone',
      'already_undone',
    ]);
  });

  test('write one log from the figures that both receive', async () => {
    const log = { type: 'log_daily', flockId: farm.flockId };
    const answers = await Promise.all([
      post(one.service, one.admin, '', { ...log, mortality: 7 }),
      post(other, one.admin, '', { ...log, feedKg: 900 }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const logs = await one.send('GET', `/daily-logs?flockId=${farm.flockId}`);
    expect(logs.body.data).toMatchObject([{ mortality: 7, feedKg: 900 }]);
  });

  test('place only one flock in a barn', async () => {
    const barn = await post(one.service, one.admin, '', { type: 'create_barn', name: 'Raced' });
    const barnId = barn.body.result.id;
    const body = { type: 'create_flock', barnId, placementDate: '2026-11-01' };
    const answers = await Promise.all(both().map((service) => post(service, one.admin, '', body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });
});

test('an undo descriptor is valid after a restart of the process', async () => {
  const dataDir = await temporaryFolder();
  const database = { kind: 'sqlite', dataDir } as const;
  const options = { host: '127.0.0.1', port: 0, database, logLevel: 'silent' } as const;
  const first = await startServer(options);
  const key = first.ready.keys['admin'] ?? '';
  const send = async (baseUrl: string, path: string, body: object) => {
    const answer = await fetch(`${baseUrl}/v1/platform${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the answer is looked at as the JSON it is.
    return (await answer.json()) as any;
  };
  await send(first.ready.baseUrl, '/farms', { name: 'Only' });
  const act = { type: 'create_contact', name: 'Dr. Levi' };
  const { undo } = await send(first.ready.baseUrl, '/actions', act);
  await first.close();
  const second = await startServer(options);
  expect(await send(second.ready.baseUrl, '/actions/undo', undo)).toMatchObject({ ok: true });
  await second.close();
});
