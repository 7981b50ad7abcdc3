import { listFarmFlocks } from '../../storage/records/inside-flocks.ts';
import { listOrganisations } from '../../storage/system/organisations.ts';
import { hourInZone } from '../../tools/calendar.ts';
import { systemActor } from '../access/system-actor.ts';
import { applyRuleVerdicts, lockRules } from '../alerts/rule-alerts.ts';
import { everyFarm } from '../farms/every-farm.ts';
import { writeContext } from '../records/write-context.ts';
import type { Runtime } from '../runtime.ts';
import { judgeDeaths } from './judge-deaths.ts';
import { loadDeaths } from './load-deaths.ts';
import { loadVisionFarm } from './vision-farm.ts';
import { weighFlocks } from './weigh-flocks.ts';

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
