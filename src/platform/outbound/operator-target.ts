import { parseUrl } from '../../tools/parse-url.ts';
import { BlockedAddress, checkTarget, isLoopbackAddress } from './check-target.ts';

/** An address that the operator has configured. */
export interface OperatorTarget {
  readonly url: URL;
  /** The hosts that may be called for it, wherever they are. */
  readonly allowedHosts: readonly string[];
}

/**
 * An address in the configuration of the operator: with https its host may be called wherever it
 * is; with http this machine only, or a host that the operator has named besides. Throws a plain
 * error that names the setting and does not repeat what may hold a secret.
 */
export function operatorTarget(
  text: string,
  options: {
    readonly setting: string;
    /** Such as `https://…/v1`. */
    readonly form: string;
    readonly allowedHosts: readonly string[];
  },
): OperatorTarget {
  const { setting, form } = options;
  const url = parseUrl(text);
  if (!url) throw new Error(`${setting} must be an address: ${form}.`);
  const isOwnToName = url.protocol === 'https:' || isOwnMachine(url);
  const allowedHosts = isOwnToName
    ? [`${url.hostname}:${url.port || defaultPort(url)}`]
    : options.allowedHosts;
  try {
    checkTarget(text, { allowedHosts, allowLoopback: false });
  } catch (error) {
    if (!(error instanceof BlockedAddress)) throw error;
    throw new Error(`${setting}: ${error.message}`, { cause: error });
  }
  return { url, allowedHosts };
}

function isOwnMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''));
}

function defaultPort({ protocol }: URL): string {
  return protocol === 'https:' ? '443' : '80';
}
