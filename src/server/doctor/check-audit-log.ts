import type { ChainState } from '../../platform/audit/read-audit.ts';
import { type Finding, failed, passed, skipped } from './finding.ts';

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
