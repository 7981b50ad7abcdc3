import { version } from '../../model/version.ts';
import type { ClaimedDelivery } from '../../storage/system/webhook-claims.ts';
import type { Clock } from '../../tools/clock.ts';
import { signDelivery } from '../../tools/sign-delivery.ts';
import {
  type OutboundAnswer,
  type OutboundClient,
  OutboundFailed,
} from '../outbound/outbound-client.ts';
import type { SecretBox } from './secret-box.ts';
import { openSecrets } from './webhook-secrets.ts';

/** How an attempt went. */
export interface AttemptOutcome {
  /** When it began, milliseconds since 1970. */
  readonly at: number;
  readonly durationMs: number;
  readonly isDelivered: boolean;
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** The beginning of the answer. */
  readonly response: string | null;
  /** Why there was no answer. */
  readonly failure: string | null;
  readonly retryAfter: string | undefined;
}

/** What an attempt is made with. */
export interface AttemptTools {
  readonly client: OutboundClient;
  readonly secrets: SecretBox;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const ATTEMPT_MILLIS = 15_000;
const MOST_READ_BYTES = 16 * 1024;
const MOST_KEPT_BYTES = 4 * 1024;

/** Posts a delivery to its webhook once; whatever happens is an outcome. */
export async function attemptDelivery(
  delivery: ClaimedDelivery,
  tools: AttemptTools,
): Promise<AttemptOutcome> {
  const at = tools.clock.now();
  const startedAt = performance.now();
  const ended = await post(delivery, at, tools);
  return { at, durationMs: Math.round(performance.now() - startedAt), ...ended };
}

async function post(
  { webhook, eventId, body }: ClaimedDelivery,
  at: number,
  { client, secrets, signal }: AttemptTools,
): Promise<Omit<AttemptOutcome, 'at' | 'durationMs'>> {
  let headers: Readonly<Record<string, string>>;
  try {
    headers = signDelivery({ id: eventId, body, at }, openSecrets(secrets, webhook, at));
  } catch {
    return unanswered('secret_unreadable');
  }
  try {
    const answer = await client.send({
      method: 'POST',
      url: webhook.url,
      headers: {
        'content-type': 'application/json',
        'user-agent': `farmctl/${version}`,
        ...headers,
      },
      body,
      timeoutMs: ATTEMPT_MILLIS,
      maxBytes: MOST_READ_BYTES,
      signal,
    });
    return answered(answer);
  } catch (error) {
    return unanswered(error instanceof OutboundFailed ? error.failure : 'broken');
  }
}

function answered({ status, headers, body }: OutboundAnswer) {
  return {
    isDelivered: status >= 200 && status <= 299,
    status,
    response: beginningOf(body),
    failure: null,
    retryAfter: [headers['retry-after']].flat()[0],
  };
}

function unanswered(failure: string) {
  return { isDelivered: false, status: null, response: null, failure, retryAfter: undefined };
}

/** PostgreSQL keeps no text with a NUL in it. */
function beginningOf(body: string): string {
  const text = Buffer.from(body).subarray(0, MOST_KEPT_BYTES).toString('utf8');
  return text.replaceAll('\0', '\ufffd');
}
