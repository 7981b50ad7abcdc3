import { FarmError, type Issue } from '../../model/core/errors.ts';
import { type ActionDefinition, actions } from '../../model/resources/actions.ts';
import { getResource } from '../../model/resources/registry.ts';
import { resourceOperation, routeOf } from '../../model/routes/route-table.ts';
import { fillReferences } from '../../model/validation/row-rules.ts';
import type { Transaction } from '../../storage/core/database.ts';
import type { RowName } from '../../storage/records/lock-rows.ts';
import { findAction } from '../../storage/system/actions.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { refusalOf } from '../audit/audited-requests.ts';
import { scopeOf } from '../core/actor.ts';
import { admit, operationParameters } from '../core/admission.ts';
import { lockForWrites, rowsNamedIn } from '../core/lock-order.ts';
import {
  jsonResult,
  queryOf,
  type RequestContext,
  type Result,
  singleParameter,
} from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import { createRecord } from '../records/create-record.ts';
import { deleteRecord, updateRecord } from '../records/update-record.ts';
import { executeAction, executeUndo } from './execute-action.ts';
import { type BatchOperation, parseBatch } from './parse-batch.ts';

interface BatchCall {
  readonly call: RequestContext;
  readonly audit: AuditTrail;
  readonly body: () => unknown;
}

/** The outcome of one operation in the answer. */
type Outcome = Readonly<Record<string, unknown>>;

/** Status of operations that were skipped or rolled back because another one failed. */
const NOT_DONE = 424;

/** The failed operation that rolls the batch back, and its error. */
interface Failure {
  readonly index: number;
  readonly answer: Result;
}

/**
 * `POST /os/batch`: runs operations in one transaction, all or none. Each is authorised, validated
 * and audited like the equivalent single call. When one fails, the answer has its status and names
 * it.
 */
export async function runBatch(
  runtime: Runtime,
  transaction: Transaction,
  { call, audit, body }: BatchCall,
): Promise<Result> {
  operationParameters({}, call);
  const operations = parseBatch(body());
  let failure: Failure | undefined;
  try {
    return await transaction.savepoint(async () => {
      await lockForWrites(transaction, {
        scope: scopeOf(call.actor),
        written: operations.flatMap(writtenBy),
        rows: [...rowsOf(operations), ...(await rowsUndone(transaction, operations))],
        sent: operations.map(({ body, query }) => [body, query.parameters]),
      });
      const completed = createDone();
      for (const [index, operation] of operations.entries()) {
        const operationCall = callOf(call, operation);
        const answer = await answerOf(runtime, transaction, {
          operation,
          own: operationCall,
          done: completed,
        });
        if (answer.status >= 400) {
          failure = { index, answer };
          throw new FarmError('action_refused');
        }
        await audit.write(transaction, operationCall, { status: answer.status });
        completed.add(operation, answer);
      }
      return completed.answer();
    });
  } catch (error) {
    // Internal errors are rethrown; the transaction was rolled back.
    if (!failure) throw error;
    return failedAnswer(operations, failure, call);
  }
}

/** Rows named by the request; results of earlier operations do not exist yet. */
function rowsOf(operations: readonly BatchOperation[]): RowName[] {
  return operations.flatMap(({ target, body }) => {
    // An action may change any row that it names.
    if (target.kind === 'action') return rowsNamedIn(body);
    return target.kind === 'update' || target.kind === 'delete'
      ? [{ definition: target.definition, id: target.id }]
      : [];
  });
}

const ACTION_ID = /"(action_[0-9A-HJKMNP-TV-Z]{26})"/;

/** The rows changed by the actions to be undone. */
async function rowsUndone(
  transaction: Transaction,
  operations: readonly BatchOperation[],
): Promise<RowName[]> {
  const rows: RowName[] = [];
  for (const { target, body } of operations) {
    const [, id] = (target.kind === 'undo' && ACTION_ID.exec(JSON.stringify(body) ?? '')) || [];
    const action = id === undefined ? undefined : await findAction(transaction, id);
    for (const { resource, id } of action?.changes ?? []) {
      rows.push({ definition: getResource(resource), id });
    }
  }
  return rows;
}

/** The resources that an operation writes; those of an undo are determined by its rows. */
function writtenBy({ target, body }: BatchOperation): readonly string[] {
  if ('definition' in target) return [target.definition.name];
  const { type } = Object(body) as { readonly type?: unknown };
  const action = Object.entries<ActionDefinition>(actions).find(([name]) => name === type);
  return action?.[1].writes ?? [];
}

