import { Agent, createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBarriers } from '../support/browser.ts';
import type { ConsoleStage } from '../support/console-stage.ts';

/** A proxy before the service, with another service worker, or rejecting logs on request. */
interface Front {
  readonly server: Server;
  url: string;
  hasUpdate: boolean;
  refusesLogs: boolean;
}

/** A separate connection for each request: the service closes idle ones. */
const agent = new Agent({ keepAlive: false });

function createFront(target: () => string): Front {
  const server = createServer((incoming, response) => {
    const { method = 'GET', url = '/' } = incoming;
    const isRefused = front.refusesLogs && method === 'POST' && url.endsWith('/daily-logs');
    if (isRefused) return response.destroy();
    const isWorker = front.hasUpdate && url.endsWith('/service-worker.js');
    const headers = { ...incoming.headers, ...(isWorker ? { 'accept-encoding': 'identity' } : {}) };
    const onward = forward(`${target()}${url}`, { method, headers, agent }, (answer) => {
      const { 'content-length': _, ...others } = answer.headers;
      response.writeHead(answer.statusCode ?? 500, others);
      answer.on('error', () => response.destroy());
      if (!isWorker) return answer.pipe(response);
      // A later build has another name.
      return answer
        .setEncoding('utf8')
        .on('data', (part: string) => response.write(part.replace('farmctl-', 'farmctl-new-')))
        .on('end', () => response.end());
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    return incoming.pipe(onward);
  });
  const front: Front = { server, url: '', hasUpdate: false, refusesLogs: false };
  return front;
}

/** The content of the browser's storage for a page. */
function stored(page: Page) {
  return page.evaluate(async () => {
    const { caches, navigator, indexedDB, localStorage } = globalThis as unknown as BrowserScope;
    const names = await caches.keys();
    const answers = await new Promise<number>((resolve) => {
      const opening = indexedDB.open('farmctl.answers');
      opening.onsuccess = () => {
        const all = opening.result.transaction('answers').objectStore('answers').count();
        all.onsuccess = () => resolve(all.result);
      };
    });
    const drafts = Object.keys(localStorage).filter((key) => key.startsWith('farmctl.draft'));
    const workers = (await navigator.serviceWorker.getRegistrations()).length;
    return { caches: names, answers, drafts: drafts.length, workers };
  });
}

/** The parts of a browser that the tests look into. */
interface BrowserScope {
  readonly caches: { keys(): Promise<string[]>; match(url: string): Promise<object | undefined> };
  readonly navigator: {
    readonly serviceWorker: {
      readonly controller: object | null;
      getRegistrations(): Promise<{ update(): Promise<unknown> }[]>;
    };
  };
  readonly indexedDB: { open(name: string): StoreRequest<StoreDatabase> };
  readonly localStorage: Readonly<Record<string, string>>;
}
interface StoreRequest<T> {
  onsuccess: () => void;
  readonly result: T;
}
interface StoreDatabase {
  transaction(name: string): { objectStore(name: string): { count(): StoreRequest<number> } };
}

/** Waits until the console is stored on the device. */
async function installed(page: Page): Promise<void> {
  const isReady = () =>
    page.evaluate(async () => {
      const { caches, navigator } = globalThis as unknown as BrowserScope;
      return navigator.serviceWorker.controller !== null && Boolean(await caches.match('/'));
    });
  await expect.poll(isReady, { timeout: 90_000 }).toBe(true);
}

/**
 * Makes the browser look for a newer console, and returns whether one is installed. A busy service
 * may reject a file of it, until the browser looks again.
 */
async function hasNewVersion(page: Page): Promise<boolean> {
  await page.evaluate(async () => {
    const { navigator } = globalThis as unknown as BrowserScope;
    const [registration] = await navigator.serviceWorker.getRegistrations();
    await registration?.update();
  });
  return page.getByText('A new version is ready.').isVisible();
}

/**
 * Waits until the shown responses are stored on the device as well: none is in progress, and the
 * number of stored ones does not grow any more.
 */
async function answersStored(page: Page, onTheirWay: ReadonlySet<Request>): Promise<void> {
  const isQuiet = async () => {
    const { answers } = await stored(page);
    await page.waitForTimeout(500);
    return onTheirWay.size === 0 && answers > 0 && (await stored(page)).answers === answers;
  };
  await expect.poll(isQuiet, { timeout: 90_000 }).toBe(true);
}

/** The reads of a page that have not been answered yet; a stream of events is never answered. */
function watchReads(page: Page): ReadonlySet<Request> {
  const onTheirWay = new Set<Request>();
  page.on('request', (request) => {
    const isRead = request.method() === 'GET' && request.url().includes('/v1/platform/');
    if (isRead && request.resourceType() !== 'eventsource') onTheirWay.add(request);
  });
  page.on('requestfinished', (request) => void onTheirWay.delete(request));
  page.on('requestfailed', (request) => void onTheirWay.delete(request));
  return onTheirWay;
}

/** The tests of the console as it is installed on a device. */
export function describeOffline(stage: ConsoleStage): void {
  describe('the installed console', () => {
    let front: Front;
    beforeAll(async () => {
      front = createFront(stage.baseUrl);
      await new Promise<void>((done) => void front.server.listen(0, '127.0.0.1', done));
      front.url = `http://127.0.0.1:${(front.server.address() as AddressInfo).port}`;
    });
    afterAll(() => {
      front.server.closeAllConnections();
      front.server.close();
    });

    test('opens offline, keeps entries during an update, and removes all its data', async () => {
      const { farmId, flockId } = await stage.farmWithFlock();
      const { page } = await stage.openUrl(`${front.url}${await stage.newManager()}`, {
        serviceWorkers: 'allow',
        locale: 'en',
        timezoneId: 'Asia/Jerusalem',
      });
      const reads = watchReads(page);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'Today' }).waitFor();
      await installed(page);
      await page.goto(`${front.url}/log?farm=${farmId}`);
      await page.getByText('Not logged yet').waitFor();
      await page.getByLabel('Deaths', { exact: true }).waitFor();
      await answersStored(page, reads);

      await page.context().setOffline(true);
      await page.reload();
      const age = page.getByText('The service cannot be reached. Shown as of');
      await age.waitFor();
      expect(await age.innerText()).toMatch(/\d{1,2}:\d\d/);
      await page.getByLabel('Deaths', { exact: true }).fill('7');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved on this device').waitFor();
      expect(await findBarriers(page)).toEqual([]);
      // A screen that was never opened is there as well, without its data.
      await page.goto(`${front.url}/records/contacts`);
      await page.getByText('Check the connection; the page keeps trying.').waitFor();

      Object.assign(front, { refusesLogs: true, hasUpdate: true });
      await page.context().setOffline(false);
      await expect.poll(() => hasNewVersion(page), { timeout: 90_000, interval: 1000 }).toBe(true);
      await page.getByRole('button', { name: 'Reload' }).click();
      await page.getByRole('link', { name: '1 entry not sent' }).waitFor();
      const { caches } = await stored(page);
      expect(caches.some((name) => name.startsWith('farmctl-new-'))).toBe(true);
      front.refusesLogs = false;
      await page.goto(`${front.url}/log?farm=${farmId}`);
      await page.getByText('Saved', { exact: true }).waitFor();
      const { data } = await stage.listOf(`/daily-logs?flockId=${flockId}`);
      expect(data).toMatchObject([{ mortality: 7, version: 1 }]);

      await page.getByLabel('Feed, kg').fill('12');
      expect(await stored(page)).toMatchObject({ drafts: 1, workers: 1 });
      await page.getByRole('button', { name: 'Sign out' }).click();
      const dialog = page.getByRole('dialog', { name: '1 daily log is not saved' });
      await dialog.getByRole('button', { name: 'Sign out' }).click();
      await page.getByText('farmctl console').waitFor();
      expect(await stored(page)).toEqual({ caches: [], answers: 0, drafts: 0, workers: 0 });
      await page.context().close();
    });
  });
}
