import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../src/model/core/limits.ts';
import { roles } from '../../src/model/resources/roles.ts';
import {
  findBarriers,
  overflowOf,
  startBrowser,
  type TestBrowser,
  type WatchedPage,
} from '../support/browser.ts';
import { type ChildServer, startChildServer } from '../support/reliability/child-server.ts';
import { describeAdminScreens } from './admin-screens.ts';
import { type ConsoleStage, describeRecordScreens } from './record-screens.ts';
import { describeWorkScreens } from './work-screens.ts';

let server: ChildServer;
let browser: TestBrowser;
/** The cookie of an owner. */
let signedIn: Exclude<BrowserContextOptions['storageState'], string | undefined>;

beforeAll(async () => {
  [server, browser] = await Promise.all([startChildServer({ argv: ['--mock'] }), startBrowser()]);
  signedIn = await signIn();
});

/** Signs in with a link. */
async function signIn(role = 'owner'): Promise<typeof signedIn> {
  const { page, faults } = await browser.open(`${server.baseUrl}${await invitation(role)}`, {
    locale: 'en',
  });
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  expect(page.url()).toBe(`${server.baseUrl}/`);
  expect(faults).toEqual([]);
  const session = await page.context().storageState();
  await page.context().close();
  return session;
}

afterAll(async () => {
  await browser?.close();
  await server?.end('SIGKILL');
});

/** How a person looks at the console. */
interface Viewer {
  readonly locale?: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly isSignedIn?: boolean;
  readonly session?: typeof signedIn;
  /** Used in place of a session; its limit of requests is higher. */
  readonly key?: string;
}

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

function open(path: string, viewer: Viewer = {}): Promise<WatchedPage> {
  const { isSignedIn = true, session = signedIn, key, ...options } = viewer;
  return browser.open(`${server.baseUrl}${path}`, {
    viewport: DESKTOP,
    locale: 'en',
    ...options,
    ...(isSignedIn && key === undefined ? { storageState: session } : {}),
    ...(key === undefined ? {} : { extraHTTPHeaders: { authorization: `Bearer ${key}` } }),
  });
}

