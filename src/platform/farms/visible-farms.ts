import { FarmError, validationFailed } from '../../model/errors.ts';
import { farms } from '../../model/resources/farms.ts';
import type { Connection } from '../../storage/database.ts';
import { findFarmOfRow } from '../../storage/records/find-farm-of-row.ts';
import { narrowScope, type Scope } from '../../storage/records/scope.ts';
import { scopeOf } from '../access/actor.ts';
import { singleParameter, unknownParameterIssues } from '../records/parameters.ts';
import type { Call } from '../requests/call.ts';

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
  if (await isVisibleFarm(connection, scope, farmId)) return narrowScope(scope, farmId);
  throw new FarmError('farm_forbidden', {
    message: 'farmId names no farm that the key may touch.',
  });
}

/** Whether an id is that of a farm in the scope. */
export async function isVisibleFarm(
  connection: Connection,
  scope: Scope,
  farmId: string,
): Promise<boolean> {
  if (farmId.includes('\0')) return false;
  if (scope.farmIds !== 'all' && !scope.farmIds.includes(farmId)) return false;
  return (await findFarmOfRow(connection, farms, { id: farmId, scope })) !== undefined;
}

/**
 * The scope of a request on a single row: the caller's, narrowed by `?farmId=`.
 * Other query parameters are refused.
 */
export async function scopeOfRequest(connection: Connection, call: Call): Promise<Scope> {
  const { parameters } = call.query;
  const issues = unknownParameterIssues(['farmId'], parameters);
  if (issues.length > 0) throw validationFailed(issues);
  return scopeOfFarm(connection, scopeOf(call.actor), singleParameter(parameters, 'farmId'));
}
