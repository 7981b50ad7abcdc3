import { type VisionReading, visionReading } from '../../farming/vision/vision-reading.ts';
import { systemActor } from '../access/system-actor.ts';
import { applyRuleVerdicts } from '../alerts/rule-alerts.ts';
import { judgeDeaths } from './judge-deaths.ts';
import { judgeSightings } from './judge-sightings.ts';
import { loadDeaths } from './load-deaths.ts';
import type { VisionRow } from './store-events.ts';
import { tellDeaths } from './tell-deaths.ts';
import { type FarmContext, loadVisionFarm } from './vision-farm.ts';
import { weighFlocks } from './weigh-flocks.ts';
import type { FlockToWeigh } from './weighed-flock.ts';

/**
 * Lets the rules of cameras judge events that were just stored, in the transaction that stored
 * them: alerts, the timeline and the weights of the flocks that were seen. The number of queries
 * depends on how many cameras and barns the events are of, not on how many they are.
 */
export async function judgeEvents(context: FarmContext, rows: readonly VisionRow[]): Promise<void> {
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
