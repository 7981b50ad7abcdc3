import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Field } from '../../../src/model/core/fields.ts';
import { searchedFields, storedFields } from '../../../src/model/core/resource.ts';
import {
  getResource,
  type ResourceName,
  resourceNames,
} from '../../../src/model/resources/registry.ts';
import { storedFromJson } from '../../../src/platform/core/row-change.ts';
import { findRow } from '../../../src/storage/records/find-rows.ts';
import { replaceRow } from '../../../src/storage/records/write-rows.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { DATABASES } from '../../support/databases.ts';
import { create, createFarm } from '../../support/farm.ts';
import { FARM_QUESTIONS } from '../../support/farm-answers.ts';
import { createOneOfEach, EXAMPLES_NOW, type OneOfEach } from '../../support/one-of-each.ts';
import { startTestService, type TestService } from '../../support/service.ts';

/** A word in every text of the foreign farm, and nowhere else. */
const MARKER = 'zqmarker';
const STRANGERS = ['a key of another farm', 'a key of another organisation'] as const;
const PATHS = [
  ...FARM_QUESTIONS.flatMap((name) => [`/${name}`, `/${name}?lang=en`]),
  '/context?depth=summary',
  '/portfolio',
  '/activity',
  '/activity?minScore=0&lang=en',
  `/search?q=${MARKER}`,
  `/search?q=${MARKER.slice(2)}`,
];

/** Writes the marker into every text of a row, lists and JSON included. */
async function mark(service: TestService, name: ResourceName, id: string): Promise<void> {
  const definition = getResource(name);
  const { database } = service.service.runtime;
  const scope = { orgId: service.orgId, farmIds: 'all' } as const;
  const row = storedFromJson(
    String(await findRow(database, definition, { id, scope })),
    service.orgId,
  );
  const marked = storedFields(definition).map(([field, declared]) => [
    field,
    markedValue(declared, row[field]),
  ]);
  await database.transaction((transaction) =>
    replaceRow(transaction, definition, { ...row, ...Object.fromEntries(marked) }),
  );
}

/** The marker in place of a text; other values are unchanged. */
function markedValue(field: Field, value: unknown): unknown {
  // Money is written with its currency, of which there are only so many.
  if (field.type === 'text') return field.format === 'currency' ? value : `${MARKER} text`;
  if (field.type === 'list') return [MARKER];
  return field.type === 'json' ? { note: MARKER } : value;
}

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let foreignRows: OneOfEach;
    let ownRowIds: OneOfEach;
    let keys: Record<(typeof STRANGERS)[number], string>;
    beforeAll(async () => {
      service = await startTestService(database, { now: EXAMPLES_NOW });
      foreignRows = await createOneOfEach(service);
      for (const name of resourceNames) await mark(service, name, foreignRows[name]);
      // Entries of the activity log contain the texts of their rows.
      const reported = {
        title: `${MARKER} alert`,
        severity: 'critical',
        barnId: foreignRows.barns,
      };
      await create(service, 'alerts', reported);
      ownRowIds = await createOneOfEach(service);
      const orgId = await service.createOrganisation('Second');
      const stranger = await service.createKey({ orgId });
      await createFarm(service, { name: 'Farm of the second', key: stranger });
      keys = {
        'a key of another farm': await service.createKey({ farmIds: [ownRowIds.farms] }),
        'a key of another organisation': stranger,
      };
    });
    afterAll(() => service.close());

    describe.each(STRANGERS)('%s', (stranger) => {
      test.each(PATHS)('sees nothing of it in %s', async (path) => {
        const answer = await service.send('GET', path, { key: keys[stranger] });
        expect([path, answer.status]).toEqual([path, 200]);
        expect(answer.text).not.toContain(MARKER);
        for (const id of Object.values(foreignRows)) expect(answer.text).not.toContain(id);
      });

      test.each([...FARM_QUESTIONS, 'activity'])('may not query /%s for it', async (name) => {
        const ask = (farmId: string) =>
          service.send('GET', `/${name}?farmId=${farmId}`, {
            key: keys[stranger],
            headers: { 'x-request-id': 'same' },
          });
        const unknown = await ask('farm_nowhere');
        const answer = await ask(foreignRows.farms);
        expect([answer.status, answer.text]).toEqual([403, unknown.text]);
      });
    });

    test.each(['context', 'gaps', 'digest', 'activity'])(
      'a key that sees the farm gets the row in /%s',
      async (name) => {
        const answer = await service.send('GET', `/${name}?farmId=${foreignRows.farms}`);
        expect(answer.text).toContain(MARKER);
      },
    );

    test('a key that sees the farm can search every module', async () => {
      const { body } = await service.send('GET', `/search?q=${MARKER}`);
      const resources = new Set(body.data.map(({ resource }: { resource: string }) => resource));
      const searched = resourceNames.filter((name) => searchedFields(getResource(name)).length > 0);
      expect([...resources].sort()).toEqual([...searched].sort());
    });

    test('the results of other farms count only for keys that see them', async () => {
      const read = async (key: string) =>
        (await service.send('GET', `/insights?farmId=${ownRowIds.farms}`, { key })).text;
      const pinned = keys['a key of another farm'];
      const before = [await read(pinned), await read(service.admin)];
      await insertResults(service, foreignRows.farms);
      const after = [await read(pinned), await read(service.admin)];
      expect(after[0]).toBe(before[0]);
      expect(after[1]).not.toBe(before[1]);
    });
  });
}

/** Four flocks that did well, closed last week. */
async function insertResults(service: TestService, farmId: string): Promise<void> {
  const { database } = service.service.runtime;
  const ownIds = { farmId, orgId: service.orgId };
  for (const index of [0, 1, 2, 3]) {
    const flockId = `flock_result_${index}`;
    const flock = {
      breed: 'Ross 308',
      status: 'closed',
      placementDate: '2026-10-10',
      chicksReceived: 10_000,
      closedAt: `2026-11-2${index}T10:00:00.000Z`,
    };
    await insertRowsOf(database, 'flocks', [{ ...ownIds, id: flockId, ...flock }]);
    await insertRowsOf(database, 'daily-logs', [
      {
        ...ownIds,
        id: `log_result_${index}`,
        flockId,
        date: '2026-10-15',
        mortality: 80,
        feedKg: 900,
      },
    ]);
    const sale = { date: '2026-11-19', birdsCount: 9900, totalWeightKg: 25_000 };
    await insertRowsOf(database, 'sales', [
      { ...ownIds, id: `sale_result_${index}`, flockId, ...sale },
    ]);
  }
}
