import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RateLimiter } from '../../platform/access/rate-limiter.ts';
import type { AnchorKeeper } from '../../platform/audit/anchors.ts';
import type { AuditTrail } from '../../platform/audit/audit-trail.ts';
import type { AuditHealth } from '../../platform/audit/audit-writer.ts';
import type { Runtime } from '../../platform/core/runtime.ts';
import type { Connections } from '../../platform/integrations/poll-feeds.ts';
import type { WebhookSettings } from '../../platform/webhooks/webhook-secrets.ts';

/** What the HTTP edge is built on. */
export interface Edge {
  readonly runtime: Runtime;
  readonly audit: AuditTrail;
  /** Signed ends of the audit log. */
  readonly anchors: AnchorKeeper;
  readonly rateLimiter: RateLimiter;
  readonly metrics: Metrics;
  readonly webhooks: WebhookSettings;
  /** With what integrations are read. */
  readonly connections: Connections;
  readonly log: Logger;
}

/** A request, and the reply it gets. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** What is known of a database file. */
type Condition = NonNullable<Runtime['database']['condition']>;

/** What Prometheus reads at `/metrics`. */
export interface Metrics {
  observe(request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  readonly contentType: string;
  render(): Promise<string>;
}

const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Makes the metrics of one server; nothing is shared between servers of a process. */
export function createMetrics(auditHealth: () => AuditHealth, condition?: Condition): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'farmctl_' });
  if (condition) addCondition(registry, condition);
  const requests = new Counter({
    name: 'farmctl_http_requests_total',
    help: 'Requests answered, by route template and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'farmctl_http_request_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route'],
    buckets: LATENCY_BUCKETS,
    registers: [registry],
  });
  addAuditMetrics(registry, auditHealth);
  return {
    observe(request) {
      const { method, route } = request;
      requests.inc({ method, route, status: request.status });
      seconds.observe({ method, route }, request.seconds);
    },
    contentType: registry.contentType,
    render: () => registry.metrics(),
  };
}

/** What the audit log lacks: all 0 on a healthy server, apart from calls that wait for moments. */
function addAuditMetrics(registry: Registry, health: () => AuditHealth): void {
  const gauge = (name: string, help: string, measure: (health: AuditHealth) => number) =>
    new Gauge({
      name: `farmctl_audit_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(measure(health()));
      },
    });
  gauge('failing', '1 while audit entries cannot be written', ({ isFailing }) => Number(isFailing));
  gauge('waiting_calls', 'Calls whose audit entries wait', ({ waitingCalls }) => waitingCalls);
  gauge('unsealable_entries', 'Audit entries that cannot be sealed', (seen) => seen.unsealable);
  gauge('gap_calls', 'Calls recorded as gaps since the start', ({ gapCalls }) => gapCalls);
}

/** What is known of the database file, read when it is asked for. */
function addCondition(registry: Registry, condition: Condition): void {
  const gauges: readonly (readonly [string, string, () => number])[] = [
    [
      'farmctl_database_damaged',
      'Whether the database file is known to be damaged',
      () => Number(condition.damage() !== undefined),
    ],
    [
      'farmctl_database_lost_commits',
      'Acknowledged commits that the database does not hold, until an operator accepts the loss',
      () => condition.loss()?.commits ?? 0,
    ],
    [
      'farmctl_integrity_check_timestamp_seconds',
      'When the last integrity check ended; 0 before the first',
      () => Date.parse(condition.lastCheck()?.checkedAt ?? '') / 1000 || 0,
    ],
    [
      'farmctl_integrity_check_seconds',
      'How long the last integrity check took',
      () => (condition.lastCheck()?.millis ?? 0) / 1000,
    ],
  ];
  for (const [name, help, read] of gauges) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  }
}
