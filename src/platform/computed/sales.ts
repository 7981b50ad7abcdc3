import { averageWeightKg } from '../../farming/metrics/average-weight-kg.ts';
import { condemnationPct } from '../../farming/metrics/condemnation-pct.ts';
import { perRow } from './compute.ts';

/** What a sale says about the birds delivered. */
export const computeSales = perRow<'sales'>((sale) => ({
  avgWeightKg: averageWeightKg(sale.totalWeightKg, sale.birdsCount),
  condemnationPct: condemnationPct(sale),
}));
