import {
  defaultThresholds,
  type ThresholdName,
  type Thresholds,
  thresholds,
} from '../../model/thresholds.ts';

/**
 * The thresholds of an organisation: the defaults with what it has changed, as it is stored. What
 * is no threshold any more, or lies outside what one may be, is passed over.
 */
export function changedThresholds(stored: unknown): Thresholds {
  if (typeof stored !== 'object' || stored === null) return defaultThresholds;
  const changed = Object.entries(stored).filter(([name, value]) => isPossible(name, value));
  return { ...defaultThresholds, ...Object.fromEntries(changed) };
}

function isPossible(name: string, value: unknown): boolean {
  if (!Object.hasOwn(thresholds, name) || typeof value !== 'number') return false;
  const { min, max } = thresholds[name as ThresholdName];
  return value >= min && value <= max;
}
