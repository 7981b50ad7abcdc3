import { describe, expect, onTestFinished, test } from 'vitest';
import { examineContent } from '../../src/server/doctor/examine-content.ts';
import { MIGRATIONS, migrate } from '../../src/storage/migrations/migrate.ts';
import { DATABASES } from '../support/databases.ts';
import { EXAMPLES_NOW } from '../support/one-of-each.ts';
import { contentOf, listReleases, openRelease, writeRelease } from '../support/release-fixture.ts';

const isWriting = process.env['FARMCTL_WRITE_RELEASE'] === '1';
if (isWriting) test.each(DATABASES)('%s: write the fixture', (name) => writeRelease(name), 60_000);

test('a fixture of an earlier version exists', () => {
  expect(listReleases().length).toBeGreaterThan(0);
});

describe.each(DATABASES)('%s: a database of an earlier version', (name) => {
  test.each(listReleases())('schema %i keeps its rows, key and audit log', async (version) => {
    const release = await openRelease(version, name);
    onTestFinished(() => release.close());
    const { database, content } = release;
    const options = {
      now: Date.parse(EXAMPLES_NOW),
      isDeep: true,
      keyPlace: { find: () => undefined, name: 'key', isElsewhere: false },
    };
    // Before the upgrade nothing but the upgrade is advised.
    const before = await examineContent(database, options);
    expect(before.filter(({ state }) => state === 'failed')).toEqual([]);
    const isOlder = version < MIGRATIONS.length;
    expect(before.find(({ check }) => check === 'schema')?.state).toBe(isOlder ? 'warning' : 'ok');
    await migrate(database);
    const { app } = release.start();
    const now = await contentOf(app, content.key);
    for (const [resource, rows] of Object.entries(content.rows)) {
      expect(rows.length, resource).toBeGreaterThan(0);
      // Later versions may add fields.
      expect(now.rows[resource], resource).toMatchObject(rows);
    }
    expect(now.sealed).toBeGreaterThanOrEqual(content.sealed);
    const task = await app.inject({
      method: 'POST',
      url: `/v1/platform/tasks?farmId=${content.rows['farms']?.[0]?.id}`,
      headers: { authorization: `Bearer ${content.key}` },
      payload: { title: 'After the upgrade' },
    });
    expect(task.statusCode, task.body).toBe(201);
    const findings = await examineContent(database, options);
    // Nobody on the farm has a channel yet.
    const notable = findings.filter(({ state }) => state !== 'ok');
    expect(notable.map(({ check, state }) => [check, state])).toEqual([['notices', 'warning']]);
    expect(findings.length).toBeGreaterThan(3);
    expect(MIGRATIONS.length).toBeGreaterThanOrEqual(version);
  });
});
