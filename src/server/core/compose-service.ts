import { availableParallelism } from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from '../../http/app.ts';
import type { AppDependencies } from '../../http/core/app-dependencies.ts';
import type { AppOptions } from '../../http/core/mock-mode.ts';
import { overloaded } from '../../http/core/request-limits.ts';
import { FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { version } from '../../model/core/vocabulary.ts';
import {
  createRateLimiter,
  createSharedRateLimiter,
  type RateLimiter,
} from '../../platform/access/rate-limiter.ts';
import {
  type ConnectionLog,
  createConnectionLog,
  type DatabaseOutages,
  watchDatabase,
} from '../../platform/administration/connection-log.ts';
import { createMetrics, type MetricSources } from '../../platform/administration/metrics.ts';
import {
  type AnchorKeeper,
  type AnchorPlaces,
  createAnchorKeeper,
} from '../../platform/audit/anchors.ts';
import { createAuditTrail } from '../../platform/audit/audit-trail.ts';
import {
  type ChangedFarms,
  createChangedFarms,
  type Runtime,
} from '../../platform/core/runtime.ts';
import { createRuntime } from '../../platform/create-runtime.ts';
import type { Connections } from '../../platform/integrations/poll-feeds.ts';
import {
  noSecrets,
  resolveSecret,
  type SecretPlaces,
} from '../../platform/integrations/secret-references.ts';
import { createChatModel, isOfEndpoint } from '../../platform/outbound/chat-model.ts';
import { strictPolicy } from '../../platform/outbound/check-target.ts';
import {
  createIdentityProvider,
  type IdentityProvider,
  type ProviderSettings,
} from '../../platform/outbound/identity-provider.ts';
import {
  createModelGateway,
  type ModelGateway,
  type ModelSettings,
  modelTarget,
} from '../../platform/outbound/model-gateway.ts';
import { createOutboundClient } from '../../platform/outbound/outbound-client.ts';
import { runRowSideEffects } from '../../platform/row-side-effects.ts';
import { createSecretBox, type WebhookSettings } from '../../platform/webhooks/webhook-secrets.ts';
import type { Database } from '../../storage/core/database.ts';
import type { Clock } from '../../tools/clock.ts';
import { createNotifier, createTurns, type Turns } from '../../tools/concurrency.ts';
import { secureRandom } from '../../tools/ids.ts';
import { createImportReader } from '../workers/import-reader.ts';
import { createPageWorkerPool, type PageWorkerPool } from '../workers/page-workers.ts';

const KEY_BYTES = 32;

/** A composed service: its application, and the resources to close with it. */
export interface Service {
  readonly app: FastifyInstance;
  readonly runtime: Runtime;
  readonly log: Logger;
  readonly outages: DatabaseOutages;
  readonly connectionLog: ConnectionLog;
  /** Connections for reading integrations; closed with the service. */
  readonly connections: Connections;
  readonly anchors: Pick<AnchorKeeper, 'prune'>;
  /** Starts signing the end of the audit log periodically and on close. */
  startAnchoring(): void;
  /**
   * Answers requests in flight, flushes pending writes, and closes the database. Throws if requests
   * could not be written to the audit log.
   */
  close(): Promise<void>;
}

export function composeService(input: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly app?: AppOptions;
  /** The database file, from which a worker thread can render list pages. */
  readonly file?: string | undefined;
  /**
   * Without it webhooks reach only the internet, and their secrets are lost when the process exits.
   */
  readonly webhooks?: WebhookSettings;
  /** The language model for questions; without it the engine answers all of them. */
  readonly model?: ModelSettings;
  /** The OpenID Connect provider for sign-in; without it users sign in by links and passkeys. */
  readonly provider?: ProviderSettings;
  /** Where the secrets of integrations are stored; without it there are none. */
  readonly secretPlaces?: SecretPlaces;
  /** Signing key and storage of the audit anchors; without it nothing is signed. */
  readonly anchors?: AnchorPlaces;
  /** The backup service; without it the service cannot create backups. */
  readonly backups?: AppDependencies['backups'];
  /** The last backup of the embedded database, for the metrics. */
  readonly lastBackup?: MetricSources['lastBackup'];
  /** The farms whose alerts must be evaluated again; default: those that were written to. */
  readonly changedFarms?: ChangedFarms;
  /** Maximum wait of the last requests on close for a database locked by others. */
  readonly auditCloseMillis?: number;
}): Service {
  const { database, clock, log } = input;
  reportCondition(database, log);
  const tools = { clock, log, connectionLog: createConnectionLog(log) };
  const model = input.model && openModel(input.model, tools);
  const baseRuntime = createRuntime(database, clock);
  const pages = composePages(baseRuntime, input.file, log);
  const imports = createImportReader();
  const metrics = createMetrics({
    version,
    runtime: baseRuntime,
    auditHealth: () => audit.health(),
    lastBackup: input.lastBackup,
  });
  const outages = watchDatabase(database, log);
  const runtime: Runtime = {
    ...baseRuntime,
    ...(pages ? { makePage: pages.makePage } : {}),
    readTable: imports.readTable,
    deliveryNotifier: createNotifier(),
    commandNotifier: createNotifier(),
    changedFarms: input.changedFarms ?? createChangedFarms(),
    runSideEffects: runRowSideEffects,
    eventNotifier: createNotifier(),
    noticeNotifier: createNotifier(),
    tally: metrics.tally,
    ...(model ? { model: model.gateway } : {}),
  };
  const onAuditError = (error: unknown) => {
    if (outages.covers(error)) return;
    log.error({ err: error }, 'the audit log could not be written as it should be');
  };
  const { auditCloseMillis: closeMillis } = input;
  const patience = closeMillis === undefined ? {} : { closeMillis };
  const audit = createAuditTrail(runtime, onAuditError, patience);
  const anchors = composeAnchors(runtime, input.anchors, log);
  const webhooks = input.webhooks ?? passingSettings();
  const { policy } = webhooks;
  const secrets = input.secretPlaces ?? noSecrets;
  const connections = { client: createOutboundClient(policy), policy, secrets };
  const provider = input.provider && openProvider(input.provider, { ...tools, secrets });
  const deps = {
    runtime,
    audit,
    anchors,
    rateLimiter: composeRateLimiter(database, log),
    metrics,
    farmTurns: composeFarmTurns(),
    outages,
    webhooks,
    connections,
    backups: input.backups,
    log,
    ...(provider ? { provider } : {}),
  };
  const app = buildApp(deps, input.app);
  let isAnchored = false;
  return {
    ...{ app, runtime, log, outages, connections, anchors },
    connectionLog: tools.connectionLog,
    startAnchoring() {
      isAnchored = true;
      anchors.start();
    },
    async close() {
      await app.close();
      outages.stop();
      await imports.stop();
      await pages?.stop();
      await connections.client.close();
      await model?.close();
      await provider?.close();
      const lostCalls = await audit.close();
      await anchors.close({ isForced: isAnchored });
      await database.close();
      if (lostCalls > 0) throw auditLost(lostCalls);
    },
  };
}

