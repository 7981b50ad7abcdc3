import { limits } from '../../model/core/limits.ts';
import { message } from '../../model/core/message.ts';
import { barns } from '../../model/resources/barns.ts';
import { controllerCommands } from '../../model/resources/controller-commands.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { Transaction } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import {
  type CommandDelivery,
  claimCommand as claimDelivery,
  finishCommand,
  isControllerBusy,
  lockCommandDelivery,
  queueCommand,
} from '../../storage/system/command-deliveries.ts';
import { formatInstant, MINUTE_MILLIS } from '../../tools/calendar.ts';
import { controllerSecret } from '../access/credentials.ts';
import { applyRuleVerdicts, automationAlertKey } from '../alerts/rule-alerts.ts';
import { type Actor, systemActor } from '../core/actor.ts';
import { type RuleContext, writeContext } from '../core/resource-rules.ts';
import { entersStatus, leavesStatus, storedFromJson } from '../core/row-change.ts';
import type { RowEvent, Runtime } from '../core/runtime.ts';
import { changeRecord } from '../records/write-record.ts';
import { type Controller, findController } from '../rules/device-rules.ts';

/** A command that only this instance sends now. */
export interface ClaimedCommand {
  readonly delivery: CommandDelivery;
  readonly controller: Controller;
  /** The text to send. */
  readonly body: string;
  /** Identifies repetitions to the controller. */
  readonly messageId: string;
  /** Signing secret if the controller has no configured one; undefined otherwise. */
  readonly ownSecret: string | undefined;
}

export type Command = StoredRow & StoredOf<'controller-commands'>;

const UNKNOWN =
  'Unknown outcome: the service stopped while the command was on its way. See what the controller did before it is tried again.';
/** Delay before the next search for a controller of a command without one. */
const LOOK_AGAIN_MILLIS = 15_000;

/**
 * Claims a due command in its own transaction: marks it as sent before sending, so that no other
 * instance sends it and nobody can cancel it meanwhile. Undefined when there is nothing to send: it
 * expired, ended otherwise, has no controller, or must wait for another command.
 */
export async function claimCommand(
  runtime: Runtime,
  transaction: Transaction,
  due: { readonly delivery: CommandDelivery; readonly now: number; readonly leaseMillis: number },
): Promise<ClaimedCommand | undefined> {
  const queued = await openCommand(runtime, transaction, due);
  if (!queued || (await isOver(queued, due.now))) return undefined;
  const { command, delivery } = queued;
  const controller = await findController(transaction, { ...delivery, ...commandPlace(command) });
  if (typeof controller === 'string') {
    await waitForController(queued, controller, due.now);
    return undefined;
  }
  return takeCommand(queued, { controller, leaseMillis: due.leaseMillis });
}

/** Whether the command no longer needs sending; its end has then been recorded. */
async function isOver(queued: QueuedCommand, now: number): Promise<boolean> {
  const { context, command, delivery } = queued;
  if (delivery.isAbandoned) {
    await giveUp(queued, UNKNOWN, 'unknown');
    return true;
  }
  if (delivery.state === 'waiting') return false;
  if (delivery.expiresAt <= formatInstant(now)) {
    await finishCommand(context.transaction, command.id, { state: 'done' });
    await change(queued, { status: 'expired' });
    return true;
  }
  if (delivery.state === 'queued' && command.status === 'sent') {
    // The controller fetches its commands and has acknowledged this one.
    const expiresAt = formatInstant(now + limits.commandMinutes * MINUTE_MILLIS);
    await finishCommand(context.transaction, command.id, { state: 'accepted', expiresAt });
    return true;
  }
  return delivery.state === 'accepted';
}

async function waitForController(
  queued: QueuedCommand,
  reason: string,
  now: number,
): Promise<void> {
  const { context, command, delivery } = queued;
  if (delivery.state === 'waiting') return giveUp(queued, reason, 'done');
  const nextAttemptAt = formatInstant(now + LOOK_AGAIN_MILLIS);
  await finishCommand(context.transaction, command.id, { state: 'queued', nextAttemptAt });
  if (command.error !== reason) await change(queued, { error: reason });
}

