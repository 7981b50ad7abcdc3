import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import { onTestFinished } from 'vitest';

/** A local broker for one test. */
export interface TestBroker {
  readonly port: number;
  /** The ids of accepted clients. */
  readonly clients: readonly string[];
  publish(topic: string, payload: unknown, options?: { readonly retain?: boolean }): Promise<void>;
  /** Stops it and closes its connections. */
  stop(): Promise<void>;
}

/** Starts a broker; with a password it accepts only `farm` with that password. */
export async function startTestBroker(
  options: { readonly port?: number; readonly password?: string } = {},
): Promise<TestBroker> {
  const clients: string[] = [];
  const broker = await Aedes.createBroker({
    authenticate: (client, username, password, done) => {
      const { password: wanted } = options;
      const isIn = wanted === undefined || (username === 'farm' && String(password) === wanted);
      if (isIn) clients.push(client.id);
      done(isIn ? null : Object.assign(new Error('refused'), { returnCode: 5 }), isIn);
    },
  });
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    broker.handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    await new Promise<void>((resolve) => broker.close(() => resolve()));
  };
  onTestFinished(stop);
  return {
    port: (server.address() as AddressInfo).port,
    clients,
    stop,
    publish(topic, payload, { retain = false } = {}) {
      const text =
        typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
      const packet = { cmd: 'publish', topic, payload: text, qos: 1, retain, dup: false } as const;
      return new Promise((resolve, reject) => {
        broker.publish(packet, (error) => (error ? reject(error) : resolve()));
      });
    },
  };
}
