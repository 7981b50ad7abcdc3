import { ConnectionFailed } from '../../../client/errors.ts';
import { createHttpTransport } from '../../../client/http-transport.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Reception } from './receiver-error.ts';

/** A signed delivery, as it is posted. */
export interface SignedRequest {
  readonly method: 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text that was signed. */
  readonly body: string;
}

/** How a receiver answered. */
export interface PostedEvent extends Reception {
  readonly durationMs: number;
  /** The beginning of the answer. */
  readonly response: string | null;
}

const ATTEMPT_MILLIS = 15_000;
const MOST_KEPT = 4096;

/** Posts a signed delivery once, as the service does: 15 seconds, and no redirects. */
export async function postEvent(
  { method, url, headers, body }: SignedRequest,
  signal: AbortSignal,
): Promise<PostedEvent> {
  const { origin, pathname, search } = new URL(url);
  const transport = createHttpTransport(origin, { timeoutMs: ATTEMPT_MILLIS });
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  try {
    const answer = await transport.send({ method, path: pathname + search, headers, body, signal });
    const response = answer.body.slice(0, MOST_KEPT);
    return { status: answer.status, failure: null, durationMs: took(), response };
  } catch (error) {
    if (!(error instanceof ConnectionFailed)) throw error;
    return { status: null, failure: error.kind, durationMs: took(), response: null };
  } finally {
    await transport.close();
  }
}

/** A request as text, the way HTTP/1.1 writes it. */
export function requestText({ method, url, headers, body }: SignedRequest): string {
  const { host, pathname, search } = new URL(url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${pathname}${search} HTTP/1.1`, `host: ${host}`, ...lines, '', body]
    .map((line) => `${neutralise(line)}\n`)
    .join('');
}
