import { beforeAll, describe, expect, test } from 'vitest';
import { type StorageState, useConsole } from '../support/console-stage.ts';
import { describeCrossSite } from './cross-site.ts';
import { describeNotices } from './notice-screens.ts';
import { describeOffline } from './offline-screens.ts';
import { describePasskeys } from './passkey-screens.ts';
import { describeProvider, withProvider } from './provider-screens.ts';

const stage = useConsole(withProvider);
const { openBare, openLink, invitation, newManager, signIn } = stage;

describe('signing in', () => {
  let signedIn: StorageState;
  beforeAll(async () => {
    signedIn = await signIn();
  });

  test('explains how to sign in to users without a session', async () => {
    const { page } = await openBare('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByText('farmctl console').count()).toBe(1);
    await page.context().close();
  });

  test('accepts a link once, removes it from the address, and signs out', async () => {
    const link = await invitation();
    const first = await openLink(link);
    await first.page.getByRole('button', { name: 'Sign out' }).click();
    await first.page.getByText('farmctl console').waitFor();
    await first.page.waitForURL(`${stage.baseUrl()}/sign-in`);
    await first.page.goto(`${stage.baseUrl()}/records/tasks`);
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
  ])('an invalid link in %s gives instructions and keeps the session', async (locale, expected) => {
    const { page } = await openLink('/sign-in#link_none', { locale, storageState: signedIn });
    await page.getByRole('alert').getByText(expected).waitFor();
    expect(await page.locator('main pre').innerText()).toBe('farmctl console');
    expect(await page.getAttribute('html', 'lang')).toBe(locale);
    expect(await page.context().cookies()).toEqual(signedIn.cookies);
    await page.goto(`${stage.baseUrl()}/`);
    await page.locator('dl').first().waitFor();
    await page.context().close();
  });

  test('a link changes the signed-in user only after a click', async () => {
    const session = await signIn('manager');
    const { page } = await openBare(await newManager(), { storageState: session });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    const cookies = () => page.context().cookies();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    // The account is not named: the link may be one of somebody else.
    expect(await page.locator('main').innerText()).not.toContain('Test manager');
    expect(page.url()).toBe(`${stage.baseUrl()}/sign-in`);
    expect(sent).toEqual([]);
    expect(await cookies()).toEqual(session.cookies);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    expect(await cookies()).not.toEqual(session.cookies);
    await page.context().close();
  });
});

describePasskeys(stage);
describeProvider(stage);
describeCrossSite(stage);
describeOffline(stage);
describeNotices(stage);
