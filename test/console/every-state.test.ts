import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { navigate, SCREENS } from '../support/console-screens.ts';
import { useConsole } from '../support/console-stage.ts';

const stage = useConsole();

/** What happens to the requests of a screen, and what the screen says then. */
interface State {
  readonly name: string;
  readonly answer: (route: Route) => unknown;
  readonly said: string;
}

/** It asks the service for nothing; between two screens it takes away what the first one said. */
const QUIET = '/unsent';
/** Forms, which can be filled in before an answer has come. */
const FORMS = ['/records/flocks/new', '/records/daily-logs/import', '/ask'];
const FORM_MILLIS = 500;
const PATIENCE_MILLIS = 20_000;
const REQUEST_ID = 'req_of_this_test';

const STATES: readonly State[] = [
  {
    name: 'waits for its data',
    answer: () => undefined,
    said: 'Loading…',
  },
  {
    name: 'says that the service cannot be reached',
    answer: (route) => route.abort(),
    said: 'cannot be reached',
  },
  {
    name: 'names the request that failed',
    answer: (route) =>
      route.fulfill({
        status: 500,
        json: { error: 'internal', message: 'Something failed.', requestId: REQUEST_ID },
      }),
    said: REQUEST_ID,
  },
  {
    name: 'names the permission that is missing',
    answer: (route) =>
      route.fulfill({
        status: 403,
        json: { error: 'insufficient_scope', message: 'The key needs the scope read:farms.' },
      }),
    said: 'read:farms',
  },
];

test.each(STATES)('every screen $name', { timeout: 240_000 }, async ({ answer, said }) => {
  await stage.call('POST', '/webhooks', { url: 'https://hooks.example.com', events: ['*'] });
  const paths = new Map<string, string>();
  for (const [template] of SCREENS) {
    if (template !== QUIET) paths.set(template, await stage.pathOf(template));
  }
  // No answer is kept from before: the first page is none of the console.
  const { page } = await stage.open('/livez');
  await page.route(
    ({ pathname }) => pathname.startsWith('/v1/') && !pathname.endsWith('/me'),
    (route) => void answer(route),
  );
  const quiet = page.getByRole('heading', { name: 'Entries not sent', level: 1 });
  await page.goto(new URL(QUIET, stage.baseUrl()).href);
  await quiet.waitFor();
  const silent: string[] = [];
  for (const [template, path] of paths) {
    await navigate(page, path);
    await quiet.waitFor({ state: 'detached' });
    const millis = FORMS.includes(template) ? FORM_MILLIS : PATIENCE_MILLIS;
    if (!(await isSaid(page, said, millis))) silent.push(template);
    await navigate(page, QUIET);
    await quiet.waitFor();
  }
  expect(silent).toEqual(FORMS);
  await page.context().close();
});

/** Whether the screen says a text, or names a sign by it, soon enough for somebody who waits. */
function isSaid(page: Page, text: string, millis: number): Promise<boolean> {
  const main = page.locator('main');
  return main
    .getByText(text)
    .or(main.getByLabel(text))
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: millis })
    .then(
      () => true,
      () => false,
    );
}
