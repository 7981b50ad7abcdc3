import type { Thresholds } from '../../model/thresholds.ts';
import { isOver } from './is-over.ts';
import type { VisionReading } from './vision-reading.ts';

/** A count of birds against the log. */
export interface CountGap {
  /** As counted, or of a camera that sees a part of the barn, reckoned for all of it. */
  readonly birds: number;
  readonly logged: number;
  /** Counted less logged. */
  readonly difference: number;
  /** Without a sign, % of the logged birds. */
  readonly gapPct: number;
  /** What of the barn the camera sees, 0 to 1; null where it did not say. */
  readonly coverage: number | null;
  readonly isPartialView: boolean;
  readonly severity: 'warning' | 'critical' | null;
}

/**
 * How far the count of a camera lies from the logged birds, with bounds that double for a partial
 * view. `partial_view` where the camera names a zone but not its share of the barn, or sees too
 * small a share to reckon from; `low_confidence` where it is not sure enough.
 */
export function countGap(
  { value, confidence, meta }: VisionReading & { readonly value: number },
  logged: number,
  thresholds: Thresholds,
): CountGap | 'low_confidence' | 'partial_view' {
  if (confidence !== null && confidence < thresholds.visionLeastConfidence) return 'low_confidence';
  const { coverage, hasZone } = viewOf(meta);
  if (coverage === null && hasZone) return 'partial_view';
  if (coverage !== null && coverage <= thresholds.visionLeastViewShare) return 'partial_view';
  const isPartialView = coverage !== null && coverage < thresholds.visionFullViewShare;
  const birds = value / (coverage ?? 1);
  const difference = birds - logged;
  const gapPct = (Math.abs(difference) * 100) / logged;
  const factor = isPartialView ? thresholds.visionPartialViewFactor : 1;
  const severity = isOver(gapPct, thresholds.visionCountCriticalPct * factor)
    ? 'critical'
    : isOver(gapPct, thresholds.visionCountWarningPct * factor)
      ? 'warning'
      : null;
  return { birds, logged, difference, gapPct, coverage, isPartialView, severity };
}

function viewOf(meta: unknown): { readonly coverage: number | null; readonly hasZone: boolean } {
  const { coverage, zone } = (meta ?? {}) as {
    readonly coverage?: unknown;
    readonly zone?: unknown;
  };
  const isShare = typeof coverage === 'number' && coverage >= 0 && coverage <= 1;
  return { coverage: isShare ? coverage : null, hasZone: zone != null && zone !== '' };
}
