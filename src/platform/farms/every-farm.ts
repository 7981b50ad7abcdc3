import type { StoredOf } from '../../model/registry.ts';
import { farms } from '../../model/resources/farms.ts';
import type { Connection } from '../../storage/database.ts';
import { listRows } from '../../storage/records/list-rows.ts';

/** Farms are read so many at a time. */
const PAGE = 200;

/** The id of every farm of an organisation. */
export async function* everyFarm(connection: Connection, orgId: string): AsyncGenerator<string> {
  for (let offset = 0; ; offset += PAGE) {
    const rows = await listRows(connection, farms, {
      scope: { orgId, farmIds: 'all' },
      conditions: [],
      order: 'id',
      direction: 'asc',
      limit: PAGE,
      offset,
    });
    for (const row of rows) yield (JSON.parse(row) as StoredOf<'farms'>).id;
    if (rows.length < PAGE) return;
  }
}
