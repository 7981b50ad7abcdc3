import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

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
export function createMetrics(): Metrics {
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
