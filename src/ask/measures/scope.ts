import {
  CLOSED_FLOCK_PARTS,
  closedFlocksOf,
  LIVE_FLOCK_PARTS,
  liveFlocksOf,
} from '../../farming/core/farm-flocks.ts';
import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import type { FlockRecord } from '../../farming/core/flock-record.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { mapById } from '../../tools/collections.ts';
import type { MeasureQuestion, Period, QuestionScope } from '../measure.ts';

/** The barns of a scope: those it names, those of its named flocks, or else all. */
export function barnsInScope(
  { barns, liveFlocks }: FarmSnapshot<'barns' | 'liveFlocks'>,
  { barnIds, flockIds }: QuestionScope,
): readonly StoredOf<'barns'>[] {
  if (!barnIds && !flockIds) return barns;
  const ofFlocks = liveFlocks
    .filter(({ id }) => flockIds?.includes(id))
    .map(({ barnId }) => barnId);
  const wanted = new Set(barnIds ?? ofFlocks);
  return barns.filter(({ id }) => wanted.has(id));
}

/** The parts of a snapshot that contain the flocks of a question. */
export const FLOCK_PARTS = [...new Set([...LIVE_FLOCK_PARTS, ...CLOSED_FLOCK_PARTS])] as const;

export type FlockPart = (typeof FLOCK_PARTS)[number];

/** A flock with its name in answers. */
export interface PlacedFlock {
  readonly record: FlockRecord;
  /** The name of its barn; with its code where the barn name is ambiguous. */
  readonly place: string;
}

/**
 * The flocks of a question: those it names, or else those in the named barns or on the farm; for a
 * period, and for the one compared with it, also those that were present in it and are gone.
 */
export function flocksInScope(
  snapshot: FarmSnapshot<FlockPart>,
  { scope, period, versus }: Pick<MeasureQuestion, 'scope' | 'period' | 'versus'>,
): PlacedFlock[] {
  const { barnIds, flockIds } = scope;
  const closed = closedFlocksOf(snapshot).filter(
    (record) => flockIds !== undefined || wasThere(record, period) || wasThere(record, versus),
  );
  const records = [...liveFlocksOf(snapshot), ...closed].filter(
    ({ flock }) =>
      (barnIds?.includes(flock.barnId) ?? true) && (flockIds?.includes(flock.id) ?? true),
  );
  return records.map((record) => ({
    record,
    place: flockPlace(record, flockIds !== undefined || isShared(record, records)),
  }));
}

/** The last flock of every empty barn in a scope, where no flock or day is named. */
export function lastInEmptyBarns(
  snapshot: FarmSnapshot<FlockPart>,
  { scope, period }: Pick<MeasureQuestion, 'scope' | 'period'>,
): PlacedFlock[] {
  if (scope.flockIds !== undefined || period) return [];
  const taken = new Set(liveFlocksOf(snapshot).map(({ flock }) => flock.barnId));
  const last = new Map<string, FlockRecord>();
  for (const record of closedFlocksOf(snapshot)) {
    const { barnId, placementDate } = record.flock;
    const isInScope = !taken.has(barnId) && (scope.barnIds?.includes(barnId) ?? true);
    const known = last.get(barnId)?.flock.placementDate ?? '';
    if (isInScope && placementDate > known) last.set(barnId, record);
  }
  return [...last.values()].map((record) => ({ record, place: flockPlace(record, true) }));
}

function wasThere({ flock, lastDay }: FlockRecord, period: Period | undefined): boolean {
  if (!period || lastDay === null) return false;
  return flock.placementDate <= period.to && lastDay >= period.from;
}

function isShared({ flock, isLive }: FlockRecord, records: readonly FlockRecord[]): boolean {
  return (
    !isLive ||
    records.some((other) => other.flock.barnId === flock.barnId && other.flock.id !== flock.id)
  );
}

function flockPlace({ flock, barn }: FlockRecord, needsCode: boolean): string {
  if (!barn) return flock.code ?? flock.id;
  return needsCode && flock.code !== null ? `${barn.name} (${flock.code})` : barn.name;
}

/**
 * The ids of the flocks in a scope, including planned and closed ones; undefined for the whole
 * farm, which also has rows without a flock.
 */
export function flockIdsInScope(
  { liveFlocks, closedFlocks }: FarmSnapshot<'liveFlocks' | 'closedFlocks'>,
  { barnIds, flockIds }: QuestionScope,
): ReadonlySet<string | null> | undefined {
  if (!barnIds && !flockIds) return undefined;
  const inside = [...liveFlocks, ...closedFlocks].filter(
    ({ id, barnId }) => (barnIds?.includes(barnId) ?? true) && (flockIds?.includes(id) ?? true),
  );
  return new Set(inside.map(({ id }) => id));
}

/** The name of a row's barn, from its own id or that of its flock; null where it has none. */
export function placeLookup({
  barns,
  liveFlocks,
}: FarmSnapshot<'barns' | 'liveFlocks'>): (row: {
  readonly barnId?: string | null;
  readonly flockId?: string | null;
}) => string | null {
  const barnNames = mapById(barns);
  const flocks = mapById(liveFlocks);
  return ({ barnId, flockId }) => {
    const own = barnId ?? flocks.get(flockId ?? '')?.barnId ?? '';
    return barnNames.get(own)?.name ?? null;
  };
}

/** The days of a flock from the first egg on: before it, none is expected. */
export function sinceFirstEgg({ days }: FlockRecord): FlockRecord['days'] {
  const first = days.findIndex(({ log }) => (log?.eggs ?? 0) > 0);
  return first < 0 ? [] : days.slice(first);
}
