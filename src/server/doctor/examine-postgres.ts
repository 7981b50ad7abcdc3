import type { Connection } from '../../storage/database.ts';
import { readServerFacts } from '../../storage/postgres/server-facts.ts';
import { requireSupported } from '../../storage/postgres/server-version.ts';
import { describeAddress } from '../explain-opening.ts';
import { readDatabase } from '../read-database.ts';
import { findSecretKey } from '../secret-key.ts';
import { checkArchive } from './check-archive.ts';
import { checkServerSync } from './check-durability.ts';
import type { KeyPlace } from './check-secrets.ts';
import { attempt, type ExaminationOptions, examineContent } from './examine-content.ts';
import { type Finding, passed } from './finding.ts';
import { megabytes } from './sizes.ts';

/** Checks a PostgreSQL database; changes nothing. */
export function examinePostgres(
  url: string,
  options: ExaminationOptions,
): Promise<readonly Finding[]> {
  return attempt('database', () =>
    readDatabase({ kind: 'postgres', url }, (connection) => examine(connection, url, options)),
  );
}

async function examine(
  connection: Connection,
  url: string,
  options: ExaminationOptions,
): Promise<readonly Finding[]> {
  await requireSupported(connection);
  const facts = await readServerFacts(connection);
  const { server, database } = describeAddress(url);
  const size = `${megabytes(facts.bytes)}, ${facts.instances} connections of farmctl`;
  return [
    passed('database', `"${database}" on PostgreSQL ${facts.major} at ${server}: ${size}`),
    ...(await examineContent(connection, { ...options, keyPlace: keyPlaceOf(url, options) })),
    checkServerSync(facts.isDurable),
    checkArchive(facts.archive),
  ];
}

function keyPlaceOf(url: string, { secretKey }: ExaminationOptions): KeyPlace {
  return {
    find: () => findSecretKey({ kind: 'postgres', url }, secretKey),
    name: 'FARMCTL_SECRET_KEY',
    isElsewhere: true,
  };
}
