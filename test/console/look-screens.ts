import { describe, expect, test } from 'vitest';
import { sidewaysOf } from '../support/browser.ts';
import { navigate } from '../support/console-screens.ts';
import type { ConsoleStage } from '../support/console-stage.ts';

const PHONE = { width: 360, height: 800 };

/** The tests of how texts, tables and numbers look on screens of several kinds. */
export function describeLooks(stage: ConsoleStage): void {
  const { open, pathOf, firstOf, call, farmWithFlock } = stage;
  describe('what is shown', () => {
    test('codes of flocks stay in one piece in Hebrew on a phone', async () => {
      const path = await pathOf('/insights?farm={farms}');
      const { page, faults } = await open(path, { locale: 'he', viewport: PHONE });
      await page.locator('#risk meter').first().waitFor();
      const broken = await page.evaluate<string[]>(`(() => {
        const found = [];
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          for (const { 0: code, index } of texts.currentNode.data.matchAll(/B\\d-\\d{6}/g)) {
            const range = document.createRange();
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + code.length);
            const lines = new Set([...range.getClientRects()].map(({ top }) => top));
            found.push([code, lines.size]);
          }
        }
        return found.length === 0 ? ['no code'] : found.filter(([, lines]) => lines > 1);
      })()`);
      expect(broken).toEqual([]);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    test('the headings of tables begin where their words begin', async () => {
      const { page } = await open(await pathOf('/feed?farm={farms}'));
      await page.locator('thead th').first().waitFor();
      const aligned = await page.evaluate<string>(
        `getComputedStyle(document.querySelector('thead th')).textAlign`,
      );
      expect(aligned).not.toBe('end');
      await page.context().close();
    });

    test('the deaths of a farm do not cover what is beside them on a phone', async () => {
      const { page } = await open('/portfolio', { viewport: PHONE });
      await page.locator('td svg').first().waitFor();
      const wide = await page.evaluate<number>(`[...document.querySelectorAll('td > svg')].filter(
        (line) => line.getBoundingClientRect().right >
          line.parentElement.getBoundingClientRect().right + 1).length`);
      expect(wide).toBe(0);
      await page.context().close();
    });

    test('lists of records show their names whole, and fit on a tablet', async () => {
      const viewport = { width: 768, height: 1024 };
      const { page } = await open(await pathOf('/records/tasks?farm={farms}'), { viewport });
      for (const path of ['/records/tasks', '/records/flocks']) {
        await navigate(page, `${path}?farm=${(await firstOf('farms'))['id']}`);
        await page.locator('tbody tr').nth(3).waitFor();
        await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0);
        const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('tbody th a')]
          .filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent)`);
        expect({ path, cut, sideways: await sidewaysOf(page) }).toEqual({
          ...{ path, cut: [], sideways: [] },
        });
      }
      await page.context().close();
    });

    test('nothing is written in Thai before the letters of the console are there', async () => {
      const { page } = await open('/sign-in', { locale: 'th' });
      await page.route(/thai.*woff2/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 500));
        await route.continue();
      });
      await page.addInitScript(`new MutationObserver((_, observer) => {
        if (!document.querySelector('h1')) return;
        observer.disconnect();
        globalThis.isReady = document.fonts.check('700 1em "Noto Sans Thai"', 'ก');
      }).observe(document, { childList: true, subtree: true })`);
      await page.goto(new URL('/tasks', page.url()).href);
      await page.locator('h1').waitFor();
      expect(await page.evaluate('globalThis.isReady')).toBe(true);
      await page.context().close();
    });

    test('the calendar names records in the language of the reader', async () => {
      const { farmId, date: dueDate } = await farmWithFlock();
      await call('POST', '/feed-orders', {
        ...{ farmId, feedType: 'finisher', quantityKg: 5000, orderDate: dueDate, dueDate },
      });
      const { page } = await open(`/calendar?farm=${farmId}`, { locale: 'he' });
      await page.getByRole('link', { name: 'הזמנת תערובת סיום' }).waitFor();
      await page.context().close();
    });
  });
}
