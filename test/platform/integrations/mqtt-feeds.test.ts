import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { MqttFeeds } from '../../../src/platform/integrations/mqtt-feeds.ts';
import { create, createFarm } from '../../support/farm.ts';
import { localConnections } from '../../support/local-connections.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { startTestBroker } from '../../support/test-broker.ts';

const NOW = Date.parse('2026-11-02T08:30:00Z');
const MINUTE = 60_000;
const at = (millis: number) => new Date(NOW + millis).toISOString();
const mapping = {
  device: { topicLevel: 2 },
  ts: '/at',
  fields: { temp: '/t', humidity: '/rh' },
  topics: ['barns/+/climate'],
};

describe('subscribing to brokers', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(
      'sqlite',
      localConnections({
        FARMCTL_SECRET_BROKER: 'host=127.0.0.1,localhost farm:s3cret',
        FARMCTL_SECRET_OLD: 'host=127.0.0.1,localhost farm:wrong',
        FARMCTL_SECRET_TOKEN: 'host=127.0.0.1,localhost abc',
      }),
    );
  });
  beforeEach(() => service.clock.set(NOW));
  afterAll(() => service.close());

  /** Listens until the test ends; `waitFor` resolves with the next state of that kind. */
  function listen() {
    const { runtime, connections } = service.service;
    const failures: string[] = [];
    const waiting: { state: string; resolve: () => void }[] = [];
    const feeds = new MqttFeeds({
      runtime,
      connections,
      random: () => 0,
      shortestPause: 20,
      gatherMillis: 1,
      onFailure: (error) => failures.push((error as Error).message),
      onState: (_, state) => {
        for (const wait of waiting.filter((one) => one.state === state)) wait.resolve();
      },
    });
    onTestFinished(() => feeds.close());
    const waitFor = (state: 'ready' | 'ended') =>
      new Promise<void>((resolve) => waiting.push({ state, resolve }));
    return { feeds, failures, waitFor };
  }

  async function anIntegration(
    endpoint: string,
    integration: object = {},
    feedMapping: object = mapping,
  ) {
    const farm = await createFarm(service);
    const body = { kind: 'controller', barnId: farm.barnId, endpoint, ...integration };
    const { id } = await create(service, 'integrations', body);
    const set = await service.send('PUT', `/os/integrations/${id}/mapping`, { body: feedMapping });
    expect(set.status).toBe(200);
    onTestFinished(async () => {
      await service.send('DELETE', `/integrations/${id}`);
    });
    return {
      ...farm,
      id: id as string,
      integration: async () => (await service.send('GET', `/integrations/${id}`)).body,
      readings: async () =>
        (await service.send('GET', `/env-readings?barnId=${farm.barnId}&order=ts&dir=asc`)).body
          .data,
    };
  }

  test('messages become readings, malicious ones are ignored; the password is that of the secret', async () => {
    const broker = await startTestBroker({ password: 's3cret' });
    const controller = await anIntegration(`mqtt://127.0.0.1:${broker.port}`, {
      authRef: 'env:FARMCTL_SECRET_BROKER',
    });
    const { feeds, failures, waitFor } = listen();
    const ready = waitFor('ready');
    await feeds.sync();
    await ready;
    expect(broker.clients).toEqual([`farmctl-${controller.id}`]);
    expect(await controller.integration()).toMatchObject({ status: 'active' });
    const hostile = [
      '<html>',
      '['.repeat(50_000),
      '{"t":1e999,"rh":"warm"}',
      Buffer.from([0xff, 0xfe, 0x00]),
      'x'.repeat(100_000),
    ];
    for (const payload of hostile) await broker.publish('barns/1/climate', payload);
    await broker.publish('barns/1/climate', { t: 26.5, rh: 60, at: at(-MINUTE) });
    await broker.publish('barns/2/climate', { t: 24, rh: 55, at: at(-MINUTE) });
    await broker.publish('barns/1/other', { t: 1, at: at(0) });
    await expect.poll(() => controller.readings()).toHaveLength(2);
    await feeds.close();
    expect(await controller.readings()).toMatchObject([
      { temp: 26.5, humidity: 60, createdBy: { type: 'integration', id: controller.id } },
      { temp: 24, humidity: 55 },
    ]);
    expect(failures).toEqual([]);
  });

  test('subscribes again after a broker reconnects', async () => {
    const first = await startTestBroker();
    const controller = await anIntegration(
      `mqtt://127.0.0.1:${first.port}/barns/+/climate`,
      {},
      {
        ...mapping,
        topics: undefined,
      },
    );
    const { feeds, failures, waitFor } = listen();
    const ready = waitFor('ready');
    await feeds.sync();
    await ready;
    const endNotice = waitFor('ended');
    await first.stop();
    await endNotice;
    expect(await controller.integration()).toMatchObject({ consecutiveFailures: 1 });
    const again = waitFor('ready');
    const second = await startTestBroker({ port: first.port });
    await again;
    await second.publish('barns/1/climate', { t: 25, rh: 50, at: at(0) });
    await expect.poll(() => controller.readings()).toHaveLength(1);
    expect(await controller.integration()).toMatchObject({ consecutiveFailures: 0 });
    expect(failures.length).toBeGreaterThan(0);
  });

  test('one reading a minute is stored for a device that sends constantly', async () => {
    const broker = await startTestBroker();
    const controller = await anIntegration(`mqtt://127.0.0.1:${broker.port}`);
    const { feeds, waitFor } = listen();
    const ready = waitFor('ready');
    await feeds.sync();
    await ready;
    for (let second = 0; second < 150; second++) {
      const text = { t: 25, rh: 50, at: at(second * 1000 - 3 * MINUTE) };
      await broker.publish('barns/1/climate', text);
    }
    await expect.poll(() => controller.readings()).toHaveLength(3);
  });

  test('retained messages are stored only if they contain their time', async () => {
    const broker = await startTestBroker();
    await broker.publish('barns/old/climate', { t: 20, rh: 40 }, { retain: true });
    await broker.publish('barns/1/climate', { t: 21, at: at(-MINUTE) }, { retain: true });
    const controller = await anIntegration(`mqtt://127.0.0.1:${broker.port}`);
    const { feeds } = listen();
    await feeds.sync();
    await expect.poll(() => controller.readings()).toMatchObject([{ temp: 21 }]);
  });

  test.each([
    [
      'a wrong password',
      { authRef: 'env:FARMCTL_SECRET_OLD' },
      'The broker refuses user and password.',
    ],
    [
      'a secret without a user',
      { authRef: 'env:FARMCTL_SECRET_TOKEN' },
      'The secret env:FARMCTL_SECRET_TOKEN must be user:password for a broker.',
    ],
    ['a secret that is not allowed', { authRef: 'env:PATH' }, /PATH is not for connections/],
    ['a private broker address', { endpoint: 'mqtts://10.0.0.1' }, /not one of the internet/],
    ['a broker without TLS', { endpoint: 'mqtt://broker.example.com' }, /must begin with mqtts/],
    ['a closed port', { endpoint: 'mqtt://127.0.0.1:1' }, 'There is no connection to the host.'],
  ])('%s is a failure', async (_, integration, error) => {
    const broker = await startTestBroker({ password: 's3cret' });
    const controller = await anIntegration(`mqtt://127.0.0.1:${broker.port}`, integration);
    const { feeds, waitFor } = listen();
    const endNotice = waitFor('ended');
    await feeds.sync();
    await endNotice;
    const { lastError, consecutiveFailures } = await controller.integration();
    expect(lastError).toMatch(error);
    expect(consecutiveFailures).toBe(1);
    expect(broker.clients).toEqual([]);
  });

  test('a broker that sends an endless packet is disconnected', async () => {
    const connack = Buffer.from([0x20, 0x02, 0x00, 0x00]);
    // A publish that announces 200 MB.
    const endless = Buffer.from([0x30, 0x80, 0x84, 0xaf, 0x5f, 0x00, 0x01, 0x61]);
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write(Buffer.concat([connack, endless, Buffer.alloc(3_000_000)]));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(async () => {
      await new Promise((resolve) => server.close(resolve));
    });
    const { port } = server.address() as AddressInfo;
    const controller = await anIntegration(`mqtt://127.0.0.1:${port}`);
    const { feeds, waitFor } = listen();
    const endNotice = waitFor('ended');
    await feeds.sync();
    await endNotice;
    expect((await controller.integration()).lastError).toBe(
      'The broker sends a message that is too long.',
    );
    await feeds.close();
  });

  test('a paused integration is disconnected, and a changed mapping subscribes again', async () => {
    const broker = await startTestBroker();
    const controller = await anIntegration(`mqtt://127.0.0.1:${broker.port}`);
    const { feeds, waitFor } = listen();
    const ready = waitFor('ready');
    await feeds.sync();
    await ready;
    const other = waitFor('ready');
    const body = { ...mapping, topics: ['houses/+'] };
    await service.send('PUT', `/os/integrations/${controller.id}/mapping`, { body });
    await feeds.sync();
    await other;
    await broker.publish('houses/1', { t: 25, at: at(0) });
    await expect.poll(() => controller.readings()).toHaveLength(1);
    await service.send('PATCH', `/integrations/${controller.id}`, { body: { status: 'paused' } });
    await feeds.sync();
    await broker.publish('houses/1', { t: 26, at: at(5 * MINUTE) });
    await feeds.close();
    expect(await controller.readings()).toHaveLength(1);
  });
});
