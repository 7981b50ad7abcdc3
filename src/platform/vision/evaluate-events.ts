import { type VisionReading, visionReading } from '../../farming/vision/vision-reading.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { integrations } from '../../model/resources/integrations.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { Transaction } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { listBarnGuests, listFarmFlocks } from '../../storage/records/flocks.ts';
import { listRowsByText } from '../../storage/records/list-rows.ts';
import {
  claimVisionEvents,
  findUnclaimedEvents,
  type UnclaimedEvents,
} from '../../storage/records/vision-events.ts';
import type { CameraToken } from '../../storage/system/api-keys.ts';
import { handCameraOver } from '../../storage/system/cameras.ts';
import { listOrganisations } from '../../storage/system/organisations.ts';
import { formatInstant, hourInZone, startOfDay } from '../../tools/calendar.ts';
import { distinct, groupBy } from '../../tools/collections.ts';
import type { CameraActor } from '../access/authenticate.ts';
import { applyRuleVerdicts } from '../alerts/rule-alerts.ts';
import { followMeasurements } from '../automations/automation-triggers.ts';
import { systemActor } from '../core/actor.ts';
import { lockRules } from '../core/lock-order.ts';
import {
  everyFarm,
  type FarmContext,
  loadVisionFarm,
  type VisionFarm,
} from '../core/organisation-setup.ts';
import { type Answer, type Call, jsonAnswer } from '../core/request-context.ts';
import { writeContext } from '../core/resource-rules.ts';
import { hasChanged, storedFromJson } from '../core/row-change.ts';
import type { RowTouch, Runtime } from '../core/runtime.ts';
import { isStale, markDevice } from '../integrations/device-status.ts';
import { markIntegration } from '../integrations/integration-status.ts';
import { isComparedDay, judgeDeaths, loadDeaths, tellDeaths } from './dead-birds.ts';
import { judgeSightings } from './evaluate-sightings.ts';
import { placeEvents, readSeenEvents, storeEvents, type VisionRow } from './store-events.ts';
import { type FlockToWeigh, weighFlocks } from './weigh-flocks.ts';

/**
 * Lets the rules of cameras judge events that were just stored, in the transaction that stored
 * them: alerts, the timeline and the weights of the flocks that were seen. The number of queries
 * depends on how many cameras and barns the events are of, not on how many they are.
 */
async function judgeEvents(context: FarmContext, rows: readonly VisionRow[]): Promise<void> {
  if (rows.length === 0) return;
  const readings = rows.flatMap((row) => visionReading(row) ?? []);
  const farm = await loadVisionFarm(context);
  const deaths = readings.filter(isDeath);
  const known = await loadDeaths(farm, barnsOf(deaths));
  const verdicts = [
    ...(await judgeSightings(farm, readings.filter(isSighting))),
    ...(await judgeDeaths(farm, known)),
  ];
  await applyRuleVerdicts(
    { ...context, actor: systemActor(context.actor.orgId, 'vision') },
    verdicts,
  );
  await tellDeaths(farm, { deaths, known });
  await weighFlocks(farm, flocksToWeigh(readings.filter(isWeight)));
}

function isSighting({ kind }: VisionReading): boolean {
  return kind === 'count' || kind === 'behavior';
}

function isDeath({ kind }: VisionReading): boolean {
  return kind === 'mortality';
}

function isWeight({ kind }: VisionReading): boolean {
  return kind === 'weight';
}

function barnsOf(readings: readonly VisionReading[]): string[] {
  return distinctOf(readings.map(({ barnId }) => barnId));
}

/** The flocks that cameras weighed, with the time in which they did. */
function flocksToWeigh(readings: readonly VisionReading[]): FlockToWeigh[] {
  return distinctOf(readings.map(({ flockId }) => flockId)).map((flockId) => {
    const own = readings.filter((reading) => reading.flockId === flockId);
    const instants = own.map(({ ts }) => ts).sort();
    const seen = { from: instants[0] ?? '', to: instants.at(-1) ?? '' };
    return { flockId, days: [], seen };
  });
}

function distinctOf(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))].sort();
}

/**
 * The hourly round over all farms with birds, of all organisations: the flocks are weighed by their
 * cameras, so also for a day on which nothing has come yet, and in the evening, by the clock of the
 * farm, its dead birds are compared with the log, written or not. Returns how many were visited.
 */
