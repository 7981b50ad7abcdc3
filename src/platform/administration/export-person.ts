import { FarmError } from '../../model/core/errors.ts';
import { coversScope } from '../../model/core/vocabulary.ts';
import {
  ERASED,
  getResource,
  personalFields,
  type ResourceName,
} from '../../model/resources/registry.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { listHistory } from '../../storage/system/activity-log.ts';
import { listChannels } from '../../storage/system/notice-channels.ts';
import { findDigest } from '../../storage/system/notice-digests.ts';
import { listNotices } from '../../storage/system/notices.ts';
import {
  type HeldTexts,
  listRowsWithTexts,
  type PersonRow,
} from '../../storage/system/person-traces.ts';
import {
  findUserRights,
  listLinks,
  listSessions,
  MOST_SESSIONS,
} from '../../storage/system/sign-in.ts';
import { listIdentities, listPasskeys } from '../../storage/system/sign-in-methods.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Actor } from '../core/actor.ts';
import { operationParameters, requireScope } from '../core/admission.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import { maskSecrets } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';
import { describeChannel, describeNotice } from '../notices/read-notices.ts';
import { describePasskey } from './passkeys.ts';
import { describeTimes } from './start-session.ts';

const LONGEST_ID = 80;
const MOST_NAMESAKES = 100;
const MOST_CHANGES = 1000;

/** A person, known to the organisation as a user or contact. */
export interface Person {
  readonly resource: 'users' | 'contacts';
  readonly row: StoredRow;
  /** Undefined when the name is not identifying: missing, or shared with somebody else. */
  readonly name: string | undefined;
  /** Phone numbers and addresses, former ones included. */
  readonly reach: readonly string[];
  /** Users and contacts with the same phone number or address: probably the same person. */
  readonly others: readonly string[];
  /** Users and contacts with the same name, whose rows cannot be distinguished by name. */
  readonly namesakes: readonly string[];
}

/**
 * Authorises a call about a person: requires an administrator without farm restriction whose key
 * also has the scope of the person's resource.
 */
export function requirePersonAccess(
  call: RequestContext,
  id: string,
  access: 'read' | 'write',
): void {
  const resource = resourceOfPerson(id);
  if (resource) requireScope(call.actor, `${access}:${resource}`);
  if (call.actor.farmIds === 'all') return;
  throw new FarmError('farm_forbidden', {
    code: 'key_is_pinned',
    message: 'The key is pinned to certain farms; a person may be known on all of them.',
  });
}

/** The person with that ID, deleted ones included; throws `not_found` otherwise. */
export async function findPerson(
  connection: Connection,
  { orgId, id }: { readonly orgId: string; readonly id: string },
): Promise<Person> {
  const resource = resourceOfPerson(id);
  const isPossible = id.length <= LONGEST_ID && !id.includes('\0');
  const row =
    resource && isPossible ? await findOwnRow(connection, resource, { orgId, id }) : undefined;
  if (!resource || !row) throw new FarmError('not_found');
  const contactTexts = textsOf(row, reachOf(resource));
  const formerTexts = await listFormer(connection, row, reachOf(resource));
  const [name] = textsOf(row, ['name']);
  const otherPersons = await listAlike(connection, row, { name: [], reach: contactTexts });
  const shared =
    name === undefined ? [] : await listAlike(connection, row, { name: [name], reach: [] });
  const namesakes = shared.filter((other) => !otherPersons.includes(other));
  return {
    resource,
    row,
    name: namesakes.length > 0 ? undefined : name,
    reach: [...new Set([...contactTexts, ...formerTexts])],
    others: otherPersons,
    namesakes,
  };
}

function resourceOfPerson(id: string): Person['resource'] | undefined {
  return (['users', 'contacts'] as const).find((name) =>
    id.startsWith(`${getResource(name).idPrefix}_`),
  );
}

function reachOf(resource: ResourceName): readonly string[] {
  return personalFields[resource]?.reach ?? [];
}

