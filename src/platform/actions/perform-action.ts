import { FarmError, type IssueCode, refused } from '../../model/core/errors.ts';
import {
  type OrderType,
  type RecordOrderType,
  recordOrders,
} from '../../model/resources/record-orders.ts';
import { getResource, type ResourceName } from '../../model/resources/registry.ts';
import type { Transaction } from '../../storage/core/database.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import {
  insertAction,
  type StoredAction,
  type StoredChange,
  takeActionSecret,
} from '../../storage/system/actions.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { RequestContext } from '../core/request-context.ts';
import {
  judgingCall,
  type RuleChange,
  type RuleContext,
  withDoubts,
  writeContext,
} from '../core/resource-rules.ts';
import { storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';
import { changeRecord, insertRecord, type WrittenRecord } from '../records/write-record.ts';
import {
  type ActionPlan,
  type ActionRequest,
  actionToken,
  insertOf,
  lockTarget,
  type ReplacedValue,
  replacedValues,
  type UndoDescriptor,
  updateOf,
} from './action-plan.ts';
import {
  loadBarn,
  loadFarm,
  loadFlockInside,
  loadLogState,
  loadTask,
  planDailyLog,
  planFlock,
  planLocation,
  planOrder,
  planTaskCompletion,
} from './plan-actions.ts';
import { planNavigation } from './plan-navigation.ts';

const SECRET_BYTES = 32;

/** The result of an action. */
export interface ActionResult {
  readonly ok: true;
  readonly action: {
    readonly id: string;
    readonly type: string;
    readonly farmId: string | null;
    readonly createdAt: string;
  };
  /** The record after the action; for navigation, the destination. */
  readonly result: unknown;
  readonly undo: UndoDescriptor;
  /** The recorded values that the action replaced, if any. */
  readonly replaces?: readonly ReplacedValue[];
}

/**
 * Runs an action validated by `checkAction`, in the transaction of its caller, who is authorised
 * for executeAction. Throws 422, without writing, when the state of the farm does not allow it.
 */
export function performAction(
  runtime: Runtime,
  transaction: Transaction,
  input: { readonly call: RequestContext; readonly request: ActionRequest },
): Promise<ActionResult> {
  return transaction.savepoint(() => perform(runtime, transaction, input));
}

async function perform(
  runtime: Runtime,
  transaction: Transaction,
  { call, request }: { readonly call: RequestContext; readonly request: ActionRequest },
): Promise<ActionResult> {
  const { orgId } = call.actor;
  const touchedRows = createTouchedRows(orgId);
  const writing = await writeContext(runtime, transaction, { call, farmId: request.farmId });
  const plan = await actionPlans[request.type](request, writing);
  const farmId = plan.farmId ?? request.farmId;
  const evaluatingCall = judgingCall(call);
  const context = await writeContext(runtime, transaction, { call: evaluatingCall.call, farmId });
  const id = runtime.ids.create('action');
  const written = await applyPlan(plan, {
    ...context,
    noteChange: touchedRows.note,
    action: { id, isUndone: false },
  });
  const [first] = [...plan.updates, ...plan.inserts];
  const action: StoredAction = {
    id,
    orgId,
    farmId: farmId ?? null,
    type: request.type,
    keyId: call.actor.keyId,
    requestId: call.requestId,
    body: request.fields,
    resource: first?.resource ?? null,
    rowId: written?.id ?? null,
    changes: await touchedRows.changes(transaction),
    createdAt: formatInstant(call.at),
    undoneAt: null,
    undoneBy: null,
  };
  await insertAction(transaction, action);
  recordSubject(call, action);
  const result: unknown = written
    ? JSON.parse(withDoubts(written.json, evaluatingCall.doubts))
    : (plan.result ?? null);
  const description = describe(action, result, await secretOf(runtime, transaction, call));
  const replaces = plan.updates.flatMap(({ before, changes }) => {
    const requestedChanges = Object.keys(changes).filter((name) =>
      Object.hasOwn(request.fields, name),
    );
    return replacedValues(
      before,
      Object.fromEntries(requestedChanges.map((name) => [name, changes[name]])),
    );
  });
  return replaces.length === 0 ? description : { ...description, replaces };
}

/** Writes a plan, updates first; returns the first record. */
async function applyPlan(
  plan: ActionPlan,
  context: RuleContext,
): Promise<WrittenRecord | undefined> {
  try {
    const written: WrittenRecord[] = [];
    for (const { resource, before, changes } of plan.updates) {
      written.push(await changeRecord(getResource(resource), { before, changes }, context));
    }
    for (const { resource, values } of plan.inserts) {
      const row = { values, farmId: context.farmId };
      written.push(await insertRecord(getResource(resource), row, context));
    }
    return written[0];
  } catch (error) {
    throw asRefusal(error);
  }
}

/** Issues that concern existing rows instead of the request. */
const STATE_ISSUES: readonly IssueCode[] = ['forbidden_transition', 'barn_occupied', 'duplicate'];

/**
 * A valid action that the state does not allow is refused, instead of being reported as invalid.
 */
function asRefusal(error: unknown): unknown {
  const issues = error instanceof FarmError ? (error.issues ?? []) : [];
  const [first] = issues;
  const isOfState = first && issues.every(({ code }) => STATE_ISSUES.includes(code));
  return isOfState ? refused(first.code, first.message) : error;
}

function recordSubject(
  { subject }: RequestContext,
  { farmId, resource, rowId }: StoredAction,
): void {
  if (resource !== null) subject.resource = resource;
  if (rowId !== null) subject.rowId = rowId;
  if (farmId !== null) subject.farmId = farmId;
}

function secretOf(
  { fillRandom }: Runtime,
  transaction: Transaction,
  { actor, at }: RequestContext,
): Promise<string> {
  const createSecret = () =>
    Buffer.from(fillRandom(new Uint8Array(SECRET_BYTES))).toString('base64');
  const createdAt = formatInstant(at);
  return takeActionSecret(transaction, { orgId: actor.orgId, fresh: createSecret, createdAt });
}

function describe(action: StoredAction, result: unknown, secret: string): ActionResult {
  const { id, orgId, type, farmId, createdAt } = action;
  const token = actionToken(secret, { orgId, actionId: id, type });
  return {
    ok: true,
    action: { id, type, farmId, createdAt },
    result,
    undo: { actionId: id, type, token },
  };
}

/** Plans an action based on the existing rows; throws when it is not allowed. */
type Planner = (request: ActionRequest, context: RuleContext) => Promise<ActionPlan>;

const actionPlans: Readonly<Record<OrderType, Planner>> = {
  create_task: creating('tasks'),
  complete_task: async (request, context) =>
    planTaskCompletion(await loadTask(request, context), request.fields),
  create_order: async ({ fields }) => planOrder(fields),
  create_expense: creating('expenses'),
  create_contact: creating('contacts'),
  create_barn: creating('barns'),
  create_flock: async (request, context) =>
    planFlock(await loadFlockInside(request, context), request.fields),
  log_daily: async (request, context) =>
    planDailyLog(await loadLogState(request, context), request.fields),
  create_alert: creating('alerts'),
  create_medicine: creating('medicine'),
  create_feed_delivery: creating('feed-deliveries'),
  set_farm_location: async (request, context) =>
    planLocation('farms', await loadFarm(request, context), request.fields),
  set_barn_location: async (request, context) =>
    planLocation('barns', await loadBarn(request, context), request.fields),
  navigate: planNavigation,
  assign_task: changing('assign_task'),
  move_task: changing('move_task'),
  cancel_task: changing('cancel_task'),
  acknowledge_alert: changing('acknowledge_alert'),
  resolve_alert: changing('resolve_alert'),
  add_note: async ({ fields }) => insertOf('events', { ...fields, ...recordOrders.add_note.set }),
};

/** The planner of an order that changes the one record it names. */
function changing(type: RecordOrderType): Planner {
  const { writes, set } = recordOrders[type];
  const [resource] = writes;
  const definition = getResource(resource);
  return async ({ fields }, context) => {
    const { [`${definition.singular}Id`]: id, ...values } = fields;
    const before = await lockTarget(context, definition, String(id));
    if (!before) throw refused('not_found', `There is no ${definition.singular} ${String(id)}.`);
    return updateOf(resource, before, { ...values, ...set });
  };
}

/** The planner of an action whose fields are those of the single row it creates. */
function creating(resource: ResourceName): Planner {
  return async ({ fields }) => insertOf(resource, fields);
}

/** Collects all written rows, regardless of the writer. */
export interface TouchedRows {
  note(change: RuleChange): void;
  /** The initial and current state of the rows. */
  changes(transaction: Transaction): Promise<StoredChange[]>;
}

/** Creates a collector of the rows of an organisation that are written from now on. */
function createTouchedRows(orgId: string): TouchedRows {
  const changedRows = new Map<string, Omit<StoredChange, 'after'>>();
  return {
    note({ definition, before, after }) {
      const key = `${definition.name} ${after.id}`;
      if (changedRows.has(key)) return;
      changedRows.set(key, { resource: definition.name, id: after.id, before: before ?? null });
    },
    async changes(transaction) {
      const changes: StoredChange[] = [];
      for (const [, change] of changedRows) {
        const after = await readNow(transaction, { ...change, orgId });
        if (after) changes.push({ ...change, after });
      }
      return changes;
    },
  };
}

/** The database's representation, which it will be compared with. */
async function readNow(
  transaction: Transaction,
  { resource, id, orgId }: Pick<StoredChange, 'resource' | 'id'> & { readonly orgId: string },
): Promise<StoredRow | undefined> {
  const scope = { orgId, farmIds: 'all' } as const;
  const json = await findRow(transaction, getResource(resource), { id, scope });
  return json === undefined ? undefined : storedFromJson(json, orgId);
}
