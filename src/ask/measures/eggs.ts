import { breakagePct, henDayPct } from '../../farming/metrics/eggs.ts';
import { dayMeasure } from './day-measure.ts';
import { dayRatio } from './day-ratio.ts';

/** Collected eggs. */
export const eggs = dayMeasure({
  name: 'eggs',
  label: 'Eggs',
  field: 'eggs',
  unit: 'eggs',
  as: 'birds',
  kind: 'layer',
});

/** Broken eggs, in % of the collected ones. */
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

/** Eggs per hen alive in the morning. */
export const layingRate = dayRatio({
  name: 'layingRate',
  label: 'Hen-day production',
  unit: '%',
  as: 'pct',
  kind: 'layer',
  part: { label: 'Eggs', unit: 'eggs', as: 'birds', field: 'eggs', of: ({ log }) => log?.eggs },
  whole: {
    label: 'Hens',
    unit: 'birds',
    as: 'birds',
    field: 'mortality',
    of: ({ log, opening }) => (log?.eggs == null ? null : opening),
  },
  ratio: henDayPct,
});