/** Former phone numbers and addresses in the available history. */
async function listFormer(
  connection: Connection,
  { id: rowId, orgId }: StoredRow,
  fields: readonly string[],
): Promise<string[]> {
  const query = { orgId, rowId, limit: MOST_CHANGES, offset: 0 };
  const { entries } = await listHistory(connection, query);
  const changes = entries.flatMap((entry) => entry.changes);
  const values = changes
    .filter(({ field }) => fields.includes(field))
    .flatMap(({ before, after }) => [before, after]);
  return values.filter((value): value is string => typeof value === 'string' && value !== ERASED);
}

async function findOwnRow(
  connection: Connection,
  resource: ResourceName,
  { orgId, id }: { readonly orgId: string; readonly id: string },
): Promise<StoredRow | undefined> {
  const heldTexts: HeldTexts = [['id', [id]]];
  const [found] = await listRowsWithTexts(connection, getResource(resource), {
    orgId,
    held: heldTexts,
    limit: 1,
  });
  return found?.row;
}

/** Other users and contacts, not deleted, with one of these names, numbers or addresses. */
async function listAlike(
  connection: Connection,
  { id, orgId }: StoredRow,
  { name, reach }: { readonly name: readonly string[]; readonly reach: readonly string[] },
): Promise<string[]> {
  const heldTexts: HeldTexts = [
    ['name', name],
    ['phone', reach],
    ['phoneE164', reach],
    ['email', reach],
  ];
  const texts: string[] = [];
  for (const resource of ['users', 'contacts']) {
    const definition = getResource(resource);
    const rows = await listRowsWithTexts(connection, definition, {
      orgId,
      held: heldTexts,
      limit: MOST_NAMESAKES,
    });
    texts.push(...rows.filter(({ isDeleted }) => !isDeleted).map(({ row }) => row.id));
  }
  return texts.filter((other) => other !== id);
}

/** Search criteria for rows that contain the person's ID, name, number or address. */
export function tracesIn(resource: ResourceName, person: Person): HeldTexts {
  const { ids = [], names = [], reach = [] } = personalFields[resource] ?? {};
  const { id } = person.row;
  if (resource === 'users' || resource === 'contacts') return [];
  const called = person.name === undefined ? [id] : [id, person.name];
  return [
    ...ids.map((field) => [field, [id]] as const),
    ...names.map((field) => [field, called] as const),
    ...reach.map((field) => [field, person.reach] as const),
  ];
}

function textsOf(row: StoredRow, fields: readonly string[]): string[] {
  const texts = fields.map((field) => row[field]);
  return texts.filter((text): text is string => typeof text === 'string' && text !== '');
}

const MOST_ROWS = 10_000;

/** `GET /os/people/{id}/export`: all data stored about a person, as one document. */
export async function exportPerson(
  { database }: Pick<Runtime, 'database'>,
  call: RequestContext,
  id: string,
): Promise<Result> {
  requirePersonAccess(call, id, 'read');
  operationParameters({}, call);
  const { orgId } = call.actor;
  const person = await findPerson(database, { orgId, id });
  const { records, truncated, withheld } = await recordsOf(database, person, call.actor);
  const history = await listHistory(database, {
    orgId,
    rowId: id,
    limit: MOST_CHANGES,
    offset: 0,
  });
  return jsonResult({
    id,
    kind: person.resource === 'users' ? 'user' : 'contact',
    name: person.row['name'] ?? null,
    exportedAt: formatInstant(call.at),
    records: {
      [person.resource]: [visibleFields(person.resource, { row: person.row })],
      ...records,
    },
    history: history.entries.map(({ version, at, kind, author: by, changes }) => ({
      ...{ version, at, kind, by, changes },
    })),
    truncated,
    withheld,
    others: person.others,
    namesakes: person.namesakes,
  });
}

/**
 * Records of resources that the key may not read are omitted; such a resource is named if it has
 * any.
 */
