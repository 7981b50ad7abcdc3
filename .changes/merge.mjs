// Moves the files of this folder into CHANGELOG.md: npm run changelog. With `--release <version>`, as
// `npm version` calls it: also dates the release, and sets the version that the program tells.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parser, Release } from 'keep-a-changelog';

const { values: options } = parseArgs({
  options: {
    release: { type: 'string' },
    root: { type: 'string', default: join(import.meta.dirname, '..') },
  },
});
mergeChanges(options.root, options.release);

function mergeChanges(root, version) {
  const path = join(root, 'CHANGELOG.md');
  const changelog = parser(readFileSync(path, 'utf8'));
  changelog.format = 'markdownlint';
  const unreleased = changelog.findRelease() ?? new Release();
  if (!changelog.releases.includes(unreleased)) changelog.addRelease(unreleased);
  const files = changeFiles(root);
  for (const file of files) unreleased.combineChanges(changesOf(file));
  if (version !== undefined) {
    unreleased.setDate(new Date());
    unreleased.setVersion(version);
    setProgramVersion(root, version);
  }
  writeFileSync(path, changelog.toString());
  for (const file of files) rmSync(file);
}

/** The files of changes, by name. */
function changeFiles(root) {
  const folder = join(root, '.changes');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .toSorted()
    .map((name) => join(folder, name));
}

/** The changes of a file by kind. */
function changesOf(file) {
  try {
    return parser(`# Changelog\n\n## Unreleased\n\n${readFileSync(file, 'utf8')}\n`).releases[0].changes;
  } catch {
    throw new Error(`${file}: not in the form that .changes/README.md describes`);
  }
}

function setProgramVersion(root, version) {
  const path = join(root, 'src/model/core/vocabulary.ts');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/^export const version = '.*';$/m, `export const version = '${version}';`));
}
