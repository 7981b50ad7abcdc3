import { FarmError, type Issue } from '../../model/core/errors.ts';
import { type DefaultName, reference, word } from '../../model/core/fields.ts';
import type { NamedField, ResourceDefinition } from '../../model/core/resource.ts';
import { closed, coversScope } from '../../model/core/vocabulary.ts';
import { actionFields, actionTypes } from '../../model/resources/actions.ts';
import { agentRuns } from '../../model/resources/agent-runs.ts';
import { barns } from '../../model/resources/barns.ts';
import { dailyLogs } from '../../model/resources/daily-logs.ts';
import { farms } from '../../model/resources/farms.ts';
import { type OrderType, orders } from '../../model/resources/record-orders.ts';
import { routeOf } from '../../model/routes/route-table.ts';
import { parseFields } from '../../model/validation/validation.ts';
import type { Connection, Transaction } from '../../storage/core/database.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { listActions, type StoredAction } from '../../storage/system/actions.ts';
import { dayInZone, formatInstant } from '../../tools/calendar.ts';
import { refusalOf } from '../audit/audited-requests.ts';
import { type Actor, scopeOf } from '../core/actor.ts';
import { operationParameters } from '../core/admission.ts';
import { farmZone } from '../core/farm-zone.ts';
import {
  jsonResult,
  type RequestContext,
  type Result,
  scopeOfFarm,
} from '../core/request-context.ts';
import { writeContext } from '../core/resource-rules.ts';
import type { Runtime } from '../core/runtime.ts';
import { findOnlyFarm, parseWith, resolveReferences } from '../records/create-record.ts';
import { insertRecord } from '../records/write-record.ts';
import {
  type ActionFields,
  type ActionRequest,
  findFlockInside,
  findRows,
  parseDescriptor,
  replacedValues,
} from './action-plan.ts';
import { performAction } from './perform-action.ts';
import { undoAction } from './undo-action.ts';

interface ActionCall {
  readonly call: RequestContext;
  readonly body: () => unknown;
}

/**
 * `POST /actions`: runs an action and records it, or the reason of its refusal, as an agent run.
 */
export async function executeAction(
  runtime: Runtime,
  transaction: Transaction,
  { call, body }: ActionCall,
): Promise<Result> {
  operationParameters({}, call);
  const request = await checkAction(transaction, { call, body: body() });
  const { type, fields: input } = request;
  if (request.farmId !== undefined) call.subject.farmId = request.farmId;
  return answerRefusal(runtime, transaction, { call, about: { type, input } }, async () => {
    const performed = await performAction(runtime, transaction, { call, request });
    const { id: actionId, farmId } = performed.action;
    const { resource, rowId } = call.subject;
    const output = { actionId, ...(rowId === undefined ? {} : { resource, rowId }) };
    const outcome = { type, farmId, status: 'executed', input, output } as const;
    await recordAgentRun(runtime, transaction, { call, outcome });
    return jsonResult(performed);
  });
}

/** `POST /actions/undo`: undoes an action. */
export async function executeUndo(
  runtime: Runtime,
  transaction: Transaction,
  { call, body }: ActionCall,
): Promise<Result> {
  operationParameters({}, call);
  const descriptor = parseDescriptor(body());
  const { type, actionId } = descriptor;
  const input = { actionId };
  return answerRefusal(runtime, transaction, { call, about: { type, input } }, async () => {
    const { farmId, ...answer } = await undoAction(runtime, transaction, { call, descriptor });
    const outcome = { type, farmId, status: 'undone', input } as const;
    await recordAgentRun(runtime, transaction, { call, outcome });
    return jsonResult(answer);
  });
}

/**
 * Returns the result of the work, or its refusal as an answer. A refusal is returned instead of
 * thrown, so that its agent run is committed while the writes of the work are rolled back.
 */
async function answerRefusal(
  runtime: Runtime,
  transaction: Transaction,
  attempt: {
    readonly call: RequestContext;
    readonly about: { readonly type: string; readonly input: Readonly<Record<string, unknown>> };
  },
  work: () => Promise<Result>,
): Promise<Result> {
  const { call, about } = attempt;
  try {
    return await transaction.savepoint(work);
  } catch (error) {
    const { farmId } = call.subject;
    const isRefused = error instanceof FarmError && error.slug === 'action_refused';
    // Refusals that concern no visible farm are recorded in the audit log only.
    if (!isRefused || farmId === undefined) throw error;
    const outcome = { ...about, farmId, status: 'refused', error } as const;
    await recordAgentRun(runtime, transaction, { call, outcome });
    return refusalOf(error, call);
  }
}

