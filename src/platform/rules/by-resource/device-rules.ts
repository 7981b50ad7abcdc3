import type { Issue } from '../../../model/errors.ts';
import { hasUnclaimedEvents } from '../../../storage/records/claim-vision-events.ts';
import { findEqualRow } from '../../../storage/records/find-equal-row.ts';
import type { ResourceRules, RuleChange, RuleContext } from '../resource-rules.ts';
import { hasChanged } from '../row-change.ts';

/** Kinds that measure; nobody knows their state before they first report. */
const SENSORS = new Set([
  'scale',
  'temp_sensor',
  'humidity_sensor',
  'co2_sensor',
  'nh3_sensor',
  'water_meter',
  'feed_meter',
  'silo_sensor',
  'egg_counter',
  'weather_station',
]);

/** The first status of a device, and source keys that tell the cameras of a farm apart. */
export const deviceRules: ResourceRules = {
  async fill(change, context) {
    const { kind, status } = change.after;
    return {
      status: status ?? (SENSORS.has(String(kind)) ? 'unknown' : 'online'),
      ...((await wasHeardBefore(change, context)) ? { adopted: true } : {}),
    };
  },
  check: requireOwnSource,
};

/** Whether something was sent under the source of a camera before it was registered. */
async function wasHeardBefore(change: RuleChange, { transaction }: RuleContext): Promise<boolean> {
  const { orgId, farmId, kind, status, sourceKey: source } = change.after;
  const isCamera = kind === 'camera' && status !== 'retired';
  if (!isCamera || typeof source !== 'string' || farmId === null) return false;
  if (!hasChanged(change, ['sourceKey', 'kind', 'status'])) return false;
  return hasUnclaimedEvents(transaction, { orgId, farmId, source });
}

/** Two cameras of a farm that send under one name could not be told apart. */
async function requireOwnSource(
  change: RuleChange,
  { transaction }: RuleContext,
): Promise<readonly Issue[]> {
  const { id, orgId, farmId, kind, status, sourceKey } = change.after;
  const isCamera = kind === 'camera' && status !== 'retired';
  if (!isCamera || typeof sourceKey !== 'string' || farmId === null) return [];
  if (!hasChanged(change, ['sourceKey', 'kind', 'status'])) return [];
  await transaction.lock(`camera-source ${farmId} ${sourceKey}`);
  const existingId = await findEqualRow(transaction, change.definition, {
    scope: { orgId, farmIds: [farmId] },
    fields: { kind: 'camera', sourceKey },
    exceptId: id,
    exceptStatus: ['retired'],
  });
  if (existingId === undefined) return [];
  const message = `sourceKey is already that of the camera ${existingId} of this farm.`;
  return [{ path: 'sourceKey', code: 'duplicate', message, existingId }];
}
