import type { gapsAnswer } from '../../model/answers/digest.ts';
import type { Made } from '../../model/api/json-schema.ts';
import { HOUR_MILLIS, parseInstant } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { mean, sum } from '../../tools/statistics.ts';
import { heldCosts } from '../accounting/prices.ts';
import { liveFlocksOf } from '../core/farm-flocks.ts';
import type { AirReading } from '../core/farm-snapshot.ts';
import { figure } from '../core/figure.ts';
import {
  daysSinceWeighing,
  deathDaysOf,
  isWeighingDue,
  loggedDays,
  loggedPct,
  recentSuspects,
  weekDaysDue,
} from '../core/flock-days.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { shareLogged } from '../metrics/mortality.ts';
import { findDataIssues } from './data-issues.ts';
import { hasRecentPhoto } from './flock-gaps.ts';
import type { GapSnapshot } from './gap.ts';

/** The completeness of the data of a farm, and its invalid data. */
export type DataQuality = Made<(typeof gapsAnswer)['schema']>['dataQuality'];

const HOURS = 24;

/**
 * The completeness of the data of a farm, over the seven days before today and the last 24 hours.
 */
export function dataQualityOf(snapshot: GapSnapshot): DataQuality {
  const { farm, contacts, barns } = snapshot;
  const records = liveFlocksOf(snapshot);
  const measured = barns.filter(({ areaSqm, capacity }) => areaSqm !== null && capacity !== null);
  const parts = qualityParts({
    hasCoordinates: farm.latitude !== null && farm.longitude !== null,
    contacts: contacts.length,
    barns: barns.length,
    barnsMeasured: measured.length,
    flocks: flockFacts(records, snapshot),
  });
  return {
    score: qualityScore(parts),
    parts: roundParts(parts),
    coverage: {
      logs7dPct: loggedPct(records, 'mortality', snapshot.today),
      feed7dPct: loggedPct(records, 'feedKg', snapshot.today),
      water7dPct: loggedPct(records, 'waterL', snapshot.today),
      envHours24Pct: pctOfShare(parts.environment),
      weighed7dPct: pctOfShare(parts.weights),
    },
    issues: findDataIssues(snapshot),
  };
}

function roundParts(parts: QualityParts): QualityParts {
  const { logs, weights, environment, money, photos, identity } = parts;
  return {
    logs: figure('share', logs),
    weights: figure('share', weights),
    environment: figure('share', environment),
    money: figure('share', money),
    photos: figure('share', photos),
    identity: figure('share', identity),
  };
}

function flockFacts(records: readonly FlockRecord[], snapshot: GapSnapshot): FlockQualityFacts[] {
  const { today, thresholds, smartWeights } = snapshot;
  const heldStock = heldCosts(snapshot);
  const hours = measuredHours(snapshot);
  return records.map((record) => {
    const { flock, ageDays, breed, placed } = record;
    const isCameraWeighed = smartWeights.some(({ flockId }) => flockId === flock.id);
    return {
      ageDays: ageDays ?? 0,
      daysDue7: weekDaysDue(flock.placementDate, today),
      daysLogged7: loggedDays(record, 'mortality', today),
      lifeShareLogged: record.live === 0 ? 1 : shareLogged(deathDaysOf(record)),
      suspectValues: recentSuspects(record, today),
      isWeighed:
        isCameraWeighed ||
        !isWeighingDue(record, daysSinceWeighing(record, today), thresholds.weighingDays),
      climateHours24: hours.get(flock.barnId) ?? 0,
      hasChickCost: (heldStock.get(flock.id)?.chicks ?? 0) > 0,
      hasFeedCost: (heldStock.get(flock.id)?.feed ?? 0) > 0,
      hasPhoto7d: hasRecentPhoto(flock, snapshot),
      isBreedKnown: breed !== undefined,
      isPlacedKnown: placed !== null,
    };
  });
}

/** Number of the last 24 hours in which each barn was measured. */
function measuredHours({ readings, now }: GapSnapshot): ReadonlyMap<string, number> {
  const byBarn = groupBy(readings.filter(isMeasured), ({ barnId }) => barnId);
  return new Map(
    [...byBarn].map(([barnId, measured]) => {
      const hours = measured.map(({ ts }) => {
        const at = parseInstant(ts ?? '');
        return at === undefined ? HOURS : Math.floor((now - at) / HOUR_MILLIS);
      });
      return [barnId, new Set(hours.filter((hour) => hour >= 0 && hour < HOURS)).size];
    }),
  );
}

