import type { MadeSection } from '../../model/answers/insights.ts';
import { LIVE_FLOCK_PARTS, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { figure, rounded } from '../core/figure.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { noLiveFlocks } from '../core/missing-data.ts';
import {
  distinctMissing,
  rowStatus,
  type SectionDefinition,
  sectionStatus,
} from '../core/section.ts';
import {
  type FlockHealth,
  flockHealth,
  type HealthParts,
  isHealthAlert,
} from '../health/flock-health.ts';
import {
  type HealthScore,
  isHealthKnown,
  knownHealthScore,
  missingHealth,
} from '../health/health-score.ts';
import type { MortalitySpike } from '../health/mortality-spike.ts';
import { activeTreatments } from '../health/treatments.ts';
import { cumulativeDailyMortalityLimitPct } from '../metrics/mortality.ts';
import { mortalityBasis } from '../metrics/standard-basis.ts';
import { incomeOverFeedPerHen, type Laying } from '../performance/laying.ts';
import { YOUNGEST_DAYS } from '../performance/performance.ts';

const PARTS = [
  ...LIVE_FLOCK_PARTS,
  'treatments',
  'feedDeliveries',
  'moults',
  'alerts',
  'readings',
  'seenBehaviour',
] as const;

/** The state of each live flock: losses, water, air and the health score. */
export const healthSection: SectionDefinition<HealthParts, never, MadeSection<'health'>> = {
  parts: PARTS,
  uses: [],
  compute: computeHealth,
};

function computeHealth(snapshot: FarmSnapshot<HealthParts>): MadeSection<'health'> {
  const flocks = liveFlocksOf(snapshot).map((record) => {
    const health = flockHealth(record, snapshot);
    const missing = missingHealth(record, health, snapshot);
    const status = rowStatus(isHealthKnown(record), missing);
    const score = knownHealthScore(record, health, snapshot.thresholds);
    return { missing, row: { ...healthRow(record, { health, score }, snapshot), status } };
  });
  return {
    status: sectionStatus(flocks.map(({ row }) => row.status)),
    asOf: snapshot.today,
    missing: distinctMissing(
      flocks.length === 0 ? [noLiveFlocks(snapshot)] : flocks.flatMap(({ missing }) => missing),
    ),
    flocks: flocks.map(({ row }) => row),
  };
}

function healthRow(
  record: FlockRecord,
  { health, score }: { readonly health: FlockHealth; readonly score: HealthScore | null },
  snapshot: FarmSnapshot<HealthParts>,
) {
  const { flock, ageDays, live } = record;
  return {
    flockId: flock.id,
    barnId: flock.barnId,
    ageDays,
    live,
    ...lossesRow(record, health),
    waterFeedRatio: figure('ratio', health.waterFeedRatio),
    waterDropPct: figure('pct', health.waterDropPct),
    eggDropRatio: figure('ratio', health.eggDropRatio),
    env: airRow(health),
    behaviour: behaviourSeen(record, snapshot),
    treatmentsActive: activeTreatments(record, snapshot).map(({ treatment, withdrawalUntil }) => ({
      treatmentId: treatment.id,
      date: treatment.date,
      kind: treatment.kind,
      product: treatment.product,
      withdrawalUntil,
    })),
    openHealthAlerts: health.alerts.filter(isHealthAlert).length,
    laying: health.laying && layingRow(record, health.laying, snapshot),
    score: figure('score', score?.score),
    // In the first week, only losses describe the condition of the birds.
    grade: (ageDays ?? 0) < YOUNGEST_DAYS ? null : (score?.grade ?? null),
    drivers: (score?.drivers ?? []).map(({ points, ...driver }) => ({
      ...driver,
      points: rounded('time', points),
    })),
  };
}

function layingRow(
  record: FlockRecord,
  laying: Laying,
  snapshot: FarmSnapshot<HealthParts>,
): MadeSection<'health'>['flocks'][number]['laying'] {
  return {
    henDayPct: figure('pct', laying.henDayPct),
    standardHenDayPct: figure('pct', laying.standardHenDayPct),
    standardBasis: laying.standardBasis,
    ofStandardPct: figure('pct', laying.ofStandardPct),
    henHousedEggs: figure('ratio', laying.henHousedEggs),
    eggMassG: figure('ratio', laying.eggMassG),
    feedPerEggG: figure('ratio', laying.feedPerEggG),
    fcrEgg: figure('ratio', laying.eggFcr),
    incomeOverFeedPerHen: figure('money', incomeOverFeedPerHen(record, snapshot)),
    inMoult: laying.inMoult,
  };
}

function lossesRow({ kind, ageDays }: FlockRecord, health: FlockHealth) {
  const limit =
    kind !== 'broiler' || ageDays === null ? null : cumulativeDailyMortalityLimitPct(ageDays);
  return {
    livabilityPct: figure('pct', health.livabilityPct),
    logDay: health.logDay,
    dailyMortalityPct: figure('pct', health.spike.pct),
    mort7: health.mort7,
    mort7DaysUnlogged: health.mort7DaysUnlogged,
    avg7: figure('ratio', health.spike.avg7),
    spike: spikeRow(health.spike),
    firstWeekMortalityPct: figure('pct', health.firstWeekMortalityPct),
    cumMortalityPct: figure('pct', health.cumMortalityPct),
    mortalityDays: health.mortalityDays,
    mortalityDaysUnlogged: health.mortalityDaysUnlogged,
    expectedCumMortalityPct: figure('pct', health.standardMortalityPct),
    expectedBasis: health.standardMortalityPct === null ? null : ('curve' as const),
    standardBasis: health.standardMortalityPct === null ? null : mortalityBasis(kind),
    cdmrPct: figure('pct', health.cdmrPct),
    cdmrLimitPct: figure('pct', limit),
  };
}

function spikeRow({
  flag,
  severity,
  ratio,
  baseline,
}: MortalitySpike): MadeSection<'health'>['flocks'][number]['spike'] {
  return { flag, severity, ratio: figure('ratio', ratio), baseline };
}

function airRow({ air }: FlockHealth): MadeSection<'health'>['flocks'][number]['env'] {
  return {
    thi: figure('celsius', air.thi),
    heatStressHours24: figure('time', air.heatStressHours),
    outOfRangeMinutes24: figure('time', air.outOfRangeMinutes),
    nh3Max24: figure('nh3', air.nh3Max),
    co2Max24: figure('co2', air.co2Max),
    watchedHours24: rounded('time', air.watchedHours),
  };
}

/** A bird behaviour seen by cameras. */
export interface BehaviourSeen {
  /** For example panting or activity. */
  readonly unit: string;
  readonly value: number;
  readonly ts: string;
}

/** The newest observation of each behaviour of a flock in the last 24 hours, by name. */
function behaviourSeen(
  { flock }: FlockRecord,
  { seenBehaviour }: FarmSnapshot<'seenBehaviour'>,
): readonly BehaviourSeen[] {
  const newest = new Map<string, BehaviourSeen>();
  for (const { unit, value, ts, barnId, flockId } of seenBehaviour) {
    const isOwn = flockId === null ? barnId === flock.barnId : flockId === flock.id;
    if (!isOwn || unit === null || value === null || ts === null) continue;
    newest.set(unit, { unit, value, ts });
  }
  return [...newest.values()].toSorted((left, right) => (left.unit < right.unit ? -1 : 1));
}
