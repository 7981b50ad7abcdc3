import type { Language } from '../../model/languages.ts';
import type { Actor } from '../access/actor.ts';
import type { Query } from './query.ts';

/** One request of an authenticated caller, as far as the use cases need to know it. */
export interface Call {
  readonly actor: Actor;
  readonly requestId: string;
  /** When it came, milliseconds since 1970, by the service's clock. */
  readonly at: number;
  readonly ip: string;
  readonly method: string;
  /** The route's template, for the audit log. */
  readonly route: string;
  /** Milliseconds since the request came, by the monotonic clock. */
  readonly elapsedMillis: () => number;
  readonly query: Query;
  /** `Idempotency-Key` with the hash of what it was sent for. */
  readonly idempotency?: { readonly key: string; readonly requestHash: string };
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  /** `Prefer: handling=strict`: refuse values that are taken otherwise and marked as suspect. */
  readonly isStrict?: boolean;
  /** The language of the service that `Accept-Language` prefers. */
  readonly language?: Language;
  /** What the call turned out to be about; filled in on the way, for the audit log. */
  readonly subject: CallSubject;
}

/** What a call is about. */
export interface CallSubject {
  resource?: string;
  rowId?: string;
  farmId?: string;
}

/** What is sent back. */
export interface Answer<Body extends string | Buffer = string> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  /** What a repeated request is given instead, when the body holds a secret that is shown once. */
  readonly replayBody?: string;
}

/** An answer with a JSON body. */
export function jsonAnswer(
  body: unknown,
  options: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Answer {
  return {
    status: options.status ?? 200,
    headers: options.headers ?? {},
    body: JSON.stringify(body),
  };
}
