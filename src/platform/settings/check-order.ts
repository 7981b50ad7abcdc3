import { type Issue, validationFailed } from '../../model/errors.ts';
import { type Threshold, type ThresholdName, thresholds } from '../../model/thresholds.ts';
import { changedThresholds } from '../intelligence/changed-thresholds.ts';
import type { SettingsChange } from './parse-settings.ts';

/** Two thresholds of which one must not exceed the other. */
interface OrderedPair {
  readonly lower: ThresholdName;
  readonly upper: ThresholdName;
}

const PAIRS: readonly OrderedPair[] = Object.entries<Threshold>(thresholds).flatMap(
  ([name, { notAbove }]) =>
    notAbove === undefined
      ? []
      : [{ lower: name as ThresholdName, upper: notAbove as ThresholdName }],
);

/**
 * Throws `validation_failed` where a change puts a threshold above one that it must not exceed, by
 * the values that hold after it: a warning that is due later than what is critical never comes.
 */
export function checkOrder(
  own: Readonly<Record<string, number>>,
  change: Pick<SettingsChange, 'thresholds'>,
): void {
  const values = changedThresholds(own);
  const isChanged = (name: string) => Object.hasOwn(change.thresholds, name);
  const issues = PAIRS.flatMap((pair): Issue[] => {
    const [lower, upper] = [values[pair.lower], values[pair.upper]];
    if (lower <= upper || !(isChanged(pair.lower) || isChanged(pair.upper))) return [];
    return [
      isChanged(pair.lower)
        ? {
            path: `thresholds.${pair.lower}`,
            code: 'too_large',
            message: `thresholds.${pair.lower} must not be above ${pair.upper}, which is ${upper}; not ${lower}.`,
          }
        : {
            path: `thresholds.${pair.upper}`,
            code: 'too_small',
            message: `thresholds.${pair.upper} must not be below ${pair.lower}, which is ${lower}; not ${upper}.`,
          },
    ];
  });
  if (issues.length > 0) throw validationFailed(issues);
}
