import { dayMeasure } from '../day-measure.ts';

/** Water that was drunk. */
export const waterUsed = dayMeasure({
  name: 'waterUsed',
  label: 'Water',
  field: 'waterL',
  unit: 'L',
  as: 'litres',
});
