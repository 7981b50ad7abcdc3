import { airMeasure } from './air-measure.ts';

/** Ammonia in the air of the barns. */
export const ammonia = airMeasure({
  name: 'ammonia',
  label: 'Ammonia',
  field: 'nh3',
  unit: 'ppm',
  as: 'nh3',
});
