import { parseInstant } from '../../tools/calendar.ts';
import type { TroubledWebhook } from '../snapshot/troubled-webhook.ts';
import type { FoundGap, GapSnapshot } from './gap-rule.ts';
import { timeAgo } from './time-ago.ts';

/** Webhooks that the service has switched off; one that a person switched off is meant to be. */
export function findWebhooksOff({ webhooks, now }: GapSnapshot): FoundGap[] {
  return webhooks.flatMap((webhook) => {
    const { disabledReason, disabledAt, consecutiveFailures } = webhook;
    if (disabledReason === null || disabledReason === 'by_hand') return [];
    const since = parseInstant(disabledAt ?? '') ?? now;
    return [
      {
        ...aboutWebhook(webhook),
        severity: 'critical',
        why: disabledReason,
        params: { host: webhook.host, ago: timeAgo(since, now) },
        count: Math.max(1, consecutiveFailures),
        since: disabledAt,
        ...(disabledReason.startsWith('owner_') ? { fix: adoptionOf(webhook) } : {}),
      } satisfies FoundGap,
    ];
  });
}

/** Webhooks at work that have failed several times in a row. */
export function findWebhooksFailing({ webhooks, thresholds }: GapSnapshot): FoundGap[] {
  return webhooks
    .filter(({ disabledReason }) => disabledReason === null)
    .filter(({ consecutiveFailures }) => consecutiveFailures >= thresholds.webhookFailingAttempts)
    .map((webhook) => ({
      ...aboutWebhook(webhook),
      severity: 'warning',
      why: 'message',
      params: { host: webhook.host, count: webhook.consecutiveFailures },
      count: webhook.consecutiveFailures,
      since: webhook.failingSince,
    }));
}

function adoptionOf({ id }: TroubledWebhook) {
  return { method: 'POST', path: `/os/webhooks/${id}/adopt`, body: {} } as const;
}

function aboutWebhook({ id }: TroubledWebhook) {
  return {
    subject: id,
    ids: { webhookId: id },
    fix: { method: 'PATCH', path: `/os/webhooks/${id}`, body: { enabled: true } },
  } as const;
}
