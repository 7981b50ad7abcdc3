import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';

/** Who runs the farms: every row belongs to one organisation. */
export interface Organisation {
  readonly id: string;
  readonly name: string;
  /** IANA time zone of farms without coordinates. */
  readonly timezone: string;
  readonly language: string;
}

/** Inserts an organisation. */
export async function insertOrganisation(
  connection: Connection,
  organisation: Organisation & { readonly createdAt: string },
): Promise<void> {
  const { id, name, timezone, language, createdAt } = organisation;
  await connection.run(sql`
    insert into organisations (id, name, timezone, language, created_at)
    values (${id}, ${name}, ${timezone}, ${language}, ${createdAt})`);
}

/** The organisation of that id, or undefined. */
export function findOrganisation(
  connection: Connection,
  id: string,
): Promise<Organisation | undefined> {
  return connection.first<Organisation>(
    sql`select id, name, timezone, language from organisations where id = ${id}`,
  );
}

/** All organisations, the oldest first. */
export function listOrganisations(connection: Connection): Promise<Organisation[]> {
  return connection.all<Organisation>(
    sql`select id, name, timezone, language from organisations order by created_at, id`,
  );
}
