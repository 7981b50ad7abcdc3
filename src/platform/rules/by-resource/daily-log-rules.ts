import type { Issue } from '../../../model/errors.ts';
import { findEqualRow } from '../../../storage/records/find-equal-row.ts';
import { implausibleLog, tooManyDeaths } from '../implausible.ts';
import type { ResourceRules, RuleChange, RuleContext } from '../resource-rules.ts';
import { hasChanged } from '../row-change.ts';

/** One log for a flock and day, and no more deaths than birds. */
export const dailyLogRules: ResourceRules = {
  check: async (change, context) => [
    ...(await requireOneLogADay(change, context)),
    ...(await tooManyDeaths(change, context)),
    ...(await implausibleLog(change, context)),
  ],
};

async function requireOneLogADay(
  change: RuleChange,
  { transaction }: RuleContext,
): Promise<readonly Issue[]> {
  if (!hasChanged(change, ['flockId', 'date'])) return [];
  const { id, orgId } = change.after;
  const fields = { flockId: String(change.after['flockId']), date: String(change.after['date']) };
  // Two requests at the same moment would both find no log.
  await transaction.lock(`daily-log ${fields.flockId} ${fields.date}`);
  const existingId = await findEqualRow(transaction, change.definition, {
    scope: { orgId, farmIds: 'all' },
    fields,
    exceptId: id,
  });
  if (existingId === undefined) return [];
  const message = `date already has a daily log of this flock, ${existingId}; change that one.`;
  return [{ path: 'date', code: 'duplicate', message, existingId }];
}
