import {
  defaultDutyPlan,
  type FarmPeople,
  type FarmReach,
  reachOf,
} from '../../farming/notices/plan-notices.ts';
import { coversScope } from '../../model/core/vocabulary.ts';
import { effectiveGrants, rightsOf, scopesOnFarm } from '../../model/resources/roles.ts';
import type { Connection } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import { listFarmNames } from '../../storage/records/farms.ts';
import type { FarmMoment } from '../../storage/snapshot/farm-moment.ts';
import { listDuties } from '../../storage/system/notice-channels.ts';
import { listReachableUsers } from '../../storage/system/notice-incidents.ts';
import { findUserRights, type UserRights } from '../../storage/system/sign-in.ts';

const MANAGERS = ['owner', 'admin', 'manager'];

/** The people of one farm, from all users and the set of those with a notification channel. */
export function peopleOf(
  {
    users,
    reachable,
  }: { readonly users: readonly UserRights[]; readonly reachable: ReadonlySet<string> },
  farmId: string,
  now: number,
): FarmPeople {
  const readers = users.filter((user) => maySeeAlerts(user, farmId, now));
  const withRole = (roles: readonly string[]) =>
    readers
      .filter((user) => rolesOn(user, farmId, now).some((role) => roles.includes(role)))
      .map(({ id }) => id);
  return {
    readers: readers.map(({ id }) => id),
    owners: withRole(['owner']),
    managers: withRole(MANAGERS),
    reachable,
  };
}

/** Whether a user may read the alerts of a farm. */
export function maySeeAlerts(user: UserRights, farmId: string, now: number): boolean {
  const rights = rightsOf(effectiveGrants(user, now));
  return coversScope(scopesOnFarm(rights, farmId), 'read:alerts');
}

function rolesOn(user: UserRights, farmId: string, now: number): readonly string[] {
  return effectiveGrants(user, now)
    .filter((grant) => grant.farmId === null || grant.farmId === farmId)
    .map(({ role }) => role);
}

/** The people reached by critical alerts of a farm; reads only its people with a channel. */
export async function loadFarmReach(
  connection: Connection,
  { scope, farmId, now }: Pick<FarmMoment, 'scope' | 'farmId' | 'now'>,
): Promise<FarmReach> {
  const [duties, ids] = await Promise.all([
    listDuties(connection, narrowScope(scope, farmId)),
    listReachableUsers(connection, { orgId: scope.orgId, farmId }),
  ]);
  const users = await findUserRights(connection, ids);
  const people = peopleOf({ users, reachable: new Set(ids) }, farmId, now);
  return reachOf(duties.get(farmId)?.plan ?? defaultDutyPlan, people);
}

/** The farms of an organisation, with the names of those where critical alerts reach nobody. */
export async function listUnreachedFarms(
  connection: Connection,
  { orgId, now }: { readonly orgId: string; readonly now: number },
): Promise<{ readonly farms: number; readonly unreached: readonly string[] }> {
  const scope = { orgId, farmIds: 'all' } as const;
  const [farms, duties, ids] = await Promise.all([
    listFarmNames(connection, scope),
    listDuties(connection, scope),
    listReachableUsers(connection, { orgId }),
  ]);
  const usersOf = usersByFarm(await findUserRights(connection, ids));
  const reachable = new Set(ids);
  const unreachedFarms = farms.filter(({ id }) => {
    const people = peopleOf({ users: usersOf(id), reachable }, id, now);
    return reachOf(duties.get(id)?.plan ?? defaultDutyPlan, people) === 'nobody';
  });
  return { farms: farms.length, unreached: unreachedFarms.map(({ name }) => name) };
}

/** Users with a role on a farm or in the organisation; loaded once for lookups of many farms. */
export function usersByFarm(users: readonly UserRights[]): (farmId: string) => UserRights[] {
  const isWide = ({ grants }: UserRights) => grants.some(({ farmId }) => farmId === null);
  const organisationUsers = users.filter(isWide);
  const byFarm = new Map<string, Set<UserRights>>();
  for (const user of users.filter((candidate) => !isWide(candidate))) {
    for (const { farmId } of user.grants) {
      if (farmId === null) continue;
      byFarm.set(farmId, (byFarm.get(farmId) ?? new Set()).add(user));
    }
  }
  return (farmId) => [...organisationUsers, ...(byFarm.get(farmId) ?? [])];
}
