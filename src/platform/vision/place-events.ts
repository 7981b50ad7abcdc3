import { type Issue, validationFailed } from '../../model/errors.ts';
import { missingReference } from '../../model/missing-reference.ts';
import type { StoredOf } from '../../model/registry.ts';
import { barns } from '../../model/resources/barns.ts';
import { devices } from '../../model/resources/devices.ts';
import { visionEvents } from '../../model/resources/vision-events.ts';
import type { Connection } from '../../storage/database.ts';
import { listRowsByText } from '../../storage/records/rows-by-text.ts';
import { narrowScope } from '../../storage/records/scope.ts';
import type { CameraToken } from '../../storage/system/camera-tokens.ts';
import { distinct, mapById } from '../../tools/collections.ts';
import { placeIssue } from './read-seen-events.ts';
import type { SeenEvent } from './seen-event.ts';

type Device = StoredOf<'devices'>;

/** An event with the camera that saw it, as far as one is registered, and where that was. */
export interface PlacedEvent {
  readonly seen: SeenEvent;
  readonly device: Device | undefined;
  readonly barnId: string | null;
}

const { deviceId: deviceField, barnId: barnField } = visionEvents.fields;

/**
 * Finds the cameras and barns of events, in at most three queries. The barn is the event's own, else
 * that of its camera, else that of the connection. Throws `validation_failed` for a device or barn
 * that is none of the farm's, the same whether it is another farm's or nobody's.
 */
export async function placeEvents(
  connection: Connection,
  camera: Pick<CameraToken, 'orgId' | 'farmId' | 'barnId'>,
  events: readonly SeenEvent[],
): Promise<readonly PlacedEvent[]> {
  const known = await loadKnown(connection, camera, events);
  const issues = events.flatMap((event, index) =>
    issuesOf(event, known).map((issue) => placeIssue(issue, index)),
  );
  if (issues.length > 0) throw validationFailed(issues);
  return events.map((seen) => {
    const device = deviceOf(seen, known);
    return { seen, device, barnId: seen.barnId ?? device?.barnId ?? camera.barnId };
  });
}

interface Known {
  readonly devices: ReadonlyMap<string, Device>;
  readonly cameras: ReadonlyMap<string, Device>;
  readonly barns: ReadonlySet<string>;
}

async function loadKnown(
  connection: Connection,
  { orgId, farmId }: Pick<CameraToken, 'orgId' | 'farmId'>,
  events: readonly SeenEvent[],
): Promise<Known> {
  const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
  const read = <T>(definition: typeof devices | typeof barns, field: string, texts: string[]) =>
    listRowsByText(connection, definition, { scope, field, texts }).then((rows) =>
      rows.map((row) => JSON.parse(row) as T),
    );
  const idsOf = (field: 'deviceId' | 'barnId' | 'source') =>
    distinct(events.map((event) => event[field]));
  const named = await read<Device>(devices, 'id', idsOf('deviceId'));
  const heard = await read<Device>(devices, 'sourceKey', idsOf('source'));
  const found = await read<StoredOf<'barns'>>(barns, 'id', idsOf('barnId'));
  const cameras = heard.filter(({ kind, status }) => kind === 'camera' && status !== 'retired');
  return {
    devices: mapById(named),
    cameras: new Map(cameras.map((device) => [String(device.sourceKey), device])),
    barns: new Set(found.map(({ id }) => id)),
  };
}

function issuesOf({ deviceId, barnId }: SeenEvent, known: Known): readonly Issue[] {
  const hasDevice = deviceId === null || known.devices.has(deviceId);
  const hasBarn = barnId === null || known.barns.has(barnId);
  return [
    ...(hasDevice ? [] : [missingReference('deviceId', deviceField, deviceId)]),
    ...(hasBarn ? [] : [missingReference('barnId', barnField, barnId)]),
  ];
}

function deviceOf({ deviceId, source }: SeenEvent, known: Known): Device | undefined {
  if (deviceId !== null) return known.devices.get(deviceId);
  return source === null ? undefined : known.cameras.get(source);
}
