import type { StoredOf } from '../../model/registry.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { findRow } from '../../storage/records/find-row.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { systemActor } from '../access/system-actor.ts';
import { applyRuleVerdicts, lockRules } from '../alerts/rule-alerts.ts';
import { hasChanged } from '../rules/row-change.ts';
import type { RowTouch, Runtime } from '../runtime.ts';
import { claimSource } from './claim-source.ts';
import { isComparedDay, judgeDeaths } from './judge-deaths.ts';
import { judgeEvents } from './judge-events.ts';
import { loadDeaths } from './load-deaths.ts';
import type { VisionRow } from './store-events.ts';
import { type FarmContext, loadVisionFarm, type VisionFarm } from './vision-farm.ts';
import { weighFlocks } from './weigh-flocks.ts';

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
  const farmId = (touch.after ?? touch.before)?.farmId ?? null;
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

async function followDailyLog(context: FarmContext, { before, after }: RowTouch): Promise<void> {
  const rows = [before, after].filter((row) => row !== undefined);
  const isWeighing = isTouched({ before, after }, 'avgWeightGr');
  const isOfDeaths =
    isTouched({ before, after }, 'mortality') &&
    rows.some((row) => isComparedDay(String(row['date']), context.today));
  if (!isWeighing && !isOfDeaths) return;
  await lockRules(context);
  const farm = await loadVisionFarm(context);
  for (const [flockId, days] of daysOfFlocks(rows)) {
    if (isWeighing) await weighFlocks(farm, [{ flockId, days, seen: null }]);
    if (isOfDeaths) await compareDeaths(farm, flockId);
  }
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

async function compareDeaths(farm: VisionFarm, id: string): Promise<void> {
  const json = await findRow(farm.transaction, flocks, { id, scope: farm.scope });
  if (json === undefined) return;
  const { barnId } = JSON.parse(json) as StoredOf<'flocks'>;
  const actor = systemActor(farm.actor.orgId, 'vision');
  const known = await loadDeaths(farm, [barnId]);
  await applyRuleVerdicts({ ...farm, actor }, await judgeDeaths(farm, known));
}
