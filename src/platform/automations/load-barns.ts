import { ageDays } from '../../farming/metrics/age-days.ts';
import { birdKind } from '../../farming/metrics/bird-kind.ts';
import { targetTemperatureC } from '../../farming/standards/target-temperature-c.ts';
import type { StoredOf } from '../../model/registry.ts';
import { barns } from '../../model/resources/barns.ts';
import { listBarnFlocks } from '../../storage/records/barn-flocks.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import type { AutomationFarm } from './automation-farm.ts';

/** A barn that automations look at, with the birds in it. */
export interface WatchedBarn {
  readonly id: string;
  readonly name: string;
  /** The flock placed last; null: the barn is empty. */
  readonly flockId: string | null;
  readonly ageDays: number | null;
  /** The temperature that birds of that age need, in °C. */
  readonly targetC: number | null;
}

const MOST_BARNS = 500;

/** The barns that are asked for, or all of the farm, by name; without those that are gone. */
export async function loadBarns(
  farm: AutomationFarm,
  asked: readonly string[] | 'all',
): Promise<readonly WatchedBarn[]> {
  const rows = await readBarns(farm, asked);
  const barnIds = rows.map(({ id }) => id);
  const inside = await listBarnFlocks(farm.connection, farm.scope, barnIds);
  return rows.map(({ id, name, barnType }) => {
    const flock = inside.find(({ barnId, status }) => barnId === id && status !== 'closed');
    if (!flock) return { id, name: name ?? id, flockId: null, ageDays: null, targetC: null };
    const age = ageDays(flock, farm.today);
    const targetC = targetTemperatureC(birdKind(flock.breed, barnType), Math.max(0, age));
    return { id, name: name ?? id, flockId: flock.id, ageDays: age, targetC };
  });
}

async function readBarns(
  { connection, scope }: AutomationFarm,
  asked: readonly string[] | 'all',
): Promise<readonly StoredOf<'barns'>[]> {
  if (asked === 'all') {
    const order = { order: 'name', direction: 'asc', limit: MOST_BARNS, offset: 0 } as const;
    const rows = await listRows(connection, barns, { scope, conditions: [], ...order });
    return rows.map((row) => JSON.parse(row) as StoredOf<'barns'>);
  }
  const found: StoredOf<'barns'>[] = [];
  for (const id of asked) {
    const row = await findRow(connection, barns, { id, scope });
    if (row !== undefined) found.push(JSON.parse(row) as StoredOf<'barns'>);
  }
  return found;
}
