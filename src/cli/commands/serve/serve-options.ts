import { isIP } from 'node:net';
import { isLanguage, type Language, languages, message } from '../../../model/core/message.ts';
import type { BackupSchedule } from '../../../server/backup/backup-file.ts';
import type { ConfiguredSecrets } from '../../../server/core/secrets.ts';
import type { NoticeSettings } from '../../../server/jobs/senders.ts';
import { parseInstant } from '../../../tools/calendar.ts';
import { parseUrl } from '../../../tools/unknown-values.ts';
import { usageError } from '../../core/errors.ts';
import { secretVariables } from '../../session/transports.ts';
import { servedDatabases } from '../core/named-database.ts';
import {
  parseModel,
  parseProvider,
  type ServedModel,
  type ServedProvider,
} from './provider-options.ts';

export interface TypedServeOptions {
  readonly host: string;
  readonly port: string;
  readonly database?: string;
  /** True if `--mock` has no value. */
  readonly mock?: string | true;
  readonly seed?: string;
  readonly now?: string;
  readonly fault?: readonly string[];
  readonly logLevel?: string;
  readonly accessLog?: boolean;
  readonly publicMetrics?: boolean;
  readonly trustProxy?: readonly string[];
  /** False with `--no-console`. */
  readonly console?: boolean;
  readonly basePath?: string;
  readonly weatherUrl?: string;
  /** False with `--no-weather`. */
  readonly weather?: boolean;
  /** False with `--no-brain`. */
  readonly brain?: boolean;
  /** False with `--no-integrations`. */
  readonly integrations?: boolean;
  readonly secretsDir?: string;
  readonly allowHost?: readonly string[];
  readonly backupDir?: string;
  readonly backupAt?: string;
  readonly backupKeep?: string;
  readonly auditAnchors?: string;
  readonly json?: boolean;
}

/** Options of the server that `serve` starts. */
export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly mock: MockOptions | undefined;
  /** URL of a PostgreSQL database; undefined: the embedded one, or that of a mock. */
  readonly databaseUrl: string | undefined;
  readonly replicaUrl: string | undefined;
  /** Scheduled backups; undefined: disabled. */
  readonly backups: BackupSchedule | undefined;
  /** Weather source; undefined: disabled. */
  readonly weather: { readonly url?: string } | undefined;
  /** False: scheduled scans are disabled. */
  readonly brain?: false;
  /** False: scheduled polling of integrations is disabled. */
  readonly integrations?: false;
  /** Storage of integration secrets. */
  readonly secrets?: ConfiguredSecrets;
  /** Private or non-TLS hosts that outbound requests may reach. */
  readonly allowedHosts: readonly string[];
  /** Key that encrypts secrets in the database, as text; undefined: a separate generated key. */
  readonly secretKey?: string;
  /** File to which signed heads of the audit log are appended. */
  readonly auditAnchors?: string;
  /** Language model for questions. */
  readonly model?: ServedModel;
  /** OpenID Connect provider for user sign-in. */
  readonly provider?: ServedProvider;
  /** How users are notified of alerts. */
  readonly notices?: NoticeSettings;
  readonly console?: { readonly basePath: string } | false;
  readonly faults: readonly string[];
  readonly logLevel: string;
  readonly app: {
    readonly accessLog?: boolean;
    readonly publicMetrics?: boolean;
    readonly trustProxy?: readonly string[];
  };
}

interface MockOptions {
  readonly content: 'demo' | 'empty';
  readonly seed: number;
  readonly language?: Language;
  readonly now?: number;
}

/** Inputs of `serve` besides its flags. */
export interface ServeInput {
  /** The directory in `--data`. */
  readonly dataDir: string | undefined;
  /** Language of the texts of a mock server. */
  readonly lang?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether the log is shown on a terminal; routine entries are then omitted. */
  readonly isAttended?: boolean;
}

/** Log levels in ascending order of verbosity. */
const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

const DEFAULT_SEED = 42;
const DEFAULT_BACKUP_AT = '0 3 * * *';
const DEFAULT_BACKUP_KEEP = 14;
const HOST = /^[\w.-]+(?::\d{1,5})?$/;
const mockContents = ['demo', 'empty'] as const;
const mockFlags = ['seed', 'now', 'fault'] as const;

