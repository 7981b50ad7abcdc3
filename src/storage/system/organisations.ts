import sql from 'sql-template-tag';
import type { Connection } from '../core/database.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';

/** The organisation that operates the farms; every row belongs to one organisation. */
export interface Organisation {
  readonly id: string;
  readonly name: string;
  /** IANA time zone of farms without coordinates. */
  readonly timezone: string;
  readonly language: string;
}

export async function insertOrganisation(
  connection: Connection,
  organisation: Organisation & { readonly createdAt: string },
): Promise<void> {
  const { id, name, timezone, language, createdAt } = organisation;
  await connection.run(sql`
    insert into organisations (id, name, timezone, language, created_at)
    values (${id}, ${name}, ${timezone}, ${language}, ${createdAt})`);
}

/** The organisation with that id, or undefined. */
export function findOrganisation(
  connection: Connection,
  id: string,
): Promise<Organisation | undefined> {
  return connection.first<Organisation>(
    sql`select id, name, timezone, language from organisations where id = ${id}`,
  );
}

/** All organisations, oldest first. */
export function listOrganisations(connection: Connection): Promise<Organisation[]> {
  return connection.all<Organisation>(
    sql`select id, name, timezone, language from organisations order by created_at, id`,
  );
}

/** The changed settings of an organisation, by name; absent ones have their defaults. */
export interface OrganisationSettings {
  readonly thresholds: Readonly<Record<string, number>>;
  /** Days; null: unlimited. */
  readonly retention: Readonly<Record<string, number | null>>;
  /** Null if never changed. */
  readonly updatedAt: string | null;
}

const SETTINGS: readonly ObjectColumn[] = [
  ['thresholds', 'settings.thresholds', 'json'],
  ['retention', 'settings.retention', 'text'],
  ['updatedAt', 'settings.updated_at', 'timestamp'],
];

/** The changed settings of an organisation. */
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

/** Stores the changed settings of an organisation, replacing earlier ones. */
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

/** Updates the name, time zone and language of an organisation. */
export async function updateOrganisation(
  connection: Connection,
  { id, name, timezone, language }: Organisation,
): Promise<void> {
  await connection.run(sql`
    update organisations set name = ${name}, timezone = ${timezone}, language = ${language}
    where id = ${id}`);
}

/** Settings of the organisation for calculations of a farm. */
interface OrganisationFrame {
  /** IANA time zone of farms without coordinates. */
  readonly timezone: string;
  readonly language: string;
  /** Its changed thresholds, by name; null without any. */
  readonly thresholds: unknown;
}

const FRAME: readonly ObjectColumn[] = [
  ['timezone', 'organisation.timezone', 'text'],
  ['language', 'organisation.language', 'text'],
  ['thresholds', 'settings.thresholds', 'json'],
];

/**
 * The time zone, language and changed thresholds of an organisation; undefined if it does not
 * exist.
 */
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
