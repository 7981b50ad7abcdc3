import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import {
  isBoundTo,
  misboundMessage,
  readBinding,
  type SecretTarget,
  unboundMessage,
} from '../../model/core/secrets.ts';

/** The allowed sources of connection secrets: nothing else on the machine is read. */
export interface SecretPlaces {
  /** The server's environment variables; only those that `SECRET_VARIABLE` allows are read. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder with secret files; undefined: none. */
  readonly folder: string | undefined;
}

/** A server without connection secrets. */
export const noSecrets: SecretPlaces = { environment: {}, folder: undefined };

/** An unavailable secret; its message says what to do, and never contains the secret. */
export class SecretRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SecretRefused';
  }
}

/**
 * Names of environment variables that may be sent to the endpoint of an integration. Anyone who may
 * write integrations chooses name and endpoint, so nothing else of the server must be reachable:
 * neither its other variables nor FARMCTL_SECRET_KEY, which encrypts the secrets in the database.
 */
const SECRET_VARIABLE = /^FARMCTL_SECRET_(?!KEY(?:_|$))[A-Z0-9_]{1,80}$/;
const LONGEST_BYTES = 8192;
/** Not allowed in a header; a file that contains them is not a secret file. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * Resolves a secret reference, `env:NAME` or `file:PATH`, without surrounding white space and
 * without its list of bound hosts. Throws `SecretRefused` when the source is not allowed or empty,
 * or its secret is not bound to the requested host.
 */
export async function resolveSecret(
  reference: string,
  requested: SecretTarget & { readonly places: SecretPlaces },
): Promise<string> {
  const text = (await readPlace(reference, requested.places)).trim();
  if (text === '') throw new SecretRefused(`The secret ${reference} is empty.`);
  const { hosts, secret } = readBinding(text);
  if (hosts.length === 0) throw new SecretRefused(unboundMessage(reference, requested.host));
  if (!isBoundTo(hosts, requested)) {
    throw new SecretRefused(misboundMessage(reference, requested));
  }
  if (secret === '') throw new SecretRefused(`The secret ${reference} is empty.`);
  if (UNPRINTABLE.test(secret)) {
    throw new SecretRefused(`The secret ${reference} is not one line of plain text.`);
  }
  return secret;
}

async function readPlace(reference: string, places: SecretPlaces): Promise<string> {
  const [, kind, place = ''] = /^(env|file):(.*)$/su.exec(reference) ?? [];
  if (kind === 'env') return readVariable(place, places);
  if (kind === 'file') return readSecretFile(place, places);
  throw new SecretRefused(
    'authRef names no place that the server can read: write env:FARMCTL_SECRET_<NAME> or file:<name>.',
  );
}

function readVariable(name: string, { environment }: SecretPlaces): string {
  if (!SECRET_VARIABLE.test(name)) {
    throw new SecretRefused(
      `The environment variable ${name} is not for connections: its name must begin with FARMCTL_SECRET_ (FARMCTL_SECRET_KEY excepted).`,
    );
  }
  const value = environment[name];
  if (value === undefined) {
    throw new SecretRefused(`The server was started without the environment variable ${name}.`);
  }
  return value;
}

/** A path must be below the folder even after resolving symbolic links. */
async function readSecretFile(path: string, { folder }: SecretPlaces): Promise<string> {
  if (folder === undefined) {
    throw new SecretRefused('The server has no folder of secrets: start it with --secrets-dir.');
  }
  // Checked lexically first: files outside the folder are not accessed at all.
  if (path.includes('\0') || !isBelow(resolve(folder), resolve(folder, path)))
    throw outsideFolder();
  try {
    const [root, target] = await Promise.all([
      realpath(folder),
      realpath(join(folder, relative(folder, resolve(folder, path)))),
    ]);
    if (!isBelow(root, target)) throw outsideFolder();
    const facts = await stat(target);
    if (!facts.isFile() || facts.size > LONGEST_BYTES) throw unreadable(path);
    return await readFile(target, 'utf8');
  } catch (error) {
    if (error instanceof SecretRefused) throw error;
    throw unreadable(path);
  }
}

function isBelow(folder: string, path: string): boolean {
  const relativePath = relative(folder, path);
  return (
    relativePath !== '' &&
    relativePath !== '..' &&
    !relativePath.startsWith(`..${sep}`) &&
    !isAbsolute(relativePath)
  );
}

function outsideFolder(): SecretRefused {
  return new SecretRefused('The file of a secret must lie in the folder of secrets of the server.');
}

function unreadable(path: string): SecretRefused {
  return new SecretRefused(`There is no secret ${path} in the folder of secrets of the server.`);
}

const NAMED_HEADER = /^([A-Za-z][A-Za-z0-9-]{0,63}):\s+(\S.*)$/;
const BASIC = /^Basic\s+((?=\S)[^:]*:.*)$/i;
const SCHEME = /^(?:Bearer|Basic|Token|Digest|ApiKey)\s+\S/i;
/** Headers that would alter the request instead of authenticating it. */
const RESERVED =
  /^(?:host|connection|content-.*|transfer-encoding|upgrade|expect|te|trailer|keep-alive|proxy-.*|x-service-.*|webhook-.*)$/i;
/** Characters allowed in a header. */
const PLAIN = /^[\x20-\x7e]+$/;

/**
 * The header for a secret: `X-Api-Key: abc` is that header, `Basic user:password` is encoded as in
 * HTTP, `Bearer abc` is sent unchanged, and any other text is a bearer token. Throws
 * `SecretRefused` for a secret that is not allowed in a header.
 */
export function secretHeaders(secret: string): Readonly<Record<string, string>> {
  const [, user] = BASIC.exec(secret) ?? [];
  if (user !== undefined) return { authorization: `Basic ${Buffer.from(user).toString('base64')}` };
  if (!PLAIN.test(secret)) throw refusedSecret('it holds more than plain ASCII');
  const [, name, value] = NAMED_HEADER.exec(secret) ?? [];
  if (name !== undefined && value !== undefined) {
    if (RESERVED.test(name)) throw refusedSecret(`the header ${name} is not for secrets`);
    return { [name.toLowerCase()]: value };
  }
  return { authorization: SCHEME.test(secret) ? secret : `Bearer ${secret}` };
}

function refusedSecret(reason: string): SecretRefused {
  return new SecretRefused(`The secret cannot be sent: ${reason}.`);
}
