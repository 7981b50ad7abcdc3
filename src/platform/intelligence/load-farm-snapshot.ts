import type {
  FarmFrame,
  FarmSnapshot,
  SnapshotPart,
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
 * newer than another. A part that could not be read throws when it is looked at, so that what needs
 * no more than the others still stands. Throws `farm_forbidden` for a farm the scope does not see.
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
  return withParts(frame, await loadParts(source, parts));
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

type LoadedPart = readonly [name: string, rows: PromiseSettledResult<unknown>];

async function loadParts(
  source: SnapshotSource,
  parts: readonly SnapshotPart[],
): Promise<LoadedPart[]> {
  // A list that names a part twice costs no second query.
  const names = [...new Set(parts)];
  const loaded = await Promise.allSettled(names.map((name) => snapshotLoaders[name](source)));
  return loaded.map((rows, index) => [String(names[index]), rows]);
}

function withParts<P extends SnapshotPart>(
  frame: FarmFrame,
  parts: readonly LoadedPart[],
): FarmSnapshot<P> {
  const properties = parts.map(([name, rows]) => [name, partProperty(rows)]);
  const snapshot = Object.defineProperties({ ...frame }, Object.fromEntries(properties));
  // Each loader gives the rows of the part it stands under, which entries cannot say.
  return snapshot as FarmSnapshot<P>;
}

function partProperty(rows: PromiseSettledResult<unknown>): PropertyDescriptor {
  if (rows.status === 'fulfilled') return { value: rows.value, enumerable: true };
  return {
    get() {
      throw rows.reason;
    },
    enumerable: true,
  };
}
