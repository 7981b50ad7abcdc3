import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Resolve } from '../../../src/platform/outbound/guarded-connector.ts';
import {
  createOutboundClient,
  type OutboundRequest,
} from '../../../src/platform/outbound/outbound-client.ts';
import {
  type OutboundPolicy,
  strictPolicy,
} from '../../../src/platform/outbound/outbound-policy.ts';

const mockPolicy: OutboundPolicy = { allowedHosts: [], allowLoopback: true };

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

function send(
  policy: OutboundPolicy,
  request: Partial<OutboundRequest> & { readonly url: string },
  resolve?: Resolve,
) {
  const client = createOutboundClient(policy, resolve);
  onTestFinished(() => client.close());
  return client.send({ method: 'GET', timeoutMs: 2000, maxBytes: 100, ...request });
}

test('an answer is read as far as it may be', async () => {
  const port = await serve((_, response) => response.end('x'.repeat(5000)));
  const answer = await send(mockPolicy, { url: `http://127.0.0.1:${port}/` });
  expect(answer).toMatchObject({ status: 200, body: 'x'.repeat(100), isCut: true });
});

test('a redirect is an answer and is not followed', async () => {
  const asked: string[] = [];
  const port = await serve(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(302, { location: '/inside' }).end();
  });
  const answer = await send(mockPolicy, { url: `http://127.0.0.1:${port}/` });
  expect([answer.status, asked]).toEqual([302, ['/']]);
});

test('a body that drips ends with the time of the whole call', async () => {
  const port = await serve((_, response) => {
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  });
  const call = send(mockPolicy, { url: `http://127.0.0.1:${port}/`, timeoutMs: 200 });
  await expect(call).rejects.toMatchObject({ failure: 'timeout' });
});

test.each(['http://127.0.0.1:1/', 'https://localhost/', 'https://10.0.0.1/', 'https://[::1]/'])(
  'the strict policy does not call %s',
  async (url) => {
    await expect(send(strictPolicy, { url })).rejects.toMatchObject({ failure: 'blocked' });
  },
);

test('a name that leads inside is not called, even when it leads outside too', async () => {
  const resolve: Resolve = async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '169.254.169.254', family: 4 },
  ];
  const call = send(strictPolicy, { url: 'https://hooks.example.com/' }, resolve);
  await expect(call).rejects.toMatchObject({ failure: 'blocked' });
});

test('a host that the operator has named is called wherever it is', async () => {
  const port = await serve((_, response) => response.end('pong'));
  const policy = { allowedHosts: [`controller.lan:${port}`], allowLoopback: false };
  const resolve: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const answer = await send(policy, { url: `http://controller.lan:${port}/` }, resolve);
  expect(answer.body).toBe('pong');
});

test('who does not listen is told apart from who does not exist', async () => {
  const port = await serve(() => {});
  const nowhere: Resolve = () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));
  const named = { allowedHosts: ['gone.example'], allowLoopback: true };
  await expect(send(named, { url: 'http://gone.example/' }, nowhere)).rejects.toMatchObject({
    failure: 'dns',
  });
  await expect(
    send(named, { url: `http://127.0.0.1:${port}/x`, timeoutMs: 100 }),
  ).rejects.toMatchObject({ failure: 'timeout' });
  await expect(send(named, { url: 'http://127.0.0.1:9/' })).rejects.toMatchObject({
    failure: 'connect',
  });
});
