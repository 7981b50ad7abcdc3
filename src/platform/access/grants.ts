import { FarmError, refused } from '../../model/core/errors.ts';
import { fullScopes, role as roleWords } from '../../model/core/vocabulary.ts';
import {
  commonScopes,
  effectiveGrants,
  type Grant,
  possibleGrants,
  type Role,
  rightsOf,
  roleOf,
  roles,
  scopesOnFarm,
  type UserRightsNow,
  uncoveredScopes,
} from '../../model/resources/roles.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { findUserRights, listOwners, type UserRights } from '../../storage/system/sign-in.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Actor, Need } from '../core/actor.ts';
import { coversNeed } from '../core/admission.ts';

/** The own rights of a caller who grants or revokes rights, everywhere and per farm. */
interface Granter {
  readonly rights: UserRightsNow;
  /** Whether it may grant and revoke the owner role. */
  readonly isOwner: boolean;
}

/** The complete rights of a caller; those of a signed-in user are not narrowed to the request. */
async function granterOf(connection: Connection, actor: Actor, now: number): Promise<Granter> {
  if (actor.user) {
    const [user] = await findUserRights(connection, [actor.user.id]);
    const grants = user ? effectiveGrants(user, now) : [];
    return { rights: rightsOf(grants), isOwner: grants.some(isOwnerOfAll) };
  }
  const { scopes, farmIds } = actor;
  if (farmIds === 'all') {
    const isOwner =
      uncoveredScopes(scopes, fullScopes).length === 0 &&
      (await mayActAsOwner(connection, actor, now));
    return { rights: { everywhere: scopes, byFarm: new Map() }, isOwner };
  }
  const byFarm = new Map(farmIds.map((farmId) => [farmId, scopes]));
  return { rights: { everywhere: undefined, byFarm }, isOwner: false };
}

/** The user whose rights limit a caller: the signed-in user, or the creator of the key. */
export function limitingUser({ user, maker }: Actor): string | undefined {
  return user?.id ?? maker?.userId;
}

/** A user's key may change owners only if the user may. */
async function mayActAsOwner(connection: Connection, actor: Actor, now: number): Promise<boolean> {
  const maker = limitingUser(actor);
  if (maker === undefined) return true;
  const [user] = await findUserRights(connection, [maker]);
  return user !== undefined && effectiveGrants(user, now).some(isOwnerOfAll);
}

function isOwnerOfAll({ farmId, role }: Grant): boolean {
  return farmId === null && role === 'owner';
}

/** What a caller lacks for granting or revoking a role: scopes, or the owner role. */
function missingFor(
  { rights, isOwner }: Granter,
  { role, farmId }: Pick<Grant, 'role' | 'farmId'>,
): readonly string[] {
  const name = roleOf(role);
  if (name === undefined) return [];
  if (name === 'owner' && !isOwner) return ['owner'];
  const granted = farmId === null ? (rights.everywhere ?? []) : scopesOnFarm(rights, farmId);
  return uncoveredScopes(granted, roles[name].scopes);
}

/**
 * Throws unless a caller has all rights that a user has, or would have with another status or role.
 */
export async function requireNoLessThan(
  connection: Connection,
  { actor, now }: { readonly actor: Actor; readonly now: number },
  user: UserRights,
): Promise<void> {
  const granter = await granterOf(connection, actor, now);
  const grants = possibleGrants(user, now);
  if (grants.every((grant) => missingFor(granter, grant).length === 0)) return;
  throw new FarmError('insufficient_scope', {
    code: 'exceeds_own_rights',
    message: 'The user has rights that you do not have; ask an owner of the organisation.',
  });
}

/** Nobody may grant or revoke a role with more rights than their own. */
export async function requireGrantable(
  connection: Connection,
  { actor, now }: { readonly actor: Actor; readonly now: number },
  grants: readonly Pick<Grant, 'role' | 'farmId'>[],
): Promise<void> {
  const granter = await granterOf(connection, actor, now);
  const missing = grants.flatMap((grant) => missingFor(granter, grant));
  if (missing.length === 0) return;
  throw new FarmError('insufficient_scope', {
    code: 'exceeds_own_rights',
    message: `Only somebody with the same rights can grant or revoke this access; missing: ${[...new Set(missing)].join(', ')}.`,
  });
}

