import { farms } from '../../model/resources/farms.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import { findKey } from '../../storage/system/api-keys.ts';
import { findOrganisation } from '../../storage/system/organisations.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';
import { scopeOf } from './actor.ts';

const MOST_FARMS = 10_000;

/** `GET /me`: who the key is, the scopes it holds and the farms it sees. */
export async function describeCaller(runtime: Runtime, call: Call): Promise<Answer> {
  const { database } = runtime;
  const { actor } = call;
  const [key, org, rows] = await Promise.all([
    findKey(database, actor.keyId),
    findOrganisation(database, actor.orgId),
    listRows(database, farms, {
      scope: scopeOf(actor),
      conditions: [],
      order: 'name',
      direction: 'asc',
      limit: MOST_FARMS,
      offset: 0,
    }),
  ]);
  return jsonAnswer({
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
    farms: rows.map((row) => {
      const { id, name } = JSON.parse(row) as { id: string; name: string };
      return { id, name };
    }),
    allFarms: actor.farmIds === 'all',
  });
}
