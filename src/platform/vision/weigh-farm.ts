import type { Transaction } from '../../storage/database.ts';
import { listFarmFlocks } from '../../storage/records/inside-flocks.ts';
import { narrowScope } from '../../storage/records/scope.ts';
import { systemActor } from '../access/system-actor.ts';
import { writeContext } from '../records/write-context.ts';
import type { Runtime } from '../runtime.ts';
import { loadVisionFarm } from './vision-farm.ts';
import { weighFlocks } from './weigh-flocks.ts';

/**
 * Computes what the flocks of a farm weigh from all that is stored, weighings of the last days
 * compared with the cameras: for data that came another way than by calls.
 */
export async function weighFarm(
  runtime: Runtime,
  transaction: Transaction,
  place: { readonly orgId: string; readonly farmId: string; readonly now: number },
): Promise<void> {
  const { orgId, farmId, now } = place;
  const call = { actor: systemActor(orgId, 'vision'), at: now };
  const context = { ...(await writeContext(runtime, transaction, { call, farmId })), farmId };
  const farm = await loadVisionFarm(context);
  const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
  const inside = await listFarmFlocks(transaction, scope);
  const seen = { from: '1970-01-01T00:00:00.000Z', to: '9999-12-31T23:59:59.999Z' };
  await weighFlocks(
    farm,
    inside.map(({ id: flockId }) => ({ flockId, days: [], seen })),
  );
}
