import type { StoredOf } from '../../model/registry.ts';
import { listBarnGuests } from '../../storage/records/barn-flocks.ts';
import {
  claimVisionEvents,
  findUnclaimedEvents,
  type UnclaimedEvents,
} from '../../storage/records/claim-vision-events.ts';
import { narrowScope } from '../../storage/records/scope.ts';
import { handCameraOver } from '../../storage/system/camera-handover.ts';
import { formatInstant, startOfDay } from '../../tools/calendar.ts';
import { lockRules } from '../alerts/rule-alerts.ts';
import { type FarmContext, loadVisionFarm } from './vision-farm.ts';
import { weighFlocks } from './weigh-flocks.ts';

type Camera = Pick<StoredOf<'devices'>, 'id' | 'kind' | 'status' | 'barnId' | 'sourceKey'>;

/**
 * Gives a camera what was sent under its source before anybody registered it: the events with their
 * barn and flock, what it was compared with, its open alerts; the flocks it weighed are weighed anew.
 */
export async function claimSource(context: FarmContext, camera: Camera): Promise<void> {
  const { transaction, actor, farmId, now } = context;
  const { id: deviceId, barnId, sourceKey: source } = camera;
  if (camera.kind !== 'camera' || camera.status === 'retired' || source === null) return;
  // No call may store events of the source between the reading and the writing.
  await lockRules(context);
  const place = { orgId: actor.orgId, farmId, source };
  const found = await findUnclaimedEvents(transaction, place);
  if (!found) return;
  const weighed = await claimVisionEvents(transaction, {
    ...place,
    deviceId,
    barnId,
    guests: await guestsOf(context, barnId, found),
    at: formatInstant(now),
  });
  await handCameraOver(transaction, { farmId, camera: `source:${source}`, deviceId });
  if (weighed.length === 0) return;
  const flocks = weighed.map(({ flockId, from, to }) => ({
    flockId,
    days: [],
    seen: { from, to },
  }));
  await weighFlocks(await loadVisionFarm(context), flocks);
}

async function guestsOf(
  { transaction, actor, farmId, zone }: FarmContext,
  barnId: string | null,
  { firstSeen, lastSeen }: UnclaimedEvents,
) {
  if (barnId === null) return [];
  const scope = narrowScope({ orgId: actor.orgId, farmIds: 'all' }, farmId);
  const span = { barnId, from: firstSeen, to: lastSeen };
  const guests = await listBarnGuests(transaction, scope, [span]);
  return guests.map(({ id: flockId, placementDate, closedAt }) => ({
    flockId,
    from: formatInstant(startOfDay(placementDate, zone)),
    to: closedAt,
  }));
}
