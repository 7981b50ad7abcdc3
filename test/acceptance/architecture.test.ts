import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
const paths = page
  .slice(page.indexOf('## Four request paths'), page.indexOf('## Background work'))
  .split(/^### /m)
  .slice(1);

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'bench/README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
/** Base names of all source files, for texts that name a file without its folder. */
const sourceNames = new Set(
  readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).map((path) =>
    basename(path),
  ),
);

test.each(documents)('every source or test file named in %s exists', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const paths = [...text.matchAll(/(?<![\w/])(?:src|test|bench|bin|deploy)\/[\w./-]*\.\w+\b/g)];
  const missing = paths.map(([path]) => path).filter((path) => !existsSync(join(ROOT, path)));
  expect(missing).toEqual([]);
  const folders = [...text.matchAll(/`((?:src|test)\/[\w/-]+)`/g)].map(([, path = '']) => path);
  expect(folders.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test.each(['CONTRIBUTING.md', 'docs/architecture.md'])(
  'every module named without its folder in %s exists',
  (document) => {
    const text = readFileSync(join(ROOT, document), 'utf8');
    const names = [...text.matchAll(/`([a-z][\w-]*\.tsx?)`/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !sourceNames.has(name))).toEqual([]);
  },
);

test('every function named with a path exists in its file', () => {
  const steps = paths.flatMap((path) => [...path.matchAll(/^\d+\. `(src\/[^`]+\.ts)`: `(\w+)`/gm)]);
  expect(steps.length).toBeGreaterThan(20);
  for (const [, file = '', name = ''] of steps) {
    expect(readFileSync(join(ROOT, file), 'utf8'), `${name} in ${file}`).toMatch(
      new RegExp(`(?:function\\*?|class) ${name}\\b`),
    );
  }
});

test('every type named with a path is used in its files', () => {
  const [first = ''] = paths;
  for (const path of paths) {
    // "1. to 3. as for a list" refers to the files of the first path.
    const files = [...`${path}${first}`.matchAll(/^\d+\. `(src\/[^`]+\.ts)`/gm)];
    const text = files.map(([, file = '']) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
    const types = [...path.matchAll(/`([A-Z]\w+)`/g)].map(([, name = '']) => name);
    expect(types.length).toBeGreaterThan(2);
    expect(types.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  }
});

test('each path has at most 10 files and at most 8 names for its subject', () => {
  expect(paths).toHaveLength(4);
  for (const path of paths) {
    const last = [...path.matchAll(/^(\d+)\. /gm)].at(-1)?.[1];
    expect(Number(last)).toBeLessThanOrEqual(10);
    const names = /^Names: (.+)\.$/m.exec(path)?.[1]?.split(', ') ?? [];
    expect(names.length).toBeGreaterThan(0);
    expect(names.length).toBeLessThanOrEqual(8);
  }
});

test('the table of folders matches the import rules', () => {
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
