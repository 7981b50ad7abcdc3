import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/storage/core/database.ts';
import { DATABASES } from '../../support/databases.ts';
import { ask } from '../../support/farm-answers.ts';
import { insertFarmHistory } from '../../support/farm-history.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const NOW = Date.parse('2026-11-21T10:00:00.000Z');
const SHORT_DAYS = 30;
const TIMES = 10;
/** Of the reads for a farm, including the key, the organisation and the farm itself. */
const PATHS = ['/context', '/insights', '/gaps', '/digest', '/portfolio'];
const SCREENS = ['/os/dashboard', '/os/weekly-summary', '/os/risk/ledger'];

/** A database that counts its reads. */
function counting(database: Database): {
  readonly database: Database;
  readonly reads: () => number;
} {
  let reads = 0;
  const counted = {
    all: (query: Parameters<Database['all']>[0]) => {
      reads++;
      return database.all(query);
    },
    first: (query: Parameters<Database['first']>[0]) => {
      reads++;
      return database.first(query);
    },
  };
  // Both read rows of whatever type the query has.
  return { database: { ...database, ...counted } as Database, reads: () => reads };
}

for (const name of DATABASES) {
  describe(`${name}: ten times the rows`, () => {
    let service: TestService;
    let reads: () => number;
    const keys: string[] = [];
    beforeAll(async () => {
      service = await startTestService(name, {
        now: new Date(NOW).toISOString(),
        wrap: (database) => {
          const counted = counting(database);
          reads = counted.reads;
          return counted.database;
        },
      });
      const { database } = service.service.runtime;
      const farms = [];
      for (const times of [1, TIMES]) {
        const farmId = `farm_${times}`;
        const days = SHORT_DAYS * times;
        const history = { farmId, today: '2026-11-21', now: NOW, days, sensorDays: times };
        farms.push(await insertFarmHistory(database, { ...history, orgId: service.orgId }));
        keys.push(await service.createKey({ farmIds: [farmId] }));
      }
      expect(farms[1]).toBeGreaterThan(8 * (farms[0] ?? 0));
    });
    afterAll(() => service.close());

    test.each(PATHS)('take %s the same number of queries', async (path) => {
      const counts = [];
      for (const key of keys) {
        // The permissions of a key are read once a second at most.
        await ask(service, path, { key });
        const before = reads();
        await ask(service, path, { key });
        counts.push(reads() - before);
      }
      expect(counts[1]).toBe(counts[0]);
    });

    test.each(SCREENS)('take %s the same number of queries', async (path) => {
      const counts = [];
      for (const key of keys) {
        await service.send('GET', path, { key });
        const before = reads();
        expect((await service.send('GET', path, { key })).status).toBe(200);
        counts.push(reads() - before);
      }
      expect(counts[1]).toBe(counts[0]);
    });

    test('ten times the rows of many farms take /portfolio as many queries as one', async () => {
      const counts = [];
      for (const key of [service.admin, `${keys[0]}`]) {
        await ask(service, '/portfolio', { key });
        const before = reads();
        const { farms } = await ask(service, '/portfolio', { key });
        counts.push([farms.length, reads() - before]);
      }
      expect(counts).toEqual([
        [2, counts[1]?.[1]],
        [1, counts[0]?.[1]],
      ]);
    });
  });
}
