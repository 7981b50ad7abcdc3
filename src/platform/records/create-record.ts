import { FarmError, type Issue, validationFailed } from '../../model/core/errors.ts';
import type { ReferenceField } from '../../model/core/fields.ts';
import {
  type NamedField,
  type ResourceDefinition,
  requiredFields,
  writableFields,
} from '../../model/core/resource.ts';
import { farms } from '../../model/resources/farms.ts';
import { getResource } from '../../model/resources/registry.ts';
import { missingReference } from '../../model/validation/field-values.ts';
import { parseCreate } from '../../model/validation/validation.ts';
import type { Connection, Transaction } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { findFarmOfRow } from '../../storage/records/find-rows.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import { type Actor, scopeOf } from '../core/actor.ts';
import {
  isVisibleFarm,
  type RequestContext,
  type Result,
  scopeOfRequest,
  singleParameter,
} from '../core/request-context.ts';
import {
  judgingCall,
  type RuleContext,
  type ShownSecrets,
  withDoubts,
  writeContext,
} from '../core/resource-rules.ts';
import type { Runtime } from '../core/runtime.ts';
import { rulesOf } from '../rules/rules-by-resource.ts';
import { entityTag } from './render-page.ts';
import { insertRecord, type WrittenRecord } from './write-record.ts';

type Body = Readonly<Record<string, unknown>>;

/** `POST /{resource}`: creates a row on the farm named by its parents, the query or the body. */
export async function createRecord(
  runtime: Runtime,
  transaction: Transaction,
  input: {
    readonly definition: ResourceDefinition;
    readonly call: RequestContext;
    readonly body: () => unknown;
  },
): Promise<Result> {
  const { definition, call } = input;
  requireWritable(definition);
  const scope = scopeOf(call.actor);
  requireRoomForFarm(definition, scope);
  await scopeOfRequest(transaction, call);
  const requested = singleParameter(call.query.parameters, 'farmId');
  const body = input.body();
  const farm = await findFarm(transaction, definition, {
    body: asRecord(body),
    scope,
    requested,
    actor: call.actor,
  });
  if (farm.farmId !== undefined) call.subject.farmId = farm.farmId;
  const evaluatingCall = judgingCall(call);
  const context = await writeContext(runtime, transaction, {
    call: evaluatingCall.call,
    farmId: farm.farmId ?? farm.named ?? requested,
  });
  const parsed = parseWith(farm.issues, () => parseCreate(definition, body, context));
  const values = { ...parsed, ...openDefaults(definition, { body, values: parsed }, context) };
  const secrets: Record<string, string> = {};
  const showOnce = (newSecrets: ShownSecrets) => Object.assign(secrets, newSecrets);
  const written = { values, farmId: farm.farmId };
  const record = await insertRecord(definition, written, { ...context, showOnce });
  call.subject.rowId = record.id;
  if (definition.farm.kind === 'self') call.subject.farmId = record.id;
  const json = withDoubts(record.json, evaluatingCall.doubts);
  return createdAnswer(definition, { ...record, json }, secrets);
}

/** Rule-based defaults for fields that a body omits or clears. */
export function openDefaults(
  { name }: ResourceDefinition,
  { body, values }: { readonly body: unknown; readonly values: Body },
  context: RuleContext,
): Body {
  const defaults = Object.entries(rulesOf(name).defaults?.(values, context) ?? {});
  const fields = asRecord(body);
  return Object.fromEntries(
    defaults.filter(([field, value]) => value !== undefined && (fields[field] ?? '') === ''),
  );
}

/** The new record; secrets are added to its fields, but not for repeated requests. */
function createdAnswer(
  definition: ResourceDefinition,
  record: WrittenRecord,
  secrets: Readonly<Record<string, string>>,
): Result {
  const answer = {
    status: 201,
    headers: {
      etag: entityTag(record.version),
      location: `/v1/platform/${definition.name}/${record.id}`,
    },
    body: record.json,
  };
  if (Object.keys(secrets).length === 0) return answer;
  const body = JSON.stringify({ ...JSON.parse(record.json), ...secrets });
  return { ...answer, body, replayBody: record.json };
}

/** A key restricted to farms could not see a farm that it created. */
function requireRoomForFarm(definition: ResourceDefinition, scope: Scope): void {
  if (definition.farm.kind !== 'self' || scope.farmIds === 'all') return;
  throw new FarmError('farm_forbidden', {
    code: 'key_is_pinned',
    message: 'The key is pinned to certain farms and cannot create another one.',
  });
}

/** Parses a body; throws the issues of its parents and those of its fields at once. */
export function parseWith(issues: readonly Issue[], parse: () => Body): Body {
  try {
    const values = parse();
    if (issues.length > 0) throw validationFailed(issues);
    return values;
  } catch (error) {
    if (!(error instanceof FarmError) || !error.issues || error.issues === issues) throw error;
    const stated = new Set(error.issues.map(({ path }) => path));
    throw validationFailed([...error.issues, ...issues.filter(({ path }) => !stated.has(path))]);
  }
}

interface FarmSearch {
  readonly body: Body;
  readonly scope: Scope;
  /** The farm in the query; already checked to be visible. */
  readonly requested: string | undefined;
  readonly actor: Actor;
}

interface FoundFarm {
  readonly farmId: string | undefined;
  /** The farm named with an organisation-wide row, such as the one that a new user may access. */
  readonly named?: string | undefined;
  readonly issues: readonly Issue[];
}

