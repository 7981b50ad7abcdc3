import sql from 'sql-template-tag';
import type { ResourceDefinition } from '../../src/model/core/resource.ts';
import { type ResourceName, resources } from '../../src/model/resources/registry.ts';
import type { Connection } from '../../src/storage/core/database.ts';
import { listRows } from '../../src/storage/records/list-rows.ts';

const MOST_ROWS = 10_000;

/**
 * The content of an organisation: its rows by resource, without fields that every change modifies,
 * and their counts.
 */
export async function farmContent(
  connection: Connection,
  orgId: string,
  except: readonly ResourceName[] = ['agent-runs'],
): Promise<Readonly<Record<string, unknown>>> {
  const content: Record<string, unknown> = {};
  for (const definition of Object.values(resources) as readonly ResourceDefinition[]) {
    if (except.includes(definition.name as ResourceName)) continue;
    const rows = await listRows(connection, definition, {
      scope: { orgId, farmIds: 'all' },
      conditions: [],
      order: 'id',
      direction: 'asc',
      limit: MOST_ROWS,
      offset: 0,
    });
    content[definition.name] = rows.map((row) => {
      const { updatedAt, version, ...rest } = JSON.parse(row);
      return rest;
    });
  }
  const counts = await connection.all<{ resource: string; farm_id: string; total: number }>(sql`
    select resource, farm_id, sum(total) as total from row_counts
    where org_id = ${orgId} group by resource, farm_id having sum(total) <> 0
    order by resource, farm_id`);
  content['counts'] = counts
    .filter(({ resource }) => !except.includes(resource as ResourceName))
    .map(({ resource, farm_id, total }) => [resource, farm_id, Number(total)]);
  return content;
}
