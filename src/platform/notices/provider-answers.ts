import { SecretRefused } from '../integrations/secret-references.ts';
import { type OutboundAnswer, OutboundFailed } from '../outbound/outbound-client.ts';
import type { FailedOutcome, SendOutcome } from './compose-notice.ts';

const GONE = 410;
/** Answers after which the same request may succeed. */
export const TRY_AGAIN = [408, 425, 429];

/** The outcome of a request that was answered. */
export function answered({ status, headers, body }: OutboundAnswer): SendOutcome {
  if (status >= 200 && status <= 299) return { isSent: true, status, response: body };
  return {
    isSent: false,
    status,
    response: body,
    failure: 'refused',
    isPermanent: status >= 400 && status < 500 && !TRY_AGAIN.includes(status),
    isOfChannel: true,
    isGone: status === GONE,
    retryAfter: [headers['retry-after']].flat()[0],
  };
}

/** The outcome of a request that was not answered. */
export function unanswered(error: unknown): FailedOutcome {
  return {
    isSent: false,
    status: null,
    // Which secret was not sent where, and what to do; never the secret.
    response: error instanceof SecretRefused ? error.message : null,
    failure: failureOf(error),
    isPermanent: false,
    isOfChannel: true,
  };
}

function failureOf(error: unknown): string {
  if (error instanceof OutboundFailed) return error.failure;
  return error instanceof SecretRefused ? 'secret_refused' : 'secret_unreadable';
}
