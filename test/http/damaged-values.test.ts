import sql, { raw } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { resourceNames } from '../../src/model/resources/registry.ts';
import { createOneOfEach, EXAMPLES_NOW } from '../support/one-of-each.ts';
import { startTestService } from '../support/service.ts';

/** Flipped bytes in a value stored as JSON. */
const DAMAGED = '{"a":';

test('a stored value that is not valid JSON is reported as corrupt, in lists and records', async () => {
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
    const stored = Object.entries(row ?? {}).filter(([, value]) => /^[[{]/.test(String(value)));
    for (const [column, value] of stored) {
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
