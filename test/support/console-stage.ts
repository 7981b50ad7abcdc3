import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { limits } from '../../src/model/core/limits.ts';
import { roles } from '../../src/model/resources/roles.ts';
import { addDays, dayInZone } from '../../src/tools/calendar.ts';
import { type ReusablePage, startBrowser, type TestBrowser, type WatchedPage } from './browser.ts';
import { type ChildServer, startChildServer } from './reliability/child-server.ts';

/** The cookies and storage of a window. */
export type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** Settings of a person's browser. */
export interface Viewer {
  readonly locale?: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
}

type Json = Readonly<Record<string, string>>;

/** The environment of the console tests: one server with demo data, and one browser. */
export interface ConsoleStage {
  /** The address of the service; available once tests run. */
  baseUrl(): string;
  /**
   * Opens a path with a key that has the scopes of an owner and a high rate limit. A page opened in
   * a test is reset after it and used again, unless the test has closed it: as it must after it has
   * installed a clock, an initial script or a listener, or opened further pages of its context.
   */
  open(path: string, viewer?: Viewer): Promise<WatchedPage>;
  /** Opens a path with a key that has the scopes of a role. */
  openAs(role: 'worker', path: string): Promise<WatchedPage>;
  /** Opens a path with the session of a user; the page is used again as those of `open`. */
  openSession(storageState: StorageState, path: string): Promise<WatchedPage>;
  /** Opens a path without a key. */
  openBare(path: string, options?: BrowserContextOptions): Promise<WatchedPage>;
  /** Opens a link and signs in with it. */
  openLink(path: string, options?: BrowserContextOptions): Promise<WatchedPage>;
  /** Opens an address of any origin. */
  openUrl: TestBrowser['open'];
  /** Signs in a user with a role; resolves with the cookies. */
  signIn(role?: string): Promise<StorageState>;
  /** Calls the API as the administrator. */
  call(method: string, path: string, body?: unknown): Promise<Json>;
  /** Sends bytes to the API as the administrator, and resolves with those of the response. */
  transfer(method: string, path: string, body?: Uint8Array): Promise<Uint8Array>;
  listOf(path: string): Promise<{ readonly data: readonly Json[] }>;
  /** The path of a sign-in link for a user of the demo farm. */
  invitation(role?: string): Promise<string>;
  /** The path of a link for a new manager, with the usual rate limit. */
  newManager(): Promise<string>;
  firstFarm(): Promise<string>;
  /** The broiler farm, the last of its barns by name, or its oldest active flock. */
  firstOf(resource: string): Promise<Json>;
  /** A path with the id of the first record for each resource that it names. */
  pathOf(template: string): Promise<string>;
  /** Creates a farm with a flock of 1,000 chicks placed yesterday. */
  farmWithFlock(): Promise<{ farmId: string; flockId: string; date: string }>;
}

const DESKTOP = { width: 1440, height: 900 };
/** Records of the organisation, any of which may be used. */
const OF_ORGANISATION = ['users', 'webhooks', 'integrations'];

/** Pages that the tests of a file use one after the other. */
function createPool() {
  const free = new Map<string, ReusablePage[]>();
  const inUse: { readonly kind: string; readonly reusable: ReusablePage }[] = [];
  let isInTest = false;
  beforeEach(() => {
    isInTest = true;
  });
  afterEach(async ({ task }) => {
    isInTest = false;
    const isFailed = task.result?.state === 'fail';
    await Promise.all(inUse.splice(0).map((used) => giveBack(used, isFailed)));
  });

  async function giveBack({ kind, reusable }: (typeof inUse)[number], isFailed: boolean) {
    const { page } = reusable;
    if (page.isClosed() || isFailed) return page.context().close();
    await reusable.reset();
    free.set(kind, [...(free.get(kind) ?? []), reusable]);
  }

  return {
    /** A page of a kind, of this test alone; pages taken outside of tests are not given back. */
    async take(kind: string, open: () => Promise<ReusablePage>): Promise<ReusablePage> {
      const reusable = free.get(kind)?.pop() ?? (await open());
      if (isInTest) inUse.push({ kind, reusable });
      return reusable;
    },
  };
}

/**
 * The server, with additions to its environment and arguments, and the browser for the tests of a
 * file; both start before the first test.
 */
