import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { useConsole, type Viewer } from '../support/console-stage.ts';

const FOLDER = join(import.meta.dirname, '../../docs/pictures');
const MOST_BYTES = 120_000;
/** In the afternoon of the farm, so that the day has been logged. */
const NOW = '2026-11-30T15:00:00Z';
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/**
 * The pictures of the documents: a text that is present once the data of the screen has loaded, and
 * the view.
 */
const PICTURES: readonly (readonly [name: string, path: string, ready: string, Viewer])[] = [
  ['today', '/?farm={farms}', 'main li', { viewport: DESKTOP }],
  ['today-dark', '/?farm={farms}', 'main li', { viewport: DESKTOP, colorScheme: 'dark' }],
  ['flock', '/flocks/{flocks}', 'figure svg', { viewport: DESKTOP }],
  [
    'barn-dark',
    '/barns/{barns}?range=7d',
    'figure svg',
    { viewport: DESKTOP, colorScheme: 'dark' },
  ],
  ['log-phone', '/log?farm={farms}', 'form', { viewport: PHONE, locale: 'th' }],
  ['portfolio', '/portfolio', 'table', { viewport: DESKTOP, locale: 'he' }],
];

/** FARMCTL_UPDATE_PICTURES=1 takes the pictures of docs/pictures again. */
describe.runIf(process.env['FARMCTL_UPDATE_PICTURES'] === '1')(
  'screenshots in the documentation',
  () => {
    const stage = useConsole(undefined, ['--now', NOW]);

    test.each(PICTURES)('%s', async (name, template, ready, viewer) => {
      const { page } = await stage.open(await stage.pathOf(template), viewer);
      await page.locator(ready).first().waitFor();
      await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0);
      await page.waitForLoadState('networkidle');
      const picture = await sharp(await page.screenshot())
        .png({ palette: true, effort: 10 })
        .toBuffer();
      expect(picture.length).toBeLessThan(MOST_BYTES);
      await writeFile(join(FOLDER, `${name}.png`), picture);
      await page.context().close();
    });
  },
);
