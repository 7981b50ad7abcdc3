import { dayInZone, daysBetween, formatInstant, parseInstant } from '../../tools/calendar.ts';
import { adoptFix } from '../cameras/adopt-fix.ts';
import { cameraSilence } from '../cameras/camera-silence.ts';
import { type FarmCamera, farmCameras } from '../cameras/farm-cameras.ts';
import { flockName } from './flock-name.ts';
import type { FoundGap, GapSnapshot } from './gap-rule.ts';
import { idsOf } from './ids-of.ts';
import { findFailing, findStale } from './integration-gaps.ts';
import { timeAgo } from './time-ago.ts';
import { weighingFix } from './weighing-fix.ts';

/**
 * Cameras that have gone silent while birds are before them. Where the connection is silent or
 * failing itself, that is the gap, and its cameras are not told one by one.
 */
export function findSilentCameras(snapshot: GapSnapshot): FoundGap[] {
  const troubled = new Set(
    [...findFailing(snapshot), ...findStale(snapshot)].map(({ subject }) => subject),
  );
  return farmCameras(snapshot).flatMap((camera) => {
    const { severity, heardAt, wasHeard } = cameraSilence(camera, snapshot);
    if (severity === null || troubled.has(camera.connection?.id ?? '')) return [];
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

/** Cameras that weigh birds and have not been compared with the scales for three weeks. */
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

/** Sources that send camera events and belong to no camera. */
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

/** As people on the farm call it, with the barn it looks into. */
function cameraName({ device, barn }: FarmCamera): string {
  const name = device.name ?? device.sourceKey ?? device.id;
  return barn ? `${name} (${barn.name})` : name;
}
