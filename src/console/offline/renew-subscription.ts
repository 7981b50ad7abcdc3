import { shownEndpoint } from '../api/shown-endpoint.ts';

/** A web push subscription, as provided by the browser of the service worker. */
interface Subscription {
  readonly endpoint: string;
  toJSON(): { readonly endpoint?: string; readonly keys?: Readonly<Record<string, string>> };
}

/** The registration of the service worker. */
interface Registration {
  readonly scope: string;
  readonly pushManager: {
    subscribe(options: {
      readonly userVisibleOnly: boolean;
      readonly applicationServerKey: string;
    }): Promise<Subscription>;
  };
}

/** The event `pushsubscriptionchange`; some browsers provide neither subscription. */
export interface ChangedSubscription {
  readonly oldSubscription?: Subscription | null;
  readonly newSubscription?: Subscription | null;
}

/**
 * Replaces the channel of an expired subscription with one for the new subscription, if the channel
 * belongs to the signed-in user. The service then sends a verification code to it.
 */
export async function renewSubscription(
  { scope, pushManager }: Registration,
  { oldSubscription, newSubscription }: ChangedSubscription,
): Promise<void> {
  if (!oldSubscription) return;
  const { user } = (await callService(scope, 'GET', 'me')) as { user?: { id: string } | null };
  if (!user) return;
  const path = `os/notices/channels?userId=${encodeURIComponent(user.id)}`;
  const { data } = (await callService(scope, 'GET', path)) as {
    readonly data: readonly { readonly id: string; readonly address: string }[];
  };
  const address = await shownEndpoint(oldSubscription.endpoint);
  const old = data.find((channel) => channel.address === address);
  if (!old) return;
  const subscription = newSubscription ?? (await subscribeAgain(scope, pushManager));
  const { endpoint, keys } = subscription.toJSON();
  await callService(scope, 'POST', 'os/notices/channels', {
    kind: 'push',
    address: endpoint,
    keys,
  });
  await callService(scope, 'DELETE', `os/notices/channels/${encodeURIComponent(old.id)}`);
}

async function subscribeAgain(scope: string, pushManager: Registration['pushManager']) {
  const { publicKey } = (await callService(scope, 'GET', 'os/notices/push-key')) as {
    readonly publicKey: string;
  };
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** Submits the code that the service sent to this device; false if nobody is signed in. */
export async function enterCode(
  scope: string,
  { channelId, code }: { readonly channelId: string; readonly code: string },
): Promise<boolean> {
  const path = `os/notices/channels/${encodeURIComponent(channelId)}/verify`;
  return callService(scope, 'POST', path, { code }).then(
    () => true,
    () => false,
  );
}

/** Calls the API within the scope of the service worker, with the session of the browser. */
async function callService(
  scope: string,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(new URL(`v1/platform/${path}`, scope), {
    method,
    credentials: 'same-origin',
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}
