import type { WebhookHealth } from '../../storage/system/webhook-health.ts';
import { type Finding, passed, warned } from './finding.ts';

const MINUTE_MILLIS = 60_000;
const HOUR_MILLIS = 60 * MINUTE_MILLIS;
const DAYS_FROM_HOURS = 48;
/** A receiver that is down for an hour is tried again by itself. */
const LONG_MILLIS = 2 * HOUR_MILLIS;

/** What the outbox holds and what of it has not arrived. */
export interface OutboxFacts {
  readonly events: number;
  readonly webhooks: readonly WebhookHealth[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Events reach the webhooks; one that was switched off, or a long wait, is for somebody to look at. */
export function checkOutbox({ events, webhooks, now }: OutboxFacts): Finding {
  const kept = `${events} events are kept`;
  const waiting = webhooks.reduce((sum, webhook) => sum + webhook.waiting, 0);
  const oldest = oldestOf(webhooks);
  const backlog =
    oldest === undefined
      ? kept
      : `${kept}, ${waiting} deliveries wait, the oldest for ${span(now - oldest)}`;
  const off = webhooks.filter(isOff);
  const [first] = off;
  if (first) {
    const names = off.map(
      ({ id, url, disabledReason, waiting: held }) =>
        `${id} to ${hostOf(url)} is off (${disabledReason}) and holds ${held}`,
    );
    return warned('outbox', `${backlog}; ${names.join('; ')}`, remedyOf(first));
  }
  const meant = webhooks.filter(({ enabled }) => enabled);
  const longest = oldestOf(meant);
  if (longest === undefined || now - longest <= LONG_MILLIS) return passed('outbox', backlog);
  const late = meant.find(({ oldestAt }) => Date.parse(oldestAt ?? '') === longest);
  return warned(
    'outbox',
    `${backlog}, for ${late?.id} to ${hostOf(late?.url ?? '')}`,
    `see whether a server runs, and why: farmctl webhook deliveries ${late?.id} --state pending`,
  );
}

function remedyOf({ id, disabledReason }: WebhookHealth): string {
  return disabledReason?.startsWith('owner_')
    ? `adopt it with another key that reads the same data: farmctl webhook adopt ${id}`
    : `repair the receiver, then: farmctl webhook update ${id} --enabled`;
}

/** Off by itself; what a person switched off is meant to be. */
function isOff({ enabled, disabledReason }: WebhookHealth): boolean {
  return !enabled && disabledReason !== 'by_hand';
}

function oldestOf(webhooks: readonly WebhookHealth[]): number | undefined {
  const times = webhooks.flatMap(({ oldestAt }) =>
    oldestAt === null ? [] : [Date.parse(oldestAt)],
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Without what stands behind the host, which may be secret. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an unknown host';
}

function span(millis: number): string {
  const hours = Math.floor(millis / HOUR_MILLIS);
  if (hours >= DAYS_FROM_HOURS) return `${Math.floor(hours / 24)} days`;
  return hours >= 1 ? `${hours} h` : `${Math.max(0, Math.floor(millis / MINUTE_MILLIS))} min`;
}
