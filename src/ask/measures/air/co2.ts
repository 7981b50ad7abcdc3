import { airMeasure } from './air-measure.ts';

/** CO₂ in the air of the barns. */
export const co2 = airMeasure({
  name: 'co2',
  label: 'CO2',
  field: 'co2',
  unit: 'ppm',
  as: 'co2',
});
