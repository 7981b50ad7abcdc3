import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgramFile } from '../support/installed-package.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const CHANGELOG = `# Changelog

What users notice.

## Unreleased

### Added

- Barns have an area.
`;

test('changes are merged into the changelog by kind', async () => {
  const root = await projectWith({
    'feed.md': '### Fixed\n\n- The digest counts feed `fed` today.\n\n### Added\n\n- Silos.\n',
    'keys.md': '### Security\n\n- Keys end.\n',
  });
  expect(await merge(root)).toMatchObject({ code: 0 });
  expect(await readFile(join(root, 'CHANGELOG.md'), 'utf8')).toBe(`${CHANGELOG}- Silos.

### Fixed

- The digest counts feed \`fed\` today.

### Security

- Keys end.
`);
  expect(await readdir(join(root, '.changes'))).toEqual(['README.md']);
});

test('a release is dated and the program reports its version', async () => {
  const root = await projectWith({ 'feed.md': '### Fixed\n\n- Feed.\n' });
  expect(await merge(root, '--release', '0.2.0')).toMatchObject({ code: 0 });
  const today = new Date().toISOString().slice(0, 10);
  const text = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
  expect(text).toContain(`\n## 0.2.0 - ${today}\n\n### Added\n\n- Barns have an area.\n`);
  expect(await readFile(join(root, 'src/model/core/vocabulary.ts'), 'utf8')).toBe(
    "export const version = '0.2.0';\n",
  );
  await writeFile(join(root, '.changes/next.md'), '### Changed\n\n- Later.\n');
  await merge(root);
  expect(await readFile(join(root, 'CHANGELOG.md'), 'utf8')).toContain(
    `## Unreleased\n\n### Changed\n\n- Later.\n\n## 0.2.0 - ${today}\n`,
  );
});

test('an unknown kind of change is rejected and nothing is lost', async () => {
  const root = await projectWith({ 'feed.md': '### Improved\n\n- Feed.\n' });
  const { code, stderr } = await merge(root);
  expect(code).not.toBe(0);
  expect(stderr).toContain('feed.md: not in the form');
  expect(await readFile(join(root, 'CHANGELOG.md'), 'utf8')).toBe(CHANGELOG);
  expect(await readdir(join(root, '.changes'))).toEqual(['README.md', 'feed.md']);
});

test('no line of the changelog and of the pending changes is lost', async () => {
  const root = await temporaryFolder();
  await cp('.changes', join(root, '.changes'), { recursive: true });
  await cp('CHANGELOG.md', join(root, 'CHANGELOG.md'));
  const pending = (await readdir('.changes')).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  );
  const before = await Promise.all(
    ['CHANGELOG.md', ...pending.map((name) => join('.changes', name))].map((file) =>
      readFile(file, 'utf8'),
    ),
  );
  expect(await merge(root)).toMatchObject({ code: 0 });
  const after = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
  expect(linesOf(after)).toEqual(before.flatMap(linesOf).toSorted());
});

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .toSorted();
}

async function projectWith(changes: Record<string, string>): Promise<string> {
  const root = await temporaryFolder();
  await mkdir(join(root, '.changes'));
  await mkdir(join(root, 'src/model/core'), { recursive: true });
  const files = {
    'CHANGELOG.md': CHANGELOG,
    'src/model/core/vocabulary.ts': "export const version = '0.1.0';\n",
    '.changes/README.md': '# Changes\n',
    ...Object.fromEntries(
      Object.entries(changes).map(([name, text]) => [join('.changes', name), text]),
    ),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
  return root;
}

function merge(root: string, ...flags: string[]) {
  return runProgramFile('node', ['.changes/merge.mjs', '--root', root, ...flags]);
}
