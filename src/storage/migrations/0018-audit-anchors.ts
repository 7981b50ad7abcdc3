import { auditAnchorsPostgres } from './0018-audit-anchors.postgres.ts';
import { auditAnchorsSqlite } from './0018-audit-anchors.sqlite.ts';
import type { Migration } from './migration.ts';

/** Signed ends of the audit log, by which removed and rewritten entries are found. */
export const auditAnchors: Migration = {
  version: 18,
  name: 'audit-anchors',
  sqlite: auditAnchorsSqlite,
  postgres: auditAnchorsPostgres,
};
