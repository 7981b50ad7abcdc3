import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import english from '../../src/i18n/en/console.json' with { type: 'json' };
import hebrew from '../../src/i18n/he/console.json' with { type: 'json' };
import thai from '../../src/i18n/th/console.json' with { type: 'json' };
import { navigate, SCREENS } from '../support/console-screens.ts';
import { useConsole } from '../support/console-stage.ts';
import { startChildServer } from '../support/reliability/child-server.ts';

const stage = useConsole();

/** What happens to the requests of a screen, and what the screen says then. */
interface State {
  readonly name: string;
  readonly locale?: 'he' | 'th';
  readonly answer: (route: Route) => unknown;
  readonly said: string;
}

const TEXTS = { en: english, he: hebrew, th: thai };
/** It asks the service for nothing; between two screens it takes away what the first one said. */
const QUIET = '/unsent';
/** Forms, which can be filled in before an answer has come. */
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
  const { answer, said, locale = 'en' } = state;
  await stage.call('POST', '/webhooks', { url: 'https://hooks.example.com', events: ['*'] });
  const paths = new Map<string, string>();
  for (const [template] of SCREENS) {
    if (template !== QUIET) paths.set(template, await stage.pathOf(template));
  }
  // No answer is kept from before: the first page is none of the console.
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
    await navigate(page, QUIET);
    await quiet.waitFor();
  }
  expect([silent, untitled]).toEqual([FORMS, []]);
  await page.context().close();
});

/** What the screens say on a service that has a farm without barns, a barn elsewhere, and nothing else. */
const EMPTY: readonly (readonly [path: string, said: string])[] = [
  ['/', 'Nothing needs you now.'],
  ['/farms/{farm}', 'This farm has no barns yet.'],
  ['/barns/{barn}', 'Nothing was measured in Barn 1 on these days.'],
  ['/log', 'No flock was inside on this day.'],
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

test('every screen without records says so', async () => {
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
  for (const [template, said] of EMPTY) {
    const path = template.replace('{farm}', farm).replace('{barn}', barn);
    const isOfFarm = !/[{?]/.test(template);
    await navigate(page, isOfFarm ? `${path}?farm=${farm}` : path);
    if (!(await isSaid(page, said, PATIENCE_MILLIS))) silent.push(template);
  }
  expect([silent, faults]).toEqual([[], []]);
  await page.context().close();
  await server.end('SIGKILL');
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
