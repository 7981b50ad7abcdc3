import { FarmError } from '../../model/core/errors.ts';
import { storedFields } from '../../model/core/resource.ts';
import { farmAccess } from '../../model/resources/farm-access.ts';
import { farms } from '../../model/resources/farms.ts';
import { effectiveGrants, possibleGrants, roleOf, roles } from '../../model/resources/roles.ts';
import { users } from '../../model/resources/users.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { listUserFarms } from '../../storage/records/farms.ts';
import { findEqualRow } from '../../storage/records/find-rows.ts';
import { insertRow } from '../../storage/records/write-rows.ts';
import { deleteSignIns, findUserRights } from '../../storage/system/sign-in.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { isPhoneCountry, type PhoneCountry, toE164 } from '../../tools/read-values.ts';
import {
  lastOwner,
  limitingUser,
  requireGrantable,
  requireNoLessThan,
  requireRemainingOwner,
} from '../access/grants.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { authorOf } from '../core/actor.ts';
import type { ResourceRules, RuleChange, RuleContext } from '../core/resource-rules.ts';
import { hasChanged } from '../core/row-change.ts';
import { findNeighbour } from './related-rows.ts';

const DEFAULT_COUNTRY = 'IL';

/** Zones whose country does not follow from the currency, as with the euro. */
const COUNTRY_OF_ZONE: Readonly<Record<string, PhoneCountry>> = {
  'Asia/Bangkok': 'TH',
  'Asia/Shanghai': 'CN',
  'Asia/Nicosia': 'CY',
  'Atlantic/Azores': 'PT',
  'Atlantic/Canary': 'ES',
  'Atlantic/Madeira': 'PT',
  'Europe/Amsterdam': 'NL',
  'Europe/Athens': 'GR',
  'Europe/Berlin': 'DE',
  'Europe/Bratislava': 'SK',
  'Europe/Brussels': 'BE',
  'Europe/Dublin': 'IE',
  'Europe/Helsinki': 'FI',
  'Europe/Lisbon': 'PT',
  'Europe/Ljubljana': 'SI',
  'Europe/Luxembourg': 'LU',
  'Europe/Madrid': 'ES',
  'Europe/Malta': 'MT',
  'Europe/Paris': 'FR',
  'Europe/Riga': 'LV',
  'Europe/Rome': 'IT',
  'Europe/Tallinn': 'EE',
  'Europe/Vienna': 'AT',
  'Europe/Vilnius': 'LT',
  'Europe/Zagreb': 'HR',
};

/** The default country of phone numbers: by the zone, else by the currency, else Israel. */
export function phoneCountry(zone: string, currency?: string): PhoneCountry {
  const ofZone = Object.hasOwn(COUNTRY_OF_ZONE, zone) ? COUNTRY_OF_ZONE[zone] : undefined;
  if (ofZone) return ofZone;
  // A currency code begins with its country code if it belongs to one country.
  const ofCurrency = currency?.slice(0, 2) ?? DEFAULT_COUNTRY;
  return isPhoneCountry(ofCurrency) ? ofCurrency : DEFAULT_COUNTRY;
}

/** The phone of a contact in international form. */
export const contactRules: ResourceRules = {
  fill: fillInternationalPhone,
};

/**
 * Grants a new user access to the farm named by its creator, else to those the creator is
 * restricted to; a key for all farms may name none.
 */
async function grantAccess(user: StoredRow, context: RuleContext): Promise<StoredRow> {
  const { actor, farmId } = context;
  const pinned = actor.farmIds === 'all' ? [] : actor.farmIds;
  const farmIds = farmId === undefined ? pinned : [farmId];
  const { runtime, transaction, now } = context;
  const grants = farmIds.map((id) => ({ role: String(user['role']), farmId: id }));
  await requireGrantable(transaction, { actor, now }, grants);
  for (const id of farmIds) {
    const after = accessRow(user, id, context);
    await insertRow(transaction, farmAccess, after);
    const change = { definition: farmAccess, before: undefined, after, now };
    await recordActivity(runtime, transaction, { ...change, actor: authorOf(actor) });
  }
  return user;
}

