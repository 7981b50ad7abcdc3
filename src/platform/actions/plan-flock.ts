import { refused } from '../../model/errors.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import { type ActionFields, type ActionPlan, type ActionRequest, insertOf } from './action-plan.ts';
import { findFlockInside } from './action-rows.ts';

/** A flock in its barn; throws `barn_occupied` while another is inside. */
export function planFlock(inside: StoredRow | undefined, fields: ActionFields): ActionPlan {
  if (!inside) return insertOf('flocks', fields);
  throw refused(
    'barn_occupied',
    `The flock ${String(inside['code'] ?? inside.id)} (${inside.id}) is in the barn; close it first.`,
  );
}

/** The flock inside the barn, whose name is held: two flocks cannot be placed at the same moment. */
export async function loadFlockInside(
  { fields }: ActionRequest,
  context: RuleContext,
): Promise<StoredRow | undefined> {
  const barnId = String(fields['barnId']);
  await context.transaction.lock(`barn ${barnId}`);
  return findFlockInside(context, barnId);
}
