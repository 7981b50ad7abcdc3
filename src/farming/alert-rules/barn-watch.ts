import { groupBy } from '../../tools/collections.ts';
import { liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import type { Measured } from '../metrics/hours-at-or-above.ts';
import { readingsOfBarn } from '../snapshot/barn-readings.ts';
import type { AirSnapshot, RuleFinding } from './alert-rule.ts';
import { type Found, placeOf } from './flock-findings.ts';

type Reading = AirSnapshot['readings'][number];

/** A barn with birds, and what its sensors told. */
export interface WatchedBarn {
  /** The flock placed last, whose age decides. */
  readonly record: FlockRecord;
  readonly ageDays: number;
  /** Values of a measure in the last 26 hours, the oldest first; without those it was not in. */
  readonly values: (measure: (reading: Reading) => number | null) => readonly Measured[];
}

const MINUTE_MILLIS = 60_000;

/** What a rule finds of each barn with birds whose sensors have told something lately. */
export function barnFindings(
  snapshot: AirSnapshot,
  judge: (barn: WatchedBarn) => Found | null,
): RuleFinding[] {
  return guestsOf(snapshot).flatMap((record) => {
    const { id: flockId, barnId } = record.flock;
    const timed = readingsOfBarn(barnId, snapshot).filter(({ at }) => at <= snapshot.now);
    const values: WatchedBarn['values'] = (measure) =>
      fresh(
        timed.flatMap(({ at, reading }) => {
          const value = measure(reading);
          return value === null ? [] : [{ at, value }];
        }),
        snapshot,
      );
    const found = judge({ record, ageDays: Math.max(0, record.ageDays ?? 0), values });
    if (!found) return [];
    const params = { ...placeOf(record), ...found.params };
    return [{ subject: barnId, barnId, flockId, ...found, params }];
  });
}

/** The flock placed last in each barn with birds. */
export function guestsOf(snapshot: AirSnapshot): readonly FlockRecord[] {
  const inside = groupBy(liveFlocksOf(snapshot), ({ flock }) => flock.barnId);
  return [...inside.values()].flatMap((records) => records.at(-1) ?? []);
}

/** Of sensors that have gone silent nothing is known now. */
function fresh(values: readonly Measured[], { now, thresholds }: AirSnapshot): readonly Measured[] {
  const newest = values.at(-1);
  const oldest = now - thresholds.sensorSilentMinutes * MINUTE_MILLIS;
  return newest && newest.at >= oldest ? values : [];
}
