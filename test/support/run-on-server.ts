import { Socket } from 'node:net';
import pg from 'pg';

interface Connection {
  readonly client: pg.Client;
  readonly socket: Socket;
  /** Number of unanswered statements. */
  waiting: number;
}

/** One for each server, for the life of the worker: connecting costs as much as the statement. */
const stored = new Map<string, Promise<Connection>>();

/** Runs one statement on a PostgreSQL server, on a connection that is reused. */
export async function runOnServer(url: string, statement: string): Promise<void> {
  const connected = stored.get(url) ?? connect(url);
  stored.set(url, connected);
  const connection = await connected;
  const { client, socket } = connection;
  connection.waiting += 1;
  socket.ref();
  await client.query(statement).finally(() => {
    connection.waiting -= 1;
    // The end of a test run waits for the statement, not for the connection.
    if (connection.waiting === 0) socket.unref();
  });
}

async function connect(url: string): Promise<Connection> {
  const socket = new Socket();
  const client = new pg.Client({ connectionString: url, stream: () => socket });
  const forget = () => stored.delete(url);
  client.on('error', forget).on('end', forget);
  await client.connect().catch((error) => {
    forget();
    throw error;
  });
  return { client, socket, waiting: 0 };
}
