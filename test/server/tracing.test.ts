import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startLocalServer } from '../support/local-server.ts';
import { startChildServer } from '../support/reliability/child-server.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly {
    readonly key: string;
    readonly value: { readonly stringValue?: string; readonly intValue?: number };
  }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

/** A collector that stores what it receives. */
async function startCollector(status = 200) {
  const received: Export[] = [];
  const server = await startLocalServer(async (request, response) => {
    received.push((await json(request)) as Export);
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  return { ...server, received };
}

/** The service, exporting to a collector; with how it answered one create. */
async function startTraced(endpoint: string) {
  const data = await mkdtemp(join(tmpdir(), 'farmctl-tracing-'));
  const server = await startChildServer({
    argv: ['--data', data, '--allow-host', '127.0.0.1'],
    logLevel: 'warn',
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: 'north' },
  });
  onTestFinished(async () => {
    await server.end('SIGKILL');
    await rm(data, { recursive: true, force: true });
  });
  const created = await fetch(`${server.baseUrl}/v1/platform/farms`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.key}`,
      'content-type': 'application/json',
      'x-request-id': 'traced-1',
      traceparent: `00-${TRACE}-${PARENT}-01`,
    },
    body: JSON.stringify({ name: 'Emek' }),
  });
  expect(created.status).toBe(201);
  return server;
}

const value = (span: Pick<Span, 'attributes'>, name: string) => {
  const value = span.attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

test('a request is a span in the trace of its caller, with its queries as children', async () => {
  const collector = await startCollector();
  const server = await startTraced(collector.url);
  await server.end('SIGTERM');
  expect(new Set(collector.asked)).toEqual(new Set(['/v1/traces']));
  const resources = collector.received.flatMap(({ resourceSpans }) => resourceSpans);
  const [resource] = resources;
  expect(resource && value(resource.resource, 'service.name')).toBe('north');
  const spans = resources
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap((scope) => scope.spans)
    .filter(({ traceId }) => traceId === TRACE);
  const request = spans.find(({ parentSpanId }) => parentSpanId === PARENT);
  expect(request).toMatchObject({ name: 'POST /v1/platform/farms' });
  if (!request) throw new Error('no span of the request');
  expect(value(request, 'http.response.status_code')).toBe(201);
  expect(value(request, 'farmctl.request_id')).toBe('traced-1');
  const children = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
  expect(children.map(({ name }) => name)).toContain('sqlite transaction');
  // Neither the key nor the body of the request is in a trace.
  expect(JSON.stringify(collector.received)).not.toContain(server.key);
  expect(JSON.stringify(collector.received)).not.toContain('Emek');
});

test('the trace of a caller is sent to other systems, its baggage is not', async () => {
  const received: Record<string, unknown>[] = [];
  const controller = await startLocalServer(async (request, response) => {
    received.push(request.headers);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const server = await startTraced((await startCollector()).url);
  const send = async (path: string, body: object) => {
    const answer = await fetch(`${server.baseUrl}/v1/platform${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.key}`,
        'content-type': 'application/json',
        traceparent: `00-${TRACE}-${PARENT}-01`,
        tracestate: 'vendor=1',
        baggage: 'tenant=emek',
      },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { readonly id: string };
  };
  const { id: farmId } = await send('/farms', { name: 'Emek' });
  const { id: barnId } = await send('/barns', { name: 'B1', code: 'B1', farmId });
  const values = { kind: 'controller', name: 'C', farmId, barnId, endpoint: controller.url };
  const { id } = await send('/integrations', values);
  await send(`/os/integrations/${id}/test`, { mapping: { fields: { temp: '/t' } } });
  expect(received).toHaveLength(1);
  expect(received[0]?.['traceparent']).toContain(TRACE);
  expect(received[0]).not.toHaveProperty('baggage');
});

test.each([
  ['that rejects', async () => (await startCollector(400)).url],
  ['that is unavailable', async () => 'http://127.0.0.1:9'],
])('a collector %s is reported, and the service continues and stops', async (_, endpointOf) => {
  const server = await startTraced(await endpointOf());
  const startedAt = performance.now();
  const exit = await server.end('SIGTERM');
  expect(exit.code).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(60_000);
  expect(server.stderr()).toContain('traces could not be exported');
});
