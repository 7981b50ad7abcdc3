import { type Issue, validationFailed } from '../../model/errors.ts';
import { type ActionFields, type ActionPlan, insertOf } from './action-plan.ts';

/** Fields that only an order of feed has. */
const OF_FEED = ['feedType', 'pricePerTon'] as const;
/** Fields that only an order of something else has. */
const OF_GOODS = ['category', 'quantity', 'unit'] as const;

/** An order of feed, by its quantityKg, or of anything else, by its title. */
export function planOrder(fields: ActionFields): ActionPlan {
  return fields['quantityKg'] === undefined ? planGoods(fields) : planFeed(fields);
}

/** The title of an order of feed is kept as a note of it. */
function planFeed({ title, category, ...fields }: ActionFields): ActionPlan {
  const strange = category === 'feed' ? fields : { ...fields, category };
  requireNone(strange, OF_GOODS, 'an order of anything else, which has no quantityKg');
  const { quantityKg, feedType, supplierId, dueDate, pricePerTon } = fields;
  const notes = title;
  return insertOf('feed-orders', { quantityKg, feedType, supplierId, dueDate, pricePerTon, notes });
}

function planGoods(fields: ActionFields): ActionPlan {
  requireNone(fields, OF_FEED, 'an order of feed, which needs quantityKg');
  const { title, category, quantity, unit, dueDate, supplierId } = fields;
  return insertOf('market-orders', {
    kind: 'order',
    direction: 'buy',
    title,
    category,
    quantity,
    unit,
    needByDate: dueDate,
    contactId: supplierId,
  });
}

function requireNone(fields: ActionFields, names: readonly string[], owner: string): void {
  const issues = names
    .filter((name) => fields[name] !== undefined)
    .map(
      (path): Issue => ({ path, code: 'inconsistent', message: `${path} belongs to ${owner}.` }),
    );
  if (issues.length > 0) throw validationFailed(issues);
}
