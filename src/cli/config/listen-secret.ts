import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { secureRandom } from '../../tools/ids.ts';
import { newWebhookSecret } from '../../tools/new-webhook-secret.ts';
import { decodeSecret } from '../../tools/webhook-signature.ts';
import { usageError } from '../errors.ts';
import { configPath, type Surroundings } from './config-paths.ts';
import { withFileLock } from './file-lock.ts';
import { prepareFolder } from './update-config.ts';

const FILE = 'listen-secrets.json';
const OWN_ONLY = 0o600;

/**
 * The secret that `webhook listen` signs with under a profile: made once, and kept beside the
 * configuration, readable by the user only. Throws a usage error when the file is broken.
 */
export async function listenSecret(surroundings: Surroundings, profile: string): Promise<string> {
  const path = join(dirname(configPath(surroundings)), FILE);
  const known = (await readSecrets(path))[profile];
  if (known !== undefined) return known;
  await prepareFolder(path, surroundings);
  return withFileLock(`${path}.lock`, async () => {
    const secrets = await readSecrets(path);
    const secret = secrets[profile] ?? newWebhookSecret(secureRandom);
    const text = `${JSON.stringify({ ...secrets, [profile]: secret }, undefined, 2)}\n`;
    await writeFile(path, text, { mode: OWN_ONLY });
    return secret;
  });
}

async function readSecrets(path: string): Promise<Readonly<Partial<Record<string, string>>>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw usageError(`${path} cannot be read: ${error.message}`);
  });
  const secrets = parse(text);
  const isWhole =
    typeof secrets === 'object' &&
    secrets !== null &&
    Object.values(secrets).every((secret) => typeof secret === 'string' && decodeSecret(secret));
  if (isWhole) return secrets as Readonly<Record<string, string>>;
  throw usageError(`${path} is broken`, { hint: 'Delete it: a new secret is made then' });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
