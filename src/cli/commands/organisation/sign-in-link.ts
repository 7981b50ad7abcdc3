import type { Command } from 'commander';
import type { FarmClient } from '../../../client/client.ts';
import { message } from '../../../model/core/message.ts';
import type { Row } from '../../../model/resources/registry.ts';
import type { ReadyLine } from '../../../server/jobs/running-server.ts';
import { foldText } from '../../../tools/words.ts';
import { renderExamples } from '../../core/command-line.ts';
import { CliError, usageError } from '../../core/errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';
import { requireFields } from '../../session/requested-fields.ts';
import { isIdOf } from '../../session/resolve-name.ts';
import { expectObject } from '../core/write-results.ts';

export interface ConsoleFlags {
  readonly user?: string;
  readonly open?: boolean;
  readonly qr?: boolean;
}

/** Adds `console`: creates a sign-in link for the web console. */
export function addConsole(parent: Command, context: CommandContext): void {
  parent
    .command('console')
    .description('Print a single-use sign-in link to the web console, valid for 24 hours')
    .option('--user <user>', 'user who signs in: id or name (default: the first owner)')
    .option('--open', 'open the link in a browser on this machine')
    .option('--qr', 'also print the link as a QR code, for phones')
    .addHelpText(
      'after',
      '\nThe key needs admin:*. If there are no users, --user creates the first one, an owner.\n' +
        renderExamples([
          'farmctl console --open',
          'farmctl console --user user_01K… --qr',
          'farmctl console --jq .url',
        ]),
    )
    .action((flags: ConsoleFlags) => runConsole(context, flags));
}

/** `console`: creates a link for a user and prints it, or opens it in the browser. */
export async function runConsole(context: CommandContext, flags: ConsoleFlags): Promise<void> {
  const client = await context.client();
  requireServer(client);
  requireFields(context, LINK);
  const user =
    flags.user === undefined ? await findOwner(client) : await ownerNamed(client, flags.user);
  await giveLink(context, user, flags);
}

/** Creates a one-time link for a user and prints it as text or QR code, or opens it. */
export async function giveLink(
  context: CommandContext,
  user: Pick<Row<'users'>, 'id' | 'name'>,
  flags: Pick<ConsoleFlags, 'open' | 'qr'>,
): Promise<void> {
  const client = await context.client();
  const path = `/os/users/${encodeURIComponent(user.id)}/invite`;
  const { data } = await client.request({ method: 'POST', path });
  const invitation = expectObject(data, { method: 'POST', path, server: client.server });
  const url = linkTo(client.server, String(invitation['path']));
  if (flags.open) await openInBrowser(context, url);
  else if ((await context.format()) === undefined) await context.io.stdout.write(`${url}\n`);
  else await context.print({ kind: 'record', record: { ...invitation, url } });
  if (flags.qr) await context.io.stderr.write(`${await qrCodeOf(url)}\n`);
  const name = neutralise(user.name ?? user.id);
  const until = neutralise(String(invitation['expiresAt']));
  await context.report('cli.signsIn', { name, until });
}

/** Two modules of the code per character; readable by cameras on dark and light backgrounds. */
async function qrCodeOf(text: string): Promise<string> {
  const { renderUnicodeCompact } = await import('uqr');
  return renderUnicodeCompact(text, { border: 2 });
}

/**
 * Creates a one-time link for the first owner on a server that has just started. Returns undefined
 * when there is no owner, or when a fault rule of a mock server refuses the calls.
 */
export async function ownerLink({ baseUrl, keys }: ReadyLine): Promise<string | undefined> {
  const { createClient } = await import('../../../client/client.ts');
  // The readiness message must not be delayed by the mock server's own fault rules.
  const patience = { timeoutMs: 3000, maxWaitMs: 0 };
  const client = createClient({ server: baseUrl, key: keys['admin'], ...patience });
  try {
    const { id } = await findOwner(client);
    const path = `/os/users/${encodeURIComponent(id)}/invite`;
    const { data } = await client.request({ method: 'POST', path });
    const invitation = expectObject(data, { method: 'POST', path, server: client.server });
    return linkTo(client.server, String(invitation['path']));
  } catch {
    return undefined;
  } finally {
    await client.close();
  }
}

/** The fields of a link. */
export const LINK = ['id', 'userId', 'expiresAt', 'path', 'url'] as const;

/** Throws before anything is written: a link refers to a server, not to a database. */
export function requireServer({ server }: FarmClient): void {
  if (/^https?:/.test(server)) return;
  throw usageError(message('fault.consoleNeedsServer', { database: neutralise(server) }), {
    hint: message('hint.startServerFirst'),
  });
}

/** The user with this ID or name; undefined if there is none. */
export async function findUser(
  client: FarmClient,
  typed: string,
): Promise<Row<'users'> | undefined> {
  if (isIdOf('users', typed)) return client.get('users', typed);
  const users: Row<'users'>[] = [];
  for await (const user of client.listAll('users')) {
    if (foldText(user.name ?? '') === foldText(typed)) users.push(user);
  }
  const [match, ...others] = users;
  if (!match || others.length === 0) return match;
  throw usageError(message('fault.usersShareName', { count: users.length, name: typed }), {
    hint: message('hint.nameUserById', { ids: users.map(({ id }) => id).join(', ') }),
  });
}

/** The user with this ID or name. */
export async function requireUser(client: FarmClient, typed: string): Promise<Row<'users'>> {
  const user = await findUser(client, typed);
  if (user) return user;
  throw new CliError('notFound', message('fault.noSuchUser', { name: typed }), {
    hint: message('hint.listUsers'),
  });
}

/** Finds the user by id or name. While the organisation has no owner, an unknown name creates one. */
async function ownerNamed(client: FarmClient, typed: string): Promise<Row<'users'>> {
  const user = await findUser(client, typed);
  if (user) return user;
  const { data } = await client.list('users', { role: 'owner', limit: 1 });
  return data.length === 0 ? createOwner(client, typed) : requireUser(client, typed);
}

async function findOwner(client: FarmClient): Promise<Row<'users'>> {
  const { data } = await client.list('users', { role: 'owner', limit: 200 });
  const owner = data.findLast(({ status }) => status === 'active' || status === 'invited');
  if (owner) return owner;
  throw new CliError('notFound', message('fault.noOwner'), {
    hint: message('hint.nameFirstUser'),
  });
}

/** Creates the first owner of a new farm, with all permissions. */
async function createOwner(client: FarmClient, name: string): Promise<Row<'users'>> {
  const user = await client.create('users', { name });
  const path = `/os/users/${encodeURIComponent(user.id)}/access`;
  await client.request({ method: 'PUT', path, body: { role: 'owner' } });
  return user;
}

const LOOPBACK = /^(127(\.\d+){3}|\[::1\])$/;

/**
 * The link on the server; local addresses are replaced with a host name, as passkeys are bound to
 * names.
 */
function linkTo(server: string, path: string): string {
  const url = new URL(server);
  if (LOOPBACK.test(url.hostname)) url.hostname = 'localhost';
  return new URL(`.${path}`, url.href.replace(/\/?$/, '/')).href;
}

async function openInBrowser({ io }: CommandContext, url: string): Promise<void> {
  await io.openBrowser(url).catch((cause: unknown) => {
    const hint = message('hint.openYourself', { url });
    throw new CliError('noConnection', message('fault.noBrowser'), { hint, cause });
  });
}
