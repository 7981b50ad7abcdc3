import { flocks } from '../../model/resources/flocks.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { listFlocksInBarn } from '../../storage/records/flocks.ts';
import { listRowsByText } from '../../storage/records/list-rows.ts';
import {
  claimVisionEvents,
  findUnclaimedEvents,
  type UnclaimedEvents,
} from '../../storage/records/vision-events.ts';
import { handCameraOver } from '../../storage/system/cameras.ts';
import { formatInstant, startOfDay } from '../../tools/calendar.ts';
import { distinct, groupBy } from '../../tools/collections.ts';
import { applyRuleVerdicts } from '../alerts/rule-alerts.ts';
import { systemActor } from '../core/actor.ts';
import { lockRules } from '../core/lock-order.ts';
import { type FarmContext, loadVisionFarm, type VisionFarm } from '../core/organisation-setup.ts';
import { hasChanged } from '../core/row-change.ts';
import type { RowEvent, Runtime } from '../core/runtime.ts';
import { evaluateDeaths, isComparedDay, loadDeaths } from './dead-birds.ts';
import { evaluateEvents } from './evaluate-events.ts';
import type { VisionRow } from './store-events.ts';
import { weighFlocks } from './weigh-flocks.ts';

type Follow = (context: FarmContext, touch: RowEvent) => Promise<void>;

const FOLLOWS: Readonly<Record<string, Follow>> = {
  'vision-events': followVisionEvent,
  'daily-logs': followDailyLog,
  devices: followDevice,
};

/**
 * Side effects of row changes on camera rules: events are evaluated like those of an ingest call; a
 * weighing in a log calibrates the cameras and its deaths are compared; a registered camera is
 * linked to data sent earlier by its source.
 */
export async function followCameras(runtime: Runtime, rowEvent: RowEvent): Promise<void> {
  const follow = FOLLOWS[rowEvent.resource];
  const farmId = farmOf(rowEvent);
  if (!follow || farmId === null) return;
  const { transaction, actor, now, zone, today } = rowEvent;
  await follow({ runtime, transaction, actor, now, zone, today, farmId }, rowEvent);
}

async function followVisionEvent(context: FarmContext, { before, after }: RowEvent): Promise<void> {
  await lockRules(context);
  if (after && !before) return evaluateEvents(context, [after as VisionRow]);
  const weighed = [before, after].flatMap((row) => {
    if (row === undefined) return [];
    const { kind, flockId, ts } = row as VisionRow;
    if (kind !== 'weight' || flockId === null || ts === null) return [];
    return [{ flockId, days: [], seen: { from: ts, to: ts } }];
  });
  if (weighed.length === 0) return;
  const farm = await loadVisionFarm(context);
  for (const flock of weighed) await weighFlocks(farm, [flock]);
}

async function followDailyLog({ runtime }: FarmContext, rowEvent: RowEvent): Promise<void> {
  if (!isWeighing(rowEvent) && !isOfDeaths(rowEvent)) return;
  const { collector } = runtime;
  if (collector) collector.postpone(followDailyLogs, rowEvent);
  else await followDailyLogs(runtime, [rowEvent]);
}

async function followDailyLogs(runtime: Runtime, rowEvents: readonly RowEvent[]): Promise<void> {
  for (const [farmId, ofFarm] of groupBy(rowEvents, farmOf)) {
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

function farmOf({ before, after }: RowEvent): string | null {
  return (after ?? before)?.farmId ?? null;
}

function rowsOf({ before, after }: RowEvent): readonly StoredRow[] {
  return [before, after].filter((row) => row !== undefined);
}

function isWeighing(rowEvent: RowEvent): boolean {
  return isTouched(rowEvent, 'avgWeightGr');
}

function isOfDeaths(rowEvent: RowEvent): boolean {
  const days = rowsOf(rowEvent).map((row) => String(row['date']));
  return isTouched(rowEvent, 'mortality') && days.some((day) => isComparedDay(day, rowEvent.today));
}

async function followDevice(context: FarmContext, { before, after }: RowEvent): Promise<void> {
  if (!after || !hasChanged({ before, after }, ['sourceKey', 'kind', 'status'])) return;
  await claimSource(context, after as unknown as StoredOf<'devices'>);
}

/** Whether the value of a field in a flock's logs may have changed. */
function isTouched({ before, after }: Pick<RowEvent, 'before' | 'after'>, field: string): boolean {
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
  const query = { scope, field: 'id', texts: flockIds };
  const rows = await listRowsByText(transaction, flocks, query);
  if (rows.length === 0) return;
  const barnIds = distinct(rows.map((row) => (JSON.parse(row) as StoredOf<'flocks'>).barnId));
  const actor = systemActor(farm.actor.orgId, 'vision');
  const storedDeaths = await loadDeaths(farm, barnIds);
  await applyRuleVerdicts({ ...farm, actor }, await evaluateDeaths(farm, storedDeaths));
}

type Camera = Pick<StoredOf<'devices'>, 'id' | 'kind' | 'status' | 'barnId' | 'sourceKey'>;

/**
 * Links data sent by a source before its registration to the camera: events get barn and flock,
 * comparisons and open alerts are assigned, and the weights of the flocks are recomputed.
 */
async function claimSource(context: FarmContext, camera: Camera): Promise<void> {
  const { transaction, actor, farmId, now } = context;
  const { id: deviceId, barnId, sourceKey: source } = camera;
  if (camera.kind !== 'camera' || camera.status === 'retired' || source === null) return;
  // Prevents storing events of the source between reading and writing.
  await lockRules(context);
  const place = { orgId: actor.orgId, farmId, source };
  const unclaimed = await findUnclaimedEvents(transaction, place);
  if (!unclaimed) return;
  const weighed = await claimVisionEvents(transaction, {
    ...place,
    deviceId,
    barnId,
    barnFlocks: await barnFlocksOf(context, barnId, unclaimed),
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

async function barnFlocksOf(
  { transaction, actor, farmId, zone }: FarmContext,
  barnId: string | null,
  { firstSeen, lastSeen }: UnclaimedEvents,
) {
  if (barnId === null) return [];
  const scope = narrowScope({ orgId: actor.orgId, farmIds: 'all' }, farmId);
  const span = { barnId, from: firstSeen, to: lastSeen };
  const barnFlocks = await listFlocksInBarn(transaction, scope, [span]);
  return barnFlocks.map(({ id: flockId, placementDate, closedAt }) => ({
    flockId,
    from: formatInstant(startOfDay(placementDate, zone)),
    to: closedAt,
  }));
}
