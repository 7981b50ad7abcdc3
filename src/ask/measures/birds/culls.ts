import { dayMeasure } from '../day-measure.ts';

/** Birds that were culled. */
export const culls = dayMeasure({
  name: 'culls',
  label: 'Culls',
  field: 'culls',
  unit: 'birds',
  as: 'birds',
  isShareTold: true,
});
