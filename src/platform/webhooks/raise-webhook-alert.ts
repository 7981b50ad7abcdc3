import type { Language } from '../../model/languages.ts';
import { message } from '../../model/message.ts';
import { alerts } from '../../model/resources/alerts.ts';
import { farms } from '../../model/resources/farms.ts';
import type { Transaction } from '../../storage/database.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import { findOrganisation } from '../../storage/system/organisations.ts';
import type { ClaimedDelivery } from '../../storage/system/webhook-claims.ts';
import type { DisabledReason, StoredWebhook } from '../../storage/system/webhooks.ts';
import { renderMessage, type Speaker } from '../../texts/render-message.ts';
import { systemActor } from '../access/system-actor.ts';
import { writeContext } from '../records/write-context.ts';
import { insertRecord } from '../records/write-record.ts';
import type { Runtime } from '../runtime.ts';

/** Those who can say it, by language; loaded before the transaction begins. */
export type Speakers = Readonly<Record<Language, Speaker>>;

/** A webhook that was just switched off. */
export interface WebhookOff {
  readonly delivery: ClaimedDelivery;
  readonly reason: DisabledReason;
  readonly now: number;
}

/** Raises a critical alert on the farm of the delivery that failed last, else on the first one. */
export async function raiseWebhookAlert(
  runtime: Runtime,
  transaction: Transaction,
  { off, speakers }: { readonly off: WebhookOff; readonly speakers: Speakers },
): Promise<void> {
  const { webhook } = off.delivery;
  const farmId = await findFarm(transaction, off.delivery);
  if (farmId === undefined) return;
  const org = await findOrganisation(transaction, webhook.orgId);
  const speaker = speakers[org?.language as Language] ?? speakers.en;
  const actor = systemActor(webhook.orgId, 'webhooks');
  const context = await writeContext(runtime, transaction, {
    call: { actor, at: off.now },
    farmId,
  });
  await insertRecord(alerts, { values: alertOf(off, speaker), farmId }, context);
}

function alertOf({ delivery, reason }: WebhookOff, speaker: Speaker) {
  const { id, url } = delivery.webhook;
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
  { farmId, webhook }: ClaimedDelivery,
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