export function useConsole(
  environment: () => Promise<Json> = async () => ({}),
  more: readonly string[] = [],
): ConsoleStage {
  let server: ChildServer;
  let browser: TestBrowser;
  let windows = 0;
  const keys = new Map<string, Promise<Json>>();
  const pool = createPool();

  beforeAll(async () => {
    const argv = ['--mock', '--allow-host', '127.0.0.1', '--trust-proxy', '127.0.0.1', ...more];
    const env = await environment();
    [server, browser] = await Promise.all([startChildServer({ argv, env }), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.end('SIGKILL');
  });

  /** Every window has a different IP address, because sign-ins are limited by address. */
  function openBare(path: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
    windows += 1;
    const address = `10.1.${Math.floor(windows / 250)}.${1 + (windows % 250)}`;
    return browser.open(`${server.baseUrl}${path}`, {
      viewport: DESKTOP,
      locale: 'en',
      ...options,
      extraHTTPHeaders: { 'x-forwarded-for': address, ...options.extraHTTPHeaders },
    });
  }

  async function openWith(role: 'owner' | 'worker', path: string, viewer: Viewer = {}) {
    const { scopes } = roles[role];
    const body = { name: role, scopes, rateLimitPerMinute: limits.maxRequestsPerMinute };
    const made = keys.get(role) ?? call('POST', '/os/keys', body);
    keys.set(role, made);
    const authorization = `Bearer ${(await made)['key']}`;
    return openPooled(path, viewer, { extraHTTPHeaders: { authorization } });
  }

  async function openPooled(path: string, viewer: Viewer, identity: BrowserContextOptions) {
    const { locale = 'en', viewport = DESKTOP, colorScheme = 'light' } = viewer;
    const options = { locale, ...identity };
    const kind = JSON.stringify(options);
    const reusable = await pool.take(kind, () => browser.openEmpty(options));
    await reusable.page.emulateMedia({ colorScheme });
    return reusable.visit(`${server.baseUrl}${path}`, viewport);
  }

  async function openLink(path: string, options?: BrowserContextOptions): Promise<WatchedPage> {
    const opened = await openBare(path, options);
    await opened.page.locator('main button').click();
    return opened;
  }

  async function signIn(role = 'owner'): Promise<StorageState> {
    const { page, faults } = await openLink(await invitation(role));
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    expect(page.url()).toBe(`${server.baseUrl}/`);
    expect(faults).toEqual([]);
    const session = await page.context().storageState();
    await page.context().close();
    return session;
  }

  async function request(method: string, path: string, type: string, body?: string | Uint8Array) {
    const answer = await fetch(`${server.baseUrl}/v1/platform${path}`, {
      method,
      headers: { authorization: `Bearer ${server.key}`, 'content-type': type },
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status).toBeLessThan(300);
    return answer;
  }

  async function call(method: string, path: string, body?: unknown): Promise<Json> {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    return (await request(method, path, 'application/json', sent)).json() as Promise<Json>;
  }

  async function transfer(method: string, path: string, body?: Uint8Array): Promise<Uint8Array> {
    const answer = await request(method, path, 'application/octet-stream', body);
    return new Uint8Array(await answer.arrayBuffer());
  }

  const listOf = async (path: string) =>
    (await call('GET', path)) as unknown as { readonly data: readonly Json[] };

  async function invite(id: string | undefined): Promise<string> {
    const { path = '' } = await call('POST', `/os/users/${id}/invite`);
    return path;
  }

  async function invitation(role = 'owner'): Promise<string> {
    const { data } = await listOf(`/users?role=${role}`);
    return invite(data[0]?.['id']);
  }

  async function newManager(): Promise<string> {
    const { id } = await call('POST', '/users', { name: 'Test manager' });
    await call('PUT', `/os/users/${id}/access`, { role: 'manager' });
    return invite(id);
  }

  async function firstFarm(): Promise<string> {
    const { farms } = (await call('GET', '/me')) as unknown as { farms: { id: string }[] };
    return farms[0]?.id ?? '';
  }

  async function firstOf(resource: string): Promise<Json> {
    const { data: farms } = await listOf('/farms');
    const farm = farms.find(({ name }) => name === 'Hefer Valley Broilers');
    const of = resource === 'flocks' ? '&status=active' : '';
    const { data } = OF_ORGANISATION.includes(resource)
      ? await listOf(`/${resource}?limit=1`)
      : await listOf(`/${resource}?farmId=${farm?.['id']}${of}`);
    const found = resource === 'farms' ? farm : data.at(-1);
    if (!found) throw new Error(`There are no ${resource}`);
    return found;
  }

  async function pathOf(template: string): Promise<string> {
    const [, resource] = /\{(\w+)\}/.exec(template) ?? [];
    if (resource === undefined) return template;
    return template.replace(`{${resource}}`, (await firstOf(resource))['id'] ?? '');
  }

  async function farmWithFlock() {
    const { org } = (await call('GET', '/me')) as unknown as { org: { timezone: string } };
    const date = dayInZone(Date.now(), org.timezone);
    // Sorted after the demo farms by name, so that those remain the first.
    const name = `Test farm ${crypto.randomUUID()}`;
    const { id: farmId = '' } = await call('POST', '/farms', { name });
    const { id: barnId } = await call('POST', '/barns', { farmId, name: 'Barn 1' });
    const { id: flockId = '' } = await call('POST', '/flocks', {
      barnId,
      breed: 'Ross 308',
      chicksReceived: 1000,
      placementDate: addDays(date, -1),
    });
    return { farmId, flockId, date };
  }

  return {
    baseUrl: () => server.baseUrl,
    open: (path, viewer) => openWith('owner', path, viewer),
    openAs: openWith,
    openSession: (storageState, path) => openPooled(path, {}, { storageState }),
    openBare,
    openLink,
    openUrl: (url, options) => browser.open(url, options),
    signIn,
    call,
    transfer,
    listOf,
    invitation,
    newManager,
    firstFarm,
    firstOf,
    pathOf,
    farmWithFlock,
  };
}
