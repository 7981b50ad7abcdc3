import type { FarmClient } from '../../../client/client.ts';
import { resolveName } from '../../resolve-name.ts';

/** The id of the farm that was typed; undefined where none was, and the service knows the only one. */
export async function findFarm(
  client: FarmClient,
  typed: string | undefined,
): Promise<string | undefined> {
  return typed === undefined ? undefined : resolveName(client, 'farms', { typed });
}
