import { type AlertWords, alertWords } from '../../farming/core/stored-texts.ts';
import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import { message } from '../../model/core/message.ts';
import { alerts } from '../../model/resources/alerts.ts';
import { farms } from '../../model/resources/farms.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { Transaction } from '../../storage/core/database.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import type { DisabledReason, StoredWebhook } from '../../storage/webhooks/webhooks.ts';
import { systemActor } from '../core/actor.ts';
import { findTranslator } from '../core/organisation-setup.ts';
import { writeContext } from '../core/resource-rules.ts';
import { storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';
import { changeRecord, insertRecord } from '../records/write-record.ts';

/** A webhook that was just disabled. */
export interface WebhookOff {
  readonly webhook: StoredWebhook;
  /** The farm to alert; null: the first one of the webhook. */
  readonly farmId: string | null;
  readonly reason: Exclude<DisabledReason, 'by_hand'>;
  readonly now: number;
}

const RULE = 'webhook_off';

/** Raises a critical alert on the given farm, else on the first one of the webhook. */
export async function raiseWebhookAlert(
  runtime: Runtime,
  transaction: Transaction,
  off: WebhookOff,
): Promise<void> {
  const { webhook } = off;
  const farmId = await findFarm(transaction, off);
  if (farmId === undefined) return;
  const translator = await findTranslator(transaction, webhook.orgId);
  const actor = systemActor(webhook.orgId, 'webhooks');
  const context = await writeContext(runtime, transaction, {
    call: { actor, at: off.now },
    farmId,
  });
  await insertRecord(alerts, { values: alertOf(off, translator), farmId }, context);
}

function alertOf({ webhook, reason }: WebhookOff, translator: Translator) {
  const { id, url } = webhook;
  const params = { host: new URL(url).host, webhook: id };
  const title = message('webhook.off.title', params);
  const text = message(`webhook.off.${reason}`, params);
  return {
    severity: 'critical',
    category: 'integration',
    title: renderMessage(translator, title),
    message: renderMessage(translator, text),
    source: {
      rule: RULE,
      webhookId: id,
      reason,
      words: { title, message: text } satisfies AlertWords,
    },
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

type Alert = StoredOf<'alerts'> & StoredRow;

const MOST_ALERTS = 500;
const SETTLED = ['resolved', 'dismissed'];

/** Resolves the alerts about a disabled webhook after it was enabled or deleted. */
export async function resolveWebhookAlerts(
  runtime: Runtime,
  transaction: Transaction,
  {
    webhook,
    over,
    now,
  }: {
    readonly webhook: StoredWebhook;
    readonly over: 'on' | 'removed';
    readonly now: number;
  },
): Promise<void> {
  const open = await listAlerts(transaction, webhook);
  if (open.length === 0) return;
  const actor = systemActor(webhook.orgId, 'webhooks');
  const translator = await findTranslator(transaction, webhook.orgId);
  const note = message(`webhook.over.${over}`);
  for (const alert of open) {
    const context = await writeContext(runtime, transaction, {
      call: { actor, at: now },
      farmId: alert.farmId ?? undefined,
    });
    const words: AlertWords = { ...alertWords(alert), resolutionNote: note };
    const changes = {
      status: 'resolved',
      resolutionNote: renderMessage(translator, note),
      source: { ...Object(alert.source), words, closedByRule: true },
    };
    await changeRecord(alerts, { before: alert, changes }, context);
  }
}

/** The unresolved alerts of the webhook, among the newest alerts about connections. */
async function listAlerts(
  transaction: Transaction,
  { id, orgId }: StoredWebhook,
): Promise<readonly Alert[]> {
  const rows = await listRows(transaction, alerts, {
    scope: { orgId, farmIds: 'all' },
    conditions: [{ field: 'category', operator: '=', value: 'integration' }],
    order: 'id',
    direction: 'desc',
    limit: MOST_ALERTS,
    offset: 0,
  });
  return rows
    .map((json) => storedFromJson(json, orgId) as Alert)
    .filter(({ status, source }) => {
      const { rule, webhookId } = Object(source) as Readonly<Record<string, unknown>>;
      return rule === RULE && webhookId === id && !SETTLED.includes(status ?? '');
    });
}
