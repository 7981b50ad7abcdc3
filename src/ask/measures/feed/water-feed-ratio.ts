import { waterFeedRatio as ratioOf } from '../../../farming/metrics/feed-and-water.ts';
import { dayRatio } from '../day-ratio.ts';

/** Litres that were drunk by kilograms that were eaten. */
export const waterFeedRatio = dayRatio({
  name: 'waterFeedRatio',
  label: 'Water by feed',
  unit: 'L/kg',
  as: 'ratio',
  part: { label: 'Water', unit: 'L', as: 'litres', field: 'waterL', of: ({ log }) => log?.waterL },
  whole: { label: 'Feed', unit: 'kg', as: 'kg', field: 'feedKg', of: ({ log }) => log?.feedKg },
  ratio: ratioOf,
});
