import { limits } from '../../model/limits.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  type AuditEntry,
  insertAuditEntry,
  sealAuditEntries,
} from '../../storage/system/audit-log.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Call } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';

const MOST_WAITING = 100_000;
const LONGEST_ID = 200;

/** The audit log's writing side: every call leaves an entry, every entry gets its link in the chain. */
export interface AuditTrail {
  /** Writes the entry of a change, in the transaction of that change. */
  write(transaction: Transaction, call: Call, outcome: Outcome): Promise<void>;
  /** Notes a call that changed nothing; written with others within 50 ms. */
  note(call: Call, outcome: Outcome): void;
  /** Notes a refused stranger; equal ones that come close together share an entry. */
  noteStranger(entry: StrangerEntry): void;
  /** Writes and seals all that waits. */
  flush(): Promise<void>;
  /** Flushes and stops the timer. */
  close(): Promise<void>;
}

/** How a call ended. */
export interface Outcome {
  readonly status: number;
  readonly code?: string | undefined;
}

/** A call whose caller is not known. */
export type StrangerEntry = Pick<AuditEntry, 'method' | 'route' | 'ip' | 'requestId' | 'status'> & {
  readonly code: string | null;
  readonly orgId: string | null;
  readonly keyId: string | null;
  readonly durationMs: number;
};

/** Makes the audit trail; `onError` hears of a flush that failed and will be tried again. */
export function createAuditTrail(runtime: Runtime, onError: (error: unknown) => void): AuditTrail {
  let waiting: AuditEntry[] = [];
  let needsSeal = true;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const strangers = new Map<string, AuditEntry>();

  const schedule = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      flush().catch(onError);
    }, limits.auditFlushMillis);
  };
  const flush = async () => {
    await running;
    running = flushOnce().finally(() => {
      running = undefined;
    });
    return running;
  };
  const flushOnce = async () => {
    const entries = [...waiting, ...strangers.values()];
    waiting = [];
    strangers.clear();
    if (entries.length === 0 && !needsSeal) return;
    needsSeal = false;
    try {
      await runtime.database.transaction(async (transaction) => {
        for (const entry of entries) await insertAuditEntry(transaction, entry);
        while ((await sealAuditEntries(transaction)) > 0);
      });
    } catch (error) {
      needsSeal = true;
      waiting = [...entries, ...waiting].slice(0, MOST_WAITING);
      schedule();
      throw error;
    }
  };
  return {
    async write(transaction, call, outcome) {
      await insertAuditEntry(transaction, entryOf(runtime, call, outcome));
      transaction.afterCommit(() => {
        needsSeal = true;
        schedule();
      });
    },
    note(call, outcome) {
      if (waiting.length < MOST_WAITING) waiting.push(entryOf(runtime, call, outcome));
      schedule();
    },
    noteStranger(stranger) {
      addStranger(strangers, runtime, stranger);
      schedule();
    },
    flush,
    async close() {
      clearTimeout(timer);
      await flush();
      clearTimeout(timer);
    },
  };
}

function entryOf(runtime: Runtime, call: Call, outcome: Outcome): AuditEntry {
  return {
    id: runtime.ids.create('audit'),
    at: formatInstant(call.at),
    orgId: call.actor.orgId,
    keyId: call.actor.keyId,
    method: call.method,
    route: call.route,
    resource: call.subject.resource ?? null,
    rowId: storable(call.subject.rowId),
    farmId: storable(call.subject.farmId),
    status: outcome.status,
    code: outcome.code ?? null,
    durationMs: Math.round(call.elapsedMillis() * 1000) / 1000,
    ip: call.ip,
    requestId: call.requestId,
    calls: 1,
  };
}

/** Ids come from paths and queries; PostgreSQL takes no NUL byte in a text. */
function storable(id: string | undefined): string | null {
  return id === undefined ? null : id.replaceAll('\0', '\\0').slice(0, LONGEST_ID);
}

function addStranger(
  strangers: Map<string, AuditEntry>,
  runtime: Runtime,
  stranger: StrangerEntry,
): void {
  const { ip, keyId, route, status, code } = stranger;
  const sameness = `${ip} ${keyId} ${route} ${status} ${code}`;
  const known = strangers.get(sameness);
  strangers.set(
    sameness,
    known
      ? { ...known, calls: known.calls + 1 }
      : {
          ...stranger,
          id: runtime.ids.create('audit'),
          at: formatInstant(runtime.clock.now()),
          resource: null,
          rowId: null,
          farmId: null,
          calls: 1,
        },
  );
}
