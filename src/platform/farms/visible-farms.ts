import { FarmError } from '../../model/errors.ts';
import { farms } from '../../model/resources/farms.ts';
import type { Connection } from '../../storage/database.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { narrowScope, type Scope } from '../../storage/records/scope.ts';

/**
 * The scope narrowed to the farm that a request names, if it names one.
 * Throws `farm_forbidden` alike for a farm the caller may not see and one that does not exist.
 */
export async function scopeOfFarm(
  connection: Connection,
  scope: Scope,
  farmId: string | undefined,
): Promise<Scope> {
  if (farmId === undefined) return scope;
  const isListed = scope.farmIds === 'all' || scope.farmIds.includes(farmId);
  const found = isListed && (await findRow(connection, farms, { id: farmId, scope }));
  if (!found) {
    throw new FarmError('farm_forbidden', {
      message: 'farmId names no farm that the key may touch.',
    });
  }
  return narrowScope(scope, farmId);
}
