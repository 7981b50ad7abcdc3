import type { FarmClient } from '../client/client.ts';
import type { Settings } from './config/settings.ts';
import { resolveName } from './resolve-name.ts';

/**
 * The ids of the farms a command works with: that of `--farm` or of the settings, else those pinned
 * in the settings. Empty: all that the key sees.
 */
export async function chosenFarms(
  client: FarmClient,
  { farm, farms }: Settings,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const typed of farm === undefined ? farms : [farm]) {
    ids.push(await resolveName(client, 'farms', { typed }));
  }
  return ids;
}
