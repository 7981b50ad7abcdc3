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
import { formatInstant } from '../../tools/calendar.ts';
import type { RequestContext } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';

const LONGEST_TEXT = 200;
const HALF_CHARACTERS = /\p{Surrogate}/gu;

/** The `code` of an entry that stands for calls whose own entry the database refused. */
export const UNRECORDED = 'audit_entry_refused';
const UNRECORDED_TEXT = '(not recorded)';

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

/** The entry of a call of a known caller. */
export function entryOf(runtime: Runtime, call: RequestContext, outcome: Outcome): AuditEntry {
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

/** The entry of a call of an unknown caller. */
export function unknownCallerEntry(runtime: Runtime, stranger: StrangerEntry): AuditEntry {
  return {
    ...stranger,
    ip: storable(stranger.ip),
    requestId: storable(stranger.requestId),
    id: runtime.ids.create('audit'),
    at: formatInstant(runtime.clock.now()),
    resource: null,
    rowId: null,
    farmId: null,
    calls: 1,
  };
}

/** Stands for an entry that the database refused: it keeps the time, the id and the count of calls. */
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

function storableOrNull(text: string | undefined): string | null {
  return text === undefined ? null : storable(text);
}

/**
 * A text of a caller as both databases return it, which its hash depends on: PostgreSQL takes no
 * NUL byte, and half of a character, which a cut may leave, is stored as U+FFFD.
 */
function storable(text: string): string {
  return text.replaceAll('\0', '\\0').slice(0, LONGEST_TEXT).replace(HALF_CHARACTERS, '\ufffd');
}

const MOST_FOLDED = 2000;
const VARIOUS = '(various)';

/**
 * Audit entries that wait to be written, in bounded memory. When the database is away for long,
 * equal calls share an entry that counts them: details are given up, never the count.
 */
export interface WaitingEntries {
  /** Takes an entry in, as it is while there is room. */
  add(entry: AuditEntry): void;
  /** Takes in an entry that shares its place with equal ones of the same address. */
  fold(entry: AuditEntry): void;
  /** Removes and returns the oldest entries, at most so many. */
  take(count: number): AuditEntry[];
  /** Takes entries back that could not be written. */
  putBack(entries: readonly AuditEntry[]): void;
  /** Takes entries back behind all others, so that these are tried first. */
  putLast(entries: readonly AuditEntry[]): void;
  /** How many calls all of them stand for. */
  calls(): number;
}

/** Makes an empty store of waiting entries. */
export function createWaitingEntries(): WaitingEntries {
  let whole: AuditEntry[] = [];
  const folded = new Map<string, AuditEntry>();

  const foldAs = (sameness: string, entry: AuditEntry) => {
    const known = folded.get(sameness);
    if (!known && folded.size >= MOST_FOLDED) return false;
    folded.set(sameness, known ? { ...known, calls: known.calls + entry.calls } : entry);
    return true;
  };
  const fold = (entry: AuditEntry, caller: string) => {
    const { method, route, status, code } = entry;
    const isFolded = foldAs(`${caller} ${method} ${route} ${status} ${code}`, entry);
    if (isFolded) return;
    // One place a status stays free of the limit, so that even this is counted.
    const rest = restOf(entry);
    const known = folded.get(rest.route + status);
    folded.set(rest.route + status, { ...rest, calls: rest.calls + (known?.calls ?? 0) });
  };
  return {
    add(entry) {
      if (whole.length < limits.auditEntriesWaiting) whole.push(entry);
      else fold({ ...entry, rowId: null, farmId: null }, `key ${entry.keyId}`);
    },
    fold: (entry) => fold(entry, `address ${entry.ip} ${entry.keyId}`),
    take(count) {
      const taken = whole.splice(0, count);
      for (const [sameness, entry] of folded) {
        if (taken.length >= count) break;
        taken.push(entry);
        folded.delete(sameness);
      }
      return taken;
    },
    putBack(entries) {
      whole = [...entries, ...whole];
    },
    putLast(entries) {
      whole = [...whole, ...entries];
    },
    calls: () => [...whole, ...folded.values()].reduce((sum, { calls }) => sum + calls, 0),
  };
}

function restOf(entry: AuditEntry): AuditEntry {
  const nobody = { orgId: null, keyId: null, resource: null, rowId: null, farmId: null };
  return { ...entry, ...nobody, method: VARIOUS, route: VARIOUS, ip: VARIOUS, code: null };
}

/** So many entries whose gap is refused too, and the fault is the database's. */
const MOST_STUCK = 16;
const MOST_SHOWN = 100;

/** What the audit trail reports about itself. */
export interface AuditHealth {
  /** Whether the last attempt to write entries failed. */
  readonly isFailing: boolean;
  /** Calls whose entries wait to be written. */
  readonly waitingCalls: number;
  /** Entries in the database that could not be given their place in the chain. */
  readonly unsealable: number;
  /** Calls that were recorded as a gap, since the database refused their entry. */
  readonly gapCalls: number;
  /** Calls without any entry. */
  readonly lostCalls: number;
}

/** Hears of entries that could not be written or sealed, and of lost ones. */
export type AuditErrorListener = (error: unknown) => void;

/** An error that says what became of the entries, with the reason as its cause. */
export class AuditFault extends Error {
  readonly entries: readonly Partial<AuditEntry>[];
  constructor(message: string, entries: readonly Partial<AuditEntry>[], cause: unknown) {
    super(message, { cause });
    this.entries = entries;
  }
}

interface WriterState {
  /** Whether entries of changes wait for their place in the chain. */
  needsSeal: boolean;
  /** Whether the last group may have been kept although nobody was told so. */
  mayBeKept: boolean;
  isFailing: boolean;
  unsealable: number;
  gapCalls: number;
}

/** Writes and seals waiting entries, so that one that the database refuses holds up no other. */
interface AuditWriter {
  /** Entries of changes wait for their place in the chain. */
  needSeal(): void;
  /** Writes and seals all that waits; throws what kept entries from being written. */
  writeAll(): Promise<void>;
  health(): Omit<AuditHealth, 'lostCalls'>;
}

/** Makes the writer of an audit trail. */
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
        // What could not be sealed is tried again each time.
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

/** Writes and seals entries in one transaction; returns how many earlier ones it sealed. */
function writeGroup(
  database: Database,
  entries: readonly AuditEntry[],
  mayBeKept: boolean,
): Promise<number> {
  // In portions: a long transaction would hold up every change.
  return database.transaction(async (transaction) => {
    if (!mayBeKept) return sealAuditEntries(transaction, entries);
    await insertAuditEntries(transaction, entries);
    return sealAuditEntries(transaction);
  });
}

/**
 * Writes each entry separately, then seals. An entry that the database refuses is replaced by a
 * gap entry; when even that is refused, the fault is not the entry's and it waits for another try.
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
    const refused: AuditEntry[] = [];
    const stuck: AuditEntry[] = [];
    let cause: unknown;
    const faultOf = (entry: AuditEntry) =>
      transaction.savepoint(() => insertAuditEntries(transaction, [entry])).then(noFault, faultIn);
    for (const [index, entry] of entries.entries()) {
      // The others get their turn at the next try: this one must not hold up changes for long.
      if (stuck.length === MOST_STUCK) {
        return { refused, stuck, untried: entries.slice(index), cause };
      }
      const fault = await faultOf(entry);
      if (fault === undefined) continue;
      cause ??= fault.error;
      const isRecorded = (await faultOf(gapOf(entry))) === undefined;
      (isRecorded ? refused : stuck).push(entry);
    }
    return { refused, stuck, untried: [], cause };
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

/** What an error line shows of an entry. */
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
