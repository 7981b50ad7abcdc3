import { type PushPayload, screenAddress } from '../../model/push-payload.ts';
import { type ChangedSubscription, enterCode, renewSubscription } from './renew-subscription.ts';

/** An event of a service worker; the types of a window do not include it. */
export interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends WorkerEvent {
  readonly data: { text(): string } | null;
}
interface NotificationEvent extends WorkerEvent {
  readonly notification: Notification;
}
interface WindowClient {
  readonly url: string;
  readonly visibilityState: 'visible' | 'hidden';
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}
interface PushScope {
  readonly registration: Parameters<typeof renewSubscription>[0] & {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  readonly clients: {
    matchAll(options: { readonly type: 'window' }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(name: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(
    name: 'pushsubscriptionchange',
    listener: (event: WorkerEvent & ChangedSubscription) => void,
  ): void;
  addEventListener(name: 'notificationclick', listener: (event: NotificationEvent) => void): void;
}

/** The message to windows when a verification code for this device has arrived. */
export interface PushCode {
  readonly type: 'farmctl.push-code';
  readonly channelId: string;
  readonly code: string;
}

/** Displays push messages of the service, and opens their screens. */
export function receivePushes(worker: PushScope): void {
  worker.addEventListener('push', (event) => {
    const payload = readPayload(event);
    if (payload) event.waitUntil(receive(worker, payload));
  });
  worker.addEventListener('notificationclick', (event) => {
    const { notification } = event;
    notification.close();
    const { path } = (notification.data ?? {}) as { readonly path?: unknown };
    event.waitUntil(open(worker, screenAddress(path, worker.registration.scope)));
  });
  worker.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(renewSubscription(worker.registration, event));
  });
}

function readPayload({ data }: PushEvent): PushPayload | undefined {
  try {
    return JSON.parse(data?.text() ?? '') as PushPayload;
  } catch {
    return undefined;
  }
}

async function receive(worker: PushScope, payload: PushPayload): Promise<void> {
  const { title, text, tag, severity, language, path, channelId, code } = payload;
  if (code !== undefined) {
    const windows = await worker.clients.matchAll({ type: 'window' });
    const message: PushCode = { type: 'farmctl.push-code', channelId, code };
    for (const window of windows) window.postMessage(message);
    // An open console window submits the code, or else the worker; if both fail, the user reads it.
    if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return;
    const { scope } = worker.registration;
    if (windows.length === 0 && (await enterCode(scope, { channelId, code }))) return;
  }
  const options = {
    body: text,
    tag,
    // A later message with the same cause replaces the previous one, and sounds again.
    renotify: true,
    lang: language,
    dir: 'auto',
    requireInteraction: severity === 'critical',
    data: { path },
  } as const;
  await worker.registration.showNotification(title, options);
}

/** Opens a screen of the console in a new window: an existing one may have unsaved input. */
async function open({ clients }: PushScope, href: string): Promise<void> {
  const windows = await clients.matchAll({ type: 'window' });
  await (windows.find(({ url }) => url === href)?.focus() ?? clients.openWindow(href));
}
