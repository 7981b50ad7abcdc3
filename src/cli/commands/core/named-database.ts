import { isMessage, type Message, message } from '../../../model/core/message.ts';
import { parseUrl } from '../../../tools/unknown-values.ts';
import { EMBEDDED } from '../../config/config-schema.ts';
import { type ResolvedSetting, resolveSettings } from '../../config/resolve-settings.ts';
import { CliError, type CliOutcome, usageError } from '../../core/errors.ts';
import { isFrom } from '../../core/setting-source.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';
import { settingsInput } from './stored-settings.ts';

/** The database a command uses. */
export type NamedDatabase =
  | { readonly kind: 'sqlite'; readonly dataDir: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** A server whose database is not on this machine, or not in the configured directory. */
interface RemoteDatabase {
  readonly kind: 'server';
  readonly server: ResolvedSetting;
  readonly dataDir: string;
}

/**
 * The database selected by flags and settings: `--database`, the directory in `--data`,
 * FARMCTL_DATABASE, the configured directory, in this order. Throws a usage error if two are given,
 * or if the settings name a server with another database.
 */
export async function findDatabase(
  context: CommandContext,
  typed: string | undefined,
): Promise<NamedDatabase> {
  const served = await findServedDatabase(context, typed);
  if (served.kind === 'server') throw servedElsewhere(served);
  return served;
}

/** The same, or the profile's server if its database is not the configured directory. */
export async function findServedDatabase(
  context: CommandContext,
  typed: string | undefined,
): Promise<NamedDatabase | RemoteDatabase> {
  const { dataDir: typedFolder } = context.flags();
  if (typedFolder !== undefined && typed !== undefined) {
    throw usageError(message('fault.twoDatabases'));
  }
  const inherited = typedFolder === undefined ? context.io.environment['FARMCTL_DATABASE'] : '';
  const url = typed ?? inherited;
  if (url) return { kind: 'postgres', url: parseDatabaseUrl(url) };
  const { settings } = await resolveSettings(settingsInput(context));
  const dataDir = String(settings.dataDir.value);
  const isNamed = isFrom(settings.dataDir.source, 'flag', 'environment');
  if (!isNamed && (await isServedElsewhere(settings.server, dataDir))) {
    return { kind: 'server', server: settings.server, dataDir };
  }
  return { kind: 'sqlite', dataDir };
}

/** Whether the profile refers to a server whose database is not the local directory. */
async function isServedElsewhere(server: ResolvedSetting, dataDir: string): Promise<boolean> {
  const { value, source } = server;
  if (isFrom(source, 'builtIn') || typeof value !== 'string' || value === EMBEDDED) return false;
  const { findServer } = await import('../../../server/core/server-file.ts');
  return findServer(dataDir)?.baseUrl !== value;
}

function servedElsewhere({ server, dataDir }: RemoteDatabase): CliError {
  const { value, source } = server;
  const names = { server: neutralise(String(value)), source, dataDir: neutralise(dataDir) };
  return usageError(message('fault.serverElsewhere', names));
}

/** Parses the URL of a PostgreSQL database; the usage error does not include it. */
export function parseDatabaseUrl(
  text: string,
  fault: 'fault.databaseUrlInvalid' | 'fault.replicaUrlInvalid' = 'fault.databaseUrlInvalid',
): string {
  if (/^postgres(ql)?:\/\//.test(text) && parseUrl(text)) return text;
  // The URL may contain a password, so it is not included.
  throw usageError(message(fault));
}

/** The replica set in the environment. */
export function parseReplicaUrl(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const replicaUrl = environment['FARMCTL_REPLICA_URL'];
  return replicaUrl ? parseDatabaseUrl(replicaUrl, 'fault.replicaUrlInvalid') : undefined;
}

/** The database for `serve`, from `--database` or the environment, with its replica; or neither. */
export function servedDatabases(
  typed: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): { readonly [N in 'databaseUrl' | 'replicaUrl']: string | undefined } {
  const database = typed ?? environment['FARMCTL_DATABASE'];
  return {
    databaseUrl: database ? parseDatabaseUrl(database) : undefined,
    replicaUrl: database ? parseReplicaUrl(environment) : undefined,
  };
}

/**
 * Reports the webhooks of a restored database that cannot be signed because their key was not
 * restored.
 */
export async function warnOfLostSecrets(
  context: CommandContext,
  database: NamedDatabase,
  key: 'note.keyOfOldMachine' | 'note.keyOfOldServer',
): Promise<void> {
  const { findLostSecrets } = await import('../../../server/core/secrets.ts');
  const configured = context.io.environment['FARMCTL_SECRET_KEY'] || undefined;
  const [first, ...others] = await findLostSecrets(database, configured);
  if (first === undefined) return;
  const id = neutralise(first);
  const count = others.length + 1;
  const command = `farmctl webhook rotate ${id} --grace 0`;
  await context.report('note.lostSecrets', { id, count, key: await context.t(key), command });
}

/** Reports that the key that signed the audit log of a restored directory was not copied. */
export async function warnOfRemainingKey(context: CommandContext, dataDir: string): Promise<void> {
  const { KEY_FILE, lacksSigningKey } = await import('../../../server/core/secrets.ts');
  const configured = context.io.environment['FARMCTL_SECRET_KEY'] || undefined;
  if (!(await lacksSigningKey(dataDir, configured))) return;
  await context.report('note.keyLeftBehind', { name: KEY_FILE, folder: neutralise(dataDir) });
}

/** Command outcomes of service errors, by name and reason. */
const outcomes: Readonly<Record<string, CliOutcome>> = {
  'UnusableDatabase unfit': 'usage',
  'UnusableDatabase held': 'usage',
  'UnusableDatabase not_allowed': 'notAllowed',
  'UnusableDatabase unreachable': 'noConnection',
  'BackupRefused unfit': 'usage',
  'BackupRefused missing': 'notFound',
  'BackupRefused failed': 'serverError',
};

/**
 * Converts a database or backup error to a CLI error, worded by `describe`; other errors are
 * unchanged. Errors are identified by name because importing their classes would load the service.
 */
export function explainRefusal(
  error: unknown,
  describe = (reason: Message): Message => reason,
): unknown {
  if (!(error instanceof Error)) return error;
  const { reason, explanation } = error as {
    readonly reason?: unknown;
    readonly explanation?: unknown;
  };
  const outcome = outcomes[`${error.name} ${String(reason)}`];
  if (outcome === undefined) return error;
  const detail = isMessage(explanation)
    ? explanation
    : message('fault.databaseUnusable', { detail: error.message });
  return new CliError(outcome, describe(detail), { hint: null, cause: error });
}

export interface BackupOptions {
  readonly database?: string;
  readonly force?: boolean;
  readonly run?: boolean;
}

export interface RestoreOptions {
  readonly database?: string;
  readonly run?: boolean;
}
