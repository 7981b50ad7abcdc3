import sql, { join, raw } from 'sql-template-tag';
import type { Connection, Transaction } from '../core/database.ts';
import { type ColumnKinds, chunked, fromColumns, selectedColumns } from '../core/insert-values.ts';

/** Open alerts of one severity on one farm with common notifications. */
export interface StoredIncident {
  readonly id: string;
  readonly orgId: string;
  readonly farmId: string;
  readonly severity: string;
  /** The next due escalation step. */
  readonly step: number;
  readonly openedAt: string;
  /** When it is planned next: for its next step, or earlier for further alerts. */
  readonly nextAt: string;
  /** When the next step is due; null before the first. */
  readonly escalateAt: string | null;
  /** Alerts opened before this time are collected; null before the first message. */
  readonly calmUntil: string | null;
}

const INCIDENT: ColumnKinds<StoredIncident> = {
  id: 'text',
  orgId: 'text',
  farmId: 'text',
  severity: 'text',
  step: 'integer',
  openedAt: 'timestamp',
  nextAt: 'timestamp',
  escalateAt: 'timestamp',
  calmUntil: 'timestamp',
};

/**
 * Adds an alert to the incident of its farm and severity, creating the incident if necessary. An
 * incident with earlier notifications is planned again after its pause; its next step keeps its due
 * time, so that neither a stream of alerts nor an alert that is reopened repeatedly can postpone
 * it.
 */
export async function addToIncident(
  connection: Connection,
  alertId: string,
  {
    id,
    orgId,
    farmId,
    severity,
    openedAt,
    nextAt,
  }: Omit<StoredIncident, 'step' | 'escalateAt' | 'calmUntil'>,
): Promise<void> {
  const incident = await connection.first<{ id: string }>(sql`
    insert into notice_incidents (id, org_id, farm_id, severity, step, opened_at, next_at)
    values (${id}, ${orgId}, ${farmId}, ${severity}, 0, ${openedAt}, ${nextAt})
    on conflict (farm_id, severity) where ended_at is null do update set
      next_at = case
        when notice_incidents.next_at <= excluded.next_at then notice_incidents.next_at
        when notice_incidents.calm_until > notice_incidents.next_at then notice_incidents.next_at
        when notice_incidents.calm_until > excluded.next_at then notice_incidents.calm_until
        else excluded.next_at end
    returning id`);
  await connection.run(sql`
    insert into notice_alerts (alert_id, incident_id) values (${alertId}, ${incident?.id ?? id})
    on conflict (alert_id) do update set incident_id = excluded.incident_id,
      told_at = case when notice_alerts.incident_id = excluded.incident_id
        then notice_alerts.told_at end`);
}

/** Incidents whose next step is due, locked against other instances. */
export async function lockDueIncidents(
  transaction: Transaction,
  {
    now,
    latest,
    limit,
  }: {
    readonly now: string;
    /** A later due time was written by a wrong clock, and counts as due. */
    readonly latest: string;
    readonly limit: number;
  },
): Promise<StoredIncident[]> {
  const skip = transaction.dialect.lockRows === '' ? '' : 'for update skip locked';
  const columns = selectedColumns(transaction, INCIDENT, 'incident');
  const rows = await transaction.all<Record<string, unknown>>(sql`
    select ${columns} from notice_incidents incident
    where incident.ended_at is null
      and (incident.next_at <= ${now} or incident.next_at > ${latest})
    order by incident.next_at limit ${limit} ${raw(skip)}`);
  return rows.map((row) => fromColumns(INCIDENT, row));
}

/** Stores the next due time of an incident, or its end. */
export async function finishIncident(
  transaction: Transaction,
  id: string,
  next:
    | { readonly step: number; readonly escalateAt: string; readonly calmUntil: string | null }
    | { readonly endedAt: string },
): Promise<void> {
  const change =
    'endedAt' in next
      ? sql`ended_at = ${next.endedAt}`
      : sql`step = ${next.step}, next_at = ${next.escalateAt}, escalate_at = ${next.escalateAt},
          calm_until = ${next.calmUntil}`;
  await transaction.run(sql`update notice_incidents set ${change} where id = ${id}`);
}

/** Postpones an incident that no user was notified of. */
export async function postponeIncident(
  transaction: Transaction,
  id: string,
  nextAt: string,
): Promise<void> {
  await transaction.run(sql`update notice_incidents set next_at = ${nextAt} where id = ${id}`);
}

export interface IncidentAlert {
  readonly id: string;
  readonly incidentId: string;
  readonly farmId: string;
  readonly severity: string;
  readonly status: string;
  readonly isReported: boolean;
}

