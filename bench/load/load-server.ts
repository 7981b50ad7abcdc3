import { Pool } from 'undici';
import { type Load, loadOf } from '../results/load.ts';

/** One request, in addition to the common headers. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** A load on a server. */
export interface LoadPlan {
  readonly baseUrl: string;
  /** Sent in this order, repeatedly; only once if `isOnce`. */
  readonly requests: readonly LoadRequest[];
  /** Used in rotation: each key has its own limit. */
  readonly headers: readonly Readonly<Record<string, string>>[];
  readonly connections: number;
  readonly seconds: number;
  readonly isOnce?: boolean;
  /** The only accepted status. */
  readonly status: number;
}

const REFUSED = 503;

/**
 * Loads a server with connections that each send a request when the previous one is answered.
 * Refusals due to overload are counted separately; any other status but the accepted one fails.
 */
export async function loadServer(plan: LoadPlan): Promise<Load> {
  const { connections, requests } = plan;
  const pool = new Pool(plan.baseUrl, { connections, pipelining: 1 });
  const latencies: number[] = [];
  const most = plan.isOnce ? requests.length : Number.POSITIVE_INFINITY;
  const start = performance.now();
  const end = start + plan.seconds * 1000;
  let sent = 0;
  let refused = 0;
  const oneConnection = async () => {
    while (sent < most && performance.now() < end) {
      const sentAt = performance.now();
      const isAnswered = await send(pool, plan, sent++);
      if (isAnswered) latencies.push(performance.now() - sentAt);
      else refused++;
    }
  };
  await Promise.all(Array.from({ length: connections }, oneConnection));
  const millis = performance.now() - start;
  await pool.close();
  return loadOf(latencies, millis, refused);
}

/** Returns whether the request was answered rather than refused. */
// Plain dispatch costs half as much as a request with a body stream.
function send(pool: Pool, plan: LoadPlan, n: number): Promise<boolean> {
  const { requests, headers, status } = plan;
  const request = requests[n % requests.length];
  if (!request) throw new Error('there is nothing to send');
  const { method, path, body } = request;
  return new Promise((resolve, reject) => {
    let wrong: number | undefined;
    let text = '';
    pool.dispatch(
      { method, path, headers: headers[n % headers.length] ?? {}, body: body ?? null },
      {
        onRequestStart() {},
        onResponseStart(_, statusCode) {
          if (statusCode !== status) wrong = statusCode;
        },
        onResponseData(_, chunk) {
          if (wrong !== undefined) text += chunk.toString();
        },
        onResponseEnd() {
          if (wrong === undefined || wrong === REFUSED) resolve(wrong === undefined);
          else reject(new Error(`${wrong} from ${method} ${path}: ${text.slice(0, 500)}`));
        },
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}
