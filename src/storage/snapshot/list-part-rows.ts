import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { getResource, type ResourceName, type StoredOf } from '../../model/resources/registry.ts';
import { type Connection, tableName } from '../core/database.ts';
import { scopePredicate } from '../core/scope.ts';
import {
  hasPicture,
  isClosedFlock,
  isLiveFlock,
  latestLogPredicate,
  selectObjects,
} from '../core/select-objects.ts';
import { rowProjection } from '../core/stored-row.ts';
import { daysAgo, type FarmMoment, hoursAgo, instantDaysAgo } from './farm-moment.ts';

type PartRow<P extends RowPartName> = (typeof rowParts)[P] extends {
  readonly fields: readonly (infer F)[];
}
  ? Pick<PartRecord<P>, Extract<F, keyof PartRecord<P>>>
  : PartRecord<P>;

type PartRecord<P extends RowPartName> = StoredOf<(typeof rowParts)[P]['resource']>;

/** The rows of a part of a farm snapshot, in its order. */
export function listPartRows<P extends RowPartName>(
  connection: Connection,
  name: P,
  moment: FarmMoment,
): Promise<PartRow<P>[]> {
  const part: RowPart = rowParts[name];
  const definition = getResource(part.resource);
  return selectObjects(
    connection,
    sql`
      select ${rowProjection(definition, connection.dialect, part.fields)} as json
      from ${source(part, definition, moment)}
      where ${buildCondition(part, definition, moment)}
      order by ${raw(part.order)}${part.limit === undefined ? sql`` : sql` limit ${part.limit}`}`,
  );
}

function source({ found }: RowPart, definition: ResourceDefinition, moment: FarmMoment): Sql {
  const table = raw(tableName(definition.name));
  if (!found) return sql`${table} record`;
  // A cross join fixes the join order in SQLite: first the found ids, then each row by its primary
  // key.
  return sql`(${join(found(moment), ' union ')}) found cross join ${table} record`;
}

function buildCondition(part: RowPart, definition: ResourceDefinition, moment: FarmMoment): Sql {
  const conditions = [scopePredicate(definition, moment.scope)];
  if (part.found) conditions.unshift(sql`record.id = found.id`);
  if (part.where) conditions.push(part.where(moment));
  return join(conditions, ' and ');
}

const CLOSED_DAYS = 400;
const LAST_CLOSED = 6;

/** Selects the ids of the planned, active or selling flocks of a farm. */
function liveFlockIds({ farmId }: FarmMoment): Sql {
  return sql`select flock.id from flocks flock where flock.farm_id = ${farmId} and ${isLiveFlock}`;
}

/** Selects the ids of the flocks closed in the last 400 days, and of the six last closed. */
function closedFlockIds(moment: FarmMoment): Sql {
  const ofFarm = sql`${scopePredicate(flocks, moment.scope, 'flock')} and ${isClosedFlock}`;
  return sql`
    select flock.id from flocks flock
    where ${ofFarm} and flock.closed_at >= ${instantDaysAgo(moment, CLOSED_DAYS)}
    union
    select last_closed.id from (
      select flock.id from flocks flock where ${ofFarm}
      order by flock.closed_at desc nulls last, flock.id desc limit ${LAST_CLOSED}
    ) last_closed`;
}

/** The rows of a resource that form a part of a snapshot, with their order. */
export interface RowPart {
  readonly resource: ResourceName;
  /** The selected fields, if not all are needed: for parts with hundreds of rows. */
  readonly fields?: readonly string[];
  /** Terms of ORDER BY, of a table named `record`. */
  readonly order: string;
  readonly limit?: number;
  /** A condition on the rows of the farm, of a table named `record`. */
  readonly where?: (moment: FarmMoment) => Sql;
  /** Queries of ids, each served by its own index; rows found by any of them belong to the part. */
  readonly found?: (moment: FarmMoment) => readonly Sql[];
}

type Clause = (moment: FarmMoment) => Sql;

const YEAR_DAYS = 400;
const EVENTS = 200;
const MOULT_DAYS = 60;
const NEWEST_FIRST = 'record.created_at desc, record.id desc';
const OLDEST_FIRST = 'record.created_at, record.id';
const BY_TIME = 'record.ts, record.id';
const BY_DATE = 'record.date, record.id';
const BY_FLOCK_AND_DAY = 'record.flock_id, record.date, record.id';

const deciding: Clause = () => latestLogPredicate('record');