/** Parses the flags of `serve`; throws a usage error for invalid combinations. */
export function parseServeOptions(
  typed: TypedServeOptions,
  { dataDir, lang, environment, isAttended = false }: ServeInput,
): ServeOptions {
  requireFit(typed, dataDir);
  const mock = parseMock(typed, lang);
  const isEmbedded = mock !== undefined || dataDir !== undefined;
  return {
    host: typed.host,
    port: parsePort(typed.port),
    mock,
    ...servedDatabases(typed.database, isEmbedded ? {} : environment),
    backups: parseBackups(typed),
    weather: parseWeather(typed),
    ...consoleOf(typed),
    ...(typed.brain === false ? { brain: false } : {}),
    ...(typed.integrations === false ? { integrations: false } : {}),
    ...secretsOf(environment, typed.secretsDir),
    allowedHosts: parseHosts(typed.allowHost ?? []),
    ...secretKeyOf(environment),
    ...modelOf(environment),
    ...providerOf(environment),
    ...noticesOf(environment),
    ...(typed.auditAnchors ? { auditAnchors: typed.auditAnchors } : {}),
    faults: typed.fault ?? [],
    logLevel: parseLogLevel(typed.logLevel ?? (mock || isAttended ? 'warn' : 'info')),
    app: {
      ...(typed.accessLog ? { accessLog: true } : {}),
      ...(typed.publicMetrics ? { publicMetrics: true } : {}),
      ...(typed.trustProxy ? { trustProxy: parseProxies(typed.trustProxy) } : {}),
    },
  };
}

const BASE_PATH = /^\/(?:[\w.~-]+\/)*$/;

function consoleOf({ console, basePath }: TypedServeOptions): Pick<ServeOptions, 'console'> {
  if (console === false) {
    if (basePath !== undefined) throw usageError(message('fault.basePathOfConsole'));
    return { console: false };
  }
  if (basePath === undefined) return {};
  const path = basePath.endsWith('/') ? basePath : `${basePath}/`;
  if (BASE_PATH.test(path)) return { console: { basePath: path } };
  throw usageError(message('fault.basePath'));
}

function requireFit(typed: TypedServeOptions, dataDir: string | undefined): void {
  if (typed.mock === undefined) {
    const stray = mockFlags.find((name) => typed[name] !== undefined);
    if (stray) throw usageError(message('fault.flagNeedsMock', { stray }));
  } else {
    const stray = strayOfMock(typed, dataDir);
    if (stray) {
      throw usageError(message('fault.flagWithoutMock', { stray }));
    }
  }
  if (dataDir !== undefined && typed.database !== undefined) {
    throw usageError(message('fault.twoDatabases'));
  }
}

function strayOfMock(typed: TypedServeOptions, dataDir: string | undefined): string | undefined {
  if (dataDir !== undefined) return '--data';
  if (typed.database !== undefined) return '--database';
  if (typed.auditAnchors !== undefined) return '--audit-anchors';
  return typed.backupDir === undefined ? undefined : '--backup-dir';
}

function parseMock(
  { mock, seed, now }: TypedServeOptions,
  lang: string | undefined,
): MockOptions | undefined {
  if (mock === undefined) return undefined;
  const content = mockContents.find((word) => word === (mock === true ? 'demo' : mock));
  if (!content)
    throw usageError(message('fault.oneOf', { flag: '--mock', words: mockContents.join(', ') }));
  return {
    content,
    seed: seed === undefined ? DEFAULT_SEED : parseSeed(seed),
    ...(lang === undefined ? {} : { language: parseLanguage(lang) }),
    ...(now === undefined ? {} : { now: parseNow(now) }),
  };
}

function parseSeed(text: string): number {
  const seed = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(seed)) return seed;
  throw usageError(message('fault.wholeFrom', { flag: '--seed', least: 0 }));
}

function parseLanguage(text: string): Language {
  if (isLanguage(text)) return text;
  throw usageError(message('fault.oneOf', { flag: '--lang', words: languages.join(', ') }));
}