/** Calls the API as the administrator. */
async function call(method: string, path: string, body?: unknown): Promise<Record<string, string>> {
  const answer = await fetch(`${server.baseUrl}/v1/platform${path}`, {
    method,
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBeLessThan(300);
  return (await answer.json()) as Record<string, string>;
}

/** The path of a link by which a user of the demo farm signs in. */
async function invitation(role = 'owner'): Promise<string> {
  const users = (await call('GET', `/users?role=${role}`)) as unknown as { data: { id: string }[] };
  const { path = '' } = await call('POST', `/os/users/${users.data[0]?.id}/invite`);
  return path;
}

async function firstFarm(): Promise<string> {
  const { farms } = (await call('GET', '/me')) as unknown as { farms: { id: string }[] };
  return farms[0]?.id ?? '';
}

const VIEWERS: readonly Required<Omit<Viewer, 'isSignedIn' | 'session' | 'key'>>[] = [
  { viewport: PHONE, locale: 'en', colorScheme: 'light' },
  { viewport: PHONE, locale: 'he', colorScheme: 'dark' },
  { viewport: DESKTOP, locale: 'en', colorScheme: 'dark' },
  { viewport: DESKTOP, locale: 'he', colorScheme: 'light' },
];
const SCREENS = [
  { path: '/', ready: 'dl' },
  { path: '/portfolio', ready: 'table' },
  { path: '/records/daily-logs', ready: 'table' },
  { path: '/records/alerts?status=open', ready: 'table' },
  { path: '/records/flocks/new', ready: 'form' },
  { path: '/records/daily-logs/import', ready: 'label' },
  { path: '/alerts', ready: 'main li' },
  { path: '/tasks', ready: 'main li' },
  { path: '/reports', ready: 'main li' },
  { path: '/calendar', ready: 'main ol' },
] as const;

const sessions = new Map<string, Promise<typeof signedIn>>();

/** One session for each direction: the requests of a user are limited, and so are sign-ins. */
function sessionOf({ locale }: Viewer): Promise<typeof signedIn> {
  const role = locale === 'he' ? 'admin' : 'manager';
  const session = sessions.get(role) ?? signIn(role);
  sessions.set(role, session);
  return session;
}

describe.each(VIEWERS)('at $viewport.width px in $locale, $colorScheme', (viewer) => {
  /** One window of the viewer, which does not load the program anew for every screen. */
  let viewed: WatchedPage | undefined;
  const show = async (path: string): Promise<WatchedPage> => {
    if (viewed) await viewed.page.goto(`${server.baseUrl}${path}`);
    else viewed = await open(path, { ...viewer, session: await sessionOf(viewer) });
    return viewed;
  };
  afterAll(() => viewed?.page.context().close());

  test.each(SCREENS)('$path opens without faults, barriers or overflow', async (screen) => {
    const { page, faults } = await show(screen.path);
    await page.locator(screen.ready).first().waitFor();
    await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0);
    expect(await page.getAttribute('html', 'dir')).toBe(viewer.locale === 'he' ? 'rtl' : 'ltr');
    expect(await page.getAttribute('html', 'lang')).toBe(viewer.locale);
    expect(await overflowOf(page)).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});

describe('the console', () => {
  test('tells those who are not signed in how to get in', async () => {
    const { page } = await open('/', { isSignedIn: false });
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByText('farmctl console').count()).toBe(1);
    await page.context().close();
  });

  test('takes a link once, keeps it out of the address, and signs out', async () => {
    const link = `${server.baseUrl}${await invitation()}`;
    const first = await browser.open(link, { locale: 'en' });
    await first.page.getByRole('button', { name: 'Sign out' }).click();
    await first.page.getByText('farmctl console').waitFor();
    await first.page.waitForURL(`${server.baseUrl}/sign-in`);
    await first.page.goto(`${server.baseUrl}/records/tasks`);
    await first.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await first.page.context().close();
    const foreign = `${server.baseUrl}/sign-in#link_none`;
    for (const [url, locale, said] of [
      [link, 'en', 'This link does not work'],
      [foreign, 'en', 'This link does not work'],
      [foreign, 'he', 'הקישור אינו פועל'],
    ] as const) {
      const { page } = await browser.open(url, { locale });
      await page.getByRole('alert').getByText(said).waitFor();
      expect(await page.context().cookies()).toEqual([]);
      await page.context().close();
    }
  });

  test('opens a record by its address, again after a reload, and says when there is none', async () => {
    const farmId = await firstFarm();
    const { id = '' } = await call('POST', '/tasks', { farmId, title: 'Weigh the pullets' });
    const { page, faults } = await open(`/records/tasks/${id}`);
    await page.getByRole('heading', { name: 'Weigh the pullets' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Weigh the pullets' }).waitFor();
    expect(faults).toEqual([]);
    await page.goto(`${server.baseUrl}/records/tasks/task_none`);
    await page.getByText('This record no longer exists').waitFor();
    await page.goto(`${server.baseUrl}/no/such/screen`);
    await page.getByText('There is no such page.').waitFor();
    await page.context().close();
  });

  test('acknowledges an alert, takes it back, and shows it in another window', async () => {
    const farmId = await firstFarm();
    const title = 'Fan 3 does not turn';
    const { id } = await call('POST', '/alerts', { farmId, title, severity: 'warning' });
    const [mine, other] = await Promise.all([open(`/?farm=${farmId}`), open(`/?farm=${farmId}`)]);
    const row = (window: WatchedPage) =>
      window.page
        .getByRole('listitem')
        .filter({ hasText: title })
        .filter({ hasText: 'Acknowledge' });
    await row(mine).waitFor();
    await row(other).waitFor();
    const status = async () => (await call('GET', `/alerts/${id}`))['status'];
    await row(mine).getByRole('button', { name: 'Acknowledge' }).click();
    await mine.page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(status).toBe('open');
    await row(mine).waitFor();
    // It may have looked while the alert was acknowledged for the first time.
    await row(other).waitFor();
    await row(mine).getByRole('button', { name: 'Acknowledge' }).click();
    await row(other).waitFor({ state: 'detached' });
    await expect.poll(status).toBe('acknowledged');
    expect([...mine.faults, ...other.faults]).toEqual([]);
    await Promise.all([mine.page.context().close(), other.page.context().close()]);
  });

  test('shows what was typed as text, whatever it looks like', async () => {
    const farmId = await firstFarm();
    const title = '<img src=x onerror="document.title=1"><script>1</script>{{1}}';
    const { id = '' } = await call('POST', '/tasks', { farmId, title, dueDate: '2020-01-01' });
    for (const path of [`/records/tasks/${id}`, '/records/tasks', `/?farm=${farmId}`]) {
      const { page, faults } = await open(path);
      await page.getByText(title).first().waitFor();
      expect(await page.locator('img').count()).toBe(0);
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });

  test('keeps the filters in the address and leads from page to page', async () => {
    const { page, faults } = await open('/records/tasks');
    await page.getByLabel('Status').selectOption('done');
    await page.waitForURL(/status=done/);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForURL(/cursor=/);
    const second = await page.locator('tbody th').first().innerText();
    expect(second).not.toBe('');
    await page.getByRole('button', { name: 'Previous page' }).click();
    await page.waitForURL((url) => !url.search.includes('cursor'));
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('works below a path, and is left out when told', async () => {
    const [below, without] = await Promise.all([
      startChildServer({ argv: ['--mock', 'empty', '--base-path', '/farm'] }),
      startChildServer({ argv: ['--mock', 'empty', '--no-console'] }),
    ]);
    const { page, faults } = await browser.open(`${below.baseUrl}/farm/records/tasks`, {
      extraHTTPHeaders: { authorization: `Bearer ${below.key}` },
    });
    await page.getByText('Nothing here yet.').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
    expect((await fetch(`${without.baseUrl}/`, { headers: { accept: 'text/html' } })).status).toBe(
      404,
    );
    await Promise.all([below.end('SIGKILL'), without.end('SIGKILL')]);
  });
});

const keys = new Map<string, Promise<Record<string, string>>>();

/** A key with the scopes of a role; it may make more requests than a session. */
async function keyOf(role: 'owner' | 'worker'): Promise<string> {
  const { scopes } = roles[role];
  const body = { name: role, scopes, rateLimitPerMinute: limits.maxRequestsPerMinute };
  const made = keys.get(role) ?? call('POST', '/os/keys', body);
  keys.set(role, made);
  return (await made)['key'] ?? '';
}

const stage: ConsoleStage = {
  open: async (path) => open(path, { key: await keyOf('owner') }),
  openAs: async (role, path) => open(path, { key: await keyOf(role) }),
  call,
  firstFarm,
};
describeRecordScreens(stage);
describeWorkScreens(stage);
describeAdminScreens(stage);
