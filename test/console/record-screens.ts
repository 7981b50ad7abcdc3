import { describe, expect, test } from 'vitest';
import english from '../../src/i18n/en/labels.json' with { type: 'json' };
import { originOf } from '../../src/model/core/fields.ts';
import { requiredFields, writableFields } from '../../src/model/core/resource.ts';
import {
  getResource,
  isResourceName,
  type ResourceName,
  resourceNames,
} from '../../src/model/resources/registry.ts';
import { dayInZone } from '../../src/tools/calendar.ts';
import { aRow } from '../support/a-row.ts';
import { findBarriers, type WatchedPage } from '../support/browser.ts';
import type { ConsoleStage } from '../support/console-stage.ts';

type Json = Readonly<Record<string, unknown>>;

const HOSTILE = '<img src=x onerror="document.title=1"><script>1</script>{{1}} \u202Egnp.exe';

/** A row of a resource with hostile text in every text field. */
function hostileRow(name: ResourceName): Json {
  const free = Object.entries(getResource(name).fields).filter(
    ([, field]) =>
      field.type === 'text' && field.format === undefined && originOf(field) === 'writable',
  );
  return aRow(name, Object.fromEntries(free.map(([field]) => [field, HOSTILE])));
}

/** Answers the reads of records with one hostile row of their resource. */
async function answerHostile({ page }: WatchedPage): Promise<void> {
  await page.route(/\/v1\/platform\/[a-z-]+(\/[^/?]+)?(\?.*)?$/, async (route) => {
    const [name = '', id] = new URL(route.request().url()).pathname.split('/').slice(3);
    if (!isResourceName(name)) return route.continue();
    const row = hostileRow(name);
    const meta = { total: 1, limit: 50, offset: 0, hasMore: false, nextCursor: null };
    await route.fulfill({ json: id === undefined ? { data: [row], meta } : row });
  });
}

