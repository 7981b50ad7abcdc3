import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AuditHealth } from '../platform/audit/audit-writer.ts';

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
export function createMetrics(auditHealth: () => AuditHealth): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'farmctl_' });
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
