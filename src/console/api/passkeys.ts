import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { callRoute } from './answers.ts';

/** Why the browser gave no passkey. */
export type PasskeyFault = 'cancelled' | 'known' | 'failed';

/** The browser gave no passkey; the service was not asked. */
export class PasskeyUnavailable extends Error {
  override readonly name = 'PasskeyUnavailable';
  readonly fault: PasskeyFault;

  constructor(fault: PasskeyFault, cause: unknown) {
    super(fault, { cause });
    this.fault = fault;
  }
}

/** An IPv4 or IPv6 address in place of a host name. */
const ADDRESS = /^(?:[\d.]+|\[.*\])$/;

/** Whether the browser offers passkeys at the address of this page. */
export function offersPasskeys(): boolean {
  const { hostname } = window.location;
  const isKnown = typeof window.PublicKeyCredential === 'function';
  return window.isSecureContext && isKnown && !ADDRESS.test(hostname);
}

/** Signs in by a passkey that the browser lets the user choose. */
export async function signInByPasskey(): Promise<void> {
  const options = await callRoute('POST /os/session/passkey/options', {});
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const credential = await asked(() =>
    startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }),
  );
  await callRoute('POST /os/session/passkey', { body: { credential } });
}

/** Makes a passkey on this device, or another, for the signed-in user. */
export async function addPasskey(name: string): Promise<void> {
  const options = await callRoute('POST /os/session/passkey/registration/options', {});
  const { startRegistration } = await import('@simplewebauthn/browser');
  const credential = await asked(() =>
    startRegistration({
      // The words for transports are those that a browser has given.
      optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
    }),
  );
  await callRoute('POST /os/session/passkey/registration', { body: { name, credential } });
}

async function asked<T>(ceremony: () => Promise<T>): Promise<T> {
  try {
    return await ceremony();
  } catch (error) {
    throw new PasskeyUnavailable(faultOf(error), error);
  }
}

function faultOf(error: unknown): PasskeyFault {
  const { name } = error instanceof Error ? error : { name: '' };
  if (name === 'InvalidStateError') return 'known';
  return name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'failed';
}

const DEVICES = ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh', 'Linux'];

/** The kind of this device as browsers name it; undefined where it is not known. */
export function deviceName(): string | undefined {
  return DEVICES.find((name) => navigator.userAgent.includes(name))?.replace('intosh', '');
}
