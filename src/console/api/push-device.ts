import { callRoute } from './answers.ts';
import { shownEndpoint } from './shown-endpoint.ts';

/** The browser provided no subscription; the service was not called. */
export class PushUnavailable extends Error {
  override readonly name = 'PushUnavailable';
}

/** Whether notifications are possible on this device. */
export type PushSupport = 'unsupported' | 'denied' | 'possible';

/** Support of this browser and permission of its user. */
export function pushSupport(): PushSupport {
  const isKnown =
    window.isSecureContext &&
    'serviceWorker' in navigator &&
    'PushManager' in window &&
    'Notification' in window;
  if (!isKnown) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

/** This device as listed by the service among the channels; null while it is not subscribed. */
export async function deviceAddress(): Promise<string | null> {
  if (pushSupport() === 'unsupported') return null;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription ? shownEndpoint(subscription.endpoint) : null;
}

/**
 * Subscribes this device for the signed-in user; the service then sends a code to it. The browser
 * asks the user, so this must be called after a click. Resolves with false if the user refuses.
 */
export async function subscribeDevice(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { publicKey } = await callRoute('GET /os/notices/push-key', {});
  const { endpoint, keys } = await subscription(publicKey);
  await callRoute('POST /os/notices/channels', {
    body: {
      kind: 'push',
      address: endpoint,
      keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] },
    },
  });
  return true;
}

async function subscription(publicKey: string) {
  try {
    const { pushManager } = await navigator.serviceWorker.ready;
    // A subscription for another service or key does not receive from this one.
    await (await pushManager.getSubscription())?.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    const { endpoint = '', keys } = (await pushManager.subscribe(options)).toJSON();
    return { endpoint, keys };
  } catch (error) {
    throw new PushUnavailable('The browser gave no subscription.', { cause: error });
  }
}

/** Ends the subscription of this device and deletes its channel. */
export async function unsubscribeDevice(channelId: string | undefined): Promise<void> {
  if (channelId !== undefined) {
    await callRoute('DELETE /os/notices/channels/{id}', { params: { id: channelId } });
  }
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
