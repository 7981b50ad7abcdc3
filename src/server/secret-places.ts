import { join } from 'node:path';
import { noSecrets, type SecretPlaces } from '../platform/integrations/resolve-secret.ts';
import type { DatabaseLocation } from './open-database.ts';

/** The name of the folder of secrets beside an embedded database. */
const SECRETS_FOLDER = 'secrets';

/** Where the secrets of integrations are kept, as it was configured. */
export interface ConfiguredSecrets {
  /** The environment variables of the server that may be secrets. */
  readonly environment?: SecretPlaces['environment'];
  /** The folder of secrets; default: `secrets` beside an embedded database, else none. */
  readonly folder?: string;
}

/** Where the secrets of the integrations of a service are looked for. */
export function secretPlacesOf(
  database: DatabaseLocation,
  { environment = noSecrets.environment, folder }: ConfiguredSecrets = {},
): SecretPlaces {
  const beside =
    database.kind === 'sqlite' ? join(database.dataDir, SECRETS_FOLDER) : noSecrets.folder;
  return { environment, folder: folder ?? beside };
}