/** The parts of a snapshot that consist of stored rows, with their time windows. */
export const rowParts = {
  barns: { resource: 'barns', order: 'record.name, record.id' },
  liveFlocks: {
    resource: 'flocks',
    order: 'record.placement_date, record.id',
    found: (moment) => [liveFlockIds(moment)],
  },
  liveLogs: {
    resource: 'daily-logs',
    order: BY_FLOCK_AND_DAY,
    where: deciding,
    found: (moment) => [rowsOfFlocks('daily-logs', liveFlockIds(moment))],
  },
  closedFlocks: {
    resource: 'flocks',
    order: 'record.closed_at desc nulls last, record.id desc',
    found: (moment) => [closedFlockIds(moment)],
  },
  closedLogs: {
    resource: 'daily-logs',
    fields: [
      'id',
      'flockId',
      'date',
      'mortality',
      'culls',
      'eggs',
      'eggsBroken',
      'avgWeightGr',
      'camerasWeightGr',
      'feedKg',
      'waterL',
      'tempMin',
      'tempMax',
      'tempAvg',
    ],
    order: BY_FLOCK_AND_DAY,
    where: deciding,
    found: (moment) => [rowsOfFlocks('daily-logs', closedFlockIds(moment))],
  },
  lateLogs: {
    resource: 'daily-logs',
    fields: ['id', 'flockId', 'date'],
    order: BY_FLOCK_AND_DAY,
    where: deciding,
    found: (moment) => [logsSinceClosing(moment)],
  },
  sales: { resource: 'sales', order: BY_DATE, found: recorded('sales') },
  feedDeliveries: {
    resource: 'feed-deliveries',
    order: BY_DATE,
    found: recorded('feed-deliveries'),
  },
  expenses: { resource: 'expenses', order: BY_DATE, found: recorded('expenses') },
  treatments: { resource: 'treatments', order: BY_DATE, found: recorded('treatments') },
  feedOrders: {
    resource: 'feed-orders',
    order: 'record.order_date, record.id',
    found: (moment) => [
      withStatus('feed-orders', moment, ['draft', 'ordered', 'confirmed', 'in_transit']),
      sinceDay('feed-orders', moment, { column: 'order_date', days: YEAR_DAYS }),
    ],
  },
  marketOrders: {
    resource: 'market-orders',
    order: OLDEST_FIRST,
    found: (moment) => [
      withStatus('market-orders', moment, ['draft', 'open', 'negotiating', 'confirmed']),
      since('market-orders', moment, { column: 'created_at', days: YEAR_DAYS }),
    ],
  },
  tenders: { resource: 'tenders', order: OLDEST_FIRST, found: tenderIds },
  tenderBids: {
    resource: 'tender-bids',
    order: OLDEST_FIRST,
    found: (moment) => tenderIds(moment).map(bidsOfTenders),
  },
  medicine: { resource: 'medicine', order: 'record.expiry_date nulls last, record.id' },
  contacts: { resource: 'contacts', order: 'record.name, record.id' },
  devices: { resource: 'devices', order: OLDEST_FIRST },
  integrations: { resource: 'integrations', order: OLDEST_FIRST },
  automations: { resource: 'automations', order: OLDEST_FIRST },
  users: { resource: 'users', order: OLDEST_FIRST, found: userIds },
  alerts: {
    resource: 'alerts',
    order: NEWEST_FIRST,
    found: (moment) => [
      withStatus('alerts', moment, ['open', 'acknowledged', 'in_progress']),
      since('alerts', moment, { column: 'created_at', days: 7 }),
      // An old alert may have been resolved by a person: facts known by then must not raise it
      // again.
      since('alerts', moment, { column: 'resolved_at', days: 7 }),
    ],
  },
  tasks: {
    resource: 'tasks',
    order: 'record.due_date nulls last, record.id',
    found: (moment) => [
      withStatus('tasks', moment, ['open', 'in_progress', 'blocked']),
      since('tasks', moment, { column: 'completed_at', days: 35 }),
    ],
  },
  fieldReports: {
    resource: 'field-reports',
    order: NEWEST_FIRST,
    found: (moment) => [
      unansweredQuestions(moment),
      since('field-reports', moment, { column: 'created_at', days: 30 }),
    ],
  },
  regItems: {
    resource: 'reg-items',
    order: 'record.due_date nulls last, record.id',
    found: (moment) => [
      withStatus('reg-items', moment, [
        'upcoming',
        'due',
        'submitted',
        'rejected',
        'overdue',
        'expired',
      ]),
      sinceDay('reg-items', moment, { column: 'due_date', days: YEAR_DAYS }),
      sinceDay('reg-items', moment, { column: 'expiry_date', days: YEAR_DAYS }),
      sinceDay('reg-items', moment, { column: 'completed_at', days: YEAR_DAYS }),
    ],
  },
  events: { resource: 'events', order: 'record.ts desc, record.id desc', limit: EVENTS },
  moults: {
    resource: 'events',
    order: BY_TIME,
    where: (moment) =>
      sql`record.kind = 'moult' and record.ts >= ${instantDaysAgo(moment, MOULT_DAYS)}`,
  },
  recentPhotos: {
    resource: 'media',
    order: NEWEST_FIRST,
    where: (moment) =>
      sql`record.created_at >= ${instantDaysAgo(moment, 7)} and record.kind = 'image'
        and ${hasPicture('record')}`,
  },
  seenDeaths: { resource: 'vision-events', order: BY_TIME, where: seenWithin('mortality', 76) },
  seenCounts: { resource: 'vision-events', order: BY_TIME, where: seenWithin('count', 76) },
  seenBehaviour: { resource: 'vision-events', order: BY_TIME, where: seenWithin('behavior', 24) },
} as const satisfies Readonly<Record<string, RowPart>>;

