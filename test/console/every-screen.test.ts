import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  beheadedOf,
  brokenOf,
  findBarriers,
  misplacedOf,
  overflowOf,
  sidewaysOf,
  spillsOf,
  turnedOf,
  type WatchedPage,
  wordlessOf,
} from '../support/browser.ts';
import { navigate, SCREENS } from '../support/console-screens.ts';
import { useConsole } from '../support/console-stage.ts';

/**
 * The sizes and themes in which each language is looked at; together all four pairs. In one of them
 * screens are opened by their addresses, on a phone; in the other from inside the console. The audit
 * of accessibility covers both sizes and both themes in English; of the same elements from right to
 * left, that on a phone is enough.
 */
const LOCALES = [
  {
    locale: 'en',
    direction: 'ltr',
    phone: 'light',
    desktop: 'dark',
    isByAddress: false,
    audited: ['phone', 'desktop'],
  },
  {
    locale: 'he',
    direction: 'rtl',
    phone: 'dark',
    desktop: 'light',
    isByAddress: true,
    audited: ['phone'],
  },
] as const;
const SIZES = {
  phone: { width: 360, height: 800 },
  desktop: { width: 1440, height: 900 },
} as const;

const stage = useConsole();

beforeAll(async () => {
  await stage.call('POST', '/webhooks', { url: 'https://hooks.example.com', events: ['*'] });
});

describe.each(LOCALES)('in $locale', (viewer) => {
  let window: WatchedPage;
  beforeAll(async () => {
    window = await stage.open('/portfolio', { locale: viewer.locale });
  });
  afterAll(() => window?.page.context().close());

  test.each(SCREENS)(
    '%s opens without errors, accessibility problems, overflow, mirrored signs or horizontal scrolling',
    async (template, ready) => {
      const path = await stage.pathOf(template);
      if (viewer.isByAddress) await openOnPhone(window.page, path);
      else await navigate(window.page, path);
      await expectSound(window, ready);
    },
  );

  // Screens that require a user, not a key.
  test('/account opens without errors, accessibility problems or overflow', async () => {
    const storageState = await stage.signIn();
    const own = await stage.openBare('/account', { locale: viewer.locale, storageState });
    await expectSound(own, 'table');
    await own.page.context().close();
  });

  /** The screen is complete in both sizes and themes. */
  async function expectSound({ page, faults }: WatchedPage, ready: string): Promise<void> {
    await page.locator(ready).first().waitFor({ timeout: 60_000 });
    await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0);
    expect(await page.getAttribute('html', 'dir')).toBe(viewer.direction);
    expect(await page.getAttribute('html', 'lang')).toBe(viewer.locale);
    const found: Record<string, unknown> = {};
    const isAudited = (size: string) => viewer.audited.some((audited) => audited === size);
    for (const size of ['phone', 'desktop'] as const) {
      await page.setViewportSize(SIZES[size]);
      await page.emulateMedia({ colorScheme: viewer[size] });
      await page.locator(ready).first().waitFor();
      found[size] = {
        overflow: await overflowOf(page),
        spills: await spillsOf(page),
        beheaded: await beheadedOf(page),
        turned: await turnedOf(page),
        misplaced: size === 'desktop' ? await misplacedOf(page) : [],
        wordless: await wordlessOf(page),
        barriers: isAudited(size) ? await findBarriers(page) : [],
      };
      if (size === 'phone') {
        found['sideways'] = await sidewaysOf(page);
        found['broken'] = await brokenOf(page);
      }
    }
    const clean = {
      spills: [],
      beheaded: [],
      turned: [],
      misplaced: [],
      wordless: [],
      barriers: [],
    };
    const none = { overflow: 0, ...clean };
    expect(found).toEqual({ phone: none, sideways: [], broken: [], desktop: none });
    expect(faults.splice(0)).toEqual([]);
  }
});

// The longest texts of a language are checked on the smallest phone, and in the menu of a desktop;
// the rest is the same in all of them.
test.each(['th', 'es', 'zh'])(
  'in %s no screen is wider than a phone or breaks words, and nothing is misplaced on a desktop',
  async (locale) => {
    const { page, faults } = await stage.open('/portfolio', { locale, viewport: SIZES.phone });
    const wide: unknown[] = [];
    for (const [template, ready] of SCREENS) {
      const path = await stage.pathOf(template);
      await navigate(page, path);
      await page.locator(ready).first().waitFor({ timeout: 60_000 });
      await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0);
      const found = [
        ...(await spillsOf(page)),
        ...(await sidewaysOf(page)),
        ...(await brokenOf(page)),
      ];
      const overflow = await overflowOf(page);
      await page.setViewportSize(SIZES.desktop);
      found.push(...(await misplacedOf(page)));
      await page.setViewportSize(SIZES.phone);
      if (found.length > 0 || overflow > 0) wide.push({ path, found });
    }
    const storageState = await stage.signIn();
    const own = await stage.openBare('/account', { locale, viewport: SIZES.phone, storageState });
    await own.page.locator('table').first().waitFor();
    const found = [...(await sidewaysOf(own.page)), ...(await brokenOf(own.page))];
    if (found.length > 0) wide.push({ path: '/account', found });
    await own.page.context().close();
    expect(wide).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  },
  600_000,
);

async function openOnPhone(page: Page, path: string): Promise<void> {
  await page.setViewportSize(SIZES.phone);
  await page.goto(`${stage.baseUrl()}${path}`);
}