/** The single call that is equivalent to an operation. */
function callOf(
  call: RequestContext,
  { method, route, query, ifMatch }: BatchOperation,
): RequestContext {
  const { idempotency: _, ifMatch: __, ifNoneMatch: ___, ...rest } = call;
  const operationCall = { ...rest, method, route, query, subject: {} };
  return ifMatch === undefined ? operationCall : { ...operationCall, ifMatch };
}

async function answerOf(
  runtime: Runtime,
  transaction: Transaction,
  step: { readonly operation: BatchOperation; readonly own: RequestContext; readonly done: Done },
): Promise<Result> {
  const { operation, own: call, done } = step;
  try {
    return await run(runtime, transaction, { operation, call, done });
  } catch (error) {
    return refusalOf(error, call);
  }
}

function run(
  runtime: Runtime,
  transaction: Transaction,
  step: { readonly operation: BatchOperation; readonly call: RequestContext; readonly done: Done },
): Promise<Result> {
  const { operation, call, done } = step;
  const { target } = operation;
  const body = () => fillReferences(operation.body, done.answers);
  if (target.kind === 'action') {
    admit(call, routeOf('executeAction'));
    return executeAction(runtime, transaction, { call, body });
  }
  if (target.kind === 'undo') {
    admit(call, routeOf('undoAction'));
    return executeUndo(runtime, transaction, { call, body });
  }
  const { definition } = target;
  admit(call, resourceOperation(target.kind, definition.name));
  if (target.kind === 'create') {
    return createRecord(runtime, transaction, { definition, call: withFarm(call, done), body });
  }
  const id = String(fillReferences(target.id, done.answers, 'path'));
  call.subject.rowId = id;
  const row = { definition, call: withFarm(call, done), id };
  if (target.kind === 'delete') return deleteRecord(runtime, transaction, row);
  return updateRecord(runtime, transaction, { ...row, body });
}

/** The call with the farm of its query, which may come from an earlier operation. */
function withFarm(call: RequestContext, { answers }: Done): RequestContext {
  if (singleParameter(call.query.parameters, 'farmId') === undefined) return call;
  const parameters = call.query.parameters.map(
    ([name, value]) => [name, String(fillReferences(value, answers, name))] as const,
  );
  return { ...call, query: queryOf(parameters) };
}

interface Done {
  readonly answers: ReadonlyMap<string, unknown>;
  add(operation: BatchOperation, answer: Result): void;
  answer(): Result;
}

function createDone(): Done {
  const answers = new Map<string, unknown>();
  const outcomes: { readonly shown: Outcome; readonly repeated: Outcome }[] = [];
  return {
    answers,
    add(operation, { status, headers, body, replayBody }) {
      const parsed: unknown = JSON.parse(body);
      answers.set(String(outcomes.length), parsed);
      if (operation.name !== undefined) answers.set(operation.name, parsed);
      const { etag, location } = headers;
      const outcome = {
        ...(operation.name === undefined ? {} : { id: operation.name }),
        status,
        ...(etag === undefined ? {} : { etag }),
        ...(location === undefined ? {} : { location }),
      };
      const replayed: unknown = replayBody === undefined ? parsed : JSON.parse(replayBody);
      outcomes.push({
        shown: { ...outcome, body: parsed },
        repeated: { ...outcome, body: replayed },
      });
    },
    answer() {
      const result = jsonResult({ ok: true, results: outcomes.map((outcome) => outcome.shown) });
      const repeated = { ok: true, results: outcomes.map((outcome) => outcome.repeated) };
      return { ...result, replayBody: JSON.stringify(repeated) };
    },
  };
}

/** The answer of a rolled-back batch: the error of the operation that failed. */
function failedAnswer(
  operations: readonly BatchOperation[],
  { index, answer }: Failure,
  { requestId }: RequestContext,
): Result & { readonly code: string } {
  const { requestId: _, ...body } = JSON.parse(answer.body);
  const issues = ((body.issues ?? []) as readonly Issue[]).map((issue) => ({
    ...issue,
    path: `operations[${index}].${issue.path}`,
  }));
  const results = operations.map(({ name }, number) => ({
    ...(name === undefined ? {} : { id: name }),
    status: number === index ? answer.status : NOT_DONE,
    ...(number === index ? { body } : { code: number < index ? 'rolled_back' : 'not_run' }),
  }));
  const refusal = {
    error: body.error,
    message: `Operation ${index}: ${body.message} Nothing of the batch was done.`,
    code: body.code,
    ...(issues.length === 0 ? {} : { issues }),
    failed: index,
    results,
    requestId,
  };
  const code = String(body.code ?? body.error);
  return { ...jsonResult(refusal, { status: answer.status }), code };
}
