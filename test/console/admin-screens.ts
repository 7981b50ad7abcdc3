import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/tools/calendar.ts';
import { findBarriers, overflowOf } from '../support/browser.ts';
import type { ConsoleStage } from '../support/console-stage.ts';
import { startReceiver } from '../support/receiver.ts';

const PHONE = { width: 390, height: 844 };

/** The tests of the administration screens. */
export function describeAdminScreens(stage: ConsoleStage): void {
  const { open, openAs, openLink, call } = stage;
  const list = async (path: string) => (await stage.listOf(path)).data;

  describe('the administration', () => {
    test('creates a webhook, delivers to it, and redelivers', async () => {
      const receiver = await startReceiver();
      const { page, faults } = await open('/webhooks');
      await page.getByRole('button', { name: 'New webhook' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Address').fill(`${receiver.url}/hook`);
      await dialog.getByLabel('Description').fill('<b>Brain</b>');
      await dialog.getByLabel('task.created').check();
      await dialog.getByRole('button', { name: 'Create webhook' }).click();
      const secret = await page.getByRole('dialog').getByLabel('Secret').inputValue();
      expect(secret).toMatch(/^whsec_/);
      await page.getByRole('button', { name: 'I have stored it' }).click();
      expect(await page.content()).not.toContain(secret);
      await page.getByRole('link', { name: `${receiver.url}/hook` }).click();
      await page.getByRole('heading', { name: '<b>Brain</b>' }).waitFor();
      await page.getByRole('button', { name: 'Send a test' }).click();
      const row = page.getByRole('row', { name: 'webhook.test' });
      await row.getByText('delivered').waitFor();
      await row.getByRole('button', { name: 'Resend' }).click();
      await expect.poll(() => receiver.received.length).toBe(2);
      await row.getByRole('button', { name: 'Attempts' }).click();
      await page.getByRole('dialog').getByText('204').first().waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Replay' }).click();
      await page.getByLabel('Also those that arrived').check();
      await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
      await page.getByText(/sent again\.|Nothing to send again/).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Switch off' }).click();
      await page.getByText('Switched off by a person').first().waitFor();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
      await page.getByRole('link', { name: receiver.url }).waitFor({ state: 'detached' });
      expect(faults).toEqual([]);
      await receiver.close();
    });

    test('invites a person, whose session expires, and restores the input after sign-in', async () => {
      const { page, faults } = await open('/people');
      await page.getByRole('button', { name: 'Invite' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Lea Koren');
      await dialog.getByLabel('Role').selectOption('manager');
      await dialog.getByRole('button', { name: 'Invite' }).click();
      const link = () => page.getByRole('dialog').getByLabel('Sign-in link').inputValue();
      const person = await openLink(pathAndHash(await link()));
      await page.getByRole('button', { name: 'I have stored it' }).click();
      await person.page.getByRole('heading', { name: 'Today' }).waitFor();
      await person.page.goto(new URL('/records/contacts/new', person.page.url()).href);
      await person.page.getByLabel('Name').fill('Half typed');

      await page.getByRole('link', { name: 'Lea Koren' }).click();
      await page.getByRole('button', { name: 'End session' }).click();
      await page.getByText('Not signed in anywhere.').waitFor();
      await person.page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(await person.page.getByText('Half typed').count()).toBe(0);
      await page.getByRole('button', { name: 'New sign-in link' }).click();
      await person.page.goto(new URL(pathAndHash(await link()), page.url()).href);
      await person.page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await person.page.getByRole('heading', { name: 'Today' }).waitFor();
      await person.page.goto(new URL('/records/contacts/new', person.page.url()).href);
      await person.page.getByText('Your unsaved changes were restored.').waitFor();
      expect(await person.page.getByLabel('Name').inputValue()).toBe('Half typed');

      await page.getByRole('button', { name: 'I have stored it' }).click();
      await page.getByRole('button', { name: 'Revoke Manager All farms' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('No role is in effect.').waitFor();
      expect(faults).toEqual([]);
      await Promise.all([page.context().close(), person.page.context().close()]);
    });

    test('tests a mapping on a payload, and reports invalid JSON', async () => {
      const [integration] = await list('/integrations?limit=1');
      const { page, faults } = await open(`/integrations/${integration?.['id']}`);
      await page.getByLabel('Mapping').fill('{"fields": ');
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await page.getByText('This is not valid JSON.').waitFor();
      const [barn] = await list(`/barns?limit=1&farmId=${integration?.['farmId']}`);
      const mapping = { fields: { temp: '/t' }, barnId: barn?.['id'] };
      await page.getByLabel('Mapping').fill(JSON.stringify(mapping));
      await page.getByLabel('Payload for the test').fill('{"t": 26.4}');
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await page.getByText('1 reading would be stored.').waitFor();
      await page.getByText('"temp": 26.4').waitFor();
      expect(faults.filter((fault) => !fault.includes('status of 4'))).toEqual([]);
    });

    test('adds a channel, refuses a wrong code, simulates an alert and removes the channel', async () => {
      const [farm] = await list('/farms?limit=1');
      const [owner] = await list('/users?role=owner');
      const { path = '' } = await call('POST', `/os/users/${owner?.['id']}/invite`);
      const { page, faults } = await openLink(path);
      await page.getByRole('heading', { name: 'Today' }).waitFor();
      await page.goto(new URL(`/notices?farm=${farm?.['id']}`, page.url()).href);
      await page.getByRole('button', { name: 'Add channel' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Address').fill('dana@example.com');
      await dialog.getByRole('button', { name: 'Add channel' }).click();
      // The test server has no mail server.
      await page.getByText('Not verified: the code could not be sent').waitFor();
      await page.getByRole('textbox', { name: 'Code' }).fill('0000-0000');
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByRole('alert').waitFor();
      await page.getByRole('button', { name: 'Simulate' }).click();
      await page.getByText('Nobody would be notified.').waitFor();
      await page.getByRole('rowheader', { name: 'verification' }).waitFor();
      await page.getByRole('button', { name: 'Remove dana@example.com' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('You have no channel.').waitFor();
      await page.getByLabel('Hour').selectOption('6');
      await page.getByText('It is not sent yet: you have no verified channel').waitFor();
      await page.getByLabel('Hour').selectOption('');
      await page.getByText('It is not sent yet').waitFor({ state: 'detached' });
      await page.goto(new URL(`/?farm=${farm?.['id']}`, page.url()).href);
      await page.getByRole('link', { name: 'Set up notifications' }).click();
      await page.getByText('Critical alerts may reach nobody').waitFor();
      expect(faults.filter((fault) => !fault.includes('status of 4'))).toEqual([]);
      await page.context().close();
    });

    test('changes a threshold and resets it to its default', async () => {
      const { page, faults } = await open('/settings');
      await page.getByLabel('Search').fill('spikeRatio');
      // It can be found by its API name, too, and is shown in words.
      const name = /^Deaths as a multiple of the seven-day mean/;
      const value = page.getByRole('textbox', { name });
      await value.fill('3.5');
      await page.getByRole('button', { name: /^Save: Deaths as a multiple/ }).click();
      await page.getByRole('button', { name: /^Default: Deaths as a multiple/ }).click();
      await expect.poll(() => value.inputValue()).toBe('2.5');
      expect(faults).toEqual([]);
    });

    test('accepts a threshold with the decimal separator of the language, and no other text', async () => {
      const { page, faults } = await open('/settings', { locale: 'es' });
      const value = page.getByRole('textbox', {
        name: /^Muertes, como múltiplo del promedio de siete/,
      });
      const setting = page.locator('form', { has: value });
      await expect.poll(() => value.inputValue()).toBe('2,5');
      await value.fill('2,5 o más');
      await setting.locator('[type=submit]').click();
      await setting.getByText('Introduzca').or(setting.getByText('número')).first().waitFor();
      await value.fill('3,5');
      await setting.locator('[type=submit]').click();
      const ratio = async () => {
        const { thresholds } = (await call('GET', '/os/settings')) as unknown as {
          readonly thresholds: readonly { readonly name: string; readonly value: number }[];
        };
        return thresholds.find(({ name }) => name === 'spikeRatio')?.value;
      };
      await expect.poll(ratio).toBe(3.5);
      await call('PATCH', '/os/settings', { thresholds: { spikeRatio: null } });
      expect(faults).toEqual([]);
    });

    test('creates a key, shows it once, and revokes it', async () => {
      const { page, faults } = await open('/keys');
      await page.getByRole('button', { name: 'New key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('<b>Silo</b> sensor');
      await dialog.getByLabel('Ask questions').check();
      expect(await findBarriers(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('dialog', { name: 'Copy this now' }).waitFor();
      const secret = await page.getByRole('dialog').getByRole('textbox').inputValue();
      expect(secret).toMatch(/^fk_live_/);
      const probe = () =>
        page.request.get(new URL('/v1/platform/me', page.url()).href, {
          headers: { authorization: `Bearer ${secret}` },
        });
      expect((await probe()).status()).toBe(200);
      await page.getByRole('button', { name: 'I have stored it' }).click();
      expect(await page.content()).not.toContain(secret);
      await page.getByRole('button', { name: 'Revoke <b>Silo</b> sensor' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('row', { name: 'Silo' }).getByText('Revoked').waitFor();
      expect((await probe()).status()).toBe(401);
      await page.setViewportSize(PHONE);
      expect(await overflowOf(page)).toBe(0);
      expect(await findBarriers(page)).toEqual([]);
      expect(faults).toEqual([]);
    });

    test('lists the audit log and verifies it', async () => {
      const { checked } = (await call('GET', '/os/audit/verify')) as unknown as { checked: number };
      const { page, faults } = await open('/audit');
      await page.getByText('Read: audit log').first().waitFor();
      const words = await page.locator('main td div > div').allInnerTexts();
      expect(words.filter((expected) => expected.includes('/'))).toEqual([]);
      await page.locator('tbody tr').first().waitFor();
      await page.getByRole('button', { name: 'Verify the log' }).click();
      const text = await page.getByText('All are intact').innerText();
      expect(Number(text.replace(/\D/g, ''))).toBeGreaterThanOrEqual(checked);
      await page.setViewportSize(PHONE);
      expect(await findBarriers(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      expect(faults).toEqual([]);
    });

    test('tests a rule on the readings of yesterday, and with another limit', async () => {
      const { farmId, flockId, date } = await stage.farmWithFlock();
      const { barnId } = await call('GET', `/flocks/${flockId}`);
      const trigger = { metric: 'temp', op: '>', value: 31 };
      const alert = { title: '<b>Hot</b>' };
      const rule = { farmId, name: 'Heat <i>', mode: 'alert_only', trigger, action: { alert } };
      await call('POST', '/automations', { ...rule, enabled: false });
      const { page, faults } = await open(`/automations?farm=${farmId}`);
      await page.getByRole('button', { name: 'Test on a day Heat <i>' }).click();
      const dialog = page.getByRole('dialog', { name: 'Test of “Heat <i>”' });
      await dialog.getByText('No value was stored for that day').waitFor();
      expect(await dialog.getByLabel('Day').inputValue()).toBe(addDays(date, -1));
      await dialog.getByRole('button', { name: 'Close' }).click();
      for (const [time, temp] of [
        ['10:00', 32],
        ['10:10', 30],
        ['10:20', 33.5],
      ]) {
        const ts = `${addDays(date, -1)}T${time}:00`;
        await call('POST', '/env-readings', { barnId, ts, temp });
      }
      await page.getByRole('button', { name: 'Test on a day Heat <i>' }).click();
      await dialog.getByText('It would have acted 2 times on').waitFor();
      await dialog.getByText('The rule is off').waitFor();
      await dialog.getByText('⇒ alert: <b>Hot</b>').first().waitFor();
      await dialog.getByText('10:00 AM').waitFor();
      await dialog.getByText('Ended at 10:10 AM').waitFor();
      await dialog.getByLabel('Limit').fill('33');
      await dialog.getByRole('button', { name: 'Test', exact: true }).click();
      await dialog.getByText('It would have acted once on').waitFor();
      await page.setViewportSize(PHONE);
      expect(await findBarriers(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      await dialog.getByLabel('Day').fill(addDays(date, 2));
      await dialog.getByRole('button', { name: 'Test', exact: true }).click();
      await dialog.getByText('the value is too large').waitFor();
      await dialog.getByLabel('Day').fill(addDays(date, -1));
      await dialog.getByRole('button', { name: 'Test', exact: true }).click();
      await dialog.getByRole('link', { name: 'Reading' }).click();
      await page.waitForURL('**/records/env-readings/**');
      await page.getByText('33.5').first().waitFor();
      expect(faults.filter((fault) => !fault.includes('status of 400'))).toEqual([]);
      expect(await list(`/alerts?farmId=${farmId}`)).toEqual([]);
    });

    test('is closed to other roles', async () => {
      const { page, faults } = await openAs('worker', '/keys');
      for (const path of [
        '/keys',
        '/audit',
        '/people',
        '/webhooks',
        '/integrations',
        '/settings',
      ]) {
        await page.goto(new URL(path, page.url()).href);
        await page.getByText('You do not have permission for this screen.').waitFor();
        expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
      }
      expect(faults).toEqual([]);
    });
  });
}

/** The part of a link after the origin. */
function pathAndHash(link: string): string {
  const { pathname, hash } = new URL(link);
  return `${pathname}${hash}`;
}
