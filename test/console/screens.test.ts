import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../src/model/core/limits.ts';
import { roles } from '../../src/model/resources/roles.ts';
import { addDays, dayInZone } from '../../src/tools/calendar.ts';
import {
  findBarriers,
  overflowOf,
  startBrowser,
  type TestBrowser,
  type WatchedPage,
} from '../support/browser.ts';
import { type ChildServer, startChildServer } from '../support/reliability/child-server.ts';
import { describeAdminScreens } from './admin-screens.ts';
import { describeCrossSite } from './cross-site.ts';
import { describeFarmScreens } from './farm-screens.ts';
import { describeOffline } from './offline-screens.ts';
import { describePasskeys } from './passkey-screens.ts';
import { type ConsoleStage, describeRecordScreens } from './record-screens.ts';
import { describeWorkScreens } from './work-screens.ts';

let server: ChildServer;
let browser: TestBrowser;
/** The cookie of an owner. */
let signedIn: Exclude<BrowserContextOptions['storageState'], string | undefined>;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startChildServer({ argv: ['--mock', '--allow-host', '127.0.0.1'] }),
    startBrowser(),
  ]);
  signedIn = await signIn();
});

/** Opens a link and signs in with it. */
async function openLink(
  path: string,
  options: BrowserContextOptions = { locale: 'en' },
): Promise<WatchedPage> {
  const opened = await browser.open(`${server.baseUrl}${path}`, options);
  await opened.page.locator('main button').click();
  return opened;
}

