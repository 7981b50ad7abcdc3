import { commonScopes, type UserRightsNow } from '../../model/resources/roles.ts';
import type { Need } from '../core/actor.ts';
import { coversNeed } from '../core/admission.ts';

/** Scopes and the farms on which all of them are held. */
export interface Reach {
  readonly scopes: readonly string[];
  readonly farmIds: readonly string[] | 'all';
}

/**
 * The rights of a user narrowed to one request: scopes and farms such that each scope is held on
 * each farm. Where roles differ between farms, the farms are those on which the needed scope is
 * held, and the scopes those that all of them share.
 */
export function reachOf(rights: UserRightsNow, { scope, farmId }: Need): Reach {
  const { everywhere, byFarm } = rights;
  const isEnough = (scopes: readonly string[]) => scope === undefined || coversNeed(scopes, scope);
  const named = farmId === undefined ? undefined : byFarm.get(farmId);
  if (farmId !== undefined && named && isEnough(named)) {
    return { scopes: named, farmIds: [farmId] };
  }
  if (everywhere && isEnough(everywhere)) return { scopes: everywhere, farmIds: 'all' };
  const enough = [...byFarm].filter(([, scopes]) => isEnough(scopes));
  if (enough.length > 0) return sharedReach(enough);
  return everywhere ? { scopes: everywhere, farmIds: 'all' } : sharedReach([...byFarm]);
}

function sharedReach(farms: readonly (readonly [string, readonly string[]])[]): Reach {
  const [first, ...others] = farms.map(([, scopes]) => scopes);
  const scopes = others.reduce(commonScopes, first ?? []);
  return { scopes, farmIds: farms.map(([farmId]) => farmId).sort() };
}
