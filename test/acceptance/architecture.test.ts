import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
const paths = page
  .slice(page.indexOf('## Four paths'), page.indexOf('## Background work'))
  .split(/^### /m)
  .slice(1);

test('every file that the page names exists', () => {
  const named = [...page.matchAll(/`((?:src|test)\/[^`*<]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('every function that a path names is in its file', () => {
  const steps = paths.flatMap((path) => [...path.matchAll(/^\d+\. `(src\/[^`]+\.ts)`: `(\w+)`/gm)]);
  expect(steps.length).toBeGreaterThan(20);
  for (const [, file = '', name = ''] of steps) {
    expect(readFileSync(join(ROOT, file), 'utf8'), `${name} in ${file}`).toMatch(
      new RegExp(`(?:function\\*?|class) ${name}\\b`),
    );
  }
});

test('each path passes at most 10 files and has at most 8 names for its subject', () => {
  expect(paths).toHaveLength(4);
  for (const path of paths) {
    const last = [...path.matchAll(/^(\d+)\. /gm)].at(-1)?.[1];
    expect(Number(last)).toBeLessThanOrEqual(10);
    const names = /^Names: (.+)\.$/m.exec(path)?.[1]?.split(', ') ?? [];
    expect(names.length).toBeGreaterThan(0);
    expect(names.length).toBeLessThanOrEqual(8);
  }
});

test('the table of rooms is that of the import rules', () => {
  const config: { forbidden: { name: string; to: { pathNot?: string } }[] } = createRequire(
    import.meta.url,
  )('../../dependency-cruiser.cjs');
  const rules = config.forbidden.filter(({ name }) => name.endsWith('-imports'));
  const allowed = rules.map(({ name, to }) => {
    const [room, ...others] = (/\((.*)\)/.exec(to.pathNot ?? '')?.[1] ?? '').split('|');
    return [name, room, others.join(', ')];
  });
  const rows = [...page.matchAll(/^\| `(\w+)` \|[^|]*\|([^|]*)\|$/gm)].map(
    ([, room = '', others = '']) => [`${room}-imports`, room, others.trim()],
  );
  expect(rows).toEqual(allowed);
});
