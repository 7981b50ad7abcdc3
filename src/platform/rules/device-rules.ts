import type { Issue } from '../../model/core/errors.ts';
import { devices } from '../../model/resources/devices.ts';
import { integrations } from '../../model/resources/integrations.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { Connection } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { findEqualRow, findRow } from '../../storage/records/find-rows.ts';
import { type BarnFlock, type BarnSpan, listFlocksInBarn } from '../../storage/records/flocks.ts';
import { listRows, listRowsByText } from '../../storage/records/list-rows.ts';
import { hasUnclaimedEvents } from '../../storage/records/vision-events.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { CAMERA_KIND, controllerSecret, issueCameraToken } from '../access/credentials.ts';
import { createDayLookup } from '../computed/compute.ts';
import type { ResourceRules, RuleChange, RuleContext } from '../core/resource-rules.ts';
import { entersStatus, hasChanged, leavesStatus } from '../core/row-change.ts';
import { rarePolling } from './doubtful-quantities.ts';
import { stampEntry } from './status-rules.ts';

/** Kinds of sensors; their state is unknown until their first report. */
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

/** The initial status of a device; unique source keys for the cameras of a farm. */
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

/** Whether the source of a camera sent data before its registration. */
async function wasHeardBefore(change: RuleChange, { transaction }: RuleContext): Promise<boolean> {
  const { orgId, farmId, kind, status, sourceKey: source } = change.after;
  const isCamera = kind === 'camera' && status !== 'retired';
  if (!isCamera || typeof source !== 'string' || farmId === null) return false;
  if (!hasChanged(change, ['sourceKey', 'kind', 'status'])) return false;
  return hasUnclaimedEvents(transaction, { orgId, farmId, source });
}

/** Cameras of a farm that send under the same name could not be distinguished. */
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

/** Readings that do not come from an integration are distinguished by their sender. */
export const envReadingRules: ResourceRules = {
  fill: ({ before, after }, { actor }) =>
    before === undefined && after['sensor'] === null ? { sensor: actor.name } : {},
};

/** A controller connection that accepts posted commands. */
export interface Controller {
  readonly id: string;
  readonly endpoint: string;
  readonly authRef: string | null;
}

interface CommandPlace {
  readonly orgId: string;
  readonly farmId: string;
  readonly barnId: string | null;
  readonly integrationId: string | null;
}

type Integration = StoredOf<'integrations'>;

/** Kind of the integrations that receive commands. */
const CONTROLLER_KIND = 'controller';
const OFF: readonly string[] = ['paused', 'disabled'];
const MOST = 200;

/**
 * The controller of a command: the named one, else the only one of its barn, else the only one of
 * the farm as a whole. A text gives the reason why no controller can receive it.
 */
export async function findController(
  connection: Connection,
  place: CommandPlace,
): Promise<Controller | string> {
  const { orgId, farmId, integrationId } = place;
  const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
  if (integrationId !== null) {
    const row = await findRow(connection, integrations, { id: integrationId, scope });
    if (row === undefined) return 'The integration of the command is gone.';
    return controllerOf(JSON.parse(row) as Integration);
  }
  const rows = await listRows(connection, integrations, {
    scope,
    conditions: [{ field: 'kind', operator: '=', value: CONTROLLER_KIND }],
    ...{ order: 'createdAt', direction: 'asc', limit: MOST, offset: 0 },
  });
  return chooseController(
    rows.map((row) => JSON.parse(row) as Integration),
    place.barnId,
  );
}

function chooseController(
  integrations: readonly Integration[],
  barnId: string | null,
): Controller | string {
  const usable = integrations.filter(({ status }) => !OFF.includes(status ?? ''));
  const ofBarn =
    barnId === null ? [] : usable.filter((integration) => integration.barnId === barnId);
  const candidates =
    ofBarn.length > 0 ? ofBarn : usable.filter((integration) => integration.barnId === null);
  const [only, ...others] = candidates;
  if (!only) return 'No controller is connected to the barn or the farm.';
  if (others.length > 0) return 'Several controllers could take it; name one with integrationId.';
  return controllerOf(only);
}

function controllerOf({ id, kind, status, endpoint, authRef }: Integration): Controller | string {
  if (kind !== CONTROLLER_KIND) return 'The integration of the command is no controller.';
  if (OFF.includes(status ?? '')) return `The controller is ${status}.`;
  if (endpoint === null) return 'The controller has no endpoint; it has to fetch the command.';
  if (!/^https?:/i.test(endpoint)) return 'The endpoint of the controller is not one of HTTP.';
  return { id, endpoint, authRef };
}

/** Re-activating an integration clears its errors. */
export const integrationRules: ResourceRules = {
  fill(change) {
    const isBack = change.before !== undefined && entersStatus(change, ['active', 'pending']);
    return isBack ? { lastError: null, lastErrorAt: null, consecutiveFailures: 0 } : {};
  },
  check: rarePolling,
  afterInsert: giveToken,
};

