import type { Connection } from '../../storage/database.ts';
import {
  CHAIN_START,
  chainHash,
  listSealedEntries,
  listUnsealedIds,
} from '../../storage/system/audit-log.ts';
import { findAuditMark } from '../../storage/system/audit-pruning.ts';
import { requireScope } from '../access/actor.ts';
import { readPage } from '../records/page.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';
import { UNRECORDED } from './audit-entry.ts';
import type { AuditTrail } from './audit-trail.ts';
import { withLostCommits } from './lost-commits.ts';

const ENTRIES_AT_ONCE = 1000;

/** `GET /os/audit/verify`: walks the chain of hashes and reports where it is broken. */
export async function verifyAudit(
  runtime: Runtime,
  call: Call,
  trail: AuditTrail,
): Promise<Answer> {
  call.subject.resource = 'audit';
  requireScope(call.actor, 'admin:*');
  readPage(call.query.parameters);
  const { unsealed, unwritten } = await settleTrail(runtime.database, trail);
  const chain = await verifyChain(runtime.database);
  const ok = chain.ok && unsealed === 0 && unwritten === 0;
  const state = { ...chain, ok, unsealed, unwritten };
  return jsonAnswer(withLostCommits(state, runtime.database));
}

/**
 * Has everything written and sealed that waits. Returns the entries that stay without a place in
 * the chain although sealing was tried, and the calls whose entries cannot be written.
 */
async function settleTrail(
  connection: Connection,
  trail: AuditTrail,
): Promise<{ readonly unsealed: number; readonly unwritten: number }> {
  const before = await listUnsealedIds(connection);
  // The trail reports the fault itself; what it means for the log is seen in its health.
  await trail.flush().catch(() => undefined);
  const after = new Set(await listUnsealedIds(connection));
  const { isFailing, waitingCalls, lostCalls } = trail.health();
  return {
    unsealed: before.filter((id) => after.has(id)).length,
    unwritten: lostCalls + (isFailing ? waitingCalls : 0),
  };
}

/** What a walk along the chain found. */
export interface ChainState {
  readonly ok: boolean;
  readonly checked: number;
  /** The first entry that is not what it was when it was sealed. */
  readonly firstBroken: { readonly position: number; readonly id: string } | null;
  /** Entries that stand for calls whose own entry the database refused. */
  readonly gaps: number;
  /** The entries that were forgotten as settled, with when the last of them was made; if any were. */
  readonly pruned?: { readonly entries: number; readonly lastAt: string };
}

/** Computes every hash of the audit log again, from where it was last pruned. */
export async function verifyChain(connection: Connection): Promise<ChainState> {
  const mark = await findAuditMark(connection);
  const start = mark?.position ?? 0;
  const pruned = mark ? { pruned: { entries: mark.position, lastAt: mark.at } } : {};
  let position = start;
  let hash = mark?.hash ?? CHAIN_START;
  let gaps = 0;
  for (;;) {
    const entries = await listSealedEntries(connection, {
      afterPosition: position,
      limit: ENTRIES_AT_ONCE,
    });
    if (entries.length === 0) {
      return { ok: true, checked: position - start, firstBroken: null, gaps, ...pruned };
    }
    for (const entry of entries) {
      hash = chainHash(hash, entry);
      const isWhole = entry.position === position + 1 && entry.hash === hash;
      if (!isWhole) {
        const firstBroken = { position: position + 1, id: entry.id };
        return { ok: false, checked: position - start, firstBroken, gaps, ...pruned };
      }
      position += 1;
      if (entry.code === UNRECORDED) gaps += 1;
    }
  }
}
