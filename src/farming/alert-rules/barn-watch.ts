import { groupBy } from '../../tools/collections.ts';
import { type CurrentClimate, climateValues, currentClimate } from '../climate/barn-climate.ts';
import { liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import type { ClimateMeasure } from '../metrics/climate-range.ts';
import type { Measured } from '../metrics/hours-at-or-above.ts';
import type { AirSnapshot, RuleFinding } from './alert-rule.ts';
import { type Found, placeOf } from './flock-findings.ts';

/** A barn with birds, and what its sensors told. */
export interface WatchedBarn {
  /** The flock placed last, whose age decides. */
  readonly record: FlockRecord;
  readonly ageDays: number;
  readonly climate: CurrentClimate;
  /** Values of a measure in the last 26 hours, ending with the current one; none without it. */
  readonly values: (measure: ClimateMeasure | 'thi') => readonly Measured[];
}

/** What a rule finds of each barn with birds whose sensors have told something lately. */
export function barnFindings(
  snapshot: AirSnapshot,
  judge: (barn: WatchedBarn) => Found | null,
): RuleFinding[] {
  return guestsOf(snapshot).flatMap((record) => {
    const { id: flockId, barnId } = record.flock;
    const climate = currentClimate(barnId, snapshot);
    const values: WatchedBarn['values'] = (measure) => climateValues(barnId, measure, snapshot);
    const found = judge({ record, ageDays: Math.max(0, record.ageDays ?? 0), climate, values });
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
