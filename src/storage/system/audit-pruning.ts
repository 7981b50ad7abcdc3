import sql, { raw } from 'sql-template-tag';
import type { Connection, Transaction } from '../database.ts';
import { lockChain } from './audit-log.ts';

/** The last entry of the audit log that was pruned: the chain goes on behind its hash. */
interface AuditMark {
  readonly position: number;
  readonly hash: string;
  /** When that entry was made. */
  readonly at: string;
}

/** Where the kept part of the chain begins; undefined where nothing was ever pruned. */
export async function findAuditMark(connection: Connection): Promise<AuditMark | undefined> {
  const at = raw(connection.dialect.jsonValue('mark.at', 'timestamp'));
  const mark = await connection.first<{ position: number | string; hash: string; at: string }>(sql`
    select mark.position, mark.hash, ${at} as at from audit_checkpoints mark
    order by mark.position desc limit 1`);
  return mark && { ...mark, position: Number(mark.position) };
}

/**
 * Prunes the beginning of the audit log up to the first entry that is not from before an instant, at
 * most so many entries, and keeps the hash behind which the chain goes on. The newest entry always
 * stays. Returns how many went.
 */
export async function pruneAudit(
  transaction: Transaction,
  { before, most, now }: { readonly before: string; readonly most: number; readonly now: string },
): Promise<number> {
  await lockChain(transaction);
  const from = (await findAuditMark(transaction))?.position ?? 0;
  const at = raw(transaction.dialect.jsonValue('entry.at', 'timestamp'));
  const oldest = await transaction.all<{ position: number | string; hash: string; at: string }>(sql`
    select entry.position, entry.hash, ${at} as at from audit_log entry
    where entry.position > ${from} order by entry.position limit ${most + 1}`);
  const firstKept = oldest.findIndex((entry) => entry.at >= before);
  const going = oldest.slice(0, firstKept === -1 ? -1 : firstKept).slice(0, most);
  const last = going.at(-1);
  if (!last) return 0;
  const position = Number(last.position);
  await transaction.run(sql`
    insert into audit_checkpoints (position, hash, at, pruned_at)
    values (${position}, ${last.hash}, ${last.at}, ${now})`);
  await transaction.run(sql`delete from audit_checkpoints where position < ${position}`);
  await transaction.run(sql`delete from audit_log where position <= ${position}`);
  return going.length;
}
