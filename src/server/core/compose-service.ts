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

/** A service put together: its application and what must be closed with it. */
export interface Service {
  readonly app: FastifyInstance;
  readonly runtime: Runtime;
  readonly log: Logger;
  readonly outages: DatabaseOutages;
  readonly connectionLog: ConnectionLog;
  /** With what integrations are read; closed with the service. */
  readonly connections: Connections;
  readonly anchors: Pick<AnchorKeeper, 'prune'>;
  /** Signs the end of the audit log regularly, and when the service closes. */
  startAnchoring(): void;
  /**
   * Answers what is under way, writes what waits, and closes the database. Throws when calls could
   * not be written to the audit log.
   */
  close(): Promise<void>;
}

/** Builds the service on an open database. */
export function composeService(input: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly app?: AppOptions;
  /** The file of the database, of which another thread can make pages of lists. */
  readonly file?: string | undefined;
  /** Without it webhooks call the internet only, and their secrets end with the process. */
  readonly webhooks?: WebhookSettings;
  /** The language model that questions may be put to; without it the engine answers all. */
  readonly model?: ModelSettings;
  /** The OpenID Connect provider by which users sign in; without it they do by links and passkeys. */
  readonly provider?: ProviderSettings;
  /** Where the secrets of integrations are kept; without it there are none. */
  readonly secretPlaces?: SecretPlaces;
  /** With which key the end of the audit log is signed, and where; without it nothing is. */
  readonly anchors?: AnchorPlaces;
  /** What backs up the database; without it the service cannot. */
  readonly backups?: AppDependencies['backups'];
  /** The last backup of the embedded database, for the metrics. */
  readonly lastBackup?: MetricSources['lastBackup'];
  /** The farms whose alerts are to be judged again; those that were written to unless given. */
  readonly changedFarms?: ChangedFarms;
  /** How long the last calls wait at the end for a database that others hold. */
  readonly auditCloseMillis?: number;
}): Service {
  const { database, clock, log } = input;
  reportCondition(database, log);
  const tools = { clock, log, connectionLog: createConnectionLog(log) };
  const model = input.model && openModel(input.model, tools);
  const plain = createRuntime(database, clock);
  const pages = composePages(plain, input.file, log);
  const imports = createImportReader();
  const metrics = createMetrics({
    version,
    runtime: plain,
    auditHealth: () => audit.health(),
    lastBackup: input.lastBackup,
  });
  const outages = watchDatabase(database, log);
  const runtime: Runtime = {
    ...plain,
    ...(pages ? { makePage: pages.makePage } : {}),
    readTable: imports.readTable,
    deliveryNotifier: createNotifier(),
    commandNotifier: createNotifier(),
    changedFarms: input.changedFarms ?? createChangedFarms(),
    runSideEffects: runRowSideEffects,
    eventNotifier: createNotifier(),
    noticeNotifier: createNotifier(),
    tally: metrics.tally,
    ...(model ? { model: model.desk } : {}),
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

/** The turns of answers about farms as a whole. */
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

/** Pages of a file can be made by two threads, where there are two processors. */
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

/** Only PostgreSQL has several instances; on SQLite the one process counts by itself. */
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

/** What tells the operator of a model or a provider. */
interface OperatorTools {
  readonly clock: Clock;
  readonly log: Logger;
  readonly connectionLog: ConnectionLog;
}

/** A model that can be asked, with the connections to it. */
export interface OpenModel {
  readonly desk: ModelGateway;
  close(): Promise<void>;
}

/** Makes the model of an operator ready; throws a plain error when it must not be called. */
function openModel(
  settings: ModelSettings,
  { clock, log, connectionLog }: OperatorTools,
): OpenModel {
  const { model: name, key, daily = limits.modelQuestionsPerDay, totalMillis } = settings;
  const { url, host, policy } = modelTarget(settings);
  const client = createOutboundClient(policy);
  const desk = createModelGateway({
    name,
    model: createChatModel({ client, url, model: name, key }),
    clock,
    daily,
    ...(totalMillis === undefined ? {} : { totalMillis }),
    onAnswer: () => connectionLog.back('model', { host, model: name }),
    onFailure: (failed) => {
      // What was asked and told is nobody's business here.
      if (isOfEndpoint(failed)) connectionLog.lost('model', { host, model: name }, failed);
      else {
        const { failure, message: reason } = failed;
        log.warn({ host, model: name, failure, reason }, 'a model gave no answer');
      }
    },
  });
  return { desk, close: () => client.close() };
}

/** The provider of an operator, who is told in the log why somebody could not sign in by it. */
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
