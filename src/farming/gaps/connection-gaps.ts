import { whyNotSent } from '../../model/core/secrets.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import {
  dayInZone,
  daysBetween,
  formatInstant,
  HOUR_MILLIS,
  MINUTE_MILLIS,
  parseInstant,
} from '../../tools/calendar.ts';
import { parseUrl } from '../../tools/unknown-values.ts';
import type { TroubledWebhook } from '../core/farm-snapshot.ts';
import { timeAgo } from '../core/figure.ts';
import { connectionFix, failingConnectionFix, weighingFix } from '../core/fixes.ts';
import { flockName } from '../core/flock-record.ts';
import { connectionFault } from '../core/stored-texts.ts';
import { adoptFix, cameraSilence, type FarmCamera, farmCameras } from '../vision/farm-cameras.ts';
import { type FoundGap, type GapSnapshot, idsOf } from './gap.ts';

type Integration = StoredOf<'integrations'>;
const SWITCHED_OFF: readonly (string | null)[] = ['paused', 'disabled'];
/** Kinds that push data; others are silent unless polled. */
const SENDING = new Set(['camera', 'controller', 'scale', 'weather']);

/** Integrations whose last attempt failed. */
export function findFailing(snapshot: GapSnapshot): FoundGap[] {
  return snapshot.integrations.filter(isFailing).map((integration) => {
    const gap = aboutIntegration(integration, snapshot);
    const { consecutiveFailures } = integration;
    return {
      ...gap,
      ...whyFailing(integration, gap),
      count: Math.max(1, consecutiveFailures ?? 1),
      fix: failingConnectionFix(integration),
    };
  });
}

/**
 * An unsent secret is the cause, reported with the host of the endpoint; otherwise the original
 * error.
 */
function whyFailing(
  { lastSuccessAt, lastError, authRef, endpoint }: Integration,
  { params }: ReturnType<typeof aboutIntegration>,
) {
  const url = parseUrl(endpoint ?? '');
  const notSent = whyNotSent(lastError);
  if (notSent && url) {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return { why: notSent, params: { ...params, secret: authRef ?? '', host } } as const;
  }
  if (lastError === null) {
    return { why: lastSuccessAt === null ? 'never' : 'message', params } as const;
  }
  const withError = { ...params, error: connectionFault(lastError) };
  return { why: lastSuccessAt === null ? 'neverError' : 'error', params: withError } as const;
}

/** Active integrations that have sent nothing for longer than expected. */
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
      fix: connectionFix(integration, 'paused'),
    }));
}

/** A controller that is called rather than polled is silent until there is a command. */
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
  const lastAt = lastHeard(integration, snapshot.now);
  const isLong = snapshot.now - lastAt > snapshot.thresholds.integrationCriticalHours * HOUR_MILLIS;
  const severity = isLong && hasBirds(barnId, snapshot) ? 'critical' : 'warning';
  return {
    subject: id,
    severity,
    params: { integration: name ?? kind, ago: timeAgo(lastAt, snapshot.now) },
    ids: idsOf({ integrationId: id, barnId }),
    since: lastSuccessAt ?? createdAt,
  } as const;
}

/** Without any success so far, its creation time. */
function lastHeard({ lastSuccessAt, createdAt }: Integration, now: number): number {
  return parseInstant(lastSuccessAt ?? createdAt) ?? now;
}

/** Whether birds depend on it: those of its barn, or any birds when it serves the whole farm. */
function hasBirds(barnId: string | null, { liveFlocks }: GapSnapshot): boolean {
  return liveFlocks.some(
    (flock) => flock.status !== 'planned' && (barnId === null || flock.barnId === barnId),
  );
}

/**
 * Cameras that are silent while birds are in view. If the connection itself is silent or failing,
 * that is the gap, and its cameras are not reported individually.
 */
