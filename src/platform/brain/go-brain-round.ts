import { dueScan } from '../../farming/alert-rules/due-scan.ts';
import type { StoredOf } from '../../model/registry.ts';
import { farms } from '../../model/resources/farms.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { findLastScans } from '../../storage/system/brain-scans.ts';
import { listOrganisations } from '../../storage/system/organisations.ts';
import { everyFarm } from '../farms/every-farm.ts';
import {
  loadOrganisationSetup,
  type OrganisationSetup,
} from '../intelligence/organisation-setup.ts';
import type { Runtime } from '../runtime.ts';
import type { ChangedFarm } from './changed-farms.ts';
import type { FarmScan } from './farm-scan.ts';
import { noteFailedScan } from './note-failed-scan.ts';
import { scanFarm } from './scan-farm.ts';
import type { ScanOrder } from './scan-order.ts';

/** What a round over the farms is made with. */
export interface RoundOptions {
  readonly signal?: AbortSignal;
  readonly monotonicMillis: () => number;
  /** Told of every farm or rule that failed. */
  readonly onFailure: (farmId: string, what: string, error: unknown) => void;
}

/**
 * Looks through every farm of every organisation as far as it is due by its own clock, one after
 * the other; a farm that fails does not stop the others. Returns the scans that were made.
 */
export async function goBrainRound(
  runtime: Runtime,
  options: RoundOptions,
): Promise<readonly FarmScan[]> {
  const scans: FarmScan[] = [];
  for (const { id: orgId } of await listOrganisations(runtime.database)) {
    const setup = await loadOrganisationSetup(runtime.database, orgId);
    for await (const farmId of everyFarm(runtime.database, orgId)) {
      if (options.signal?.aborted) return scans;
      const kindOf = (now: number) => dueKind(runtime, { orgId, farmId, setup }, now);
      const scan = await visit(runtime, { orgId, farmId, kindOf }, options);
      if (scan) scans.push(scan);
    }
  }
  return scans;
}

/** Judges a farm that changed by all rules, whenever it was judged last. */
export async function judgeChangedFarm(
  runtime: Runtime,
  farm: ChangedFarm,
  options: RoundOptions,
): Promise<void> {
  if (options.signal?.aborted) return;
  await visit(runtime, { ...farm, kindOf: async () => 'rules' }, options);
}

type Visit = ChangedFarm & {
  readonly kindOf: (now: number) => Promise<ScanOrder['kind']>;
};

async function visit(
  runtime: Runtime,
  { orgId, farmId, kindOf }: Visit,
  { monotonicMillis, onFailure }: RoundOptions,
): Promise<FarmScan | undefined> {
  const began = monotonicMillis();
  const order = {
    orgId,
    farmId,
    at: runtime.clock.now(),
    trigger: 'schedule',
    elapsedMillis: () => monotonicMillis() - began,
    onFailure: (what: string, error: unknown) => onFailure(farmId, what, error),
  } as const;
  let kind: ScanOrder['kind'] = 'air';
  try {
    kind = await kindOf(order.at);
    return await scanFarm(runtime, { ...order, kind });
  } catch (error) {
    onFailure(farmId, 'scan', error);
    // The failure itself is known; that it cannot be noted as well is not worth more.
    await noteFailedScan(runtime, { ...order, kind }, error).catch(() => {});
    return undefined;
  }
}

async function dueKind(
  { database }: Runtime,
  farm: { readonly orgId: string; readonly farmId: string; readonly setup: OrganisationSetup },
  now: number,
): Promise<ScanOrder['kind']> {
  const { orgId, farmId, setup } = farm;
  const scope = { orgId, farmIds: 'all' } as const;
  const [last, row] = await Promise.all([
    findLastScans(database, { orgId, farmId }),
    findRow(database, farms, { id: farmId, scope }),
  ]);
  const place = row === undefined ? undefined : (JSON.parse(row) as StoredOf<'farms'>);
  const zone = setup.zoneOf(place ?? { latitude: null, longitude: null });
  return dueScan({ ...last, now, zone, thresholds: setup.thresholds });
}
