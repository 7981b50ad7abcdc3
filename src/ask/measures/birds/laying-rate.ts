import { henDayPct } from '../../../farming/metrics/eggs.ts';
import { dayRatio } from '../day-ratio.ts';

/** Eggs by the hens that were alive in the morning. */
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