/** The tests of the record screens. */
export function describeRecordScreens({
  open,
  openAs,
  call,
  listOf,
  firstFarm,
}: ConsoleStage): void {
  describe('the records', () => {
    test('of every resource have a table, and a form with all their fields', async () => {
      const shown = await open('/records/farms');
      const { page, faults } = shown;
      await answerHostile(shown);
      await page.reload();
      const kind = page.getByLabel('Kind of record');
      for (const name of resourceNames) {
        const definition = getResource(name);
        await kind.selectOption(name);
        await page
          .getByRole('heading', { level: 1, name: english.plurals[name], exact: true })
          .waitFor();
        await page.locator('tbody tr').waitFor();
        expect(await page.locator('thead th').count(), name).toBeGreaterThan(1);
        const add = page.getByRole('link', { name: 'New', exact: true });
        expect(await add.count(), name).toBe(definition.readOnly ? 0 : 1);
        if (definition.readOnly) continue;
        await add.click();
        await page.locator('form button[type=submit]').waitFor();
        const inputs = page.locator('form [name]');
        const names = await inputs.evaluateAll((all) =>
          all.map((input) => input.getAttribute('name')),
        );
        expect(new Set(names), name).toEqual(
          new Set(writableFields(definition).map(([field]) => field)),
        );
        const required = requiredFields(definition).filter(
          ([field, { default: preset, defaultFrom }]) =>
            preset === undefined && defaultFrom !== 'today' && field !== 'date',
        );
        // Where nothing is required an empty form would be stored.
        if (required.length > 0) await page.locator('form button[type=submit]').click();
        await expect
          .poll(() => page.locator('[aria-invalid="true"]').count(), { message: name })
          .toBe(required.length);
        await page.getByRole('button', { name: 'Cancel' }).click();
      }
      expect(await page.locator('main img').count()).toBe(0);
      expect(await page.title()).toContain('farmctl');
      expect(faults).toEqual([]);
    });

    test('are created, changed, undone and deleted with their dependent records', async () => {
      const farm = await firstFarm();
      const { page, faults } = await open(`/records/tasks/new?farm=${farm}`);
      const save = page.getByRole('button', { name: 'Save' });
      await page.getByLabel('Title').fill(HOSTILE);
      await page.getByRole('combobox', { name: 'Barn' }).click();
      await page.locator('[role=option]').first().click();
      expect(await findBarriers(page)).toEqual([]);
      await save.click();
      await page.getByRole('heading', { level: 1, name: '<img src=x' }).waitFor();
      await page.getByText('Created', { exact: true }).first().waitFor();
      const id = page.url().replace(/^.*\/(task_\w+).*$/, '$1');
      expect((await call('GET', `/tasks/${id}`))['barnId']).toMatch(/^barn_/);

      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel('Title').fill('Weigh the birds');
      await page.getByLabel('Title').press('Control+s');
      await page.getByRole('heading', { level: 1, name: 'Weigh the birds' }).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(async () => (await call('GET', `/tasks/${id}`))['title']).toContain('<img');
      await page.getByRole('button', { name: 'Copy: ID' }).waitFor();

      await call('POST', '/task-comments', { taskId: id, text: 'Done tomorrow' });
      await page.getByRole('button', { name: 'Delete' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Task comments: 1 will be deleted with it').waitFor();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.waitForURL((url) => url.pathname === '/records/tasks');
      expect(faults).toEqual([]);
      await page.goto(new URL(`/records/tasks/${id}`, page.url()).href);
      await page.getByText('This record no longer exists').waitFor();
    });

    test('are the basis of similar ones, which are of today', async () => {
      const farmId = await firstFarm();
      const rent = { category: 'rent', amount: 1250.5, description: 'Silo 3' };
      const { id } = await call('POST', '/expenses', { farmId, date: '2020-01-31', ...rent });
      const { page, faults } = await open(`/records/expenses/${id}`);
      await page.getByRole('link', { name: 'Duplicate' }).click();
      await page.getByRole('heading', { level: 1, name: 'New expense' }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await page.getByLabel('Amount').fill('1300');
      await page.reload();
      await page.getByText('Your unsaved changes were restored.').waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.waitForURL(
        (url) => /expense_\w+$/.test(url.pathname) && !url.search.includes('copy'),
      );
      const [, copy = ''] = /(expense_\w+)/.exec(page.url()) ?? [];
      expect(copy).not.toBe(id);
      const { org } = (await call('GET', '/me')) as unknown as { org: { timezone: string } };
      const date = dayInZone(Date.now(), org.timezone);
      expect(await call('GET', `/expenses/${copy}`)).toMatchObject({ ...rent, amount: 1300, date });

      // The address of a period is correct on any day.
      await page.goto(
        new URL(`/records/expenses?farm=${farmId}&date=today&q=Silo`, page.url()).href,
      );
      await page.getByText('1 record', { exact: true }).waitFor();
      await page.getByLabel('Date', { exact: true }).selectOption('From … to …');
      await page.getByLabel('Date to').fill('2020-02-01');
      await page.waitForURL(/date_to=2020-02-01/);
      await page.getByText('1 record', { exact: true }).waitFor();
      await page.locator('tbody').getByText('₪1,250.50').waitFor();
      expect(faults).toEqual([]);
    });

    test('with implausible values are stored after confirmation', async () => {
      const farm = await firstFarm();
      const given = `farm=${farm}&category=electricty&date=2026-11-20`;
      const { page, faults } = await open(`/records/expenses/new?${given}`);
      const save = page.getByRole('button', { name: 'Save', exact: true });
      const stored = async () =>
        (await call('GET', `/expenses?farmId=${farm}&order=createdAt`))['data'];
      await page.getByLabel('Amount').fill('12');
      await save.click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/mean electricity/).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(await stored()).not.toMatchObject([{ category: 'electricty' }]);
      await save.click();
      await dialog.getByRole('button', { name: 'Yes, save it' }).click();
      await page.waitForURL(/expense_\w+/);
      expect(JSON.stringify(await stored())).toContain('electricty');
      expect(faults.filter((fault) => !fault.includes('status of 400'))).toEqual([]);
    });

    test('changed by another user meanwhile are shown with both values', async () => {
      const farmId = await firstFarm();
      const { id = '' } = await call('POST', '/tasks', {
        farmId,
        title: 'Clean the silo',
        details: 'East',
      });
      const { page } = await open(`/records/tasks/${id}/edit`);
      await page.getByLabel('Title').fill('Clean silo 2');
      await call('PATCH', `/tasks/${id}`, { title: 'Clean silo 3', details: 'West' });
      await page.getByRole('button', { name: 'Save' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Clean silo 2').waitFor();
      await dialog.getByText('Clean silo 3').waitFor();
      await dialog.getByText('West').waitFor();
      await dialog.getByLabel(/Your value/).check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Clean silo 2' }).waitFor();
      expect(await call('GET', `/tasks/${id}`)).toMatchObject({
        title: 'Clean silo 2',
        details: 'West',
      });
    });

    test('have amounts with their currency, and objects as values with labels', async () => {
      const farmId = await firstFarm();
      const { page, faults } = await open(`/records/expenses?farm=${farmId}`);
      await page
        .locator('tbody td', { hasText: /^₪[\d,]+\.\d\d$/ })
        .first()
        .waitFor();
      const { id: barnId } = (await listOf(`/barns?farmId=${farmId}&limit=1`)).data[0] ?? {};
      const [trigger, action] = [
        { metric: 'nh3', op: '>', value: 20, forMinutes: 15 },
        { alert: { severity: 'warning', title: 'high' } },
      ];
      const body = { barnId, name: 'More air', trigger, action };
      const { id } = await call('POST', '/automations', body);
      await page.goto(new URL(`/records/automations/${id}`, page.url()).href);
      const values = page.locator('main dl dl');
      await values.first().waitFor();
      expect((await values.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
        'Measure NH₃ Comparison above Value 20 Duration 15 min',
        'Alert Severity warning Title high',
        'Severity warning Title high',
      ]);
      expect(faults).toEqual([]);
    });

    test('keep input when they are left, reloaded or rejected', async () => {
      const farmId = await firstFarm();
      const logs = (await call('GET', `/daily-logs?farmId=${farmId}&limit=1`)) as unknown as {
        readonly data: readonly { readonly flockId: string; readonly date: string }[];
      };
      const { flockId = '', date = '' } = logs.data[0] ?? {};
      const path = `/records/daily-logs/new?farm=${farmId}&flockId=${flockId}&date=${date}`;
      const { page } = await open(path);
      await page.getByLabel('Notes').fill('Second log of the day');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('such a row exists already').waitFor();
      await page.reload();
      await page.getByText('Your unsaved changes were restored.').waitFor();
      expect(await page.getByLabel('Notes').inputValue()).toBe('Second log of the day');
      await page.getByRole('link', { name: 'Today' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
      await page.getByRole('link', { name: 'Today' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('heading', { name: 'Today' }).waitFor();
    });

    test('are imported after a check that names the rows with problems', async () => {
      const farm = await firstFarm();
      const { page, faults } = await open(`/records/contacts/import?farm=${farm}`);
      const rows = [
        'name,kind,email,shoe size',
        'Adalynn Ximenes,vet,ada@example.com,43',
        ',vet,,',
        'Ben,vet,nobody,',
        'Cy,customer,,',
        'Di,vet,@,',
      ];
      await page.locator('input[type=file]').setInputFiles({
        name: 'contacts.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`${rows.join('\n')}\n`),
      });
      await page.getByText('Some columns are not known.').waitFor();
      await page.getByLabel('shoe size').selectOption('(leave out)');
      await page.getByText('3 rows with problems').waitFor();
      // Problems of an import are shown before its options, also on a phone.
      await page.setViewportSize({ width: 360, height: 800 });
      const tops = await Promise.all(
        [page.getByText('3 rows with problems'), page.getByLabel('Decimal separator')].map(
          async (part) => (await part.boundingBox())?.y ?? 0,
        ),
      );
      expect(tops).toEqual(tops.toSorted((a, b) => a - b));
      expect(await page.getByRole('row').filter({ hasText: 'Email' }).count()).toBe(2);
      expect(await findBarriers(page)).toEqual([]);
      await page.getByRole('button', { name: 'Import 2 rows' }).click();
      await page.getByText('The import is finished.').waitFor();
      const found = (await call(
        'GET',
        `/contacts?farmId=${farm}&q=Adalynn%20Ximenes`,
      )) as unknown as {
        data: unknown[];
      };
      expect(found.data).toHaveLength(1);
      // The browser reports the refusal of the unknown column.
      expect(faults.filter((fault) => !fault.includes('status of 400'))).toEqual([]);
    });

    test('are sorted, filtered and exported according to the address', async () => {
      const farm = await firstFarm();
      const { page, faults } = await open(`/records/tasks?farm=${farm}&status=done`);
      await page.getByRole('button', { name: 'Due' }).click();
      await page.waitForURL(/order=dueDate&dir=desc|dir=desc&order=dueDate/);
      await page
        .getByRole('columnheader', { name: 'Due' })
        .and(page.locator('[aria-sort=descending]'))
        .waitFor();
      await page.getByText('Columns').click();
      await page
        .getByLabel('Repeats', { exact: true })
        .and(page.locator('[type=checkbox]'))
        .uncheck();
      await page.getByRole('columnheader', { name: 'Repeats' }).waitFor({ state: 'detached' });
      await page.getByText('Export').click();
      const link = await page.getByRole('link', { name: 'CSV file' }).getAttribute('href');
      const text = await page.evaluate(
        (path) => fetch(path ?? '').then((answer) => answer.text()),
        link,
      );
      const statuses = text.split('\n').slice(1, -1);
      expect(statuses.length).toBeGreaterThan(1);
      for (const line of statuses) expect(line).toContain('done');
      expect(faults).toEqual([]);
    });

    test('offer only permitted actions', async () => {
      const { page, faults } = await openAs('worker', '/records/barns');
      await page.locator('tbody tr').first().waitFor();
      expect(await page.getByRole('link', { name: 'New' }).count()).toBe(0);
      expect(await page.getByRole('link', { name: 'Import' }).count()).toBe(0);
      await page.locator('tbody a').first().click();
      await page.getByRole('heading', { name: 'History' }).waitFor();
      expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
      for (const path of ['/records/expenses', '/records/barns/new', '/records/barns/import']) {
        await page.goto(new URL(path, page.url()).href);
        await page.getByText('You do not have permission for this screen.').waitFor();
      }
      expect(faults).toEqual([]);
    });

    test('show an empty state, and report an unreachable service', async () => {
      const { page } = await open('/records/tasks?q=no-such-title');
      await page.getByText('Nothing matches the filters.').waitFor();
      await page.context().setOffline(true);
      await page.getByLabel('Kind of record').selectOption('contacts');
      const retry = page.getByRole('button', { name: 'Try again' });
      await retry.waitFor({ timeout: 30_000 });
      await page.getByText('The service cannot be reached', { exact: true }).waitFor();
      await page.context().setOffline(false);
      await retry.click();
      await page.locator('tbody tr').first().waitFor();
    });
  });
}
