import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shownEndpoint } from '../../src/platform/notices/web-push.ts';
import { findBarriers } from '../support/browser.ts';
import type { ConsoleStage } from '../support/console-stage.ts';
import type { ReceivedRequest } from '../support/notice-stage.ts';
import { subscribeBrowser } from '../support/push-browser.ts';

/** A push service, as seen by the service: it stores what it receives. */
function createPushService() {
  const received: ReceivedRequest[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const { url: path = '', headers } = request;
    received.push({ path, headers, text: '', bytes });
    response.writeHead(201).end();
  });
  return { server, received };
}

/** The parts of a service worker that the tests look into. */
interface WorkerScope {
  readonly clients: { openWindow: (url: string) => Promise<null> };
  readonly registration: {
    showNotification: (title: string, options: ShownOptions) => Promise<void>;
  };
  shown: { readonly title: string; readonly options: ShownOptions }[];
  dispatchEvent(event: object): boolean;
  readonly Event: new (name: string) => object;
}
type SubscribedChannel = ReturnType<typeof subscribeBrowser>['channel'];
interface ShownOptions {
  readonly requireInteraction: boolean;
  readonly data: object;
}

/** The tests of notifications on this device. */
export function describeNotices(stage: ConsoleStage): void {
  test('a duty plan is edited, and a change by somebody else is not overwritten', async () => {
    const { farmId } = await stage.farmWithFlock();
    const { id: userId = '' } = await stage.call('POST', '/users', { name: 'Noa Levi' });
    await stage.call('PUT', `/os/users/${userId}/access`, { role: 'manager' });
    const { page, faults } = await stage.open(`/notices?farm=${farmId}`);
    const edit = page.getByRole('button', { name: 'Edit duty plan' });
    const dialog = page.getByRole('dialog', { name: 'Edit duty plan' });
    const save = dialog.getByRole('button', { name: 'Save' });
    await edit.click();
    await dialog.getByRole('button', { name: 'Add shift' }).click();
    const shift = dialog.getByRole('group', { name: 'Shift 1' });
    await shift.getByLabel('Person').selectOption({ label: 'Noa Levi' });
    await shift.getByLabel('Fri').uncheck();
    await shift.getByLabel('From').fill('19:30');
    await dialog.getByRole('button', { name: 'Add step' }).click();
    const step = dialog.getByRole('group', { name: 'Step 1' });
    await step.getByLabel('Person').selectOption({ label: 'Noa Levi' });
    expect(await findBarriers(page)).toEqual([]);
    await save.click();
    await page.getByText('19:30–06:00').first().waitFor();
    const plan = {
      shifts: [{ userId, days: [1, 2, 3, 4], from: '19:30', to: '06:00' }],
      exceptions: [],
      escalation: [{ userIds: [userId], afterMinutes: 5 }],
      quietHours: null,
      warnings: false,
    };
    const path = `/os/duties/${farmId}`;
    expect((await stage.call('GET', path))['plan']).toEqual(plan);
    // Users without read access to users see the names, too.
    const worker = await stage.openAs('worker', `/notices?farm=${farmId}`);
    await worker.page.getByText('Noa Levi').first().waitFor();
    expect(await worker.page.getByText(userId).count()).toBe(0);

    await edit.click();
    await shift.getByLabel('From').fill('20:00');
    await stage.call('PUT', path, { ...plan, warnings: true });
    await save.click();
    await dialog.getByText('Somebody else has changed this plan').waitFor();
    await dialog.getByRole('button', { name: 'Load the current plan' }).click();
    await dialog.getByText('Somebody else has changed this plan').waitFor({ state: 'hidden' });
    expect(await shift.getByLabel('From').inputValue()).toBe('19:30');
    expect(await dialog.getByLabel('Send warnings too').isChecked()).toBe(true);
    expect(faults).toEqual([expect.stringContaining('412')]);
  });

  describe('notifications on this device', () => {
    const push = createPushService();
    let browser: ReturnType<typeof subscribeBrowser>;
    beforeAll(async () => {
      await new Promise<void>((done) => void push.server.listen(0, '127.0.0.1', done));
      const { port } = push.server.address() as AddressInfo;
      browser = subscribeBrowser(`http://127.0.0.1:${port}/device`);
    });
    afterAll(() => {
      push.server.closeAllConnections();
      push.server.close();
    });

    /**
     * The next message of a kind received by the push service, decrypted and passed to the worker.
     */
    async function deliver(page: Page, kind: string, to = browser) {
      const { publicKey = '' } = await stage.call('GET', '/os/notices/push-key');
      const read = (request: ReceivedRequest) => to.read(request, publicKey).payload;
      let payload: ReturnType<typeof read> | undefined;
      await expect
        .poll(() => {
          payload = push.received
            .splice(0)
            .map(read)
            .find((message) => message.kind === kind);
          return payload;
        })
        .toBeDefined();
      const session = await page.context().newCDPSession(page);
      const registrationId = await new Promise<string>((resolve) => {
        session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
          const [first] = registrations;
          if (first) resolve(first.registrationId);
        });
        void session.send('ServiceWorker.enable');
      });
      await session.send('ServiceWorker.deliverPushMessage', {
        origin: stage.baseUrl(),
        registrationId,
        data: JSON.stringify(payload),
      });
      return payload;
    }

    /** A manager's console on a device whose notifications are on. */
    async function turnOn() {
      const { page, faults } = await stage.openBare(await stage.newManager(), {
        serviceWorkers: 'allow',
        permissions: ['notifications'],
      });
      await page.addInitScript(stubBrowser, browser.channel);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'Today' }).waitFor();
      // On a farm with existing alerts further ones are collected for 30 seconds.
      const { farmId } = await stage.farmWithFlock();
      await page.goto(`${stage.baseUrl()}/notices?farm=${farmId}`);
      const device = page.getByRole('switch', { name: 'Notify me on this device' });
      await device.waitFor();
      expect(await device.isChecked()).toBe(false);
      await device.click();
      await page.getByText('A test arrives on this device').waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await deliver(page, 'verification');
      await page.getByText('Verified', { exact: true }).waitFor();
      expect(await device.isChecked()).toBe(true);
      return { page, faults, farmId, device };
    }

    test('are turned on by a click, verify themselves, and open the alert', async () => {
      const { page, faults, farmId, device } = await turnOn();
      await page.getByRole('button', { name: /^Send a test/ }).click();
      const [tester] = page.context().serviceWorkers();
      await tester?.evaluate(keepNotifications);
      expect(await deliver(page, 'test')).toMatchObject({ kind: 'test' });
      await expect.poll(() => tester?.evaluate(shownCount)).toBe(1);
      const alert = await stage.call('POST', '/alerts', {
        farmId,
        title: 'Heat in barn 1',
        severity: 'critical',
      });
      const [worker] = page.context().serviceWorkers();
      await worker?.evaluate(keepNotifications);
      const payload = await deliver(page, 'alert');
      expect(payload).toMatchObject({ path: `records/alerts/${alert['id']}` });
      await expect.poll(() => worker?.evaluate(shownCount)).toBe(1);
      expect(await worker?.evaluate(clickNotification)).toEqual({
        shown: [{ title: payload?.title, requireInteraction: true }],
        opened: [`${stage.baseUrl()}/records/alerts/${alert['id']}`],
        closed: 1,
      });
      await stage.call('PATCH', `/alerts/${alert['id']}`, { status: 'resolved' });

      await device.click();
      await page.getByText('You have no channel.').waitFor();
      expect(await device.isChecked()).toBe(false);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    test('continue automatically when the browser replaces the subscription', async () => {
      const { page, faults } = await turnOn();
      const next = subscribeBrowser(browser.channel.address.replace('device', 'replaced'));
      const channels = async () => (await stage.listOf('/os/notices/channels')).data;
      const of = (subscribed: typeof browser) => shownEndpoint(subscribed.channel.address);
      const before = (await channels()).map(({ address }) => address);
      expect(before).toContain(of(browser));
      expect(faults).toEqual([]);
      // No window is open: the worker alone registers the new one and enters its code.
      await page.goto('about:blank');
      const [worker] = page.context().serviceWorkers();
      await worker?.evaluate(replaceSubscription, { old: browser.channel, next: next.channel });
      const after = await channels();
      expect(after.map(({ address }) => address)).toEqual(
        before.map((address) => (address === of(browser) ? of(next) : address)),
      );
      await deliver(page, 'verification', next);
      const isVerified = async () =>
        (await channels()).find(({ address }) => address === of(next))?.['verified'];
      await expect.poll(isVerified).toBe(true);
      await page.context().close();
    });

    test('explain why they are not possible', async () => {
      const { page } = await stage.openLink(await stage.newManager());
      await page.addInitScript(() => {
        const scope = globalThis as unknown as { Notification: object };
        Object.defineProperty(scope.Notification, 'permission', { get: () => 'denied' });
      });
      await page.getByRole('heading', { name: 'Today' }).waitFor();
      await page.goto(`${stage.baseUrl()}/notices?farm=${await stage.firstFarm()}`);
      await page.getByText('Notifications of this address are blocked.').waitFor();
      const device = page.getByRole('switch', { name: 'Notify me on this device' });
      expect(await device.isDisabled()).toBe(true);
      await page.context().close();
    });
  });
}

