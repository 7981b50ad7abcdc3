import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { ReadyLine } from '../../src/server/jobs/running-server.ts';
import { BARE_ENVIRONMENT } from './running-program.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/farmctl.js');

/** A process of its own that runs `farmctl serve` on a PostgreSQL database. */
export interface Instance {
  readonly ready: ReadyLine;
  readonly process: ChildProcess;
  /** Ends it by a signal; resolves to its exit status, null after SIGKILL. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Starts an instance; resolves when it listens, rejects with what it said when it does not. */
export async function startInstance(
  url: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Instance> {
  const argv = ['serve', '--database', url, '--port', '0', '--json', '--log-level', 'fatal'];
  const child = spawn(process.execPath, [PROGRAM, ...argv], {
    env: { ...BARE_ENVIRONMENT, ...env },
  });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  const [first] = await Promise.race([line, exited]);
  if (typeof first !== 'string') throw new Error(`it ended with ${first}: ${said}`);
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

/** Its answer. */
export interface BalancedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at as the JSON they are.
  readonly body: any;
}

/** Sends requests to instances in turn. */
export interface Balancer {
  /** The instances that are asked from now on. */
  use(baseUrls: readonly string[]): void;
  /**
   * Asks the next instance. Where that one refuses the connection, breaks it, answers 503 with
   * `Retry-After`, or that the same request is under way, it asks the one after it, which is safe for writes with an Idempotency-Key.
   */
  send(request: BalancedRequest): Promise<BalancedAnswer>;
  /** How often another instance was asked. */
  readonly retries: number;
  close(): Promise<void>;
}

const MOST_TRIES = 40;
const PAUSE_MILLIS = 50;

/** Makes a balancer as small as one can be: round robin, and another try elsewhere. */
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
    async send(asked) {
      for (let tries = 1; ; tries++) {
        const target = targets[turn++ % targets.length] ?? '';
        const answer = await ask(target, asked, agent).catch((error: unknown) => error);
        const isFinal = !(answer instanceof Error) && !isRetriable(answer as BalancedAnswer);
        if (isFinal) return answer as BalancedAnswer;
        if (tries >= MOST_TRIES) throw answer;
        retries++;
        // Once all have refused: as long as a rolling restart leaves one of two, it never comes to it.
        if (tries >= targets.length) await wait(PAUSE_MILLIS);
      }
    },
    close: () => agent.destroy(),
  };
}

// What the instance that was killed had begun is under way until the database notices.
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
