import type { Language } from '../model/core/message.ts';
import { fullScopes } from '../model/core/vocabulary.ts';
import { newKey } from '../platform/administration/manage-keys.ts';
import { createRuntime } from '../platform/create-runtime.ts';
import type { Database } from '../storage/core/database.ts';
import { insertKey } from '../storage/system/api-keys.ts';
import { insertOrganisation, listOrganisations } from '../storage/system/organisations.ts';
import { formatInstant } from '../tools/calendar.ts';
import { systemClock } from '../tools/clock.ts';
import { type DatabaseLocation, locationOf, openDatabase } from './core/open-database.ts';

/** The organisation a database is set up for. */
export interface FirstOrganisation {
  readonly name: string;
  readonly timezone?: string;
  readonly language?: string;
}

/** Generated farms that a new database is filled with. */
interface DemoContent {
  readonly seed: number;
  readonly language: Language;
}

/** What a database was set up with. */
export interface Bootstrapped {
  readonly orgId: string;
  /** The admin key, only when it was made just now: it cannot be shown again. */
  readonly key?: string;
}

const DEFAULT_ORGANISATION = { name: 'My farms', timezone: 'Asia/Jerusalem', language: 'en' };

/** Opens a database, sets it up when it is empty, and closes it. */
export async function bootstrapDatabase(options: {
  readonly dataDir: string;
  /** A PostgreSQL database in place of the embedded one in the folder. */
  readonly databaseUrl?: string | undefined;
  readonly organisation?: FirstOrganisation;
  readonly demo?: DemoContent;
}): Promise<Bootstrapped> {
  const database = await openDatabase(locationOf(options));
  try {
    return await bootstrap(database, options.organisation, options.demo);
  } finally {
    await database.close();
  }
}

/** Whether a database has been set up; brings its schema up to date, as every opening does. */
export async function storesOrganisation(location: DatabaseLocation): Promise<boolean> {
  const database = await openDatabase(location);
  try {
    return (await listOrganisations(database)).length > 0;
  } finally {
    await database.close();
  }
}

/** Makes the organisation and its admin key in an empty database; leaves any other as it is. */
export async function bootstrap(
  database: Database,
  organisation: FirstOrganisation = DEFAULT_ORGANISATION,
  demo?: DemoContent,
): Promise<Bootstrapped> {
  const runtime = createRuntime(database, systemClock);
  return database.transaction(async (transaction) => {
    await transaction.lock('bootstrap');
    const [existing] = await listOrganisations(transaction);
    if (existing) return { orgId: existing.id };
    const createdAt = formatInstant(systemClock.now());
    const orgId = runtime.ids.create('org');
    await insertOrganisation(transaction, {
      ...DEFAULT_ORGANISATION,
      ...organisation,
      id: orgId,
      createdAt,
    });
    if (demo) {
      const { insertDemo } = await import('./mock/load-mock.ts');
      await insertDemo(database, transaction, { ...demo, orgId, now: systemClock.now() });
    }
    const { key, text } = newKey(runtime, {
      orgId,
      name: 'admin',
      scopes: fullScopes,
      farmIds: null,
      rateLimitPerMinute: null,
      createdAt,
      createdBy: null,
      expiresAt: null,
    });
    await insertKey(transaction, key);
    return { orgId, key: text };
  });
}