/**
 * Throws if a user owns the organisation and no other owner's role lasts at least as long: after
 * the others have expired, there would be none. `until` is the new end of the role; undefined: now.
 */
export async function requireRemainingOwner(
  connection: Connection,
  requested: {
    readonly orgId: string;
    readonly userId: string;
    readonly now: number;
    readonly until?: string | null;
  },
): Promise<void> {
  const { orgId, userId, now, until } = requested;
  const owners = await listOwners(connection, { orgId, at: formatInstant(now) });
  const owner = owners.find(({ id }) => id === userId);
  if (!owner || (until !== undefined && endOf(until) >= endOf(owner.expiresAt))) return;
  const otherOwners = owners.filter(({ id }) => id !== userId);
  if (otherOwners.every(({ expiresAt }) => endOf(expiresAt) < endOf(owner.expiresAt)))
    throw lastOwner();
}

function endOf(expiresAt: string | null): number {
  return expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
}

/** The error for removing the last owner. */
export function lastOwner(): FarmError {
  return refused(
    'last_owner',
    'The last active owner of the organisation cannot be disabled, suspended, demoted or deleted.',
  );
}

/** A grant in answers. */
export function describeGrant({ farmId, farmName, role, expiresAt }: UserRights['grants'][number]) {
  const name = roleOf(role);
  return {
    farm: farmId === null ? null : { id: farmId, name: farmName },
    role,
    scopes: name === undefined ? [] : roles[name].scopes,
    expiresAt,
  };
}

/**
 * The roles of a user in the whole organisation and on the farms of a scope, the most powerful
 * first; of a user who is not active, those that apply again once the user is.
 */
export function rolesWithin(
  user: UserRights,
  { farmIds }: Pick<Scope, 'farmIds'>,
  now: number,
): Role[] {
  const granted = effectiveGrants({ ...user, status: 'active' }, now)
    .filter(({ farmId }) => farmId === null || farmIds === 'all' || farmIds.includes(farmId))
    .map(({ role }) => role);
  return roleWords.words.filter((role) => granted.includes(role));
}

/** The scopes that a user has on every one of the farms. */
export function scopesOnFarms(
  rights: UserRightsNow,
  farmIds: readonly string[] | 'all',
): readonly string[] {
  if (farmIds === 'all') return rights.everywhere ?? [];
  const [first = [], ...otherScopes] = farmIds.map((farmId) => scopesOnFarm(rights, farmId));
  return otherScopes.reduce(commonScopes, first);
}

/** Scopes, and the farms for which all of them are granted. */
interface Reach {
  readonly scopes: readonly string[];
  readonly farmIds: readonly string[] | 'all';
}

/**
 * The rights of a user narrowed to one request: scopes and farms such that each scope is granted on
 * each farm. If roles differ between farms, the farms are those with the needed scope, and the
 * scopes those common to all of them.
 */
export function reachOf(rights: UserRightsNow, { scope, farmId }: Need): Reach {
  const { everywhere, byFarm } = rights;
  const isEnough = (scopes: readonly string[]) => scope === undefined || coversNeed(scopes, scope);
  const farmScopes = farmId === undefined ? undefined : byFarm.get(farmId);
  if (farmId !== undefined && farmScopes && isEnough(farmScopes)) {
    return { scopes: farmScopes, farmIds: [farmId] };
  }
  if (everywhere && isEnough(everywhere)) return { scopes: everywhere, farmIds: 'all' };
  const sufficient = [...byFarm].filter(([, scopes]) => isEnough(scopes));
  if (sufficient.length > 0) return sharedReach(sufficient);
  return everywhere ? { scopes: everywhere, farmIds: 'all' } : sharedReach([...byFarm]);
}

function sharedReach(farms: readonly (readonly [string, readonly string[]])[]): Reach {
  const [first, ...otherScopes] = farms.map(([, scopes]) => scopes);
  const scopes = otherScopes.reduce(commonScopes, first ?? []);
  return { scopes, farmIds: farms.map(([farmId]) => farmId).sort() };
}
