import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createClient, type FarmClient } from '../../src/client/client.ts';
import type { EventStreamOptions, StreamState } from '../../src/client/streams.ts';
import { createFakeTransport } from '../support/fake-transport.ts';
import { startLocalServer } from '../support/local-server.ts';

type Reply = (response: ServerResponse) => void;

const READY = 'retry: 400\nid: seq_7\nevent: ready\ndata: {"heartbeatSeconds":15}\n\n';

function message(id: string, title: string): string {
  return `id: ${id}\nevent: task.created\ndata: {"title":"${title}"}\n\n`;
}

/** Sends a stream in these chunks and leaves it open. */
const stream =
  (...chunks: string[]): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    for (const chunk of chunks) response.write(chunk);
  };

/** The same, and then the connection breaks. */
const broken =
  (...chunks: string[]): Reply =>
  (response) => {
    stream(...chunks)(response);
    setTimeout(() => response.destroy(), 20);
  };

const refusal =
  (status: number, body: object, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

/** A client of a server that answers its connections in turn. */
async function startStreams(replies: readonly Reply[]) {
  const headers: IncomingHttpHeaders[] = [];
  const server = await startLocalServer((request, response) => {
    headers.push(request.headers);
    const reply = replies[headers.length - 1] ?? refusal(500, { error: 'internal' });
    reply(response);
  });
  const waits: number[] = [];
  const client = createClient({
    server: server.url,
    key: 'fk_live_secret',
    random: () => 1,
    maxWaitMs: 1000,
    sleep: async (millis) => {
      waits.push(millis);
    },
  });
  return { server, headers, waits, client };
}

/** The first events, and the states of the connection meanwhile. */
async function take(client: FarmClient, count: number, options: EventStreamOptions = {}) {
  const states: StreamState[] = [];
  const events: string[] = [];
  try {
    const onState = (state: StreamState) => void states.push(state);
    for await (const { id, event, body } of client.events({ ...options, onState })) {
      events.push(`${id} ${event} ${body}`);
      if (events.length === count) break;
    }
  } finally {
    await client.close();
  }
  return { events, states };
}

describe('a stream of events', () => {
  test('returns events as they arrive, in any division into chunks', async () => {
    const text = READY + message('evt_1', 'לול') + message('evt_2', 'two');
    const bytes = [...Buffer.from(text)];
    const { client, server, headers } = await startStreams([
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const send = () => {
          response.write(Buffer.from(bytes.splice(0, 7)));
          if (bytes.length > 0) setTimeout(send, 1);
        };
        send();
      },
    ]);
    const options = { farmId: 'farm_1', events: ['task.created', 'alert.critical'] };
    expect(await take(client, 2, options)).toEqual({
      events: ['evt_1 task.created {"title":"לול"}', 'evt_2 task.created {"title":"two"}'],
      states: [{ kind: 'open', isAgain: false }],
    });
    expect(server.asked).toEqual([
      '/v1/platform/os/events/stream?farmId=farm_1&events=task.created%2Calert.critical',
    ]);
    expect(headers[0]).toMatchObject({
      accept: 'text/event-stream',
      authorization: 'Bearer fk_live_secret',
    });
    expect(headers[0]).not.toHaveProperty('last-event-id');
  });

  test('reconnects after the last event, after the delay requested by the server', async () => {
    const { client, headers, waits } = await startStreams([
      broken(READY, message('evt_1', 'one')),
      broken(READY),
      stream(READY, message('evt_2', 'two')),
    ]);
    const { events, states } = await take(client, 2);
    expect(events).toEqual([
      'evt_1 task.created {"title":"one"}',
      'evt_2 task.created {"title":"two"}',
    ]);
    expect(headers.map((sent) => sent['last-event-id'])).toEqual([undefined, 'evt_1', 'seq_7']);
    expect(states.map(({ kind }) => kind)).toEqual(['open', 'cut', 'open', 'cut', 'open']);
    expect(states.at(-1)).toEqual({ kind: 'open', isAgain: true });
    expect(waits).toEqual([400, 400]);
  });

  test('starts after the named event', async () => {
    const { client, headers } = await startStreams([stream(READY, message('evt_9', 'nine'))]);
    await take(client, 1, { since: 'evt_8' });
    expect(headers[0]?.['last-event-id']).toBe('evt_8');
  });

  test('reports missed events', async () => {
    const reset = 'event: reset\ndata: {"reason":"unknown_event_id"}\n\n';
    const { client } = await startStreams([stream(reset, READY, message('evt_1', 'one'))]);
    const { states } = await take(client, 1, { since: 'evt_0' });
    expect(states).toEqual([{ kind: 'missed' }, { kind: 'open', isAgain: false }]);
  });

  test('backs off while the server is unavailable, and reconnects', async () => {
    const away = refusal(503, { error: 'unavailable' });
    const { client, waits } = await startStreams([
      broken(READY),
      away,
      away,
      refusal(503, { error: 'unavailable' }, { 'retry-after': '9' }),
      stream(READY, message('evt_1', 'one')),
    ]);
    const { events } = await take(client, 1);
    expect(events).toHaveLength(1);
    expect(waits).toEqual([400, 800, 1600, 9000]);
  });

  test('ends with the error of a server that rejects it', async () => {
    const { client } = await startStreams([
      broken(READY),
      refusal(401, { error: 'unauthorized', code: 'revoked_key', message: 'Revoked.' }),
    ]);
    await expect(take(client, 1)).rejects.toMatchObject({
      slug: 'unauthorized',
      code: 'revoked_key',
    });
  });

  test('gives up if it never opened, as any request does', async () => {
    const { client, waits } = await startStreams(
      Array.from({ length: 9 }, () => refusal(503, { error: 'unavailable' })),
    );
    await expect(take(client, 1)).rejects.toMatchObject({ slug: 'unavailable' });
    expect(waits).toEqual([250, 500]);
  });

  test('is an error if the response is something else', async () => {
    const page: Reply = (response) => response.end('<html>');
    const { client } = await startStreams([page]);
    await expect(take(client, 1)).rejects.toMatchObject({ kind: 'not_understood' });
  });

  test('requires a server', async () => {
    const client = createClient({ transport: createFakeTransport([]) });
    await expect(take(client, 1)).rejects.toMatchObject({ code: 'no_streams' });
  });

  test('ends with the reason of the signal', async () => {
    const server = await startLocalServer((_, response) => stream(READY)(response));
    const controller = new AbortController();
    const client = createClient({ server: server.url, signal: controller.signal });
    const onState = () => controller.abort(new Error('enough'));
    await expect(client.events({ onState }).next()).rejects.toThrow('enough');
    await client.close();
  });
});

test('a requested delay of zero is still followed by a pause', async () => {
  const hurried = 'retry: 0\nid: seq_7\nevent: ready\ndata: {}\n\n';
  const { client, waits } = await startStreams([
    ...Array.from({ length: 4 }, () => broken(hurried)),
    stream(hurried, message('evt_1', 'one')),
  ]);
  await take(client, 1);
  expect(waits).toHaveLength(4);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(100);
});

test('a pause is limited to the maximum of a timer, whatever the server requests', async () => {
  const long = { 'retry-after': '9'.repeat(20) };
  const { client, waits } = await startStreams([
    broken(READY),
    refusal(503, { error: 'unavailable' }, long),
    stream(READY, message('evt_1', 'one')),
  ]);
  await take(client, 1);
  expect(waits.at(-1)).toBe(24 * 3_600_000);
});

test('an error response is read only up to the size of an error', async () => {
  const { client } = await startStreams([
    (response) => {
      response.writeHead(404, { 'content-type': 'application/json' });
      const fill = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', fill);
      fill();
    },
  ]);
  await expect(take(client, 1)).rejects.toMatchObject({ slug: 'not_found' });
});
