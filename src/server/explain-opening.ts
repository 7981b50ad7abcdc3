import { FarmError } from '../model/errors.ts';
import { UnusableDatabase } from '../storage/unusable-database.ts';

/**
 * What stands in the way to a PostgreSQL database, in words for the one who started the program: the
 * cause and what to do on one line, never a password. Errors it does not know stay as they are.
 */
export function explainOpening(error: unknown, url: string): unknown {
  if (error instanceof UnusableDatabase) return error;
  const cause = error instanceof FarmError ? error.cause : error;
  if (!(cause instanceof Error)) return error;
  const { server, database, user } = describeAddress(url);
  const { code = '' } = cause as { code?: string };
  const known = refusals[code]?.({ server, database, user });
  if (known) return new UnusableDatabase(known.finding, known.remedy, { ...known, cause });
  if (!(error instanceof FarmError)) return error;
  return new UnusableDatabase(
    `PostgreSQL at ${server} does not answer (${oneLine(cause)})`,
    'start it, or correct the address',
    { reason: 'unreachable', cause },
  );
}

/** Where a PostgreSQL database is, without the password. */
export interface PostgresPlace {
  readonly server: string;
  readonly database: string;
  readonly user: string;
}

/** Takes the address of a PostgreSQL database apart for messages. */
export function describeAddress(url: string): PostgresPlace {
  const { host, pathname, username, searchParams } = new URL(url);
  const user = decodeURIComponent(username) || 'of this machine';
  return {
    server: host || searchParams.get('host') || 'the local socket',
    database: decodeURIComponent(pathname.slice(1)) || user,
    user,
  };
}

type Refusal = Pick<UnusableDatabase, 'finding' | 'remedy' | 'reason'>;

/** What PostgreSQL says by SQLSTATE. */
const refusals: Readonly<Record<string, (place: PostgresPlace) => Refusal>> = {
  '28P01': wrongPassword,
  '28000': wrongPassword,
  '3D000': ({ server, database }) => ({
    finding: `there is no database "${database}" at ${server}`,
    remedy: 'make it with createdb, or correct the address',
    reason: 'unfit',
  }),
  '42501': ({ database, user }) => ({
    finding: `user "${user}" may not create tables in "${database}"`,
    remedy: 'make the user its owner',
    reason: 'not_allowed',
  }),
};

function wrongPassword({ server, user }: PostgresPlace): Refusal {
  return {
    finding: `PostgreSQL at ${server} does not let user "${user}" in`,
    remedy: 'correct user and password in the address, or set PGPASSWORD',
    reason: 'not_allowed',
  };
}

/** The errors of several addresses, as of localhost, come as one without words of its own. */
function oneLine(error: Error): string {
  const inner = error instanceof AggregateError ? (error.errors as readonly Error[]) : [error];
  return [...new Set(inner.map(({ message }) => message))].join(', ').replace(/\s+/g, ' ');
}
