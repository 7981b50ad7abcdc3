import { servicePaths } from '../model/routes/service-routes.ts';
import { receivePushes, type WorkerEvent } from './offline/push-worker.ts';

interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface WorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(name: 'fetch', listener: (event: FetchEvent) => void): void;
}

declare global {
  interface ImportMetaEnv {
    /** The files of the console, relative to its address. */
    readonly FILES: readonly string[];
    /** A hash of the files. */
    readonly BUILD: string;
  }
}

const worker = globalThis as unknown as WorkerScope;
receivePushes(globalThis as unknown as Parameters<typeof receivePushes>[0]);
// Replaced by the build.
const FILES = import.meta.env.FILES;
const BUILD = import.meta.env.BUILD;
const PREFIX = 'farmctl-';
const CACHE = PREFIX + BUILD;
/** Open windows of the previous version still load its screens. */
const MAX_VERSIONS = 2;

const root = new URL(worker.registration.scope);
const addresses = new Set(FILES.map((file) => new URL(file, root).href));

worker.addEventListener('install', (event) => {
  event.waitUntil(install().then(() => worker.skipWaiting()));
});
worker.addEventListener('activate', (event) => {
  event.waitUntil(removeOldVersions().then(() => worker.clients.claim()));
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const { href, origin, pathname } = new URL(request.url);
  if (origin !== root.origin || !pathname.startsWith(root.pathname)) return;
  const path = pathname.slice(root.pathname.length);
  if (request.mode === 'navigate' && !servicePaths.test(path)) event.respondWith(openPage(request));
  else if (path.startsWith('assets/') || addresses.has(href)) event.respondWith(openFile(request));
});

/**
 * Stores the page and all files; those that an earlier version already has are not downloaded
 * again.
 */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const page = await load(new Request(root, { cache: 'reload' }));
  const text = await page.clone().text();
  const isOfThisBuild = FILES.some((file) => file.endsWith('.js') && text.includes(file));
  // During an update of the service, its page and files may be of different versions.
  if (!isOfThisBuild) throw new Error('The page is of another version.');
  for (const address of addresses) {
    const cached = address.includes('/assets/') ? await caches.match(address) : undefined;
    await cache.put(address, cached ?? (await load(new Request(address))));
  }
  await cache.put(root, page);
}

async function load(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (!response.ok) throw new Error(`${request.url}: ${response.status}`);
  return response;
}

async function removeOldVersions(): Promise<void> {
  // In order of creation.
  const versions = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const others = versions.filter((name) => name !== CACHE);
  const old = others.slice(0, Math.max(0, others.length - (MAX_VERSIONS - 1)));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The stored page of this version, which opens every screen. */
async function openPage(request: Request): Promise<Response> {
  return (await (await caches.open(CACHE)).match(root)) ?? fetch(request);
}

async function openFile(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}
