import type { MadeSection } from '../../model/answers/insights.ts';
import { message } from '../../model/core/message.ts';
import {
  addDays,
  type CalendarDay,
  DAY_MILLIS,
  daysBetween,
  HOUR_MILLIS,
} from '../../tools/calendar.ts';
import { LIVE_FLOCK_PARTS, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmFrame, FarmSnapshot, SmartWeight } from '../core/farm-snapshot.ts';
import { figure, rounded } from '../core/figure.ts';
import { isGrownHen, lastWeighing } from '../core/flock-days.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import {
  missingInFlock,
  missingInLog,
  missingWeighing,
  noLiveFlocks,
  uncalibratedWeight,
  weighingSetAside,
} from '../core/missing-data.ts';
import { projectedWeightG, weightFigures, weightNow } from '../core/projections.ts';
import {
  distinctMissing,
  type MissingData,
  rowStatus,
  type SectionDefinition,
  sectionStatus,
} from '../core/section.ts';
import { weightBasisOn } from '../metrics/standard-basis.ts';
import { standardWeightOn } from '../metrics/weight.ts';
import {
  barnCameras,
  type FlockUniformity,
  flockUniformity,
  recentGain,
  targetDay,
} from '../performance/weights.ts';
import { growthBetween, standardCurve } from '../vision/camera-weight.ts';
import { laterBand, WEIGHT_BAND_PCT } from '../vision/weight-band.ts';

const PARTS = [...LIVE_FLOCK_PARTS, 'weighSamples', 'devices', 'calibrations'] as const;
type WeightSnapshot = FarmSnapshot<(typeof PARTS)[number]>;

const DAYS_AHEAD = 10;

/** The current and projected weight of each live flock, from all sources. */
export const weightsSection: SectionDefinition<
  (typeof PARTS)[number],
  never,
  MadeSection<'weights'>
> = {
  parts: PARTS,
  uses: [],
  compute: computeWeights,
};

function computeWeights(snapshot: WeightSnapshot): MadeSection<'weights'> {
  const flocks = liveFlocksOf(snapshot).map((record) => {
    const missing = missingWeights(record, snapshot);
    const status = rowStatus(record.weight !== null, missing);
    return { missing, row: { ...weightRow(record, snapshot), status } };
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

function weightRow(
  record: FlockRecord,
  snapshot: WeightSnapshot,
): Omit<MadeSection<'weights'>['flocks'][number], 'status'> {
  const { flock, weight } = record;
  const smart = snapshot.smartWeights.find(({ flockId }) => flockId === flock.id);
  const manual = lastWeighing(record);
  const gain = recentGain(record);
  const uniformity = flockUniformity(record, snapshot);
  const now = weightNow(record);
  return {
    flockId: flock.id,
    barnId: flock.barnId,
    weight: weight && {
      g: rounded('grams', weight.g),
      source: weight.source,
      date: weight.day,
      uncalibrated: weight.uncalibrated,
      standardG: figure('grams', standardWeightOn(flock, weight.day)),
      standardBasis: weightBasisOn(flock, weight.day),
    },
    weightG: figure('grams', now.g),
    smart: smart ? smartRow(smart, record, snapshot) : null,
    std: figure('grams', now.standardG),
    standardBasis: weightBasisOn(flock, snapshot.today),
    ...weightFigures(record),
    adg7: figure('grams', gain?.g),
    stdAdg: figure('grams', gain?.standardG),
    stdAdgBasis: gain?.standardBasis ?? null,
    lastManual: manual && { date: manual.day, weightG: rounded('grams', manual.g) },
    daysSinceManual: manual && daysBetween(manual.day, snapshot.today),
    calibration: barnCameras(record, snapshot).calibrations.map((calibration) => ({
      deviceId: calibration.deviceId,
      factor: rounded('share', calibration.factor),
      pairs: calibration.pairs,
      updatedAt: calibration.updatedAt,
    })),
    uniformity: uniformity && uniformityRow(uniformity),
    projected: projectedDays(record, snapshot.today),
    targetDate: targetDay(record),
  };
}

/** The fused weight with its band, both projected from the time of computation to now. */
function smartRow(
  smart: SmartWeight,
  { flock }: FlockRecord,
  frame: FarmFrame,
): MadeSection<'weights'>['flocks'][number]['smart'] {
  const { now, zone, thresholds } = frame;
  const { at, sources, uncalibrated } = smart;
  const curve = standardCurve({ ...flock, flockId: flock.id }, zone);
  const growth = growthBetween(curve, Date.parse(at), now) ?? 1;
  const days = (now - Date.parse(at)) / DAY_MILLIS;
  const { weightG, lowG, highG } = laterBand(smart, { growth, days }, thresholds);
  return {
    weightG: figure('grams', weightG),
    low: figure('grams', lowG),
    high: figure('grams', highG),
    levelPct: WEIGHT_BAND_PCT,
    uncalibrated,
    sources: sources.map(({ source, valueG, weightPct, measuredAt, downWeighted }) => ({
      source,
      valueG: rounded('grams', valueG),
      weightPct: rounded('pct', weightPct),
      ageHours: rounded('time', Math.max(0, now - Date.parse(measuredAt)) / HOUR_MILLIS),
      downWeighted,
    })),
    method: 'weighted_median',
  };
}

function uniformityRow({
  at,
  birds,
  basis,
  ...figures
}: FlockUniformity): MadeSection<'weights'>['flocks'][number]['uniformity'] {
  return {
    ts: at,
    birds,
    cvPct: figure('pct', figures.cvPct),
    uniformity10Pct: figure('pct', figures.within10Pct),
    uniformity15Pct: figure('pct', figures.within15Pct),
    basis,
    sampleFor2Pct: figures.sampleFor2Pct,
    classes: figures.classes.map(({ fromG, toG, pct }) => ({
      fromG: figure('grams', fromG),
      toG: figure('grams', toG),
      pct: rounded('pct', pct),
    })),
  };
}

/** The next days up to the end of the breed table; empty when the current weight is unknown. */
function projectedDays(record: FlockRecord, today: CalendarDay) {
  if (weightNow(record).reason !== null) return [];
  return Array.from({ length: DAYS_AHEAD }, (_, index) => addDays(today, index + 1)).flatMap(
    (date) => {
      const weightG = figure('grams', projectedWeightG(record, date));
      return weightG === null ? [] : [{ date, weightG }];
    },
  );
}

function missingWeights(record: FlockRecord, snapshot: WeightSnapshot): readonly MissingData[] {
  const { today } = snapshot;
  const { weight, breed } = record;
  const log = { code: 'no_weight_7d', field: 'avgWeightGr', today, need: 1, have: 0 } as const;
  const isUnknown = weight === null && !isGrownHen(record);
  return [
    ...(isUnknown ? [missingInLog(record, log)] : missingWeighing(record, snapshot)),
    ...weighingSetAside(record),
    ...(breed ? [] : [missingInFlock(record, 'breed_unknown', 'breed')]),
    ...uncalibratedWeight(record, today),
    ...(barnCameras(record, snapshot).cameras === 0 ? [noCamera(record)] : []),
  ];
}

function noCamera({ flock, barn }: FlockRecord): MissingData {
  return {
    code: 'no_camera',
    message: message('missing.no_camera', { barn: barn?.name ?? flock.barnId }),
    resource: 'devices',
    field: 'sourceKey',
    barnId: flock.barnId,
    need: 1,
    have: 0,
    fix: {
      method: 'POST',
      path: '/devices',
      body: { barnId: flock.barnId, kind: 'camera', name: null, sourceKey: null },
    },
  };
}
