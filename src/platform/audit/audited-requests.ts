import { FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import type { Transaction, TransactionOptions } from '../../storage/core/database.ts';
import { findStoredAnswer, storeAnswer } from '../../storage/system/request-state.ts';
import { formatInstant, HOUR_MILLIS } from '../../tools/calendar.ts';
import { errorBody, type RequestContext, type Result } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import type { AuditTrail } from './audit-trail.ts';

const REPLAYED = { 'idempotent-replayed': 'true' } as const;
/** The `code` of the audit entry of a repeated request, which changed nothing. */
const REPLAY_CODE = 'idempotent_replay';

/** The work of a change inside its transaction. */
export type WriteWork = (transaction: Transaction) => Promise<Result>;

/**
 * Runs a change in one transaction with its audit entry and its idempotency record. A repeated
 * request gets the first answer; a refusal rolls the change back and is stored as well. Throws
 * errors of the work when the request has no Idempotency-Key.
 */
export async function executeWrite(
  input: { readonly runtime: Runtime; readonly audit: AuditTrail; readonly call: RequestContext },
  work: WriteWork,
): Promise<Result> {
  const { runtime, audit, call } = input;
  return runtime.database.transaction(async (transaction) => {
    const stored = await findFirstAnswer(runtime, transaction, call);
    if (stored) {
      await audit.write(transaction, call, { status: stored.status, code: REPLAY_CODE });
      return stored;
    }
    const answer: CodedAnswer = await transaction
      .savepoint(() => work(transaction), { settles: 'later' })
      .catch((error) => refusalOf(error, call));
    await storeFirstAnswer(transaction, call, answer);
    await audit.write(transaction, call, { status: answer.status, code: answer.code });
    return answer;
  }, kindOf(call));
}

/** Transaction kind: calls of one key to one route run similar statements. */
function kindOf({ method, route, actor, subject }: RequestContext): TransactionOptions {
  return { kind: `${method} ${route} ${subject.resource} ${actor.keyId}` };
}

/** An answer with the code of a refusal, for the audit log. */
interface CodedAnswer extends Result {
  readonly code?: string | undefined;
}

/**
 * Converts a refusal to an answer, so that it is audited and stored; server errors are rethrown.
 */
export function refusalOf(error: unknown, call: RequestContext): CodedAnswer {
  if (!(error instanceof FarmError) || error.status >= 500) throw error;
  return {
    status: error.status,
    code: error.code ?? error.slug,
    headers: error.headers,
    body: errorBody(error, call.requestId),
  };
}

async function findFirstAnswer(
  runtime: Runtime,
  transaction: Transaction,
  call: RequestContext,
): Promise<Result | undefined> {
  if (!call.idempotency) return undefined;
  const { keyId } = call.actor;
  const { key, requestHash } = call.idempotency;
  const since = formatInstant(runtime.clock.now() - limits.idempotencyHours * HOUR_MILLIS);
  // Issued together, in this order: the stored answer is read after the lock is taken.
  const [isFree, stored] = await Promise.all([
    transaction.tryLock(`idempotency ${keyId} ${key}`),
    findStoredAnswer(transaction, { keyId, idempotencyKey: key, since }),
  ]);
  if (!isFree) throw new FarmError('conflict', { code: 'idempotency_in_flight' });
  if (!stored) return undefined;
  if (stored.requestHash !== requestHash) {
    throw new FarmError('action_refused', {
      code: 'idempotency_key_reused',
      message: 'This Idempotency-Key was used for another request; send a new one.',
    });
  }
  return { status: stored.status, headers: { ...stored.headers, ...REPLAYED }, body: stored.body };
}

async function storeFirstAnswer(transaction: Transaction, call: RequestContext, answer: Result) {
  if (!call.idempotency) return;
  await storeAnswer(transaction, {
    keyId: call.actor.keyId,
    idempotencyKey: call.idempotency.key,
    requestHash: call.idempotency.requestHash,
    status: answer.status,
    headers: answer.headers,
    body: answer.replayBody ?? answer.body,
    createdAt: formatInstant(call.at),
  });
}

/** Runs a read-only use case and records the call in the audit log. */
export async function runRead<A extends Result<string | Buffer>>(
  audit: AuditTrail,
  call: RequestContext,
  work: () => Promise<A>,
): Promise<A> {
  const answer = await work();
  audit.note(call, { status: answer.status });
  return answer;
}
