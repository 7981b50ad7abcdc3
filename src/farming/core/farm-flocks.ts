import type { StoredOf } from '../../model/resources/registry.ts';
import { groupBy, mapById } from '../../tools/collections.ts';
import { runSteps, type Steps } from '../../tools/concurrency.ts';
import { isInside } from '../metrics/population.ts';
import { type BarnState, barnState } from './barn-state.ts';
import { buildFlockRecord } from './build-flock-record.ts';
import type { FarmSnapshot } from './farm-snapshot.ts';
import type { FlockLog, FlockRecord } from './flock-record.ts';
import { flockForPlausibility, suspectSaleWeight } from './plausibility.ts';

/** The parts of a snapshot from which flocks are put together. */
export const LIVE_FLOCK_PARTS = [
  'barns',
  'liveFlocks',
  'liveLogs',
  'sales',
  'smartWeights',
] as const;

/** The parts for flocks that are closed. */
export const CLOSED_FLOCK_PARTS = ['barns', 'closedFlocks', 'closedLogs', 'sales'] as const;

type LiveSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>;
type ClosedSnapshot = FarmSnapshot<(typeof CLOSED_FLOCK_PARTS)[number]>;

const liveKnown = new WeakMap<object, readonly FlockRecord[]>();
const statesKnown = new WeakMap<object, ReadonlyMap<string, BarnState>>();
const closedKnown = new WeakMap<object, readonly FlockRecord[]>();

/** The active and selling flocks of a farm, the oldest first; put together once per snapshot. */
export function liveFlocksOf(snapshot: LiveSnapshot): readonly FlockRecord[] {
  return liveKnown.get(snapshot) ?? runSteps(liveFlockSteps(snapshot));
}

/** Puts the active and selling flocks together, each as one step: `liveFlocksOf` finds them then. */
export function* liveFlockSteps(snapshot: LiveSnapshot): Steps<readonly FlockRecord[]> {
  const records = yield* recordSteps(snapshot, {
    flocks: snapshot.liveFlocks.filter((flock) => isInside(flock, snapshot.today)),
    logs: snapshot.liveLogs,
    smartWeights: snapshot.smartWeights,
  });
  liveKnown.set(snapshot, records);
  return records;
}

/** The flocks that are in the barn of a flock, itself among them, the oldest placement first. */
export function flocksWith({ flock }: FlockRecord, snapshot: LiveSnapshot): readonly FlockRecord[] {
  return liveFlocksOf(snapshot).filter((other) => other.flock.barnId === flock.barnId);
}

/** The state of every barn of a farm today, by the id of the barn; computed once per snapshot. */
export function barnStatesOf(snapshot: LiveSnapshot): ReadonlyMap<string, BarnState> {
  const found = statesKnown.get(snapshot);
  if (found) return found;
  const inside = groupBy(liveFlocksOf(snapshot), ({ flock }) => flock.barnId);
  const states = new Map(
    snapshot.barns.map(({ id, areaSqm }) => [
      id,
      barnState(areaSqm, inside.get(id) ?? [], snapshot.today),
    ]),
  );
  statesKnown.set(snapshot, states);
  return states;
}

/** The closed flocks of a snapshot, the newest first; put together once per snapshot. */
export function closedFlocksOf(snapshot: ClosedSnapshot): readonly FlockRecord[] {
  return closedKnown.get(snapshot) ?? runSteps(closedFlockSteps(snapshot));
}

/** Puts the closed flocks together, each as one step: `closedFlocksOf` finds them then. */
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
    const own = {
      flock,
      barn: barns.get(flock.barnId),
      logs: logs.get(flock.id) ?? [],
      sales: sales.get(flock.id) ?? [],
      smartWeight: weights.get(flock.id),
    };
    records.push(buildFlockRecord(own, snapshot));
    yield;
  }
  return records;
}

/**
 * The sales of a farm; a weight that cannot be that of the birds sold is left out, of flocks that
 * are here: of the others these parts hold the sales alone.
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

const NEWEST = 6;

/** The newest six closed flocks of a farm with birds of the same kind, without the flock itself. */
export function flockHistory(
  { flock, kind }: FlockRecord,
  snapshot: ClosedSnapshot,
): readonly FlockRecord[] {
  return closedFlocksOf(snapshot)
    .filter((closed) => closed.kind === kind && closed.flock.id !== flock.id)
    .slice(0, NEWEST);
}
