import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { ReadyLine } from '../../src/server/jobs/running-server.ts';
import { BARE_ENVIRONMENT } from './running-program.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/farmctl.js');

/** A separate process that runs `farmctl serve` on a PostgreSQL database. */
export interface Instance {
  readonly ready: ReadyLine;
  readonly process: ChildProcess;
  /** Stops it with a signal; resolves to its exit status, null after SIGKILL. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Starts an instance; resolves when it listens, and otherwise rejects with its output. */
export async function startInstance(
  url: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Instance> {
  const argv = ['serve', '--database', url, '--port', '0', '--json', '--log-level', 'fatal'];
  const child = spawn(process.execPath, [PROGRAM, ...argv], {
    env: { ...BARE_ENVIRONMENT, ...env },
  });
  let message = '';
  child.stderr.on('data', (text) => {
    message += text;
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  const [first] = await Promise.race([line, exited]);
  if (typeof first !== 'string') throw new Error(`it ended with ${first}: ${message}`);
  return {
    ready: JSON.parse(first),
    process: child,
    async stop(signal) {
      child.kill(signal);
      return (await exited)[0];
    },
  };
}

/** A request through the balancer, or to an instance. */
export interface BalancedRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly key: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** Its response. */
export interface BalancedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: responses are read as plain JSON.
  readonly body: any;
}

/** Distributes requests to instances in turn. */
export interface Balancer {
  /** Sets the instances to use. */
  use(baseUrls: readonly string[]): void;
  /**
   * Sends a request to the next instance. If that one refuses or breaks the connection, responds
   * with 503 and `Retry-After`, or reports that the same request is in progress, the following one
   * is tried, which is safe for writes with an Idempotency-Key.
   */
  send(request: BalancedRequest): Promise<BalancedAnswer>;
  /** Number of retries on another instance. */
  readonly retries: number;
  close(): Promise<void>;
}

const MOST_TRIES = 40;
const PAUSE_MILLIS = 50;

/** Creates a minimal balancer: round robin, with retries on another instance. */
export function createBalancer(): Balancer {
  const agent = new Agent({ connections: 16 });
  let targets: readonly string[] = [];
  let turn = 0;
  let retries = 0;
  return {
    use: (baseUrls) => {
      targets = baseUrls;
    },
    get retries() {
      return retries;
    },
    async send(request) {
      for (let tries = 1; ; tries++) {
        const target = targets[turn++ % targets.length] ?? '';
        const answer = await ask(target, request, agent).catch((error: unknown) => error);
        const isFinal = !(answer instanceof Error) && !isRetriable(answer as BalancedAnswer);
        if (isFinal) return answer as BalancedAnswer;
        if (tries >= MOST_TRIES) throw answer;
        retries++;
        // Only after all have refused, which never happens while a rolling restart leaves one of
        // two running.
        if (tries >= targets.length) await wait(PAUSE_MILLIS);
      }
    },
    close: () => agent.destroy(),
  };
}

// Requests of a killed instance are in progress until the database detects the lost connection.
function isRetriable({ status, headers, body }: BalancedAnswer): boolean {
  const isUnderWay = status === 409 && body?.code === 'idempotency_in_flight';
  return isUnderWay || (status === 503 && headers['retry-after'] !== undefined);
}

/** Sends a request to one instance. */
export async function ask(
  baseUrl: string,
  { method = 'GET', path, key, body, idempotencyKey }: BalancedRequest,
  agent?: Agent,
): Promise<BalancedAnswer> {
  const answer = await request(`${baseUrl}/v1/platform${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(agent ? { dispatcher: agent } : {}),
  });
  const text = await answer.body.text();
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}
