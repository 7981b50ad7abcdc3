import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import english from '../../src/i18n/en/console.json' with { type: 'json' };
import hebrew from '../../src/i18n/he/console.json' with { type: 'json' };
import thai from '../../src/i18n/th/console.json' with { type: 'json' };
import { navigate, SCREENS } from '../support/console-screens.ts';
import { useConsole } from '../support/console-stage.ts';
import { startChildServer } from '../support/reliability/child-server.ts';

const stage = useConsole();

/** The fault of the requests of a screen, and the resulting text. */
interface State {
  readonly name: string;
  readonly locale?: 'he' | 'th';
  readonly answer: (route: Route) => unknown;
  readonly said: string;
  readonly isNotSaid?: string;
}

const TEXTS = { en: english, he: hebrew, th: thai };
/** It sends no requests; between two screens it removes the text of the first one. */
const QUIET = '/unsent';
/** Forms, which can be filled in before a response has arrived. */
const FORMS = ['/records/flocks/new', '/records/daily-logs/import', '/ask'];
const FORM_MILLIS = 500;
const PATIENCE_MILLIS = 20_000;
const REQUEST_ID = 'req_of_this_test';

const FAILURE = { error: 'internal', message: 'Something failed.', requestId: REQUEST_ID };

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
    isNotSaid: 'Something went wrong',
  },
  {
    name: 'names the request that failed',
    answer: (route) => route.fulfill({ status: 500, json: FAILURE }),
    said: REQUEST_ID,
  },
  {
    name: 'says in Hebrew what failed',
    locale: 'he',
    answer: (route) => route.fulfill({ status: 500, json: FAILURE }),
    said: 'אירעה תקלה בשרת.',
  },
  {
    name: 'says in Thai what it has no permission for',
    locale: 'th',
    answer: (route) =>
      route.fulfill({
        status: 403,
        json: { error: 'insufficient_scope', message: 'The key needs the scope read:farms.' },
      }),
    said: 'คุณไม่มีสิทธิ์เข้าถึงหน้านี้',
  },
  {
    name: 'says when it tries again where the service is busy',
    answer: (route) =>
      route.fulfill({
        status: 503,
        headers: { 'retry-after': '30' },
        json: { error: 'unavailable', message: 'The service is starting.' },
      }),
    said: 'Trying again in',
    isNotSaid: 'Something went wrong',
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

test.each(STATES)('every screen $name', { timeout: 240_000 }, async (state) => {
  const { answer, said, isNotSaid, locale = 'en' } = state;
  await stage.call('POST', '/webhooks', { url: 'https://hooks.example.com', events: ['*'] });
  const paths = new Map<string, string>();
  for (const [template] of SCREENS) {
    if (template !== QUIET) paths.set(template, await stage.pathOf(template));
  }
  // No cached response: the first page is not one of the console.
  const { page } = await stage.open('/livez', { locale });
  await page.route(
    ({ pathname }) => pathname.startsWith('/v1/') && !pathname.endsWith('/me'),
    (route) => void answer(route),
  );
  const name = TEXTS[locale]['console.outbox.screen'];
  const quiet = page.getByRole('heading', { name, level: 1 });
  await page.goto(new URL(QUIET, stage.baseUrl()).href);
  await quiet.waitFor();
  const silent: string[] = [];
  const untitled: string[] = [];
  for (const [template, path] of paths) {
    await navigate(page, path);
    await quiet.waitFor({ state: 'detached' });
    const millis = FORMS.includes(template) ? FORM_MILLIS : PATIENCE_MILLIS;
    if (!(await isSaid(page, said, millis))) silent.push(template);
    if ((await page.locator('main h1').count()) !== 1) untitled.push(template);
    if (isNotSaid) expect(await page.locator('main').innerText()).not.toContain(isNotSaid);
    await navigate(page, QUIET);
    await quiet.waitFor();
  }
  expect([silent, untitled]).toEqual([FORMS, []]);
});

test('a screen whose files cannot be reached keeps the menu, and opens once they can', async () => {
  const { page } = await stage.open(QUIET);
  await page.locator('main h1').waitFor();
  const isOfScreen = ({ pathname }: URL) =>
    /\/(livez$|assets\/(business|money|medicine))/.test(pathname);
  await page.route(isOfScreen, (route) => route.abort());
  await navigate(page, '/medicine');
  await page.getByText('The service cannot be reached', { exact: true }).waitFor();
  expect(await page.locator('nav a[href="/medicine"]').count()).toBeGreaterThan(0);
  await page.unroute(isOfScreen);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Medicine', level: 1 }).waitFor();
});

test('without a farm, the screens lead to the form of the first one', async () => {
  const server = await startChildServer({ argv: ['--mock', 'empty'] });
  const { page, faults } = await stage.openUrl(`${server.baseUrl}/unsent`, {
    locale: 'en',
    extraHTTPHeaders: { authorization: `Bearer ${server.key}` },
  });
  const bare: string[] = [];
  for (const [path] of SCREENS.filter(([template]) => !template.includes('{'))) {
    await navigate(page, path);
    const quiet = page.getByRole('heading', { level: 1, name: 'Entries not sent' });
    if (path !== QUIET) await quiet.waitFor({ state: 'detached' });
    await page.locator('main h1').waitFor();
    await expect.poll(() => page.locator('[aria-busy]').count(), { message: path }).toBe(0);
    if ((await page.getByRole('heading', { name: 'No farm yet' }).count()) > 0) bare.push(path);
    await navigate(page, QUIET);
    await quiet.waitFor();
  }
  expect(bare).toEqual([
    ...['/', '/portfolio', '/log', '/alerts', '/tasks', '/reports', '/calendar', '/ask'],
    ...['/notices', '/integrations', '/automations'],
  ]);
  await navigate(page, '/');
  await page.locator('main').getByRole('link', { name: 'New farm' }).click();
  await page.getByLabel('Name').fill('My farm');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'My farm' }).waitFor();
  await navigate(page, '/');
  await page.getByText('This farm has no barns yet.').waitFor();
  await page.locator('main').getByRole('link', { name: 'New barn' }).waitFor();
  await navigate(page, '/log');
  await page.locator('main').getByRole('link', { name: 'New flock' }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
  await server.end('SIGKILL');
});

