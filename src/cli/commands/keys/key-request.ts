import { limits } from '../../../model/limits.ts';
import { fullScopes } from '../../../model/scopes.ts';
import { formatInstant, parseInstant } from '../../../tools/calendar.ts';
import { dateOption } from '../../date-flags.ts';
import { usageError } from '../../errors.ts';

/** Flags that say what a key is to be. */
export interface KeyFlags {
  readonly name?: string;
  readonly scope?: readonly string[];
  readonly farms?: readonly string[];
  readonly rateLimit?: string;
  readonly expires?: string;
}

const SPAN = /^(\d{1,4})(d|h)$/;
const SPAN_OR_NEVER = /^(?:\d{1,4}[dh]|never)$/;
const SPAN_MILLIS = { d: 86_400_000, h: 3_600_000 } as const;

/** The flag of the instant at which a key expires. */
export function expiryOption() {
  const options = { others: SPAN_OR_NEVER, words: ['90d', 'never'] } as const;
  return dateOption('--expires <day or time>', 'when it ends', options);
}

/** The scopes of `--scope`, which may be given again or hold several with commas between them. */
export function parseScopes(typed: readonly string[] = []): readonly string[] {
  const scopes = splitList(typed);
  if (scopes.length > 0) return scopes;
  throw usageError('--scope is missing: a key must be allowed something', {
    hint: `Name one of ${fullScopes.join(', ')}, or one module, such as read:tasks`,
  });
}

/** Items of a flag that may be given again or hold several with commas between them. */
export function splitList(typed: readonly string[] = []): readonly string[] {
  return typed
    .flatMap((text) => text.split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Requests per minute. */
export function parseRate(text: string): number {
  const rate = Number(text);
  if (/^\d+$/.test(text) && rate >= 1 && rate <= limits.maxRequestsPerMinute) return rate;
  throw usageError(`--rate-limit must be a whole number from 1 to ${limits.maxRequestsPerMinute}`);
}

/** The instant a key expires at: an instant, a day at its end in UTC, a span from now, or `never`. */
export function parseExpiry(text: string, now: number): string | null {
  if (text === 'never') return null;
  const span = SPAN.exec(text);
  if (span) {
    const unit = span[2] as keyof typeof SPAN_MILLIS;
    return formatInstant(now + Number(span[1]) * SPAN_MILLIS[unit]);
  }
  const instant = parseInstant(text) ?? parseInstant(`${text}T23:59:59.999Z`);
  if (instant !== undefined) return formatInstant(instant);
  throw usageError(
    '--expires must be a time such as 90d, 2027-01-31, 2027-01-31T00:00:00Z, or never',
  );
}
