import sql, { join } from 'sql-template-tag';
import type { Connection } from '../database.ts';

/** Where a farm lies. */
export interface FarmPlace {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** The places of those of the farms that have coordinates. */
export async function listFarmPlaces(
  connection: Connection,
  farmIds: readonly string[],
): Promise<FarmPlace[]> {
  if (farmIds.length === 0) return [];
  return connection.all<FarmPlace>(sql`
    select id, latitude, longitude from farms
    where id in (${join([...farmIds])}) and latitude is not null and longitude is not null`);
}