/**
 * Without a network there is no push service that a browser could subscribe at, and a browser
 * without a screen has no notifications.
 */
function stubBrowser({
  address,
  keys,
}: {
  readonly address: string;
  readonly keys: Readonly<Record<string, string>>;
}): void {
  const scope = globalThis as unknown as {
    readonly PushManager: { readonly prototype: Record<string, () => Promise<unknown>> };
    readonly Notification: object;
    readonly sessionStorage: Record<string, string>;
  };
  const { sessionStorage } = scope;
  const subscription = {
    endpoint: address,
    toJSON: () => ({ endpoint: address, keys }),
    unsubscribe: async () => delete sessionStorage['subscribed'],
  };
  Object.defineProperty(scope.Notification, 'permission', { get: () => 'default' });
  Object.assign(scope.PushManager.prototype, {
    subscribe: async () => {
      sessionStorage['subscribed'] = 'yes';
      return subscription;
    },
    getSubscription: async () => (sessionStorage['subscribed'] ? subscription : null),
  });
}

/** Records in the service worker what it would show. */
function keepNotifications(): void {
  const worker = globalThis as unknown as WorkerScope;
  worker.shown = [];
  worker.registration.showNotification = async (title, options) => {
    worker.shown.push({ title, options });
  };
}

function shownCount(): number {
  return (globalThis as unknown as WorkerScope).shown.length;
}

