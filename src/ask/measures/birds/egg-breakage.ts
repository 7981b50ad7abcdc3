import { breakagePct } from '../../../farming/metrics/eggs.ts';
import { dayRatio } from '../day-ratio.ts';

/** Broken eggs, in % of those collected. */
export const eggBreakage = dayRatio({
  name: 'eggBreakage',
  label: 'Egg breakage',
  unit: '%',
  as: 'pct',
  kind: 'layer',
  part: {
    label: 'Broken eggs',
    unit: 'eggs',
    as: 'birds',
    field: 'eggsBroken',
    of: ({ log }) => log?.eggsBroken,
  },
  whole: { label: 'Eggs', unit: 'eggs', as: 'birds', field: 'eggs', of: ({ log }) => log?.eggs },
  ratio: breakagePct,
});
