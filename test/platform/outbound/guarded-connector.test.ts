import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer as createRawTlsServer } from 'node:tls';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { buildConnector } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { type OutboundPolicy, strictPolicy } from '../../../src/platform/outbound/check-target.ts';
import {
  guardedConnector,
  type Resolve,
  withAddressCheck,
} from '../../../src/platform/outbound/guarded-connections.ts';
import { createOutboundClient } from '../../../src/platform/outbound/outbound-client.ts';
import { testAuthority, testCertificate } from '../../support/test-certificates.ts';

const mockPolicy: OutboundPolicy = { allowedHosts: [], allowLoopback: true };
const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.address === '::1');
const NOT_PUBLIC =
  'The address is not one of the internet; its host may be allowed in the configuration.';

/** A listener that counts connections. */
interface Listener {
  readonly port: number;
  readonly visits: () => number;
}

async function listen(address: string, requestedPort: number, server: Server): Promise<Listener> {
  let visits = 0;
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    visits += 1;
    sockets.add(socket.on('error', () => {}));
  });
  await new Promise<void>((resolve) => server.listen(requestedPort, address, resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, visits: () => visits };
}

/** Answers every request with its own name. */
function answering(address: string, port = 0): Promise<Listener> {
  const answer = `HTTP/1.1 200 OK\r\ncontent-length: ${address.length}\r\n\r\n${address}`;
  const server = createServer((socket) => socket.on('data', () => socket.write(answer)));
  return listen(address, port, server);
}

interface Attempt {
  readonly host: string;
  readonly port: number;
  readonly protocol?: string;
  readonly resolve?: Resolve;
  readonly policy?: OutboundPolicy;
}

/** Connects once and returns the reached name, or the error. */
async function connect(attempt: Attempt, timeoutMs = 1000): Promise<string> {
  const { policy = mockPolicy, resolve = forbidden } = attempt;
  return reach(guardedConnector(policy, { buildConnector, resolve, timeoutMs }), attempt);
}

function reach(
  connector: buildConnector.connector,
  { host, port, protocol = 'http:' }: Attempt,
): Promise<string> {
  const target = { hostname: host, host: `${host}:${port}`, protocol, port: String(port) };
  return new Promise((done) => {
    connector(target, (...[error, socket]) => {
      if (error) return done(error.message || String((error as { code?: unknown }).code));
      const remoteAddress = String(socket.remoteAddress);
      socket.destroy();
      done(remoteAddress);
    });
  });
}

const forbidden: Resolve = async (host) => {
  throw new Error(`${host} was looked up`);
};

