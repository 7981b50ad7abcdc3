import { expect, test } from 'vitest';
import { packPackage } from '../support/installed-package.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Builds with types, as for publishing; it takes most of a minute. */
const IS_BUILT_ANEW = process.env['FARMCTL_TEST_PACK'] === '1';
/** Most of it is the program and the files of the web console, compressed. */
/** The classifier of questions (`src/ask/lexicons/classifier.json`) is 4.5 MB of it. */
const MOST_PACKED_BYTES = 10 * 1024 * 1024;
const PATIENCE_MILLIS = 240_000;

test(
  'the package contains exactly the required files',
  async () => {
    const { files, size } = await packPackage(await temporaryFolder(), {
      withScripts: IS_BUILT_ANEW,
    });
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'CHANGELOG.md',
        'package.json',
        'bin/farmctl.js',
        'dist/client.js',
        'dist/verify-webhook.js',
        'completions/farmctl.bash',
        'man/farmctl.1',
        'docs/cli.md',
      ]),
    );
    if (IS_BUILT_ANEW) expect(paths).toContain('dist/types/client/client.d.ts');
    const folders = new Set(
      paths.filter((path) => path.includes('/')).map((path) => path.split('/')[0]),
    );
    expect([...folders].toSorted()).toEqual([
      'bin',
      'completions',
      'deploy',
      'dist',
      'docs',
      'examples',
      'man',
    ]);
    expect(
      paths.filter((path) => /\.(ts|map|test\.\w+)$/.test(path) && !path.endsWith('.d.ts')),
    ).toEqual([]);
    expect(size).toBeLessThan(MOST_PACKED_BYTES);
  },
  PATIENCE_MILLIS,
);
