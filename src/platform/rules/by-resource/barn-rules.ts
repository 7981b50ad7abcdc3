import type { Issue } from '../../../model/errors.ts';
import { flocks } from '../../../model/resources/flocks.ts';
import { findReferringRow } from '../../../storage/records/find-referring-row.ts';
import type { ResourceRules, RuleChange, RuleContext } from '../resource-rules.ts';
import { entersStatus } from '../row-change.ts';

const EMPTY_STATUSES = ['cleaning', 'inactive'];
/** Flocks that have no birds inside. */
const ABSENT_FLOCKS = ['planned', 'closed', 'cancelled'];

/** A barn with birds inside is neither cleaned nor taken out of use. */
export const barnRules: ResourceRules = {
  check: requireEmptyBarn,
};

async function requireEmptyBarn(
  change: RuleChange,
  { transaction }: RuleContext,
): Promise<readonly Issue[]> {
  const { id, status } = change.after;
  if (!change.before || !entersStatus(change, EMPTY_STATUSES)) return [];
  const flockId = await findReferringRow(transaction, flocks, {
    field: 'barnId',
    id,
    exceptStatus: ABSENT_FLOCKS,
  });
  if (flockId === undefined) return [];
  const message = `status cannot become ${status} while the flock ${flockId} is in the barn.`;
  return [{ path: 'status', code: 'barn_occupied', message }];
}
