import { FarmError, type Issue, validationFailed } from '../../model/core/errors.ts';
import {
  ERASED,
  getResource,
  personalFields,
  type ResourceName,
} from '../../model/resources/registry.ts';
import type { Transaction } from '../../storage/core/database.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import type { RowName } from '../../storage/records/lock-rows.ts';
import { replaceRow } from '../../storage/records/write-rows.ts';
import { changeHistory, insertHistory } from '../../storage/system/activity-log.ts';
import {
  deleteNoticesOf,
  listRowsWithTexts,
  replaceTexts,
  retainedJson,
} from '../../storage/system/person-traces.ts';
import { deleteLinks, deleteSignIns, revokeOrganisation } from '../../storage/system/sign-in.ts';
import { deleteIdentitiesOf, deletePasskeysOf } from '../../storage/system/sign-in-methods.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import { authorOf } from '../core/actor.ts';
import { operationParameters, requireScope } from '../core/admission.ts';
import { lockForWrites } from '../core/lock-order.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import { writeContext } from '../core/resource-rules.ts';
import type { Runtime } from '../core/runtime.ts';
import { requireUnsealed } from '../rules/related-rows.ts';
import { rulesOf } from '../rules/rules-by-resource.ts';
import { findPerson, type Person, requirePersonAccess, tracesIn } from './export-person.ts';

const MOST_ROWS = 10_000;

/** Changed and retained rows, by kind. */
interface Report {
  readonly changed: { readonly what: string; readonly rows: number }[];
  readonly kept: { readonly what: string; readonly rows: number | null; readonly reason: string }[];
}

interface Erasure {
  readonly runtime: Pick<Runtime, 'ids'>;
  readonly transaction: Transaction;
  readonly call: RequestContext;
  readonly person: Person;
  readonly report: Report;
}

/** Rolls back the dry run. */
class DryRunDone extends Error {}

/**
 * `POST /os/people/{id}/erase`: permanently removes a person's name and contact details from
 * everything but sealed case files. Unless `dryRun` is false, changes are rolled back; the answer
 * is the same.
 */
export async function erasePerson(
  runtime: Runtime,
  transaction: Transaction,
  {
    call,
    id,
    body,
  }: { readonly call: RequestContext; readonly id: string; readonly body: () => unknown },
): Promise<Result> {
  requirePersonAccess(call, id, 'write');
  operationParameters({}, call);
  const dryRun = dryRunOf(body());
  const { orgId } = call.actor;
  await lockTraces(transaction, await findPerson(transaction, { orgId, id }));
  // The row may have changed before it was locked.
  const person = await findPerson(transaction, { orgId, id });
  if (person.resource === 'users') {
    const context = await writeContext(runtime, transaction, { call, farmId: undefined });
    // Refuses to erase the last owner of an organisation, like a deletion.
    await rulesOf('users').checkDelete?.(person.row, context);
  }
  const report: Report = { changed: [], kept: alwaysKept(person) };
  try {
    await transaction.savepoint(async () => {
      await erase({ runtime, transaction, call, person, report });
      if (dryRun) throw new DryRunDone();
    });
  } catch (error) {
    if (!(error instanceof DryRunDone)) throw error;
  }
  const kind = person.resource === 'users' ? 'user' : 'contact';
  return jsonResult({ id, kind, dryRun, ...report, others: person.others });
}

function dryRunOf(body: unknown): boolean {
  const input: Readonly<Record<string, unknown>> = isRecord(body) ? body : {};
  const issues: Issue[] = Object.keys(input)
    .filter((name) => name !== 'dryRun')
    .map((name) => ({
      path: name,
      code: 'unknown_parameter',
      message: `There is no ${JSON.stringify(name)}; dryRun is all that can be said.`,
    }));
  const dryRun: unknown = 'dryRun' in input ? input['dryRun'] : true;
  if (typeof dryRun !== 'boolean') {
    issues.push({ path: 'dryRun', code: 'wrong_type', message: 'dryRun must be true or false.' });
  }
  if (issues.length > 0) throw validationFailed(issues);
  return dryRun !== false;
}

