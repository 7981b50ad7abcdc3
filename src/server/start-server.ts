import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Logger, pino } from 'pino';
import { containsConsole } from '../http/console.ts';
import type { AppOptions, MockMode } from '../http/core/mock-mode.ts';
import { containsViewer } from '../http/docs/reference-page.ts';
import { createFaultBook } from '../mock/faults.ts';
import { limits } from '../model/core/limits.ts';
import type { Language } from '../model/core/message.ts';
import { version } from '../model/core/vocabulary.ts';
import { farms } from '../model/resources/farms.ts';
import type { MetricSources } from '../platform/administration/metrics.ts';
import { requireMailFits } from '../platform/notices/mail.ts';
import { type ProviderSettings, providerTarget } from '../platform/outbound/identity-provider.ts';
import { type ModelSettings, modelTarget } from '../platform/outbound/model-gateway.ts';
import type { Database } from '../storage/core/database.ts';
import { SCHEMA_VERSION } from '../storage/migrations/migrate.ts';
import { listRows } from '../storage/records/list-rows.ts';
import { createShiftedClock, systemClock } from '../tools/clock.ts';
import { createRandom } from '../tools/random.ts';
import { type BackupSchedule, readJournal, recordInJournal } from './backup/backup-file.ts';
import { createBackupService } from './backup/backup-service.ts';
import { bootstrap } from './bootstrap.ts';
import { composeService, type Service } from './core/compose-service.ts';
import {
  type DatabaseLocation,
  databaseFile,
  nameDatabase,
  openDatabase,
} from './core/open-database.ts';
import {
  anchorPlacesOf,
  type ConfiguredSecrets,
  secretPlacesOf,
  webhookSettingsOf,
} from './core/secrets.ts';
import { claimDatabase, lockDatabase, releaseDatabase } from './core/server-file.ts';
import { startTracing, type Tracing, traceDatabase } from './core/tracing.ts';
import { requireWeatherFits, type WeatherService, withBackground } from './jobs/background.ts';
import { requireBackupsFit, withBackups, withIntegrityChecks } from './jobs/maintenance-jobs.ts';
import { type RunningServer, runningServer } from './jobs/running-server.ts';
import { type NoticeSettings, recoverDeliveries } from './jobs/senders.ts';
import { createMockSnapshots, loadMock, type MockAccess } from './mock/load-mock.ts';
import type { PendingMock } from './workers/mock-loader.ts';

export interface ServerOptions {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  readonly database: DatabaseLocation;
  /** Generated data instead of a database. */
  readonly mock?: {
    readonly content: 'demo' | 'empty';
    readonly seed: number;
    /** Language of the generated texts; default English. */
    readonly language?: Language;
    /** The date of the generated data; default: the current time. */
    readonly now?: number;
    /** Whether the clock starts at the current time even if `now` dates the data. */
    readonly isPresent?: boolean;
  };
  readonly logLevel?: string;
  /** Injected faults of a mock server, such as `POST /tasks 503 20%`. */
  readonly faults?: readonly string[];
  readonly app?: Omit<AppOptions, 'mock' | 'console' | 'reference'>;
  /**
   * The base path under which a proxy serves the web console; default `/`; false disables the
   * console.
   */
  readonly console?: { readonly basePath?: string } | false;
  /** Scheduled backups; only for an embedded database. */
  readonly backups?: BackupSchedule;
  /** The weather service; without it no weather is fetched. */
  readonly weather?: Pick<WeatherService, 'url'>;
  /** Whether farms are scanned on a schedule; default true. */
  readonly brain?: boolean;
  /** Whether integrations are polled on a schedule; default true. */
  readonly integrations?: boolean;
  /** Where the secrets of integrations are stored. */
  readonly secrets?: ConfiguredSecrets;
  /** Private or non-TLS hosts that outbound requests may reach. */
  readonly allowedHosts?: readonly string[];
  /** 32 bytes as hex or base64, the key that encrypts secrets; the same on every instance. */
  readonly secretKey?: string;
  /** The file to which signed audit anchors are appended; default: next to the database. */
  readonly auditAnchors?: string;
  /** The language model for questions. */
  readonly model?: Omit<ModelSettings, 'allowedHosts'>;
  /** The OpenID Connect provider for sign-in. */
  readonly provider?: Omit<ProviderSettings, 'allowedHosts'>;
  /** Settings for the notification of users. */
  readonly notices?: NoticeSettings;
}