async function takeCommand(
  queued: QueuedCommand,
  { controller, leaseMillis }: { readonly controller: Controller; readonly leaseMillis: number },
): Promise<ClaimedCommand | undefined> {
  const { context, command, delivery } = queued;
  const { transaction } = context;
  const claim = { commandId: command.id, integrationId: controller.id };
  // Prevents two instances from claiming the same idle controller.
  if (!(await transaction.tryLock(`controller ${controller.id}`))) return undefined;
  const { queuedAt } = delivery;
  const now = formatInstant(context.now);
  if (
    delivery.state === 'queued' &&
    (await isControllerBusy(transaction, { ...claim, queuedAt, now }))
  ) {
    const { commandId, integrationId } = claim;
    await finishCommand(transaction, commandId, { state: 'queued', integrationId });
    return undefined;
  }
  await claimDelivery(transaction, { ...claim, leaseMillis });
  if (delivery.state === 'queued') {
    await change(queued, { status: 'sent', integrationId: controller.id, error: null });
  }
  return buildClaim(context, { command, delivery, controller });
}

interface QueuedCommand {
  readonly context: RuleContext;
  readonly command: Command;
  readonly delivery: CommandDelivery & { readonly isAbandoned: boolean };
}

/** The command and its delivery state, locked; a command that ended otherwise leaves the queue. */
async function openCommand(
  runtime: Runtime,
  transaction: Transaction,
  { delivery: due, now }: { readonly delivery: CommandDelivery; readonly now: number },
): Promise<QueuedCommand | undefined> {
  const { commandId: id, orgId, farmId } = due;
  const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
  // Lock the row before its delivery, like all other writers.
  const json = await findRow(transaction, controllerCommands, { id, scope, forUpdate: true });
  const delivery = await lockCommandDelivery(transaction, id);
  if (!delivery || delivery.state === 'done' || delivery.state === 'unknown') return undefined;
  const command = json === undefined ? undefined : (storedFromJson(json, orgId) as Command);
  const isOpen = command?.status === 'approved' || command?.status === 'sent';
  if (!command || !isOpen) {
    if (delivery.state !== 'sending' || delivery.isAbandoned) {
      await finishCommand(transaction, id, { state: 'done' });
    }
    return undefined;
  }
  if (delivery.state === 'sending' && !delivery.isAbandoned) return undefined;
  const call = { actor: systemActor(orgId, 'commands'), at: now };
  return { context: await writeContext(runtime, transaction, { call, farmId }), command, delivery };
}

function commandPlace({ barnId, integrationId }: Command) {
  return { barnId, integrationId };
}

async function giveUp(
  queued: QueuedCommand,
  error: string,
  state: 'unknown' | 'done',
): Promise<void> {
  await finishCommand(queued.context.transaction, queued.command.id, { state });
  await change(queued, { status: 'failed', error });
}

function change(
  { context, command }: QueuedCommand,
  changes: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  return changeRecord(controllerCommands, { before: command, changes }, context);
}

async function buildClaim(
  { runtime, transaction, now }: RuleContext,
  claimed: {
    readonly command: Command;
    readonly delivery: CommandDelivery;
    readonly controller: Controller;
  },
): Promise<ClaimedCommand> {
  const { command, controller } = claimed;
  const { orgId, farmId, sequence } = claimed.delivery;
  const delivery = { ...claimed.delivery, fence: claimed.delivery.fence + 1 };
  const integrationId = controller.id;
  const { id, barnId, deviceId, params, mode, requestedBy, reason } = command;
  const body = JSON.stringify({
    id,
    sequence,
    command: command.command,
    params: params ?? {},
    mode,
    reason: reason ?? [],
    requestedBy,
    farmId,
    barnId,
    barn: await barnName(transaction, { orgId, farmId, barnId }),
    integrationId,
    deviceId,
    expiresAt: delivery.expiresAt,
  });
  const ownSecret =
    controller.authRef === null
      ? await controllerSecret(runtime, transaction, { orgId, integrationId, now })
      : undefined;
  const messageId = sequence === 1 ? id : `${id}.${sequence}`;
  return { delivery, controller, body, messageId, ownSecret };
}

