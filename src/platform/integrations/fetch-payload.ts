import { limits } from '../../model/limits.ts';
import type { SecretTarget } from '../../model/secret-binding.ts';
import { version } from '../../model/version.ts';
import type { IntegrationFeed } from '../../storage/system/integration-feeds.ts';
import { targetOf } from '../outbound/check-target.ts';
import type { Connections } from './connections.ts';
import { resolveSecret } from './resolve-secret.ts';
import { PayloadRefused } from './sample.ts';
import { secretHeaders } from './secret-headers.ts';

/**
 * Fetches what the endpoint of an integration says now. Throws `OutboundFailed` without an answer,
 * `SecretRefused` for a secret that cannot be had, `PayloadRefused` for an answer that is none.
 */
export async function fetchPayload(
  { client, secrets }: Connections,
  { endpoint, authRef }: Pick<IntegrationFeed, 'endpoint' | 'authRef'>,
  signal?: AbortSignal,
): Promise<string> {
  if (endpoint === null) throw new PayloadRefused('The integration has no endpoint.');
  const authorization =
    authRef === null
      ? {}
      : secretHeaders(
          await resolveSecret(authRef, { places: secrets, ...secretTargetOf(endpoint) }),
        );
  const answer = await client.send({
    method: 'GET',
    url: endpoint,
    headers: {
      accept: 'application/json',
      'user-agent': `farmctl/${version}`,
      ...authorization,
    },
    timeoutMs: limits.integrationPollMillis,
    maxBytes: limits.integrationPollBytes,
    ...(signal === undefined ? {} : { signal }),
  });
  if (answer.status !== OK) {
    const hint = answer.status >= 300 && answer.status < 400 ? '; redirects are not followed' : '';
    throw new PayloadRefused(`The endpoint answered with status ${answer.status}${hint}.`);
  }
  if (answer.isCut) {
    throw new PayloadRefused(
      `The answer of the endpoint is longer than ${limits.integrationPollBytes} bytes.`,
    );
  }
  return answer.body;
}

const OK = 200;

/** Where secrets for an address are sent; nowhere where it is none. */
function secretTargetOf(endpoint: string): SecretTarget {
  return URL.canParse(endpoint) ? targetOf(new URL(endpoint)) : { host: '', port: 0 };
}
