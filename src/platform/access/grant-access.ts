import { storedFields } from '../../model/resource-fields.ts';
import { farmAccess } from '../../model/resources/farm-access.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { insertRow } from '../../storage/records/write-row.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { recordActivity } from '../activity/record-activity.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import { authorOf } from './actor.ts';

/** The roles that may change rows; the others read. */
const WRITING_ROLES = new Set(['owner', 'admin', 'manager', 'worker', 'vet']);

/** Lets a new user into the farms its maker named, or is pinned to; a key for all farms names none. */
export async function grantAccess(user: StoredRow, context: RuleContext): Promise<void> {
  const { actor, farmId } = context;
  const pinned = actor.farmIds === 'all' ? [] : actor.farmIds;
  const farmIds = farmId === undefined ? pinned : [farmId];
  const { runtime, transaction, now } = context;
  for (const id of farmIds) {
    const after = accessRow(user, id, context);
    await insertRow(transaction, farmAccess, after);
    const told = { definition: farmAccess, before: undefined, after, now };
    await recordActivity(runtime, transaction, { ...told, actor: authorOf(actor) });
  }
}

function accessRow(user: StoredRow, farmId: string, context: RuleContext): StoredRow {
  const at = formatInstant(context.now);
  const role = String(user['role']);
  const values: Readonly<Record<string, unknown>> = {
    userId: user.id,
    role,
    scopes: WRITING_ROLES.has(role) ? ['read:*', 'write:*'] : ['read:*'],
    status: 'active',
    grantedBy: context.actor.name,
    grantedAt: at,
  };
  return {
    ...Object.fromEntries(storedFields(farmAccess).map(([name]) => [name, values[name] ?? null])),
    id: context.runtime.ids.create(farmAccess.idPrefix),
    orgId: user.orgId,
    farmId,
    version: 1,
    createdAt: at,
    updatedAt: at,
    createdBy: authorOf(context.actor),
  };
}
