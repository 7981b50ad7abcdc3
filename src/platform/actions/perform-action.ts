import { FarmError, type IssueCode, refused } from '../../model/errors.ts';
import { getResource } from '../../model/registry.ts';
import type { Transaction } from '../../storage/database.ts';
import { takeActionSecret } from '../../storage/system/action-secrets.ts';
import { insertAction, type StoredAction } from '../../storage/system/actions.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { requireScope } from '../access/actor.ts';
import { writeContext } from '../records/write-context.ts';
import { changeRecord, insertRecord, type WrittenRecord } from '../records/write-record.ts';
import type { Call } from '../requests/call.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import type { Runtime } from '../runtime.ts';
import type { ActionPlan, ActionRequest } from './action-plan.ts';
import { actionPlans } from './action-plans.ts';
import { actionToken } from './action-token.ts';
import type { UndoDescriptor } from './parse-descriptor.ts';
import { createTouchedRows } from './touched-rows.ts';

const SECRET_BYTES = 32;

/** What an action answers. */
export interface ActionResult {
  readonly ok: true;
  readonly action: {
    readonly id: string;
    readonly type: string;
    readonly farmId: string | null;
    readonly createdAt: string;
  };
  /** The record as the action left it; for navigating, where to go. */
  readonly result: unknown;
  readonly undo: UndoDescriptor;
}

/**
 * Runs an action that `checkAction` has read, in the transaction of its caller. Throws 403 without
 * the scope and 422 for what the state of the farm forbids; nothing of the action stands then.
 */
export function performAction(
  runtime: Runtime,
  transaction: Transaction,
  input: { readonly call: Call; readonly request: ActionRequest },
): Promise<ActionResult> {
  requireScope(input.call.actor, 'actions:execute');
  return transaction.savepoint(() => perform(runtime, transaction, input));
}

async function perform(
  runtime: Runtime,
  transaction: Transaction,
  { call, request }: { readonly call: Call; readonly request: ActionRequest },
): Promise<ActionResult> {
  const { orgId } = call.actor;
  const touched = createTouchedRows(orgId);
  const asked = await writeContext(runtime, transaction, { call, farmId: request.farmId });
  const plan = await actionPlans[request.type](request, asked);
  const farmId = plan.farmId ?? request.farmId;
  const context = await writeContext(runtime, transaction, { call, farmId });
  const id = runtime.ids.create('action');
  const written = await applyPlan(plan, {
    ...context,
    noteChange: touched.note,
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
    changes: await touched.changes(transaction),
    createdAt: formatInstant(call.at),
    undoneAt: null,
    undoneBy: null,
  };
  await insertAction(transaction, action);
  noteSubject(call, action);
  const result: unknown = written ? JSON.parse(written.json) : (plan.result ?? null);
  return describe(action, result, await secretOf(runtime, transaction, call));
}

/** Writes what is planned, updates first; returns the first record. */
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

/** Issues that are not about what was sent but about the rows it meets. */
const STATE_ISSUES: readonly IssueCode[] = ['forbidden_transition', 'barn_occupied', 'duplicate'];

/** A valid action that the state forbids is refused, not called invalid. */
function asRefusal(error: unknown): unknown {
  const issues = error instanceof FarmError ? (error.issues ?? []) : [];
  const [first] = issues;
  const isOfState = first && issues.every(({ code }) => STATE_ISSUES.includes(code));
  return isOfState ? refused(first.code, first.message) : error;
}

function noteSubject({ subject }: Call, { farmId, resource, rowId }: StoredAction): void {
  if (resource !== null) subject.resource = resource;
  if (rowId !== null) subject.rowId = rowId;
  if (farmId !== null) subject.farmId = farmId;
}

function secretOf(
  { fillRandom }: Runtime,
  transaction: Transaction,
  { actor, at }: Call,
): Promise<string> {
  const fresh = () => Buffer.from(fillRandom(new Uint8Array(SECRET_BYTES))).toString('base64');
  const createdAt = formatInstant(at);
  return takeActionSecret(transaction, { orgId: actor.orgId, fresh, createdAt });
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
