import type { FarmClient } from '../../../client/client.ts';

/** Names of farms by their id. */
export interface FarmNames {
  /** The name; the id of a farm that cannot be seen. */
  nameOf(farmId: string | null): Promise<string>;
}

/** Makes the names of the farms that a key sees; asked for when one is needed that is not known. */
export function createFarmNames(client: FarmClient): FarmNames {
  const names = new Map<string, string>();
  return {
    async nameOf(farmId) {
      if (farmId === null) return '';
      if (!names.has(farmId)) await learn(client, names);
      const name = names.get(farmId) ?? farmId;
      // Asked once: an event comes with a farm that is hidden as often as with another.
      names.set(farmId, name);
      return name;
    },
  };
}

async function learn(client: FarmClient, names: Map<string, string>): Promise<void> {
  const { farms } = (await client.me()) as { readonly farms?: unknown };
  if (!Array.isArray(farms)) return;
  for (const farm of farms as readonly { readonly id?: unknown; readonly name?: unknown }[]) {
    names.set(String(farm.id), String(farm.name));
  }
}
