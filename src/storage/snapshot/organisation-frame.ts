import sql from 'sql-template-tag';
import type { Connection } from '../core/database.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';

/** What computations take from the organisation of a farm. */
export interface OrganisationFrame {
  /** IANA time zone of farms without coordinates. */
  readonly timezone: string;
  readonly language: string;
  /** The thresholds it has changed, by name; null when none. */
  readonly thresholds: unknown;
}

const FRAME: readonly ObjectColumn[] = [
  ['timezone', 'organisation.timezone', 'text'],
  ['language', 'organisation.language', 'text'],
  ['thresholds', 'settings.thresholds', 'json'],
];

/** The zone, language and changed thresholds of an organisation; undefined for one unknown. */
export async function findOrganisationFrame(
  connection: Connection,
  orgId: string,
): Promise<OrganisationFrame | undefined> {
  const [frame] = await selectObjects<OrganisationFrame>(
    connection,
    sql`
      select ${objectOf(connection.dialect, FRAME)}
      from organisations organisation
      left join organisation_settings settings on settings.org_id = organisation.id
      where organisation.id = ${orgId}`,
  );
  return frame;
}
