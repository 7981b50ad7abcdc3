import { devices } from '../../model/resources/devices.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { Connection } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import { type BarnGuest, type BarnSpan, listBarnGuests } from '../../storage/records/flocks.ts';
import { listRowsByText } from '../../storage/records/list-rows.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { createDayLookup } from '../computed/compute.ts';
import type { ResourceRules, RuleChange, RuleContext } from '../core/resource-rules.ts';
import { hasChanged } from '../core/row-change.ts';

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

/** Where and when something was seen. */
export interface Sighting {
  readonly barnId: string | null;
  readonly ts: string;
}

/** The flock that was in a barn at a moment; undefined when none was. */
export type GuestLookup = (sighting: Sighting) => BarnGuest | undefined;

/** Reads in one query the flocks that were in barns of a farm when something was seen there. */
export async function loadGuests(
  connection: Connection,
  farm: { readonly orgId: string; readonly farmId: string; readonly zone: string },
  sightings: readonly Sighting[],
): Promise<GuestLookup> {
  const scope = narrowScope({ orgId: farm.orgId, farmIds: 'all' }, farm.farmId);
  const found = await listBarnGuests(connection, scope, spansOf(sightings));
  const guests = groupBy(found, (guest) => guest.barnId);
  const dayOf = createDayLookup();
  return ({ barnId, ts }) => {
    const inside = barnId === null ? undefined : guests.get(barnId);
    if (!inside) return undefined;
    const day = dayOf(Date.parse(ts), farm.zone);
    return inside.find(
      ({ placementDate, closedAt }) =>
        placementDate <= day && (closedAt === null || ts <= closedAt),
    );
  };
}

/** The time from the first to the last sighting in each barn. */
function spansOf(sightings: readonly Sighting[]): BarnSpan[] {
  const placed = sightings.flatMap(({ barnId, ts }) => (barnId === null ? [] : [{ barnId, ts }]));
  return [...groupBy(placed, ({ barnId }) => barnId)].map(([barnId, seen]) => {
    const instants = seen.map(({ ts }) => ts).sort();
    return { barnId, from: instants[0] ?? '', to: instants.at(-1) ?? '' };
  });
}

const UNITS: Readonly<Record<string, string>> = {
  count: 'birds',
  mortality: 'birds',
  weight: 'gr',
};

/** The unit of an event that names none; null for behaviour, of which no rule can say anything. */
export function defaultUnit(kind: unknown): string | null {
  return UNITS[String(kind)] ?? null;
}
