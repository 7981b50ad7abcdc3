import { type VisionReading, visionReading } from '../../farming/vision/vision-reading.ts';
import { integrations } from '../../model/resources/integrations.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { Transaction } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { listFarmFlocks } from '../../storage/records/flocks.ts';
import type { CameraToken } from '../../storage/system/api-keys.ts';
import { listOrganisations } from '../../storage/system/organisations.ts';
import { hourInZone } from '../../tools/calendar.ts';
import type { CameraActor } from '../access/authenticate.ts';
import { applyRuleVerdicts } from '../alerts/rule-alerts.ts';
import { followMeasurements } from '../automations/automation-triggers.ts';
import { systemActor } from '../core/actor.ts';
import { lockRules } from '../core/lock-order.ts';
import { everyFarm, type FarmContext, loadVisionFarm } from '../core/organisation-setup.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import { writeContext } from '../core/resource-rules.ts';
import { storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';
import { isStale, markDevice } from '../integrations/device-status.ts';
import { markIntegration } from '../integrations/integration-status.ts';
import { evaluateDeaths, loadDeaths, reportDeaths } from './dead-birds.ts';
import { evaluateSightings } from './evaluate-sightings.ts';
import { placeEvents, readSeenEvents, storeEvents, type VisionRow } from './store-events.ts';
import { type FlockToWeigh, weighFlocks } from './weigh-flocks.ts';

/**
 * `POST /v1/os-ingest/{integrationId}/vision`: stores camera events, all or nothing, and evaluates
 * them in the same transaction, so that acknowledged events have been evaluated.
 */
export async function ingestEvents(
  runtime: Runtime,
  transaction: Transaction,
  input: {
    readonly call: RequestContext;
    readonly camera: CameraActor;
    readonly body: () => unknown;
  },
): Promise<Result> {
  const { call, body } = input;
  const { camera } = input.camera;
  const { farmId } = camera;
  Object.assign(call.subject, { resource: 'integrations', rowId: camera.integrationId, farmId });
  const context = { ...(await writeContext(runtime, transaction, { call, farmId })), farmId };
  const events = readSeenEvents(body(), context);
  // Calls of a farm are serialised: each is evaluated with everything stored before it.
  await lockRules(context);
  const placed = await placeEvents(transaction, camera, events);
  const stored = await storeEvents(context, camera, placed);
  await evaluateEvents(context, stored);
  await followMeasurements(context, 'vision-events', stored);
  await markSeen(
    context,
    camera,
    placed.map(({ device }) => device),
  );
  const duplicates = events.length - stored.length;
  transaction.afterCommit(() => runtime.tally?.visionEvents({ stored: stored.length, duplicates }));
  return jsonResult({ ok: true, stored: stored.length, duplicates });
}

type Device = StoredOf<'devices'>;

/** Marks cameras and their connection as online and active, at most once a minute. */
async function markSeen(
  context: FarmContext,
  camera: CameraToken,
  devices: readonly (Device | undefined)[],
): Promise<void> {
  for (const device of new Set(devices)) if (device) await markDevice(context, device);
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

/**
 * Evaluates the camera rules for stored events, in the same transaction: alerts, the activity log
 * and the weights of the flocks seen. The number of queries depends on the number of cameras and
 * barns, not on the number of events.
 */
export async function evaluateEvents(
  context: FarmContext,
  rows: readonly VisionRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const readings = rows.flatMap((row) => visionReading(row) ?? []);
  const farm = await loadVisionFarm(context);
  const deaths = readings.filter(isDeath);
  const storedDeaths = await loadDeaths(farm, barnsOf(deaths));
  const verdicts = [
    ...(await evaluateSightings(farm, readings.filter(isSighting))),
    ...(await evaluateDeaths(farm, storedDeaths)),
  ];
  await applyRuleVerdicts(
    { ...context, actor: systemActor(context.actor.orgId, 'vision') },
    verdicts,
  );
  await reportDeaths(farm, { deaths, known: storedDeaths });
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

/** The flocks weighed by cameras, with the time range of their readings. */
function flocksToWeigh(readings: readonly VisionReading[]): FlockToWeigh[] {
  return distinctOf(readings.map(({ flockId }) => flockId)).map((flockId) => {
    const flockReadings = readings.filter((reading) => reading.flockId === flockId);
    const instants = flockReadings.map(({ ts }) => ts).sort();
    const span = { from: instants[0] ?? '', to: instants.at(-1) ?? '' };
    return { flockId, days: [], seen: span };
  });
}

function distinctOf(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))].sort();
}

/**
 * The hourly job for all farms with birds, of all organisations: computes flock weights from
 * cameras, even for days without new data, and in the evening of the farm compares its dead birds
 * with the log, even if it is missing. Returns the number of farms visited.
 */
export async function runCameraRound(runtime: Runtime, signal?: AbortSignal): Promise<number> {
  let visited = 0;
  for (const { id: orgId } of await listOrganisations(runtime.database)) {
    for await (const farmId of everyFarm(runtime.database, orgId)) {
      if (signal?.aborted) return visited;
      if (await visitFarm(runtime, orgId, farmId)) visited++;
    }
  }
  return visited;
}

/** Returns whether the farm has birds. */
function visitFarm(runtime: Runtime, orgId: string, farmId: string): Promise<boolean> {
  return runtime.database.transaction(async (transaction) => {
    const call = { actor: systemActor(orgId, 'vision'), at: runtime.clock.now() };
    const context = { ...(await writeContext(runtime, transaction, { call, farmId })), farmId };
    const farm = await loadVisionFarm(context);
    const hour = Math.floor(hourInZone(farm.now, farm.zone));
    const isEvening = hour === farm.thresholds.visionDeathsHour;
    const farmFlocks = await listFarmFlocks(transaction, farm.scope);
    if (farmFlocks.length === 0) return false;
    await lockRules(context);
    if (isEvening) {
      const barnIds = [...new Set(farmFlocks.map(({ barnId }) => barnId))].sort();
      const storedDeaths = await loadDeaths(farm, barnIds);
      await applyRuleVerdicts(context, await evaluateDeaths(farm, storedDeaths));
    }
    await weighFlocks(
      farm,
      farmFlocks.map(({ id: flockId }) => ({ flockId, days: [], seen: null })),
    );
    return true;
  });
}
