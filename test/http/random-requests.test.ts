import fc from 'fast-check';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ResourceName, resourceNames } from '../../src/model/resources/registry.ts';
import { tableName } from '../../src/storage/core/database.ts';
import { DATABASES, type DatabaseName } from '../support/databases.ts';
import { createOneOfEach, EXAMPLES_NOW, type OneOfEach } from '../support/one-of-each.ts';
import { requestsOf } from '../support/random-requests.ts';
import { expectErrorShape } from '../support/scenario.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/service.ts';

/** The number of requests for each resource; a server over a socket takes longer. */
const RUNS: Readonly<Record<DatabaseName, number>> = { sqlite: 40, postgres: 12 };
/** Deleting these would leave nothing for the other requests to refer to. */
const GROUND: readonly ResourceName[] = ['farms', 'barns', 'flocks'];

/** The rows that the requests of one database refer to. */
interface Ground {
  readonly service: TestService;
  readonly rows: OneOfEach;
}

for (const database of DATABASES) {
  describe(`${database}: random requests`, () => {
    let ground: Ground;
    beforeAll(async () => {
      const service = await startTestService(database, { now: EXAMPLES_NOW });
      ground = { service, rows: await createOneOfEach(service) };
    });
    afterAll(() => ground.service.close());

    test.each(resourceNames)(
      '%s answers in a documented shape, and written rows can be read',
      async (name) => {
        const { service, rows } = ground;
        const createdIds: string[] = [];
        await fc.assert(
          fc.asyncProperty(requestsOf(name, rows), async ({ method, path, body }) => {
            const answer = await service.send(
              method,
              path.replace(/\/last$/, () => `/${lastOf(createdIds, name)}`),
              body === undefined ? {} : { body },
            );
            expect(answer.status).toBeLessThan(500);
            if (answer.status >= 400) return expectErrorShape(answer);
            if (method === 'POST') createdIds.push(answer.body.id);
            await expectReadable(service, `${method} ${name}`, answer);
          }),
          { numRuns: RUNS[database], endOnFailure: true },
        );
        await expectTrueTotal(service, name);
      },
    );
  });
}

/** The row to delete: one made on the way. */
function lastOf(createdIds: string[], name: ResourceName): string {
  return (GROUND.includes(name) ? undefined : createdIds.pop()) ?? 'none';
}

async function expectReadable(service: TestService, request: string, answer: TestAnswer) {
  const [method, name] = request.split(' ');
  const visible = method === 'GET' && answer.body.data ? answer.body.data[0] : answer.body;
  if (visible?.id === undefined) return;
  const { status, body } = await service.send('GET', `/${name}/${visible.id}`);
  expect([method, status]).toEqual([method, method === 'DELETE' ? 404 : 200]);
  // Secrets and warnings are shown once, beside the written row.
  const { signingSecret: _, cameraToken: __, doubts: ___, ...kept } = visible;
  if (method !== 'DELETE') expect(body).toMatchObject(kept);
}

async function expectTrueTotal(service: TestService, name: ResourceName) {
  const { body } = await service.send('GET', `/${name}?limit=1`);
  const counted = await service.service.runtime.database.first<{ total: number | string }>(
    sql`select count(*) as total from ${raw(tableName(name))} where deleted_at is null`,
  );
  expect(body.meta.total).toBe(Number(counted?.total));
}