async function recordsOf(connection: Connection, person: Person, actor: Actor) {
  const { orgId } = person.row;
  const records: Record<string, unknown> = {};
  const truncated: string[] = [];
  const withheld: string[] = [];
  for (const resource of Object.keys(personalFields) as ResourceName[]) {
    const rows = await listRowsWithTexts(connection, getResource(resource), {
      orgId,
      held: tracesIn(resource, person),
      limit: MOST_ROWS + 1,
    });
    if (rows.length > 0 && !coversScope(actor.scopes, `read:${resource}`)) {
      withheld.push(resource);
      continue;
    }
    if (rows.length > MOST_ROWS) truncated.push(resource);
    const listed = rows.slice(0, MOST_ROWS);
    if (listed.length > 0) records[resource] = listed.map((row) => visibleFields(resource, row));
  }
  const { channels, notices, total } = await noticesOf(connection, person);
  if (channels.length > 0) records['notice-channels'] = channels.map(describeChannel);
  if (notices.length > 0) records['notices'] = notices.map(describeNotice);
  if (total > notices.length) truncated.push('notices');
  const signIns = await signInRecordsOf(connection, { orgId, userId: person.row.id });
  if (signIns['sessions']?.length === MOST_SESSIONS) truncated.push('sessions');
  return { records: { ...records, ...signIns }, truncated, withheld };
}

/** Notification channels of the person, and messages sent to the person. */
async function noticesOf(connection: Connection, { row: { id, orgId } }: Person) {
  const channels = await listChannels(connection, { orgId, userIds: [id] });
  const sent = await listNotices(connection, {
    scope: { orgId, farmIds: 'all' },
    ownUserId: id,
    userId: id,
    limit: MOST_ROWS,
    offset: 0,
  });
  return { ...sent, channels };
}

function visibleFields(
  resource: ResourceName,
  { row, isDeleted }: Partial<PersonRow> & Pick<PersonRow, 'row'>,
) {
  const { orgId: _, ...record } = maskSecrets(getResource(resource), row);
  return isDeleted ? { ...record, deleted: true } : record;
}

/**
 * The sign-in data of a user by kind, the organisation-wide role and the morning briefing. Hashes,
 * public keys and credential IDs are omitted: they are not personal data.
 */
async function signInRecordsOf(
  connection: Connection,
  { orgId, userId }: { readonly orgId: string; readonly userId: string },
): Promise<Readonly<Record<string, readonly object[]>>> {
  const always = formatInstant(0);
  const [passkeys, accounts, sessions, links, digest, users] = await Promise.all([
    listPasskeys(connection, { orgId, userId }),
    listIdentities(connection, { orgId, userId }),
    listSessions(connection, {
      orgId,
      userIds: [userId],
      createdAfter: always,
      usedAfter: always,
    }),
    listLinks(connection, { orgId, userId }),
    findDigest(connection, userId),
    findUserRights(connection, [userId]),
  ]);
  const roles = users.flatMap(({ grants }) => grants).filter(({ farmId }) => farmId === null);
  const records = {
    'organisation-access': roles.map(({ role, grantedAt, expiresAt }) => ({
      role,
      grantedAt,
      expiresAt,
    })),
    passkeys: passkeys.map(describePasskey),
    'linked-accounts': accounts.map(({ issuer, subject, createdAt, usedAt }) => ({
      issuer,
      subject,
      linkedAt: createdAt,
      usedAt,
    })),
    sessions: sessions.map((session) => ({
      ...describeTimes(session),
      ip: session.ip,
      agent: session.agent,
    })),
    'sign-in-links': links.map(({ id, createdAt, createdBy, expiresAt, usedAt }) => ({
      id,
      createdAt,
      createdBy,
      expiresAt,
      usedAt,
    })),
    'morning-briefing': digest
      ? [{ hour: digest.hour, via: digest.via, nextAt: digest.nextAt, lastDay: digest.lastDay }]
      : [],
  };
  return Object.fromEntries(Object.entries(records).filter(([, rows]) => rows.length > 0));
}
