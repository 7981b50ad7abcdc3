import { dayRatio } from '../day-ratio.ts';

/** Litres that a bird drank a day. */
export const waterPerBird = dayRatio({
  name: 'waterPerBird',
  label: 'Water per bird and day',
  unit: 'L',
  as: 'share',
  part: { label: 'Water', unit: 'L', as: 'litres', field: 'waterL', of: ({ log }) => log?.waterL },
  whole: {
    label: 'Birds, days added up',
    unit: 'birds',
    as: 'birds',
    field: 'waterL',
    of: ({ average }) => average,
  },
  ratio: (litres, birds) => litres / birds,
});
