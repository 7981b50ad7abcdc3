import { limits } from '../../model/limits.ts';
import { message } from '../../model/message.ts';
import type { StoredOf } from '../../model/registry.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import {
  lockCommandDelivery,
  queueCommand,
  settleCommand,
} from '../../storage/system/command-deliveries.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Actor } from '../access/actor.ts';
import { systemActor } from '../access/system-actor.ts';
import { applyRuleVerdicts } from '../alerts/rule-alerts.ts';
import { automationAlertKey } from '../automations/automation-alert-key.ts';
import { entersStatus, leavesStatus } from '../rules/row-change.ts';
import type { RowTouch, Runtime } from '../runtime.ts';
import { findController } from './find-controller.ts';

const MINUTE_MILLIS = 60_000;
const ENDED: readonly string[] = ['executed', 'failed', 'rejected', 'cancelled', 'expired'];

/**
 * What follows from a command that changes: an approved one is queued for its controller, one that
 * was decided no longer asks for a yes, one that ended is out of the queue.
 */
export async function followCommands(runtime: Runtime, touch: RowTouch): Promise<void> {
  const { resource, before, after, transaction } = touch;
  if (resource !== 'controller-commands') return;
  const row = after ?? before;
  if (!row || row.farmId === null) return;
  if (after && entersStatus({ before, after }, ['approved'])) await queue(runtime, touch, after);
  if (!after || leavesStatus({ before, after }, ['pending'])) await closeApproval(runtime, touch);
  const hasEnded = !after || entersStatus({ before, after }, ENDED);
  if (!before || !hasEnded) return;
  const delivery = await lockCommandDelivery(transaction, row.id);
  // What is on its way settles itself.
  if (!delivery || delivery.state === 'sending' || delivery.state === 'unknown') return;
  await settleCommand(transaction, row.id, { state: 'done' });
}

async function queue(runtime: Runtime, touch: RowTouch, row: StoredRow): Promise<void> {
  const { transaction, now } = touch;
  const { id: commandId, orgId } = row;
  const farmId = String(row.farmId);
  const { barnId, integrationId } = row as StoredRow & StoredOf<'controller-commands'>;
  const found = await findController(transaction, { orgId, farmId, barnId, integrationId });
  await queueCommand(transaction, {
    commandId,
    orgId,
    farmId,
    integrationId: typeof found === 'string' ? null : found.id,
    queuedAt: formatInstant(now),
    expiresAt: formatInstant(now + limits.commandMinutes * MINUTE_MILLIS),
  });
  transaction.afterCommit(() => runtime.commandBell?.ring());
}

/** In the name of the automation that gave the command, where one did. */
function askerOf({ orgId, createdBy: { type, id, editor } }: StoredRow): Actor {
  const actor = systemActor(orgId, 'automations');
  if (type !== 'automation') return actor;
  return { ...actor, author: { type, id, ...(editor ? { editor } : {}) } };
}

/** The alert that asked for a yes has been answered. */
async function closeApproval(runtime: Runtime, touch: RowTouch): Promise<void> {
  const { before, after, transaction, now, zone, today } = touch;
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
