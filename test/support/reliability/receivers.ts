import { createServer as createWebServer, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { testCertificate } from '../test-certificates.ts';

/** A request that arrived at a receiver. */
export interface Arrival {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly path: string;
  readonly eventId: string;
  readonly title: string;
}

/** A local receiver of webhooks. */
export interface Receiver {
  readonly url: string;
  /** Complete arrivals, the first one first. */
  readonly arrivals: readonly Arrival[];
  close(): Promise<void>;
}

/** The reaction of a receiver to a delivery; `count` is 1 for the first. */
type Reply = (response: ServerResponse, count: number) => void;

const DRIP_MILLIS = 300;
const FLOOD_CHUNK = 'flood '.repeat(10_000);

/** Misbehaviour of receivers on the HTTP level. */
const REPLIES = {
  healthy: (response) => response.writeHead(200).end('noted'),
  hangs: () => {},
  drips: (response) => {
    response.writeHead(200);
    drip(() => response.write('.'), response);
  },
  floods: (response) => {
    response.writeHead(200);
    flood(response);
  },
  failing: (response) => response.writeHead(503).end('overloaded'),
  gone: (response) => response.writeHead(410).end(),
  busyOnce: (response, count) =>
    count === 1
      ? response.writeHead(429, { 'retry-after': '2' }).end()
      : response.writeHead(200).end(),
  redirects: (response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  promisesMore: (response) => {
    response.writeHead(200, { 'content-length': '1000000' });
    response.write('ten bytes.', () => response.destroy());
  },
  resets: (response) => response.socket?.resetAndDestroy(),
} as const satisfies Readonly<Record<string, Reply>>;

/** Misbehaviour of receivers below HTTP. */
const SOCKETS = {
  silent: () => {},
  dropsTls: (socket) => socket.once('data', () => socket.destroy()),
  talksNonsense: (socket) => socket.once('data', () => socket.end('220 mail.example ESMTP\r\n')),
  dripsHeaders: (socket) => {
    const text = 'HTTP/1.1 200 OK\r\nx-slow: yes\r\n';
    let index = 0;
    drip(() => socket.write(text.charAt(index++) || 'x'), socket);
  },
} as const satisfies Readonly<Record<string, (socket: Socket) => void>>;

export type Behaviour = keyof typeof REPLIES | keyof typeof SOCKETS | 'strangeCertificate';

/**
 * Starts a receiver with a behaviour, on a separate port. `onArrival` is called with the number of
 * arrivals, before the last of them is answered.
 */
export async function startReceiver(
  behaviour: Behaviour,
  onArrival: (count: number) => void = () => {},
): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const sockets = new Set<Socket>();
  const server = serverOf(behaviour, { arrivals, onArrival });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  const isTls = behaviour === 'dropsTls' || behaviour === 'strangeCertificate';
  return {
    url: `${isTls ? 'https' : 'http'}://127.0.0.1:${port}/${behaviour}`,
    arrivals,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

interface Notes {
  readonly arrivals: Arrival[];
  readonly onArrival: (count: number) => void;
}

function serverOf(behaviour: Behaviour, notes: Notes): Server {
  if (isSocketBehaviour(behaviour)) return createSocketServer(SOCKETS[behaviour]);
  const reply: Reply = behaviour === 'strangeCertificate' ? REPLIES.healthy : REPLIES[behaviour];
  const listener = collect(notes, reply);
  return behaviour === 'strangeCertificate'
    ? createTlsServer(testCertificate, listener)
    : createWebServer(listener);
}

function isSocketBehaviour(behaviour: Behaviour): behaviour is keyof typeof SOCKETS {
  return behaviour in SOCKETS;
}

function collect({ arrivals, onArrival }: Notes, reply: Reply) {
  return (request: import('node:http').IncomingMessage, response: ServerResponse) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const { id, data } = JSON.parse(text);
      const path = request.url ?? '/';
      arrivals.push({ at: Date.now(), path, eventId: id, title: data.record.title });
      onArrival(arrivals.length);
      reply(response, arrivals.length);
    });
  };
}

/** Writes repeatedly until the other side closes the connection. */
function drip(write: () => void, ending: NodeJS.EventEmitter): void {
  const timer = setInterval(write, DRIP_MILLIS);
  ending.once('close', () => clearInterval(timer));
}

function flood(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(FLOOD_CHUNK));
  };
  response.on('drain', more);
  more();
}
