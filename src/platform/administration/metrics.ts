import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { FarmError } from '../../model/core/errors.ts';
import type { Database } from '../../storage/core/database.ts';
import type { QueryCache } from '../../storage/core/query-cache.ts';
import {
  type Backlog,
  readWaitingWork,
  type WaitingWork,
} from '../../storage/system/database-content.ts';
import type { AuditHealth } from '../audit/audit-writer.ts';
import type { Runtime, Tally } from '../core/runtime.ts';

/** Metrics of one service. */
export interface Metrics {
  observe(request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  /** Counts a refused request by its error code. */
  refused(code: string): void;
  /** Marks the start of a request; the returned function marks its end. */
  begin(): () => void;
  readonly tally: Tally;
  readonly contentType: string;
  render(): Promise<string>;
}

/** Sources of metrics that are read at scrape time. */
export interface MetricSources {
  readonly version: string;
  readonly runtime: Pick<Runtime, 'database' | 'caches'>;
  readonly auditHealth: () => AuditHealth;
  /** The last backup of the embedded database; undefined before the first. */
  readonly lastBackup?:
    | (() => { readonly at: string; readonly bytes: number } | undefined)
    | undefined;
}

const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Minimum interval between queries for pending work, independent of the scrape rate. */
const WORK_MILLIS = 15_000;
/** Maximum time a scrape waits for that query. */
const PATIENCE_MILLIS = 2000;
/** prom-client gauges with names that end like counters; other metrics carry the same values. */
const MISNAMED = ['handles', 'requests', 'resources'].map(
  (kind) => `farmctl_nodejs_active_${kind}_total`,
);

/** Creates the metrics of one service; process metrics are shared by all services. */
export function createMetrics(sources: MetricSources): Metrics {
  const { runtime, auditHealth, lastBackup } = sources;
  const registry = new Registry();
  addProcess(registry);
  const gauge = gauges(registry);
  gauge('build_info', 'Version of the service; always 1', () => [
    { labels: { version: sources.version }, value: 1 },
  ]);
  addDatabaseMetrics(registry, runtime.database);
  addCaches(registry, runtime.caches);
  addWaitingWork(registry, runtime.database);
  addAuditMetrics(registry, auditHealth);
  addBackups(registry, lastBackup);
  return { ...addRequests(registry), tally: addTally(registry), ...rendering(registry) };
}

/** Monitors the event loop and memory of the process for its lifetime, for all services. */
const ofProcess = new Registry();

function addProcess(registry: Registry): void {
  const isWatched = ofProcess.getMetricsAsArray().length > 0;
  if (!isWatched) collectDefaultMetrics({ register: ofProcess, prefix: 'farmctl_' });
  for (const name of MISNAMED) ofProcess.removeSingleMetric(name);
  for (const { name } of ofProcess.getMetricsAsArray()) {
    const metric = ofProcess.getSingleMetric(name);
    if (metric) registry.registerMetric(metric);
  }
}

function rendering(registry: Registry): Pick<Metrics, 'contentType' | 'render'> {
  return { contentType: registry.contentType, render: () => registry.metrics() };
}

interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

type Read = () => number | undefined | readonly Sample[] | Promise<readonly Sample[]>;

/** Adds gauges that are read at scrape time; gauges without a value are omitted. */
function gauges(registry: Registry) {
  return (name: string, help: string, read: Read) => {
    const gauge: Gauge = new Gauge({
      name: `farmctl_${name}`,
      help,
      labelNames: ['version', 'pool', 'cache', 'queue', 'job'],
      registers: [registry],
      async collect() {
        gauge.reset();
        for (const { labels = {}, value } of samplesOf(await read())) gauge.set(labels, value);
      },
    });
  };
}

/** The same for counters. */
function counters(registry: Registry) {
  return (name: string, help: string, read: () => number | readonly Sample[]) => {
    const counter: Counter = new Counter({
      name: `farmctl_${name}`,
      help,
      labelNames: ['cache', 'result'],
      registers: [registry],
      collect() {
        counter.reset();
        for (const { labels = {}, value } of samplesOf(read())) counter.inc(labels, value);
      },
    });
  };
}

function samplesOf(read: number | undefined | readonly Sample[]): readonly Sample[] {
  if (read === undefined) return [];
  return typeof read === 'number' ? [{ value: read }] : read;
}

function addRequests(registry: Registry): Pick<Metrics, 'observe' | 'refused' | 'begin'> {
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
  const refusalCounter = new Counter({
    name: 'farmctl_http_refusals_total',
    help: 'Requests refused with 429 or 5xx, by error code',
    labelNames: ['code'],
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: 'farmctl_http_requests_in_flight',
    help: 'Requests that have begun and are not answered yet, event streams included',
    registers: [registry],
  });
  return {
    observe({ method, route, status, seconds: taken }) {
      requests.inc({ method, route, status });
      seconds.observe({ method, route }, taken);
    },
    refused: (code) => refusalCounter.inc({ code }),
    begin() {
      inFlight.inc();
      let isOver = false;
      return () => {
        if (!isOver) inFlight.dec();
        isOver = true;
      };
    },
  };
}

/** Counters of background work, by name in `Tally`. */
function addTally(registry: Registry): Tally {
  const counter = (name: string, help: string, ...labelNames: readonly string[]) =>
    new Counter({
      name: `farmctl_${name}_total`,
      help,
      labelNames: [...labelNames],
      registers: [registry],
    });
  const attempts = counter('webhook_attempts', 'Attempts to deliver to webhooks', 'result');
  const notices = counter(
    'notice_attempts',
    'Attempts to send messages to users',
    'channel',
    'result',
  );
  const brokers = new Gauge({
    name: 'farmctl_brokers_connected',
    help: 'MQTT brokers that this instance is connected to',
    registers: [registry],
  });
  const events = counter('vision_events', 'Events of cameras that were acknowledged', 'result');
  const messages = counter('broker_messages', 'Messages of MQTT brokers', 'result');
  const runs = counter('job_runs', 'Completed runs of scheduled jobs', 'job');
  const failures = counter('job_failures', 'Failed runs of scheduled jobs', 'job');
  const seconds = counter('job_seconds', 'Time that completed runs of jobs took', 'job');
  return {
    webhookAttempt: (isDelivered) => attempts.inc({ result: isDelivered ? 'delivered' : 'failed' }),
    noticeAttempt: (channel, isSent) =>
      notices.inc({ channel, result: isSent ? 'sent' : 'failed' }),
    broker: (change) => brokers.inc(change === 'connected' ? 1 : -1),
    visionEvents({ stored, duplicates }) {
      events.inc({ result: 'stored' }, stored);
      events.inc({ result: 'duplicate' }, duplicates);
    },
    brokerMessages: (result, count = 1) => messages.inc({ result }, count),
    job(name, outcome) {
      if ('failed' in outcome) return failures.inc({ job: name });
      runs.inc({ job: name });
      seconds.inc({ job: name }, outcome.seconds);
    },
  };
}

function addDatabaseMetrics(registry: Registry, database: Database): void {
  const gauge = gauges(registry);
  const count = counters(registry);
  const { condition, figures } = database;
  if (figures) {
    count('database_commits_total', 'Commits of transactions', () => figures().commits.count);
    count(
      'database_commit_seconds_total',
      'Time that commits took, until they were durable',
      () => figures().commits.seconds,
    );
    gauge(
      'database_writes_waiting',
      'Transactions that wait for their turn',
      () => figures().waiting,
    );
    gauge('database_bytes', 'Size of the database file', () => figures().bytes?.file);
    gauge('database_wal_bytes', 'Size of the write-ahead log', () => figures().bytes?.log);
    gauge('database_pool_connections', 'Connections in use', () =>
      (figures().pools ?? []).map(({ name, inUse }) => ({ labels: { pool: name }, value: inUse })),
    );
    gauge('database_pool_limit', 'Connections that a pool opens at most', () =>
      (figures().pools ?? []).map(({ name, size }) => ({ labels: { pool: name }, value: size })),
    );
    gauge('database_pool_waiting', 'Queries and transactions that wait for a connection', () =>
      (figures().pools ?? []).map(({ name, waiting }) => ({
        labels: { pool: name },
        value: waiting,
      })),
    );
  }
  if (figures?.().replica) {
    count('database_replica_reads_total', 'Reads that a replica might answer, by who did', () =>
      (['replica', 'behind', 'failed'] as const).map((result) => ({
        labels: { result },
        value: figures().replica?.[result] ?? 0,
      })),
    );
  }
  if (!condition) return;
  gauge('database_damaged', 'Whether the database file is known to be damaged', () =>
    Number(condition.damage() !== undefined),
  );
  gauge(
    'database_lost_commits',
    'Acknowledged commits that the database does not hold, until an operator accepts the loss',
    () => condition.loss()?.commits ?? 0,
  );
  gauge(
    'integrity_check_timestamp_seconds',
    'When the last integrity check ended; 0 before the first',
    () => Date.parse(condition.lastCheck()?.checkedAt ?? '') / 1000 || 0,
  );
  gauge(
    'integrity_check_seconds',
    'How long the last integrity check took',
    () => (condition.lastCheck()?.millis ?? 0) / 1000,
  );
}

/** Row and response caches; on PostgreSQL only portfolios are cached, the others are 0. */
function addCaches(registry: Registry, readCaches: Runtime['caches']): void {
  const { rows: _, ...portfolios } = readCaches.portfolios;
  const caches: readonly (readonly [string, Pick<QueryCache<object>, 'figures'>])[] = [
    ['answers', readCaches.answers],
    ['keys', readCaches.keys],
    ['sessions', readCaches.sessions],
    ['totals', readCaches.totals],
    ['zones', readCaches.zones],
    ...Object.entries(portfolios).map(([name, cache]) => [`portfolio_${name}`, cache] as const),
  ];
  const read = (figure: 'hits' | 'misses' | 'bytes' | 'maxBytes') => () =>
    caches.map(([cache, { figures }]) => ({ labels: { cache }, value: figures()[figure] }));
  const count = counters(registry);
  const gauge = gauges(registry);
  count('cache_hits_total', 'Reads answered from a cache', read('hits'));
  count('cache_misses_total', 'Reads that a cache could not answer', read('misses'));
  gauge('cache_bytes', 'Size of a cache, estimated from its texts', read('bytes'));
  gauge('cache_limit_bytes', 'Size at which a cache drops its oldest entries', read('maxBytes'));
}

/** Pending work in the database; omitted while the database does not respond. */
function addWaitingWork(registry: Registry, database: Database): void {
  const gauge = gauges(registry);
  const find = memoised(() => withPatience(readWaitingWork(database)));
  const sample = (read: (work: WaitingWork) => readonly Sample[]) => async () => {
    const work = await find();
    return work ? read(work) : [];
  };
  const queues = (read: (backlog: Backlog) => number) =>
    sample(({ deliveries, commands, notices }) => [
      { labels: { queue: 'webhook_deliveries' }, value: read(deliveries) },
      { labels: { queue: 'commands' }, value: read(commands) },
      { labels: { queue: 'notices' }, value: read(notices) },
    ]);
  gauge(
    'backlog',
    'Deliveries that wait, on all instances',
    queues(({ waiting }) => waiting),
  );
  gauge(
    'backlog_oldest_timestamp_seconds',
    'When the oldest waiting delivery was queued; 0 without one',
    queues(({ oldestAt }) => secondsOf(oldestAt)),
  );
  gauge(
    'webhooks_disabled',
    'Webhooks that were switched off',
    sample(({ disabledWebhooks }) => [{ value: disabledWebhooks }]),
  );
  gauge(
    'notice_channels_disabled',
    'Channels of users that were switched off',
    sample(({ disabledChannels }) => [{ value: disabledChannels }]),
  );
  gauge(
    'job_last_success_timestamp_seconds',
    'When a scheduled job was last completed on any instance; 0 during a run',
    sample(({ jobs }) =>
      jobs.map(({ name, doneAt }) => ({ labels: { job: name }, value: secondsOf(doneAt) })),
    ),
  );
}

function secondsOf(instant: string | null): number {
  return instant === null ? 0 : Date.parse(instant) / 1000;
}

/** Shares one reading among all gauges of a scrape, and among scrapes in quick succession. */
function memoised<T>(read: () => Promise<T>): () => Promise<T> {
  let readAt = Number.NEGATIVE_INFINITY;
  let last: Promise<T> | undefined;
  return () => {
    const now = performance.now();
    if (last && now - readAt < WORK_MILLIS) return last;
    readAt = now;
    last = read();
    return last;
  };
}

function withPatience<T>(work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const giveUp = () => resolve(undefined);
    const timer = setTimeout(giveUp, PATIENCE_MILLIS).unref();
    work.then(resolve, giveUp).finally(() => clearTimeout(timer));
  });
}

