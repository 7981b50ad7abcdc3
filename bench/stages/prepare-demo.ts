import { openDatabase } from '../../src/server/core/open-database.ts';
import { loadMock, type MockAccess } from '../../src/server/mock/load-mock.ts';
import { insertKeys } from './insert-keys.ts';

/** Data for requests to a demo farm. */
export interface DemoStage {
  readonly keys: readonly string[];
  readonly farmId: string;
  readonly cameras: MockAccess['cameras'];
}

/** Creates the demo farm in its own data folder, dated now. */
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
