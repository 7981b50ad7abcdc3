import sql from 'sql-template-tag';
import { devices } from '../../model/resources/devices.ts';
import type { Connection } from '../database.ts';
import { type Scope, scopePredicate } from './scope.ts';

/** How many of the temperature sensors and controllers of a barn are offline or broken. */
export async function countBrokenSensors(
  connection: Connection,
  scope: Scope,
  barnId: string,
): Promise<number> {
  const row = await connection.first<{ total: number | string }>(sql`
    select count(*) as total from devices record
    where ${scopePredicate(devices, scope)} and record.barn_id = ${barnId}
      and record.kind in ('temp_sensor', 'controller') and record.status in ('offline', 'fault')`);
  return Number(row?.total ?? 0);
}
