import type { ComputedOf, StoredOf } from '../../model/registry.ts';
import { listUserFarms } from '../../storage/records/user-farms.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import type { PageContext } from './compute.ts';

/** The farms a user may enter, as far as the caller may know of them. */
export async function computeUsers(
  rows: readonly StoredOf<'users'>[],
  { connection, scope, now }: PageContext,
): Promise<ComputedOf<'users'>[]> {
  const asked = { userIds: rows.map((row) => row.id), at: formatInstant(now) };
  const farms = groupBy(await listUserFarms(connection, scope, asked), (farm) => farm.userId);
  return rows.map((row) => ({ farms: (farms.get(row.id) ?? []).map((farm) => farm.farmId) }));
}
