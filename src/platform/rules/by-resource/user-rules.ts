import { FarmError, refused } from '../../../model/errors.ts';
import { users } from '../../../model/resources/users.ts';
import { findEqualRow } from '../../../storage/records/find-equal-row.ts';
import type { StoredRow } from '../../../storage/records/stored-row.ts';
import { listUserFarms } from '../../../storage/records/user-farms.ts';
import { formatInstant } from '../../../tools/calendar.ts';
import { grantAccess } from '../../access/grant-access.ts';
import { fillInternationalPhone } from '../international-phone.ts';
import type { ResourceRules, RuleContext } from '../resource-rules.ts';

const BARRED = ['suspended', 'disabled'];

/**
 * The phone of a user in international form; an organisation keeps an owner; a key pinned to farms
 * does not change users of other farms.
 */
export const userRules: ResourceRules = {
  fill: fillInternationalPhone,
  async check({ before, after }, context) {
    if (before) await requireFarmsOfKey(before, context);
    if (before && isOwner(before) && !isOwner(after)) await requireAnotherOwner(before, context);
    return [];
  },
  afterInsert: grantAccess,
  async checkDelete(row, context) {
    await requireFarmsOfKey(row, context);
    if (isOwner(row)) await requireAnotherOwner(row, context);
  },
};

function isOwner({ role, status }: StoredRow): boolean {
  return role === 'owner' && !BARRED.includes(String(status));
}

async function requireFarmsOfKey(
  { id, orgId }: StoredRow,
  { actor, now, transaction }: RuleContext,
): Promise<void> {
  const { farmIds } = actor;
  if (farmIds === 'all') return;
  const scope = { orgId, farmIds: 'all' } as const;
  const farms = await listUserFarms(transaction, scope, { userIds: [id], at: formatInstant(now) });
  if (farms.every(({ farmId }) => farmIds.includes(farmId))) return;
  throw new FarmError('farm_forbidden', {
    code: 'key_is_pinned',
    message: 'The key is pinned to certain farms, and the user has access to others.',
  });
}

/** Only an owner who has accepted the invitation can take over. */
async function requireAnotherOwner(
  { id, orgId }: StoredRow,
  { transaction }: RuleContext,
): Promise<void> {
  // Two owners who leave at the same moment would each see the other.
  await transaction.lock(`owners ${orgId}`);
  const other = await findEqualRow(transaction, users, {
    scope: { orgId, farmIds: 'all' },
    fields: { role: 'owner', status: 'active' },
    exceptId: id,
  });
  if (other !== undefined) return;
  throw refused(
    'last_owner',
    'The last active owner of the organisation cannot be disabled, suspended, demoted or deleted.',
  );
}