/** Data that cannot be searched for a person or must not be changed. */
function alwaysKept({ namesakes }: Person): Report['kept'] {
  return [
    ...(namesakes.length > 0
      ? [{ what: 'names', rows: null, reason: `${namesakes.join(', ')} has the same name` }]
      : []),
    { what: 'free text', rows: null, reason: 'notes and messages are not searched for people' },
    {
      what: 'audit',
      rows: null,
      reason: 'it holds ids and network addresses, no names; its chain must hold',
    },
    { what: 'events', rows: null, reason: 'those sent to webhooks are forgotten after 30 days' },
    { what: 'answers', rows: null, reason: 'those kept for repeated requests go after 24 hours' },
    { what: 'backups', rows: null, reason: 'they stay as they were taken' },
  ];
}

async function erase(erasure: Erasure): Promise<void> {
  const { person, report } = erasure;
  for (const resource of Object.keys(personalFields) as ResourceName[]) {
    const { changed, sealed } = await eraseIn(erasure, resource);
    if (changed > 0) report.changed.push({ what: resource, rows: changed });
    if (sealed > 0) {
      report.kept.push({ what: resource, rows: sealed, reason: 'part of a sealed case file' });
    }
  }
  const texts = [...(person.name === undefined ? [] : [person.name]), ...person.reach];
  const { orgId } = person.row;
  for (const column of retainedJson) {
    const replace = (value: unknown) => withoutTexts(value, person);
    const rows = await replaceTexts(erasure.transaction, column, { orgId, texts, replace });
    if (rows > 0) report.changed.push({ what: column, rows });
  }
  if (person.resource === 'users') await endAccess(erasure);
  await eraseNameHistory(erasure);
  await recordErasure(erasure);
}

/** Sessions contain addresses and browsers; roles must not take effect again with the status. */
async function endAccess({ transaction, call, person, report }: Erasure): Promise<void> {
  const userId = person.row.id;
  const links = await deleteLinks(transaction, userId);
  if (links > 0) report.changed.push({ what: 'sign-in links', rows: links });
  const sessions = await deleteSignIns(transaction, userId);
  if (sessions > 0) report.changed.push({ what: 'sessions', rows: sessions });
  const passkeys = await deletePasskeysOf(transaction, userId);
  if (passkeys > 0) report.changed.push({ what: 'passkeys', rows: passkeys });
  const identities = await deleteIdentitiesOf(transaction, userId);
  if (identities > 0) report.changed.push({ what: 'linked accounts', rows: identities });
  // Provider responses may contain the address.
  const { digests, channels, notices } = await deleteNoticesOf(transaction, userId);
  if (digests > 0) report.changed.push({ what: 'morning briefing', rows: digests });
  if (channels > 0) report.changed.push({ what: 'notice channels', rows: channels });
  if (notices > 0) report.changed.push({ what: 'notices', rows: notices });
  await revokeOrganisation(transaction, { userId, at: formatInstant(call.at) });
}

/** Removes former names, numbers and notes as well. */
async function eraseNameHistory({ transaction, person }: Erasure): Promise<void> {
  const { row, resource } = person;
  const personal = ['name', 'notes', ...(personalFields[resource]?.reach ?? [])];
  const blank = (value: unknown) => (value === null ? null : ERASED);
  await changeHistory(transaction, { orgId: row.orgId, rowId: row.id }, (change) =>
    personal.includes(change.field)
      ? { ...change, before: blank(change.before), after: blank(change.after) }
      : change,
  );
}

/** Locks all rows that name the person before the first is changed. */
async function lockTraces(transaction: Transaction, person: Person): Promise<void> {
  // SQLite has a single writer, so no row locks are needed.
  if (transaction.dialect.lockRows === '') return;
  const rows: RowName[] = [];
  for (const resource of Object.keys(personalFields) as ResourceName[]) {
    const definition = getResource(resource);
    const traces = await listTraces(transaction, person, resource);
    rows.push(...traces.map(({ row }) => ({ definition, id: row.id })));
  }
  const scope = { orgId: person.row.orgId, farmIds: 'all' } as const;
  await lockForWrites(transaction, { scope, written: [], rows, sent: [] });
}

/** The rows of a resource that name the person, and the row of the person itself. */
function listTraces(transaction: Transaction, person: Person, resource: ResourceName) {
  const isOwn = resource === person.resource;
  const heldTexts = isOwn ? ([['id', [person.row.id]]] as const) : tracesIn(resource, person);
  const { orgId } = person.row;
  const definition = getResource(resource);
  return listRowsWithTexts(transaction, definition, { orgId, held: heldTexts, limit: MOST_ROWS });
}

