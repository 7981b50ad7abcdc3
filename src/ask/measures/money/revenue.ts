import { moneyFlow } from './money-flow.ts';

/** What sales brought. */
export const revenue = moneyFlow({
  name: 'revenue',
  label: 'Revenue',
  direction: 'in',
  aggregations: ['value', 'total', 'list', 'trend'],
});
