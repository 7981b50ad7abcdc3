import { describe, expect, test } from 'vitest';
import { findBarriers } from '../support/browser.ts';
import type { ConsoleStage } from './record-screens.ts';

/** The tests of the screens of a farm that are not about one barn or flock. */
export function describeFarmScreens({ open, openAs, call, firstFarm }: ConsoleStage): void {
  const countOf = async (path: string) => {
    const { data } = (await call('GET', path)) as unknown as { readonly data: readonly unknown[] };
    return data.length;
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
      await page.getByText("I answer questions about this farm's records").waitFor();
      await page.getByRole('button', { name: 'New conversation' }).click();
      await page.getByText(/^Feed in .* lasts/).waitFor({ state: 'detached' });
      expect(faults).toEqual([]);
      await page.context().close();
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
      await page.context().close();
    });

    test('says who may not ask, and that there is no network', async () => {
      const worker = await openAs('worker', '/ask');
      await worker.page.getByText('You do not have permission for this screen.').waitFor();
      await worker.page.context().close();
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
      await page.context().close();
    });
  });
}
