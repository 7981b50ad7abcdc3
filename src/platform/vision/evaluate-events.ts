import { type VisionReading, visionReading } from '../../farming/vision/vision-reading.ts';
import { listFarmFlocks } from '../../storage/records/flocks.ts';
import { listOrganisations } from '../../storage/system/organisations.ts';
import { hourInZone } from '../../tools/calendar.ts';
import { applyRuleVerdicts } from '../alerts/rule-alerts.ts';
import { systemActor } from '../core/actor.ts';
import { lockRules } from '../core/lock-order.ts';
import { everyFarm, type FarmContext, loadVisionFarm } from '../core/organisation-setup.ts';
import { writeContext } from '../core/resource-rules.ts';
import type { Runtime } from '../core/runtime.ts';
import { evaluateDeaths, loadDeaths, reportDeaths } from './dead-birds.ts';
import { evaluateSightings } from './evaluate-sightings.ts';
import type { VisionRow } from './store-events.ts';
import { type FlockToWeigh, weighFlocks } from './weigh-flocks.ts';

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
  const known = await loadDeaths(farm, barnsOf(deaths));
  const verdicts = [
    ...(await evaluateSightings(farm, readings.filter(isSighting))),
    ...(await evaluateDeaths(farm, known)),
  ];
  await applyRuleVerdicts(
    { ...context, actor: systemActor(context.actor.orgId, 'vision') },
    verdicts,
  );
  await reportDeaths(farm, { deaths, known });
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
    const inside = await listFarmFlocks(transaction, farm.scope);
    if (inside.length === 0) return false;
    await lockRules(context);
    if (isEvening) {
      const barnIds = [...new Set(inside.map(({ barnId }) => barnId))].sort();
      const known = await loadDeaths(farm, barnIds);
      await applyRuleVerdicts(context, await evaluateDeaths(farm, known));
    }
    await weighFlocks(
      farm,
      inside.map(({ id: flockId }) => ({ flockId, days: [], seen: null })),
    );
    return true;
  });
}