export async function goCameraRound(runtime: Runtime, signal?: AbortSignal): Promise<number> {
  let visited = 0;
  for (const { id: orgId } of await listOrganisations(runtime.database)) {
    for await (const farmId of everyFarm(runtime.database, orgId)) {
      if (signal?.aborted) return visited;
      if (await visitFarm(runtime, orgId, farmId)) visited++;
    }
  }
  return visited;
}

/** Whether birds are there. */
function visitFarm(runtime: Runtime, orgId: string, farmId: string): Promise<boolean> {
  return runtime.database.transaction(async (transaction) => {
    const call = { actor: systemActor(orgId, 'vision'), at: runtime.clock.now() };
    const context = { ...(await writeContext(runtime, transaction, { call, farmId })), farmId };
    const farm = await loadVisionFarm(context);
    const hour = Math.floor(hourInZone(farm.now, farm.zone));
    const isEvening = hour === farm.thresholds.visionDeathsHour;
    const inside = await listFarmFlocks(transaction, farm.scope);
    if (inside.length === 0) return false;
    await lockRules(context);
    if (isEvening) {
      const barnIds = [...new Set(inside.map(({ barnId }) => barnId))].sort();
      const known = await loadDeaths(farm, barnIds);
      await applyRuleVerdicts(context, await judgeDeaths(farm, known));
    }
    await weighFlocks(
      farm,
      inside.map(({ id: flockId }) => ({ flockId, days: [], seen: null })),
    );
    return true;
  });
}

type Follow = (context: FarmContext, touch: RowTouch) => Promise<void>;

const FOLLOWS: Readonly<Record<string, Follow>> = {
  'vision-events': followVisionEvent,
  'daily-logs': followDailyLog,
  devices: followDevice,
};

/**
 * What follows for the rules of cameras from rows that people and programs write: events are judged
 * like those of an ingest call; a weighing in a log calibrates the cameras, its deaths are compared;
 * a camera is given what was sent under its source before.
 */
export async function followCameras(runtime: Runtime, touch: RowTouch): Promise<void> {
  const follow = FOLLOWS[touch.resource];
  const farmId = farmOf(touch);
  if (!follow || farmId === null) return;
  const { transaction, actor, now, zone, today } = touch;
  await follow({ runtime, transaction, actor, now, zone, today, farmId }, touch);
}

async function followVisionEvent(context: FarmContext, { before, after }: RowTouch): Promise<void> {
  await lockRules(context);
  if (after && !before) return judgeEvents(context, [after as VisionRow]);
  const weighed = [before, after].flatMap((row) => {
    if (row === undefined) return [];
    const { kind, flockId, ts } = row as VisionRow;
    if (kind !== 'weight' || flockId === null || ts === null) return [];
    return [{ flockId, days: [], seen: { from: ts, to: ts } }];
  });
  if (weighed.length === 0) return;
  const farm = await loadVisionFarm(context);
  for (const one of weighed) await weighFlocks(farm, [one]);
}

async function followDailyLog({ runtime }: FarmContext, touch: RowTouch): Promise<void> {
  if (!isWeighing(touch) && !isOfDeaths(touch)) return;
  const { collector } = runtime;
  if (collector) collector.postpone(followDailyLogs, touch);
  else await followDailyLogs(runtime, [touch]);
}

async function followDailyLogs(runtime: Runtime, touches: readonly RowTouch[]): Promise<void> {
  for (const [farmId, ofFarm] of groupBy(touches, farmOf)) {
    const [first] = ofFarm;
    if (!first || farmId === null) continue;
    const { transaction, actor, now, zone, today } = first;
    const context = { runtime, transaction, actor, now, zone, today, farmId };
    await lockRules(context);
    const farm = await loadVisionFarm(context);
    const weighed = daysOfFlocks(ofFarm.filter(isWeighing).flatMap(rowsOf));
    await weighFlocks(
      farm,
      [...weighed].map(([flockId, days]) => ({ flockId, days, seen: null })),
    );
    const compared = daysOfFlocks(ofFarm.filter(isOfDeaths).flatMap(rowsOf));
    await compareDeaths(farm, [...compared.keys()]);
  }
}

function farmOf({ before, after }: RowTouch): string | null {
  return (after ?? before)?.farmId ?? null;
}

function rowsOf({ before, after }: RowTouch): readonly StoredRow[] {
  return [before, after].filter((row) => row !== undefined);
}

function isWeighing(touch: RowTouch): boolean {
  return isTouched(touch, 'avgWeightGr');
}

