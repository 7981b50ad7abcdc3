import { climateSteps } from '../../farming/climate/barn-climate.ts';
import {
  CLOSED_FLOCK_PARTS,
  closedFlockSteps,
  LIVE_FLOCK_PARTS,
  liveFlockSteps,
} from '../../farming/core/farm-flocks.ts';
import type {
  FarmFrame,
  FarmSnapshot,
  FlockResult,
  SnapshotPart,
  SnapshotParts,
} from '../../farming/core/farm-snapshot.ts';
import { type DueDays, dueDays } from '../../farming/metrics/mortality.ts';
import { lastDayInside } from '../../farming/metrics/population.ts';
import { FarmError } from '../../model/core/errors.ts';
import { farms } from '../../model/resources/farms.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { Connection } from '../../storage/core/database.ts';
import { narrowScope, type Scope } from '../../storage/core/scope.ts';
import { runInSlices } from '../../storage/core/slices.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import {
  listCameraCalibrations,
  listCameraSightings,
  listUnregisteredCameras,
} from '../../storage/snapshot/cameras.ts';
import {
  listAirReadings,
  listBarnHours,
  listNewestReadings,
  listWeatherRows,
} from '../../storage/snapshot/climate.ts';
import type { FarmMoment } from '../../storage/snapshot/farm-moment.ts';
import { type FlockResultRow, listGroupResults } from '../../storage/snapshot/flock-results.ts';
import { listPartRows, type RowPartName } from '../../storage/snapshot/list-part-rows.ts';
import {
  listAlertTimes,
  listEditedAutomations,
  listTaskTimes,
  listTroubledWebhooks,
} from '../../storage/snapshot/operations.ts';
import {
  listDailyWeights,
  listSmartWeights,
  listWeighSamples,
} from '../../storage/snapshot/weights.ts';
import { findUserRights } from '../../storage/system/sign-in.ts';
import { dayInZone, parseInstant } from '../../tools/calendar.ts';
import { mapById } from '../../tools/collections.ts';
import type { Steps } from '../../tools/concurrency.ts';
import { loadFarmReach } from '../access/farm-people.ts';
import { rolesWithin } from '../access/grants.ts';
import { createDayLookup } from '../computed/compute.ts';
import { loadOrganisationSetup, type OrganisationSetup } from '../core/organisation-setup.ts';

/** The farm, caller and time of a snapshot. */
export interface SnapshotInput {
  /** The caller's whole scope, since a farm is compared with its others. */
  readonly scope: Scope;
  readonly farmId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Loads one farm at one instant with exactly the requested parts: two queries, then one per part,
 * except that readings are paged. On SQLite the queries run in one turn of the event loop, without
 * interleaved writes by this process, unless they take longer than `limits.sliceMillis`; then, and
 * on PostgreSQL, a part may be a few milliseconds newer than another. A part that failed to load
 * throws on access, so that answers from the other parts remain available. Throws `farm_forbidden`
 * for a farm outside the scope.
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
  const snapshot = withParts<P>(frame, loaded);
  await computeInSlices(snapshot, loaded);
  return snapshot;
}

/**
 * Precomputes slow results for large farms, if all their rows were loaded, so that later uses find
 * them cached. Errors are thrown again when the result is used.
 */
async function computeInSlices(snapshot: object, loaded: readonly LoadedPart[]): Promise<void> {
  const read = new Set(
    loaded.filter(([, { status }]) => status === 'fulfilled').map(([name]) => name),
  );
  for (const { parts, steps } of COMPUTED) {
    if (!parts.every((part) => read.has(part))) continue;
    // The type of an entry does not express that it names the parts it needs.
    await runInSlices(steps(snapshot as FarmSnapshot)).catch(() => {});
  }
}

interface Computed {
  readonly parts: readonly SnapshotPart[];
  readonly steps: (snapshot: FarmSnapshot) => Steps<unknown>;
}

const COMPUTED: readonly Computed[] = [
  { parts: ['readings'], steps: climateSteps },
  { parts: LIVE_FLOCK_PARTS, steps: liveFlockSteps },
  { parts: CLOSED_FLOCK_PARTS, steps: closedFlockSteps },
];

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
  // A part that is listed twice is queried once.
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
  // The type of an entry does not express that a loader returns the rows of its part.
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

/** The context of the part loaders. */
export interface SnapshotSource {
  readonly connection: Connection;
  readonly moment: FarmMoment;
  /** The caller's whole scope. */
  readonly scope: Scope;
  readonly zoneOf: OrganisationSetup['zoneOf'];
}

type Loaders = {
  readonly [P in SnapshotPart]: (source: SnapshotSource) => Promise<SnapshotParts[P]>;
};

