import { Socket } from 'node:net';
import pg from 'pg';

/** One for each server, for as long as the worker lives: to connect costs as much as the statement. */
const kept = new Map<string, Promise<pg.Client>>();

/** Runs one statement on a PostgreSQL server, on a connection that is kept for the next one. */
export async function runOnServer(url: string, statement: string): Promise<void> {
  const connected = kept.get(url) ?? connect(url);
  kept.set(url, connected);
  await (await connected).query(statement);
}

async function connect(url: string): Promise<pg.Client> {
  const socket = new Socket();
  const client = new pg.Client({ connectionString: url, stream: () => socket });
  const forget = () => kept.delete(url);
  client.on('error', forget).on('end', forget);
  await client.connect().catch((error) => {
    forget();
    throw error;
  });
  // The end of a test run does not wait for it.
  socket.unref();
  return client;
}
