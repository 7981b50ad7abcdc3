import { Pool } from 'undici';
import { type Load, loadOf } from '../results/load.ts';

/** One request, besides the headers that all have. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** What a server is loaded with. */
export interface LoadPlan {
  readonly baseUrl: string;
  /** Sent in this order, again and again; once only when `isOnce`. */
  readonly requests: readonly LoadRequest[];
  /** Of the requests in turn: a key has a limit of its own. */
  readonly headers: readonly Readonly<Record<string, string>>[];
  readonly connections: number;
  readonly seconds: number;
  readonly isOnce?: boolean;
  /** The only status that is right. */
  readonly status: number;
}

const REFUSED = 503;

/**
 * Loads a server with connections that each send when they were answered. A refusal for overload
 * is counted apart; any other status but the right one fails.
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

/** Whether the request was answered, and not refused. */
// The bare dispatch costs half of what a request with a stream for its body does.
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