/** The alerts of incidents, except deleted ones, oldest first. */
export async function listIncidentAlerts(
  connection: Connection,
  incidentIds: readonly string[],
): Promise<IncidentAlert[]> {
  if (incidentIds.length === 0) return [];
  const rows = await connection.all<Omit<IncidentAlert, 'isReported'> & { told: number }>(sql`
    select alert.id, member.incident_id as "incidentId", alert.farm_id as "farmId",
      alert.severity, alert.status, case when member.told_at is null then 0 else 1 end as told
    from notice_alerts member join alerts alert on alert.id = member.alert_id
    where member.incident_id in (${join([...incidentIds])}) and alert.deleted_at is null
    order by alert.created_at, alert.id`);
  return rows.map(({ told, ...alert }) => ({ ...alert, isReported: Number(told) === 1 }));
}

/** Maximum number of alerts per statement. */
const MOST_AT_ONCE = 512;

/** Records that users were notified of alerts. */
export async function markReported(
  connection: Connection,
  alertIds: readonly string[],
  at: string,
): Promise<void> {
  for (const chunk of chunked(alertIds, MOST_AT_ONCE)) {
    await connection.run(sql`
      update notice_alerts set told_at = ${at}
      where told_at is null and alert_id in (${join([...chunk])})`);
  }
}

/** An alert with the data for a message. */
export interface ReportedAlert {
  readonly id: string;
  readonly farmId: string;
  readonly farmName: string;
  readonly barnName: string | null;
  readonly severity: string;
  readonly status: string;
  readonly title: string;
  readonly message: string | null;
  readonly createdAt: string;
  /** The source of the alert, with untranslated texts. */
  readonly source: unknown;
}

const TOLD: ColumnKinds<ReportedAlert> = {
  id: 'text',
  farmId: 'text',
  farmName: 'text',
  barnName: 'text',
  severity: 'text',
  status: 'text',
  title: 'text',
  message: 'text',
  createdAt: 'timestamp',
  source: 'json',
};

/** Alerts with the names of their places, oldest first, except deleted ones. */
export async function findReportedAlerts(
  connection: Connection,
  ids: readonly string[],
): Promise<ReportedAlert[]> {
  if (ids.length === 0) return [];
  const rows = await connection.all<Record<string, unknown>>(sql`
    select ${selectedColumns(connection, TOLD, 'told')} from (
      select alert.id, alert.farm_id, farm.name as farm_name, barn.name as barn_name,
        alert.severity, alert.status, alert.title, alert.message, alert.created_at, alert.source
      from alerts alert join farms farm on farm.id = alert.farm_id
      left join barns barn on barn.id = alert.barn_id
      where alert.id in (${join([...ids])}) and alert.deleted_at is null) told
    order by told.created_at, told.id`);
  return rows.map((row) => fromColumns(TOLD, row));
}

/** The active users of an organisation with a role in it or on one of the farms, oldest first. */
export async function listUsersWithRoles(
  connection: Connection,
  orgId: string,
  farmIds?: readonly string[],
): Promise<readonly string[]> {
  const ofFarms = farmIds ? sql`and access.farm_id in (${join([...farmIds])})` : sql``;
  // SQLite keeps the order of a cross join; otherwise it would read all users of the organisation.
  const rows = await connection.all<{ id: string }>(sql`
    select person.id from (
      select access.user_id from organisation_access access
      where access.org_id = ${orgId} and access.revoked_at is null
      union select access.user_id from farm_access access
      where access.org_id = ${orgId} and access.status = 'active'
        and access.deleted_at is null ${ofFarms}) found
    cross join users person
    where person.id = found.user_id and person.org_id = ${orgId}
      and person.status = 'active' and person.deleted_at is null
    order by person.created_at, person.id`);
  return rows.map(({ id }) => id);
}

/**
 * The active users with an enabled, verified channel, and with a role in the organisation, on that
 * farm, or on any farm if none is given.
 */
export async function listReachableUsers(
  connection: Connection,
  { orgId, farmId }: { readonly orgId: string; readonly farmId?: string },
): Promise<readonly string[]> {
  const ofFarm = farmId === undefined ? sql`` : sql`and access.farm_id = ${farmId}`;
  // SQLite keeps the order of a cross join; otherwise it would read all users of the organisation.
  const rows = await connection.all<{ id: string }>(sql`
    select person.id from (
      select access.user_id from organisation_access access
      where access.org_id = ${orgId} and access.revoked_at is null
      union select access.user_id from farm_access access
      where access.org_id = ${orgId} and access.status = 'active'
        and access.deleted_at is null ${ofFarm}) found
    cross join users person
    where person.id = found.user_id and person.org_id = ${orgId}
      and person.status = 'active' and person.deleted_at is null
      and exists (select 1 from notice_channels channel
        where channel.user_id = person.id and channel.verified_at is not null
          and channel.disabled_at is null)
    order by person.created_at, person.id`);
  return rows.map(({ id }) => id);
}