/** Missing audit entries: all 0 on a healthy service, except for calls that wait briefly. */
function addAuditMetrics(registry: Registry, health: () => AuditHealth): void {
  const gauge = gauges(registry);
  gauge('audit_failing', '1 while audit entries cannot be written', () =>
    Number(health().isFailing),
  );
  gauge('audit_waiting_calls', 'Calls whose audit entries wait', () => health().waitingCalls);
  gauge(
    'audit_unsealable_entries',
    'Audit entries that cannot be sealed',
    () => health().unsealable,
  );
  gauge('audit_gap_calls', 'Calls recorded as gaps since the start', () => health().gapCalls);
}

function addBackups(registry: Registry, lastBackup: MetricSources['lastBackup']): void {
  if (!lastBackup) return;
  const gauge = gauges(registry);
  gauge(
    'backup_last_success_timestamp_seconds',
    'When the last backup was made; 0 before the first',
    () => secondsOf(lastBackup()?.at ?? null),
  );
  gauge('backup_last_bytes', 'Size of the last backup', () => lastBackup()?.bytes);
}

/** The code of a refusal to be counted; undefined for client errors. */
export function refusalCode(error: FarmError): string | undefined {
  if (error.status !== 429 && error.status < 500) return undefined;
  return error.code ?? error.slug;
}
