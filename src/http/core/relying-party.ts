import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { refused } from '../../model/core/errors.ts';
import type { RelyingParty } from '../../platform/access/passkey-ceremony.ts';
import { ownOrigin } from './session-cookie.ts';

/**
 * The address for which passkeys sign: the host by which the request reached the service or its
 * trusted proxy. Browsers have passkeys only over https, and of localhost, and never for an IP
 * address; elsewhere the request is refused.
 */
export function relyingPartyOf(request: Pick<FastifyRequest, 'protocol' | 'host'>): RelyingParty {
  const origin = ownOrigin(request);
  const { protocol, hostname } = new URL(origin ?? 'about:blank');
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isName = hostname !== '' && !hostname.startsWith('[') && isIP(hostname) === 0;
  if (origin !== undefined && isName && (protocol === 'https:' || isLocal)) {
    return { rpId: hostname, origin };
  }
  throw refused(
    'no_passkeys_here',
    'Browsers offer passkeys only over https to a host name, or on localhost; open the service there.',
  );
}
