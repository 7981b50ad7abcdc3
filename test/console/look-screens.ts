import { describe, expect, test } from 'vitest';
import { beheadedOf, sidewaysOf } from '../support/browser.ts';
import { navigate } from '../support/console-screens.ts';
import type { ConsoleStage } from '../support/console-stage.ts';

const PHONE = { width: 360, height: 800 };

/** An element of a page, as far as its position is needed. */
interface Boxed {
  getBoundingClientRect(): { readonly top: number };
}

/** The tests of how texts, tables and numbers look on screens of several kinds. */
export function describeLooks(stage: ConsoleStage): void {
  const { open, pathOf, firstOf, call, listOf, farmWithFlock } = stage;
  describe('the display', () => {
    test('flock codes do not break in Hebrew on a phone', async () => {
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
    });

    test('truncated Latin text shows its beginning in Hebrew', async () => {
      const { farmId } = await farmWithFlock();
      const long = 'The northern house behind the old packing shed, beside the road to the mill';
      const { id: barnId } = await call('POST', '/barns', { farmId, name: long });
      await call('POST', '/flocks', {
        ...{ barnId, breed: 'Ross 308', chicksReceived: 1000, placementDate: '2026-01-01' },
      });
      await call('POST', '/tasks', { farmId, barnId, title: 'Clean', details: long });
      const { page } = await open(`/records/tasks?farm=${farmId}`, { locale: 'he' });
      for (const path of ['/records/tasks?columns=id,details,barnId&', '/insights?']) {
        await navigate(page, `${path}farm=${farmId}`);
        await page.locator('main table').first().waitFor();
        await page.locator('main table').getByText(long).first().waitFor();
        for (const width of [1440, 768]) {
          await page.setViewportSize({ width, height: 900 });
          expect({ path, width, cut: await beheadedOf(page) }).toEqual({ path, width, cut: [] });
        }
      }
    });

    test('the reasons for an action are on separate lines', async () => {
      const { page } = await open(await pathOf('/?farm={farms}'), { locale: 'he' });
      const action = page.locator('li:has([data-reason] + [data-reason])').first();
      await action.waitFor();
      const tops = await action
        .locator('[data-reason]')
        .evaluateAll((reasons) =>
          reasons.map((reason) => (reason as unknown as Boxed).getBoundingClientRect().top),
        );
      expect(new Set(tops).size).toBe(tops.length);
    });

    test('the names of screens are aligned in the menu', async () => {
      const { page } = await open('/unsent');
      await page.locator('main h1').waitFor();
      const starts = await page.evaluate<
        number[]
      >(`[...document.querySelectorAll('nav a')].map((link) => {
        const range = document.createRange();
        range.selectNode(link.childNodes[1]);
        return Math.round(range.getBoundingClientRect().left);
      })`);
      expect(starts.length).toBeGreaterThan(10);
      expect(Math.max(...starts) - Math.min(...starts)).toBeLessThan(2);
    });

    test('the values of a card are aligned when headings have one or two lines', async () => {
      const path = await pathOf('/feed?farm={farms}');
      const { page } = await open(path, { viewport: PHONE, locale: 'es' });
      await page.locator('table[data-wide] td[data-number] bdi').first().waitFor();
      // The feed conversion, and that of the standard.
      const bottoms = await page.evaluate<number[]>(`[...document.querySelector('table[data-wide]')
        .querySelectorAll('tbody tr:first-child td[data-number] bdi')].slice(3, 5).map((value) =>
        Math.round(value.getBoundingClientRect().bottom))`);
      expect(bottoms).toEqual([bottoms[0], bottoms[0]]);
    });

    test('the headings of tables are aligned with their cells', async () => {
      const { page } = await open(await pathOf('/feed?farm={farms}'));
      await page.locator('thead th').first().waitFor();
      const aligned = await page.evaluate<string>(
        `getComputedStyle(document.querySelector('thead th')).textAlign`,
      );
      expect(aligned).not.toBe('end');
    });

    test('the headings of a table stay visible while scrolling', async () => {
      const { page } = await open(await pathOf('/records/daily-logs?farm={farms}'));
      await page.locator('tbody tr').nth(45).waitFor();
      await page.locator('tbody tr').nth(45).scrollIntoViewIfNeeded();
      const [heading, bar] = await Promise.all(
        ['thead th', 'header'].map((part) => page.locator(part).first().boundingBox()),
      );
      expect(heading?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0) - 2);
      expect(heading?.y).toBeLessThan(120);
    });

    test('bidders for birds are labelled buyers, bidders for feed suppliers', async () => {
      const { page } = await open(await pathOf('/market?farm={farms}'));
      const heads = page.locator('article table thead th:first-child');
      await heads.nth(1).waitFor();
      const found = await page.locator('article').evaluateAll((articles) =>
        (
          articles as unknown as {
            textContent: string;
            querySelector(at: string): { textContent: string };
          }[]
        ).map((article) => [
          article.querySelector('p').textContent.split(' ')[0],
          article.querySelector('thead th').textContent,
        ]),
      );
      expect(Object.fromEntries(found)).toEqual({ sell: 'Buyer', buy: 'Supplier' });
    });

    test('the deaths of a farm do not overlap neighbouring content on a phone', async () => {
      const { page } = await open('/portfolio', { viewport: PHONE });
      await page.locator('td svg').first().waitFor();
      const wide = await page.evaluate<boolean[]>(`[...document.querySelectorAll('td svg')].map(
        (line) => line.getBoundingClientRect().right >
          line.closest('td').getBoundingClientRect().right + 1)`);
      expect(new Set(wide)).toEqual(new Set([false]));
    });

    test('the values of a card are aligned below their headings', async () => {
      const path = await pathOf('/records/daily-logs?farm={farms}');
      const { page } = await open(path, { viewport: PHONE });
      await page.locator('tbody tr').nth(30).waitFor();
      const tops = await page.evaluate<number[][]>(`[...document.querySelectorAll('tbody tr')]
        .slice(0, 8).map((row) => [...row.querySelectorAll('td > div')]
          .filter((value) => value.offsetParent).slice(0, 3)
          .map((value) => Math.round(value.getBoundingClientRect().top)))`);
      expect(tops.map((row) => new Set(row).size)).toEqual(tops.map(() => 1));
    });

    test('lists of records show full names, and fit on a tablet', async () => {
      const viewport = { width: 768, height: 1024 };
      const { page } = await open(await pathOf('/records/tasks?farm={farms}'), { viewport });
      for (const path of ['/records/tasks', '/records/flocks', '/records/contacts']) {
        await navigate(page, `${path}?farm=${(await firstOf('farms'))['id']}`);
        await page.locator('tbody tr').nth(3).waitFor();
        await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0);
        const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('tbody th a')]
          .filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent)`);
        expect({ path, cut, sideways: await sidewaysOf(page) }).toEqual({
          ...{ path, cut: [], sideways: [] },
        });
      }
    });

    test('Thai text is not rendered before the fonts are loaded', async () => {
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

    test('the loading indicator of a button is centred with reduced motion', async () => {
      const { page } = await open('/ask', { viewport: PHONE });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.route('**/ask', () => undefined);
      await page.locator('main form').getByRole('textbox').fill('How many birds are there?');
      await page.locator('main form button').click();
      await page.locator('button[data-loading]').waitFor();
      const away = await page.evaluate<number>(`(() => {
        const middleOf = (box) => {
          const { left, right, top, bottom } = box.getBoundingClientRect();
          return [(left + right) / 2, (top + bottom) / 2];
        };
        const button = document.querySelector('button[data-loading]');
        const [x, y] = middleOf(button);
        const [ofSignX, ofSignY] = middleOf(button.firstElementChild);
        return Math.max(Math.abs(x - ofSignX), Math.abs(y - ofSignY));
      })()`);
      expect(away).toBeLessThan(2);
    });

    test('the buttons of a dialog higher than the screen are reachable', async () => {
      const { page } = await open('/unsent', { viewport: { width: 360, height: 640 } });
      await page.locator('main h1').waitFor();
      await page.keyboard.press('Control+k');
      const dialog = page.locator('dialog[open]');
      await dialog.getByRole('combobox').fill('New order');
      await dialog.getByRole('option', { name: 'New order' }).first().click();
      const next = dialog.getByRole('button', { name: 'Next' });
      await next.waitFor();
      const isHigher = await page.evaluate<boolean>(
        `(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)(
          document.querySelector('dialog[open]'))`,
      );
      const { y = 0, height = 0 } = (await next.boundingBox()) ?? {};
      expect({ isHigher, isWithin: y > 0 && y + height <= 640 }).toEqual({
        ...{ isHigher: true, isWithin: true },
      });
    });

    test('an element with the focus is not covered by the bar or the menu of a phone', async () => {
      const { page } = await open(await pathOf('/tasks?farm={farms}'), { viewport: PHONE });
      await page.locator('main li').nth(3).waitFor();
      const covered: string[] = [];
      const steps = Array<string>(30).fill('Tab');
      for (const key of [...steps, ...steps.map(() => 'Shift+Tab')]) {
        await page.keyboard.press(key);
        const found = await page.evaluate<string[]>(`(() => {
          const chosen = document.activeElement;
          if (!chosen.closest('main')) return [];
          const { left, right, top, bottom } = chosen.getBoundingClientRect();
          const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          // A text of two lines need not be at the centre of its box.
          const isSeen = chosen.contains(above) || above?.contains(chosen);
          return isSeen ? [] : [chosen.textContent];
        })()`);
        covered.push(...found);
      }
      expect(covered).toEqual([]);
    });

    test('the page of a missing record is titled "Not found"', async () => {
      const { page } = await open('/records/farms/farm_unknown');
      await page.getByText('Not found', { exact: true }).waitFor();
      expect(await page.getByText('Something went wrong').count()).toBe(0);
    });

    test('a message stays while the pointer is above it, and then closes', async () => {
      const { page } = await open('/unsent', { viewport: PHONE });
      const { farmId, date: dueDate } = await farmWithFlock();
      await call('POST', '/tasks', { farmId, title: 'Clean', dueDate });
      await page.clock.install();
      await page.goto(new URL(`/tasks?farm=${farmId}`, page.url()).href);
      await page.getByRole('button', { name: 'Done' }).first().click();
      const message = page.getByRole('alert').filter({ hasText: 'Undo' });
      await message.hover();
      await page.clock.fastForward(15_000);
      expect(await message.count()).toBe(1);
      await page.mouse.move(1, 1);
      await page.clock.fastForward(15_000);
      await message.waitFor({ state: 'detached' });
      await page.context().close();
    });

    test('navigation closes the account menu of a phone', async () => {
      const { page } = await open('/tasks', { viewport: PHONE });
      const opener = page.locator('header button[aria-expanded]');
      await opener.click();
      expect(await opener.getAttribute('aria-expanded')).toBe('true');
      await navigate(page, '/alerts');
      await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('false');
    });

    test('the card of a barn does not count an acknowledged alert as open', async () => {
      const { farmId, flockId } = await farmWithFlock();
      const { barnId } = await call('GET', `/flocks/${flockId}`);
      const { id } = await call('POST', '/alerts', {
        ...{ farmId, barnId, severity: 'warning', category: 'climate', title: 'Hot' },
      });
      await call('PATCH', `/alerts/${id}`, { status: 'acknowledged' });
      const { page } = await open(`/farms/${farmId}?farm=${farmId}`);
      await page.getByText('No open alerts.').waitFor();
      await page.getByText('1 unresolved alert').waitFor();
      expect(await page.getByText('1 open alert').count()).toBe(0);
    });

    test('the detections of a camera by kind add up to their total', async () => {
      const { page } = await open(await pathOf('/cameras?farm={farms}'));
      await page.locator('main img').first().waitFor();
      const texts = await page.locator('main dd').allTextContents();
      const sums = texts.flatMap((text) => {
        const [total, parts] = text.split(': ');
        if (parts === undefined || !/^\d+$/.test(total ?? '')) return [];
        const known = [...parts.matchAll(/\d+/g)].map(([digits]) => Number(digits));
        return [{ total: Number(total), sum: known.reduce((one, other) => one + other, 0) }];
      });
      expect(sums.length).toBeGreaterThan(0);
      expect(sums.filter(({ total, sum }) => total !== sum)).toEqual([]);
    });

    test('commands and the history of records are in the language of the reader', async () => {
      const farm = await firstOf('farms');
      const { id: barnId } = await firstOf('barns');
      // One of the test: the newest are shown, and automations make others meanwhile.
      const light = { command: 'set_light', params: { pct: 20, hours: 18 } };
      await call('POST', '/controller-commands', { farmId: farm['id'], barnId, ...light });
      const { page } = await open(`/barns/${barnId}`, { locale: 'he' });
      await page
        .getByText(/18 שעות/)
        .first()
        .waitFor();
      const { data: alerts } = await listOf(`/alerts?farmId=${farm['id']}&limit=200`);
      const made = alerts.find(({ createdBy }) => JSON.stringify(createdBy).includes('"system"'));
      await navigate(page, `/records/alerts/${made?.['id']}?farm=${farm['id']}`);
      await page.getByText('מערכת', { exact: true }).waitFor();
      expect(await page.getByText('system', { exact: true }).count()).toBe(0);
    });

    test('the calendar names records in the language of the reader', async () => {
      const { farmId, date: dueDate } = await farmWithFlock();
      await call('POST', '/feed-orders', {
        ...{ farmId, feedType: 'finisher', quantityKg: 5000, orderDate: dueDate, dueDate },
      });
      const { page } = await open(`/calendar?farm=${farmId}`, { locale: 'he' });
      await page.getByRole('link', { name: 'הזמנת תערובת סיום' }).waitFor();
    });
  });
}