/** Creates the concurrency limit of farm-wide computations. */
export function composeFarmTurns(): Turns {
  return createTurns({
    most: limits.farmAnswersAtOnce,
    mostWaiting: limits.requestsWaiting,
    refusal: overloaded,
  });
}

function composeAnchors(
  runtime: Runtime,
  places: AnchorPlaces = { findKey: () => undefined },
  log: Logger,
): AnchorKeeper {
  return createAnchorKeeper(runtime, places, {
    onAnchor: (anchor) => log.info({ anchor }, 'the end of the audit log was signed'),
    onError: (error) => log.error({ err: error }, 'the end of the audit log could not be signed'),
  });
}

function auditLost(calls: number): FarmError {
  return new FarmError('internal', {
    code: 'audit_incomplete',
    message: `The audit log lacks ${calls} calls: they could not be written before the service ended.`,
  });
}

/** Pages of a database file can be rendered by two threads if there are two processors. */
function composePages(
  { database: { changes }, makePage }: Runtime,
  file: string | undefined,
  log: Logger,
): PageWorkerPool | undefined {
  if (file === undefined || !changes || availableParallelism() < 2) return undefined;
  return createPageWorkerPool({
    file,
    changes,
    here: makePage,
    onError: (error) => {
      log.warn({ err: error }, 'the thread that makes pages failed; this one makes them for now');
    },
  });
}

