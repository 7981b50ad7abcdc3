import { describe, expect, test } from 'vitest';
import { findBarriers } from '../support/browser.ts';
import type { ConsoleStage } from '../support/console-stage.ts';

/** The tests of the screens of a farm that are not about one barn or flock. */
export function describeFarmScreens({ open, openAs, call, firstFarm }: ConsoleStage): void {
  const countOf = async (path: string) => {
    const { data } = (await call('GET', path)) as unknown as { readonly data: readonly unknown[] };
    return data.length;
  };

  const broilerFarm = async () => {
    const { data } = (await call('GET', '/farms')) as unknown as {
      readonly data: readonly { readonly id: string; readonly name: string }[];
    };
    return data.find(({ name }) => name === 'Hefer Valley Broilers')?.id ?? '';
  };

  describe('the conversation', () => {
    test('answers with facts that lead to their records, and remembers across screens', async () => {
      const farmId = await firstFarm();
      const { page, faults } = await open(`/ask?farm=${farmId}`);
      await page.getByRole('button', { name: 'How many days of feed are left?' }).click();
      await page.getByText(/^Feed in .* lasts/).waitFor();
      await page.getByText(/facts and their sources/).click();
      expect(await findBarriers(page)).toEqual([]);
      await page.getByRole('log').getByRole('link', { name: 'flock' }).first().click();
      await page.waitForURL(/\/records\/flocks\/flock_/);
      await page.goBack();
      await page.getByText(/^Feed in .* lasts/).waitFor();
      await page.getByLabel('Your question').fill('zzz zzz');
      await page.keyboard.press('Enter');
      await page.getByText("I answer only questions about this farm's records").waitFor();
      await page.getByRole('button', { name: 'New conversation' }).click();
      await page.getByText(/^Feed in .* lasts/).waitFor({ state: 'detached' });
      expect(faults).toEqual([]);
    });

    test('runs a proposed action once it is confirmed, and undoes it', async () => {
      const farmId = await firstFarm();
      const title = `oil the hinges ${Date.now()}`;
      const stored = () => countOf(`/tasks?farmId=${farmId}&q=${encodeURIComponent(title)}`);
      const { page, faults } = await open(`/ask?farm=${farmId}`);
      await page.getByLabel('Your question').fill(`create a task to ${title} tomorrow`);
      await page.keyboard.press('Enter');
      const proposal = page.getByRole('region', { name: 'New task' });
      await proposal.getByText(title).waitFor();
      expect(await stored()).toBe(0);
      await proposal.getByRole('button', { name: 'Run' }).click();
      await proposal.getByText('Done. You can undo it here.').waitFor();
      expect(await stored()).toBe(1);
      await proposal.getByRole('button', { name: 'Undo' }).click();
      await proposal.getByText('Undone.').waitFor();
      expect(await stored()).toBe(0);
      expect(faults).toEqual([]);
    });

    test('explains missing permission and a missing network', async () => {
      const worker = await openAs('worker', '/ask');
      await worker.page.getByText('You do not have permission for this screen.').waitFor();
      const { page } = await open('/ask');
      await page.getByLabel('Your question').waitFor();
      await page.route('**/v1/platform/ask', (route) =>
        route.fulfill({ status: 422, json: { error: 'validation_failed', message: 'no' } }),
      );
      await page.getByRole('button', { name: 'How many days of feed are left?' }).click();
      await page.getByRole('alert').waitFor();
      await page.unroute('**/v1/platform/ask');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText(/^Feed in .* lasts/).waitFor();
    });
  });

  describe('the screens of the farm as a whole', () => {
    test('have empty states for a farm without records', async () => {
      const { id = '' } = await call('POST', '/farms', { name: 'Bare farm' });
      const { page, faults } = await open(`/cameras?farm=${id}`);
      for (const [path, text] of [
        ['/cameras', 'This farm has no cameras yet.'],
        ['/insights', 'No flocks yet.'],
        ['/feed', 'No flocks yet.'],
        ['/medicine', 'The medicine store is empty.'],
        ['/market', 'No open tenders.'],
        ['/money', 'No flocks yet.'],
      ] as const) {
        await page.goto(new URL(`${path}?farm=${id}`, page.url()).href);
        await page.getByText(text).first().waitFor();
      }
      expect(faults).toEqual([]);
    });

    test('of rows and columns fit a phone as cards', async () => {
      const { page, faults } = await open('/portfolio', { viewport: { width: 390, height: 844 } });
      for (const path of ['/portfolio', '/people', '/keys', '/audit']) {
        await page.goto(new URL(path, page.url()).href);
        const table = page.getByRole('table');
        await table.getByRole('rowheader').first().waitFor();
        expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
        expect(await table.getByRole('columnheader').count()).toBe(0);
      }
      expect(faults).toEqual([]);
    });

    test('are closed to workers, and need the network', async () => {
      const worker = await openAs('worker', '/money');
      for (const path of ['/money', '/market', '/insights', '/cameras']) {
        await worker.page.goto(new URL(path, worker.page.url()).href);
        await worker.page.getByText('You do not have permission for this screen.').waitFor();
      }
      const { page } = await open('/money');
      await page.getByRole('heading', { name: 'Profit' }).first().waitFor();
      await page.route('**/os/cameras**', (route) => route.abort());
      await page.getByRole('link', { name: 'Cameras' }).click();
      await page.getByText('The service cannot be reached').first().waitFor();
    });

    test('register a camera that sends without registration', async () => {
      const farmId = await broilerFarm();
      const { page, faults } = await open(`/cameras?farm=${farmId}`);
      await page.getByRole('button', { name: 'Adopt the camera' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Camera at the west gate');
      expect(await findBarriers(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Adopt the camera' }).click();
      await page.getByRole('link', { name: 'Camera at the west gate' }).waitFor();
      await page.getByText('Unregistered sources').first().waitFor();
      expect(await page.getByRole('button', { name: 'Adopt the camera' }).count()).toBe(0);
      await page.getByRole('button', { name: 'New token Vision cameras' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'New token' }).click();
      expect(await page.getByRole('dialog').getByLabel('Token').inputValue()).toMatch(/^cam_/);
      await page.getByRole('button', { name: 'I have stored it' }).click();
      expect(faults).toEqual([]);
    });

    test('order feed from the stock of a flock, with the amount filled in', async () => {
      const farmId = await broilerFarm();
      const before = await countOf(`/feed-orders?farmId=${farmId}&limit=200`);
      const { page, faults } = await open(`/feed?farm=${farmId}`);
      await page
        .getByRole('button', { name: /^Order feed/ })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await expect.poll(() => dialog.getByLabel('Quantity, kg').inputValue()).toMatch(/^\d+$/);
      await dialog.getByRole('button', { name: 'Next' }).click();
      await dialog.getByRole('button', { name: 'Run' }).click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
      expect(await countOf(`/feed-orders?farmId=${farmId}&limit=200`)).toBe(before + 1);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => countOf(`/feed-orders?farmId=${farmId}&limit=200`)).toBe(before);
      expect(faults).toEqual([]);
    });
  });
}
