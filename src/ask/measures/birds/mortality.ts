import { dayMeasure } from '../day-measure.ts';

/** Birds that died. */
export const mortality = dayMeasure({
  name: 'mortality',
  label: 'Mortality',
  field: 'mortality',
  unit: 'birds',
  as: 'birds',
  isShareTold: true,
});
