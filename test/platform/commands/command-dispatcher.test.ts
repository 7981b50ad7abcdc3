import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CommandDispatcher,
  type CommandDispatcherOptions,
} from '../../../src/platform/commands/send-command.ts';
import { strictPolicy } from '../../../src/platform/outbound/check-target.ts';
import {
  createOutboundClient,
  type OutboundAnswer,
  OutboundFailed,
  type OutboundFailure,
  type OutboundRequest,
} from '../../../src/platform/outbound/outbound-client.ts';
import { serviceSignature, standardSignature } from '../../../src/tools/webhook-signature.ts';
import { DATABASES } from '../../support/databases.ts';
import { create, createFarm, type TestFarm } from '../../support/farm.ts';
import { startTestService, type TestAnswer, type TestService } from '../../support/service.ts';

const NOW = '2026-11-02T08:30:00.000Z';
const MINUTE = 60_000;
const SECRET = 'correct horse battery staple';
const ENDPOINT = 'https://controller.example.com/commands';

/** The response of a controller: a status and a body, or how the call fails. */
type Reply = OutboundFailure | { readonly status: number; readonly body?: unknown } | Promise<void>;

for (const database of DATABASES) {
  describe(`${database}: commands to controllers`, () => {
    let service: TestService;
    let farm: TestFarm;
    let received: OutboundRequest[] = [];
    let replies = new Map<string, Reply[]>();
    const dispatchers: CommandDispatcher[] = [];

    beforeAll(async () => {
      service = await startTestService(database, { now: NOW });
    });
    beforeEach(async () => {
      service.clock.set(Date.parse(NOW));
      received = [];
      replies = new Map();
      farm = await createFarm(service);
    });
    afterEach(async () => {
      for (const one of dispatchers.splice(0)) await one.stop();
    });
    afterAll(() => service.close());

    const start = (options: Partial<CommandDispatcherOptions> = {}) => {
      const dispatcher = new CommandDispatcher({
        runtime: service.service.runtime,
        client: { send, close: async () => {} },
        findSecret: async (reference) => {
          if (reference === 'env:FARMCTL_SECRET_BARN') return SECRET;
          throw new Error(`The secret ${reference} is empty.`);
        },
        onError: (error) => {
          throw error;
        },
        ...options,
      });
      dispatchers.push(dispatcher);
      return dispatcher;
    };
    async function send(request: OutboundRequest): Promise<OutboundAnswer> {
      received.push(request);
      const reply = replies.get(request.url)?.shift() ?? {
        status: 200,
        body: { status: 'executed' },
      };
      if (reply instanceof Promise) {
        await reply;
        return answerOf({ status: 200 });
      }
      if (typeof reply === 'string') throw new OutboundFailed(reply, `It was ${reply}.`);
      return answerOf(reply);
    }
    const answerOf = ({ status, body }: { status: number; body?: unknown }) => ({
      status,
      headers: {},
      body: body === undefined ? '' : JSON.stringify(body),
      isCut: false,
    });
    const deliver = async (dispatcher = start()) => {
      dispatcher.wake();
      await dispatcher.settled();
    };
    const controller = (body: Readonly<Record<string, unknown>> = {}) =>
      create(
        service,
        'integrations',
        {
          kind: 'controller',
          endpoint: ENDPOINT,
          authRef: 'env:FARMCTL_SECRET_BARN',
          barnId: farm.barnId,
          ...body,
        },
        { farmId: farm.farmId },
      );
    const order = (body: Readonly<Record<string, unknown>> = {}) =>
      create(service, 'controller-commands', {
        barnId: farm.barnId,
        command: 'set_temp',
        params: { c: 26.5 },
        mode: 'manual',
        ...body,
      });
    const show = async (id: string): Promise<TestAnswer['body']> =>
      (await service.send('GET', `/controller-commands/${id}`)).body;

    test('an approved command is posted with its signature and executed', async () => {
      const { id: integrationId } = await controller();
      replies.set(ENDPOINT, [{ status: 200, body: { status: 'executed', result: { c: 26.5 } } }]);
      const { id } = await order();
      await deliver();
      expect(received).toHaveLength(1);
      const [{ body = '', headers = {}, ...request }] = received as [OutboundRequest];
      expect(request).toMatchObject({ method: 'POST', url: ENDPOINT });
      expect(JSON.parse(body)).toEqual({
        id,
        sequence: 1,
        command: 'set_temp',
        params: { c: 26.5 },
        mode: 'manual',
        reason: [],
        requestedBy: 'test',
        farmId: farm.farmId,
        barnId: farm.barnId,
        barn: 'Barn 1',
        integrationId,
        deviceId: null,
        expiresAt: '2026-11-02T09:00:00.000Z',
      });
      const timestamp = '1793608200';
      expect(headers).toMatchObject({
        'x-service-timestamp': timestamp,
        'x-service-signature': serviceSignature(SECRET, timestamp, body),
        'webhook-id': id,
        'webhook-signature': standardSignature(
          `whsec_${Buffer.from(SECRET).toString('base64')}`,
          { id, timestamp },
          body,
        ),
        'idempotency-key': id,
      });
      expect(await show(id)).toMatchObject({
        status: 'executed',
        integrationId,
        sentAt: NOW,
        executedAt: NOW,
        result: { c: 26.5 },
        error: null,
      });
      const activity = await service.send(
        'GET',
        `/activity?farmId=${farm.farmId}&kinds=command_executed`,
      );
      expect(activity.body.data).toMatchObject([{ score: 50, ref: { id } }]);
      const after = (await service.send('GET', `/integrations/${integrationId}`)).body;
      expect(after).toMatchObject({ status: 'active', lastSuccessAt: NOW });
    });

    test.each([
      [
        'that it failed',
        { status: 200, body: { status: 'failed', error: 'No water' } },
        'failed',
        'No water',
      ],
      [
        '409',
        { status: 409, body: { error: 'Locked' } },
        'failed',
        'The controller answered 409: Locked',
      ],
      ['500', { status: 500 }, 'failed', 'The controller answered 500'],
      ['200 without a body', { status: 200 }, 'executed', null],
      ['202', { status: 202 }, 'sent', null],
      ['too late', 'timeout', 'failed', expect.stringMatching(/^Unknown outcome: It was timeout/)],
      ['an incomplete response', 'broken', 'failed', expect.stringMatching(/^Unknown outcome/)],
      ['from an address that is not public', 'blocked', 'failed', 'It was blocked.'],
    ] as const)('a controller that answers %s', async (_fact, reply, status, error) => {
      await controller();
      replies.set(ENDPOINT, [reply]);
      const { id } = await order();
      await deliver();
      service.clock.advance(MINUTE);
      await deliver();
      expect(received).toHaveLength(1);
      expect(await show(id)).toMatchObject({ status, error });
    });

    test.each([
      'http://127.0.0.1:9/',
      'https://10.0.0.8/commands',
      'https://[fd00::8]/commands',
      'https://169.254.169.254/latest',
    ])('nothing is sent to %s, which is not a public address', async (endpoint) => {
      await controller({ endpoint });
      const { id } = await order();
      const client = createOutboundClient(strictPolicy);
      await deliver(start({ client }));
      await client.close();
      expect(await show(id)).toMatchObject({ status: 'failed', sentAt: NOW, executedAt: null });
      expect((await show(id)).error).not.toMatch(/Unknown outcome/);
    });

    test('an unreachable controller is retried, and then given up', async () => {
      const { id: integrationId } = await controller();
      replies.set(ENDPOINT, ['connect', 'dns', 'tls', 'connect']);
      const { id } = await order();
      await deliver();
      expect(await show(id)).toMatchObject({ status: 'sent', error: 'It was connect.' });
      for (const seconds of [2, 10, 30]) {
        service.clock.advance((seconds - 1) * 1000);
        await deliver();
        service.clock.advance(1000);
        await deliver();
      }
      expect(received).toHaveLength(4);
      expect(await show(id)).toMatchObject({ status: 'failed', error: 'It was connect.' });
      const after = (await service.send('GET', `/integrations/${integrationId}`)).body;
      expect(after.consecutiveFailures).toBe(4);
    });

    test('a controller that recovers in between executes it', async () => {
      await controller();
      replies.set(ENDPOINT, ['connect']);
      const { id } = await order();
      await deliver();
      service.clock.advance(2000);
      await deliver();
      expect(await show(id)).toMatchObject({ status: 'executed', error: null });
    });

    test('an accepted command ends with the report of the controller, or expires', async () => {
      await controller();
      replies.set(ENDPOINT, [{ status: 202 }, { status: 202 }]);
      const [first, second] = [await order(), await order({ command: 'reboot', params: null })];
      await deliver();
      await service.send('PATCH', `/controller-commands/${first.id}`, {
        body: { status: 'executed' },
      });
      service.clock.advance(30 * MINUTE - 1);
      await deliver();
      expect((await show(second.id)).status).toBe('sent');
      service.clock.advance(1);
      await deliver();
      expect([(await show(first.id)).status, (await show(second.id)).status]).toEqual([
        'executed',
        'expired',
      ]);
    });

    test('a command without a controller reports this and expires', async () => {
      const { id } = await order();
      await deliver();
      expect(await show(id)).toMatchObject({
        status: 'approved',
        error: 'No controller is connected to the barn or the farm.',
      });
      service.clock.advance(30 * MINUTE);
      await controller();
      await deliver();
      expect([(await show(id)).status, received]).toEqual(['expired', []]);
    });

    test.each([
      [
        'with two controllers none is chosen',
        [{}, {}],
        'Several controllers could take it; name one with integrationId.',
      ],
      [
        'a paused controller is not called',
        [{ status: 'paused' }],
        'No controller is connected to the barn or the farm.',
      ],
      [
        'a controller without an endpoint has to fetch it',
        [{ endpoint: null }],
        'The controller has no endpoint; it has to fetch the command.',
      ],
    ])('%s', async (_fact, controllers, error) => {
      for (const { status, ...body } of controllers as { status?: string }[]) {
        const { id } = await controller(body);
        if (!status) continue;
        await service.send('PATCH', `/integrations/${id}`, { body: { status: 'active' } });
        await service.send('PATCH', `/integrations/${id}`, { body: { status } });
      }
      const { id } = await order();
      await deliver();
      expect([(await show(id)).error, received]).toEqual([error, []]);
    });

    test('a suggestion is sent only after approval', async () => {
      await controller();
      const { id } = await order({ mode: 'suggest' });
      await deliver();
      expect(received).toEqual([]);
      await service.send('PATCH', `/controller-commands/${id}`, { body: { status: 'approved' } });
      await deliver();
      expect((await show(id)).status).toBe('executed');
    });

    test('a cancelled command is not sent', async () => {
      await controller();
      const { id } = await order();
      await service.send('PATCH', `/controller-commands/${id}`, { body: { status: 'cancelled' } });
      await deliver();
      expect(received).toEqual([]);
    });

    test('commands fetched by the controller are not sent', async () => {
      await controller();
      const { id } = await order();
      await service.send('PATCH', `/controller-commands/${id}`, { body: { status: 'sent' } });
      await deliver();
      expect([received, (await show(id)).status]).toEqual([[], 'sent']);
    });

    test('two instances send each command once', async () => {
      await controller();
      const ids: string[] = [];
      for (let index = 0; index < 6; index++) ids.push((await order()).id);
      const [one, other] = [start(), start()];
      for (let round = 0; round < 10; round++) {
        one.wake();
        other.wake();
        await Promise.all([one.settled(), other.settled()]);
      }
      const sent = received.map(({ body = '' }) => JSON.parse(body).id);
      expect(sent).toEqual(ids);
    });

    test('a command in flight when an instance died has an unknown outcome, and is not sent again', async () => {
      await controller();
      let answer = () => {};
      replies.set(ENDPOINT, [
        new Promise<void>((resolve) => {
          answer = resolve;
        }),
      ]);
      const { id } = await order();
      const dying = start({ leaseMillis: 1 });
      dying.wake();
      await expect.poll(() => received.length).toBe(1);
      await expect
        .poll(async () => {
          await deliver();
          return (await show(id)).status;
        })
        .toBe('failed');
      expect((await show(id)).error).toMatch(/^Unknown outcome: the service stopped/);
      answer();
      await dying.settled();
      expect([received.length, (await show(id)).status]).toEqual([1, 'failed']);
      // A person retries: the controller can recognise the repetition.
      for (const status of ['pending', 'approved']) {
        await service.send('PATCH', `/controller-commands/${id}`, { body: { status } });
      }
      await deliver();
      const ids = received.map(({ headers }) => headers?.['webhook-id']);
      expect([ids, (await show(id)).status]).toEqual([[id, id], 'executed']);
    });

    test('retrying a failed command creates a new one', async () => {
      await controller();
      replies.set(ENDPOINT, [{ status: 500 }]);
      const { id } = await order();
      await deliver();
      for (const status of ['pending', 'approved']) {
        await service.send('PATCH', `/controller-commands/${id}`, { body: { status } });
      }
      await deliver();
      expect(received.map(({ headers }) => headers?.['webhook-id'])).toEqual([id, `${id}.2`]);
    });

    test('a hanging controller delays only its own commands, in order', async () => {
      const slow = 'https://slow.example.com/';
      const other = await create(service, 'barns', { name: 'Barn 2' }, { farmId: farm.farmId });
      await controller({ endpoint: slow });
      await controller({ barnId: other.id });
      let answer = () => {};
      replies.set(slow, [
        new Promise<void>((resolve) => {
          answer = resolve;
        }),
      ]);
      const first = await order();
      const second = await order({ command: 'reboot', params: null });
      const third = await order({ barnId: other.id });
      const dispatcher = start();
      dispatcher.wake();
      await expect.poll(async () => (await show(third.id)).status).toBe('executed');
      expect([(await show(first.id)).status, (await show(second.id)).status]).toEqual([
        'sent',
        'approved',
      ]);
      answer();
      await dispatcher.settled();
      expect((await show(second.id)).status).toBe('executed');
    });

    test('a controller without a secret is signed for with one shown on its creation', async () => {
      const { signingSecret } = await controller({ authRef: null });
      expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      await order();
      await deliver();
      const [{ body = '', headers = {} }] = received as [OutboundRequest];
      const timestamp = headers['x-service-timestamp'] ?? '';
      expect(headers['x-service-signature']).toBe(serviceSignature(signingSecret, timestamp, body));
    });

    test('an unavailable secret fails the command before anything is sent', async () => {
      const { id: integrationId } = await controller({ authRef: 'env:FARMCTL_SECRET_GONE' });
      const { id } = await order();
      await deliver();
      expect(received).toEqual([]);
      expect(await show(id)).toMatchObject({
        status: 'failed',
        error: 'The secret env:FARMCTL_SECRET_GONE is empty.',
      });
      // The integration reports it as well, for the gaps and the doctor.
      const { body } = await service.send('GET', `/integrations/${integrationId}`);
      expect(body).toMatchObject({
        lastError: 'The secret env:FARMCTL_SECRET_GONE is empty.',
        consecutiveFailures: 1,
      });
    });
  });
}
