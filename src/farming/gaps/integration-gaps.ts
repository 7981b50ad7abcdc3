import type { StoredOf } from '../../model/registry.ts';
import { isUnbound } from '../../model/secret-binding.ts';
import { parseInstant } from '../../tools/calendar.ts';
import type { FoundGap, GapSnapshot } from './gap-rule.ts';
import { idsOf } from './ids-of.ts';
import { timeAgo } from './time-ago.ts';

type Integration = StoredOf<'integrations'>;

const MINUTE_MILLIS = 60_000;
const HOUR_MILLIS = 60 * MINUTE_MILLIS;
const SWITCHED_OFF: readonly (string | null)[] = ['paused', 'disabled'];
/** Kinds that send by themselves; others are silent unless they are polled. */
const SENDING = new Set(['camera', 'controller', 'scale', 'weather']);
/** Where an integration goes from its status: one that is repaired back to work, the others aside. */
const NEXT_STATUS: Readonly<Record<string, string>> = { failing: 'active', pending: 'disabled' };

/** Integrations whose last attempt failed. */
export function findFailing(snapshot: GapSnapshot): FoundGap[] {
  return snapshot.integrations.filter(isFailing).map((integration) => {
    const found = aboutIntegration(integration, snapshot);
    const { consecutiveFailures } = integration;
    return {
      ...found,
      ...whyFailing(integration, found),
      count: Math.max(1, consecutiveFailures ?? 1),
      fix: statusFix(integration, NEXT_STATUS[integration.status ?? ''] ?? 'paused'),
    };
  });
}

/** A secret that is not sent explains the failure; the host is that of the endpoint. */
function whyFailing(
  { lastSuccessAt, lastError, authRef, endpoint }: Integration,
  { params }: ReturnType<typeof aboutIntegration>,
) {
  if (isUnbound(lastError) && URL.canParse(endpoint ?? '')) {
    const host = new URL(endpoint ?? '').hostname.replace(/^\[|\]$/g, '');
    return { why: 'unbound', params: { ...params, secret: authRef ?? '', host } } as const;
  }
  return { why: lastSuccessAt === null ? 'never' : 'message', params } as const;
}

/** Integrations at work from which nothing has come for longer than it should take. */
export function findStale(snapshot: GapSnapshot): FoundGap[] {
  const { now, thresholds, integrations } = snapshot;
  return integrations
    .filter((integration) => integration.status === 'active' && !isFailing(integration))
    .filter(isExpected)
    .filter((integration) => {
      const { integrationSilentMinutes, integrationSilentPolls } = thresholds;
      const polls = integrationSilentPolls * (integration.pollMinutes ?? 0);
      const allowed = Math.max(integrationSilentMinutes, polls) * MINUTE_MILLIS;
      return now - lastHeard(integration, now) > allowed;
    })
    .map((integration) => ({
      ...aboutIntegration(integration, snapshot),
      why: integration.lastSuccessAt === null ? 'never' : 'message',
      count: 1,
      fix: statusFix(integration, 'paused'),
    }));
}

/** A controller that is called, and not polled, is silent until there is something to order. */
function isExpected({ kind, pollMinutes, endpoint }: Integration): boolean {
  if (pollMinutes !== null) return true;
  const isCalled = kind === 'controller' && /^https?:/i.test(endpoint ?? '');
  return SENDING.has(kind) && !isCalled;
}

function isFailing({ status, lastErrorAt, lastSuccessAt }: Integration): boolean {
  if (SWITCHED_OFF.includes(status)) return false;
  if (status === 'failing') return true;
  return lastErrorAt !== null && (lastSuccessAt === null || lastErrorAt > lastSuccessAt);
}

function aboutIntegration(integration: Integration, snapshot: GapSnapshot) {
  const { id, name, kind, barnId, lastSuccessAt, createdAt } = integration;
  const heard = lastHeard(integration, snapshot.now);
  const isLong = snapshot.now - heard > snapshot.thresholds.integrationCriticalHours * HOUR_MILLIS;
  const severity = isLong && hasBirds(barnId, snapshot) ? 'critical' : 'warning';
  return {
    subject: id,
    severity,
    params: { integration: name ?? kind, ago: timeAgo(heard, snapshot.now) },
    ids: idsOf({ integrationId: id, barnId }),
    since: lastSuccessAt ?? createdAt,
  } as const;
}

/** Of one that was never heard, when it was made. */
function lastHeard({ lastSuccessAt, createdAt }: Integration, now: number): number {
  return parseInstant(lastSuccessAt ?? createdAt) ?? now;
}

/** Whether birds depend on it: those of its barn, or any when it serves the whole farm. */
function hasBirds(barnId: string | null, { liveFlocks }: GapSnapshot): boolean {
  return liveFlocks.some(
    (flock) => flock.status !== 'planned' && (barnId === null || flock.barnId === barnId),
  );
}

function statusFix({ id }: Integration, status: string): FoundGap['fix'] {
  return { method: 'PATCH', path: `/integrations/${id}`, body: { status } };
}
