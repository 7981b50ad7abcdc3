import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { callRoute } from './answers.ts';

/** The reason why the browser provided no passkey. */
export type PasskeyFault = 'cancelled' | 'known' | 'failed';

/** The browser provided no passkey; the service was not called. */
export class PasskeyUnavailable extends Error {
  override readonly name = 'PasskeyUnavailable';
  readonly fault: PasskeyFault;

  constructor(fault: PasskeyFault, cause: unknown) {
    super(fault, { cause });
    this.fault = fault;
  }
}

/** An IPv4 or IPv6 address instead of a host name. */
const ADDRESS = /^(?:[\d.]+|\[.*\])$/;

/** Whether the browser supports passkeys at the address of this page. */
export function offersPasskeys(): boolean {
  const { hostname } = window.location;
  const isKnown = typeof window.PublicKeyCredential === 'function';
  return window.isSecureContext && isKnown && !ADDRESS.test(hostname);
}

/** Signs in with a passkey that the user chooses in the browser. */
export async function signInByPasskey(): Promise<void> {
  const options = await callRoute('POST /os/session/passkey/options', {});
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const credential = await runCeremony(() =>
    startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }),
  );
  await callRoute('POST /os/session/passkey', { body: { credential } });
}

/** Creates a passkey for the signed-in user, on this device or another. */
export async function addPasskey(name: string): Promise<void> {
  const options = await callRoute('POST /os/session/passkey/registration/options', {});
  const { startRegistration } = await import('@simplewebauthn/browser');
  const credential = await runCeremony(() =>
    startRegistration({
      // The transports are those reported by a browser.
      optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
    }),
  );
  await callRoute('POST /os/session/passkey/registration', { body: { name, credential } });
}

async function runCeremony<T>(ceremony: () => Promise<T>): Promise<T> {
  try {
    return await ceremony();
  } catch (error) {
    throw new PasskeyUnavailable(toFault(error), error);
  }
}

function toFault(error: unknown): PasskeyFault {
  const { name } = error instanceof Error ? error : { name: '' };
  if (name === 'InvalidStateError') return 'known';
  return name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'failed';
}

const DEVICES = ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh', 'Linux'];

/** The kind of this device as named by browsers; undefined where unknown. */
export function deviceName(): string | undefined {
  return DEVICES.find((name) => navigator.userAgent.includes(name))?.replace('intosh', '');
}