/** A part that consists of stored rows. */
export type RowPartName = keyof typeof rowParts;

/** Camera observations of a kind in the last hours. */
function seenWithin(kind: string, hours: number): Clause {
  return (moment) => sql`record.ts >= ${hoursAgo(moment, hours)} and record.kind = ${kind}`;
}

/** Rows of the last 400 days, and all rows of live or recently closed flocks. */
function recorded(resource: ResourceName): (moment: FarmMoment) => Sql[] {
  return (moment) => [
    sinceDay(resource, moment, { column: 'date', days: YEAR_DAYS }),
    rowsOfFlocks(resource, liveFlockIds(moment)),
    rowsOfFlocks(resource, closedFlockIds(moment)),
  ];
}

function tenderIds(moment: FarmMoment): Sql[] {
  return [
    withStatus('tenders', moment, ['draft', 'open', 'closed']),
    since('tenders', moment, { column: 'created_at', days: YEAR_DAYS }),
  ];
}

function bidsOfTenders(tenders: Sql): Sql {
  return sql`
    select bid.id from (${tenders}) tender cross join tender_bids bid
    where bid.tender_id = tender.id and bid.deleted_at is null`;
}

function rowsOfFlocks(resource: ResourceName, flocks: Sql): Sql {
  return sql`
    select child.id from (${flocks}) flock cross join ${raw(tableName(resource))} child
    where child.flock_id = flock.id and child.deleted_at is null`;
}

/** By UTC day, which is within one day of the farm's day. */
function logsSinceClosing(moment: FarmMoment): Sql {
  return sql`
    select log.id from (${closedFlockIds(moment)}) flock
    cross join flocks closed cross join daily_logs log
    where closed.id = flock.id and log.flock_id = closed.id and log.deleted_at is null
      and cast(log.date as text) >= substr(cast(closed.closed_at as text), 1, 10)`;
}

/** The users with a role on the farm or in the whole organisation. */
function userIds({ scope, farmId, now }: FarmMoment): Sql[] {
  const at = new Date(now).toISOString();
  const isUnexpired = sql`(access.expires_at is null or access.expires_at > ${at})`;
  return [
    sql`
      select access.user_id as id from farm_access access
      where access.farm_id = ${farmId} and access.status = 'active' and access.deleted_at is null
        and ${isUnexpired}`,
    sql`
      select access.user_id as id from organisation_access access
      where access.org_id = ${scope.orgId} and access.revoked_at is null and ${isUnexpired}`,
  ];
}

function unansweredQuestions(moment: FarmMoment): Sql {
  return sql`${ofFarm('field-reports', moment)}
    and is_question = true and status in ('new', 'in_review')
    and (reply_text is null or reply_text = '')`;
}

/** The words are literal in the query text, as in the partial index that they match. */
function withStatus(resource: ResourceName, moment: FarmMoment, words: readonly string[]): Sql {
  const list = words.map((word) => `'${word}'`).join(', ');
  return sql`${ofFarm(resource, moment)} and status in (${raw(list)})`;
}

function sinceDay(
  resource: ResourceName,
  moment: FarmMoment,
  { column, days }: { readonly column: string; readonly days: number },
): Sql {
  return sql`${ofFarm(resource, moment)} and ${raw(column)} >= ${daysAgo(moment, days)}`;
}

function since(
  resource: ResourceName,
  moment: FarmMoment,
  { column, days }: { readonly column: string; readonly days: number },
): Sql {
  return sql`${ofFarm(resource, moment)} and ${raw(column)} >= ${instantDaysAgo(moment, days)}`;
}

function ofFarm(resource: ResourceName, { farmId }: FarmMoment): Sql {
  return sql`select id from ${raw(tableName(resource))}
    where farm_id = ${farmId} and deleted_at is null`;
}