const MOST_FARMS_SHOWN = 1000;

/** Starts a server; resolves when it listens. Pending mock rows are not generated again. */
export async function startServer(
  options: ServerOptions,
  pending?: PendingMock,
): Promise<RunningServer> {
  const dataDir = options.database.kind === 'sqlite' ? options.database.dataDir : undefined;
  requireBackupsFit(options.backups, dataDir);
  requireWeatherFits(weatherOf(options));
  requireModelFits(modelOf(options));
  requireProviderFits(providerOf(options));
  if (options.notices?.mail) requireMailFits(options.notices.mail);
  const log = logOf(options);
  // Lock first: of two concurrent starts, one must not even migrate.
  if (dataDir !== undefined) await lockDatabase(dataDir);
  try {
    const tracing = await startTracing(process.env, log);
    const openedDatabase = pending ?? {
      database: await openDatabase(options.database, { isServed: true }),
    };
    const database = nameDatabase(options.database);
    log.info({ version, database, schemaVersion: SCHEMA_VERSION }, 'farmctl starts');
    const served = tracing
      ? { ...openedDatabase, database: traceDatabase(openedDatabase.database), isTraced: true }
      : openedDatabase;
    const server = endingTracing(await serveDatabase(served, options, dataDir), tracing);
    const hasConsole = consoleOf(options).console !== undefined;
    const { baseUrl } = server.ready;
    log.info({ baseUrl, console: hasConsole }, 'farmctl is ready');
    if (dataDir === undefined) return server;
    recordInJournal(dataDir, { schedule: options.backups });
    if (!options.backups) return server;
    return withBackups(server, { dataDir, schedule: options.backups, log });
  } catch (error) {
    if (dataDir !== undefined) releaseDatabase(dataDir);
    throw error;
  }
}

/** Adds the export of the last traces after the server has closed. */
function endingTracing(server: RunningServer, tracing: Tracing | undefined): RunningServer {
  if (!tracing) return server;
  return {
    ...server,
    close: () => server.close().finally(() => tracing.stop()),
  };
}

async function serveDatabase(
  { database, access: pending, isTraced = false }: OpenedDatabase,
  options: ServerOptions,
  dataDir: string | undefined,
): Promise<RunningServer> {
  // A single clock reading for data and clock: the same seed and `now` give the same bytes.
  const now = options.mock?.now ?? systemClock.now();
  let service: Service | undefined;
  try {
    const mode =
      options.mock && createMockMode(database, { ...options.mock, now }, options.faults ?? []);
    const clock = mode?.clock ?? systemClock;
    const hasMailServer = options.notices?.mail !== undefined;
    const webhooks = { ...webhookSettingsOf(options), hasMailServer };
    service = composeService({
      database,
      clock,
      file: fileOf(options),
      webhooks,
      log: logOf(options),
      lastBackup: lastBackupOf(dataDir),
      backups: options.mock
        ? undefined
        : createBackupService(options.database, database, process.env),
      secretPlaces: secretPlacesOf(options.database, options.secrets),
      anchors: anchorPlacesOf(options.database, {
        secretKey: options.secretKey,
        file: options.auditAnchors,
      }),
      ...modelOf(options),
      ...providerOf(options),
      app: {
        ...options.app,
        isTraced,
        ...(mode ? { mock: mode } : {}),
        ...consoleOf(options),
        ...(containsViewer(REFERENCE_FOLDER) ? { reference: { folder: REFERENCE_FOLDER } } : {}),
      },
    });
    // The database has not been accessed yet.
    const mock = await (pending ?? makeMock(database, options, now));
    await recoverDeliveries(service.runtime);
    const baseUrl = await listen(service, options);
    mode?.clock.set(startOfClock(options.mock));
    if (dataDir !== undefined) claimDatabase(dataDir, baseUrl);
    // Last step: the key of a first start is shown only once and must not be lost to a taken port.
    const access = mock ?? (await prepareAccess(database));
    const ready = { ...access, event: 'ready', baseUrl, pid: process.pid } as const;
    service.startAnchoring();
    const listening = runningServer(service, ready, dataDir);
    const checked = withIntegrityChecks(listening, service, fileOf(options));
    const isMock = options.mock !== undefined;
    return withBackground(checked, service, {
      isMock,
      scansFarms: !isMock && options.brain !== false,
      readsIntegrations: options.integrations ?? true,
      analyzesImages: options.model?.analyzesImages ?? false,
      webhooks,
      weather: weatherOf(options),
      notices: options.notices,
    });
  } catch (error) {
    await (service ?? database).close();
    throw error;
  }
}

