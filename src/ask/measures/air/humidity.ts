import { airMeasure } from './air-measure.ts';

/** How humid the air in the barns is. */
export const humidity = airMeasure({
  name: 'humidity',
  label: 'Humidity',
  field: 'humidity',
  unit: '%',
  as: 'humidity',
});
