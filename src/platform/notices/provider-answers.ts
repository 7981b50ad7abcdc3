import { MASK, maskAddress } from '../../model/core/secrets.ts';
import type { NoticeFailure } from '../../model/core/vocabulary.ts';
import { SecretRefused, secretHeaders } from '../integrations/secret-references.ts';
import { type OutboundAnswer, OutboundFailed } from '../outbound/outbound-client.ts';
import type { FailedOutcome, SendOutcome } from './compose-notice.ts';

const GONE = 410;
/** Statuses after which the same request may succeed. */
export const TRY_AGAIN = [408, 425, 429];

/** The outcome of an answered request; occurrences of `hidden` in the response are masked. */
export function answered(
  { status, headers, body }: OutboundAnswer,
  hidden: readonly string[],
): SendOutcome {
  const response = withoutSecrets(body, hidden);
  if (status >= 200 && status <= 299) return { isSent: true, status, response };
  return {
    isSent: false,
    status,
    response,
    failure: 'refused',
    isPermanent: status >= 400 && status < 500 && !TRY_AGAIN.includes(status),
    isOfChannel: true,
    isGone: status === GONE,
    retryAfter: [headers['retry-after']].flat()[0],
  };
}

/** Shorter texts are masked only as part of longer ones, since they can occur anywhere. */
const SHORTEST_HIDDEN = 4;

/** A provider's text without secrets. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length >= SHORTEST_HIDDEN)
    .toSorted((left, right) => right.length - left.length)
    .reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
}

/** The forms in which a provider may repeat a secret: as stored, as the sent header, or its end. */
export function secretForms(secret: string): readonly string[] {
  const sent = Object.values(secretHeaders(secret));
  const password = secret.slice(secret.lastIndexOf(':') + 1).trim();
  return [secret, password, ...sent, ...sent.map((value) => value.slice(value.indexOf(' ') + 1))];
}

/** The hidden parts of a URL, raw and decoded. */
export function hiddenParts(address: string, masked = maskAddress(address)): readonly string[] {
  const { pathname, search } = new URL(address);
  const parts = `${pathname}${search}`.split(/[/?&=;,]/).filter((part) => !masked.includes(part));
  return [...parts, ...parts.map((part) => new URLSearchParams(`part=${part}`).get('part') ?? '')];
}

/** The outcome of an unanswered request. */
export function unanswered(error: unknown): FailedOutcome {
  return {
    isSent: false,
    status: null,
    // Names the secret and its target with a remedy; never contains the secret.
    response: error instanceof SecretRefused ? error.message : null,
    failure: failureOf(error),
    isPermanent: false,
    isOfChannel: true,
  };
}

function failureOf(error: unknown): NoticeFailure {
  if (error instanceof OutboundFailed) return error.failure;
  return error instanceof SecretRefused ? 'secret_refused' : 'secret_unreadable';
}
