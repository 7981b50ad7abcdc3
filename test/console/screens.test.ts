import { beforeAll, describe, expect, test } from 'vitest';
import { findBarriers, type WatchedPage } from '../support/browser.ts';
import { navigate } from '../support/console-screens.ts';
import { type StorageState, useConsole } from '../support/console-stage.ts';
import { aPicture } from '../support/media-files.ts';
import { startChildServer } from '../support/reliability/child-server.ts';
import { describeAdminScreens } from './admin-screens.ts';
import { describeDetails } from './detail-screens.ts';
import { describeFarmScreens } from './farm-screens.ts';
import { describeLooks } from './look-screens.ts';
import { describeRecordScreens } from './record-screens.ts';
import { describeWorkScreens } from './work-screens.ts';

const stage = useConsole();
const { openSession, openLink, openUrl, call, listOf } = stage;
const { newManager, firstFarm, firstOf, pathOf, farmWithFlock } = stage;

describe('the console', () => {
  const { open } = stage;

  test('opens a record by its address, also after a reload, and reports a missing one', async () => {
    const farmId = await firstFarm();
    const { id = '' } = await call('POST', '/tasks', { farmId, title: 'Weigh the pullets' });
    const { page, faults } = await open(`/records/tasks/${id}`);
    await page.getByRole('heading', { name: 'Weigh the pullets' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Weigh the pullets' }).waitFor();
    expect(faults).toEqual([]);
    await page.goto(`${stage.baseUrl()}/records/tasks/task_none`);
    await page.getByText('This record no longer exists').waitFor();
    await page.goto(`${stage.baseUrl()}/no/such/screen`);
    await page.getByText('There is no such page.').waitFor();
  });

  test('acknowledges an alert, undoes it, and updates another window', async () => {
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
  });

  test('shows input as text, whatever it looks like', async () => {
    const farmId = await firstFarm();
    const title = '<img src=x onerror="document.title=1"><script>1</script>{{1}}';
    const { id = '' } = await call('POST', '/tasks', { farmId, title, dueDate: '2020-01-01' });
    for (const path of [`/records/tasks/${id}`, '/records/tasks', `/?farm=${farmId}`]) {
      const { page, faults } = await open(path);
      await page.getByText(title).first().waitFor();
      expect(await page.locator('img').count()).toBe(0);
      expect(faults).toEqual([]);
    }
  });

  test('keeps the filters in the address and pages through the list', async () => {
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
  });

  test("works below a base path with the service's clock, and can be disabled", async () => {
    const clock = ['--now', '2031-05-06T12:00:00Z'];
    const [below, without] = await Promise.all([
      startChildServer({ argv: ['--mock', 'empty', '--base-path', '/farm', ...clock] }),
      startChildServer({ argv: ['--mock', 'empty', '--no-console'] }),
    ]);
    const authorization = `Bearer ${below.key}`;
    const made = await fetch(`${below.baseUrl}/farm/v1/platform/farms`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Bare farm' }),
    });
    expect(made.status).toBe(201);
    const { page, faults } = await openUrl(`${below.baseUrl}/farm/records/tasks`, {
      extraHTTPHeaders: { authorization },
    });
    await page.getByText('Nothing here yet.').waitFor();
    await page.goto(`${below.baseUrl}/farm/calendar`);
    await page.getByText('May 2031').first().waitFor();
    // The reference page is there too, and calls the service below its path.
    await page.goto(`${below.baseUrl}/farm/docs#platform/tag/flocks/GET/flocks`);
    const operation = page.getByRole('region', { name: 'List flocks', exact: true });
    await operation.getByText(`curl ${below.baseUrl}/farm/v1/platform/flocks`).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
    expect((await fetch(`${without.baseUrl}/docs`)).status).toBe(200);
    expect((await fetch(`${without.baseUrl}/`, { headers: { accept: 'text/html' } })).status).toBe(
      404,
    );
    await Promise.all([below.end('SIGKILL'), without.end('SIGKILL')]);
  });
});

describeRecordScreens(stage);
describeWorkScreens(stage);
describeAdminScreens(stage);
describeFarmScreens(stage);
describeLooks(stage);
describeDetails(stage);

describe('the screens of a farm', () => {
  let signedIn: StorageState;
  beforeAll(async () => {
    const { page } = await openLink(await newManager());
    await page.locator('dl').first().waitFor();
    signedIn = await page.context().storageState();
    await page.context().close();
  });
  const open = (path: string) => openSession(signedIn, path);

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
  });

  test('follows an address that changes before the first screen is loaded', async () => {
    const { page, faults } = await open('/unsent');
    const release = new Map<string, () => void>();
    for (const name of ['console', 'portfolio']) {
      const held = new Promise<void>((resolve) => release.set(name, resolve));
      await page.route(`**/assets/${name}-*.js`, async (route) => {
        await held;
        await route.continue();
      });
    }
    await page.goto(`${stage.baseUrl()}/portfolio`);
    await navigate(page, '/unsent');
    release.get('console')?.();
    await page.locator('.messages').waitFor({ state: 'attached' });
    release.get('portfolio')?.();
    await page.getByRole('heading', { name: 'Entries not sent', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'All farms', level: 1 }).waitFor();
    expect(faults).toEqual([]);
  });

  test('shows a hundred of many farms, more on request, and finds one by its name', async () => {
    const { page, faults } = await open('/unsent');
    await page.route('**/v1/platform/portfolio*', async (route) => {
      const response = await route.fetch();
      const { farms, ...rest } = await response.json();
      const many = Array.from({ length: 250 }, (_, index) => ({
        ...farms[0],
        farmId: `farm_${index}`,
        name: `Farm ${index}`,
      }));
      await route.fulfill({ response, json: { ...rest, farms: many } });
    });
    const requests: string[] = [];
    await page.route(/\/v1\/platform\/me\b/, async (route) => {
      const { pathname, search, searchParams } = new URL(route.request().url());
      requests.push(search);
      const response = await route.fetch({ url: `${stage.baseUrl()}${pathname}` });
      const { farms, ...rest } = await response.json();
      const more = Array.from({ length: 50 }, (_, n) => ({ id: `farm_${n}`, name: `Farm ${n}` }));
      const all = [farms[0], ...more, ...farms.slice(1)];
      const most = Number(searchParams.get('farms') ?? all.length);
      const shown = all.filter(({ id }, at) => at < most || id === searchParams.get('farm'));
      await route.fulfill({ response, json: { ...rest, farms: shown, farmCount: all.length } });
    });
    await page.goto(`${stage.baseUrl()}/portfolio`);
    await page.getByRole('button', { name: 'Farm: ' }).waitFor();
    expect([...new Set(requests)]).toEqual(['?farms=40']);
    await page.getByRole('button', { name: 'Farm: ' }).click();
    await page.getByText(/^40 of \d+ shown$/).waitFor();
    await page.getByRole('combobox', { name: 'Search' }).fill('negev');
    await page.getByRole('option', { name: 'Negev Fields Farm' }).click();
    await page.getByRole('button', { name: 'Farm: Negev Fields Farm' }).waitFor();
    // Opened by its address, a farm that is not among the first is the chosen one, too.
    await page.reload();
    await page.getByRole('button', { name: 'Farm: Negev Fields Farm' }).waitFor();
    const rows = page.locator('tbody tr');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(100);
    await page.getByRole('button', { name: '150 more' }).click();
    await expect.poll(() => rows.count()).toBe(200);
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('farm 249');
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Farm 249')]);
    expect(faults).toEqual([]);
  });

  test('shows a chart as a table and moment by moment, with the keyboard alone', async () => {
    const { page, faults } = await open('/portfolio');
    // The time zone of the farm arrives long after the chart, and does not move the focus.
    let answerFarm = () => {};
    const requested = new Promise<void>((resolve) => {
      answerFarm = resolve;
    });
    await page.route('**/v1/platform/farms/*', async (route) => {
      await requested;
      await route.continue();
    });
    await page.goto(new URL(await pathOf('/flocks/{flocks}'), page.url()).href);
    const deaths = page.getByRole('slider', { name: /^Deaths since placement/ });
    await deaths.focus();
    const isAnswered = page.waitForResponse('**/v1/platform/farms/*');
    answerFarm();
    await isAnswered;
    await page.waitForLoadState('networkidle');
    const newest = await deaths.getAttribute('aria-valuetext');
    const deathsADay = page.getByRole('slider', { name: /^Deaths a day/ });
    const newestDay = await deathsADay.getAttribute('aria-valuetext');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => deaths.getAttribute('aria-valuetext')).not.toBe(newest);
    await expect.poll(() => deathsADay.getAttribute('aria-valuetext')).not.toBe(newestDay);
    const shown = page.getByRole('region', { name: /^Growth/ });
    const button = page.getByRole('button', { name: 'Show as table' }).first();
    await button.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toMatch(/^Growth/);
    // 12 classes of weight: ten of 5 % of the mean, and those below and above.
    const spread = page.getByRole('table', { name: 'Weights of the birds' });
    expect(await spread.getByRole('rowheader').count()).toBe(12);
    // Weighed once a week: a day without a weighing is empty, not 0.
    const weights = await shown.locator('tbody tr td:nth-child(3)').allInnerTexts();
    expect(weights.filter((weight) => weight === '').length).toBeGreaterThan(10);
    expect(weights).not.toContain('0');
    expect(faults).toEqual([]);
  });

  test('keeps the range of a barn in the address, and confirms commands to controllers', async () => {
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
    const reported = async () => {
      const { data } = (await call(
        'GET',
        `/controller-commands?barnId=${id}&limit=1`,
      )) as unknown as {
        readonly data: readonly Record<string, unknown>[];
      };
      return data[0]?.['params'];
    };
    expect(await reported()).not.toEqual({ c: 25.5 });
    await page.getByRole('button', { name: 'Send…' }).click();
    await dialog.getByRole('button', { name: 'Send to the controller' }).click();
    await expect.poll(reported).toEqual({ c: 25.5 });
    await page.getByText('set temperature: \u206825.5°C\u2069').first().waitFor();
    expect(faults).toEqual([]);
  });

  test('explains missing permission, missing records and loading', async () => {
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
    await page.goto(`${stage.baseUrl()}/barns/${id}`);
    await page.clock.fastForward(1000);
    await page.getByLabel('Loading…').first().waitFor();
    release();
    await page.getByText('Ask the owner of the farm for access.', { exact: true }).waitFor();
    await page.getByText('read:farms', { exact: true }).waitFor();
    await page.route('**/v1/**', (route) => route.abort());
    await page.clock.fastForward(15_000);
    await page.getByText('The service cannot be reached. Shown as of').first().waitFor();
    await page.context().close();
  });

  test('stores a log written offline, and sends it once when the network returns', async () => {
    const { farmId, flockId, date } = await farmWithFlock();
    const { page } = await open(`/log?farm=${farmId}`);
    const context = page.context();
    await page.getByText('Not logged yet').waitFor();
    await context.setOffline(true);
    await page.getByLabel('Deaths', { exact: true }).fill('7');
    const file = { name: 'litter.jpg', mimeType: 'image/jpeg', buffer: await aPicture(400, 300) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('img', { name: 'Photo' }).waitFor();
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
    await again.goto(`${stage.baseUrl()}/log?farm=${farmId}`);
    await again.getByText('Saved', { exact: true }).waitFor();
    expect(attempts).toBe(2);
    const { data } = await listOf(`/daily-logs?flockId=${flockId}`);
    expect(data).toMatchObject([{ date, mortality: 7, version: 1 }]);
    expect(await again.getByText('not sent').count()).toBe(0);
    const photos = again.getByRole('list', { name: 'Photos of this log' });
    await photos.getByRole('img').waitFor();
    await context.close();
  });

  test('asks about an existing log and about implausible values', async () => {
    const { farmId, flockId, date } = await farmWithFlock();
    const { page } = await open(`/log?farm=${farmId}`);
    await page.getByText('Not logged yet').waitFor();
    await page.context().setOffline(true);
    await page.getByLabel('Feed, kg').fill('31');
    await page.getByLabel('Deaths', { exact: true }).fill('7');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved on this device').waitFor();
    await call('POST', '/daily-logs', { flockId, date, mortality: 9, feedKg: 35 });
    await page.context().setOffline(false);
    await page.getByText('Deaths: yours 7, on the service 9').waitFor();
    await page.getByText('Feed, kg: yours 31, on the service 35').waitFor();
    await page.getByRole('button', { name: 'Use mine' }).click();
    const stored = async () => (await listOf(`/daily-logs?flockId=${flockId}`)).data[0];
    await expect.poll(stored).toMatchObject({ mortality: 7, version: 2 });
    // The form has read the log again; before, it shows the 9 of the service.
    const deaths = page.getByLabel('Deaths', { exact: true });
    const state = page.locator('form [role="status"]');
    await expect
      .poll(async () => [await deaths.inputValue(), (await state.textContent())?.trim()])
      .toEqual(['7', 'Saved']);
    await page.getByLabel('Feed, kg').fill('999');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('would be plausible').waitFor();
    await page.getByRole('button', { name: 'Yes, save it' }).click();
    // The form says so after the service has answered and the log has been read again.
    await expect.poll(async () => (await state.textContent())?.trim()).toBe('Saved');
    await expect.poll(stored).toMatchObject({ feedKg: 999, mortality: 7 });
  });
});