/**
 * Issues the token of a new camera connection, or the signing secret of a controller without a
 * configured one, if it can be shown to the caller.
 */
async function giveToken(integration: StoredRow, context: RuleContext): Promise<StoredRow> {
  const { runtime, transaction, now, showOnce } = context;
  if (!showOnce) return integration;
  if (integration['kind'] === CONTROLLER_KIND && integration['authRef'] === null) {
    const { id: integrationId, orgId } = integration;
    const query = { orgId, integrationId, now };
    showOnce({ signingSecret: await controllerSecret(runtime, transaction, query) });
  }
  if (integration['kind'] !== CAMERA_KIND) return integration;
  const issued = await issueCameraToken(runtime, transaction, { integration, now });
  showOnce({ cameraToken: issued.token });
  return issued.integration;
}

/** Modes without approval. */
const UNATTENDED = ['auto', 'manual'];

/** The approval status of commands, and the times of sending and execution. */
export const controllerCommandRules: ResourceRules = {
  fill(change, context) {
    const { mode, status } = change.after;
    const value = formatInstant(context.now);
    const isRetry = leavesStatus(change, ['failed']);
    return {
      status: status ?? (UNATTENDED.includes(String(mode)) ? 'approved' : 'pending'),
      ...(isRetry ? { sentAt: null, error: null } : {}),
      ...stampEntry(change, { field: 'sentAt', statuses: ['sent'], value }),
      ...stampEntry(change, { field: 'executedAt', statuses: ['executed'], value }),
    };
  },
};

type Device = StoredOf<'devices'>;

/** Fills in the camera, barn, unit and flock of an event that its sender omitted. */
export const visionEventRules: ResourceRules = {
  async fill(change, context) {
    const { after } = change;
    const ts = String(after['ts'] ?? formatInstant(context.now));
    const unit = after['unit'] ?? defaultUnit(after['kind']);
    if (!hasChanged(change, ['barnId', 'deviceId', 'source', 'ts'])) return { unit };
    const device = change.before ? undefined : await findDevice(change, context);
    const barnId = trimmedText(after['barnId'] ?? device?.barnId);
    const { orgId, farmId } = after;
    const farm = { orgId, farmId: farmId ?? '', zone: context.zone };
    const flockAt = await loadBarnFlocks(context.transaction, farm, [{ barnId, ts }]);
    return {
      unit,
      barnId,
      deviceId: after['deviceId'] ?? device?.id ?? null,
      source: after['source'] ?? device?.sourceKey ?? null,
      flockId: flockAt({ barnId, ts })?.id ?? null,
    };
  },
};

/** The device of an event, by its ID or source key. */
async function findDevice(
  { after }: RuleChange,
  { transaction }: RuleContext,
): Promise<Device | undefined> {
  const { orgId, farmId, deviceId, source } = after;
  const key = trimmedText(deviceId ?? source);
  if (farmId === null || key === null) return undefined;
  const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
  const field = deviceId === null ? 'sourceKey' : 'id';
  const rows = await listRowsByText(transaction, devices, { scope, field, texts: [key] });
  const deviceRows = rows.map((row) => JSON.parse(row) as Device);
  if (deviceId !== null) return deviceRows[0];
  return deviceRows.find(({ kind, status }) => kind === 'camera' && status !== 'retired');
}

function trimmedText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

interface Sighting {
  readonly barnId: string | null;
  readonly ts: string;
}

/** The flock in a barn at an instant; undefined when there was none. */
export type BarnFlockLookup = (sighting: Sighting) => BarnFlock | undefined;

/** Loads the flocks for sightings in barns of a farm, in one query. */
export async function loadBarnFlocks(
  connection: Connection,
  farm: { readonly orgId: string; readonly farmId: string; readonly zone: string },
  sightings: readonly Sighting[],
): Promise<BarnFlockLookup> {
  const scope = narrowScope({ orgId: farm.orgId, farmIds: 'all' }, farm.farmId);
  const flocksOfSpans = await listFlocksInBarn(connection, scope, spansOf(sightings));
  const barnFlocks = groupBy(flocksOfSpans, (barnFlock) => barnFlock.barnId);
  const dayOf = createDayLookup();
  return ({ barnId, ts }) => {
    const flocksOfBarn = barnId === null ? undefined : barnFlocks.get(barnId);
    if (!flocksOfBarn) return undefined;
    const day = dayOf(Date.parse(ts), farm.zone);
    return flocksOfBarn.find(
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

/** The unit of an event without one; null for behaviour, which no rule can evaluate. */
export function defaultUnit(kind: unknown): string | null {
  return UNITS[String(kind)] ?? null;
}
