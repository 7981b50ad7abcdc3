import sql, { join, raw } from 'sql-template-tag';
import type { Connection } from '../core/database.ts';
import { farmPredicate, type Scope } from '../core/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';

/** A camera that is identified by its device id from now on. */
export interface CameraHandover {
  readonly farmId: string;
  /** Its previous key: `source:` and its source. */
  readonly camera: string;
  readonly deviceId: string;
}

/**
 * Rules that evaluate each camera separately; the key of their alerts ends with that of the camera.
 */
const RULES_OF_CAMERAS = ['count_gap', 'activity_drop'] as const;

/** Moves the learnt data and open alerts of a camera to its device id. */
export async function handCameraOver(
  connection: Connection,
  handover: CameraHandover,
): Promise<void> {
  const { farmId, camera, deviceId } = handover;
  await connection.run(sql`
    delete from camera_pairs
    where farm_id = ${farmId} and camera = ${camera} and exists (
      select 1 from camera_pairs own
      where own.farm_id = camera_pairs.farm_id and own.flock_id = camera_pairs.flock_id
        and own.day = camera_pairs.day and own.camera = ${deviceId})`);
  await connection.run(sql`
    delete from camera_calibrations
    where farm_id = ${farmId} and camera = ${camera} and exists (
      select 1 from camera_calibrations own
      where own.farm_id = camera_calibrations.farm_id and own.camera = ${deviceId})`);
  for (const table of ['camera_pairs', 'camera_calibrations']) {
    await connection.run(sql`
      update ${raw(table)} set camera = ${deviceId}, device_id = ${deviceId}
      where farm_id = ${farmId} and camera = ${camera}`);
  }
  for (const rule of RULES_OF_CAMERAS) await moveAlerts(connection, rule, handover);
}

async function moveAlerts(
  connection: Connection,
  rule: (typeof RULES_OF_CAMERAS)[number],
  { farmId, camera, deviceId }: CameraHandover,
): Promise<void> {
  const barns = await connection.all<{ id: string }>(sql`
    select id from barns where farm_id = ${farmId} and deleted_at is null`);
  for (const { id } of barns) {
    const [before, after] = [`${rule}:${id}:${camera}`, `${rule}:${id}:${deviceId}`];
    await connection.run(sql`
      update rule_alerts set alert_key = ${after}
      where farm_id = ${farmId} and alert_key = ${before} and not exists (
        select 1 from rule_alerts own
        where own.farm_id = ${farmId} and own.alert_key = ${after})`);
  }
}

/** A manual weighing with the camera weight of the same birds. */
export interface CameraPair {
  readonly camera: string;
  readonly deviceId: string | null;
  readonly source: string | null;
  readonly flockId: string;
  readonly day: string;
  readonly manualG: number;
  readonly cameraG: number;
}

const PAIR: readonly ObjectColumn[] = [
  ['camera', 'pair.camera', 'text'],
  ['deviceId', 'pair.device_id', 'text'],
  ['source', 'pair.source', 'text'],
  ['flockId', 'pair.flock_id', 'text'],
  ['day', 'pair.day', 'date'],
  ['manualG', 'pair.manual_g', 'number'],
  ['cameraG', 'pair.camera_g', 'number'],
];

