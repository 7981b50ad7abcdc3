import { describe, expect, test } from 'vitest';
import { findBarriers, overflowOf } from '../support/browser.ts';
import type { ConsoleStage } from './record-screens.ts';

const PHONE = { width: 390, height: 844 };

/** The tests of the administration screens. */
export function describeAdminScreens({ open, openAs, call }: ConsoleStage): void {
  describe('the administration', () => {
    test('creates a key, shows it once, and revokes it', async () => {
      const { page, faults } = await open('/keys');
      await page.getByRole('button', { name: 'New key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('<b>Silo</b> sensor');
      await dialog.getByLabel('Ask questions').check();
      expect(await findBarriers(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('dialog', { name: 'Copy this now' }).waitFor();
      const secret = await page.getByRole('dialog').getByRole('textbox').inputValue();
      expect(secret).toMatch(/^fk_live_/);
      const probe = () =>
        page.request.get(new URL('/v1/platform/me', page.url()).href, {
          headers: { authorization: `Bearer ${secret}` },
        });
      expect((await probe()).status()).toBe(200);
      await page.getByRole('button', { name: 'I have stored it' }).click();
      expect(await page.content()).not.toContain(secret);
      await page.getByRole('button', { name: 'Revoke <b>Silo</b> sensor' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('row', { name: 'Silo' }).getByText('Revoked').waitFor();
      expect((await probe()).status()).toBe(401);
      await page.setViewportSize(PHONE);
      expect(await overflowOf(page)).toBe(0);
      expect(await findBarriers(page)).toEqual([]);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    test('lists the audit log and verifies it', async () => {
      const { checked } = (await call('GET', '/os/audit/verify')) as unknown as { checked: number };
      const { page, faults } = await open('/audit');
      await page.locator('tbody tr').first().waitFor();
      await page.getByRole('button', { name: 'Verify the log' }).click();
      const said = await page.getByText('All are intact').innerText();
      expect(Number(said.replace(/\D/g, ''))).toBeGreaterThanOrEqual(checked);
      await page.setViewportSize(PHONE);
      expect(await findBarriers(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    test('is closed to others', async () => {
      const { page, faults } = await openAs('worker', '/keys');
      for (const path of ['/keys', '/audit']) {
        await page.goto(new URL(path, page.url()).href);
        await page.getByText('You do not have permission for this screen.').waitFor();
        expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
      }
      expect(faults).toEqual([]);
      await page.context().close();
    });
  });
}
