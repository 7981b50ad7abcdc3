import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listWebhookHealth } from '../storage/system/webhook-health.ts';
import type { DatabaseLocation } from './open-database.ts';
import { readDatabase } from './read-database.ts';
import { unreadableWebhooks } from './sealed-secrets.ts';
import { findSecretKey, KEY_FILE } from './secret-key.ts';

/** The file of the key beside a database, which no backup holds; undefined where there is none. */
export function findKeyFile(dataDir: string): string | undefined {
  const path = join(dataDir, KEY_FILE);
  return existsSync(path) ? path : undefined;
}

/**
 * The webhooks of a database whose secrets cannot be opened with the present key; none where that
 * cannot be told, as of a database that is yet to be brought to the present schema.
 */
export async function findLostSecrets(
  database: Exclude<DatabaseLocation, { readonly kind: 'memory' }>,
  configured: string | undefined,
): Promise<readonly string[]> {
  try {
    const webhooks = await readDatabase(database, listWebhookHealth);
    return unreadableWebhooks(webhooks, findSecretKey(database, configured));
  } catch {
    return [];
  }
}