/** Input of an action check: caller, time and request. */
export interface ActionInput {
  readonly call: Pick<RequestContext, 'actor' | 'at'>;
  readonly body: unknown;
  /** Allowed types; defaults to the actions of `POST /actions`. */
  readonly types?: readonly OrderType[];
}

function typeField(types: readonly OrderType[]): NamedField {
  // The list is never empty, which its type does not express.
  return ['type', word(closed(types as readonly [OrderType, ...OrderType[]]), { required: true })];
}

const farmField: NamedField = ['farmId', reference('farms')];

/** Actions that find their farm themselves or concern no farm. */
const FINDS_FARM: readonly OrderType[] = ['complete_task', 'navigate'];

/**
 * Parses the body of an action without running it: its type, its farm and all field values,
 * defaults included. Throws all issues at once; conflicts with the state of the farm are found only
 * by running it.
 */
export async function checkAction(
  connection: Connection,
  { call, body, types = actionTypes }: ActionInput,
): Promise<ActionRequest> {
  const type = parseFields([typeField(types)], body, { zone: 'UTC' })['type'] as OrderType;
  const fields = actionFields(orders[type]);
  const farm = await findFarm(connection, { call, body }, { type, fields });
  const { orgId } = call.actor;
  const zone = await farmZone(connection, { orgId, farmId: farm.farmId });
  const values = parseWith([...farm.issues, ...missingChoice(type, body)], () =>
    parseFields(fields, body, { zone }),
  );
  const defaults = fields.flatMap(([name, { defaultFrom }]) =>
    defaultFrom === undefined ? [] : [[name, defaultOf(defaultFrom, call, zone)]],
  );
  return { type, farmId: farm.farmId, fields: { ...Object.fromEntries(defaults), ...values } };
}

interface FoundFarm {
  readonly farmId: string | undefined;
  readonly issues: readonly Issue[];
}

/** The named farm, else the farm of the named rows, else the key's only farm. */
async function findFarm(
  connection: Connection,
  { call, body }: ActionInput,
  { type, fields }: { readonly type: OrderType; readonly fields: readonly NamedField[] },
): Promise<FoundFarm> {
  const scope = scopeOf(call.actor);
  const requestedFarmId = parseFields([farmField], body, { zone: 'UTC' })['farmId'] as
    | string
    | undefined;
  await scopeOfFarm(connection, scope, requestedFarmId);
  const parents = await resolveReferences(connection, fields, {
    // The body is an object: its type was already read from it.
    body: body as ActionFields,
    scope,
    farmId: requestedFarmId,
  });
  if (parents.farmId !== undefined || parents.issues.length > 0) return parents;
  const onlyFarm = await findOnlyFarm(connection, scope);
  const isStated = onlyFarm !== undefined || FINDS_FARM.includes(type) || lacksParent(fields, body);
  return { farmId: onlyFarm, issues: isStated ? [] : [missingFarm] };
}

/** Whether a required row is missing; its own issue is reported instead of that of the farm. */
function lacksParent(fields: readonly NamedField[], body: unknown): boolean {
  return fields.some(
    ([name, field]) =>
      field.type === 'reference' && field.required && isAbsent((body as ActionFields)[name]),
  );
}

const missingFarm: Issue = {
  path: 'farmId',
  code: 'required',
  message: 'farmId is required, since the key sees several farms.',
};

/** The issue of an action without any of its alternative fields. */
function missingChoice(type: OrderType, body: unknown): readonly Issue[] {
  const { anyOf = [] } = orders[type];
  const [first] = anyOf;
  if (first === undefined || anyOf.some((name) => !isAbsent((body as ActionFields)[name]))) {
    return [];
  }
  return [{ path: first, code: 'required', message: `${anyOf.join(' or ')} is required.` }];
}

function isAbsent(value: unknown): boolean {
  return (typeof value === 'string' ? value.trim() : (value ?? '')) === '';
}

function defaultOf(name: DefaultName, { actor, at }: ActionInput['call'], zone: string): string {
  if (name === 'today') return dayInZone(at, zone);
  return name === 'now' ? formatInstant(at) : actor.name;
}

