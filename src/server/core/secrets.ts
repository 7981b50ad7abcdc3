import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { refused } from '../../model/core/errors.ts';
import type { AnchorFile, AnchorPlaces } from '../../platform/audit/anchors.ts';
import { anchorOf } from '../../platform/audit/compare-anchors.ts';
import { noSecrets, type SecretPlaces } from '../../platform/integrations/secret-references.ts';
import { createSecretBox, type WebhookSettings } from '../../platform/webhooks/webhook-secrets.ts';
import { listAnchors } from '../../storage/system/audit-anchors.ts';
import { listWebhookHealth, type WebhookHealth } from '../../storage/webhooks/webhooks.ts';
import { secureRandom } from '../../tools/ids.ts';
import { type DatabaseLocation, readDatabase } from './open-database.ts';

const KEY_BYTES = 32;
/** The name of the key file next to an embedded database. */
export const KEY_FILE = 'farmctl.key';
const HEX = /^[0-9a-f]{64}$/i;

/**
 * Returns a function that finds the key that encrypts the secrets in the database: the configured
 * key, else the one in a file next to an embedded database, created on first use. The key of an
 * in-memory database is lost with it. Throws a plain error if the configured text is invalid.
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
 * Finds an existing key as `secretKeyOf` does, without creating one. Throws a plain error for an
 * invalid text.
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

/**
 * The key is on disk before it encrypts anything: otherwise the data could not be decrypted again.
 */
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

/** The name of the anchor file next to an embedded database. */
const ANCHOR_FILE = 'audit-anchors.jsonl';
const MOST_READ_BYTES = 512 * 1024;

/** The anchor file next to the database of a folder. */
export function anchorFile(dataDir: string): string {
  return join(dataDir, ANCHOR_FILE);
}

/** Signing key and storage of the anchors of a service; an in-memory database has none. */
export function anchorPlacesOf(
  database: DatabaseLocation,
  options: { readonly secretKey?: string | undefined; readonly file?: string | undefined } = {},
): AnchorPlaces {
  const { secretKey } = options;
  if (database.kind === 'memory') return { findKey: () => undefined };
  const anchorPath = database.kind === 'sqlite' ? anchorFile(database.dataDir) : undefined;
  const path = options.file ?? anchorPath;
  return {
    findKey(mayMake) {
      const existingKey = findSecretKey(database, secretKey);
      if (existingKey || !mayMake || database.kind !== 'sqlite') return existingKey;
      return secretKeyOf(database, secretKey)();
    },
    file: path === undefined ? undefined : createAnchorFile(path),
  };
}

/** A file of anchors in JSON Lines; only its end is read, which contains the newest. */
export function createAnchorFile(path: string): AnchorFile {
  return {
    append(anchor) {
      const file = openSync(path, 'a', 0o600);
      try {
        writeSync(file, `${JSON.stringify(anchor)}\n`);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    },
    read() {
      const lines = readEnd(path)
        .split('\n')
        .filter((line) => line.trim() !== '');
      const anchors = lines.map(parseLine);
      const readable = anchors.filter((anchor) => anchor !== undefined);
      return { anchors: readable, unreadable: anchors.length - readable.length };
    },
  };
}

/** The complete lines at the end of a file; empty if there is no file. */
function readEnd(path: string): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
  try {
    const { size } = fstatSync(file);
    const length = Math.min(size, MOST_READ_BYTES);
    const bytes = Buffer.alloc(length);
    const read = readSync(file, bytes, 0, length, size - length);
    const text = bytes.toString('utf8', 0, read);
    return length < size ? text.slice(text.indexOf('\n') + 1) : text;
  } finally {
    closeSync(file);
  }
}

function parseLine(line: string) {
  try {
    return anchorOf(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** The name of the secrets folder next to an embedded database. */
const SECRETS_FOLDER = 'secrets';

/** The configured places for the secrets of integrations. */
export interface ConfiguredSecrets {
  /** Environment variables of the server that may hold secrets. */
  readonly environment?: SecretPlaces['environment'];
  /** The folder of secrets; default: `secrets` next to an embedded database, else none. */
  readonly folder?: string;
}

/** The places searched for the secrets of integrations. */
export function secretPlacesOf(
  database: DatabaseLocation,
  { environment = noSecrets.environment, folder }: ConfiguredSecrets = {},
): SecretPlaces {
  const adjacentFolder =
    database.kind === 'sqlite' ? join(database.dataDir, SECRETS_FOLDER) : noSecrets.folder;
  return { environment, folder: folder ?? adjacentFolder };
}

/**
 * The webhook settings of a service; webhooks of a mock server may call its own machine. Throws a
 * plain error if the configured key is invalid.
 */
export function webhookSettingsOf(service: {
  readonly database: DatabaseLocation;
  readonly mock?: object;
  readonly allowedHosts?: readonly string[];
  readonly secretKey?: string;
}): WebhookSettings {
  const { database, mock, allowedHosts = [], secretKey } = service;
  return {
    policy: { allowedHosts, allowLoopback: mock !== undefined },
    secrets: createSecretBox(secretKeyOf(database, secretKey), secureRandom),
  };
}

/**
 * The webhooks whose secret cannot be decrypted with the key: their deliveries cannot be signed.
 */
export function unreadableWebhooks(
  webhooks: readonly Pick<WebhookHealth, 'id' | 'secret'>[],
  key: Uint8Array | undefined,
): readonly string[] {
  const box = key && createSecretBox(() => key, secureRandom);
  return webhooks
    .filter(({ id, secret }) => !opens(() => box?.open(secret, id)))
    .map(({ id }) => id);
}

function opens(open: () => string | undefined): boolean {
  try {
    return open() !== undefined;
  } catch {
    return false;
  }
}

/**
 * Whether the audit log of a folder was signed with a missing key, as after a restore on another
 * machine; false if unknown.
 */
export async function lacksSigningKey(
  dataDir: string,
  configured: string | undefined,
): Promise<boolean> {
  const database = { kind: 'sqlite', dataDir } as const;
  try {
    if (findSecretKey(database, configured)) return false;
    return (await readDatabase(database, listAnchors)).length > 0;
  } catch {
    return false;
  }
}

/** The key file next to a database, which no backup contains; undefined if there is none. */
export function findKeyFile(dataDir: string): string | undefined {
  const path = join(dataDir, KEY_FILE);
  return existsSync(path) ? path : undefined;
}

/**
 * The webhooks of a database whose secrets cannot be decrypted with the current key; none if
 * unknown, as for a database that has not been migrated yet.
 */
export async function findLostSecrets(
  database: Exclude<DatabaseLocation, { readonly kind: 'memory' }>,
  configured: string | undefined,
): Promise<readonly string[]> {
  try {
    const webhooks = await readDatabase(database, listWebhookHealth);
    return unreadableWebhooks(webhooks, findSecretKey(database, configured));
  } catch {
    return [];
  }
}