function accessRow(user: StoredRow, farmId: string, context: RuleContext): StoredRow {
  const at = formatInstant(context.now);
  const role = roleOf(user['role']) ?? 'viewer';
  const values: Readonly<Record<string, unknown>> = {
    userId: user.id,
    role,
    scopes: roles[role].scopes,
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

const BARRED = ['suspended', 'disabled'];

/**
 * Converts the phone of a user to international form. Enforces: an organisation keeps an owner; a
 * key restricted to farms does not change users of other farms; a signed-in user, or a key created
 * by a user, does not suspend, promote, demote or delete users with more rights; nobody activates
 * roles that exceed their own; suspending a user ends the user's sessions.
 */
export const userRules: ResourceRules = {
  fill: fillInternationalPhone,
  async check({ before, after }, context) {
    if (before) await requireFarmsOfKey(before, context);
    if (before && hasChanged({ before, after }, ['role', 'status'])) {
      await requireRightsOf(before, context);
      await requireRestorable({ before, after }, context);
    }
    if (before && isOwner(before) && !isOwner(after)) await requireAnotherOwner(before, context);
    return [];
  },
  afterInsert: grantAccess,
  async cascade({ before, after }, { transaction }) {
    const isBarred = BARRED.includes(String(after['status']));
    if (before && isBarred) await deleteSignIns(transaction, after.id);
  },
  async checkDelete(row, context) {
    await requireFarmsOfKey(row, context);
    await requireRightsOf(row, context);
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
  const [user] = await findUserRights(transaction, [id]);
  const grants = user ? possibleGrants(user, now) : [];
  const isEverywhere = grants.some((grant) => grant.farmId === null);
  if (!isEverywhere && farms.every(({ farmId }) => farmIds.includes(farmId))) return;
  throw new FarmError('farm_forbidden', {
    code: 'key_is_pinned',
    message: 'The key is pinned to certain farms, and the user has access to others.',
  });
}

/** A key created by an operator may revoke rights with `write:users` alone. */
async function requireRightsOf({ id }: StoredRow, context: RuleContext): Promise<void> {
  const { actor, now, transaction } = context;
  if (limitingUser(actor) === undefined) return;
  const [user] = await findUserRights(transaction, [id]);
  if (user) await requireNoLessThan(transaction, { actor, now }, user);
}

/** A change of role or status that activates roles counts as granting these roles. */
async function requireRestorable(
  { before, after }: { readonly before: StoredRow; readonly after: StoredRow },
  { actor, now, transaction }: RuleContext,
): Promise<void> {
  const [user] = await findUserRights(transaction, [before.id]);
  if (!user) return;
  const grantsOf = ({ role, status }: StoredRow) =>
    effectiveGrants({ ...user, role: String(role), status: String(status) }, now);
  const previousGrants = grantsOf(before);
  const added = grantsOf(after).filter((grant) => !previousGrants.includes(grant));
  await requireGrantable(transaction, { actor, now }, added);
}

/** Only an owner who has accepted the invitation can take over. */
async function requireAnotherOwner(
  { id, orgId }: StoredRow,
  { transaction, now }: RuleContext,
): Promise<void> {
  // Serialised: two owners who leave concurrently would each see the other.
  await transaction.lock(`owners ${orgId}`);
  await requireRemainingOwner(transaction, { orgId, userId: id, now });
  const other = await findEqualRow(transaction, users, {
    scope: { orgId, farmIds: 'all' },
    fields: { role: 'owner', status: 'active' },
    exceptId: id,
  });
  if (other === undefined) throw lastOwner();
}

/** The `phoneE164` of a row with a new phone: null when the number is not valid. */
export async function fillInternationalPhone(
  change: RuleChange,
  context: RuleContext,
): Promise<Readonly<Record<string, unknown>>> {
  if (!hasChanged(change, ['phone'])) return {};
  const { phone, farmId: id, orgId } = change.after;
  if (typeof phone !== 'string') return { phoneE164: null };
  const currency = (await findNeighbour(context, farms, { id, orgId }))?.['currency'];
  const country = phoneCountry(context.zone, typeof currency === 'string' ? currency : undefined);
  return { phoneE164: toE164(phone, country) ?? null };
}
