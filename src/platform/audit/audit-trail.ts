import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../model/limits.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  type AuditEntry,
  insertAuditEntries,
  MOST_SEALED_AT_ONCE,
  sealAuditEntries,
} from '../../storage/system/audit-log.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Call } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';
import { createWaitingEntries, type WaitingEntries } from './waiting-entries.ts';

const LONGEST_RETRY_MILLIS = 1000;
const CLOSE_MILLIS = 2000;
const CLOSE_RETRY_MILLIS = 200;
const LONGEST_ID = 200;
const HALF_CHARACTERS = /\p{Surrogate}/gu;

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

/** Makes the audit trail; `onError` hears of entries that could not be written, and of lost ones. */
export function createAuditTrail(runtime: Runtime, onError: (error: unknown) => void): AuditTrail {
  const waiting = createWaitingEntries();
  const state: FlushState = {
    needsSeal: true,
    mayBeKept: false,
    retryMillis: limits.auditFlushMillis,
  };
  let flushing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const schedule = (millis: number = limits.auditFlushMillis) => {
    if (isClosed) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      flush().catch((error) => {
        onError(error);
        schedule(state.retryMillis);
      });
    }, millis);
  };
  const flush = () => {
    flushing = flushing.catch(() => undefined).then(() => flushAll(runtime, waiting, state));
    return flushing;
  };
  return {
    async write(transaction, call, outcome) {
      await insertAuditEntries(transaction, [entryOf(runtime, call, outcome)]);
      transaction.afterCommit(() => {
        state.needsSeal = true;
        schedule();
      });
    },
    note(call, outcome) {
      if (isClosed) tellLost(onError, 1);
      else waiting.add(entryOf(runtime, call, outcome));
      schedule();
    },
    noteStranger(stranger) {
      if (isClosed) tellLost(onError, 1);
      else waiting.fold(strangerOf(runtime, stranger));
      schedule();
    },
    flush,
    async close() {
      // Requests that were cut off a moment ago are noted once their sockets have closed.
      await new Promise(setImmediate);
      await flushForGood(flush, waiting, onError);
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

interface FlushState {
  /** Whether entries of changes wait for their place in the chain. */
  needsSeal: boolean;
  /** Whether the last group may have been kept although nobody was told so. */
  mayBeKept: boolean;
  /** How long to wait after a flush that failed. */
  retryMillis: number;
}

async function flushAll(
  runtime: Runtime,
  waiting: WaitingEntries,
  state: FlushState,
): Promise<void> {
  let isMore = true;
  while (isMore) {
    const entries = waiting.take(limits.auditEntriesPerCommit);
    if (entries.length === 0 && !state.needsSeal) return;
    state.needsSeal = false;
    try {
      // In portions: a long transaction would hold up every change.
      const sealed = await runtime.database.transaction(async (transaction) => {
        if (!state.mayBeKept) return sealAuditEntries(transaction, entries);
        await insertAuditEntries(transaction, entries);
        return sealAuditEntries(transaction);
      });
      isMore = entries.length === limits.auditEntriesPerCommit || sealed === MOST_SEALED_AT_ONCE;
      state.needsSeal ||= sealed === MOST_SEALED_AT_ONCE;
      state.mayBeKept = false;
      state.retryMillis = limits.auditFlushMillis;
    } catch (error) {
      waiting.putBack(entries);
      state.needsSeal = true;
      state.mayBeKept = true;
      state.retryMillis = Math.min(state.retryMillis * 2, LONGEST_RETRY_MILLIS);
      throw error;
    }
  }
}

/** Tries for a short while: a database that is away must not keep a service from ending. */
async function flushForGood(
  flush: () => Promise<void>,
  waiting: WaitingEntries,
  onError: (error: unknown) => void,
): Promise<void> {
  const end = performance.now() + CLOSE_MILLIS;
  for (;;) {
    try {
      await flush();
      return;
    } catch (error) {
      if (performance.now() > end) {
        tellLost(onError, waiting.calls(), error);
        return;
      }
      await sleep(CLOSE_RETRY_MILLIS);
    }
  }
}

function tellLost(onError: (error: unknown) => void, calls: number, cause?: unknown): void {
  onError(new Error(`the audit log is closed without ${calls} calls`, { cause }));
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

/**
 * An id of a path or a query as both databases give it back, which its hash depends on: PostgreSQL
 * takes no NUL byte in a text, and half of a character, which a cut may leave, is stored as U+FFFD.
 */
function storable(id: string | undefined): string | null {
  if (id === undefined) return null;
  return id.replaceAll('\0', '\\0').slice(0, LONGEST_ID).replace(HALF_CHARACTERS, '\ufffd');
}

function strangerOf(runtime: Runtime, stranger: StrangerEntry): AuditEntry {
  return {
    ...stranger,
    id: runtime.ids.create('audit'),
    at: formatInstant(runtime.clock.now()),
    resource: null,
    rowId: null,
    farmId: null,
    calls: 1,
  };
}
