import { riskLedgerPostgres } from './0008-risk-ledger.postgres.ts';
import { riskLedgerSqlite } from './0008-risk-ledger.sqlite.ts';
import type { Migration } from './migration.ts';

export const riskLedger: Migration = {
  version: 8,
  name: 'risk-ledger',
  sqlite: riskLedgerSqlite,
  postgres: riskLedgerPostgres,
};
