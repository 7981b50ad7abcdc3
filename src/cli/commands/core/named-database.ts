import { isMessage, type Message, message } from '../../../model/core/message.ts';
import { parseUrl } from '../../../tools/parse-url.ts';
import { EMBEDDED } from '../../config/config-schema.ts';
import { type ResolvedSetting, resolveSettings } from '../../config/resolve-settings.ts';
import { CliError, type CliOutcome, usageError } from '../../core/errors.ts';
import { isFrom } from '../../core/setting-source.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';
import { settingsInput } from './stored-settings.ts';

/** The database that a command works on. */
export type NamedDatabase =
  | { readonly kind: 'sqlite'; readonly dataDir: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** A server whose database is not on this machine, or not in the folder of the settings. */
interface RemoteDatabase {
  readonly kind: 'server';
  readonly server: ResolvedSetting;
  readonly dataDir: string;
}

/**
 * The database that flags and settings name: `--database`, else the folder of `--data`, else
 * FARMCTL_DATABASE, else the folder of the settings. Throws a usage error for two at once, and when
 * the settings name a server with another database.
 */
export async function findDatabase(
  context: CommandContext,
  typed: string | undefined,
): Promise<NamedDatabase> {
  const found = await findServedDatabase(context, typed);
  if (found.kind === 'server') throw servedElsewhere(found);
  return found;
}

/** The same, or the server of the profile, where its database is not the folder of the settings. */
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

/** Whether the profile means a server whose database is not the folder of this machine. */
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

/** The address of a PostgreSQL database; throws a usage error that does not repeat it. */
export function parseDatabaseUrl(
  text: string,
  fault: 'fault.databaseUrlInvalid' | 'fault.replicaUrlInvalid' = 'fault.databaseUrlInvalid',
): string {
  if (/^postgres(ql)?:\/\//.test(text) && parseUrl(text)) return text;
  // The address may hold a password, so it is not repeated.
  throw usageError(message(fault));
}

/** The replica that the environment names. */
export function parseReplicaUrl(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const named = environment['FARMCTL_REPLICA_URL'];
  return named ? parseDatabaseUrl(named, 'fault.replicaUrlInvalid') : undefined;
}

/** The database that `serve` uses: of `--database` or the environment, with its replica; or neither. */
export function servedDatabases(
  typed: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): { readonly [N in 'databaseUrl' | 'replicaUrl']: string | undefined } {
  const named = typed ?? environment['FARMCTL_DATABASE'];
  return {
    databaseUrl: named ? parseDatabaseUrl(named) : undefined,
    replicaUrl: named ? parseReplicaUrl(environment) : undefined,
  };
}

/** Says which webhooks of a restored database nothing can be signed for: their key was left behind. */
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
  await context.tell('note.lostSecrets', { id, count, key: await context.t(key), command });
}

/** Says that the key that signed the audit log of a restored folder was left behind. */
export async function warnOfRemainingKey(context: CommandContext, dataDir: string): Promise<void> {
  const { KEY_FILE, lacksSigningKey } = await import('../../../server/core/secrets.ts');
  const configured = context.io.environment['FARMCTL_SECRET_KEY'] || undefined;
  if (!(await lacksSigningKey(dataDir, configured))) return;
  await context.tell('note.keyLeftBehind', { name: KEY_FILE, folder: neutralise(dataDir) });
}

/** How a command ends that the service refused, by name and reason of its errors. */
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
 * A refusal of a database or a backup as an error of the command line, worded by `describe`; anything
 * else as it is. Told by name: the classes would load the service.
 */
export function explainRefusal(
  error: unknown,
  describe = (reason: Message): Message => reason,
): unknown {
  if (!(error instanceof Error)) return error;
  const { reason, said } = error as { readonly reason?: unknown; readonly said?: unknown };
  const outcome = outcomes[`${error.name} ${String(reason)}`];
  if (outcome === undefined) return error;
  const told = isMessage(said)
    ? said
    : message('fault.databaseUnusable', { detail: error.message });
  return new CliError(outcome, describe(told), { hint: null, cause: error });
}

/** Flags of `backup` as they were typed. */
export interface BackupOptions {
  readonly database?: string;
  readonly force?: boolean;
  readonly run?: boolean;
}

/** Flags of `restore` as they were typed. */
export interface RestoreOptions {
  readonly database?: string;
  readonly run?: boolean;
}
