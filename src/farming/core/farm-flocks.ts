import type { StoredOf } from '../../model/resources/registry.ts';
import { groupBy, mapById } from '../../tools/collections.ts';
import { runSteps, type Steps } from '../../tools/concurrency.ts';
import { isInside } from '../metrics/population.ts';
import { type BarnState, barnState } from './barn-state.ts';
import { buildFlockRecord, clearSuspects } from './build-flock-record.ts';
import type { FarmSnapshot } from './farm-snapshot.ts';
import type { FlockLog, FlockRecord } from './flock-record.ts';
import { flockForPlausibility, suspectSaleWeight } from './plausibility.ts';

/** Snapshot parts that live flocks are built from. */
export const LIVE_FLOCK_PARTS = [
  'barns',
  'liveFlocks',
  'liveLogs',
  'sales',
  'smartWeights',
] as const;

/** Snapshot parts that closed flocks are built from. */
export const CLOSED_FLOCK_PARTS = ['barns', 'closedFlocks', 'closedLogs', 'sales'] as const;

type LiveSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>;
type ClosedSnapshot = FarmSnapshot<(typeof CLOSED_FLOCK_PARTS)[number]>;

const liveKnown = new WeakMap<object, readonly FlockRecord[]>();
const statesKnown = new WeakMap<object, ReadonlyMap<string, BarnState>>();
const closedKnown = new WeakMap<object, readonly FlockRecord[]>();

/** The active and selling flocks of a farm, oldest first; built once per snapshot. */
export function liveFlocksOf(snapshot: LiveSnapshot): readonly FlockRecord[] {
  return liveKnown.get(snapshot) ?? runSteps(liveFlockSteps(snapshot));
}

/** Builds the active and selling flocks, one step per flock, and caches them for `liveFlocksOf`. */
export function* liveFlockSteps(snapshot: LiveSnapshot): Steps<readonly FlockRecord[]> {
  const records = yield* recordSteps(snapshot, {
    flocks: snapshot.liveFlocks.filter((flock) => isInside(flock, snapshot.today)),
    logs: snapshot.liveLogs,
    smartWeights: snapshot.smartWeights,
  });
  liveKnown.set(snapshot, records);
  return records;
}

/** All flocks in the barn of a flock, itself included, oldest placement first. */
export function flocksWith({ flock }: FlockRecord, snapshot: LiveSnapshot): readonly FlockRecord[] {
  return liveFlocksOf(snapshot).filter((other) => other.flock.barnId === flock.barnId);
}

/** The state of every barn of a farm today, by barn ID; computed once per snapshot. */
export function barnStatesOf(snapshot: LiveSnapshot): ReadonlyMap<string, BarnState> {
  const cached = statesKnown.get(snapshot);
  if (cached) return cached;
  const recordsByBarn = groupBy(liveFlocksOf(snapshot), ({ flock }) => flock.barnId);
  const states = new Map(
    snapshot.barns.map(({ id, areaSqm }) => [
      id,
      barnState(areaSqm, recordsByBarn.get(id) ?? [], snapshot.today),
    ]),
  );
  statesKnown.set(snapshot, states);
  return states;
}

/** The closed flocks of a snapshot, newest first; built once per snapshot. */
export function closedFlocksOf(snapshot: ClosedSnapshot): readonly FlockRecord[] {
  return closedKnown.get(snapshot) ?? runSteps(closedFlockSteps(snapshot));
}

/** Builds the closed flocks, one step per flock, and caches them for `closedFlocksOf`. */
export function* closedFlockSteps(snapshot: ClosedSnapshot): Steps<readonly FlockRecord[]> {
  const records = yield* recordSteps(snapshot, {
    flocks: snapshot.closedFlocks,
    logs: snapshot.closedLogs,
    smartWeights: [],
  });
  closedKnown.set(snapshot, records);
  return records;
}

function* recordSteps(
  snapshot: FarmSnapshot<'barns' | 'sales'>,
  rows: {
    readonly flocks: FarmSnapshot['liveFlocks'];
    readonly logs: readonly FlockLog[];
    readonly smartWeights: FarmSnapshot['smartWeights'];
  },
): Steps<readonly FlockRecord[]> {
  const barns = mapById(snapshot.barns);
  const logs = groupBy(rows.logs, (log) => log.flockId);
  const sales = groupBy(snapshot.sales, (sale) => sale.flockId);
  const weights = new Map(rows.smartWeights.map((weight) => [weight.flockId, weight]));
  const records: FlockRecord[] = [];
  for (const flock of rows.flocks) {
    const ownValues = {
      flock,
      barn: barns.get(flock.barnId),
      logs: logs.get(flock.id) ?? [],
      sales: sales.get(flock.id) ?? [],
      smartWeight: weights.get(flock.id),
    };
    records.push(buildFlockRecord(ownValues, snapshot));
    yield;
  }
  return records;
}

/**
 * The sales of a farm, with implausible weights of live flocks removed; for other flocks these
 * parts contain only the sales, so their weights are not checked.
 */
export function believedSales(snapshot: LiveSnapshot): readonly StoredOf<'sales'>[] {
  const barns = mapById(snapshot.barns);
  const flocks = mapById(snapshot.liveFlocks);
  return snapshot.sales.map((sale) => {
    const flock = flocks.get(sale.flockId);
    const barnType = barns.get(flock?.barnId ?? '')?.barnType ?? null;
    const isDoubted =
      flock && suspectSaleWeight(flockForPlausibility({ ...flock, barnType }), sale);
    return isDoubted ? { ...sale, totalWeightKg: null } : sale;
  });
}

/** The logs of the live flocks of a farm, with implausible values removed. */
export function believedLogs(snapshot: LiveSnapshot): readonly StoredOf<'daily-logs'>[] {
  const suspects = liveFlocksOf(snapshot).flatMap((record) => record.suspects);
  return clearSuspects(snapshot.liveLogs, suspects);
}

const NEWEST = 6;

/**
 * The newest six closed flocks of the farm with the same kind of birds, without the flock itself.
 */
export function flockHistory(
  { flock, kind }: FlockRecord,
  snapshot: ClosedSnapshot,
): readonly FlockRecord[] {
  return closedFlocksOf(snapshot)
    .filter((closed) => closed.kind === kind && closed.flock.id !== flock.id)
    .slice(0, NEWEST);
}
