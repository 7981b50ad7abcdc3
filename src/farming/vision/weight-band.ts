import type { Thresholds } from '../../model/thresholds.ts';
import { sum } from '../../tools/statistics.ts';
import { agreeingMedian } from './camera-calibration.ts';

/** Confidence level of the band of a fused weight, in %. */
export const WEIGHT_BAND_PCT = 90;
/** Two-sided quantile of the normal distribution at that level. */
const Z = 1.645;

/** The properties of a source that determine the error of a fused weight. */
export interface BandVoice {
  readonly kind: 'manual' | 'camera' | 'prior';
  readonly valueG: number;
  /** Its share in the estimate is proportional to this. */
  readonly weight: number;
  /** Its own standard error, in %. */
  readonly errorPct: number;
  /** Standard error of its calibration, in %; null for an uncalibrated source. */
  readonly calibrationPct: number | null;
  readonly downWeighted: boolean;
}

/** The interval that contains the true weight at the level `WEIGHT_BAND_PCT`. */
export interface WeightBand {
  readonly lowG: number;
  readonly highG: number;
  /** True when neither a manual weighing nor a calibrated camera contributed. */
  readonly uncalibrated: boolean;
}

const PERCENT = 100;
/**
 * Errors of a camera that was never compared with scales, in %: its own, and the one common to
 * cameras of the same kind. A single camera has 15.2 %, which is 25 % at the level of the band.
 */
const UNCALIBRATED = { ownPct: 14, commonPct: 6 } as const;

/** The error in % of a weighing 16 days old; older weighings do not calibrate anything. */
const OLDEST_WEIGHING_PCT = 10;
/** Minimum error of any fused weight in %, because a flock does not follow the curve exactly. */
const LEAST_PCT = 0.5;

/**
 * The band of a weighted median. The errors of the sources are propagated with their shares: own
 * errors are independent, calibration errors are common to all cameras. The band is at least
 * `uncalibratedBandPct` wide on both sides when the only source is a single uncalibrated camera,
 * widens with the disagreement of the sources that were not down-weighted, and includes the
 * plausible growth when uncalibrated sources disagree with it.
 */
export function weightBand(
  weightG: number,
  voices: readonly BandVoice[],
  { curveG, thresholds }: { readonly curveG: number | null; readonly thresholds: Thresholds },
): WeightBand {
  const uncalibrated = !voices.some(isCalibrated);
  const cameras = voices.filter(({ kind }) => kind === 'camera');
  const isLone = uncalibrated && cameras.filter(({ downWeighted }) => !downWeighted).length < 2;
  const errorPct = Math.hypot(LEAST_PCT, propagatedPct(voices), disagreementPct(weightG, voices));
  const pct = Math.max(Z * errorPct, isLone ? thresholds.uncalibratedBandPct : 0);
  const centres = [weightG, ...otherCentres(voices, uncalibrated ? curveG : null)];
  const share = Math.min(pct / PERCENT, 0.95);
  const doubtShare = thresholds.weightDoubtPct / PERCENT;
  return {
    lowG: Math.min(weightG * (1 - share), ...centres.slice(1).map((g) => g * (1 - doubtShare))),
    highG: Math.max(weightG * (1 + share), ...centres.slice(1).map((g) => g * (1 + doubtShare))),
    uncalibrated,
  };
}

/** A band projected to a later moment: it grows along the curve and widens every day. */
export function laterBand(
  { weightG, lowG, highG }: { readonly weightG: number } & Omit<WeightBand, 'uncalibrated'>,
  { growth, days }: { readonly growth: number; readonly days: number },
  { manualWeightErrorPctPerDay }: Thresholds,
): { readonly weightG: number; readonly lowG: number; readonly highG: number } {
  const addedPct = Z * manualWeightErrorPctPerDay * Math.max(0, days);
  const side = (bound: number) => Math.hypot(bound / weightG - 1, addedPct / PERCENT);
  return {
    weightG: weightG * growth,
    lowG: weightG * growth * (1 - side(lowG)),
    highG: weightG * growth * (1 + side(highG)),
  };
}

function isCalibrated({ kind, errorPct, calibrationPct, downWeighted }: BandVoice): boolean {
  if (kind === 'manual') return errorPct <= OLDEST_WEIGHING_PCT;
  return kind === 'camera' && calibrationPct !== null && !downWeighted;
}

/** Standard error of the estimate, in %. */
function propagatedPct(voices: readonly BandVoice[]): number {
  const total = sum(voices.map(({ weight }) => weight));
  const variances = voices.map(({ weight, errorPct, calibrationPct }) => {
    const error = Math.hypot(errorPct, calibrationPct === null ? UNCALIBRATED.ownPct : 0);
    return ((weight / total) * error) ** 2;
  });
  const common = voices.map(
    ({ weight, calibrationPct }) => (weight / total) * (calibrationPct ?? UNCALIBRATED.commonPct),
  );
  return Math.hypot(Math.sqrt(sum(variances)), sum(common));
}

/**
 * Deviation of the sources that were not down-weighted from the estimate, beyond their errors, in
 * %.
 */
function disagreementPct(weightG: number, voices: readonly BandVoice[]): number {
  const trusted = voices.filter(({ downWeighted }) => !downWeighted);
  const total = sum(trusted.map(({ weight }) => weight));
  if (total === 0) return 0;
  const excesses = trusted.map(({ valueG, weight, errorPct }) => {
    const offPct = (valueG / weightG - 1) * PERCENT;
    return (weight / total) * Math.max(0, offPct ** 2 - errorPct ** 2);
  });
  return Math.sqrt(sum(excesses));
}

/** Other weights that cannot be ruled out. */
function otherCentres(voices: readonly BandVoice[], curveG: number | null): readonly number[] {
  const cameras = voices.filter(({ kind }) => kind === 'camera');
  const doubtedCameras = cameras.filter(({ downWeighted }) => downWeighted);
  // Three agreeing cameras against one weighing: either may be wrong.
  const contrary = agreeingMedian(doubtedCameras.map(({ valueG }) => valueG));
  return [
    ...(contrary === null ? [] : [contrary]),
    ...(curveG !== null && doubtedCameras.length > 0 ? [curveG] : []),
  ];
}
