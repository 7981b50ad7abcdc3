import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBarriers } from '../support/browser.ts';
import type { ConsoleStage } from '../support/console-stage.ts';
import { startIdentityProvider, type TestProvider } from '../support/identity-provider.ts';

const redirectUris: string[] = [];
let provider: TestProvider;

/** Starts a provider; resolves with the environment of a server that uses it. */
export async function withProvider() {
  provider = await startIdentityProvider(redirectUris);
  return {
    FARMCTL_OIDC_ISSUER: provider.issuer,
    FARMCTL_OIDC_CLIENT_ID: provider.clientId,
    FARMCTL_OIDC_SECRET: 'env:FARMCTL_SECRET_OIDC',
    FARMCTL_OIDC_NAME: 'Emek login',
    FARMCTL_SECRET_OIDC: provider.boundSecret,
  };
}

/** The tests of signing in at a provider; the stage has the environment of `withProvider`. */
export function describeProvider(stage: ConsoleStage): void {
  describe('a provider', () => {
    beforeAll(() => {
      redirectUris.push(`${stage.baseUrl()}/sign-in`);
    });
    afterAll(() => provider.close());

    test('signs in, and opens the requested screen', async () => {
      const { id } = await stage.call('POST', '/users', { name: 'Noa Provider', role: 'viewer' });
      await stage.call('PUT', `/os/users/${id}/access`, { role: 'viewer' });
      const people = await stage.open(`/people/${id}`);
      await people.page.getByRole('button', { name: 'Set the address' }).click();
      const dialog = people.page.getByRole('dialog');
      await dialog.getByLabel('E-mail address for sign-in').fill('noa@emek.example');
      await dialog.getByRole('button', { name: 'Set the address' }).click();
      await people.page.getByText('noa@emek.example').waitFor();
      expect(await findBarriers(people.page)).toEqual([]);
      await people.page.context().close();
      provider.become({ subject: 'noa', email: 'noa@emek.example', isVerified: true });
      const { page } = await stage.openBare('/tasks');
      const button = page.getByRole('button', { name: 'Sign in with Emek login' });
      await button.waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await button.click();
      await page.waitForURL(`${stage.baseUrl()}/tasks`);
      await page.getByRole('heading', { name: 'Tasks' }).waitFor();
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
      const sessions = await stage.listOf(`/os/sessions?userId=${id}`);
      expect(sessions.data.map(({ method }) => method)).toEqual(['oidc']);
      const names = (await page.context().cookies()).map(({ name }) => name);
      expect(names.filter((name) => name.includes('farmctl'))).toEqual(['farmctl_session']);
      await page.context().close();
    });

    test.each([
      ['en', 'Sign in with Emek login', 'The sign-in was not accepted'],
      ['he', 'כניסה באמצעות Emek login', 'הכניסה לא התקבלה'],
    ])(
      'an unknown user in %s gets instructions and no session',
      async (locale, label, expected) => {
        provider.become({ subject: 'stranger', email: 'stranger@emek.example', isVerified: true });
        const { page } = await stage.openBare('/', { locale });
        await page.getByRole('button', { name: label }).click();
        await page.getByRole('alert').getByText(expected).waitFor();
        // The response of the provider is not left in the address.
        expect(page.url()).toBe(`${stage.baseUrl()}/sign-in`);
        expect(await page.locator('main pre').innerText()).toBe('farmctl console');
        const names = (await page.context().cookies(stage.baseUrl())).map(({ name }) => name);
        expect(names).not.toContain('farmctl_session');
        await page.context().close();
      },
    );
  });
}
