import { FarmError } from '../../model/errors.ts';
import { barns } from '../../model/resources/barns.ts';
import { farms } from '../../model/resources/farms.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import { type ActionFields, type ActionPlan, type ActionRequest, updateOf } from './action-plan.ts';
import { holdRow } from './action-rows.ts';

/** Where a farm or barn is; what is not sent stays as it is. */
export function planLocation(
  resource: 'farms' | 'barns',
  place: StoredRow,
  { barnId: _, ...changes }: ActionFields,
): ActionPlan {
  return updateOf(resource, place, changes);
}

/** The farm that is moved, held against other changes. */
export function loadFarm({ farmId }: ActionRequest, context: RuleContext): Promise<StoredRow> {
  return hold(context, farms, String(farmId));
}

/** The barn that is moved, held against other changes. */
export function loadBarn({ fields }: ActionRequest, context: RuleContext): Promise<StoredRow> {
  return hold(context, barns, String(fields['barnId']));
}

async function hold(
  context: RuleContext,
  definition: Parameters<typeof holdRow>[1],
  id: string,
): Promise<StoredRow> {
  const place = await holdRow(context, definition, id);
  // It was seen a moment ago; whoever deleted it since was faster.
  if (!place) throw new FarmError('not_found');
  return place;
}