/** The console is built next to the program; it does not exist when running from source. */
const CONSOLE_FOLDER = fileURLToPath(new URL('../../console', import.meta.url));
const REFERENCE_FOLDER = fileURLToPath(new URL('../../reference', import.meta.url));

function consoleOf({ console = {} }: ServerOptions): Pick<AppOptions, 'console'> {
  if (console === false || !containsConsole(CONSOLE_FOLDER)) return {};
  return { console: { folder: CONSOLE_FOLDER, ...console } };
}

function fileOf({ database }: ServerOptions): string | undefined {
  return database.kind === 'sqlite' ? databaseFile(database.dataDir) : undefined;
}

/**
 * Reads the last backup from the journal of a data folder; undefined if backups are left to the
 * operator.
 */
function lastBackupOf(dataDir: string | undefined): MetricSources['lastBackup'] {
  return dataDir === undefined ? undefined : () => readJournal(dataDir).lastBackup;
}

type OpenedDatabase = Pick<PendingMock, 'database'> &
  Partial<PendingMock> & { readonly isTraced?: boolean };

async function makeMock(
  database: Database,
  { mock }: ServerOptions,
  now: number,
): Promise<MockAccess | undefined> {
  return mock && loadMock(database, { ...mock, now });
}

/** The weather service with its allowed hosts; a mock server may call its own machine. */
function weatherOf({
  weather,
  allowedHosts = [],
  mock,
}: ServerOptions): WeatherService | undefined {
  return weather && { ...weather, policy: { allowedHosts, allowLoopback: mock !== undefined } };
}

/** The model, with the hosts that may be called without TLS. */
function modelOf({ model, allowedHosts = [] }: ServerOptions): { readonly model?: ModelSettings } {
  return model ? { model: { ...model, allowedHosts } } : {};
}

/** Throws a plain error if the model must not be called. */
function requireModelFits({ model }: ReturnType<typeof modelOf>): void {
  if (model) modelTarget(model);
}

/** The provider, with the private or non-TLS hosts that may be called. */
function providerOf({ provider, allowedHosts = [] }: ServerOptions): {
  readonly provider?: ProviderSettings;
} {
  return provider ? { provider: { ...provider, allowedHosts } } : {};
}

/** Throws a plain error if the provider must not be called. */
function requireProviderFits({ provider }: ReturnType<typeof providerOf>): void {
  if (provider) providerTarget(provider);
}

/** The clock time of a mock server when it becomes ready. */
function startOfClock(mock: ServerOptions['mock']): number {
  return mock?.now === undefined || mock.isPresent ? systemClock.now() : mock.now;
}

/** The clock of a mock server advances from its `now` once it is ready, and can be moved. */
function createMockMode(
  database: Database,
  { seed, now }: { readonly seed: number; readonly now: number },
  faults: readonly string[],
): MockMode {
  const mode = {
    clock: createShiftedClock(now),
    faults: createFaultBook(faults, createRandom(`${seed}/faults`).next),
  };
  return { ...mode, snapshots: createMockSnapshots(database, mode) };
}

/** Logs go to standard error; standard output is for requested data. */
function logOf({ logLevel = 'info' }: ServerOptions): Logger {
  return pino({ level: logLevel }, pino.destination({ dest: 2, sync: true }));
}

async function prepareAccess(database: Database): Promise<MockAccess> {
  const { orgId, key } = await bootstrap(database);
  const rows = await listRows(database, farms, {
    scope: { orgId, farmIds: 'all' },
    conditions: [],
    order: 'name',
    direction: 'asc',
    limit: MOST_FARMS_SHOWN,
    offset: 0,
  });
  const printedRows = rows.map((row) => {
    const { id, name } = JSON.parse(row) as { id: string; name: string };
    return { id, name };
  });
  return { orgId, farms: printedRows, keys: key === undefined ? {} : { admin: key }, cameras: [] };
}

async function listen(service: Service, options: ServerOptions): Promise<string> {
  await service.app.listen({
    host: options.host,
    port: options.port,
    backlog: limits.connectionsWaiting,
  });
  const { address, port, family } = service.app.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
