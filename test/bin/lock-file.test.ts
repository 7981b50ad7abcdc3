import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };

interface LockedPackage {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The entry that Node resolves a dependency of a package to; undefined where the lock lacks it. */
function resolve(
  packages: Readonly<Record<string, LockedPackage>>,
  from: string,
  name: string,
): LockedPackage | undefined {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))
  ) {
    const found = packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
    if (found || folder === '') return found;
  }
}

// `npm ci` refuses a lock that lacks any of them, also one of another platform.
test('the lock has every dependency of every package, those of other platforms included', async () => {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const missing = Object.entries(packages).flatMap(([path, locked]) =>
    Object.keys({
      ...locked.dependencies,
      ...locked.optionalDependencies,
      ...locked.devDependencies,
    })
      .filter((name) => !resolve(packages, path, name))
      .map((name) => `${name} of ${path || 'the project'}`),
  );
  expect(missing).toEqual([]);
  expect(packages['']?.dependencies).toEqual(packageFile.dependencies);
  expect(packages['']?.devDependencies).toEqual(packageFile.devDependencies);
});
