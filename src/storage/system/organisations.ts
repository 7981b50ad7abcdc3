import sql from 'sql-template-tag';
import type { Connection } from '../core/database.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';

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

/** What an organisation has changed, by name; what is absent has its default. */
export interface OrganisationSettings {
  readonly thresholds: Readonly<Record<string, number>>;
  /** Days; null keeps for good. */
  readonly retention: Readonly<Record<string, number | null>>;
  /** Null where nothing was ever changed. */
  readonly updatedAt: string | null;
}

const SETTINGS: readonly ObjectColumn[] = [
  ['thresholds', 'settings.thresholds', 'json'],
  ['retention', 'settings.retention', 'text'],
  ['updatedAt', 'settings.updated_at', 'timestamp'],
];

/** What an organisation has changed. */
export async function findSettings(
  connection: Connection,
  orgId: string,
): Promise<OrganisationSettings> {
  const [found] = await selectObjects<
    Omit<OrganisationSettings, 'retention'> & { readonly retention: string | null }
  >(
    connection,
    sql`select ${objectOf(connection.dialect, SETTINGS)} from organisation_settings settings
      where settings.org_id = ${orgId}`,
  );
  if (!found) return { thresholds: {}, retention: {}, updatedAt: null };
  return { ...found, retention: JSON.parse(found.retention ?? '{}') };
}

/** Keeps what an organisation has changed, in the place of what it had. */
export async function saveSettings(
  connection: Connection,
  orgId: string,
  settings: OrganisationSettings,
): Promise<void> {
  const thresholds = connection.dialect.bind(settings.thresholds, 'json');
  await connection.run(sql`
    insert into organisation_settings (org_id, thresholds, retention, updated_at)
    values (${orgId}, ${thresholds}, ${JSON.stringify(settings.retention)}, ${settings.updatedAt})
    on conflict (org_id) do update set thresholds = excluded.thresholds,
      retention = excluded.retention, updated_at = excluded.updated_at`);
}

/** Changes the name, zone and language of an organisation. */
export async function updateOrganisation(
  connection: Connection,
  { id, name, timezone, language }: Organisation,
): Promise<void> {
  await connection.run(sql`
    update organisations set name = ${name}, timezone = ${timezone}, language = ${language}
    where id = ${id}`);
}

/** What computations take from the organisation of a farm. */
interface OrganisationFrame {
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
