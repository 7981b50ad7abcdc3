import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FarmError } from '../../model/core/errors.ts';
import type { Connection, Database } from '../../storage/core/database.ts';
import { UnusableDatabase } from '../../storage/core/errors.ts';
import { migrate } from '../../storage/migrations/migrate.ts';
import { sharedMemory } from '../../storage/sqlite/memory-database.ts';

export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly dataDir: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      /** A replica that may serve reads. */
      readonly replicaUrl?: string | undefined;
    }
  | { readonly kind: 'memory' };

/** The database of a folder, or the PostgreSQL database that replaces it. */
export function locationOf(place: {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
}): DatabaseLocation {
  const { dataDir, databaseUrl } = place;
  return databaseUrl === undefined
    ? { kind: 'sqlite', dataDir }
    : { kind: 'postgres', url: databaseUrl };
}

const DATABASE_FILE = 'farmctl.db';

/**
 * Opens a database and upgrades its schema. Throws UnusableDatabase, without changes, for a
 * database that is damaged, newer than the program or of another program.
 */
export async function openDatabase(
  location: DatabaseLocation,
  options: {
    /** Whether a server starts on it; the check for damage then takes longer. */
    readonly isServed?: boolean;
  } = {},
): Promise<Database> {
  let database: Database | undefined;
  try {
    const isThorough = options.isServed === true;
    if (location.kind === 'sqlite') await requireSound(location.dataDir, isThorough);
    database = await connect(location);
    await migrate(database);
    return database;
  } catch (error) {
    await database?.close();
    throw location.kind === 'postgres' ? explainOpening(error, location.url) : error;
  }
}

/** The path of an embedded database. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, DATABASE_FILE);
}

/** The file that will replace the database; exists only during a restore. */
export function incomingFile(dataDir: string): string {
  return `${databaseFile(dataDir)}.restoring`;
}

async function requireSound(dataDir: string, isThorough: boolean): Promise<void> {
  if (existsSync(incomingFile(dataDir))) {
    throw new UnusableDatabase(
      `a restore into ${dataDir} did not come to its end`,
      'run farmctl restore again',
    );
  }
  const { checkFile } = await import('../../storage/sqlite/check-file.ts');
  const monotonicMillis = () => performance.now();
  await checkFile(databaseFile(dataDir), { monotonicMillis, isThorough });
}

// Each driver is loaded on demand: the other one may not even be installed.
async function connect(location: DatabaseLocation): Promise<Database> {
  if (location.kind === 'postgres') return connectPostgres(location.url, location.replicaUrl);
  const { openSqlite } = await import('../../storage/sqlite/database.ts');
  if (location.kind === 'sqlite') return openSqlite(databaseFile(location.dataDir));
  return openSqlite(sharedMemory(randomUUID()));
}

async function connectPostgres(url: string, replicaUrl: string | undefined): Promise<Database> {
  const { openPostgres } = await import('../../storage/postgres/database.ts');
  const { requireSupported } = await import('../../storage/postgres/server-facts.ts');
  const database = await openPostgres(url, { replicaUrl });
  try {
    await requireSupported(database);
    await database.requireReplica?.();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Runs `work` on a database without migrations or writes. Throws UnusableDatabase if it cannot be
 * reached.
 */
export async function readDatabase<T>(
  location: Exclude<DatabaseLocation, { readonly kind: 'memory' }>,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  if (location.kind === 'sqlite') return readFile(databaseFile(location.dataDir), work);
  const { openPostgres } = await import('../../storage/postgres/database.ts');
  const database = await openPostgres(location.url);
  try {
    return await work(database);
  } catch (error) {
    throw explainOpening(error, location.url);
  } finally {
    await database.close();
  }
}

async function readFile<T>(path: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const { openSqliteReader } = await import('../../storage/sqlite/database.ts');
  const reader = await openSqliteReader(path);
  try {
    return await work(reader);
  } finally {
    reader.close();
  }
}

/**
 * Describes a failure to open a PostgreSQL database for the user: cause and remedy on one line,
 * never a password. Unknown errors are returned unchanged.
 */
function explainOpening(error: unknown, url: string): unknown {
  if (error instanceof UnusableDatabase) return error;
  const cause = error instanceof FarmError ? error.cause : error;
  if (!(cause instanceof Error)) return error;
  const { server, database, user } = describeAddress(url);
  const { code = '' } = cause as { code?: string };
  const refusal = refusals[code]?.({ server, database, user });
  if (refusal) return new UnusableDatabase(refusal.finding, refusal.remedy, { ...refusal, cause });
  if (!(error instanceof FarmError)) return error;
  return new UnusableDatabase(
    `PostgreSQL at ${server} does not answer (${oneLine(cause)})`,
    'start it, or correct the address',
    { reason: 'unreachable', cause },
  );
}

/** Location of a PostgreSQL database, without the password. */
export interface PostgresPlace {
  readonly server: string;
  readonly database: string;
  readonly user: string;
}

/** Location of the database as text, without a password. */
export function nameDatabase(location: DatabaseLocation): string {
  if (location.kind === 'sqlite') return databaseFile(location.dataDir);
  if (location.kind === 'memory') return 'memory';
  const { server, database } = describeAddress(location.url);
  return `PostgreSQL at ${server}, ${database}`;
}

/** Parses the URL of a PostgreSQL database for messages. */
export function describeAddress(url: string): PostgresPlace {
  const { host, pathname, username, searchParams } = new URL(url);
  const user = decodeURIComponent(username) || 'of this machine';
  return {
    server: host || searchParams.get('host') || 'the local socket',
    database: decodeURIComponent(pathname.slice(1)) || user,
    user,
  };
}

type Refusal = Pick<UnusableDatabase, 'finding' | 'remedy' | 'reason'>;

/** Explanations of PostgreSQL errors by SQLSTATE. */
const refusals: Readonly<Record<string, (place: PostgresPlace) => Refusal>> = {
  '28P01': wrongPassword,
  '28000': wrongPassword,
  '3D000': ({ server, database }) => ({
    finding: `there is no database "${database}" at ${server}`,
    remedy: 'make it with createdb, or correct the address',
    reason: 'unfit',
  }),
  '42501': ({ database, user }) => ({
    finding: `user "${user}" may not create tables in "${database}"`,
    remedy: 'make the user its owner',
    reason: 'not_allowed',
  }),
};

function wrongPassword({ server, user }: PostgresPlace): Refusal {
  return {
    finding: `PostgreSQL at ${server} does not let user "${user}" in`,
    remedy: 'correct user and password in the address, or set PGPASSWORD',
    reason: 'not_allowed',
  };
}

/**
 * Errors of several addresses, such as those of localhost, are combined in one without a message.
 */
function oneLine(error: Error): string {
  const inner = error instanceof AggregateError ? (error.errors as readonly Error[]) : [error];
  return [...new Set(inner.map(({ message }) => message))].join(', ').replace(/\s+/g, ' ');
}