test('the account of a key says that it is none of a user', async () => {
  const { page } = await stage.open('/account');
  await page.getByText('this window uses an API key').waitFor();
  expect(await page.locator('main pre').innerText()).toBe('farmctl console');
});

/**
 * The texts of the screens on a service with a farm without barns, a barn elsewhere, and nothing
 * else.
 */
const EMPTY: readonly (readonly [path: string, said: string])[] = [
  ['/', 'Nothing needs you now.'],
  ['/farms/{farm}', 'This farm has no barns yet.'],
  ['/barns/{barn}', 'Nothing was measured in Barn 1 on these days.'],
  ['/log', 'There was no active flock on this day.'],
  ['/records/daily-logs', 'Nothing here yet.'],
  ['/records/alerts?status=open', 'Nothing matches the filters.'],
  ['/alerts', 'No alerts match. Nothing needs you here.'],
  ['/tasks', 'No tasks'],
  ['/reports', 'Nothing here yet.'],
  ['/calendar', 'Nothing is planned in this month.'],
  ['/notices', 'No messages yet.'],
  ['/cameras', 'This farm has no cameras yet.'],
  ['/insights', 'No flocks yet.'],
  ['/feed', 'No flocks yet.'],
  ['/medicine', 'The medicine store is empty.'],
  ['/market', 'No open tenders.'],
  ['/money', 'No flocks yet.'],
  ['/webhooks', 'Nothing here yet.'],
  ['/integrations', 'Nothing here yet.'],
  ['/automations', 'Nothing here yet.'],
  ['/backups', 'none'],
  ['/unsent', 'Everything has been sent.'],
];

test('every screen has an empty state', async () => {
  const server = await startChildServer({ argv: ['--mock', 'empty'] });
  const authorization = `Bearer ${server.key}`;
  const make = async (resource: string, body: object) => {
    const url = `${server.baseUrl}/v1/platform/${resource}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await answer.json()) as { id: string }).id;
  };
  const farm = await make('farms', { name: 'Bare farm' });
  const other = await make('farms', { name: 'Farm with a barn' });
  const barn = await make('barns', { farmId: other, name: 'Barn 1' });
  const { page, faults } = await stage.openUrl(`${server.baseUrl}/unsent?farm=${farm}`, {
    locale: 'en',
    extraHTTPHeaders: { authorization },
  });
  const silent: string[] = [];
  for (const [template, text] of EMPTY) {
    const path = template.replace('{farm}', farm).replace('{barn}', barn);
    const isOfFarm = !/[{?]/.test(template);
    await navigate(page, isOfFarm ? `${path}?farm=${farm}` : path);
    if (!(await isSaid(page, text, PATIENCE_MILLIS))) silent.push(template);
  }
  expect([silent, faults]).toEqual([[], []]);
  await page.context().close();
  await server.end('SIGKILL');
});

/** Whether the screen shows a text, or a symbol labelled with it, within the waiting time. */
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
