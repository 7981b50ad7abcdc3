import sql, { raw } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { resourceNames } from '../../src/model/resources/registry.ts';
import { createOneOfEach, EXAMPLES_NOW } from '../support/one-of-each.ts';
import { startTestService } from '../support/service.ts';

/** What flipped bytes make of a value that is kept as JSON. */
const DAMAGED = '{"a":';

test('a stored value that is no JSON any more is answered as damage, in lists and records', async () => {
  const service = await startTestService('sqlite', { now: EXAMPLES_NOW });
  const rows = await createOneOfEach(service);
  const { database } = service.service.runtime;
  const answers: unknown[] = [];
  for (const name of resourceNames) {
    const table = name.replaceAll('-', '_');
    const id = rows[name];
    const row = await database.first<Record<string, unknown>>(
      sql`select * from ${raw(table)} where id = ${id}`,
    );
    const kept = Object.entries(row ?? {}).filter(([, value]) => /^[[{]/.test(String(value)));
    for (const [column, value] of kept) {
      const put = (text: unknown) =>
        database.run(sql`update ${raw(table)} set ${raw(column)} = ${text} where id = ${id}`);
      const isPut = await put(DAMAGED).catch(() => 0);
      if (isPut === 0) continue;
      for (const path of [`/${name}`, `/${name}/${id}`]) {
        const { status, body } = await service.send('GET', path);
        answers.push([path, column, status, body.code]);
      }
      await put(value);
    }
  }
  expect(answers.length).toBeGreaterThan(20);
  expect(answers).toEqual(
    (answers as [string, string][]).map(([path, column]) => [
      path,
      column,
      503,
      'database_damaged',
    ]),
  );
  await service.close();
});
