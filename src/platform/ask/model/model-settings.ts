import { trimEndOf } from '../../../tools/trim-end-of.ts';
import { checkTarget } from '../../outbound/check-target.ts';
import { isLoopbackAddress } from '../../outbound/is-public-address.ts';
import { BlockedAddress, type OutboundPolicy } from '../../outbound/outbound-policy.ts';

/** The language model that an operator has chosen. */
export interface ModelSettings {
  /** Where its API begins: `https://api.openai.com/v1`. */
  readonly url: string;
  readonly model: string;
  /** Sent as a bearer token; a model of one's own may need none. */
  readonly key?: string;
  /** Questions of one key and day that may be put to it. */
  readonly daily?: number;
  /** Hosts that the operator has named, which may be called without TLS. */
  readonly allowedHosts?: readonly string[];
  /** How long all rounds of a question may take, milliseconds. */
  readonly totalMillis?: number;
  /** Whether it is shown every image that is uploaded, without being asked to. */
  readonly analyzesImages?: boolean;
}

/** Where the model is called, and under which policy. */
export interface ModelTarget {
  readonly url: string;
  /** Host and port, as people are told of it. */
  readonly host: string;
  readonly policy: OutboundPolicy;
}

const ENDPOINT = '/chat/completions';

/**
 * The address of the model, and a policy under which nothing else is called: with https its host,
 * wherever that is; with http this machine only, or a host that the operator has named besides.
 * Throws a plain error that does not repeat what may hold a secret.
 */
export function modelTarget({
  url: text,
  allowedHosts = [],
}: Pick<ModelSettings, 'url' | 'allowedHosts'>): ModelTarget {
  if (!URL.canParse(text)) throw new Error('FARMCTL_MODEL_URL must be an address: https://…/v1.');
  const url = new URL(text);
  const isOwnToName = url.protocol === 'https:' || isOwnMachine(url);
  const named = isOwnToName ? [`${url.hostname}:${url.port || defaultPort(url)}`] : allowedHosts;
  const policy = { allowedHosts: named, allowLoopback: false };
  try {
    checkTarget(text, policy);
  } catch (error) {
    if (!(error instanceof BlockedAddress)) throw error;
    throw new Error(`FARMCTL_MODEL_URL: ${error.message}`, { cause: error });
  }
  const path = trimEndOf(url.pathname, '/');
  if (!path.endsWith(ENDPOINT)) url.pathname = `${path}${ENDPOINT}`;
  return { url: url.href, host: url.host, policy };
}

function isOwnMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''));
}

function defaultPort({ protocol }: URL): string {
  return protocol === 'https:' ? '443' : '80';
}
