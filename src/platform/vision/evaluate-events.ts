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
 * Lets the rules of cameras judge events that were just stored, in the transaction that stored
 * them: alerts, the timeline and the weights of the flocks that were seen. The number of queries
 * depends on how many cameras and barns the events are of, not on how many they are.
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
      await applyRuleVerdicts(context, await evaluateDeaths(farm, known));
    }
    await weighFlocks(
      farm,
      inside.map(({ id: flockId }) => ({ flockId, days: [], seen: null })),
    );
    return true;
  });
}
