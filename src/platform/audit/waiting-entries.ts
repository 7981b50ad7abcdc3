import { limits } from '../../model/limits.ts';
import type { AuditEntry } from '../../storage/system/audit-log.ts';

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
