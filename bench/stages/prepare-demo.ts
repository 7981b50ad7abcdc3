import { openDatabase } from '../../src/server/core/open-database.ts';
import { loadMock, type MockAccess } from '../../src/server/mock/load-mock.ts';
import { insertKeys } from './insert-keys.ts';

/** What a demo farm is asked with. */
export interface DemoStage {
  readonly keys: readonly string[];
  readonly farmId: string;
  readonly cameras: MockAccess['cameras'];
}

/** The demo farm in a data folder of its own, as of now. */
export async function prepareDemo({ dataDir }: { readonly dataDir: string }): Promise<DemoStage> {
  const database = await openDatabase({ kind: 'sqlite', dataDir });
  const { orgId, farms, cameras } = await loadMock(database, {
    content: 'demo',
    seed: 42,
    now: Date.now(),
  });
  const keys = await insertKeys(database, { orgId, farmIds: null });
  await database.close();
  return { keys, cameras, farmId: farms[0]?.id ?? '' };
}