function reportCondition({ condition }: Database, log: Logger): void {
  const loss = condition?.loss();
  const unmarkedSince = condition?.unmarkedSince();
  if (unmarkedSince !== undefined) {
    log.warn(
      { unmarkedSince },
      'the mark of acknowledged commits was missing: a loss of writes before then would not show; see farmctl doctor',
    );
  }
  if (!loss) return;
  log.error({ ...loss }, 'acknowledged writes are missing from the database; see farmctl doctor');
}

function passingSettings(): WebhookSettings {
  const key = secureRandom(new Uint8Array(KEY_BYTES));
  return { policy: strictPolicy, secrets: createSecretBox(() => key, secureRandom) };
}

/** Only PostgreSQL has several instances; with SQLite the single process counts alone. */
function composeRateLimiter(database: Database, log: Logger): RateLimiter {
  const monotonicMillis = () => performance.now();
  if (database.dialect.name === 'sqlite') return createRateLimiter(monotonicMillis);
  return createSharedRateLimiter(database, {
    monotonicMillis,
    onError: (error) => {
      log.warn({ err: error }, 'the shared rate window failed; this instance counts by itself');
    },
  });
}

/** Logging of a model or a provider for the operator. */
interface OperatorTools {
  readonly clock: Clock;
  readonly log: Logger;
  readonly connectionLog: ConnectionLog;
}

/** A usable model with its connections. */
export interface OpenModel {
  readonly gateway: ModelGateway;
  close(): Promise<void>;
}

/** Prepares the model of the operator; throws a plain error if it must not be called. */
function openModel(
  settings: ModelSettings,
  { clock, log, connectionLog }: OperatorTools,
): OpenModel {
  const { model: name, key, daily = limits.modelQuestionsPerDay, totalMillis } = settings;
  const { url, host, policy } = modelTarget(settings);
  const client = createOutboundClient(policy);
  const gateway = createModelGateway({
    name,
    model: createChatModel({ client, url, model: name, key }),
    clock,
    daily,
    ...(totalMillis === undefined ? {} : { totalMillis }),
    onAnswer: () => connectionLog.back('model', { host, model: name }),
    onFailure: (failed) => {
      // Questions and answers are confidential and are not logged.
      if (isOfEndpoint(failed)) connectionLog.lost('model', { host, model: name }, failed);
      else {
        const { failure, message: reason } = failed;
        log.warn({ host, model: name, failure, reason }, 'a model gave no answer');
      }
    },
  });
  return { gateway, close: () => client.close() };
}

/** Prepares the provider of the operator; failed sign-ins are logged with their reason. */
function openProvider(
  settings: ProviderSettings,
  tools: OperatorTools & { readonly secrets: SecretPlaces },
): IdentityProvider {
  const { clock, log, connectionLog, secrets } = tools;
  const { issuer } = settings;
  return createIdentityProvider(settings, {
    clock,
    findSecret: (reference, target) => resolveSecret(reference, { ...target, places: secrets }),
    onSuccess: () => connectionLog.back('provider', { issuer }),
    onFailure: (failed) => {
      const { failure, message: reason } = failed;
      if (failure === 'unavailable') connectionLog.lost('provider', { issuer }, failed);
      else log.warn({ issuer, failure, reason }, 'a sign-in at the provider failed');
    },
  });
}