/** Signs in with a link. */
async function signIn(role = 'owner'): Promise<typeof signedIn> {
  const { page, faults } = await openLink(await invitation(role));
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

/** A path with the first record of the first farm in place of each resource that it names. */
async function pathOf(template: string): Promise<string> {
  const [, resource] = /\{(\w+)\}/.exec(template) ?? [];
  if (resource === undefined) return template;
  return template.replace(`{${resource}}`, (await firstOf(resource))['id'] ?? '');
}

/** The broiler farm, the last by name of its barns, or its oldest active flock. */
async function firstOf(resource: string): Promise<Record<string, string>> {
  const { data: farms } = await listOf('/farms');
  const farm = farms.find(({ name }) => name === 'Hefer Valley Broilers');
  const of = resource === 'flocks' ? '&status=active' : '';
  const { data } = await listOf(`/${resource}?farmId=${farm?.['id']}${of}`);
  const found = resource === 'farms' ? farm : data.at(-1);
  if (!found) throw new Error(`There are no ${resource}`);
  return found;
}

async function listOf(path: string) {
  return (await call('GET', path)) as unknown as {
    readonly data: readonly Record<string, string>[];
  };
}

/** A farm with a flock of 1,000 chicks that came yesterday. */
async function farmWithFlock() {
  const { org } = (await call('GET', '/me')) as unknown as { org: { timezone: string } };
  const date = dayInZone(Date.now(), org.timezone);
  const { id: farmId = '' } = await call('POST', '/farms', { name: `Farm ${crypto.randomUUID()}` });
  const { id: barnId } = await call('POST', '/barns', { farmId, name: 'Barn 1' });
  const { id: flockId = '' } = await call('POST', '/flocks', {
    barnId,
    breed: 'Ross 308',
    chicksReceived: 1000,
    placementDate: addDays(date, -1),
  });
  return { farmId, flockId, date };
}

/** The path of a link for a new manager, who may make as many requests a minute as anybody. */
async function newManager(): Promise<string> {
  const { id } = await call('POST', '/users', { name: 'Test manager' });
  await call('PUT', `/os/users/${id}/access`, { role: 'manager' });
  const { path = '' } = await call('POST', `/os/users/${id}/invite`);
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
  { path: '/farms/{farms}', ready: 'main li h3' },
  { path: '/barns/{barns}?range=7d', ready: 'figure svg' },
  { path: '/flocks/{flocks}', ready: 'figure svg' },
  { path: '/log', ready: 'form' },
  { path: '/records/daily-logs', ready: 'table' },
  { path: '/records/alerts?status=open', ready: 'table' },
  { path: '/records/flocks/new', ready: 'form' },
  { path: '/records/daily-logs/import', ready: 'label' },
  { path: '/alerts', ready: 'main li' },
  { path: '/tasks', ready: 'main li' },
  { path: '/reports', ready: 'main li' },
  { path: '/calendar', ready: 'main ol' },
  { path: '/account', ready: 'table' },
  { path: '/ask', ready: 'main form' },
  { path: '/notices', ready: 'main form' },
] as const;

describe.each(VIEWERS)('at $viewport.width px in $locale, $colorScheme', (viewer) => {
  /** One window of the viewer, which does not load the program anew for every screen. */
  let viewed: WatchedPage | undefined;
  const show = async (path: string): Promise<WatchedPage> => {
    if (viewed) await viewed.page.goto(`${server.baseUrl}${path}`);
    else {
      viewed = await openLink(await newManager(), viewer);
      await viewed.page.locator('dl').first().waitFor();
      await viewed.page.goto(`${server.baseUrl}${path}`);
    }
    return viewed;
  };
  afterAll(() => viewed?.page.context().close());

  test.each(SCREENS)('$path opens without faults, barriers or overflow', async (screen) => {
    const { page, faults } = await show(await pathOf(screen.path));
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
    const link = await invitation();
    const first = await openLink(link);
    await first.page.getByRole('button', { name: 'Sign out' }).click();
    await first.page.getByText('farmctl console').waitFor();
    await first.page.waitForURL(`${server.baseUrl}/sign-in`);
    await first.page.goto(`${server.baseUrl}/records/tasks`);
    await first.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await first.page.context().close();
    const { page } = await openLink(link);
    await page.getByRole('alert').getByText('This link does not work').waitFor();
    expect(await page.context().cookies()).toEqual([]);
    await page.context().close();
  });

  test.each([
    ['en', 'This link does not work'],
    ['he', 'הקישור אינו פועל'],
    ['th', 'ลิงก์นี้ใช้ไม่ได้'],
    ['es', 'Este enlace no funciona'],
    ['zh', '此链接无效'],
  ])('a bad link in %s says what to do and leaves the session', async (locale, said) => {
    const { page } = await openLink('/sign-in#link_none', { locale, storageState: signedIn });
    await page.getByRole('alert').getByText(said).waitFor();
    expect(await page.locator('main pre').innerText()).toBe('farmctl console');
    expect(await page.getAttribute('html', 'lang')).toBe(locale);
    expect(await page.context().cookies()).toEqual(signedIn.cookies);
    await page.goto(`${server.baseUrl}/`);
    await page.locator('dl').first().waitFor();
    await page.context().close();
  });

  test('a link changes who is signed in only after a click', async () => {
    const session = await signIn('manager');
    const { page } = await open(await newManager(), { session });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    const cookies = () => page.context().cookies();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    // No name of the account: the link may be one of somebody else.
    expect(await page.locator('main').innerText()).not.toContain('Test manager');
    expect(page.url()).toBe(`${server.baseUrl}/sign-in`);
    expect(sent).toEqual([]);
    expect(await cookies()).toEqual(session.cookies);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    expect(await cookies()).not.toEqual(session.cookies);
    await page.context().close();
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

  test('works below a path by the clock of the service, and is left out when told', async () => {
    const clock = ['--now', '2031-05-06T12:00:00Z'];
    const [below, without] = await Promise.all([
      startChildServer({ argv: ['--mock', 'empty', '--base-path', '/farm', ...clock] }),
      startChildServer({ argv: ['--mock', 'empty', '--no-console'] }),
    ]);
    const { page, faults } = await browser.open(`${below.baseUrl}/farm/records/tasks`, {
      extraHTTPHeaders: { authorization: `Bearer ${below.key}` },
    });
    await page.getByText('Nothing here yet.').waitFor();
    await page.goto(`${below.baseUrl}/farm/calendar`);
    await page.getByText('May 2031').first().waitFor();
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
  open: async (path, viewer) => open(path, { key: await keyOf('owner'), ...viewer }),
  openLink,
  openAs: async (role, path) => open(path, { key: await keyOf(role) }),
  call,
  firstFarm,
};
describeRecordScreens(stage);
describeWorkScreens(stage);
describeAdminScreens(stage);
describeFarmScreens(stage);
describePasskeys({
  baseUrl: () => server.baseUrl,
  open: (url, options) => browser.open(url, options),
  newManager,
});
describeCrossSite({
  baseUrl: () => server.baseUrl,
  open: (url, options) => browser.open(url, options),
  call,
  signIn,
});
describeOffline({
  baseUrl: () => server.baseUrl,
  open: (url, options) => browser.open(url, options),
  newManager,
  farmWithFlock,
  listOf,
});

describe('the screens of a farm', () => {
  beforeAll(async () => {
    const { page } = await openLink(await newManager());
    await page.locator('dl').first().waitFor();
    signedIn = await page.context().storageState();
    await page.context().close();
  });

  test('leads from the farms to a farm, a barn and its flock', async () => {
    const { page, faults } = await open('/portfolio');
    const farm = await firstOf('farms');
    await page.getByRole('link', { name: farm['name'] ?? '' }).click();
    await page.getByRole('heading', { name: farm['name'] ?? '', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Barn 3', exact: true }).click();
    await page.getByRole('heading', { name: 'Barn 3', level: 1 }).waitFor();
    await page.waitForURL(`**/barns/*?farm=${farm['id']}`);
    await page.getByRole('link', { name: /^B3-/ }).first().click();
    await page.getByRole('heading', { name: /^B3-/, level: 1 }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('shows a chart as a table and moment by moment, with the keyboard alone', async () => {
    const { page, faults } = await open(await pathOf('/flocks/{flocks}'));
    const deaths = page.getByRole('slider', { name: /^Deaths since placement/ });
    await deaths.focus();
    const newest = await deaths.getAttribute('aria-valuetext');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => deaths.getAttribute('aria-valuetext')).not.toBe(newest);
    const shown = page.getByRole('region', { name: /^Growth/ });
    const button = page.getByRole('button', { name: 'Show as table' }).first();
    await button.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toMatch(/^Growth/);
    // Weighed once a week: a day without a weighing is empty, not 0.
    const weights = await shown.locator('tbody tr td:nth-child(3)').allInnerTexts();
    expect(weights.filter((weight) => weight === '').length).toBeGreaterThan(10);
    expect(weights).not.toContain('0');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('keeps the range of a barn in the address, and asks before a controller is told', async () => {
    const { id = '' } = await firstOf('barns');
    const { page, faults } = await open(`/barns/${id}`);
    await page.getByRole('button', { name: '30 days' }).click();
    await page.waitForURL(/range=30d/);
    await page.getByLabel('°C').fill('99');
    await page.getByRole('button', { name: 'Send…' }).click();
    await page.getByText('Enter a number from 10 to 38.').waitFor();
    await page.getByLabel('°C').fill('25.5');
    await page.getByRole('button', { name: 'Send…' }).click();
    const dialog = page.getByRole('dialog');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const told = async () => {
      const { data } = (await call(
        'GET',
        `/controller-commands?barnId=${id}&limit=1`,
      )) as unknown as {
        readonly data: readonly Record<string, unknown>[];
      };
      return data[0]?.['params'];
    };
    expect(await told()).not.toEqual({ c: 25.5 });
    await page.getByRole('button', { name: 'Send…' }).click();
    await dialog.getByRole('button', { name: 'Send to the controller' }).click();
    await expect.poll(told).toEqual({ c: 25.5 });
    await page.getByText('set temperature: \u206625.5 °C\u2069').first().waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('says what a person may not see, what is gone, and what it waits for', async () => {
    const { id = '' } = await firstOf('barns');
    const { page } = await open('/barns/barn_none');
    await page.getByText('This record no longer exists').waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/os/charts/climate/**', async (route) => {
      await held;
      await route.fulfill({
        status: 403,
        json: {
          error: 'insufficient_scope',
          message: 'Your role needs the scope read:farms; it holds write:daily-logs.',
        },
      });
    });
    await page.clock.install();
    await page.goto(`${server.baseUrl}/barns/${id}`);
    await page.clock.fastForward(1000);
    await page.getByLabel('Loading…').first().waitFor();
    release();
    await page.getByText('You do not have permission to see this').waitFor();
    await page.getByText('read:farms', { exact: true }).waitFor();
    await page.route('**/v1/**', (route) => route.abort());
    await page.clock.fastForward(15_000);
    await page.getByText('The service cannot be reached. Shown as of').first().waitFor();
    await page.context().close();
  });

  test('keeps a log that is written offline, and sends it once when the network returns', async () => {
    const { farmId, flockId, date } = await farmWithFlock();
    const { page } = await open(`/log?farm=${farmId}`);
    const context = page.context();
    await page.getByText('Not logged yet').waitFor();
    await context.setOffline(true);
    await page.getByLabel('Deaths', { exact: true }).fill('7');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved on this device').waitFor();
    await page.getByRole('link', { name: '1 entry not sent' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.close();
    await context.setOffline(false);
    const again = await context.newPage();
    // The first answer is lost on its way.
    let attempts = 0;
    await again.route('**/v1/platform/daily-logs', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      attempts += 1;
      if (attempts > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await again.goto(`${server.baseUrl}/log?farm=${farmId}`);
    await again.getByText('Saved', { exact: true }).waitFor();
    expect(attempts).toBe(2);
    const { data } = await listOf(`/daily-logs?flockId=${flockId}`);
    expect(data).toMatchObject([{ date, mortality: 7, version: 1 }]);
    expect(await again.getByText('not sent').count()).toBe(0);
    await context.close();
  });

  test('asks where another log already exists, and about values that are not plausible', async () => {
    const { farmId, flockId, date } = await farmWithFlock();
    const { page } = await open(`/log?farm=${farmId}`);
    await page.getByText('Not logged yet').waitFor();
    await page.context().setOffline(true);
    await page.getByLabel('Deaths', { exact: true }).fill('7');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved on this device').waitFor();
    await call('POST', '/daily-logs', { flockId, date, mortality: 9 });
    await page.context().setOffline(false);
    await page.getByText('Deaths: yours 7, on the service 9').waitFor();
    await page.getByRole('button', { name: 'Use mine' }).click();
    const stored = async () => (await listOf(`/daily-logs?flockId=${flockId}`)).data[0];
    await expect.poll(stored).toMatchObject({ mortality: 7, version: 2 });
    await page.getByLabel('Feed, kg').fill('999');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('would be plausible').waitFor();
    await page.getByRole('button', { name: 'Yes, save it' }).click();
    await expect.poll(stored).toMatchObject({ feedKg: 999, mortality: 7 });
    await page.context().close();
  });
});
