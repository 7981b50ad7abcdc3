import { FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import type { Database } from '../../storage/core/database.ts';
import {
  type AuditEntry,
  insertAuditEntries,
  MOST_SEALED_AT_ONCE,
  sealAuditEntries,
  sealAuditEntriesSingly,
} from '../../storage/system/audit-log.ts';

/** The `code` of an entry that replaces entries refused by the database. */
export const UNRECORDED = 'audit_entry_refused';
const UNRECORDED_TEXT = '(not recorded)';

/** Replaces an entry that the database refused: it has the same time, ID and call count. */
function gapOf(entry: AuditEntry): AuditEntry {
  return {
    id: entry.id,
    at: entry.at,
    orgId: null,
    keyId: null,
    method: UNRECORDED_TEXT,
    route: UNRECORDED_TEXT,
    resource: null,
    rowId: null,
    farmId: null,
    status: 0,
    code: UNRECORDED,
    durationMs: 0,
    ip: UNRECORDED_TEXT,
    requestId: UNRECORDED_TEXT,
    calls: entry.calls,
  };
}

const MOST_FOLDED = 2000;
const VARIOUS = '(various)';

/**
 * Queued audit entries in bounded memory. During a long database outage, equal calls share an entry
 * that counts them: details are dropped, but the count remains exact.
 */
export interface WaitingEntries {
  /** Adds an entry unchanged while there is room. */
  add(entry: AuditEntry): void;
  /** Adds an entry by merging it with equal ones from the same address. */
  fold(entry: AuditEntry): void;
  /** Removes and returns the oldest entries, at most `count`. */
  take(count: number): AuditEntry[];
  /** Re-queues entries that could not be written at the front. */
  putBack(entries: readonly AuditEntry[]): void;
  /** Re-queues entries at the back, so that the others are tried first. */
  putLast(entries: readonly AuditEntry[]): void;
  /** The number of calls that all entries represent. */
  calls(): number;
}

/** Creates an empty queue. */
export function createWaitingEntries(): WaitingEntries {
  let wholeEntries: AuditEntry[] = [];
  const folded = new Map<string, AuditEntry>();

  const foldAs = (foldKey: string, entry: AuditEntry) => {
    const existing = folded.get(foldKey);
    if (!existing && folded.size >= MOST_FOLDED) return false;
    folded.set(foldKey, existing ? { ...existing, calls: existing.calls + entry.calls } : entry);
    return true;
  };
  const fold = (entry: AuditEntry, caller: string) => {
    const { method, route, status, code } = entry;
    const isFolded = foldAs(`${caller} ${method} ${route} ${status} ${code}`, entry);
    if (isFolded) return;
    // One slot per status is exempt from the limit, so that calls are counted even then.
    const remainder = restOf(entry);
    const existing = folded.get(remainder.route + status);
    folded.set(remainder.route + status, {
      ...remainder,
      calls: remainder.calls + (existing?.calls ?? 0),
    });
  };
  return {
    add(entry) {
      if (wholeEntries.length < limits.auditEntriesWaiting) wholeEntries.push(entry);
      else fold({ ...entry, rowId: null, farmId: null }, `key ${entry.keyId}`);
    },
    fold: (entry) => fold(entry, `address ${entry.ip} ${entry.keyId}`),
    take(count) {
      const batch = wholeEntries.splice(0, count);
      for (const [foldKey, entry] of folded) {
        if (batch.length >= count) break;
        batch.push(entry);
        folded.delete(foldKey);
      }
      return batch;
    },
    putBack(entries) {
      wholeEntries = [...entries, ...wholeEntries];
    },
    putLast(entries) {
      wholeEntries = [...wholeEntries, ...entries];
    },
    calls: () => [...wholeEntries, ...folded.values()].reduce((sum, { calls }) => sum + calls, 0),
  };
}

function restOf(entry: AuditEntry): AuditEntry {
  const noSubject = { orgId: null, keyId: null, resource: null, rowId: null, farmId: null };
  return { ...entry, ...noSubject, method: VARIOUS, route: VARIOUS, ip: VARIOUS, code: null };
}

/** Number of refused gap entries after which the fault is considered the database's. */
const MOST_STUCK = 16;
const MOST_SHOWN = 100;

/** Health of the audit trail. */
export interface AuditHealth {
  /** Whether the last attempt to write entries failed. */
  readonly isFailing: boolean;
  /** Calls whose entries are queued. */
  readonly waitingCalls: number;
  /** Entries in the database that could not be linked into the chain. */
  readonly unsealable: number;
  /** Calls recorded as a gap because the database refused their entry. */
  readonly gapCalls: number;
  /** Calls without any entry. */
  readonly lostCalls: number;
}

/** Called for entries that could not be written or sealed, and for lost ones. */
export type AuditErrorListener = (error: unknown) => void;

/** An error that describes the state of the entries, with the reason as its cause. */
export class AuditFault extends Error {
  readonly entries: readonly Partial<AuditEntry>[];
  constructor(message: string, entries: readonly Partial<AuditEntry>[], cause: unknown) {
    super(message, { cause });
    this.entries = entries;
  }
}

interface WriterState {
  /** Whether entries of changes are not yet sealed. */
  needsSeal: boolean;
  /** Whether the last group may have been committed without confirmation. */
  mayBeKept: boolean;
  isFailing: boolean;
  unsealable: number;
  gapCalls: number;
}

/**
 * Writes and seals queued entries; an entry that the database refuses does not block the others.
 */
interface AuditWriter {
  /** Signals that entries of changes are not yet sealed. */
  needSeal(): void;
  /** Writes and seals all queued entries; throws the error that prevented writing. */
  writeAll(): Promise<void>;
  health(): Omit<AuditHealth, 'lostCalls'>;
}

/** Creates the writer of an audit trail. */
export function createAuditWriter(
  database: Database,
  waiting: WaitingEntries,
  onError: AuditErrorListener,
): AuditWriter {
  const state: WriterState = {
    needsSeal: true,
    mayBeKept: false,
    isFailing: false,
    unsealable: 0,
    gapCalls: 0,
  };
  let underWay = 0;
  const write = async (entries: readonly AuditEntry[]): Promise<number> => {
    try {
      const sealed = await writeGroup(database, entries, state.mayBeKept);
      state.unsealable = 0;
      return sealed;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      return writeSingly(database, entries, { state, waiting, onError });
    }
  };
  return {
    needSeal() {
      state.needsSeal = true;
    },
    async writeAll() {
      let isMore = true;
      while (isMore) {
        const entries = waiting.take(limits.auditEntriesPerCommit);
        // Unsealable entries are retried each time.
        if (entries.length === 0 && !state.needsSeal && state.unsealable === 0) return;
        state.needsSeal = false;
        underWay = callsOf(entries);
        try {
          const sealed = await write(entries);
          state.needsSeal ||= sealed === MOST_SEALED_AT_ONCE;
          isMore = entries.length === limits.auditEntriesPerCommit || state.needsSeal;
          state.mayBeKept = false;
          state.isFailing = false;
        } catch (error) {
          if (!(error instanceof AuditFault)) waiting.putBack(entries);
          state.needsSeal = true;
          state.mayBeKept = true;
          state.isFailing = true;
          throw error;
        } finally {
          underWay = 0;
        }
      }
    },
    health: () => ({
      isFailing: state.isFailing,
      waitingCalls: waiting.calls() + underWay,
      unsealable: state.unsealable,
      gapCalls: state.gapCalls,
    }),
  };
}

function callsOf(entries: readonly AuditEntry[]): number {
  return entries.reduce((sum, { calls }) => sum + calls, 0);
}

/** Writes and seals entries in one transaction; returns the number of earlier entries sealed. */
function writeGroup(
  database: Database,
  entries: readonly AuditEntry[],
  mayBeKept: boolean,
): Promise<number> {
  // Sealed in batches: a long transaction would block every change.
  return database.transaction(async (transaction) => {
    if (!mayBeKept) return sealAuditEntries(transaction, entries);
    await insertAuditEntries(transaction, entries);
    return sealAuditEntries(transaction);
  });
}

/**
 * Writes each entry separately, then seals. An entry that the database refuses is replaced by a gap
 * entry; if that is refused too, the entry is not at fault and is retried later.
 */
async function writeSingly(
  database: Database,
  entries: readonly AuditEntry[],
  context: {
    readonly state: WriterState;
    readonly waiting: WaitingEntries;
    readonly onError: AuditErrorListener;
  },
): Promise<number> {
  const { state, waiting, onError } = context;
  const { refused, stuck, untried, cause } = await insertSingly(database, entries);
  waiting.putBack(untried);
  waiting.putLast(stuck);
  const gaps = callsOf(refused);
  state.gapCalls += gaps;
  if (gaps > 0) {
    onError(new AuditFault(`${gaps} calls are recorded as gaps`, refused.map(sightOf), cause));
  }
  const sealed = await sealSingly(database, { state, onError });
  if (stuck.length === 0) return sealed;
  throw new AuditFault(`${stuck.length} entries cannot be written`, stuck.map(sightOf), cause);
}

async function insertSingly(database: Database, entries: readonly AuditEntry[]) {
  return database.transaction(async (transaction) => {
    const refusedEntries: AuditEntry[] = [];
    const stuck: AuditEntry[] = [];
    let cause: unknown;
    const faultOf = (entry: AuditEntry) =>
      transaction.savepoint(() => insertAuditEntries(transaction, [entry])).then(noFault, faultIn);
    for (const [index, entry] of entries.entries()) {
      // The others are tried in the next run, so that changes are not blocked for long.
      if (stuck.length === MOST_STUCK) {
        return { refused: refusedEntries, stuck, untried: entries.slice(index), cause };
      }
      const fault = await faultOf(entry);
      if (fault === undefined) continue;
      cause ??= fault.error;
      const isRecorded = (await faultOf(gapOf(entry))) === undefined;
      (isRecorded ? refusedEntries : stuck).push(entry);
    }
    return { refused: refusedEntries, stuck, untried: [], cause };
  });
}

async function sealSingly(
  database: Database,
  { state, onError }: { readonly state: WriterState; readonly onError: AuditErrorListener },
): Promise<number> {
  try {
    const sealed = await database.transaction((transaction) => sealAuditEntries(transaction));
    state.unsealable = 0;
    return sealed;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    const { failed, cause } = await database.transaction(sealAuditEntriesSingly);
    if (failed.length !== state.unsealable && failed.length > 0) {
      const entries = failed.slice(0, MOST_SHOWN).map((id) => ({ id }));
      onError(new AuditFault(`${failed.length} entries cannot be sealed`, entries, cause ?? error));
    }
    state.unsealable = failed.length;
    return failed.length === 0 ? MOST_SEALED_AT_ONCE : 0;
  }
}

/** The fields of an entry shown in a log line. */
export function sightOf(entry: AuditEntry): Partial<AuditEntry> {
  const { id, at, keyId, method, route, status, requestId, calls } = entry;
  return { id, at, keyId, method, route, status, requestId, calls };
}

function noFault(): undefined {
  return undefined;
}

function faultIn(error: unknown): { readonly error: unknown } {
  if (isUnavailable(error)) throw error;
  return { error };
}

function isUnavailable(error: unknown): boolean {
  return error instanceof FarmError && error.slug === 'unavailable';
}