/** Notifies the worker, as the browser does, that another subscription has replaced one. */
async function replaceSubscription({
  old,
  next,
}: {
  readonly old: SubscribedChannel;
  readonly next: SubscribedChannel;
}): Promise<void> {
  const worker = globalThis as unknown as WorkerScope;
  const subscriptionOf = ({ address, keys }: SubscribedChannel) => ({
    endpoint: address,
    toJSON: () => ({ endpoint: address, keys }),
  });
  const work: Promise<unknown>[] = [];
  worker.dispatchEvent(
    Object.assign(new worker.Event('pushsubscriptionchange'), {
      oldSubscription: subscriptionOf(old),
      newSubscription: subscriptionOf(next),
      waitUntil: (promise: Promise<unknown>) => work.push(promise),
    }),
  );
  if (work.length === 0) throw new Error('nobody listens');
  await Promise.all(work);
}

/** Clicks a visible notification; only a user's click may open a window. */
async function clickNotification() {
  const worker = globalThis as unknown as WorkerScope;
  const opened: string[] = [];
  let closed = 0;
  worker.clients.openWindow = async (url) => {
    opened.push(url);
    return null;
  };
  const work: Promise<unknown>[] = [];
  for (const { options } of worker.shown) {
    const notification = {
      data: options.data,
      close: () => {
        closed += 1;
      },
    };
    const waitUntil = (promise: Promise<unknown>) => work.push(promise);
    const event = Object.assign(new worker.Event('notificationclick'), { notification, waitUntil });
    worker.dispatchEvent(event);
  }
  await Promise.all(work);
  const shown = worker.shown.map(({ title, options }) => ({
    title,
    requireInteraction: options.requireInteraction,
  }));
  return { shown, opened, closed };
}
