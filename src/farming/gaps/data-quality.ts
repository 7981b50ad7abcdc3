import { parseInstant } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { figure } from '../figure.ts';
import { liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { heldCosts } from '../money/held-costs.ts';
import type { AirReading } from '../snapshot/farm-snapshot.ts';
import type { DataIssue } from './data-issue.ts';
import { findDataIssues } from './find-data-issues.ts';
import type { GapSnapshot } from './gap-rule.ts';
import { hasRecentPhoto } from './has-recent-photo.ts';
import { daysSinceWeighing, isWeighingDue } from './last-weighing.ts';
import { daysInside, loggedDays, loggedPct, recentSuspects } from './logged-pct.ts';
import {
  type FlockQualityFacts,
  type QualityParts,
  qualityParts,
  qualityScore,
} from './quality-parts.ts';

/** How complete the data of a farm are, and what in them cannot be right. */
export interface DataQuality {
  /** 0 to 100; null where nothing can be said. */
  readonly score: number | null;
  /** Each 0 to 1; null where it does not apply. */
  readonly parts: QualityParts;
  /** In %; null without birds. */
  readonly coverage: {
    readonly logs7dPct: number | null;
    readonly feed7dPct: number | null;
    readonly water7dPct: number | null;
    readonly envHours24Pct: number | null;
    readonly weighed7dPct: number | null;
  };
  readonly issues: readonly DataIssue[];
}

const HOURS = 24;
const HOUR_MILLIS = 3_600_000;

/** How complete the data of a farm are, on the seven days before today and the last 24 hours. */
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
  const held = heldCosts(snapshot);
  const hours = measuredHours(snapshot);
  return records.map((record) => {
    const { flock, ageDays, breed, placed } = record;
    const isCameraWeighed = smartWeights.some(({ flockId }) => flockId === flock.id);
    return {
      ageDays: ageDays ?? 0,
      daysInside7: daysInside(record, today),
      daysLogged7: loggedDays(record, 'mortality', today),
      suspectValues: recentSuspects(record, today),
      isWeighed:
        isCameraWeighed ||
        !isWeighingDue(record, daysSinceWeighing(record, today), thresholds.weighingDays),
      climateHours24: hours.get(flock.barnId) ?? 0,
      hasChickCost: (held.get(flock.id)?.chicks ?? 0) > 0,
      hasFeedCost: (held.get(flock.id)?.feed ?? 0) > 0,
      hasPhoto7d: hasRecentPhoto(flock, snapshot),
      isBreedKnown: breed !== undefined,
      isPlacedKnown: placed !== null,
    };
  });
}

/** Of the last 24 hours, in how many each barn was measured. */
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