/** `POST /os/actions/check`: returns the complete body of an action without running it. */
export async function answerCheck(
  { database }: Runtime,
  { call, body }: { readonly call: RequestContext; readonly body: () => unknown },
): Promise<Result> {
  operationParameters({}, call);
  const { type, farmId, fields } = await checkAction(database, { call, body: body() });
  if (farmId !== undefined) call.subject.farmId = farmId;
  const presentFields = Object.entries(fields).filter(([, value]) => (value ?? null) !== null);
  const complete = {
    ...(farmId === undefined ? {} : { farmId }),
    type,
    ...Object.fromEntries(presentFields),
  };
  const recorded = await findRecorded(database, call.actor, { type, farmId, fields });
  const replaced = recorded ? replacedValues(recorded, fields) : [];
  const replaces = replaced.length === 0 ? {} : { replaces: replaced };
  return jsonResult({ ok: true, type, farmId: farmId ?? null, fields: complete, ...replaces });
}

/** The row whose values an action would replace; undefined if there is none or it is not visible. */
async function findRecorded(
  connection: Connection,
  actor: Actor,
  { type, farmId, fields }: ActionRequest,
): Promise<StoredRow | undefined> {
  const scope = scopeOf(actor);
  const find = async (definition: ResourceDefinition, equal: Readonly<Record<string, string>>) => {
    if (!coversScope(actor.scopes, `read:${definition.name}`)) return undefined;
    const search = { scope, equal, order: 'createdAt', limit: 1 };
    return (await findRows({ transaction: connection }, definition, search))[0];
  };
  if (type === 'set_farm_location' && farmId !== undefined) return find(farms, { id: farmId });
  if (type === 'set_barn_location') return find(barns, { id: String(fields['barnId']) });
  if (type !== 'log_daily') return undefined;
  const { date, barnId } = fields;
  const inBarn = () => findFlockInside({ transaction: connection, actor }, String(barnId));
  const flockId = fields['flockId'] ?? (await inBarn())?.id;
  if (flockId === undefined) return undefined;
  return find(dailyLogs, { flockId: String(flockId), date: String(date) });
}

const LONGEST_ERROR = 2000;

/** The outcome of running or undoing an action. */
export interface ActionOutcome {
  readonly type: string;
  readonly farmId: string | null | undefined;
  readonly status: 'executed' | 'refused' | 'undone';
  readonly input: Readonly<Record<string, unknown>>;
  /** The output; undefined for a refusal. */
  readonly output?: Readonly<Record<string, unknown>>;
  readonly error?: FarmError;
}

/** Records an agent run in the transaction of the action. */
async function recordAgentRun(
  runtime: Runtime,
  transaction: Transaction,
  { call, outcome }: { readonly call: RequestContext; readonly outcome: ActionOutcome },
): Promise<void> {
  const { type, status, input, output = null, error } = outcome;
  const farmId = outcome.farmId ?? undefined;
  const durationMs = Math.round(call.elapsedMillis());
  const values = {
    kind: 'action',
    trigger: 'api',
    status: error ? 'failed' : 'succeeded',
    actionType: type,
    actionStatus: status,
    input,
    output,
    error: error ? error.message.slice(0, LONGEST_ERROR) : null,
    durationMs,
    requestId: call.requestId,
    keyId: call.actor.keyId,
    startedAt: formatInstant(call.at),
    finishedAt: formatInstant(call.at + durationMs),
  };
  const context = await writeContext(runtime, transaction, { call, farmId });
  await insertRecord(agentRuns, { values, farmId }, context);
}

/** `GET /os/actions`: past actions, the newest first, and whether they can be undone. */
export async function listOwnActions({ database }: Runtime, call: RequestContext): Promise<Result> {
  const parameters = operationParameters(routeOf('listActions'), call);
  const farmId = parameters['farmId'] as string | undefined;
  const scope = await scopeOfFarm(database, scopeOf(call.actor), farmId);
  if (farmId !== undefined) call.subject.farmId = farmId;
  const type = parameters['type'] as string | undefined;
  const undone = parameters['undone'] as boolean | undefined;
  const limit = Number(parameters['limit']);
  const offset = Number(parameters['offset']);
  const { actions, total } = await listActions(database, {
    scope,
    ...(type === undefined ? {} : { type }),
    ...(undone === undefined ? {} : { undone }),
    limit,
    offset,
  });
  const hasMore = offset + actions.length < total;
  return jsonResult({ data: actions.map(describe), meta: { total, limit, offset, hasMore } });
}

/** Omits the undo descriptor, which is only in the answer of the action. */
function describe(action: StoredAction) {
  const { id, type, farmId, keyId, body: fields, resource, rowId, createdAt } = action;
  const { undoneAt, undoneBy } = action;
  const undoable = undoneAt === null;
  const head = { id, type, farmId, keyId, fields, resource, rowId };
  return { ...head, createdAt, undoable, undoneAt, undoneBy };
}