/** The pairs of a farm since a day, by camera and day. */
export function listCameraPairs(
  connection: Connection,
  scope: Scope,
  since: string,
): Promise<CameraPair[]> {
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, PAIR)} from camera_pairs pair
      where ${farmPredicate(scope, 'pair')} and pair.day >= ${since}
      order by pair.camera, pair.day, pair.flock_id`,
  );
}

/** Replaces the pairs of a flock for certain days. */
export async function replaceCameraPairs(
  connection: Connection,
  place: { readonly orgId: string; readonly farmId: string; readonly flockId: string },
  change: { readonly days: readonly string[]; readonly pairs: readonly CameraPair[] },
): Promise<void> {
  const { orgId, farmId, flockId } = place;
  await connection.run(sql`
    delete from camera_pairs
    where farm_id = ${farmId} and flock_id = ${flockId} and org_id = ${orgId}
      and day in (${join([...change.days])})`);
  for (const { camera, deviceId, source, day, manualG, cameraG } of change.pairs) {
    await connection.run(sql`
      insert into camera_pairs
        (org_id, farm_id, camera, device_id, source, flock_id, day, manual_g, camera_g)
      values (${orgId}, ${farmId}, ${camera}, ${deviceId}, ${source}, ${flockId}, ${day},
        ${manualG}, ${cameraG})`);
  }
}

interface FarmPlace {
  readonly orgId: string;
  readonly farmId: string;
}

/** The fused weight of a flock on a day. */
export interface StoredWeight extends FarmPlace {
  readonly flockId: string;
  readonly day: string;
  readonly at: string;
  readonly weightG: number;
  readonly lowG: number;
  readonly highG: number;
  readonly uncalibrated: boolean;
  readonly sources: readonly unknown[];
}

/** The calibration of a camera against scales. */
export interface StoredCalibration extends FarmPlace {
  readonly camera: string;
  readonly deviceId: string | null;
  readonly source: string | null;
  readonly factor: number;
  readonly pairs: number;
  readonly updatedAt: string;
}

/** Stores the fused weight of a flock for a day, replacing an earlier one. */
export async function storeFlockWeight(
  connection: Connection,
  weight: StoredWeight,
): Promise<void> {
  const { orgId, farmId, flockId, day, at, weightG, lowG, highG } = weight;
  const sources = connection.dialect.bind(weight.sources, 'json');
  const uncalibrated = connection.dialect.bind(weight.uncalibrated, 'boolean');
  await connection.run(sql`
    insert into flock_weights
      (org_id, farm_id, flock_id, day, computed_at, weight_g, low_g, high_g, uncalibrated,
        sources)
    values (${orgId}, ${farmId}, ${flockId}, ${day}, ${at}, ${weightG}, ${lowG}, ${highG},
      ${uncalibrated}, ${sources})
    on conflict (flock_id, day) do update set
      computed_at = excluded.computed_at, weight_g = excluded.weight_g, low_g = excluded.low_g,
      high_g = excluded.high_g, uncalibrated = excluded.uncalibrated,
      sources = excluded.sources`);
}

/** Deletes the fused weight of a flock for a day: it no longer has any sources. */
export async function dropFlockWeight(
  connection: Connection,
  { orgId, flockId, day }: Pick<StoredWeight, 'orgId' | 'flockId' | 'day'>,
): Promise<void> {
  await connection.run(sql`
    delete from flock_weights
    where flock_id = ${flockId} and day = ${day} and org_id = ${orgId}`);
}

/** Stores the factor of a camera. */
export async function saveCalibration(
  connection: Connection,
  calibration: StoredCalibration,
): Promise<void> {
  const { orgId, farmId, camera, deviceId, source, factor, pairs, updatedAt } = calibration;
  await connection.run(sql`
    insert into camera_calibrations
      (org_id, farm_id, camera, device_id, source, factor, pairs, updated_at)
    values (${orgId}, ${farmId}, ${camera}, ${deviceId}, ${source}, ${factor}, ${pairs},
      ${updatedAt})
    on conflict (farm_id, camera) do update set
      device_id = excluded.device_id, source = excluded.source, factor = excluded.factor,
      pairs = excluded.pairs, updated_at = excluded.updated_at`);
}

interface ContradictedDay {
  readonly flockId: string;
  readonly day: string;
  readonly camerasG: number;
}

/**
 * Marks exactly the weighings of a farm since a day that cameras contradict. The version of a log
 * does not change, because no caller changed it.
 */
export async function markContradicted(
  connection: Connection,
  scope: Scope,
  {
    since,
    contradicted,
  }: { readonly since: string; readonly contradicted: readonly ContradictedDay[] },
): Promise<void> {
  const stored = await selectObjects<ContradictedDay>(
    connection,
    sql`
      select ${objectOf(connection.dialect, [
        ['flockId', 'log.flock_id', 'text'],
        ['day', 'log.date', 'date'],
        ['camerasG', 'log.cameras_weight_gr', 'number'],
      ])} from daily_logs log
      where ${farmPredicate(scope, 'log')} and log.date >= ${since}
        and log.deleted_at is null and log.cameras_weight_gr is not null`,
  );
  const keyOf = ({ day, flockId }: ContradictedDay) => `${day} ${flockId}`;
  const currentByKey = new Map(contradicted.map((day) => [keyOf(day), day]));
  const before = new Map(stored.map((day) => [keyOf(day), day]));
  for (const [key, { flockId, day }] of before)
    if (!currentByKey.has(key)) await mark(connection, scope, { flockId, day, camerasG: null });
  for (const [key, current] of currentByKey)
    if (before.get(key)?.camerasG !== current.camerasG) await mark(connection, scope, current);
}

async function mark(
  connection: Connection,
  scope: Scope,
  {
    flockId,
    day,
    camerasG,
  }: Omit<ContradictedDay, 'camerasG'> & { readonly camerasG: number | null },
): Promise<void> {
  await connection.run(sql`
    update daily_logs set cameras_weight_gr = ${camerasG}
    where flock_id = ${flockId} and date = ${day} and org_id = ${scope.orgId}
      and deleted_at is null`);
}