async function barnName(
  transaction: Transaction,
  place: { readonly orgId: string; readonly farmId: string; readonly barnId: string | null },
): Promise<string | null> {
  if (place.barnId === null) return null;
  const scope = narrowScope({ orgId: place.orgId, farmIds: 'all' }, place.farmId);
  const row = await findRow(transaction, barns, { id: place.barnId, scope });
  return row === undefined ? null : (JSON.parse(row) as StoredOf<'barns'>).name;
}
const ENDED: readonly string[] = ['executed', 'failed', 'rejected', 'cancelled', 'expired'];

/**
 * Side effects of command changes: an approved command is queued for its controller, a decided one
 * closes its approval request, an ended one leaves the queue.
 */
export async function followCommands(runtime: Runtime, rowEvent: RowEvent): Promise<void> {
  const { resource, before, after, transaction } = rowEvent;
  if (resource !== 'controller-commands') return;
  const row = after ?? before;
  if (!row || row.farmId === null) return;
  if (after && entersStatus({ before, after }, ['approved'])) await queue(runtime, rowEvent, after);
  if (!after || leavesStatus({ before, after }, ['pending']))
    await closeApproval(runtime, rowEvent);
  const hasEnded = !after || entersStatus({ before, after }, ENDED);
  if (!before || !hasEnded) return;
  const delivery = await lockCommandDelivery(transaction, row.id);
  // Deliveries in progress are finished by their sender.
  if (!delivery || delivery.state === 'sending' || delivery.state === 'unknown') return;
  await finishCommand(transaction, row.id, { state: 'done' });
}

async function queue(runtime: Runtime, rowEvent: RowEvent, row: StoredRow): Promise<void> {
  const { transaction, now } = rowEvent;
  const { id: commandId, orgId } = row;
  const farmId = String(row.farmId);
  const { barnId, integrationId } = row as StoredRow & StoredOf<'controller-commands'>;
  const controller = await findController(transaction, { orgId, farmId, barnId, integrationId });
  await queueCommand(transaction, {
    commandId,
    orgId,
    farmId,
    integrationId: typeof controller === 'string' ? null : controller.id,
    queuedAt: formatInstant(now),
    expiresAt: formatInstant(now + limits.commandMinutes * MINUTE_MILLIS),
  });
  transaction.afterCommit(() => runtime.commandNotifier?.notify());
}

/** Attributed to the automation that issued the command, if any. */
function askerOf({ orgId, createdBy: { type, id, editor } }: StoredRow): Actor {
  const actor = systemActor(orgId, 'automations');
  if (type !== 'automation') return actor;
  return { ...actor, author: { type, id, ...(editor ? { editor } : {}) } };
}

/** Closes the alert that requested approval. */
async function closeApproval(runtime: Runtime, rowEvent: RowEvent): Promise<void> {
  const { before, after, transaction, now, zone, today } = rowEvent;
  if (before?.['mode'] !== 'approve' || before.farmId === null) return;
  const { id, farmId } = before;
  const actor = askerOf(before);
  const status = message(`automation.status.${after?.['status'] ?? 'cancelled'}`);
  const text = message('automation.approval.over', { status });
  const verdict = {
    rule: 'automation_approval',
    key: automationAlertKey('automation_approval', id),
    barnId: null,
    flockId: null,
    at: formatInstant(now),
    severity: null,
    category: 'equipment',
    title: text,
    message: text,
    closesAfter: 1,
    evidence: {},
  } as const;
  await applyRuleVerdicts({ runtime, transaction, actor, now, farmId, zone, today }, [verdict]);
}