function parseNow(text: string): number {
  const now = parseInstant(text);
  if (now !== undefined) return now;
  throw usageError(message('fault.nowInvalid'));
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw usageError(message('fault.portInvalid'));
}

/** The caller resolves the directory against the working directory. */
function parseBackups({
  backupDir,
  backupAt,
  backupKeep,
}: TypedServeOptions): BackupSchedule | undefined {
  if (backupDir === undefined) {
    const stray = backupAt === undefined ? backupKeep && '--backup-keep' : '--backup-at';
    if (stray) throw usageError(message('fault.flagNeedsBackupDir', { stray }));
    return undefined;
  }
  const count = Number(backupKeep ?? DEFAULT_BACKUP_KEEP);
  if (!Number.isSafeInteger(count) || count < 1) {
    throw usageError(message('fault.wholeFrom', { flag: '--backup-keep', least: 1 }));
  }
  return { folder: backupDir, at: backupAt ?? DEFAULT_BACKUP_AT, keep: count };
}

/** A mock server fetches weather only from an explicit URL. */
function parseWeather({ weather, weatherUrl, mock }: TypedServeOptions): ServeOptions['weather'] {
  if (weather === false) {
    if (weatherUrl === undefined) return undefined;
    throw usageError(
      message('fault.contradiction', { first: '--no-weather', second: '--weather-url' }),
    );
  }
  if (weatherUrl === undefined) return mock === undefined ? {} : undefined;
  if (parseUrl(weatherUrl)) return { url: weatherUrl };
  throw usageError(message('fault.weatherUrlInvalid'));
}

/** The secret key is not a flag: other users can read the arguments of a process. */
function secretKeyOf({
  FARMCTL_SECRET_KEY: secretKey,
}: ServeInput['environment']): Pick<ServeOptions, 'secretKey'> {
  return secretKey ? { secretKey } : {};
}

function secretsOf(
  environment: ServeInput['environment'],
  folder: string | undefined,
): Pick<ServeOptions, 'secrets'> {
  const variables = secretVariables(environment);
  const hasAny = Object.keys(variables).length > 0;
  if (!hasAny && folder === undefined) return {};
  return {
    secrets: {
      ...(hasAny ? { environment: variables } : {}),
      ...(folder === undefined ? {} : { folder }),
    },
  };
}

function modelOf(environment: ServeInput['environment']): Pick<ServeOptions, 'model'> {
  const model = parseModel(environment);
  return model ? { model } : {};
}

function providerOf(environment: ServeInput['environment']): Pick<ServeOptions, 'provider'> {
  const provider = parseProvider(environment);
  return provider ? { provider } : {};
}

/** The mail server is not a flag, as its URL contains the password. */
function noticesOf({
  FARMCTL_SMTP_URL: url,
  FARMCTL_MAIL_FROM: from,
  FARMCTL_PUBLIC_URL: publicUrl,
}: ServeInput['environment']): Pick<ServeOptions, 'notices'> {
  const mail = url ? { mail: { url, from: from ?? '' } } : {};
  const address = publicUrl ? { publicUrl: publicUrl.replace(/\/$/, '') } : {};
  const notices = { ...mail, ...address };
  return Object.keys(notices).length === 0 ? {} : { notices };
}

function parseHosts(hosts: readonly string[]): readonly string[] {
  const invalidHost = hosts.find((host) => !HOST.test(host) && isIP(host) === 0);
  if (invalidHost === undefined) return hosts;
  throw usageError(message('fault.allowHostInvalid', { strange: invalidHost }));
}

/** IP addresses, or ranges such as 10.0.0.0/8. */
function parseProxies(addresses: readonly string[]): readonly string[] {
  const invalidAddress = addresses.find((address) => isIP(address.split('/', 1)[0] ?? '') === 0);
  if (invalidAddress === undefined) return addresses;
  throw usageError(message('fault.trustProxyInvalid', { strange: invalidAddress }));
}

function parseLogLevel(text: string): string {
  if (logLevels.some((level) => level === text)) return text;
  throw usageError(message('fault.oneOf', { flag: '--log-level', words: logLevels.join(', ') }));
}
