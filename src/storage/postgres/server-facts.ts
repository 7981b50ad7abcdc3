import sql from 'sql-template-tag';
import type { Connection } from '../core/database.ts';
import { UnusableDatabase } from '../core/errors.ts';

/** Facts reported by a PostgreSQL server. */
export interface ServerFacts {
  /** Major version, such as 18. */
  readonly major: number;
  /** Other connections of farmctl to this database. */
  readonly instances: number;
  /** Whether commits are on disk before they are acknowledged. */
  readonly isDurable: boolean;
  /** The archive of the write-ahead log, for point-in-time recovery. */
  readonly archive: ArchiveFacts;
  /** Size of this database in bytes. */
  readonly bytes: number;
}

/** State of the archive of the write-ahead log. */
export interface ArchiveFacts {
  readonly isOn: boolean;
  /** When the last segment was archived, milliseconds since 1970. */
  readonly lastArchived: number | undefined;
  /** When archiving last failed, if that is later. */
  readonly lastFailed: number | undefined;
}

interface Row {
  readonly instances: number | string;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly archive_mode: string;
  readonly archived: number | null;
  readonly failed: number | null;
  readonly bytes: number | string;
}

export async function readServerFacts(connection: Connection): Promise<ServerFacts> {
  const major = await findServerMajor(connection);
  const row = await connection.first<Row>(sql`
    select (select count(*) from pg_stat_activity
        where application_name = 'farmctl' and datname = current_database()
          and pid <> pg_backend_pid()) as instances,
      current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('archive_mode') as archive_mode,
      (select extract(epoch from last_archived_time)::float8 * 1000 from pg_stat_archiver)
        as archived,
      (select extract(epoch from last_failed_time)::float8 * 1000 from pg_stat_archiver
        where last_failed_time > coalesce(last_archived_time, '-infinity')) as failed,
      pg_database_size(current_database()) as bytes`);
  return {
    major,
    instances: Number(row?.instances ?? 0),
    isDurable:
      row?.fsync === 'on' && row.full_page_writes === 'on' && row.synchronous_commit !== 'off',
    archive: {
      isOn: row?.archive_mode === 'on' || row?.archive_mode === 'always',
      lastArchived: row?.archived ?? undefined,
      lastFailed: row?.failed ?? undefined,
    },
    bytes: Number(row?.bytes ?? 0),
  };
}

/** The oldest supported major version of PostgreSQL. */
const OLDEST_MAJOR = 14;

/** The major version of the PostgreSQL server, such as 18. */
export async function findServerMajor(connection: Connection): Promise<number> {
  const row = await connection.first<{ server_version_num: string }>(sql`show server_version_num`);
  return Math.floor(Number(row?.server_version_num ?? 0) / 10_000);
}

/** Throws UnusableDatabase if the PostgreSQL server is too old. */
export async function requireSupported(connection: Connection): Promise<void> {
  const major = await findServerMajor(connection);
  if (major >= OLDEST_MAJOR) return;
  throw new UnusableDatabase(
    `the server is PostgreSQL ${major}, farmctl needs ${OLDEST_MAJOR} or later`,
    'upgrade the server, or name another',
  );
}

/** A position in the write-ahead log of a cluster, in bytes. */
export type LogPosition = bigint;

/** Identity of a database in its cluster, and the log position of its server. */
export interface LogState {
  /** Equal for a primary and its replicas. */
  readonly identity: string;
  /** For a replica the replayed position, for a primary the flushed one. */
  readonly position: LogPosition;
}

export const IDENTITY =
  'select (select system_identifier::text from pg_control_system()) as cluster, current_database() as name';

/** The flushed log position of a primary: all acknowledged commits, and little more. */
export const FLUSHED = 'select pg_current_wal_flush_lsn()::text as position';

/** The replayed log position of a replica; a server that is not a replica returns its own. */
export const REPLAYED = `
  select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
    else pg_current_wal_flush_lsn() end)::text as position`;

/** Reads the identity and the log position of a server. */
export async function readLogState(connection: Connection): Promise<LogState> {
  const [identity, position] = await Promise.all(
    [IDENTITY, REPLAYED].map((text) =>
      connection.first<{ position?: unknown }>({ sql: '', text, values: [] }),
    ),
  );
  return { identity: JSON.stringify(identity), position: logPosition(position) };
}

/** `16/B374D848` is 0x16B374D848. */
export function logPosition(row: { readonly position?: unknown } | undefined): LogPosition {
  const [high = '', low = ''] = String(row?.position).split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
