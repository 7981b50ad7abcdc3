import sql from 'sql-template-tag';
import { farms } from '../../model/resources/farms.ts';
import { users } from '../../model/resources/users.ts';
import type { Connection } from '../database.ts';
import { visibleAskedRows } from './asked-rows.ts';
import { type Scope, scopePredicate } from './scope.ts';

/** A farm that a user may enter. */
export interface UserFarm {
  readonly userId: string;
  readonly farmId: string;
}

/** The farms within the scope that users may enter at an instant, by farm id. */
export async function listUserFarms(
  connection: Connection,
  scope: Scope,
  asked: { readonly userIds: readonly string[]; readonly at: string },
): Promise<UserFarm[]> {
  if (asked.userIds.length === 0) return [];
  const rows = { columns: { id: 'text' }, rows: asked.userIds.map((id) => [id]) } as const;
  return connection.all<UserFarm>(sql`
    with page as (${visibleAskedRows(connection.dialect, users, scope, rows)})
    select distinct access.user_id as "userId", access.farm_id as "farmId"
    from page cross join farm_access access cross join farms farm
    where access.user_id = page.id and access.status = 'active' and access.deleted_at is null
      and (access.expires_at is null or access.expires_at > ${asked.at})
      and farm.id = access.farm_id and ${scopePredicate(farms, scope, 'farm')}
    order by "farmId"`);
}