function isOfDeaths(touch: RowTouch): boolean {
  const days = rowsOf(touch).map((row) => String(row['date']));
  return isTouched(touch, 'mortality') && days.some((day) => isComparedDay(day, touch.today));
}

async function followDevice(context: FarmContext, { before, after }: RowTouch): Promise<void> {
  if (!after || !hasChanged({ before, after }, ['sourceKey', 'kind', 'status'])) return;
  await claimSource(context, after as unknown as StoredOf<'devices'>);
}

/** Whether what the logs of a flock say of a field may be another now. */
function isTouched({ before, after }: Pick<RowTouch, 'before' | 'after'>, field: string): boolean {
  if (!before || !after) return ((after ?? before)?.[field] ?? null) !== null;
  return hasChanged({ before, after }, [field, 'date', 'flockId']);
}

function daysOfFlocks(rows: readonly StoredRow[]): ReadonlyMap<string, readonly string[]> {
  const days = new Map<string, string[]>();
  for (const row of rows) {
    const flockId = String(row['flockId']);
    days.set(flockId, [...(days.get(flockId) ?? []), String(row['date'])]);
  }
  return days;
}

async function compareDeaths(farm: VisionFarm, flockIds: readonly string[]): Promise<void> {
  const { transaction, scope } = farm;
  const asked = { scope, field: 'id', texts: flockIds };
  const rows = await listRowsByText(transaction, flocks, asked);
  if (rows.length === 0) return;
  const barnIds = distinct(rows.map((row) => (JSON.parse(row) as StoredOf<'flocks'>).barnId));
  const actor = systemActor(farm.actor.orgId, 'vision');
  const known = await loadDeaths(farm, barnIds);
  await applyRuleVerdicts({ ...farm, actor }, await judgeDeaths(farm, known));
}

type Camera = Pick<StoredOf<'devices'>, 'id' | 'kind' | 'status' | 'barnId' | 'sourceKey'>;

/**
 * Gives a camera what was sent under its source before anybody registered it: the events with their
 * barn and flock, what it was compared with, its open alerts; the flocks it weighed are weighed anew.
 */
async function claimSource(context: FarmContext, camera: Camera): Promise<void> {
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

/**
 * `POST /v1/os-ingest/{integrationId}/vision`: stores what cameras saw, all or nothing, and judges
 * it in the same transaction: what was acknowledged has been judged, whatever happens afterwards.
 */
export async function ingestEvents(
  runtime: Runtime,
  transaction: Transaction,
  input: { readonly call: Call; readonly camera: CameraActor; readonly body: () => unknown },
): Promise<Answer> {
  const { call, body } = input;
  const { camera } = input.camera;
  const { farmId } = camera;
  Object.assign(call.subject, { resource: 'integrations', rowId: camera.integrationId, farmId });
  const context = { ...(await writeContext(runtime, transaction, { call, farmId })), farmId };
  const seen = readSeenEvents(body(), context);
  // One call of a farm after the other: each is judged by all that was stored before it.
  await lockRules(context);
  const placed = await placeEvents(transaction, camera, seen);
  const stored = await storeEvents(context, camera, placed);
  await judgeEvents(context, stored);
  await followMeasurements(context, 'vision-events', stored);
  await markSeen(
    context,
    camera,
    placed.map(({ device }) => device),
  );
  const duplicates = seen.length - stored.length;
  transaction.afterCommit(() => runtime.tally?.visionEvents({ stored: stored.length, duplicates }));
  return jsonAnswer({ ok: true, stored: stored.length, duplicates });
}

type Device = StoredOf<'devices'>;

/** Notes that cameras and their connection were heard: online and active, at most once a minute. */
async function markSeen(
  context: FarmContext,
  camera: CameraToken,
  heard: readonly (Device | undefined)[],
): Promise<void> {
  for (const device of new Set(heard)) if (device) await markDevice(context, device);
  const isDue = isStale(camera.lastSuccessAt, context.now) || camera.status !== 'active';
  if (isDue) await markConnection(context, camera);
}

async function markConnection(context: FarmContext, camera: CameraToken): Promise<void> {
  const { runtime, transaction, actor, farmId, now } = context;
  const { integrationId: id } = camera;
  const scope = narrowScope({ orgId: actor.orgId, farmIds: 'all' }, farmId);
  const json = await findRow(transaction, integrations, { id, scope, forUpdate: true });
  if (json === undefined) return;
  const before = storedFromJson(json, actor.orgId);
  await markIntegration(runtime, transaction, { before, attempt: { error: null }, now });
}
