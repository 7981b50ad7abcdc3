import { resolveSettings } from '../config/resolve-settings.ts';
import type { CommandContext } from '../context.ts';
import { usageError } from '../errors.ts';
import { settingsInput } from './config/command-settings.ts';

/** The database that a command works on. */
export type NamedDatabase =
  | { readonly kind: 'sqlite'; readonly dataDir: string }
  | { readonly kind: 'postgres'; readonly url: string };

/**
 * The database that flags and settings name: `--database`, else the folder of `--data`, else
 * FARMCTL_DATABASE, else the folder of the settings. Throws a usage error for two at once.
 */
export async function findDatabase(
  context: CommandContext,
  typed: string | undefined,
): Promise<NamedDatabase> {
  const { dataDir: typedFolder } = context.flags();
  if (typedFolder !== undefined && typed !== undefined) {
    throw usageError('--data and --database name two databases; leave out one');
  }
  const inherited = typedFolder === undefined ? context.io.environment['FARMCTL_DATABASE'] : '';
  const url = typed ?? inherited;
  if (url) return { kind: 'postgres', url: parseDatabaseUrl(url) };
  const { settings } = await resolveSettings(settingsInput(context));
  return { kind: 'sqlite', dataDir: String(settings.dataDir.value) };
}

/** The address of a PostgreSQL database; throws a usage error that does not repeat it. */
export function parseDatabaseUrl(text: string): string {
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text;
  // The address may hold a password, so it is not repeated.
  throw usageError('the database must be an address such as postgres://host/farmctl');
}