function resolving(...answers: readonly string[]): Resolve {
  return async () => answers.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('the checked address is the one that is called', async () => {
  const one = await answering('127.0.0.2');
  const two = await answering('127.0.0.3', one.port);
  const attempt = { host: 'hooks.example.com', port: one.port };
  expect(await connect({ ...attempt, resolve: resolving('127.0.0.2') })).toBe('127.0.0.2');
  expect(await connect({ ...attempt, resolve: resolving('127.0.0.3') })).toBe('127.0.0.3');
  expect([one.visits(), two.visits()]).toEqual([1, 1]);
});

test('a resolver that changes its answer is queried once for a connection', async () => {
  const privateServer = await answering('127.0.0.3');
  const requests: string[] = [];
  const answers = ['127.0.0.2', '127.0.0.3'];
  const resolve: Resolve = async (host) => {
    requests.push(host);
    return [{ address: answers[requests.length - 1] ?? '', family: 4 }];
  };
  const attempt = { host: 'hooks.example.com', port: privateServer.port, resolve };
  expect(await connect(attempt)).toContain('ECONNREFUSED 127.0.0.2');
  expect([requests, privateServer.visits()]).toEqual([['hooks.example.com'], 0]);
});

test('an answer that changes while it is read is read once', async () => {
  const privateServer = await answering('127.0.0.3');
  let reads = 0;
  const shifting = {
    family: 4,
    get address() {
      reads += 1;
      return reads === 1 ? '127.0.0.2' : '127.0.0.3';
    },
  };
  const attempt = {
    host: 'hooks.example.com',
    port: privateServer.port,
    resolve: async () => [shifting],
  };
  expect(await connect(attempt)).toContain('ECONNREFUSED 127.0.0.2');
  expect([reads, privateServer.visits()]).toEqual([1, 0]);
});

test.each<[string, readonly string[]]>([
  ['a private address', ['10.0.0.1']],
  ['this machine', ['127.0.0.1']],
  ['this machine by IPv6', ['::1']],
  ['this machine by an embedded address', ['::ffff:127.0.0.1']],
  ['the metadata service', ['169.254.169.254']],
  ['a public and a private address', ['93.184.216.34', '10.0.0.1']],
  ['a private and a public address', ['10.0.0.1', '93.184.216.34']],
  ['a public IPv4 and a private IPv6 address', ['93.184.216.34', 'fd00::1']],
  ['nine public addresses and a private one', [...Array(9).fill('93.184.216.34'), '192.168.0.1']],
  ['a name', ['localhost']],
  ['an empty text', ['']],
  ['a number', ['2130706433']],
  ['hex', ['0x7f000001']],
  ['a public address in hex', ['0x08080808']],
  ['an address with its port', ['93.184.216.34:443']],
  ['an address with a zone', ['2606:4700::1%lo']],
])('a name that resolves to %s is not called', async (_, addresses) => {
  const resolve = resolving(...addresses);
  const attempt = { host: 'hooks.example.com', port: 443, resolve, policy: strictPolicy };
  expect(await connect(attempt)).toBe(NOT_PUBLIC);
});

test.each<[string, unknown]>([
  ['nothing', []],
  ['null', null],
  ['undefined', undefined],
  ['a number', 7],
  ['a list of null', [null]],
  ['a list of numbers', [1, 2]],
  ['an object', { address: '93.184.216.34' }],
  ['addresses that are objects', [{ address: { toString: () => '127.0.0.1' }, family: 4 }]],
  ['text', '127.0.0.1'],
])('a resolver that returns %s resolves to nothing', async (_, answer) => {
  const resolve = (async () => answer) as unknown as Resolve;
  for (const policy of [strictPolicy, { ...strictPolicy, allowedHosts: ['hooks.example.com'] }]) {
    const attempt = { host: 'hooks.example.com', port: 1, resolve, policy };
    expect(await connect(attempt)).not.toMatch(/^[0-9a-f.:]+$/);
  }
});

test('the family claimed by a resolver is not trusted', async () => {
  const { port } = await answering('127.0.0.1');
  const resolve: Resolve = async () => [{ address: '127.0.0.1', family: 6 }];
  expect(await connect({ host: 'hooks.example.com', port, resolve })).toBe('127.0.0.1');
});

test('a resolver that throws, or hangs, fails in time', async () => {
  const attempt = { host: 'hooks.example.com', port: 443, policy: strictPolicy };
  expect(await connect({ ...attempt, resolve: forbidden })).toBe('hooks.example.com was looked up');
  const hangingResolver: Resolve = () => new Promise(() => {});
  const start = performance.now();
  expect(await connect({ ...attempt, resolve: hangingResolver }, 200)).toContain('Connect Timeout');
  // A hanging resolver would never end.
  expect(performance.now() - start).toBeLessThan(10_000);
});

test.each(['10.0.0.1', '127.0.0.1', '::1', 'fd00::1', '::ffff:7f00:1', '169.254.169.254'])(
  '%s itself is neither looked up nor called',
  async (host) => {
    expect(await connect({ host, port: 443, policy: strictPolicy })).toBe(NOT_PUBLIC);
  },
);

test.runIf(hasIpv6)('an IPv6 address is called if allowed', async () => {
  const { port } = await answering('::1');
  expect(await connect({ host: '::1', port })).toBe('::1');
  const policy = { allowedHosts: [`[::1]:${port}`], allowLoopback: false };
  expect(await connect({ host: '::1', port, policy })).toBe('::1');
  const resolve = resolving('::1');
  expect(await connect({ host: 'hooks.example.com', port, resolve })).toBe('::1');
  const client = createOutboundClient(policy);
  onTestFinished(() => client.close());
  const url = `http://[::1]:${port}/`;
  const answer = await client.send({ method: 'GET', url, timeoutMs: 2000, maxBytes: 100 });
  expect(answer.body).toBe('::1');
});

test('a socket connected elsewhere is closed before anything is sent', async () => {
  const received: Buffer[] = [];
  let isClosed = false;
  const server = createServer((socket) => {
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('close', () => {
      isClosed = true;
    });
  });
  const privateServer = await listen('127.0.0.1', 0, server);
  // Whatever the target, this route leads to the listener, like a redirecting network.
  const plain = buildConnector({ timeout: 1000 });
  const redirecting: buildConnector.connector = (target, callback) =>
    plain({ ...target, hostname: '127.0.0.1', port: String(privateServer.port) }, callback);
  const connector = withAddressCheck(redirecting, (address) => address === '93.184.216.34');
  expect(await reach(connector, { host: '93.184.216.34', port: 443 })).toBe(NOT_PUBLIC);
  await expect.poll(() => isClosed).toBe(true);
  expect([privateServer.visits(), received.length]).toEqual([1, 0]);
});

test('a socket without a known remote address is closed', async () => {
  let isDestroyed = false;
  const unknownSocket = { remoteAddress: undefined, destroy: () => (isDestroyed = true) };
  const connector = withAddressCheck(
    (_, callback) => callback(null, unknownSocket as unknown as Socket),
    (address) => address !== '',
  );
  expect(await reach(connector, { host: 'hooks.example.com', port: 443 })).toBe(NOT_PUBLIC);
  expect(isDestroyed).toBe(true);
});

test('a redirect to a private address is not followed', async () => {
  const privateServer = await answering('127.0.0.3');
  const redirect = `HTTP/1.1 307 Go\r\nlocation: http://127.0.0.3:${privateServer.port}/\r\ncontent-length: 0\r\n\r\n`;
  const server = createServer((socket) => socket.on('data', () => socket.write(redirect)));
  const publicServer = await listen('127.0.0.2', 0, server);
  const client = createOutboundClient(mockPolicy);
  onTestFinished(() => client.close());
  const url = `http://127.0.0.2:${publicServer.port}/`;
  const answer = await client.send({
    method: 'POST',
    url,
    body: '{}',
    timeoutMs: 2000,
    maxBytes: 9,
  });
  expect([answer.status, privateServer.visits()]).toEqual([307, 0]);
});

test('an open connection is reused for its own host only', async () => {
  const shared = await answering('127.0.0.2');
  const allowedHosts = ['a.example.com', 'b.example.com'];
  const client = createOutboundClient(
    { allowedHosts, allowLoopback: false },
    resolving('127.0.0.2'),
  );
  onTestFinished(() => client.close());
  const call = (host: string) =>
    client.send({
      method: 'GET',
      url: `http://${host}:${shared.port}/`,
      timeoutMs: 2000,
      maxBytes: 99,
    });
  await call('a.example.com');
  // The connection is free again a turn after its answer.
  await pause(50);
  await call('a.example.com');
  expect(shared.visits()).toBe(1);
  await pause(50);
  await call('b.example.com');
  expect(shared.visits()).toBe(2);
});

test('open and closed private ports get the same error, and neither is contacted', async () => {
  const open = await answering('127.0.0.1');
  const closed = await closedPort();
  const client = createOutboundClient(strictPolicy, resolving('127.0.0.1'));
  onTestFinished(() => client.close());
  const connectTo = async (port: number) => {
    const start = performance.now();
    const url = `https://hooks.example.com:${port}/`;
    const error = await client
      .send({ method: 'POST', url, timeoutMs: 2000, maxBytes: 100 })
      .catch((failed: unknown) => failed as { readonly failure: string; readonly message: string });
    const { failure, message } = error as { readonly failure: string; readonly message: string };
    return { told: { failure, message }, millis: performance.now() - start };
  };
  await connectTo(open.port);
  const rounds = 10;
  const times: { open: number[]; closed: number[] } = { open: [], closed: [] };
  for (let round = 0; round < rounds; round++) {
    const [first, second] = [await connectTo(open.port), await connectTo(closed)];
    expect(first.told).toEqual({ failure: 'blocked', message: NOT_PUBLIC });
    expect(second.told).toEqual(first.told);
    times.open.push(first.millis);
    times.closed.push(second.millis);
  }
  // The fastest of each: other programs slow down some rounds.
  expect(Math.abs(Math.min(...times.open) - Math.min(...times.closed))).toBeLessThan(20);
  expect(open.visits()).toBe(0);
});

/** Serves the test certificate, and counts the received requests. */
async function serveTls(): Promise<Listener> {
  let visits = 0;
  const server = createTlsServer({ ...testCertificate }, (_, response) => {
    visits += 1;
    response.end('pong');
  });
  server.on('tlsClientError', () => {});
  const { port } = await listen('127.0.0.1', 0, server);
  return { port, visits: () => visits };
}

async function failureOf(url: string): Promise<unknown> {
  const client = createOutboundClient(mockPolicy, resolving('127.0.0.1'));
  onTestFinished(() => client.close());
  const { body } = await client
    .send({ method: 'GET', url, timeoutMs: 2000, maxBytes: 100 })
    .catch((error: unknown) => ({ body: (error as { readonly failure: unknown }).failure }));
  return body;
}

test('an untrusted certificate is rejected, and no request is sent', async () => {
  const server = await serveTls();
  expect(await failureOf(`https://localhost:${server.port}/`)).toBe('tls');
  expect(server.visits()).toBe(0);
});

test('a host that does not speak TLS is reported as such', async () => {
  const { port } = await answering('127.0.0.1');
  expect(await failureOf(`https://127.0.0.1:${port}/`)).toBe('tls');
});

/** Calls addresses from a separate process, with the trust set by its environment. */
async function callFromProcess(
  urls: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'farmctl-tls-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'authority.pem'), testAuthority);
  const program = join(folder, 'call.mjs');
  await build({
    stdin: {
      contents: `
        import { createOutboundClient } from './src/platform/outbound/outbound-client.ts';
        const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
        const policy = { allowedHosts: [], allowLoopback: true };
        const client = createOutboundClient(policy, resolve);
        const call = (url) =>
          client.send({ method: 'GET', url, timeoutMs: 5000, maxBytes: 100 })
            .then(({ body }) => body, ({ failure }) => failure);
        const told = [];
        for (const url of process.argv.slice(2)) told.push(await call(url));
        console.log(JSON.stringify(told));
        await client.close();
      `,
      resolveDir: join(import.meta.dirname, '../../..'),
    },
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    banner: {
      js: "import{createRequire as r}from'node:module';const require=r(import.meta.url);",
    },
    logLevel: 'error',
  });
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...urls], {
    env: { ...env, NODE_EXTRA_CA_CERTS: join(folder, env['authority'] ?? 'none.pem') },
  });
  return JSON.parse(stdout);
}

test('a certificate is valid for its names only', async () => {
  const server = await serveTls();
  const urls = ['localhost', 'hooks.example.com', 'other.example.com', '127.0.0.1'].map(
    (host) => `https://${host}:${server.port}/`,
  );
  const reported = await callFromProcess(urls, { authority: 'authority.pem' });
  expect(reported).toEqual(['pong', 'pong', 'tls', 'tls']);
});

test('a connection dropped within an encrypted answer is reported as broken', async () => {
  const half = 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nshort';
  const server = createRawTlsServer({ ...testCertificate }, (socket) => {
    socket.once('data', () => socket.write(half, () => setTimeout(() => socket.destroy(), 20)));
    socket.on('error', () => {});
  });
  const { port } = await listen('127.0.0.1', 0, server);
  const reported = await callFromProcess([`https://localhost:${port}/`], {
    authority: 'authority.pem',
  });
  expect(reported).toEqual(['broken']);
});

test('an environment variable that disables certificate checks is ignored', async () => {
  const server = await serveTls();
  const urls = [`https://localhost:${server.port}/`];
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };
  expect(await callFromProcess(urls, env)).toEqual(['tls']);
  expect(server.visits()).toBe(0);
});
