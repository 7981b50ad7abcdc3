import { expect, test } from 'vitest';
import type { ConsoleStage } from '../support/console-stage.ts';

/** The reference page, with the viewer as it is built. */
export function describeReferencePage(stage: ConsoleStage): void {
  test('the reference page finds an operation, shows its samples and calls it with a key', async () => {
    const body = { name: 'A reader', scopes: ['read:*'] };
    const { key = '' } = await stage.call('POST', '/os/keys', body);
    const { page, faults } = await stage.openBare('/docs');
    await page.getByRole('heading', { name: 'Farm Operations Platform API' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Enter search query' }).fill('list flocks');
    await page.getByRole('option', { name: /List flocks/ }).click();
    await page.waitForURL(/#platform\/tag\/flocks\/GET\/flocks$/);
    const operation = page.getByRole('region', { name: 'List flocks', exact: true });
    const address = `${stage.baseUrl()}/v1/platform/flocks`;
    await operation.getByText(`curl ${address}`).waitFor();
    await operation.getByRole('button', { name: /Shell Curl/ }).click();
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['farmctl', 'Fetch', 'Curl']);
    await page.getByRole('option', { name: 'farmctl' }).click();
    await operation.getByText('farmctl flocks list').waitFor();
    await operation.getByRole('button', { name: /Test Request/ }).click();
    const request = page.getByRole('dialog');
    await request.getByLabel('Bearer Token').fill(key);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url() === address),
      request.getByRole('button', { name: /^Send get request/ }).click(),
    ]);
    expect(await answer.request().headerValue('authorization')).toBe(`Bearer ${key}`);
    expect((await answer.json()).data.length).toBeGreaterThan(0);
    // The key is not stored: the next user of the page has to know one.
    expect(
      await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })'),
    ).not.toContain(key);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Platform', exact: true }).click();
    await page.getByRole('option', { name: 'Application' }).click();
    await page.getByRole('heading', { name: 'Farm Operations application routes' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
}
