import { limits } from '../../model/limits.ts';
import type { StoredOf } from '../../model/registry.ts';
import { controllerCommands } from '../../model/resources/controller-commands.ts';
import { integrations } from '../../model/resources/integrations.ts';
import type { Transaction } from '../../storage/database.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { narrowScope } from '../../storage/records/scope.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import {
  type CommandDeliveryState,
  lockCommandDelivery,
  settleCommand as settleDelivery,
} from '../../storage/system/command-deliveries.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { systemActor } from '../access/system-actor.ts';
import { storedFromJson } from '../records/stored-from-json.ts';
import { writeContext } from '../records/write-context.ts';
import { changeRecord } from '../records/write-record.ts';
import type { Runtime } from '../runtime.ts';
import { markIntegration } from '../weather/mark-integration.ts';
import type { ClaimedCommand } from './claim-command.ts';
import type { CommandOutcome } from './read-controller-answer.ts';

/** Pauses before a command that did not reach its controller is tried again. */
const RETRY_MILLIS = [2000, 10_000, 30_000] as const;
const MINUTE_MILLIS = 60_000;
const { max: LONGEST_ERROR } = controllerCommands.fields.error;

/** Writes how sending a command went: on the command, in the queue, and on its integration. */
export async function settleCommand(
  runtime: Runtime,
  transaction: Transaction,
  ended: {
    readonly claimed: ClaimedCommand;
    readonly outcome: CommandOutcome;
    readonly now: number;
  },
): Promise<void> {
  const { claimed, outcome, now } = ended;
  const { commandId: id, orgId, farmId, fence } = claimed.delivery;
  const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
  const json = await findRow(transaction, controllerCommands, { id, scope, forUpdate: true });
  const delivery = await lockCommandDelivery(transaction, id);
  // The lease was lost, and the command told of as one whose outcome is unknown.
  if (delivery?.state !== 'sending' || delivery.fence !== fence) return;
  const retryMillis = RETRY_MILLIS[delivery.attempts - 1];
  await settleDelivery(transaction, id, queueOf(outcome, retryMillis, now));
  await noteOnIntegration(runtime, transaction, ended);
  const command = json === undefined ? undefined : (storedFromJson(json, orgId) as Command);
  // The controller may have reported before it answered.
  if (command?.status !== 'sent') return;
  const call = { actor: systemActor(orgId, 'commands'), at: now };
  const context = await writeContext(runtime, transaction, { call, farmId });
  const changes = changesOf(outcome, retryMillis !== undefined);
  await changeRecord(controllerCommands, { before: command, changes }, context);
}

type Command = StoredRow & StoredOf<'controller-commands'>;

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
      const error = outcome.error.slice(0, LONGEST_ERROR);
      return isRetried ? { error } : { status: 'failed', error };
    }
    case 'failed':
      return {
        status: 'failed',
        result: outcome.result,
        error: outcome.error.slice(0, LONGEST_ERROR),
      };
    default:
      return { status: 'failed', error: outcome.error.slice(0, LONGEST_ERROR) };
  }
}

/** A controller that answers works, whatever it says of the command. */
async function noteOnIntegration(
  runtime: Runtime,
  transaction: Transaction,
  { claimed, outcome, now }: Parameters<typeof settleCommand>[2],
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
