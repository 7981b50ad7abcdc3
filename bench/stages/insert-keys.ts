import { limits } from '../../src/model/core/limits.ts';
import { newKey } from '../../src/platform/administration/manage-keys.ts';
import type { Database } from '../../src/storage/core/database.ts';
import { insertKey } from '../../src/storage/system/api-keys.ts';
import { secureRandom } from '../../src/tools/ids.ts';

/** The farm of the stages with a single farm. */
export const FARM_ID = 'farm_00000001';

// Enough keys that none reaches its limit, against which every request is counted.
const KEYS = 32;

/**
 * Inserts keys (default 32) with a limit, restricted to farms or for all of them (null); returns
 * their texts.
 */
export async function insertKeys(
  database: Database,
  {
    orgId,
    farmIds,
    count = KEYS,
  }: {
    readonly orgId: string;
    readonly farmIds: readonly string[] | null;
    readonly count?: number;
  },
): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, n) =>
    newKey(
      { fillRandom: secureRandom },
      {
        orgId,
        name: `bench ${n}`,
        scopes: ['read:*', 'write:*'],
        farmIds,
        rateLimitPerMinute: limits.maxRequestsPerMinute,
        createdAt: '2026-01-01T00:00:00.000Z',
        createdBy: null,
        expiresAt: null,
      },
    ),
  );
  await database.transaction(async (transaction) => {
    for (const { key } of keys) await insertKey(transaction, key);
  });
  return keys.map(({ text }) => text);
}
