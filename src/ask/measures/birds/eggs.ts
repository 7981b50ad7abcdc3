import { dayMeasure } from '../day-measure.ts';

/** Eggs that were collected. */
export const eggs = dayMeasure({
  name: 'eggs',
  label: 'Eggs',
  field: 'eggs',
  unit: 'eggs',
  as: 'birds',
  kind: 'layer',
});
