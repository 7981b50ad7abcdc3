import { expect, test } from 'vitest';
import { targetsOf } from '../../bench/results/targets.ts';
import { sum } from '../../src/tools/statistics.ts';
import { useConsole } from '../support/console-stage.ts';
import { describeBackups } from './backup-screens.ts';
import { describeHostileText } from './hostile-screens.ts';
import { describeReferencePage } from './reference-screens.ts';

const stage = useConsole();

/** Further screens with much of their own. */
const LARGE = [
  ['/money', 'main h1'],
  ['/records/flocks/new', 'main form'],
  ['/notices', 'main h1'],
] as const;

test('Today and other screens load no more script and style than planned', async () => {
  const storageState = await stage.signIn();
  /** The bytes of each file as sent, with an empty cache. */
  const load = async (path: string, ready: string) => {
    const { page } = await stage.openBare(path, { storageState });
    await page.locator(ready).first().waitFor();
    await page.waitForLoadState('networkidle');
    const files = await page.evaluate<[string, number][]>(`performance
      .getEntriesByType('resource')
      .filter(({ name, transferSize }) => /\\.(js|css)$/.test(name) && transferSize > 0)
      .map(({ name, transferSize }) => [name, transferSize])`);
    await page.context().close();
    return new Map(files);
  };
  const { program, screen } = targetsOf('console');
  const today = await load('/', 'dl');
  expect(today.size).toBeGreaterThan(4);
  expect(sum([...today.values()])).toBeLessThan(kilobytes(program));
  for (const [path, ready] of LARGE) {
    const more = [...(await load(path, ready))].filter(([file]) => !today.has(file));
    expect(more.length, path).toBeGreaterThan(0);
    expect(sum(more.map(([, bytes]) => bytes)), path).toBeLessThan(kilobytes(screen));
  }
});

function kilobytes(target: { readonly most?: number } | undefined): number {
  return (target?.most ?? 0) * 1000;
}

describeReferencePage(stage);
describeBackups(stage);
// Last: it replaces the data of the service.
describeHostileText(stage);