function isMeasured({ temp, humidity, co2, nh3 }: AirReading): boolean {
  return [temp, humidity, co2, nh3].some((value) => value !== null);
}

function pctOfShare(share: number | null): number | null {
  return share === null ? null : figure('pct', share * 100);
}

/** The inputs of the completeness of a farm's data. */
export interface QualityFacts {
  readonly hasCoordinates: boolean;
  readonly contacts: number;
  readonly barns: number;
  /** Barns with both an area and a capacity. */
  readonly barnsMeasured: number;
  /** Active and selling. */
  readonly flocks: readonly FlockQualityFacts[];
}

/** The inputs of the completeness of a flock's data. */
export interface FlockQualityFacts {
  readonly ageDays: number;
  /** Days due for a log among the seven days before today, and the number with deaths logged. */
  readonly daysDue7: number;
  readonly daysLogged7: number;
  /** Share of all its days with logged deaths, 0 to 1; 1 once all birds have left. */
  readonly lifeShareLogged: number;
  /** Implausible values of the last fourteen days; each cancels one logged day. */
  readonly suspectValues: number;
  /** Weighed recently, manually or by cameras. */
  readonly isWeighed: boolean;
  /** Number of the last 24 hours in which its barn was measured. */
  readonly climateHours24: number;
  readonly hasChickCost: boolean;
  readonly hasFeedCost: boolean;
  readonly hasPhoto7d: boolean;
  readonly isBreedKnown: boolean;
  readonly isPlacedKnown: boolean;
}

/** The completeness of each kind of data, 0 to 1, unrounded; null when not applicable. */
export type QualityParts = DataQuality['parts'];

/** The weight of each part in the score. */
const WEIGHTS: Readonly<Record<keyof QualityParts, number>> = {
  logs: 35,
  weights: 20,
  environment: 15,
  money: 15,
  photos: 5,
  identity: 10,
};

/** Younger birds are not due for weighing yet. */
const WEIGHED_FROM_AGE = 7;
const HOURS_A_DAY = 24;

/** The completeness of the data of a farm by part; all flocks have equal weight. */
export function qualityParts(facts: QualityFacts): QualityParts {
  const { flocks } = facts;
  const weighableFlocks = flocks.filter(({ ageDays }) => ageDays >= WEIGHED_FROM_AGE);
  const expected = sum(flocks.map(({ daysDue7 }) => daysDue7));
  // The last seven days and the whole life have equal weight, because figures since placement need
  // all days.
  const logged = sum(
    flocks.map(({ daysLogged7, suspectValues, daysDue7, lifeShareLogged: ofLife }) =>
      mean([Math.max(0, daysLogged7 - suspectValues), daysDue7 * ofLife]),
    ),
  );
  return {
    logs: expected === 0 ? null : logged / expected,
    weights: shareOf(weighableFlocks, ({ isWeighed }) => Number(isWeighed)),
    environment: shareOf(flocks, ({ climateHours24 }) => climateHours24 / HOURS_A_DAY),
    money: shareOf(flocks, ({ hasChickCost, hasFeedCost }) => share([hasChickCost, hasFeedCost])),
    photos: shareOf(flocks, ({ hasPhoto7d }) => Number(hasPhoto7d)),
    identity: mean(identityShares(facts)),
  };
}

/** The parts as one score, 0 to 100; parts that do not apply are excluded from the weights. */
export function qualityScore(parts: QualityParts): number | null {
  const applicable = Object.entries(WEIGHTS).flatMap(([name, weight]) => {
    const part = parts[name as keyof QualityParts];
    return part === null ? [] : [{ part, weight }];
  });
  // Without birds only the farm's basic data apply, which do not describe its records.
  if (parts.logs === null && parts.environment === null) return null;
  const total = sum(applicable.map(({ weight }) => weight));
  if (total === 0) return null;
  return figure('score', (sum(applicable.map(({ part, weight }) => part * weight)) / total) * 100);
}

function identityShares({
  hasCoordinates,
  contacts,
  barns,
  barnsMeasured,
  flocks,
}: QualityFacts): number[] {
  return [
    Number(hasCoordinates),
    Number(contacts > 0),
    ...(barns === 0 ? [] : [barnsMeasured / barns]),
    ...flocks.map(({ isBreedKnown, isPlacedKnown }) => share([isBreedKnown, isPlacedKnown])),
  ];
}

function shareOf(
  flocks: readonly FlockQualityFacts[],
  shareOfOne: (flock: FlockQualityFacts) => number,
): number | null {
  return mean(flocks.map(shareOfOne));
}

function share(facts: readonly boolean[]): number {
  return facts.filter(Boolean).length / facts.length;
}
