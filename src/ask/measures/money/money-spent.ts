import { expenses } from '../../../model/resources/expenses.ts';
import { moneyFlow } from './money-flow.ts';

/** What was spent, all of it or of one category. */
export const moneySpent = moneyFlow({
  name: 'moneySpent',
  label: 'Money spent',
  direction: 'out',
  aggregations: ['value', 'total', 'list', 'highest', 'trend'],
  slots: { category: expenses.fields.category.vocabulary.words },
});
