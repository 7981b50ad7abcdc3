import { limits } from '../../model/core/limits.ts';
import type { AuditEntry } from '../../storage/system/audit-log.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Call } from '../core/request-context.ts';
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
export function entryOf(runtime: Runtime, call: Call, outcome: Outcome): AuditEntry {
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
export function strangerOf(runtime: Runtime, stranger: StrangerEntry): AuditEntry {
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
export function gapOf(entry: AuditEntry): AuditEntry {
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
