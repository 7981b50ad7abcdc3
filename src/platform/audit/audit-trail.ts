import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../model/core/limits.ts';
import type { Transaction } from '../../storage/core/database.ts';
import { type AuditEntry, insertAuditEntries } from '../../storage/system/audit-log.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { RequestContext } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import {
  type AuditErrorListener,
  AuditFault,
  type AuditHealth,
  createAuditWriter,
  createWaitingEntries,
  sightOf,
  type WaitingEntries,
} from './audit-writer.ts';

const LONGEST_RETRY_MILLIS = 1000;
const CLOSE_MILLIS = 2000;
const CLOSE_RETRY_MILLIS = 200;
/** Maximum time to wait for interrupted requests to be recorded. */
const SETTLE_MILLIS = 20;
const MOST_LOST_SHOWN = 100;

/** Writes the audit log: every call gets an entry, every entry gets its link in the chain. */
export interface AuditTrail {
  /** Writes the entry of a change in its transaction. */
  write(transaction: Transaction, call: RequestContext, outcome: Outcome): Promise<void>;
  /** Queues the entry of a call without changes; written in a group within 50 ms. */
  note(call: RequestContext, outcome: Outcome): void;
  /** Queues a refused unauthenticated call; equal ones in quick succession share an entry. */
  noteStranger(entry: StrangerEntry): void;
  /** Writes and seals all queued entries. */
  flush(): Promise<void>;
  health(): AuditHealth;
  /** Flushes and stops the timer; returns the number of lost calls. */
  close(): Promise<number>;
}

/**
 * Creates the audit trail; `onError` is called for entries that could not be written or were lost.
 */
export function createAuditTrail(
  runtime: Runtime,
  onError: AuditErrorListener,
  { closeMillis = CLOSE_MILLIS }: { readonly closeMillis?: number } = {},
): AuditTrail {
  const waiting = createWaitingEntries();
  const writer = createAuditWriter(runtime.database, waiting, onError);
  let retryMillis: number = limits.auditFlushMillis;
  let flushing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let lostCalls = 0;

  const schedule = (millis: number = limits.auditFlushMillis) => {
    if (isClosed) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      flush().then(
        () => {
          retryMillis = limits.auditFlushMillis;
        },
        (error) => {
          onError(error);
          retryMillis = Math.min(retryMillis * 2, LONGEST_RETRY_MILLIS);
          schedule(retryMillis);
        },
      );
    }, millis);
  };
  const flush = () => {
    flushing = flushing.catch(() => undefined).then(() => writer.writeAll());
    return flushing;
  };
  const reportLost = (entries: WaitingEntries, cause?: unknown) => {
    const calls = entries.calls();
    lostCalls += calls;
    const sightings = entries.take(MOST_LOST_SHOWN).map(sightOf);
    onError(new AuditFault(`the audit log is closed without ${calls} calls`, sightings, cause));
  };
  const enqueue = (add: (entries: WaitingEntries) => void) => {
    if (!isClosed) {
      add(waiting);
      schedule();
      return;
    }
    const lateEntries = createWaitingEntries();
    add(lateEntries);
    reportLost(lateEntries);
  };
  return {
    async write(transaction, call, outcome) {
      await insertAuditEntries(transaction, [entryOf(runtime, call, outcome)]);
      transaction.afterCommit(() => {
        writer.needSeal();
        schedule();
      });
    },
    note: (call, outcome) => enqueue((entries) => entries.add(entryOf(runtime, call, outcome))),
    noteStranger: (caller) =>
      enqueue((entries) => entries.fold(unknownCallerEntry(runtime, caller))),
    flush,
    health: () => ({ ...writer.health(), lostCalls }),
    async close() {
      const fault = await flushForGood(flush, { waiting, closeMillis });
      isClosed = true;
      clearTimeout(timer);
      if (waiting.calls() > 0) reportLost(waiting, fault);
      return lostCalls;
    },
  };
}

/**
 * Writes until the queue is empty: interrupted requests are recorded when their sockets close,
 * possibly while the last entries are written. Gives up after a short while: an unreachable
 * database must not keep the service from stopping.
 */
async function flushForGood(
  flush: () => Promise<void>,
  { waiting, closeMillis }: { readonly waiting: WaitingEntries; readonly closeMillis: number },
): Promise<unknown> {
  const end = performance.now() + closeMillis;
  for (;;) {
    const isLate = performance.now() > end;
    try {
      await sleep(SETTLE_MILLIS);
      await flush();
      if (waiting.calls() === 0 || isLate) return undefined;
    } catch (error) {
      if (isLate) return error;
      await sleep(CLOSE_RETRY_MILLIS);
    }
  }
}

const LONGEST_TEXT = 200;
const HALF_CHARACTERS = /\p{Surrogate}/gu;

/** The outcome of a call. */
export interface Outcome {
  readonly status: number;
  readonly code?: string | undefined;
}

/** A call of an unknown caller. */
export type StrangerEntry = Pick<AuditEntry, 'method' | 'route' | 'ip' | 'requestId' | 'status'> & {
  readonly code: string | null;
  readonly orgId: string | null;
  readonly keyId: string | null;
  readonly durationMs: number;
};

/** The entry for a call of a known caller. */
function entryOf(runtime: Runtime, call: RequestContext, outcome: Outcome): AuditEntry {
  return {
    id: runtime.ids.create('audit'),
    at: formatInstant(call.at),
    orgId: call.actor.orgId,
    keyId: call.actor.keyId,
    method: call.method,
    route: call.route,
    resource: call.subject.resource ?? null,
    rowId: storableOrNull(call.subject.rowId),
    farmId: storableOrNull(call.subject.farmId),
    status: outcome.status,
    code: outcome.code ?? null,
    durationMs: Math.round(call.elapsedMillis() * 1000) / 1000,
    ip: storable(call.ip),
    requestId: storable(call.requestId),
    calls: 1,
  };
}

/** The entry for a call of an unknown caller. */
function unknownCallerEntry(runtime: Runtime, caller: StrangerEntry): AuditEntry {
  return {
    ...caller,
    ip: storable(caller.ip),
    requestId: storable(caller.requestId),
    id: runtime.ids.create('audit'),
    at: formatInstant(runtime.clock.now()),
    resource: null,
    rowId: null,
    farmId: null,
    calls: 1,
  };
}

function storableOrNull(text: string | undefined): string | null {
  return text === undefined ? null : storable(text);
}

/**
 * Normalises a caller's text to the form both databases return, since its hash depends on it:
 * PostgreSQL accepts no NUL byte, and an unpaired surrogate, as left by a cut, is stored as U+FFFD.
 */
function storable(text: string): string {
  return text.replaceAll('\0', '\\0').slice(0, LONGEST_TEXT).replace(HALF_CHARACTERS, '\ufffd');
}
