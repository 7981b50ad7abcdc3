import type { PushPayload } from '../../model/push-payload.ts';

/** What a service worker is told; the types of a window do not have it. */
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
  readonly registration: {
    readonly scope: string;
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  readonly clients: {
    matchAll(options: { readonly type: 'window' }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(name: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(name: 'notificationclick', listener: (event: NotificationEvent) => void): void;
}

/** What windows are told when a code to verify this device has arrived. */
export interface PushCode {
  readonly type: 'farmctl.push-code';
  readonly channelId: string;
  readonly code: string;
}

/** Shows the messages that the service pushes to this device, and opens what they are about. */
export function receivePushes(worker: PushScope): void {
  worker.addEventListener('push', (event) => {
    const payload = payloadOf(event);
    if (payload) event.waitUntil(receive(worker, payload));
  });
  worker.addEventListener('notificationclick', (event) => {
    const { notification } = event;
    notification.close();
    event.waitUntil(open(worker, pathOf(notification.data)));
  });
}

function payloadOf({ data }: PushEvent): PushPayload | undefined {
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
    // The console enters the code; without a window to do so, the user reads it.
    if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return;
  }
  const options = {
    body: text,
    tag,
    // A later message of the same cause replaces the one before, and sounds again.
    renotify: true,
    lang: language,
    dir: 'auto',
    requireInteraction: severity === 'critical',
    data: { path },
  } as const;
  await worker.registration.showNotification(title, options);
}

function pathOf(data: unknown): string {
  const { path } = (data ?? {}) as { readonly path?: unknown };
  return typeof path === 'string' ? path : '';
}

/** Opens a screen of the console, in a window of its own: another may hold what is not saved. */
async function open({ registration, clients }: PushScope, path: string): Promise<void> {
  const root = new URL(registration.scope);
  const asked = new URL(path, root);
  const isOwn = asked.href.startsWith(root.href);
  const { href } = isOwn ? asked : root;
  const windows = await clients.matchAll({ type: 'window' });
  await (windows.find(({ url }) => url === href)?.focus() ?? clients.openWindow(href));
}