async function eraseIn(
  { transaction, call, person }: Erasure,
  resource: ResourceName,
): Promise<{ readonly changed: number; readonly sealed: number }> {
  const definition = getResource(resource);
  const isOwn = resource === person.resource;
  const traces = await listTraces(transaction, person, resource);
  const count = { changed: 0, sealed: 0 };
  for (const { row } of traces) {
    const values = isOwn
      ? ownValues(resource)
      : erasedValues(row, { resource, person, at: formatInstant(call.at) });
    if (Object.keys(values).length === 0) continue;
    if (await isSealed(transaction, resource, row)) {
      count.sealed += 1;
      continue;
    }
    requireScope(call.actor, `write:${resource}`);
    const updatedAt = formatInstant(Math.max(call.at, Date.parse(row.updatedAt)));
    const erased = { ...row, ...values, version: row.version + 1, updatedAt };
    await replaceRow(transaction, definition, erased);
    count.changed += 1;
  }
  return count;
}

/** The erased values of the person's own row. */
function ownValues(resource: ResourceName): Readonly<Record<string, unknown>> {
  const { reach = [] } = personalFields[resource] ?? {};
  const emptied = Object.fromEntries(reach.map((field) => [field, null]));
  const cleared = { users: { status: 'disabled' }, contacts: { notes: null } };
  return { ...emptied, name: ERASED, ...(resource === 'users' ? cleared.users : cleared.contacts) };
}

/** The erased values of a row that names the person: IDs remain, but no longer identify anybody. */
function erasedValues(
  row: StoredRow,
  subject: { readonly resource: ResourceName; readonly person: Person; readonly at: string },
): Readonly<Record<string, unknown>> {
  const { resource, person, at: revokedAt } = subject;
  const { name, reach, row: own } = person;
  const fields = personalFields[resource] ?? {};
  const isPerson = (value: unknown) => name !== undefined && value === name;
  const nameFields = (fields.names ?? []).filter(
    (field) => isPerson(row[field]) || (fields.ids ?? []).some((id) => row[id] === own.id),
  );
  const isReached = (fields.reach ?? []).some((field) => reach.includes(String(row[field])));
  // The same number may be listed twice in different notations.
  const contactFields = isReached ? (fields.reach ?? []) : [];
  const access = resource === 'farm-access' && row['status'] !== 'revoked';
  return {
    ...Object.fromEntries(
      nameFields.filter((field) => row[field] !== null).map((field) => [field, ERASED]),
    ),
    ...Object.fromEntries(contactFields.map((field) => [field, null])),
    ...(access ? { status: 'revoked', revokedAt } : {}),
  };
}

/** Replaces every text in a JSON value that is the person's name, number or address. */
function withoutTexts(value: unknown, person: Person): unknown {
  if (typeof value === 'string') {
    return value === person.name || person.reach.includes(value) ? ERASED : value;
  }
  if (Array.isArray(value)) return value.map((item) => withoutTexts(item, person));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, withoutTexts(item, person)]);
  return Object.fromEntries(entries);
}

/** Records the erasure in the history of the row, without the previous values. */
function recordErasure({ runtime, transaction, call, person }: Erasure): Promise<void> {
  const { row, resource } = person;
  const entry = {
    id: runtime.ids.create('history'),
    orgId: row.orgId,
    farmId: row.farmId,
    resource,
    rowId: row.id,
    version: row.version + 1,
    kind: 'changed',
    at: formatInstant(Math.max(call.at, Date.parse(row.updatedAt))),
    author: authorOf(call.actor),
    requestId: call.requestId,
    actionId: null,
    undone: false,
    changes: [{ field: 'name', before: null, after: ERASED }],
  } as const;
  return insertHistory(transaction, [entry]);
}

/** Whether a row is part of a sealed case file. */
async function isSealed(
  transaction: Transaction,
  resource: string,
  row: StoredRow,
): Promise<boolean> {
  try {
    await requireUnsealed(resource, row, { transaction });
    return false;
  } catch (error) {
    if (error instanceof FarmError && error.code === 'sealed_case_file') return true;
    throw error;
  }
}
