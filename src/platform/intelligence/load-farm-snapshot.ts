import type {
  FarmFrame,
  FarmSnapshot,
  SnapshotPart,
  SnapshotParts,
} from '../../farming/snapshot/farm-snapshot.ts';
import { FarmError } from '../../model/errors.ts';
import type { StoredOf } from '../../model/registry.ts';
import { farms } from '../../model/resources/farms.ts';
import type { Connection } from '../../storage/database.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { narrowScope, type Scope } from '../../storage/records/scope.ts';
import { dayInZone } from '../../tools/calendar.ts';
import { loadOrganisationSetup, type OrganisationSetup } from './organisation-setup.ts';
import { type SnapshotSource, snapshotLoaders } from './snapshot-loaders.ts';

/** Which farm is looked at, by whom and when. */
export interface SnapshotInput {
  /** All that the caller sees, since a farm is compared with its others. */
  readonly scope: Scope;
  readonly farmId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Loads one farm at one moment with exactly the parts asked for: two queries, then one for each
 * part. On SQLite these are sent in one go, between which no write of this process runs; on
 * PostgreSQL they share the connections of the pool, so that a part may be a few milliseconds
 * newer than another. Throws `farm_forbidden` for a farm that the scope does not see.
 */
export async function loadFarmSnapshot<P extends SnapshotPart>(
  connection: Connection,
  input: SnapshotInput,
  parts: readonly P[],
): Promise<FarmSnapshot<P>> {
  const { scope, farmId, now } = input;
  const [farm, setup] = await Promise.all([
    findFarm(connection, input),
    loadOrganisationSetup(connection, scope.orgId),
  ]);
  const frame = frameOf(farm, setup, now);
  const moment = { scope: narrowScope(scope, farmId), farmId, now, today: frame.today };
  const source = { connection, moment, scope, zoneOf: setup.zoneOf };
  const loaded = await loadParts(source, parts);
  return { ...frame, ...loaded };
}

async function findFarm(
  connection: Connection,
  { scope, farmId: id }: SnapshotInput,
): Promise<StoredOf<'farms'>> {
  const row = await findRow(connection, farms, { id, scope });
  if (row !== undefined) return JSON.parse(row) as StoredOf<'farms'>;
  throw new FarmError('farm_forbidden', {
    message: 'farmId names no farm that the key may touch.',
  });
}

function frameOf(farm: StoredOf<'farms'>, setup: OrganisationSetup, now: number): FarmFrame {
  const zone = setup.zoneOf(farm);
  return {
    now,
    zone,
    today: dayInZone(now, zone),
    currency: farm.currency ?? farms.fields.currency.default,
    language: setup.language,
    thresholds: setup.thresholds,
    farm,
  };
}

async function loadParts<P extends SnapshotPart>(
  source: SnapshotSource,
  parts: readonly P[],
): Promise<Pick<SnapshotParts, P>> {
  // A list that names a part twice costs no second query.
  const names = [...new Set(parts)];
  const rows = await Promise.all(names.map((name) => snapshotLoaders[name](source)));
  const entries = names.map((name, index) => [name, rows[index]]);
  // Each loader gives the rows of the part it stands under, which entries cannot say.
  return Object.fromEntries(entries) as unknown as Pick<SnapshotParts, P>;
}
