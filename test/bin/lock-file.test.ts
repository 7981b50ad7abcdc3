import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
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

/** Packages that an installation without development tools has on every platform. */
const MOST_INSTALLED = 40;

async function readLock(): Promise<Readonly<Record<string, LockedPackage>>> {
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return lock.packages;
}

// `npm ci` rejects a lock file that lacks any of them, including those of other platforms.
test('the lock file has every dependency of every package, including those of other platforms', async () => {
  const packages = await readLock();
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

// Bundled libraries are development dependencies: users do not install them a second time.
test('a production installation has few packages', async () => {
  const installed = Object.values(await readLock()).filter(
    ({ dev, optional }) => !dev && !optional,
  );
  expect(installed.length).toBeLessThanOrEqual(MOST_INSTALLED);
});
