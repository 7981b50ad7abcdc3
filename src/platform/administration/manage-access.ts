import * as z from 'zod';
import { FarmError, type Issue, refused, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { storedFields } from '../../model/core/resource.ts';
import { role as roleWords } from '../../model/core/vocabulary.ts';
import { farmAccess } from '../../model/resources/farm-access.ts';
import {
  effectiveGrants,
  possibleGrants,
  type Role,
  roleOf,
  roles,
} from '../../model/resources/roles.ts';
import { users } from '../../model/resources/users.ts';
import { routeOf, scopeOfRoute } from '../../model/routes/route-table.ts';
import { parseBody } from '../../model/validation/parse-body.ts';
import type { Transaction } from '../../storage/core/database.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import { insertRow, replaceRow } from '../../storage/records/write-rows.ts';
import { findKey } from '../../storage/system/api-keys.ts';
import {
  deleteSessionsBy,
  findUserRights,
  grantOrganisation,
  revokeOrganisation,
  type UserRights,
} from '../../storage/system/sign-in.ts';
import { deleteIdentitiesOf, isEmailTaken } from '../../storage/system/sign-in-methods.ts';
import { formatInstant, parseInstant } from '../../tools/calendar.ts';
import {
  describeGrant,
  requireGrantable,
  requireNoLessThan,
  requireRemainingOwner,
} from '../access/grants.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { authorOf, scopeOf } from '../core/actor.ts';
import { operationParameters, requireScope } from '../core/admission.ts';
import {
  isVisibleFarm,
  jsonResult,
  type RequestContext,
  type Result,
} from '../core/request-context.ts';
import { writeContext } from '../core/resource-rules.ts';
import { storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';
import { findVisibleRow } from '../records/read-records.ts';
import { changeRecord } from '../records/write-record.ts';
import { findManagedUser } from './sign-in.ts';

/** The administrator scope, as declared by the routes for managing users. */
const ADMIN = scopeOfRoute('grantUserAccess');

/** A change of one user's access, in its transaction. */
interface AccessWork {
  readonly runtime: Runtime;
  readonly transaction: Transaction;
  readonly call: RequestContext;
  readonly user: UserRights;
}

/** `GET /os/users/{id}/access`: the effective roles of a user. */
export async function readAccess(
  runtime: Runtime,
  call: RequestContext,
  id: string,
): Promise<Result> {
  if (call.actor.user?.id !== id) requireScope(call.actor, ADMIN);
  const { database } = runtime;
  const isOwn = call.actor.user?.id === id;
  const [own] = isOwn ? await findUserRights(database, [id]) : [];
  return jsonResult(
    describeAccess(own ?? (await findManagedUser(database, call, { id })), call.at),
  );
}

/** `PUT /os/users/{id}/access`: grants a user a role on farms or in the whole organisation. */
export async function grantAccess(
  runtime: Runtime,
  transaction: Transaction,
  input: { readonly call: RequestContext; readonly id: string; readonly body: () => unknown },
): Promise<Result> {
  const { call, id } = input;
  const user = await findManagedUser(transaction, call, { id, forUpdate: true });
  const request = await readGrant(transaction, call, input.body());
  const work = { runtime, transaction, call, user };
  const granter = { actor: call.actor, now: call.at };
  const places = request.farmIds ?? [null];
  for (const farmId of places) {
    const replaced = possibleGrants(user, call.at).filter((grant) => grant.farmId === farmId);
    await requireGrantable(transaction, granter, [{ role: request.role, farmId }, ...replaced]);
  }
  if (request.farmIds === null) await grantEverywhere(work, request);
  else for (const farmId of request.farmIds) await grantOnFarm(work, farmId, request);
  return answerOf(work);
}

/** `DELETE /os/users/{id}/access`: revokes the role on the farm in the query, or all roles. */
export async function revokeAccess(
  runtime: Runtime,
  transaction: Transaction,
  { call, id }: { readonly call: RequestContext; readonly id: string },
): Promise<Result> {
  const user = await findManagedUser(transaction, call, { id, forUpdate: true });
  // A misspelt farm parameter must not revoke all roles.
  const { farmId } = operationParameters(routeOf('revokeUserAccess'), call);
  const work = { runtime, transaction, call, user };
  const revoked = user.grants.filter((grant) => farmId === undefined || grant.farmId === farmId);
  if (revoked.length === 0) {
    throw new FarmError('not_found', { message: 'The user has no such access.' });
  }
  await requireGrantable(transaction, { actor: call.actor, now: call.at }, revoked);
  if (revoked.some((grant) => grant.farmId === null)) await revokeEverywhere(work);
  for (const grant of revoked) if (grant.farmId !== null) await revokeOnFarm(work, grant.farmId);
  return answerOf(work);
}

async function answerOf({ transaction, user, call }: AccessWork): Promise<Result> {
  const [after] = await findUserRights(transaction, [user.id]);
  return jsonResult(describeAccess(after ?? user, call.at));
}

function describeAccess(user: UserRights, now: number) {
  const { id, name, status } = user;
  const grants = effectiveGrants({ ...user, status: 'active' }, now);
  return { user: { id, name, status }, access: grants.map(describeGrant) };
}

interface GrantRequest {
  readonly role: Role;
  /** Null: the whole organisation, including future farms. */
  readonly farmIds: readonly string[] | null;
  readonly expiresAt: string | null;
}

async function readGrant(
  transaction: Transaction,
  call: RequestContext,
  body: unknown,
): Promise<GrantRequest> {
  const input = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const issues: Issue[] = [];
  for (const name of Object.keys(input)) {
    if (['role', 'farmIds', 'expiresAt'].includes(name)) continue;
    const path = name.slice(0, 100);
    issues.push({ path, code: 'not_allowed', message: `${path} is not a field of a grant.` });
  }
  const role = roleOf(input['role']);
  if (role === undefined) {
    const message = `role must be one of ${roleWords.words.join(', ')}.`;
    issues.push({ path: 'role', code: 'not_allowed', message, allowed: roleWords.words });
  }
  const farmIds = await readFarms(transaction, call, { asked: input['farmIds'], issues });
  const expiresAt = await readExpiry(transaction, call, { asked: input['expiresAt'], issues });
  if (role === undefined || issues.length > 0) throw validationFailed(issues);
  return { role, farmIds, expiresAt };
}

interface AccessInput {
  readonly asked: unknown;
  readonly issues: Issue[];
}

async function readFarms(
  transaction: Transaction,
  { actor }: RequestContext,
  { asked, issues }: AccessInput,
): Promise<readonly string[] | null> {
  if (asked === undefined || asked === null) return null;
  if (!Array.isArray(asked) || asked.length === 0 || asked.length > limits.arrayItems) {
    const message = `farmIds must be a list of 1 to ${limits.arrayItems} ids of farms; leave it out for the whole organisation.`;
    issues.push({ path: 'farmIds', code: 'wrong_type', message });
    return null;
  }
  for (const [index, id] of asked.entries()) {
    const isFarm = typeof id === 'string' && id.length <= 80;
    if (isFarm && (await isVisibleFarm(transaction, scopeOf(actor), id))) continue;
    const path = `farmIds[${index}]`;
    issues.push({ path, code: 'not_found', message: `${path} names no farm that you may see.` });
  }
  return [...new Set(asked as string[])];
}

async function readExpiry(
  transaction: Transaction,
  { actor, at }: RequestContext,
  { asked, issues }: AccessInput,
): Promise<string | null> {
  const key = actor.user ? undefined : await findKey(transaction, actor.keyId);
  const latest = actor.user ? actor.user.rightsExpireAt : (key?.expiresAt ?? null);
  if (asked === undefined || asked === null) return latest;
  const millis = typeof asked === 'string' ? parseInstant(asked) : undefined;
  const isInRange =
    millis !== undefined && millis > at && (latest === null || millis <= Date.parse(latest));
  if (isInRange) return formatInstant(millis);
  const bound = latest === null ? '' : `, not later than your own access (${latest})`;
  issues.push({
    path: 'expiresAt',
    code: millis === undefined ? 'invalid_date' : 'not_allowed',
    message: `expiresAt must be a time stamp in the future such as 2027-01-31T00:00:00Z${bound}.`,
  });
  return null;
}

async function grantEverywhere(work: AccessWork, { role, expiresAt }: GrantRequest): Promise<void> {
  const { transaction, call, user } = work;
  await setRole(work, role);
  if (role === 'owner' && expiresAt !== null) await requireLastingOwner(work, expiresAt);
  await grantOrganisation(transaction, {
    userId: user.id,
    orgId: user.orgId,
    role,
    grantedBy: call.actor.keyId,
    grantedAt: formatInstant(call.at),
    expiresAt,
  });
}

async function revokeEverywhere(work: AccessWork): Promise<void> {
  const { transaction, call, user } = work;
  // Lock the row before the name, the order of every change to a user.
  await setRole(work, 'viewer');
  await requireLastingOwner(work);
  await revokeOrganisation(transaction, { userId: user.id, at: formatInstant(call.at) });
}

/** Ensures that the organisation still has an owner after this user's role ends. */
async function requireLastingOwner({ transaction, call, user }: AccessWork, until?: string) {
  const { orgId, id: userId } = user;
  await transaction.lock(`owners ${orgId}`);
  const end = until === undefined ? {} : { until };
  await requireRemainingOwner(transaction, { orgId, userId, now: call.at, ...end });
}

/** Uses the rules of users, which protect the last owner. */
async function setRole({ runtime, transaction, call, user }: AccessWork, role: Role) {
  const scope = { orgId: user.orgId, farmIds: 'all' } as const;
  const json = await findRow(transaction, users, { id: user.id, scope, forUpdate: true });
  if (json === undefined) throw new FarmError('not_found');
  const before = storedFromJson(json, user.orgId);
  if (before['role'] === role) return;
  const context = await writeContext(runtime, transaction, { call, farmId: undefined });
  await changeRecord(users, { before, changes: { role } }, context);
}

async function grantOnFarm(
  work: AccessWork,
  farmId: string,
  { role, expiresAt }: GrantRequest,
): Promise<void> {
  const { runtime, transaction, call, user } = work;
  await revokeOnFarm(work, farmId);
  const at = formatInstant(call.at);
  const values: Readonly<Record<string, unknown>> = {
    userId: user.id,
    role,
    scopes: roles[role].scopes,
    status: 'active',
    grantedBy: call.actor.name,
    grantedAt: at,
    expiresAt,
  };
  const after: StoredRow = {
    ...Object.fromEntries(storedFields(farmAccess).map(([name]) => [name, values[name] ?? null])),
    id: runtime.ids.create(farmAccess.idPrefix),
    orgId: user.orgId,
    farmId,
    version: 1,
    createdAt: at,
    updatedAt: at,
    createdBy: authorOf(call.actor),
  };
  await insertRow(transaction, farmAccess, after);
  await recordChange(work, undefined, after);
}

const MOST_ROWS = 1000;

async function revokeOnFarm(work: AccessWork, farmId: string): Promise<void> {
  const { transaction, call, user } = work;
  const at = formatInstant(call.at);
  const rows = await listRows(transaction, farmAccess, {
    scope: { orgId: user.orgId, farmIds: [farmId] },
    conditions: [
      { field: 'userId', operator: '=', value: user.id },
      { field: 'status', operator: '=', value: 'active' },
    ],
    order: 'createdAt',
    direction: 'asc',
    limit: MOST_ROWS,
    offset: 0,
  });
  for (const row of rows) {
    const before = storedFromJson(row, user.orgId);
    const changes = { status: 'revoked', revokedAt: at, updatedAt: at };
    const after = { ...before, ...changes, version: before.version + 1 };
    await replaceRow(transaction, farmAccess, after);
    await recordChange(work, before, after);
  }
}

function recordChange(
  { runtime, transaction, call }: AccessWork,
  before: StoredRow | undefined,
  after: StoredRow,
): Promise<void> {
  const change = { definition: farmAccess, before, after, now: call.at };
  return recordActivity(runtime, transaction, { ...change, actor: authorOf(call.actor) });
}

const schema = z.strictObject({
  email: z.string().trim().max(254).regex(z.regexes.email).toLowerCase().nullable(),
});

/**
 * `PUT /os/users/{id}/email`: sets the address that identifies a user at the provider. It decides
 * who may sign in as the user, so the caller needs all rights of the user. Sessions started at the
 * provider end.
 */
export async function setUserEmail(
  runtime: Runtime,
  transaction: Transaction,
  input: { readonly call: RequestContext; readonly id: string; readonly body: unknown },
): Promise<Result> {
  const { call, id } = input;
  const user = await findManagedUser(transaction, call, { id, forUpdate: true });
  await requireNoLessThan(transaction, { actor: call.actor, now: call.at }, user);
  const { email } = parseBody(schema, input.body);
  if (email !== null) await requireFree(transaction, { orgId: user.orgId, email, exceptId: id });
  await deleteIdentitiesOf(transaction, id);
  await deleteSessionsBy(transaction, { userId: id, method: 'oidc' });
  const { json } = await findVisibleRow(transaction, users, { id, scope: scopeOf(call.actor) });
  const before = storedFromJson(json, user.orgId);
  const context = await writeContext(runtime, transaction, { call, farmId: undefined });
  await changeRecord(users, { before, changes: { email } }, context);
  return jsonResult({ id, name: user.name, email });
}

/** A shared address would be ambiguous at sign-in, so one user could lock the other out. */
async function requireFree(
  transaction: Transaction,
  requested: Parameters<typeof isEmailTaken>[1],
): Promise<void> {
  await transaction.lock(`emails ${requested.orgId}`);
  if (!(await isEmailTaken(transaction, requested))) return;
  throw refused('email_taken', 'Another user of the organisation has this e-mail address.');
}
