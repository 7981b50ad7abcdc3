import sql, { join } from 'sql-template-tag';
import type { Connection } from '../database.ts';
import { farmPredicate, type Scope } from '../records/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../records/select-objects.ts';

/** A weighing by hand with what a camera weighed the same birds at. */
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

/** The pairs of a farm from a day on, by camera and day. */
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

/** Replaces the pairs of days of a flock. */
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
