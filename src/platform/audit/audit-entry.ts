import type { AuditEntry } from '../../storage/system/audit-log.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Call } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';

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