export function findSilentCameras(snapshot: GapSnapshot): FoundGap[] {
  const failingConnectionIds = new Set(
    [...findFailing(snapshot), ...findStale(snapshot)].map(({ subject }) => subject),
  );
  return farmCameras(snapshot).flatMap((camera) => {
    const { severity, heardAt, wasHeard } = cameraSilence(camera, snapshot);
    if (severity === null || failingConnectionIds.has(camera.connection?.id ?? '')) return [];
    const { id } = camera.device;
    return [
      {
        ...aboutCamera(camera),
        severity,
        why: wasHeard ? 'message' : 'never',
        params: { camera: cameraName(camera), ago: timeAgo(heardAt, snapshot.now) },
        count: 1,
        since: formatInstant(heardAt),
        fix: { method: 'PATCH', path: `/devices/${id}`, body: { status: 'maintenance' } },
      } satisfies FoundGap,
    ];
  });
}

/** Cameras that weigh birds and have not been compared with scales for three weeks. */
export function findUncalibratedCameras(snapshot: GapSnapshot): FoundGap[] {
  const { today, zone, now, thresholds } = snapshot;
  return farmCameras(snapshot).flatMap((camera) => {
    const { device, flock, sighting } = camera;
    if (!flock || !sighting || sighting.events24h.weight === 0) return [];
    const madeOn = dayInZone(parseInstant(device.createdAt) ?? now, zone);
    const since = sighting.lastPairDay ?? madeOn;
    const days = daysBetween(since, today);
    if (days < thresholds.calibrationIdleDays) return [];
    return [
      {
        ...aboutCamera(camera),
        severity: 'info',
        why: sighting.lastPairDay === null ? 'never' : 'message',
        params: {
          camera: cameraName(camera),
          flock: flockName(flock),
          days: { quantity: days, unit: 'days' },
          day: { day: since },
        },
        count: 1,
        since,
        fix: weighingFix(flock, today),
      } satisfies FoundGap,
    ];
  });
}

/** Sources that send camera events without a registered camera. */
export function findUnregisteredSources(snapshot: GapSnapshot): FoundGap[] {
  return snapshot.unregisteredCameras.map((camera) => {
    const { source, firstSeen, events } = camera;
    const fix = adoptFix(camera, snapshot);
    return {
      subject: `${snapshot.farm.id} ${source}`,
      severity: 'info',
      why: 'message',
      params: { source, count: events },
      ids: idsOf({ farmId: snapshot.farm.id, barnId: camera.barnId }),
      count: events,
      since: firstSeen,
      fix,
    } satisfies FoundGap;
  });
}

function aboutCamera({ device, flock }: FarmCamera): Pick<FoundGap, 'subject' | 'ids'> {
  const { id: deviceId, barnId } = device;
  return {
    subject: deviceId,
    ids: idsOf({ deviceId, barnId, flockId: flock?.flock.id ?? null }),
  };
}

/** The display name of a camera with its barn. */
function cameraName({ device, barn }: FarmCamera): string {
  const name = device.name ?? device.sourceKey ?? device.id;
  return barn ? `${name} (${barn.name})` : name;
}

/** Webhooks disabled by the service; webhooks disabled by a person are intentional. */
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
        ...otherFix(webhook),
      } satisfies FoundGap,
    ];
  });
}

/** Active webhooks that have failed several times in succession. */
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

/** The fix when enabling it again is not sufficient: without an owner, or without a URL. */
function otherFix(webhook: TroubledWebhook): Partial<Pick<FoundGap, 'fix'>> {
  const { id, disabledReason } = webhook;
  const path = `/os/webhooks/${id}`;
  if (disabledReason === 'gone')
    return { fix: { method: 'PATCH', path, body: { url: null, enabled: true } } };
  if (!disabledReason?.startsWith('owner_')) return {};
  return { fix: { method: 'POST', path: `${path}/adopt`, body: {} } };
}

function aboutWebhook({ id }: TroubledWebhook) {
  return {
    subject: id,
    ids: { webhookId: id },
    fix: { method: 'PATCH', path: `/os/webhooks/${id}`, body: { enabled: true } },
  } as const;
}
