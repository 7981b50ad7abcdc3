import type { AuditProblem } from '../../platform/audit/compare-anchors.ts';
import type { ChainState } from '../../platform/audit/verify-audit.ts';
import type { AuditEnds } from '../../storage/system/audit-ends.ts';
import { type Finding, failed, passed, skipped, warned } from './finding.ts';

// Entries are sealed within moments of the end of their call; the longest call is an upload.
const LONGEST_UNSEALED_MILLIS = 3_600_000;

/** Nobody has changed the audit log; undefined where that was not looked at. */
export function checkAuditLog(chain: ChainState | undefined, entries: number): Finding {
  if (!chain) {
    return skipped('auditLog', `${entries} entries; farmctl doctor --deep checks the chain`);
  }
  if (chain.ok) return passed('auditLog', `the chain of ${chain.checked} entries is whole`);
  const { position, id } = chain.firstBroken ?? { position: chain.checked + 1, id: 'unknown' };
  return failed(
    'auditLog',
    `the audit log was changed at entry ${position} (${id})`,
    'find out who had access to the database; compare with a backup',
  );
}

/** Entries that wait for their place in the chain for longer than any call takes. */
export function checkUnsealed(
  { unsealed, oldestUnsealed }: AuditEnds,
  now: number,
): readonly Finding[] {
  if (oldestUnsealed === undefined || now - oldestUnsealed <= LONGEST_UNSEALED_MILLIS) return [];
  const since = new Date(oldestUnsealed).toISOString();
  return [
    warned(
      'auditLog',
      `${unsealed} entries are not part of the chain yet, the oldest from ${since}`,
      'start the server, which seals them; if they stay unsealed, look for "audit" in its log',
    ),
  ];
}

/** What the signed anchors of the log contradict. */
export function checkAnchors(problems: readonly AuditProblem[]): readonly Finding[] {
  return problems.map(({ message }) =>
    failed(
      'auditLog',
      message,
      'compare with anchors kept elsewhere: farmctl audit verify --against FILE',
    ),
  );
}
