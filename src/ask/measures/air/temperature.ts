import { airMeasure } from './air-measure.ts';

/** How warm it is in the barns. */
export const temperature = airMeasure({
  name: 'temperature',
  label: 'Temperature',
  field: 'temp',
  unit: '°C',
  as: 'celsius',
});
