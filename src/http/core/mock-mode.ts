import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorSlugs, errors, FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import type { MovableClock } from '../../tools/clock.ts';
import type { ConsoleOptions } from '../console.ts';
import type { ReferenceOptions } from '../docs/reference-page.ts';
import { rateHeaders } from './authenticate-call.ts';

/** External controls of a mock server. */
export interface MockMode {
  readonly clock: MovableClock;
  readonly faults: {
    list(): readonly string[];
    add(rule: string): void;
    clear(): void;
    choose(request: {
      readonly method: string;
      readonly path: string;
      readonly prefer: string | undefined;
    }): MockFault | undefined;
  };
  /** Absent if the rows are not in memory. */
  readonly snapshots?: MockSnapshots;
}

/** The whole state of a mock server, including its clock and faults, as the bytes of a file. */
export interface MockSnapshots {
  save(): Promise<Uint8Array>;
  /** Throws `action_refused` without changes for a file of another schema or kind. */
  load(file: Uint8Array): Promise<void>;
}

interface MockFault {
  readonly waitMillis: number;
  readonly status?: number;
  readonly dropsAnswer: boolean;
}

const API = '/v1/platform';
const CONTROLS = '/os/mock/';

/**
 * Applies the faults of a mock server to all routes except its controls, and adds its clock to
 * responses.
 */
export function addFaults(app: FastifyInstance, { faults, clock }: MockMode): void {
  app.addHook('onRequest', (_, reply, done) => {
    void reply.header('date', new Date(clock.now()).toUTCString());
    done();
  });
  const droppedRequests = new WeakSet<FastifyRequest>();
  app.addHook('onRequest', async (request) => {
    const path = request.url.split('?', 1)[0]?.replace(API, '') ?? '';
    if (path.startsWith(CONTROLS)) return;
    const prefer = [request.headers['prefer']].flat().join(',');
    const fault = faults.choose({ method: request.method, path, prefer });
    if (!fault) return;
    if (fault.waitMillis > 0) await wait(fault.waitMillis);
    if (fault.dropsAnswer) droppedRequests.add(request);
    if (fault.status !== undefined) throw errorOfStatus(fault.status);
  });
  app.addHook('onSend', async (request) => {
    if (droppedRequests.has(request)) request.raw.socket.destroy();
  });
}

const FAULT_SECONDS = 1;

/** The headers of a real response with this status. */
function faultHeaders(status: number): Readonly<Record<string, string>> {
  const retryAfter = { 'retry-after': `${FAULT_SECONDS}` };
  if (status === 503) return retryAfter;
  if (status !== 429) return {};
  const limit = limits.requestsPerMinute;
  return { ...retryAfter, ...rateHeaders({ limit, remaining: 0, resetSeconds: FAULT_SECONDS }) };
}

function errorOfStatus(status: number): FarmError {
  const slug = errorSlugs.find((name) => errors[name].status === status) ?? 'internal';
  return new FarmError(slug, { code: 'mock_fault', headers: faultHeaders(status) });
}

/** Options of the HTTP layer. */
export interface AppOptions {
  /** Addresses of proxies whose `X-Forwarded-For` header is trusted; default: none. */
  readonly trustProxy?: readonly string[];
  /** Whether `/metrics` answers addresses other than loopback. */
  readonly publicMetrics?: boolean;
  /** Whether every request is logged. */
  readonly accessLog?: boolean;
  /** Whether every request is a span of an exported trace. */
  readonly isTraced?: boolean;
  /** Present on mock servers: their clock and faults can be set. */
  readonly mock?: MockMode;
  /** The web console; not served if absent. */
  readonly console?: ConsoleOptions;
  /** The viewer of the reference documents; if absent, the page links the documents. */
  readonly reference?: ReferenceOptions;
}
