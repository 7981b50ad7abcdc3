import sql, { raw } from 'sql-template-tag';
import type { DigestChannel } from '../../model/core/vocabulary.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { Connection, Transaction } from '../core/database.ts';
import { type ColumnKinds, fromColumns, selectedColumns } from '../core/insert-values.ts';

/** The stored morning digest setting of a user. */
export interface StoredDigest {
  readonly userId: string;
  readonly orgId: string;
  /** Hour of the day at the user's first farm; null for none. */
  readonly hour: number | null;
  readonly via: DigestChannel;
  /** Next due time; null for never. */
  readonly nextAt: string | null;
  /** The day of the last digest sent. */
  readonly lastDay: CalendarDay | null;
  readonly updatedAt: string;
}

const DIGEST: ColumnKinds<StoredDigest> = {
  userId: 'text',
  orgId: 'text',
  hour: 'integer',
  via: 'text',
  nextAt: 'timestamp',
  lastDay: 'text',
  updatedAt: 'timestamp',
};

/** The digest setting of a user; undefined if never set. */
export async function findDigest(
  connection: Connection,
  userId: string,
): Promise<StoredDigest | undefined> {
  const columns = selectedColumns(connection, DIGEST, 'digest');
  const row = await connection.first<Record<string, unknown>>(
    sql`select ${columns} from notice_digests digest where digest.user_id = ${userId}`,
  );
  return row && fromColumns(DIGEST, row);
}

/** Stores the digest setting of a user; keeps the day of the last digest. */
export async function putDigest(
  connection: Connection,
  { userId, orgId, hour, via, nextAt, updatedAt }: Omit<StoredDigest, 'lastDay'>,
): Promise<void> {
  await connection.run(sql`
    insert into notice_digests (user_id, org_id, hour, via, next_at, updated_at)
    values (${userId}, ${orgId}, ${hour}, ${via}, ${nextAt}, ${updatedAt})
    on conflict (user_id) do update set hour = excluded.hour, via = excluded.via,
      next_at = excluded.next_at, updated_at = excluded.updated_at`);
}

/** The due digests, locked against other instances. */
export async function lockDueDigests(
  transaction: Transaction,
  { now, limit }: { readonly now: string; readonly limit: number },
): Promise<(StoredDigest & { readonly hour: number; readonly nextAt: string })[]> {
  const skip = transaction.dialect.lockRows === '' ? '' : 'for update skip locked';
  const columns = selectedColumns(transaction, DIGEST, 'digest');
  const rows = await transaction.all<Record<string, unknown>>(sql`
    select ${columns} from notice_digests digest
    where digest.next_at <= ${now} and digest.hour is not null
    order by digest.next_at, digest.user_id limit ${limit} ${raw(skip)}`);
  return rows.map((row) => fromColumns(DIGEST, row));
}

/** Stores the next due time and the day of the last digest. */
export async function finishDigest(
  transaction: Transaction,
  { userId, nextAt, lastDay }: Pick<StoredDigest, 'userId' | 'nextAt' | 'lastDay'>,
): Promise<void> {
  await transaction.run(sql`
    update notice_digests set next_at = ${nextAt}, last_day = ${lastDay}
    where user_id = ${userId}`);
}
