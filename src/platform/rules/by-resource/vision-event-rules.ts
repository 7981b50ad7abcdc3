import type { StoredOf } from '../../../model/registry.ts';
import { devices } from '../../../model/resources/devices.ts';
import { listRowsByText } from '../../../storage/records/rows-by-text.ts';
import { narrowScope } from '../../../storage/records/scope.ts';
import { formatInstant } from '../../../tools/calendar.ts';
import { defaultUnit } from '../../vision/default-unit.ts';
import { loadGuests } from '../../vision/guest-lookup.ts';
import type { ResourceRules, RuleChange, RuleContext } from '../resource-rules.ts';
import { hasChanged } from '../row-change.ts';

type Device = StoredOf<'devices'>;

/** The camera, barn, unit and flock of an event, where its sender left them to the service. */
export const visionEventRules: ResourceRules = {
  async fill(change, context) {
    const { after } = change;
    const ts = String(after['ts'] ?? formatInstant(context.now));
    const unit = after['unit'] ?? defaultUnit(after['kind']);
    if (!hasChanged(change, ['barnId', 'deviceId', 'source', 'ts'])) return { unit };
    const device = change.before ? undefined : await findDevice(change, context);
    const barnId = textOf(after['barnId'] ?? device?.barnId);
    const { orgId, farmId } = after;
    const farm = { orgId, farmId: farmId ?? '', zone: context.zone };
    const guestAt = await loadGuests(context.transaction, farm, [{ barnId, ts }]);
    return {
      unit,
      barnId,
      deviceId: after['deviceId'] ?? device?.id ?? null,
      source: after['source'] ?? device?.sourceKey ?? null,
      flockId: guestAt({ barnId, ts })?.id ?? null,
    };
  },
};

/** The device that the event names, by its id or by what it calls itself. */
async function findDevice(
  { after }: RuleChange,
  { transaction }: RuleContext,
): Promise<Device | undefined> {
  const { orgId, farmId, deviceId, source } = after;
  const key = textOf(deviceId ?? source);
  if (farmId === null || key === null) return undefined;
  const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
  const field = deviceId === null ? 'sourceKey' : 'id';
  const rows = await listRowsByText(transaction, devices, { scope, field, texts: [key] });
  const found = rows.map((row) => JSON.parse(row) as Device);
  if (deviceId !== null) return found[0];
  return found.find(({ kind, status }) => kind === 'camera' && status !== 'retired');
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
