import { dayMeasure } from '../day-measure.ts';

/** Feed that was eaten. */
export const feedEaten = dayMeasure({
  name: 'feedEaten',
  label: 'Feed eaten',
  field: 'feedKg',
  unit: 'kg',
  as: 'kg',
});
