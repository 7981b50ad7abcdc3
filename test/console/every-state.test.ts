import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { navigate, SCREENS } from '../support/console-screens.ts';
import { useConsole } from '../support/console-stage.ts';

const stage = useConsole();

/** Screens that can be used before any answer has come. */
const WITHOUT_ANSWERS = ['/ask', '/unsent', '/records/daily-logs/import'];
const REQUEST_ID = 'req_of_this_test';
const REFUSAL = { error: 'insufficient_scope', message: 'The key needs the scope read:farms.' };

/** What can happen to the requests of a screen, and what the screen says then. */
const STATES: readonly (readonly [name: string, answer: (route: Route) => unknown, said: string])[] =
  [
    ['waits for its data', () => undefined, 'Loading…'],
    ['says that the service cannot be reached', (route) => route.abort(), 'cannot be reached'],
    [
      'names the request that failed',
      (route) =>
        route.fulfill({
          status: 500,
          headers: { 'x-request-id': REQUEST_ID },
          json: { error: 'internal_error', message: 'Something went wrong.' },
        }),
      REQUEST_ID,
    ],
    [
      'names the permission that is missing',
      (route) => route.fulfill({ status: 403, json: REFUSAL }),
      'read:farms',
    ],
  ];

describe.each(STATES)('every screen %s', (_name, answer, said) => {
  test('and shows nothing else in its place', async () => {
    await stage.call('POST', '/webhooks', { url: 'https://hooks.example.com', events: ['*'] });
    const paths = new Map<string, string>();
    for (const [template] of SCREENS) paths.set(template, await stage.pathOf(template));
    const { page } = await stage.open('/unsent');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.route(
      (url) => url.pathname.startsWith('/v1/') && !url.pathname.endsWith('/me'),
      (route) => void answer(route),
    );
    const silent: string[] = [];
    for (const [template, path] of paths) {
      await navigate(page, path);
      if (!(await isSaid(page, said))) silent.push(template);
    }
    expect(silent).toEqual(WITHOUT_ANSWERS);
    await page.context().close();
  });
});

/** Whether the screen says a text, or names a sign by it, within the time that a person waits. */
function isSaid(page: Page, text: string): Promise<boolean> {
  const main = page.locator('main');
  return main
    .getByText(text)
    .or(main.getByLabel(text))
    .first()
    .waitFor({ timeout: 5000 })
    .then(
      () => true,
      () => false,
    );
}
