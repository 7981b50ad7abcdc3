import { basePath } from '../api/http.ts';

/** Trusted Types, which not all browsers support. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

const ADDRESS = `${basePath}service-worker.js`;

const UPDATE_MILLIS = 3_600_000;

let address: string | undefined;

/** The address of the service worker as the type required by the page's policy. */
function trustedAddress(): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  address ??=
    trustedTypes
      ?.createPolicy('farmctl', { createScriptURL: () => ADDRESS })
      .createScriptURL(ADDRESS) ?? ADDRESS;
  return address;
}

/**
 * Calls `onUpdate` when a newer version of the console has been installed in the background.
 * Browsers check for one when a page is opened, so a later call would miss it.
 */
export function watchForUpdates(onUpdate: () => void): void {
  // Browsers have service workers only on https and localhost.
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  let isUpdate = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isUpdate) onUpdate();
    isUpdate = true;
  });
}

/** Installs the service worker, so that the console can start without a network. */
export async function installServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const registration = await serviceWorker.register(trustedAddress(), { updateViaCache: 'none' });
  // This page may remain open for days.
  setInterval(() => void registration.update().catch(() => {}), UPDATE_MILLIS);
}

/** Removes the service worker and the stored files of the console. */
export async function removeServiceWorker(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  // There may be other consoles below other paths of this origin.
  const own = registrations.filter(({ scope }) => new URL(scope).pathname === basePath);
  await Promise.all(own.map((registration) => registration.unregister()));
  const names = globalThis.caches ? await caches.keys() : [];
  await Promise.all(names.map((name) => caches.delete(name)));
}
