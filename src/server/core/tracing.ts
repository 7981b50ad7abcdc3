import { setTimeout as sleep } from 'node:timers/promises';
import { DiagLogLevel, diag, SpanKind } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { Database, Statement } from '../../storage/core/database.ts';
import { inSpan } from '../../tools/tracing.ts';

export interface Tracing {
  /** Exports pending traces and stops. */
  stop(): Promise<void>;
}

const LONGEST_QUERY_TEXT = 2000;
const LONGEST_STOP_MILLIS = 3000;

/**
 * Exports traces by OTLP over HTTP if the environment names an endpoint, with the settings defined
 * by OpenTelemetry: `OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_EXPORTER_OTLP_HEADERS`,
 * `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER` and the others. Returns undefined, without loading
 * anything, if no endpoint is named.
 */
export async function startTracing(
  environment: Readonly<Record<string, string | undefined>>,
  log: Logger,
): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_SDK_DISABLED } =
    environment;
  const isNamed = OTEL_EXPORTER_OTLP_ENDPOINT ?? OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  if (!isNamed || OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined;
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const resource = resources.resourceFromAttributes({ 'service.name': 'farmctl' });
  const provider = new NodeTracerProvider({
    resource: resource.merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  const fail = (reason: string) => log.warn({ reason }, 'traces could not be exported');
  const ignore = () => {};
  const logger = { error: fail, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
  return {
    async stop() {
      // An unreachable collector must not delay the shutdown of the service.
      const timer = new AbortController();
      await Promise.race([
        provider.shutdown().catch((error: unknown) => fail(String(error))),
        sleep(LONGEST_STOP_MILLIS, undefined, timer).then(
          () => fail('the collector does not answer'),
          () => {},
        ),
      ]);
      timer.abort();
    },
  };
}

/** Wraps a database so that transactions, and queries outside of them, become spans. */
export function traceDatabase(database: Database): Database {
  const system = database.dialect.name;
  const attributes = { 'db.system.name': system };
  const query =
    <T>(run: (statement: Statement) => Promise<T>) =>
    (statement: Statement) =>
      inSpan(
        `${system} ${operationOf(statement)}`,
        {
          kind: SpanKind.CLIENT,
          // Values are never part of the text of a statement.
          attributes: {
            ...attributes,
            'db.query.text': statement.sql.slice(0, LONGEST_QUERY_TEXT),
          },
        },
        () => run(statement),
      );
  const traced: Pick<Database, 'all' | 'first' | 'run' | 'transaction'> = {
    all: query((statement) => database.all(statement)) as Database['all'],
    first: query((statement) => database.first(statement)) as Database['first'],
    run: query((statement) => database.run(statement)),
    transaction: (work, options) =>
      inSpan(`${system} transaction`, { kind: SpanKind.CLIENT, attributes }, () =>
        database.transaction(work, options),
      ),
  };
  return new Proxy(database, {
    get(target, name) {
      if (name in traced) return Reflect.get(traced, name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function operationOf({ sql }: Statement): string {
  return /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'query';
}