/**
 * The farm of the parents, else of the query, else of a hint in the body, else the key's only one.
 */
async function findFarm(
  connection: Connection,
  definition: ResourceDefinition,
  search: FarmSearch,
): Promise<FoundFarm> {
  const { body, scope, requested } = search;
  if (definition.farm.kind === 'self') return { farmId: undefined, issues: [] };
  const parents = await resolveParents(connection, definition, { body, scope, farmId: requested });
  if (definition.farm.kind === 'organisation') {
    const requestedFarm = requested ?? (await findHintedFarm(connection, search));
    return { farmId: undefined, named: requestedFarm, issues: parents.issues };
  }
  if (parents.farmId !== undefined || parents.issues.length > 0) return parents;
  const hinted = await findHintedFarm(connection, search);
  if (hinted !== undefined) return { farmId: hinted, issues: [] };
  const onlyFarm = await findOnlyFarm(connection, scope);
  // A missing required parent is reported itself, instead of the farm.
  const isStated = onlyFarm !== undefined || lacksRequiredParent(definition, body);
  return { farmId: onlyFarm, issues: isStated ? [] : [missingFarm] };
}

/**
 * The farm named in the body. `farmId` is not a writable field: one that the key may not access is
 * ignored like any other unknown field.
 */
async function findHintedFarm(
  connection: Connection,
  { body, scope, actor }: FarmSearch,
): Promise<string | undefined> {
  const hint = body['farmId'];
  if (typeof hint !== 'string' || hint === '') return undefined;
  if (await isVisibleFarm(connection, scope, hint)) return hint;
  // The farms of a key are fixed; those of a user differ by role: no other farm must get the row.
  if (actor.user) throw new FarmError('farm_forbidden');
  return undefined;
}

function lacksRequiredParent(definition: ResourceDefinition, body: Body): boolean {
  return requiredFields(definition).some(
    ([name, field]) => field.type === 'reference' && (body[name] ?? '') === '',
  );
}

const missingFarm: Issue = {
  path: 'farmId',
  code: 'required',
  message: 'farmId is required, here or through a parent, since the key sees several farms.',
};

/** The only farm in a scope; undefined when there are none or several. */
export async function findOnlyFarm(
  connection: Connection,
  scope: Scope,
): Promise<string | undefined> {
  const rows = await listRows(connection, farms, {
    scope,
    conditions: [],
    order: 'id',
    direction: 'asc',
    limit: 2,
    offset: 0,
  });
  const [onlyRow] = rows;
  return onlyRow !== undefined && rows.length === 1 ? JSON.parse(onlyRow).id : undefined;
}

function asRecord(body: unknown): Body {
  return isRecord(body) ? body : {};
}

/** A row that another row refers to. */
interface Parent {
  readonly field: string;
  readonly farmId: string | null;
}

/** The rows referred to by a body. */
export interface Parents {
  /** The common farm of the parents; undefined when there are none. */
  readonly farmId: string | undefined;
  readonly issues: readonly Issue[];
}

const LONGEST_ID = 80;

/**
 * Looks up the rows that a body refers to, all of which must be visible and belong to one farm: the
 * given one, if any.
 */
export function resolveParents(
  connection: Connection,
  definition: ResourceDefinition,
  input: ParentSearch,
): Promise<Parents> {
  return resolveReferences(connection, writableFields(definition), input);
}

interface ParentSearch {
  readonly body: Readonly<Record<string, unknown>>;
  readonly scope: Scope;
  readonly farmId?: string | undefined;
}

/** Like `resolveParents`, for a body with these fields. */
export async function resolveReferences(
  connection: Connection,
  fields: readonly NamedField[],
  input: ParentSearch,
): Promise<Parents> {
  const issues: Issue[] = [];
  const parents: Parent[] = [];
  for (const [name, field] of fields) {
    const id = input.body[name];
    if (field.type !== 'reference' || typeof id !== 'string' || id === '') continue;
    const farmId = await findParentFarm(connection, field, { id, scope: input.scope });
    if (farmId === undefined) issues.push(missingReference(name, field, id));
    else parents.push({ field: name, farmId });
  }
  const ofFarms = parents.filter((parent) => parent.farmId !== null);
  const farmId = input.farmId ?? ofFarms[0]?.farmId ?? undefined;
  for (const parent of ofFarms) {
    if (parent.farmId !== farmId) issues.push(otherFarm(parent.field));
  }
  return { farmId, issues };
}

async function findParentFarm(
  connection: Connection,
  field: ReferenceField,
  input: { readonly id: string; readonly scope: Scope },
): Promise<string | null | undefined> {
  const id = input.id.trim();
  // PostgreSQL refuses NUL bytes; no ID contains one.
  if (id.length > LONGEST_ID || id.includes('\0')) return undefined;
  return findFarmOfRow(connection, getResource(field.to), { id, scope: input.scope });
}

function otherFarm(name: string): Issue {
  return {
    path: name,
    code: 'different_farms',
    message: `${name} belongs to another farm than the rest of the record.`,
  };
}

/** Throws `method_not_allowed` for a resource that only the service writes. */
export function requireWritable(definition: ResourceDefinition): void {
  if (!definition.readOnly) return;
  throw new FarmError('method_not_allowed', {
    code: 'read_only',
    message: `${definition.name} is read-only; the service writes it.`,
    headers: { allow: 'GET, HEAD' },
  });
}
