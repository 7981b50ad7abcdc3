import {
  type AutomationMetricName,
  automationMetrics,
  type Trigger,
} from '../../farming/automations/trigger.ts';
import { climatePoints, valuesOfPoints } from '../../farming/climate/barn-climate.ts';
import type { Measured } from '../../farming/metrics/air.ts';
import { targetTemperatureC } from '../../farming/metrics/climate-limits.ts';
import { ageDays } from '../../farming/metrics/dates.ts';
import { birdKind } from '../../farming/standards/breed-lookup.ts';
import { barns } from '../../model/resources/barns.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import type { Connection } from '../../storage/core/database.ts';
import { narrowScope, type Scope } from '../../storage/core/scope.ts';
import {
  type BarnReading,
  countBrokenSensors,
  findNewestReading,
  listBarnBehaviors,
  listBarnReadings,
} from '../../storage/records/barn-measurements.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { type FlockFacts, listBarnFlocks } from '../../storage/records/flocks.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import { type CalendarDay, dayInZone, formatInstant, MINUTE_MILLIS } from '../../tools/calendar.ts';
import { farmZone } from '../core/farm-zone.ts';
import { loadOrganisationSetup } from '../core/organisation-setup.ts';

/** A farm whose automations are evaluated at one instant. */
export interface AutomationFarm {
  readonly connection: Connection;
  readonly orgId: string;
  readonly farmId: string;
  /** The scope of this farm only. */
  readonly scope: Scope;
  readonly thresholds: Thresholds;
  readonly zone: string;
  /** The farm's calendar day at `now`. */
  readonly today: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Loads the farm and organisation data needed for an evaluation. */
export async function loadAutomationFarm(
  connection: Connection,
  place: { readonly orgId: string; readonly farmId: string; readonly now: number },
): Promise<AutomationFarm> {
  const { orgId, farmId, now } = place;
  const { thresholds } = await loadOrganisationSetup(connection, orgId);
  const zone = await farmZone(connection, { orgId, farmId });
  const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
  const today = dayInZone(now, zone);
  return { connection, orgId, farmId, scope, thresholds, zone, today, now };
}

/** A barn watched by automations, with its flock. */
export interface WatchedBarn {
  readonly id: string;
  readonly name: string;
  /** The most recently placed flock; null: the barn is empty. */
  readonly flockId: string | null;
  readonly ageDays: number | null;
  /** Target temperature for birds of that age, in °C. */
  readonly targetC: number | null;
}

const MOST_BARNS = 500;

/** The requested barns, or all barns of the farm, by name; deleted ones are omitted. */
export async function loadBarns(
  farm: AutomationFarm,
  requested: readonly string[] | 'all',
): Promise<readonly WatchedBarn[]> {
  const rows = await readBarns(farm, requested);
  const barnIds = rows.map(({ id }) => id);
  const barnFlocks = await listBarnFlocks(farm.connection, farm.scope, barnIds);
  return rows.map((row) => {
    const flock = barnFlocks.find(({ barnId, status }) => barnId === row.id && status !== 'closed');
    return watchBarn(row, flock, farm.today);
  });
}

export function watchBarn(
  { id, name, barnType }: Pick<StoredOf<'barns'>, 'id' | 'name' | 'barnType'>,
  flock: FlockFacts | undefined,
  day: CalendarDay,
): WatchedBarn {
  if (!flock) return { id, name: name ?? id, flockId: null, ageDays: null, targetC: null };
  const age = ageDays(flock, day);
  const targetC = targetTemperatureC(birdKind(flock.breed, barnType), Math.max(0, age));
  return { id, name: name ?? id, flockId: flock.id, ageDays: age, targetC };
}

/** The rows of the requested barns, or of all barns of the farm, by name. */
export async function readBarns(
  { connection, scope }: AutomationFarm,
  requested: readonly string[] | 'all',
): Promise<readonly StoredOf<'barns'>[]> {
  if (requested === 'all') {
    const order = { order: 'name', direction: 'asc', limit: MOST_BARNS, offset: 0 } as const;
    const rows = await listRows(connection, barns, { scope, conditions: [], ...order });
    return rows.map((row) => JSON.parse(row) as StoredOf<'barns'>);
  }
  const existing: StoredOf<'barns'>[] = [];
  for (const id of requested) {
    const row = await findRow(connection, barns, { id, scope });
    if (row !== undefined) existing.push(JSON.parse(row) as StoredOf<'barns'>);
  }
  return existing;
}

/** Measured values of a barn, by metric. */
export interface BarnValues {
  /** The values for evaluating a trigger, oldest first. */
  of(trigger: Trigger): Promise<readonly Measured[]>;
  /** Temperatures of the last hours. */
  temps(): Promise<readonly Measured[]>;
  /** The number of offline or broken temperature sensors and controllers of the barn. */
  brokenSensors(): Promise<number>;
}

/** A larger gap interrupts a series, so older values than the longest series are not needed. */
export const GAP_MINUTES = 60;
/** Sensors that have been silent for longer are ignored. */
const SILENT_DAYS = 7;
/** Tolerated clock difference of sensors. */
const AHEAD_MILLIS = 5 * MINUTE_MILLIS;

/** Loads the measured values of a barn on demand; its rows are read once. */
export function loadValues(
  farm: AutomationFarm,
  barnId: string,
  triggers: readonly Trigger[],
): BarnValues {
  const longest = Math.max(0, ...triggers.map(({ forMinutes }) => forMinutes));
  const span = spanOf(farm, (longest + 2 * GAP_MINUTES) * MINUTE_MILLIS);
  const units = triggers
    .map(({ metric }) => metric)
    .filter((metric) => automationMetrics[metric].source === 'behavior');
  const { connection, scope } = farm;
  const currentMinutes = farm.thresholds.climateCurrentMinutes;
  const readings = memoize(() => listBarnReadings(connection, scope, { barnId, ...span }));
  const behaviors = memoize(() =>
    listBarnBehaviors(connection, scope, { barnId, ...span, units: [...new Set(units)] }),
  );
  return {
    async of({ metric, op }) {
      if (op === 'stale') return newestOf(farm, barnId, metric);
      if (automationMetrics[metric].source === 'readings')
        return valuesOf(await readings(), metric, currentMinutes);
      const behaviourRows = (await behaviors()).filter(({ unit }) => unit === metric);
      return behaviourRows.map(({ ts, value }) => ({ at: Date.parse(ts), value }));
    },
    temps: async () => valuesOf(await readings(), 'temp', currentMinutes),
    brokenSensors: () => countBrokenSensors(connection, scope, barnId),
  };
}

function spanOf({ now }: AutomationFarm, millisBack: number) {
  return { from: formatInstant(now - millisBack), to: formatInstant(now + AHEAD_MILLIS) };
}

/** The newest value of a metric in a barn within the last week, if any. */
export async function newestOf(
  farm: AutomationFarm,
  barnId: string,
  metric: AutomationMetricName,
): Promise<readonly Measured[]> {
  const { connection, scope } = farm;
  const span = spanOf(farm, SILENT_DAYS * 24 * 60 * MINUTE_MILLIS);
  if (automationMetrics[metric].source === 'behavior') {
    const query = { barnId, ...span, units: [metric], most: 1 };
    const behaviourRows = await listBarnBehaviors(connection, scope, query);
    return behaviourRows.map(({ ts, value }) => ({ at: Date.parse(ts), value }));
  }
  const measures = measuresOf(metric);
  const newest = await findNewestReading(connection, scope, { barnId, ...span, measures });
  return newest ? valuesOf([newest], metric, farm.thresholds.climateCurrentMinutes) : [];
}

const FLOWS = ['waterL', 'feedKg'] as const;
const AIR = ['temp', 'humidity', 'co2', 'nh3', 'thi'] as const;

type Measure = 'temp' | 'humidity' | 'co2' | 'nh3' | 'waterL' | 'feedKg';

/** The measures required for a metric of readings. */
export function measuresOf(metric: AutomationMetricName): readonly Measure[] {
  if (metric === 'thi') return ['temp', 'humidity'];
  const { source } = automationMetrics[metric];
  return source === 'readings' ? [metric as Measure] : [];
}

/** The values of a metric by time; for climate metrics the medians over the sensors of the barn. */
export function valuesOf(
  readings: readonly BarnReading[],
  metric: AutomationMetricName,
  currentMinutes: number,
): readonly Measured[] {
  const flow = FLOWS.find((name) => name === metric);
  if (flow) {
    return readings.flatMap(({ ts, [flow]: value }) =>
      value === null ? [] : [{ at: Date.parse(ts), value }],
    );
  }
  const air = AIR.find((name) => name === metric);
  if (!air) return [];
  const timed = readings.map((reading) => ({ at: Date.parse(reading.ts), reading }));
  return valuesOfPoints(climatePoints(timed, currentMinutes * MINUTE_MILLIS), air);
}

function memoize<T>(read: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined;
  return () => {
    cached ??= read();
    return cached;
  };
}
