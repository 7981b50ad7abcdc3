import type { HeatLimits } from './heat-limits-thi.ts';

/** What heat does to birds. */
export type HeatBand = 'normal' | 'mild' | 'warning' | 'critical' | 'emergency';

const WORST_FIRST = ['emergency', 'critical', 'warning', 'mild'] as const;

/** The band in which a temperature-humidity index lies; null without one. */
export function heatBand(thi: number | null, limits: HeatLimits): HeatBand | null {
  if (thi === null) return null;
  return WORST_FIRST.find((band) => thi >= limits[band]) ?? 'normal';
}
