import sql from 'sql-template-tag';
import type { Connection } from '../core/database.ts';
import { requireKnownSchema } from '../migrations/migrate.ts';

/** What a database holds, in figures that are had without reading it all. */
export interface DatabaseContent {
  readonly schemaVersion: number;
  readonly organisations: number;
  /** Rows of all resources. */
  readonly rows: number;
}

/** Reads the figures; throws UnusableDatabase for a database that is not this program's. */
export async function readContent(connection: Connection): Promise<DatabaseContent> {
  const schemaVersion = await requireKnownSchema(connection);
  if (schemaVersion === 0) return { schemaVersion, organisations: 0, rows: 0 };
  const row = await connection.first<{ organisations: number | string; rows: number | string }>(sql`
    select (select count(*) from organisations) as organisations,
      (select coalesce(sum(total), 0) from row_counts) as rows`);
  return {
    schemaVersion,
    organisations: Number(row?.organisations ?? 0),
    rows: Number(row?.rows ?? 0),
  };
}

/** How many organisations the database holds. */
export async function countOrganisations(connection: Connection): Promise<number> {
  const row = await connection.first<{ total: number | string }>(
    sql`select count(*) as total from organisations`,
  );
  return Number(row?.total ?? 0);
}
