import { farms } from '../../model/resources/farms.ts';
import { routeOf } from '../../model/routes/route-table.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { countRows, listRows } from '../../storage/records/list-rows.ts';
import { findKey } from '../../storage/system/api-keys.ts';
import { findOrganisation } from '../../storage/system/organisations.ts';
import { scopeOf } from '../core/actor.ts';
import { operationParameters } from '../core/admission.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';

/** `GET /me`: the key, its scopes and its visible farms. */
export async function describeCaller(runtime: Runtime, call: RequestContext): Promise<Result> {
  const { database } = runtime;
  const { actor } = call;
  const asked = operationParameters(routeOf('me'), call);
  const [key, org, seen] = await Promise.all([
    findKey(database, actor.keyId),
    findOrganisation(database, actor.orgId),
    seenFarms(database, scopeOf(actor), {
      most: Number(asked['farms']),
      named: asked['farm'] as string | undefined,
    }),
  ]);
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
    allFarms: actor.farmIds === 'all',
  });
}

/** The first farms of a scope by name, with an explicitly named one, and the total count. */
async function seenFarms(
  connection: Connection,
  scope: Scope,
  { most, named }: { readonly most: number; readonly named: string | undefined },
) {
  const query = {
    scope,
    conditions: [],
    order: 'name',
    direction: 'asc',
    limit: most,
    offset: 0,
  } as const;
  const rows = await listRows(connection, farms, query);
  const isComplete = rows.length < most;
  const first = rows.map(toFarm);
  const isMissing = named !== undefined && first.every(({ id }) => id !== named);
  const own = isMissing ? await findRow(connection, farms, { id: named, scope }) : undefined;
  return {
    farms: own === undefined ? first : [...first, toFarm(own)],
    farmCount: isComplete ? rows.length : await countRows(connection, farms, query),
  };
}

function toFarm(row: string) {
  const { id, name } = JSON.parse(row) as { readonly id: string; readonly name: string };
  return { id, name };
}
