import { farms } from '../../model/resources/farms.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { everyFarm } from '../core/organisation-setup.ts';
import {
  type ChangedFarm,
  type ChangedFarms,
  createChangedFarms,
  type Runtime,
} from '../core/runtime.ts';
import { evaluateReadFarm, type RoundOptions } from './farm-scans.ts';

type Scope = Parameters<ChangedFarms['settle']>[0];

/** Maximum number of farms that a list of alerts waits for. */
const MOST_FARMS = 10;

/**
 * Evaluates the alerts of each farm once, when they are first read: for commands on an embedded
 * database without a server that scans on a schedule. `begin` sets the service to use.
 */
export function createFarmsEvaluatedWhenRead(): ChangedFarms & {
  begin(runtime: Runtime, options: RoundOptions): void;
} {
  const changed = createChangedFarms();
  const scannedFarms = new Set<string>();
  let database: Runtime['database'] | undefined;
  return {
    ...changed,
    begin(runtime, options) {
      database = runtime.database;
      changed.evaluateWith(
        (farm) => evaluateReadFarm(runtime, farm, options),
        () => {},
      );
    },
    async settle(scope, farmId) {
      const farmIds = database ? await farmsOf(database, scope, farmId) : [];
      for (const farm of farmIds.filter((farm) => !scannedFarms.has(farm.farmId))) {
        scannedFarms.add(farm.farmId);
        changed.note(farm);
      }
      await changed.settle(scope, farmId);
    },
  };
}

/** The named farm, if the scope sees it, else the first farms of the scope. */
async function farmsOf(
  database: Runtime['database'],
  scope: Scope,
  farmId: string | undefined,
): Promise<readonly ChangedFarm[]> {
  const { orgId, farmIds } = scope;
  if (farmId !== undefined) {
    const row = await findRow(database, farms, { id: farmId, scope });
    return row === undefined ? [] : [{ orgId, farmId }];
  }
  const changed: ChangedFarm[] = [];
  for await (const id of everyFarm(database, orgId)) {
    if (farmIds === 'all' || farmIds.includes(id)) changed.push({ orgId, farmId: id });
    if (changed.length === MOST_FARMS) break;
  }
  return changed;
}
