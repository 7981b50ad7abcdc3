import { severityRank } from '../../farming/gaps/severity-rank.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import type { RuleChange } from '../rules/resource-rules.ts';
import type { AlertChange } from './farm-scan.ts';

const SETTLED = ['resolved', 'dismissed'];

/** Hears of alerts that change, and tells what became of each. */
export function watchAlerts(): {
  readonly note: (change: RuleChange) => void;
  readonly changes: () => readonly AlertChange[];
} {
  const first = new Map<string, StoredRow | undefined>();
  const last = new Map<string, StoredRow>();
  return {
    note({ definition, before, after }) {
      if (definition.name !== 'alerts') return;
      if (!first.has(after.id)) first.set(after.id, before);
      last.set(after.id, after);
    },
    changes: () =>
      [...last.values()].flatMap((after) => {
        const change = changeOf(first.get(after.id), after);
        return change ? [{ ...toldOf(after), change }] : [];
      }),
  };
}

function changeOf(before: StoredRow | undefined, after: StoredRow): AlertChange['change'] | null {
  if (!before) return 'opened';
  const [wasSettled, isSettled] = [before, after].map(({ status }) =>
    SETTLED.includes(String(status)),
  );
  if (!wasSettled && isSettled) return 'closed';
  if (wasSettled && !isSettled) return 'reopened';
  const [from, to] = [before, after].map(({ severity }) => severityRank(String(severity)));
  return (to ?? 0) > (from ?? 0) ? 'raised' : null;
}

function toldOf(row: StoredRow): Omit<AlertChange, 'change'> {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const { source } = row as { readonly source?: { readonly rule?: unknown } | null };
  return {
    id: row.id,
    rule: text(source?.rule),
    severity: text(row['severity']),
    title: String(row['title'] ?? ''),
    barnId: text(row['barnId']),
    flockId: text(row['flockId']),
  };
}
