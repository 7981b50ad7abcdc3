import { limits } from '../../model/core/limits.ts';
import type { SecretTarget } from '../../model/core/secrets.ts';
import { version } from '../../model/core/vocabulary.ts';
import { controllerCommands } from '../../model/resources/controller-commands.ts';
import { integrations } from '../../model/resources/integrations.ts';
import type { Transaction } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import {
  type CommandDeliveryState,
  finishCommand as finishDelivery,
  listDueCommands,
  lockCommandDelivery,
} from '../../storage/system/command-deliveries.ts';
import { formatInstant, MINUTE_MILLIS } from '../../tools/calendar.ts';
import type { Clock } from '../../tools/clock.ts';
import { isRecord, messageOf } from '../../tools/unknown-values.ts';
import { signCommand } from '../../tools/webhook-signature.ts';
import { systemActor } from '../core/actor.ts';
import { writeContext } from '../core/resource-rules.ts';
import { storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';
import { markIntegration } from '../integrations/integration-status.ts';
import { targetOf } from '../outbound/check-target.ts';
import {
  type OutboundAnswer,
  type OutboundClient,
  OutboundFailed,
} from '../outbound/outbound-client.ts';
import { type LoopOptions, SendingLoop } from '../outbound/sending-loop.ts';
import { changeRecord } from '../records/write-record.ts';
import { type ClaimedCommand, type Command, claimCommand } from './command-queue.ts';
/** Finds the secret named by an integration for its target; throws the reason when it cannot. */
export type FindSecret = (reference: string, target: SecretTarget) => Promise<string>;

/** Dependencies for sending a command. */
export interface CommandTools {
  readonly client: OutboundClient;
  readonly clock: Clock;
  readonly findSecret: FindSecret;
  readonly signal: AbortSignal;
}

const ATTEMPT_MILLIS = 10_000;
const MOST_READ_BYTES = 16 * 1024;
/** Failed phases in which nothing can have been sent yet. */
const UNREACHED: readonly string[] = ['dns', 'connect', 'tls'];

/** Posts a command to its controller once; every failure is returned as an outcome. */
async function sendCommand(claimed: ClaimedCommand, tools: CommandTools): Promise<CommandOutcome> {
  const { controller, body, messageId } = claimed;
  let headers: Readonly<Record<string, string>>;
  try {
    const secret = claimed.ownSecret ?? (await secretOf(claimed, tools.findSecret));
    headers = signCommand({ id: messageId, body, at: tools.clock.now() }, secret);
  } catch (error) {
    return { kind: 'unsent', error: messageOf(error) };
  }
  try {
    const answer = await tools.client.send({
      method: 'POST',
      url: controller.endpoint,
      headers: {
        'content-type': 'application/json',
        'user-agent': `farmctl/${version}`,
        'idempotency-key': messageId,
        ...headers,
      },
      body,
      timeoutMs: ATTEMPT_MILLIS,
      maxBytes: MOST_READ_BYTES,
      signal: tools.signal,
    });
    return readControllerAnswer(answer);
  } catch (error) {
    return noAnswer(error);
  }
}

function secretOf({ controller }: ClaimedCommand, findSecret: FindSecret): Promise<string> {
  return findSecret(controller.authRef ?? '', targetOf(new URL(controller.endpoint)));
}

function noAnswer(error: unknown): CommandOutcome {
  const reason = messageOf(error);
  if (!(error instanceof OutboundFailed)) return { kind: 'unknown', error: unknownText(reason) };
  if (error.failure === 'blocked') return { kind: 'unsent', error: reason };
  if (UNREACHED.includes(error.failure)) return { kind: 'unreached', error: reason };
  return { kind: 'unknown', error: unknownText(reason) };
}

function unknownText(reason: string): string {
  return `Unknown outcome: ${reason} See what the controller did before it is tried again.`;
}

/** The outcome of posting a command. */
export type CommandOutcome =
  | { readonly kind: 'executed'; readonly result: object | null }
  | { readonly kind: 'failed'; readonly error: string; readonly result: object | null }
  /** The controller accepted it and reports later. */
  | { readonly kind: 'accepted' }
  /**
   * It cannot be sent with the current integration settings: missing secret, or blocked address.
   */
  | { readonly kind: 'unsent'; readonly error: string }
  /** It has certainly not arrived. */
  | { readonly kind: 'unreached'; readonly error: string }
  /** Unknown whether it was executed. */
  | { readonly kind: 'unknown'; readonly error: string };

const ACCEPTED = 202;
const LONGEST_ERROR = 1000;
const SUCCEEDED: readonly string[] = ['executed', 'done', 'ok', 'success', 'succeeded'];
const FAILED: readonly string[] = ['failed', 'error', 'rejected', 'refused'];

/**
 * Interprets the answer of a controller: 202 accepts a command, another 2xx means it was executed
 * unless the body reports a failure, and any other status refuses it.
 */
function readControllerAnswer({ status, body, isCut }: OutboundAnswer): CommandOutcome {
  const reply = parseObject(body);
  const word = typeof reply?.['status'] === 'string' ? reply['status'].toLowerCase() : undefined;
  const error = errorOf(reply);
  if (status < 200 || status > 299) {
    const reason = error === undefined ? '' : `: ${error}`;
    return { kind: 'failed', error: `The controller answered ${status}${reason}`, result: null };
  }
  const result = isCut ? null : resultOf(reply);
  if (word !== undefined && FAILED.includes(word)) {
    return { kind: 'failed', error: error ?? 'The controller could not carry it out.', result };
  }
  if (word !== undefined && SUCCEEDED.includes(word)) return { kind: 'executed', result };
  const isTaken = word === 'accepted' || word === 'queued' || word === 'pending' || word === 'sent';
  return status === ACCEPTED || isTaken ? { kind: 'accepted' } : { kind: 'executed', result };
}

function errorOf(reply: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const error = reply?.['error'] ?? reply?.['message'];
  return typeof error === 'string' && error !== '' ? error.slice(0, LONGEST_ERROR) : undefined;
}

function resultOf(reply: Readonly<Record<string, unknown>> | undefined): object | null {
  if (!reply) return null;
  const { result } = reply;
  if (typeof result === 'object' && result !== null) return result;
  return result === undefined ? null : { value: result };
}

function parseObject(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    // Controller data is untrusted: NUL cannot be stored in the database.
    const parsed: unknown = JSON.parse(body.replaceAll('\0', ''), withoutNul);
    const isObject = isRecord(parsed);
    return isObject ? (parsed as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

function withoutNul(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value;
}

/** Delays before retrying a command that did not reach its controller. */
const RETRY_MILLIS = [2000, 10_000, 30_000] as const;
const { max: LONGEST_STORED_ERROR } = controllerCommands.fields.error;

/** Records the outcome of sending on the command, in the queue and on its integration. */
async function finishCommand(
  runtime: Runtime,
  transaction: Transaction,
  attempt: {
    readonly claimed: ClaimedCommand;
    readonly outcome: CommandOutcome;
    readonly now: number;
  },
): Promise<void> {
  const { claimed, outcome, now } = attempt;
  const { commandId: id, orgId, farmId, fence } = claimed.delivery;
  const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
  const json = await findRow(transaction, controllerCommands, { id, scope, forUpdate: true });
  const delivery = await lockCommandDelivery(transaction, id);
  // The lease was lost, and the outcome has been recorded as unknown.
  if (delivery?.state !== 'sending' || delivery.fence !== fence) return;
  const retryMillis = RETRY_MILLIS[delivery.attempts - 1];
  await finishDelivery(transaction, id, queueOf(outcome, retryMillis, now));
  await recordOnIntegration(runtime, transaction, attempt);
  const command = json === undefined ? undefined : (storedFromJson(json, orgId) as Command);
  // The controller may have reported before it answered.
  if (command?.status !== 'sent') return;
  const call = { actor: systemActor(orgId, 'commands'), at: now };
  const context = await writeContext(runtime, transaction, { call, farmId });
  const changes = changesOf(outcome, retryMillis !== undefined);
  await changeRecord(controllerCommands, { before: command, changes }, context);
}

function queueOf(
  outcome: CommandOutcome,
  retryMillis: number | undefined,
  now: number,
): { state: CommandDeliveryState; nextAttemptAt?: string; expiresAt?: string } {
  switch (outcome.kind) {
    case 'unreached':
      return retryMillis === undefined
        ? { state: 'done' }
        : { state: 'waiting', nextAttemptAt: formatInstant(now + retryMillis) };
    case 'accepted':
      return {
        state: 'accepted',
        expiresAt: formatInstant(now + limits.commandMinutes * MINUTE_MILLIS),
      };
    case 'unknown':
      return { state: 'unknown' };
    default:
      return { state: 'done' };
  }
}

function changesOf(outcome: CommandOutcome, isRetried: boolean): Readonly<Record<string, unknown>> {
  switch (outcome.kind) {
    case 'executed':
      return { status: 'executed', result: outcome.result, error: null };
    case 'accepted':
      return { error: null };
    case 'unreached': {
      const error = outcome.error.slice(0, LONGEST_STORED_ERROR);
      return isRetried ? { error } : { status: 'failed', error };
    }
    case 'failed':
      return {
        status: 'failed',
        result: outcome.result,
        error: outcome.error.slice(0, LONGEST_STORED_ERROR),
      };
    default:
      return { status: 'failed', error: outcome.error.slice(0, LONGEST_STORED_ERROR) };
  }
}

/** Any answer shows that the controller works, whatever the result of the command. */
async function recordOnIntegration(
  runtime: Runtime,
  transaction: Transaction,
  { claimed, outcome, now }: Parameters<typeof finishCommand>[2],
): Promise<void> {
  const { orgId, farmId } = claimed.delivery;
  const { id } = claimed.controller;
  const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
  const json = await findRow(transaction, integrations, { id, scope, forUpdate: true });
  if (json === undefined) return;
  const before = storedFromJson(json, orgId);
  const isTrouble = ['unreached', 'unknown', 'unsent'].includes(outcome.kind);
  const attempt = { error: isTrouble && 'error' in outcome ? outcome.error : null };
  await markIntegration(runtime, transaction, { before, attempt, now });
}

export interface CommandDispatcherOptions extends Omit<LoopOptions, 'notifier'> {
  readonly runtime: Runtime;
  readonly client: OutboundClient;
  readonly findSecret: FindSecret;
  /** Time without a result from an instance after which an outcome counts as unknown. */
  readonly leaseMillis?: number;
}

/** Longer than the maximum sending time, with time to record the outcome. */
const LEASE_MILLIS = 30_000;
const MOST_DUE = 200;
/** A later due time was written by an instance with a wrong clock. */
const MAX_FUTURE_MILLIS = 3_600_000;

/**
 * Sends approved commands to their controllers, each at most once: a command is marked as sent
 * before sending, and one with unknown outcome is not sent again. Each controller gets one command
 * at a time, in the order of approval; a slow controller does not delay the others.
 */
export class CommandDispatcher extends SendingLoop<undefined> {
  readonly #options: CommandDispatcherOptions;

  constructor(options: CommandDispatcherOptions) {
    super({ ...options, notifier: options.runtime.commandNotifier });
    this.#options = options;
  }

  protected override async round(): Promise<boolean> {
    const { database, clock } = this.#options.runtime;
    const now = clock.now();
    const latest = formatInstant(now + MAX_FUTURE_MILLIS);
    const due = await listDueCommands(database, { now: formatInstant(now), latest }, MOST_DUE);
    for (const delivery of due) {
      if (this.stopping.signal.aborted || this.sending.size >= limits.commandsInFlight) break;
      if (this.sending.has(delivery.commandId)) continue;
      const claimed = await this.#claim(delivery);
      if (claimed) this.send(delivery.commandId, undefined, () => this.#deliver(claimed));
    }
    // Continue when one of them has ended.
    return false;
  }

  async #claim(
    delivery: Parameters<typeof claimCommand>[2]['delivery'],
  ): Promise<ClaimedCommand | undefined> {
    const { runtime, onError, leaseMillis = LEASE_MILLIS } = this.#options;
    const due = { delivery, now: runtime.clock.now(), leaseMillis };
    try {
      return await runtime.database.transaction((transaction) =>
        claimCommand(runtime, transaction, due),
      );
    } catch (error) {
      // A failed claim must not block the others.
      onError(error);
      return undefined;
    }
  }

  async #deliver(claimed: ClaimedCommand): Promise<void> {
    const { client, findSecret, runtime } = this.#options;
    const { signal } = this.hangingUp;
    const { clock } = runtime;
    const outcome = await sendCommand(claimed, { client, findSecret, clock, signal });
    await runtime.database.transaction((transaction) =>
      finishCommand(runtime, transaction, { claimed, outcome, now: clock.now() }),
    );
  }
}
