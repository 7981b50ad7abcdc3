import { bootstrap } from '../../src/server/bootstrap.ts';
import { openDatabase } from '../../src/server/core/open-database.ts';
import { insertNotices, newNotice } from '../../src/storage/system/notices.ts';
import { insertRowsOf } from '../../test/support/a-row.ts';
import { insertKeys } from './insert-keys.ts';
import type { Stage } from './prepare-tasks.ts';

const CHUNK_ROWS = 2000;

/** Fills an empty database with this many farms, and keys for all of them. */
export async function prepareFarms({
  dataDir,
  farms,
}: {
  readonly dataDir: string;
  readonly farms: number;
}): Promise<Stage> {
  const database = await openDatabase({ kind: 'sqlite', dataDir });
  const { orgId, key: admin = '' } = await bootstrap(database);
  const rows = Array.from({ length: farms }, (_, n) => {
    const id = `farm_${n}`;
    return { id, farmId: id, orgId, name: `Farm ${n}`, currency: 'ILS' };
  });
  await insertRowsOf(database, 'farms', rows);
  const keys = await insertKeys(database, { orgId, farmIds: null });
  await database.close();
  return { keys, admin };
}

/** Adds this many due messages about an alert. */
export async function addPending({
  dataDir,
  count,
  about,
}: {
  readonly dataDir: string;
  readonly count: number;
  readonly about: {
    readonly orgId: string;
    readonly farmId: string;
    readonly userId: string;
    readonly channelId: string;
    readonly alertId: string;
  };
}): Promise<null> {
  const database = await openDatabase({ kind: 'sqlite', dataDir });
  const { alertId, ...place } = about;
  const at = new Date().toISOString();
  for (let from = 0; from < count; from += CHUNK_ROWS) {
    const rows = Array.from({ length: Math.min(CHUNK_ROWS, count - from) }, (_, n) =>
      newNotice({
        id: `notice_${from + n}`,
        ...place,
        kind: 'alert',
        severity: 'critical',
        alertIds: [alertId],
        at,
      }),
    );
    await database.transaction((transaction) => insertNotices(transaction, rows));
  }
  await database.close();
  return null;
}
