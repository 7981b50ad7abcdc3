import type { StoredOf } from '../../model/resources/registry.ts';
import { groupBy, mapById } from '../../tools/collections.ts';
import { type BarnState, barnState } from './barn-state.ts';
import { buildFlockRecord } from './build-flock-record.ts';
import type { FarmSnapshot } from './farm-snapshot.ts';
import type { FlockLog, FlockRecord } from './flock-record.ts';
import { judgedFlock, suspectSaleWeight } from './plausibility.ts';

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

const liveKnown = new WeakMap<object, readonly FlockRecord[]>();
const statesKnown = new WeakMap<object, ReadonlyMap<string, BarnState>>();
const closedKnown = new WeakMap<object, readonly FlockRecord[]>();

/** The active and selling flocks of a farm, the oldest first; put together once per snapshot. */
export function liveFlocksOf(
  snapshot: FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>,
): readonly FlockRecord[] {
  return once(liveKnown, snapshot, () => {
    const inside = snapshot.liveFlocks.filter(({ status }) => status !== 'planned');
    return buildRecords(snapshot, {
      flocks: inside,
      logs: snapshot.liveLogs,
      smartWeights: snapshot.smartWeights,
    });
  });
}

/** The flocks that are in the barn of a flock, itself among them, the oldest placement first. */
export function flocksWith(
  { flock }: FlockRecord,
  snapshot: FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>,
): readonly FlockRecord[] {
  return liveFlocksOf(snapshot).filter((other) => other.flock.barnId === flock.barnId);
}

/** The state of every barn of a farm today, by the id of the barn; computed once per snapshot. */
export function barnStatesOf(
  snapshot: FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>,
): ReadonlyMap<string, BarnState> {
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
export function closedFlocksOf(
  snapshot: FarmSnapshot<(typeof CLOSED_FLOCK_PARTS)[number]>,
): readonly FlockRecord[] {
  return once(closedKnown, snapshot, () =>
    buildRecords(snapshot, {
      flocks: snapshot.closedFlocks,
      logs: snapshot.closedLogs,
      smartWeights: [],
    }),
  );
}

function buildRecords(
  snapshot: FarmSnapshot<'barns' | 'sales'>,
  rows: {
    readonly flocks: FarmSnapshot['liveFlocks'];
    readonly logs: readonly FlockLog[];
    readonly smartWeights: FarmSnapshot['smartWeights'];
  },
): FlockRecord[] {
  const barns = mapById(snapshot.barns);
  const logs = groupBy(rows.logs, (log) => log.flockId);
  const sales = groupBy(snapshot.sales, (sale) => sale.flockId);
  const weights = new Map(rows.smartWeights.map((weight) => [weight.flockId, weight]));
  return rows.flocks.map((flock) =>
    buildFlockRecord(
      {
        flock,
        barn: barns.get(flock.barnId),
        logs: logs.get(flock.id) ?? [],
        sales: sales.get(flock.id) ?? [],
        smartWeight: weights.get(flock.id),
      },
      snapshot,
    ),
  );
}

function once(
  known: WeakMap<object, readonly FlockRecord[]>,
  snapshot: object,
  build: () => readonly FlockRecord[],
): readonly FlockRecord[] {
  const found = known.get(snapshot) ?? build();
  known.set(snapshot, found);
  return found;
}

/**
 * The sales of a farm; a weight that cannot be that of the birds sold is left out, of flocks that
 * are here: of the others these parts hold the sales alone.
 */
export function believedSales(
  snapshot: FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>,
): readonly StoredOf<'sales'>[] {
  const barns = mapById(snapshot.barns);
  const flocks = mapById(snapshot.liveFlocks);
  return snapshot.sales.map((sale) => {
    const flock = flocks.get(sale.flockId);
    const barnType = barns.get(flock?.barnId ?? '')?.barnType ?? null;
    const isDoubted = flock && suspectSaleWeight(judgedFlock({ ...flock, barnType }), sale);
    return isDoubted ? { ...sale, totalWeightKg: null } : sale;
  });
}

const NEWEST = 6;

/** The newest six closed flocks of a farm with birds of the same kind, without the flock itself. */
export function flockHistory(
  { flock, kind }: FlockRecord,
  snapshot: FarmSnapshot<(typeof CLOSED_FLOCK_PARTS)[number]>,
): readonly FlockRecord[] {
  return closedFlocksOf(snapshot)
    .filter((closed) => closed.kind === kind && closed.flock.id !== flock.id)
    .slice(0, NEWEST);
}
