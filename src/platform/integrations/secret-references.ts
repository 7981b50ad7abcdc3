import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import {
  isBoundTo,
  misboundMessage,
  readBinding,
  type SecretTarget,
  unboundMessage,
} from '../../model/core/secrets.ts';

/** Where the secrets of connections may be kept: nothing else of the machine is ever read. */
export interface SecretPlaces {
  /** The environment variables of the server; only those that `SECRET_VARIABLE` allows are read. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder whose files are secrets; undefined: there is none. */
  readonly folder: string | undefined;
}

/** A server that keeps no secrets of connections. */
export const noSecrets: SecretPlaces = { environment: {}, folder: undefined };

/** A secret that cannot be had; its message says what to do, and never holds the secret. */
export class SecretRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SecretRefused';
  }
}

/**
 * Names of environment variables that may be sent to the endpoint of an integration. Whoever may
 * write integrations chooses name and endpoint, so nothing else of the server is within reach:
 * neither its other variables nor FARMCTL_SECRET_KEY, under which the database is sealed.
 */
const SECRET_VARIABLE = /^FARMCTL_SECRET_(?!KEY(?:_|$))[A-Z0-9_]{1,80}$/;
const LONGEST_BYTES = 8192;
/** A header cannot carry them, and a file that has them is none of ours. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * The secret that a reference names, `env:NAME` or `file:PATH`, without white space around it and
 * without the hosts it is bound to. Throws `SecretRefused` when the place is not allowed, empty,
 * or holds a secret that is not bound to the host it is asked for.
 */
export async function resolveSecret(
  reference: string,
  asked: SecretTarget & { readonly places: SecretPlaces },
): Promise<string> {
  const text = (await readPlace(reference, asked.places)).trim();
  if (text === '') throw new SecretRefused(`The secret ${reference} is empty.`);
  const { hosts, secret } = readBinding(text);
  if (hosts.length === 0) throw new SecretRefused(unboundMessage(reference, asked.host));
  if (!isBoundTo(hosts, asked)) {
    throw new SecretRefused(misboundMessage(reference, asked));
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

/** A path is below the folder when it is so after every link was followed. */
async function readSecretFile(path: string, { folder }: SecretPlaces): Promise<string> {
  if (folder === undefined) {
    throw new SecretRefused('The server has no folder of secrets: start it with --secrets-dir.');
  }
  // Decided by the text alone first: what lies outside is not even looked for.
  if (path.includes('\0') || !isBelow(resolve(folder), resolve(folder, path))) throw outside();
  try {
    const [root, target] = await Promise.all([
      realpath(folder),
      realpath(join(folder, relative(folder, resolve(folder, path)))),
    ]);
    if (!isBelow(root, target)) throw outside();
    const facts = await stat(target);
    if (!facts.isFile() || facts.size > LONGEST_BYTES) throw unreadable(path);
    return await readFile(target, 'utf8');
  } catch (error) {
    if (error instanceof SecretRefused) throw error;
    throw unreadable(path);
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function outside(): SecretRefused {
  return new SecretRefused('The file of a secret must lie in the folder of secrets of the server.');
}

function unreadable(path: string): SecretRefused {
  return new SecretRefused(`There is no secret ${path} in the folder of secrets of the server.`);
}

const NAMED_HEADER = /^([A-Za-z][A-Za-z0-9-]{0,63}):\s+(\S.*)$/;
const BASIC = /^Basic\s+((?=\S)[^:]*:.*)$/i;
const SCHEME = /^(?:Bearer|Basic|Token|Digest|ApiKey)\s+\S/i;
/** What would change the call itself instead of proving who calls. */
const RESERVED =
  /^(?:host|connection|content-.*|transfer-encoding|upgrade|expect|te|trailer|keep-alive|proxy-.*|x-service-.*|webhook-.*)$/i;
/** What a header may carry. */
const PLAIN = /^[\x20-\x7e]+$/;

/**
 * The header that a secret is sent in: `X-Api-Key: abc` is that header, `Basic user:password` is
 * encoded as HTTP has it, `Bearer abc` goes as written, and any other text is a bearer token.
 * Throws `SecretRefused` for a secret that no header can carry.
 */
export function secretHeaders(secret: string): Readonly<Record<string, string>> {
  const [, user] = BASIC.exec(secret) ?? [];
  if (user !== undefined) return { authorization: `Basic ${Buffer.from(user).toString('base64')}` };
  if (!PLAIN.test(secret)) throw refused('it holds more than plain ASCII');
  const [, name, value] = NAMED_HEADER.exec(secret) ?? [];
  if (name !== undefined && value !== undefined) {
    if (RESERVED.test(name)) throw refused(`the header ${name} is not for secrets`);
    return { [name.toLowerCase()]: value };
  }
  return { authorization: SCHEME.test(secret) ? secret : `Bearer ${secret}` };
}

function refused(why: string): SecretRefused {
  return new SecretRefused(`The secret cannot be sent: ${why}.`);
}
