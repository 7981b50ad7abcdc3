import { farms } from '../../model/resources/farms.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { routeOf } from '../../model/routes/route-table.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { countRows, listRows } from '../../storage/records/list-rows.ts';
import { findKey } from '../../storage/system/api-keys.ts';
import { findOrganisation } from '../../storage/system/organisations.ts';
import { scopeOf } from '../core/actor.ts';
import { operationParameters } from '../core/admission.ts';
import { DEFAULT_ZONE, zoneAt } from '../core/farm-zone.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';

/** `GET /me`: the key, its scopes and its visible farms. */
export async function describeCaller(runtime: Runtime, call: RequestContext): Promise<Result> {
  const { database } = runtime;
  const { actor } = call;
  const parameters = operationParameters(routeOf('me'), call);
  const [key, org, seen] = await Promise.all([
    findKey(database, actor.keyId),
    findOrganisation(database, actor.orgId),
    seenFarms(database, scopeOf(actor), {
      limit: Number(parameters['farms']),
      named: parameters['farm'] as string | undefined,
    }),
  ]);
  const zone = org?.timezone ?? DEFAULT_ZONE;
  return jsonResult({
    ...(actor.user ? { user: { id: actor.user.id, name: actor.name } } : {}),
    key: key && {
      id: key.id,
      name: key.name,
      last4: key.last4,
      createdAt: key.createdAt,
      expiresAt: key.expiresAt,
      rateLimitPerMinute: key.rateLimitPerMinute,
    },
    org,
    scopes: actor.scopes,
    ...seen,
    farms: seen.farms.map((farm) => toFarm(farm, zone)),
    allFarms: actor.farmIds === 'all',
  });
}

/** The first farms of a scope by name, with an explicitly named one, and the total count. */
async function seenFarms(
  connection: Connection,
  scope: Scope,
  { limit, named }: { readonly limit: number; readonly named: string | undefined },
) {
  const query = {
    scope,
    conditions: [],
    order: 'name',
    direction: 'asc',
    limit,
    offset: 0,
  } as const;
  const rows = await listRows(connection, farms, query);
  const isComplete = rows.length < limit;
  const first = rows.map(readFarm);
  const isMissing = named !== undefined && first.every(({ id }) => id !== named);
  const ownFarm = isMissing ? await findRow(connection, farms, { id: named, scope }) : undefined;
  return {
    farms: ownFarm === undefined ? first : [...first, readFarm(ownFarm)],
    farmCount: isComplete ? rows.length : await countRows(connection, farms, query),
  };
}

type SeenFarm = Pick<StoredOf<'farms'>, 'id' | 'name' | 'latitude' | 'longitude'>;

function readFarm(row: string): SeenFarm {
  return JSON.parse(row) as SeenFarm;
}

function toFarm({ id, name, latitude, longitude }: SeenFarm, fallback: string) {
  const isPlaced = latitude != null && longitude != null;
  return { id, name, timezone: (isPlaced && zoneAt(latitude, longitude)) || fallback };
}
