import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { refused } from '../model/errors.ts';
import { secureRandom } from '../tools/ids.ts';
import type { DatabaseLocation } from './open-database.ts';

const KEY_BYTES = 32;
/** The name of the file beside an embedded database that holds the key. */
export const KEY_FILE = 'farmctl.key';
const HEX = /^[0-9a-f]{64}$/i;

/**
 * What finds the key under which secrets are kept in the database: the configured one, else that of
 * a file beside an embedded database, made when it is first needed; of a database in memory one that
 * ends with it. Throws a plain error when the configured text is none.
 */
export function secretKeyOf(
  database: DatabaseLocation,
  configured: string | undefined,
): () => Uint8Array {
  if (configured !== undefined) {
    const key = parseKey(configured, 'FARMCTL_SECRET_KEY');
    return () => key;
  }
  if (database.kind === 'sqlite') return () => fileKey(join(database.dataDir, KEY_FILE));
  if (database.kind === 'memory') return () => secureRandom(new Uint8Array(KEY_BYTES));
  return () => {
    throw refused(
      'secret_key_missing',
      'The server keeps no secrets: start every instance with the same FARMCTL_SECRET_KEY.',
    );
  };
}

/**
 * The key as `secretKeyOf` finds it, where there is one already: nothing is made. Throws a plain
 * error for a text that is none.
 */
export function findSecretKey(
  database: DatabaseLocation,
  configured: string | undefined,
): Uint8Array | undefined {
  if (configured !== undefined || database.kind !== 'sqlite') {
    return configured === undefined ? undefined : secretKeyOf(database, configured)();
  }
  return readKey(join(database.dataDir, KEY_FILE));
}

function parseKey(text: string, source: string): Uint8Array {
  const trimmed = text.trim();
  const key = Buffer.from(trimmed, HEX.test(trimmed) ? 'hex' : 'base64');
  if (key.length === KEY_BYTES) return key;
  throw new Error(
    `${source} must be ${KEY_BYTES} bytes as hex or base64, as of openssl rand -base64 ${KEY_BYTES}`,
  );
}

function fileKey(path: string): Uint8Array {
  return readKey(path) ?? makeKey(path);
}

function readKey(path: string): Uint8Array | undefined {
  try {
    return parseKey(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The key is on disk before anything is sealed with it: what it sealed could not be opened again. */
function makeKey(path: string): Uint8Array {
  const key = secureRandom(new Uint8Array(KEY_BYTES));
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, `${Buffer.from(key).toString('base64')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return key;
}
