import { describe, expect, test } from 'vitest';
import { brokenOf, findBarriers, overflowOf, sidewaysOf } from '../support/browser.ts';
import type { ConsoleStage } from '../support/console-stage.ts';

/** An authenticator with a fingerprint sensor that always recognises the user. */
const AUTHENTICATOR = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** The tests of adding passkeys, signing in by them and removing them. */
export function describePasskeys(stage: ConsoleStage): void {
  describe('passkeys', () => {
    test('are offered after a sign-in by a link, sign in, and are renamed and removed', async () => {
      // Browsers have no passkeys for an IP address.
      const home = stage.baseUrl().replace('127.0.0.1', 'localhost');
      const { page, faults } = await stage.openUrl(`${home}${await stage.newManager()}`, {
        locale: 'en',
        viewport: { width: 360, height: 740 },
      });
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('WebAuthn.enable');
      await devtools.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR });
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'Sign in faster next time' }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      const [add, later] = await Promise.all(
        ['Add a passkey', 'Not now'].map(async (name) =>
          page.getByRole('button', { name }).boundingBox(),
        ),
      );
      // The two do not touch.
      expect((later?.y ?? 0) - (add?.y ?? 0)).toBeGreaterThan((add?.height ?? 0) + 4);
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByRole('heading', { name: 'Today' }).waitFor();
      const signOut = async () => {
        await page.getByRole('button', { name: 'Account and language' }).click();
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
      };
      await signOut();
      expect(await findBarriers(page)).toEqual([]);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByRole('heading', { name: 'Today' }).waitFor();
      await page.goto(`${home}/account`);
      await page.getByRole('button', { name: 'Rename Linux' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Barn tablet');
      await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('row', { name: 'Barn tablet' }).getByText('Last used').waitFor();
      expect([await findBarriers(page), await overflowOf(page)]).toEqual([[], 0]);
      expect([await sidewaysOf(page), await brokenOf(page)]).toEqual([[], []]);
      // The same device does not get a second one.
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByText('This device already has a passkey').waitFor();
      // Signing out aborts requests in progress.
      expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
      await page.getByRole('button', { name: 'Remove Barn tablet' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('No passkeys yet.').waitFor();
      await signOut();
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByRole('alert').getByText('The passkey was not accepted').waitFor();
      await page.context().close();
    });

    test('are not offered when the browser does not support them', async () => {
      const { page } = await stage.openUrl(`${stage.baseUrl()}/sign-in`, { locale: 'en' });
      await page.getByText('farmctl console').waitFor();
      expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
      await page.context().close();
    });
  });
}
