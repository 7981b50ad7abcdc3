import { renderMessage, type Speaker } from '../../i18n/render-message.ts';
import { message } from '../../model/message.ts';
import { alerts } from '../../model/resources/alerts.ts';
import { farms } from '../../model/resources/farms.ts';
import type { Transaction } from '../../storage/database.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import type { DisabledReason, StoredWebhook } from '../../storage/system/webhooks.ts';
import { systemActor } from '../access/system-actor.ts';
import { findSpeaker } from '../alerts/find-speaker.ts';
import { writeContext } from '../records/write-context.ts';
import { insertRecord } from '../records/write-record.ts';
import type { Runtime } from '../runtime.ts';

/** A webhook that was just switched off. */
export interface WebhookOff {
  readonly webhook: StoredWebhook;
  /** The farm that is told; null: the first one of the webhook. */
  readonly farmId: string | null;
  readonly reason: Exclude<DisabledReason, 'by_hand'>;
  readonly now: number;
}

/** Raises a critical alert on the farm that is named, else on the first one of the webhook. */
export async function raiseWebhookAlert(
  runtime: Runtime,
  transaction: Transaction,
  off: WebhookOff,
): Promise<void> {
  const { webhook } = off;
  const farmId = await findFarm(transaction, off);
  if (farmId === undefined) return;
  const speaker = await findSpeaker(transaction, webhook.orgId);
  const actor = systemActor(webhook.orgId, 'webhooks');
  const context = await writeContext(runtime, transaction, {
    call: { actor, at: off.now },
    farmId,
  });
  await insertRecord(alerts, { values: alertOf(off, speaker), farmId }, context);
}

function alertOf({ webhook, reason }: WebhookOff, speaker: Speaker) {
  const { id, url } = webhook;
  const params = { host: new URL(url).host, webhook: id };
  return {
    severity: 'critical',
    category: 'integration',
    title: renderMessage(speaker, message('webhook.off.title', params)),
    message: renderMessage(speaker, message(`webhook.off.${reason}`, params)),
    source: { rule: 'webhook_off', webhookId: id, reason },
  };
}

async function findFarm(
  transaction: Transaction,
  { farmId, webhook }: WebhookOff,
): Promise<string | undefined> {
  if (farmId !== null) return farmId;
  const [first] = await listRows(transaction, farms, {
    scope: { orgId: webhook.orgId, farmIds: farmsOf(webhook) },
    conditions: [],
    order: 'id',
    direction: 'asc',
    limit: 1,
    offset: 0,
  });
  return first === undefined ? undefined : JSON.parse(first).id;
}

function farmsOf({ farmIds, keyFarmIds }: StoredWebhook): readonly string[] | 'all' {
  return farmIds ?? keyFarmIds ?? 'all';
}
