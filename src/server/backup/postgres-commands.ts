/** A program of PostgreSQL with its arguments; the password is not among them. */
export interface ToolCommand {
  readonly tool: 'pg_dump' | 'pg_restore';
  readonly arguments: readonly string[];
}

/** The command that backs a PostgreSQL database up into one file. */
export function dumpCommand(url: string, file: string): ToolCommand {
  const { address } = splitPassword(url);
  return {
    tool: 'pg_dump',
    arguments: ['--format=custom', '--no-password', `--dbname=${address}`, `--file=${file}`],
  };
}

/** The command that restores such a file into an empty database, wholly or not at all. */
export function restoreCommand(url: string, file: string): ToolCommand {
  const { address } = splitPassword(url);
  return {
    tool: 'pg_restore',
    arguments: [
      ...['--no-owner', '--no-privileges', '--single-transaction', '--no-password'],
      ...[`--dbname=${address}`, file],
    ],
  };
}

/** The address without its password, which other users would see among the processes. */
export function splitPassword(url: string): {
  readonly address: string;
  readonly password: string | undefined;
} {
  const address = new URL(url);
  const { searchParams } = address;
  const password = decodeURIComponent(address.password) || searchParams.get('password');
  address.password = '';
  searchParams.delete('password');
  return { address: address.href, password: password ?? undefined };
}

/** The command as it is typed in a shell. */
export function commandText({ tool, arguments: words }: ToolCommand): string {
  return [tool, ...words.map(quote)].join(' ');
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