function rows<P extends RowPartName>(name: P) {
  return ({ connection, moment }: SnapshotSource) => listPartRows(connection, name, moment);
}

/** The loader of each snapshot part: one query each, all sent before the first is awaited. */
export const snapshotLoaders: Loaders = {
  barns: rows('barns'),
  liveFlocks: rows('liveFlocks'),
  liveLogs: rows('liveLogs'),
  closedFlocks: rows('closedFlocks'),
  closedLogs: rows('closedLogs'),
  lateLogs: rows('lateLogs'),
  sales: rows('sales'),
  feedDeliveries: rows('feedDeliveries'),
  expenses: rows('expenses'),
  treatments: rows('treatments'),
  feedOrders: rows('feedOrders'),
  marketOrders: rows('marketOrders'),
  tenders: rows('tenders'),
  tenderBids: rows('tenderBids'),
  medicine: rows('medicine'),
  contacts: rows('contacts'),
  devices: rows('devices'),
  integrations: rows('integrations'),
  automations: rows('automations'),
  async users({ connection, moment }) {
    const users = await listPartRows(connection, 'users', moment);
    const ids = users.map(({ id }) => id);
    const rights = mapById(await findUserRights(connection, ids));
    // The role on this farm, which may differ from that in the record of the person.
    return users.map((row) => {
      const user = rights.get(row.id);
      const [role] = user ? rolesWithin(user, moment.scope, moment.now) : [];
      return { ...row, role: role ?? row.role };
    });
  },
  alerts: rows('alerts'),
  tasks: rows('tasks'),
  fieldReports: rows('fieldReports'),
  regItems: rows('regItems'),
  events: rows('events'),
  moults: rows('moults'),
  recentPhotos: rows('recentPhotos'),
  readings: ({ connection, moment }) => listAirReadings(connection, moment),
  newestReadings: ({ connection, moment }) => listNewestReadings(connection, moment),
  barnHours: ({ connection, moment }) => listBarnHours(connection, moment),
  weather: ({ connection, moment }) => listWeatherRows(connection, moment),
  seenDeaths: rows('seenDeaths'),
  seenCounts: rows('seenCounts'),
  seenBehaviour: rows('seenBehaviour'),
  weighSamples: ({ connection, moment }) => listWeighSamples(connection, moment),
  smartWeights: ({ connection, moment }) => listSmartWeights(connection, moment),
  calibrations: ({ connection, moment }) => listCameraCalibrations(connection, moment),
  cameraSightings: ({ connection, moment }) => listCameraSightings(connection, moment),
  unregisteredCameras: ({ connection, moment }) => listUnregisteredCameras(connection, moment),
  alertTimes: ({ connection, moment }) => listAlertTimes(connection, moment),
  taskTimes: ({ connection, moment }) => listTaskTimes(connection, moment),
  dailyWeights: ({ connection, moment }) => listDailyWeights(connection, moment),
  editedAutomations: ({ connection, moment }) => listEditedAutomations(connection, moment),
  webhooks: ({ connection, moment }) => listTroubledWebhooks(connection, moment),
  reach: ({ connection, moment }) => loadFarmReach(connection, moment),
  async groupResults({ connection, moment, scope, zoneOf }) {
    return flockResults(await listGroupResults(connection, scope, moment), zoneOf);
  },
};

/** The results of closed flocks, each with its last day in the zone of its farm. */
function flockResults(
  rows: readonly FlockResultRow[],
  zoneOf: (row: FlockResultRow) => string,
): FlockResult[] {
  const dayOf = createDayLookup();
  return rows.map((row) => {
    const { latitude, longitude, closedAt, lastLogDate, lastSaleDate, ...logged } = row;
    const { deathDays, lastDeathDay, feedDays, lastFeedDay, ...result } = logged;
    const closed = closedAt === null ? undefined : parseInstant(closedAt);
    const closedDay = closed === undefined ? null : dayOf(closed, zoneOf(row));
    const lastDay = lastDayInside({ closedDay, lastLogDate, lastSaleDate });
    return {
      ...result,
      lastDay,
      deathDays: daysOf(row, lastDay, { days: deathDays, last: lastDeathDay }),
      feedDays: daysOf(row, lastDay, { days: feedDays, last: lastFeedDay }),
    };
  });
}

function daysOf(
  { placementDate: since }: FlockResultRow,
  lastDay: string | null,
  logged: { readonly days: number; readonly last: string | null },
): DueDays {
  if (lastDay === null) return { due: 0, unlogged: 0 };
  // A log dated after closing counts for the last day.
  const isLastDayLogged = logged.last !== null && logged.last >= lastDay;
  return dueDays({ since, lastDay, logged: logged.days, isLastDayLogged });
}
