import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';
import { farmPredicate, type Scope } from '../records/scope.ts';
import { objectOf, selectObjects } from '../records/select-objects.ts';

interface FarmPlace {
  readonly orgId: string;
  readonly farmId: string;
}

/** The fused weight of a flock on a day. */
export interface KeptWeight extends FarmPlace {
  readonly flockId: string;
  readonly day: string;
  readonly at: string;
  readonly weightG: number;
  readonly lowG: number;
  readonly highG: number;
  readonly uncalibrated: boolean;
  readonly sources: readonly unknown[];
}

/** How a camera weighs against the scales. */
export interface KeptCalibration extends FarmPlace {
  readonly camera: string;
  readonly deviceId: string | null;
  readonly source: string | null;
  readonly factor: number;
  readonly pairs: number;
  readonly updatedAt: string;
}

/** Keeps the fused weight of a flock for a day, in place of what was kept for it. */
export async function keepFlockWeight(connection: Connection, kept: KeptWeight): Promise<void> {
  const { orgId, farmId, flockId, day, at, weightG, lowG, highG } = kept;
  const sources = connection.dialect.bind(kept.sources, 'json');
  const uncalibrated = connection.dialect.bind(kept.uncalibrated, 'boolean');
  await connection.run(sql`
    insert into flock_weights
      (org_id, farm_id, flock_id, day, computed_at, weight_g, low_g, high_g, uncalibrated,
        sources)
    values (${orgId}, ${farmId}, ${flockId}, ${day}, ${at}, ${weightG}, ${lowG}, ${highG},
      ${uncalibrated}, ${sources})
    on conflict (flock_id, day) do update set
      computed_at = excluded.computed_at, weight_g = excluded.weight_g, low_g = excluded.low_g,
      high_g = excluded.high_g, uncalibrated = excluded.uncalibrated,
      sources = excluded.sources`);
}

/** Drops the fused weight of a flock for a day: nothing tells it any more. */
export async function dropFlockWeight(
  connection: Connection,
  { orgId, flockId, day }: Pick<KeptWeight, 'orgId' | 'flockId' | 'day'>,
): Promise<void> {
  await connection.run(sql`
    delete from flock_weights
    where flock_id = ${flockId} and day = ${day} and org_id = ${orgId}`);
}

/** Keeps the factor of a camera. */
export async function keepCalibration(
  connection: Connection,
  kept: KeptCalibration,
): Promise<void> {
  const { orgId, farmId, camera, deviceId, source, factor, pairs, updatedAt } = kept;
  await connection.run(sql`
    insert into camera_calibrations
      (org_id, farm_id, camera, device_id, source, factor, pairs, updated_at)
    values (${orgId}, ${farmId}, ${camera}, ${deviceId}, ${source}, ${factor}, ${pairs},
      ${updatedAt})
    on conflict (farm_id, camera) do update set
      device_id = excluded.device_id, source = excluded.source, factor = excluded.factor,
      pairs = excluded.pairs, updated_at = excluded.updated_at`);
}

interface ContradictedDay {
  readonly flockId: string;
  readonly day: string;
  readonly camerasG: number;
}

/**
 * Marks the weighings of a farm since a day that cameras contradict, and no others. The version of
 * a log does not change: nothing in it was written by anybody.
 */
export async function markContradicted(
  connection: Connection,
  scope: Scope,
  {
    since,
    contradicted,
  }: { readonly since: string; readonly contradicted: readonly ContradictedDay[] },
): Promise<void> {
  const marked = await selectObjects<ContradictedDay>(
    connection,
    sql`
      select ${objectOf(connection.dialect, [
        ['flockId', 'log.flock_id', 'text'],
        ['day', 'log.date', 'date'],
        ['camerasG', 'log.cameras_weight_gr', 'number'],
      ])} from daily_logs log
      where ${farmPredicate(scope, 'log')} and log.date >= ${since}
        and log.cameras_weight_gr is not null`,
  );
  const keyOf = ({ day, flockId }: ContradictedDay) => `${day} ${flockId}`;
  const wanted = new Map(contradicted.map((found) => [keyOf(found), found]));
  const before = new Map(marked.map((found) => [keyOf(found), found]));
  for (const [key, { flockId, day }] of before)
    if (!wanted.has(key)) await mark(connection, scope, { flockId, day, camerasG: null });
  for (const [key, found] of wanted)
    if (before.get(key)?.camerasG !== found.camerasG) await mark(connection, scope, found);
}

async function mark(
  connection: Connection,
  scope: Scope,
  {
    flockId,
    day,
    camerasG,
  }: Omit<ContradictedDay, 'camerasG'> & { readonly camerasG: number | null },
): Promise<void> {
  await connection.run(sql`
    update daily_logs set cameras_weight_gr = ${camerasG}
    where flock_id = ${flockId} and date = ${day} and org_id = ${scope.orgId}`);
}
