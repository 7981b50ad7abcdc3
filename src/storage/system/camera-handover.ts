import sql, { raw } from 'sql-template-tag';
import type { Connection } from '../database.ts';

/** A camera that is known by the id of its device from now on. */
export interface CameraHandover {
  readonly farmId: string;
  /** The key it had: `source:` and its source. */
  readonly camera: string;
  readonly deviceId: string;
}

/** Rules that watch each camera on its own; the key of their alerts ends in that of the camera. */
const RULES_OF_CAMERAS = ['count_gap', 'activity_drop'] as const;

/** Lets a camera keep what was learnt of it, and its open alerts, under the id of its device. */
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
