import { describe, expect, test } from 'vitest';
import { findBarriers } from '../support/browser.ts';
import type { ConsoleStage } from '../support/console-stage.ts';
import { aPicture } from '../support/media-files.ts';

/** The tests of alerts, tasks, reports and the calendar. */
export function describeWorkScreens(stage: ConsoleStage): void {
  const { open, openAs, call, firstFarm, firstOf, farmWithFlock, listOf } = stage;
  describe('the work screens', () => {
    test('acknowledge and complete with one key, and move to the next entry', async () => {
      const farmId = await firstFarm();
      const title = 'Generator low on fuel';
      const alert = await call('POST', '/alerts', { farmId, title, severity: 'critical' });
      const task = await call('POST', '/tasks', { farmId, title, dueDate: '2020-01-01' });
      const others = await Promise.all(
        ['in_progress', 'blocked'].map((status) =>
          call('POST', '/tasks', { farmId, title, status }),
        ),
      );
      const { page, faults } = await open(`/alerts?farm=${farmId}&severity=critical`);
      // The key A of a Hebrew keyboard.
      const hebrewA = { key: 'ש', code: 'KeyA', bubbles: true };
      await page.getByRole('listitem', { name: title }).dispatchEvent('keydown', hebrewA);
      await expect
        .poll(async () => (await call('GET', `/alerts/${alert['id']}`))['status'])
        .toBe('acknowledged');
      await page.getByRole('listitem', { name: title }).waitFor({ state: 'detached' });
      await page.getByLabel('Status').selectOption('acknowledged');
      await page.waitForURL(/status=acknowledged/);
      await page.getByRole('listitem', { name: title }).waitFor();

      await page.getByRole('link', { name: 'Tasks' }).click();
      const keysOf = async (name: string) => {
        const keys = page.getByRole('region', { name }).locator('kbd');
        await keys.first().waitFor();
        return keys.allInnerTexts();
      };
      // Those of the buttons of the tasks in the column.
      const columns = ['open', 'in progress', 'blocked', 'done'];
      const keys = await Promise.all(columns.map(keysOf));
      expect(keys).toEqual([['D', 'S'], ['D', 'B'], ['S', 'O'], ['O']]);
      await Promise.all(others.map(({ id }) => call('DELETE', `/tasks/${id}`)));
      const column = page.getByRole('region', { name: 'open' });
      await column.getByRole('listitem', { name: title }).press('ArrowDown');
      await column.getByRole('listitem', { name: title }).press('d');
      await expect
        .poll(async () => (await call('GET', `/tasks/${task['id']}`))['status'])
        .toBe('done');
      await page
        .getByRole('region', { name: 'done' })
        .getByRole('listitem', { name: title })
        .waitFor();
      expect(faults).toEqual([]);
    });

    test('report how many entries of a long list they show, and show all on request', async () => {
      const { farmId } = await farmWithFlock();
      const operations = Array.from({ length: 60 }, (_, index) => index + 1).map((number) => ({
        method: 'POST',
        path: '/alerts',
        body: { farmId, title: `Alert ${number}`, severity: 'info' },
      }));
      await call('POST', '/os/batch', { operations: operations.slice(0, 30) });
      await call('POST', '/os/batch', { operations: operations.slice(30) });
      const { page, faults } = await open(`/alerts?farm=${farmId}`);
      const entries = page.getByRole('main').getByRole('listitem');
      await page.getByText('50 of 60 shown').waitFor();
      expect(await entries.count()).toBe(50);
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByText('50 of 60 shown').waitFor({ state: 'detached' });
      expect(await entries.count()).toBe(60);
      expect(faults).toEqual([]);
    });

    test('show the alert of a rule in the chosen language', async () => {
      const { farmId, flockId, date } = await farmWithFlock();
      // 90 of 1,000 chicks on the day after their placement.
      await call('POST', '/daily-logs', { flockId, date, mortality: 90 });
      await call('POST', '/os/brain/scan', { farmId });
      const { page, faults } = await open(`/alerts?farm=${farmId}`);
      const alert = page.getByRole('listitem').filter({ hasText: '90' }).first();
      await expect.poll(() => alert.innerText()).toContain('90 birds dead');
      await page.getByLabel('Language', { exact: true }).selectOption('th');
      await expect.poll(() => alert.innerText()).toContain('ไก่ตาย 90 ตัว');
      await alert.getByRole('link').first().click();
      await page.getByRole('heading', { name: 'ไก่ตาย 90 ตัว', level: 1 }).waitFor();
      expect(faults).toEqual([]);
    });

    test('store changes and a report with a photo offline, and send each once', async () => {
      const farmId = await firstFarm();
      const title = 'Clean the nipple lines';
      const task = await call('POST', '/tasks', { farmId, title, dueDate: '2020-01-02' });
      const other = await call('POST', '/tasks', { farmId, title: 'Other', dueDate: '2020-01-02' });
      const { page } = await open(`/tasks?farm=${farmId}`);
      const entry = page.getByRole('listitem', { name: title });
      await entry.waitFor();
      // The first answer is lost on its way: the same change is sent again under its key.
      let attempts = 0;
      await page.route(`**/tasks/${task['id']}`, async (route) => {
        attempts += 1;
        if (attempts > 1) return route.continue();
        await route.fetch();
        await page.context().setOffline(true);
        return route.abort();
      });
      await entry.press('d');
      await entry.getByText('Saved on this device').waitFor();
      await page.getByRole('listitem', { name: 'Other' }).press('d');
      await page.getByRole('link', { name: '2 entries not sent' }).waitFor();
      await call('PATCH', `/tasks/${other['id']}`, { status: 'blocked' });
      await page.context().setOffline(false);
      await page.getByRole('link', { name: '1 entry not sent' }).click();
      await page.getByText('Status: yours done, on the service blocked').waitFor();
      await page.getByRole('button', { name: 'Keep the other' }).click();
      await page.getByText('Everything has been sent.').waitFor();
      expect(attempts).toBeGreaterThan(1);
      const both = [task, other].map(({ id }) => call('GET', `/tasks/${id}`));
      expect(await Promise.all(both)).toMatchObject([
        { status: 'done', version: 2 },
        { status: 'blocked', version: 2 },
      ]);

      await page.goto(new URL(`/reports?farm=${farmId}`, page.url()).href);
      await page.getByRole('button', { name: 'New report' }).click();
      await page.context().setOffline(true);
      await page.getByLabel('What did you see').fill('The fan <i>hums</i>');
      const buffer = await aPicture(400, 300);
      const file = { name: 'fan.jpg', mimeType: 'image/jpeg', buffer };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('img', { name: 'Photo' }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save report' }).click();
      await page.getByRole('link', { name: '1 entry not sent' }).waitFor();
      await page.context().setOffline(false);
      await page.getByRole('link', { name: '1 entry not sent' }).waitFor({ state: 'detached' });
      const reports = await listOf(`/field-reports?farmId=${farmId}&q=hums`);
      expect(reports.data).toHaveLength(1);
      const { data: photos } = await listOf(`/media?farmId=${farmId}&source=upload&limit=1`);
      expect(photos).toMatchObject([{ tags: [reports.data[0]?.['id']], mimeType: 'image/jpeg' }]);
    });

    test('show critical alerts first on a phone, and leave its menu free after a change', async () => {
      const { id: farmId = '' } = await call('POST', '/farms', { name: 'Two alerts' });
      for (const severity of ['critical', 'warning'])
        await call('POST', '/alerts', { farmId, title: `A ${severity} alert`, severity });
      const viewport = { width: 390, height: 844 };
      const { page, faults } = await open(`/alerts?farm=${farmId}`, { viewport });
      const entries = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
      await expect
        .poll(() => entries.allInnerTexts())
        .toEqual([
          expect.stringContaining('A critical alert'),
          expect.stringContaining('A warning alert'),
        ]);
      await page.getByRole('link', { name: 'Alerts 2' }).waitFor();
      await entries.first().getByRole('button', { name: 'Acknowledge' }).click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
      await page.getByRole('link', { name: 'Alerts 1' }).waitFor();
      await page.getByRole('link', { name: 'Tasks' }).click({ timeout: 5000 });
      await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
      expect(faults).toEqual([]);
    });

    test('answer a question of a worker', async () => {
      const farmId = await firstFarm();
      const rawText = 'Which <b>vaccine</b> goes into the water today?';
      const { id } = await call('POST', '/field-reports', { farmId, rawText, isQuestion: true });
      const { page, faults } = await open(`/reports?farm=${farmId}&isQuestion=true`);
      const entry = page.getByRole('listitem', { name: rawText });
      await entry.press('r');
      await entry.getByLabel('Reply').fill('Gumboro, at 7');
      await entry.getByRole('button', { name: 'Send reply' }).click();
      await entry.getByRole('blockquote').getByText('Gumboro, at 7').waitFor();
      expect(await call('GET', `/field-reports/${id}`)).toMatchObject({
        status: 'answered',
        replyText: 'Gumboro, at 7',
      });
      expect(faults).toEqual([]);
    });

    test('acknowledge all open alerts of the list except critical ones', async () => {
      const { farmId } = await farmWithFlock();
      for (const [title, severity] of [
        ['Fan 1', 'warning'],
        ['Fan 2', 'info'],
        ['Fire', 'critical'],
      ]) {
        await call('POST', `/alerts?farmId=${farmId}`, { title, severity, category: 'equipment' });
      }
      const { page, faults } = await open(`/alerts?farm=${farmId}`);
      await page.getByRole('button', { name: 'Acknowledge 2 alerts' }).click();
      const dialog = page.getByRole('dialog', { name: 'Acknowledge 2 alerts' });
      await dialog.getByText('acknowledged one by one').waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Acknowledge 2 alerts' }).click();
      await page.getByRole('listitem', { name: 'Fan 1' }).waitFor({ state: 'detached' });
      await page.getByRole('listitem', { name: 'Fire' }).waitFor();
      const { data } = await listOf(`/alerts?farmId=${farmId}&status=open`);
      expect(data.map(({ title }) => title)).toEqual(['Fire']);
      expect(faults).toEqual([]);
    });

    test('text of another script is aligned with its neighbours', async () => {
      const farm = await firstOf('farms');
      const { page, faults } = await open(`/reports?farm=${farm['id']}`, { locale: 'he' });
      const words = page.locator('main li p[dir="auto"]').first();
      await words.waitFor();
      const align = `getComputedStyle(document.querySelector('main li p[dir="auto"]')).textAlign`;
      expect(await page.evaluate(align)).toBe('right');
      expect(faults).toEqual([]);
    });

    test('show questions, missing logs and the weather on Today, and answer in place', async () => {
      const farms = (await call('GET', '/farms')) as unknown as {
        readonly data: readonly { readonly id: string; readonly name: string }[];
      };
      // This farm has a connection to a weather service.
      const farmId = farms.data.find(({ name }) => name === 'Hefer Valley Broilers')?.id ?? '';
      const rawText = 'Who <i>orders</i> the gas?';
      const { id } = await call('POST', '/field-reports', { farmId, rawText, isQuestion: true });
      const digest = (await call('GET', `/digest?farmId=${farmId}&lang=en`)) as unknown as {
        readonly flocksMissingLog: readonly { readonly name: string }[];
      };
      const { page, faults } = await open(`/?farm=${farmId}`);
      const sectionOf = (name: string) =>
        page.locator('section', { has: page.getByRole('heading', { name, exact: true }) });
      const logs = sectionOf('Daily logs');
      await logs.waitFor();
      const names = await logs.getByRole('listitem').getByRole('link').allTextContents();
      expect(names).toEqual(digest.flocksMissingLog.map(({ name }) => name));
      expect(names.length).toBeGreaterThan(0);
      await sectionOf('Weather')
        .getByText(/^Outside now [-\d.]+°C/)
        .waitFor();
      const entry = sectionOf('Unanswered questions').getByRole('listitem');
      const question = entry.filter({ hasText: rawText });
      await question.getByRole('button', { name: 'Reply' }).click();
      await question.getByLabel('Reply').fill('I do');
      await question.getByRole('button', { name: 'Send reply' }).click();
      await question.waitFor({ state: 'detached' });
      expect(await call('GET', `/field-reports/${id}`)).toMatchObject({
        status: 'answered',
        replyText: 'I do',
      });
      await logs.getByRole('link', { name: 'Enter daily logs' }).click();
      await page.waitForURL(/\/log/);
      expect(faults).toEqual([]);
    });

    test('show the plan of the month in the address', async () => {
      const farmId = await firstFarm();
      await call('POST', '/tasks', { farmId, title: 'Check the well', dueDate: '2031-03-09' });
      const { page, faults } = await open(`/calendar?farm=${farmId}&month=2031-03`);
      await page.getByRole('heading', { name: 'March 2031' }).waitFor();
      await page.getByRole('link', { name: 'task Check the well' }).waitFor();
      await page.getByRole('button', { name: 'Next month' }).click();
      await page.waitForURL(/month=2031-04/);
      await page.getByText('Nothing is planned in this month.').waitFor();
      expect(faults).toEqual([]);
    });

    test('start for a worker with the log, the alerts and the tasks of the day', async () => {
      const { page, faults } = await openAs('worker', '/');
      await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
      await page.getByRole('heading', { name: 'Tasks', level: 2 }).waitFor();
      await page.getByRole('button', { name: 'Done' }).first().waitFor();
      const read = await page.locator('main').innerText();
      expect(read).toContain('Open alerts');
      expect(read).not.toMatch(/permission|user_|contact_/);
      await page.locator('main').getByRole('link', { name: 'Enter daily logs' }).click();
      await page.getByRole('heading', { name: 'Daily log', level: 1 }).waitFor();
      expect(faults).toEqual([]);
    });

    test('offer only permitted actions, and explain the others', async () => {
      const { page, faults } = await openAs('worker', '/alerts');
      await page.getByRole('listitem').first().waitFor();
      expect(await page.getByRole('button', { name: 'Acknowledge' }).count()).toBe(0);
      // Every role reads these screens; keys may be narrower.
      const me = await (await page.request.get(new URL('/v1/platform/me', page.url()).href)).json();
      await page.route('**/v1/platform/me?*', (route) =>
        route.fulfill({ json: { ...me, scopes: [] } }),
      );
      for (const path of ['/alerts', '/tasks', '/reports']) {
        await page.goto(new URL(path, page.url()).href);
        await page.getByText('You do not have permission for this screen.').waitFor();
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      expect(faults).toEqual([]);
    });

    test('show an empty state, and report an unreachable service', async () => {
      const { page } = await open('/alerts?status=dismissed&severity=critical&category=finance');
      await page.getByText('No alerts match.').waitFor();
      await page.context().setOffline(true);
      await page.getByLabel('Category').selectOption('feed');
      await page.getByText('The service cannot be reached').waitFor({ timeout: 30_000 });
    });

    test('are found with the command palette, which runs actions after a confirmation', async () => {
      const farmId = await firstFarm();
      const title = `Grease <b>fans</b> ${Date.now()}`;
      const { page, faults } = await open(`/?farm=${farmId}`);
      await page.locator('dl').first().waitFor();
      const palette = page.getByRole('combobox', { name: 'Screen, action or record…' });
      await page.keyboard.press('Control+k');
      await palette.fill('new task');
      await page.getByRole('option', { name: 'New task' }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Next' }).click();
      await page
        .getByRole('dialog')
        .getByLabel('Title')
        .and(page.locator('[aria-invalid]'))
        .waitFor();
      await page.getByRole('dialog').getByLabel('Title').fill(title);
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('dialog').getByText(title).waitFor();
      const stored = async () => {
        const { data } = (await call(
          'GET',
          `/tasks?farmId=${farmId}&q=${encodeURIComponent(title)}`,
        )) as unknown as { readonly data: readonly unknown[] };
        return data.length;
      };
      expect(await stored()).toBe(0);
      await page.getByRole('button', { name: 'Run' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await stored()).toBe(1);
      await page.keyboard.press('Control+k');
      await palette.fill(title.slice(-13));
      await page.getByRole('option', { name: title }).click();
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(stored).toBe(0);
      await page.keyboard.press('Control+k');
      await palette.fill('Hefer Valley Broilers');
      await page
        .getByRole('dialog')
        .getByRole('option', { name: 'Hefer Valley Broilers' })
        .first()
        .click();
      // The screen of the farm, not the list of its fields.
      await page.waitForURL(/\/farms\/farm_/);
      await page.keyboard.press('Control+k');
      await palette.fill('calend');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Calendar' }).waitFor();
      expect(faults.filter((fault) => !fault.includes('status of 404'))).toEqual([]);
    });
  });
}
