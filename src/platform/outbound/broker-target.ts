import { bareHost, checkTarget, isNamedHost } from './check-target.ts';
import { BlockedAddress, type OutboundPolicy } from './outbound-policy.ts';

/** A broker of messages as it is called. */
export interface BrokerTarget {
  /** A name or an address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  /** Whether the operator has named it, so that it may be called wherever it is. */
  readonly isNamed: boolean;
  /** What stands behind the host; undefined for nothing. */
  readonly topic: string | undefined;
}

const ADDRESS = /^(mqtts?):(\/\/[^/?#]+)(?:\/([^?#]*))?$/i;
const PORTS: Readonly<Record<string, number>> = { mqtt: 1883, mqtts: 8883 };

/**
 * Reads the address of a broker, `mqtts://host:port/topic`; throws `BlockedAddress` when it must not
 * be called: by the rules for addresses of https, those without TLS like those of http.
 */
export function brokerTarget(address: string, policy: OutboundPolicy): BrokerTarget {
  const [, scheme = '', authority = '', path = ''] = ADDRESS.exec(address) ?? [];
  const kind = scheme.toLowerCase();
  const usual = PORTS[kind];
  if (usual === undefined) {
    throw new BlockedAddress('invalid_url', 'The address of a broker begins with mqtts://.');
  }
  const port = /:\d+$/.test(authority) ? Number(authority.replace(/^.*:/, '')) : usual;
  const place = authority.replace(/:\d+$/, '');
  const url = checkLike(`${kind === 'mqtts' ? 'https' : 'http'}:${place}:${port}`, policy);
  return {
    host: bareHost(url),
    port,
    isTls: kind === 'mqtts',
    isNamed: isNamedHost(url, policy),
    topic: path === '' ? undefined : topicOf(path),
  };
}

function checkLike(address: string, policy: OutboundPolicy): URL {
  try {
    return checkTarget(address, policy);
  } catch (error) {
    if (!(error instanceof BlockedAddress) || error.reason !== 'scheme_not_allowed') throw error;
    throw new BlockedAddress(
      'scheme_not_allowed',
      'The address of a broker must begin with mqtts://, or its host must be allowed in the configuration.',
    );
  }
}

function topicOf(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
