import { type Command, Option } from 'commander';
import type { FarmClient } from '../../../client/client.ts';
import { message } from '../../../model/core/message.ts';
import { role } from '../../../model/core/vocabulary.ts';
import type { Row } from '../../../model/resources/registry.ts';
import { isRecord } from '../../../tools/unknown-values.ts';
import { collectValue, renderExamples } from '../../core/command-line.ts';
import { CliError, usageError } from '../../core/errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Column, Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { requireFields } from '../../session/requested-fields.ts';
import { resolveListed } from '../../session/resolve-listed.ts';
import { expectObject, isConfirmed, requireConfirmable } from '../core/write-results.ts';
import { expiryOption, farmsNamed, parseExpiry, resolveFarms } from './keys.ts';
import { findUser, giveLink, LINK, requireServer, requireUser } from './sign-in-link.ts';

interface GrantFlags {
  readonly role?: string;
  readonly farms?: readonly string[];
  readonly expires?: string;
}

interface InviteFlags extends GrantFlags {
  readonly qr?: boolean;
}

interface AccessFlags extends GrantFlags {
  readonly revoke?: boolean;
}

const FARMS =
  'farms of the role: ids or names; repeatable; or all (default: the farm of the profile, else all)';

/** Value that denotes all farms. */
const ALL_FARMS = 'all';

/** Adds `users invite`: creates a sign-in link, with a role if given. */
export function addUserInvite(users: Command, context: CommandContext): void {
  users
    .command('invite <user>')
    .description('Print a single-use sign-in link for a user, valid for 24 hours')
    .addOption(roleOption('assign this role first; creates a user with this name if needed'))
    .option('--farms <farms>', FARMS, collectValue)
    .addOption(expiryOption())
    .option('--qr', 'also print the link as a QR code, for phones')
    .addHelpText(
      'after',
      '\nThe key needs admin:*, and write:users to create a user.\n' +
        renderExamples([
          "farmctl users invite 'Noa Levi' --role worker --farms North",
          'farmctl users invite user_01K… --qr',
        ]),
    )
    .action((typed: string, flags: InviteFlags) => runUserInvite(context, typed, flags));
}

/** Adds `users access`: shows, grants and revokes roles. */
export function addUserAccess(users: Command, context: CommandContext): void {
  users
    .command('access <user>')
    .description('Show the roles of a user, or change them with --role or --revoke')
    .addOption(roleOption('assign this role, replacing another role on the same farms'))
    .option('--farms <farms>', FARMS, collectValue)
    .addOption(expiryOption())
    .option('--revoke', 'revoke the role on the farm of --farm, or all roles')
    .addHelpText(
      'after',
      '\nA change applies from the next request on. The key needs admin:*.\n' +
        renderExamples([
          'farmctl users access user_01K…',
          'farmctl users access user_01K… --role accountant --farms North --expires 90d',
          'farmctl users access user_01K… --revoke --yes',
        ]),
    )
    .action((typed: string, flags: AccessFlags) => runUserAccess(context, typed, flags));
}

/** Adds `users email`: the address that identifies a user at the sign-in provider. */
export function addUserEmail(users: Command, context: CommandContext): void {
  users
    .command('email <user> <address>')
    .description(
      'Set the e-mail address with which a user signs in at the provider; none removes it',
    )
    .addHelpText(
      'after',
      '\nThe first sign-in links the account at the provider to the user; setting the address again\n' +
        'removes that link. The key needs admin:*.\n' +
        renderExamples([
          'farmctl users email user_01K… noa@example.com',
          'farmctl users email user_01K… none',
        ]),
    )
    .action((typed: string, address: string) => runUserEmail(context, typed, address));
}

/** Adds `sessions`: signed-in sessions. */
export function addSessions(parent: Command, context: CommandContext): void {
  const sessions = parent.command('sessions').description('List and end sessions of users');
  sessions
    .command('list')
    .description('List active sessions, newest first')
    .option('--user <user>', 'only sessions of this user: id or name')
    .addHelpText(
      'after',
      '\nThe key needs admin:* on all farms.\n' +
        renderExamples(['farmctl sessions list', 'farmctl sessions list --user user_01K…']),
    )
    .action((flags: { readonly user?: string }) => runSessionsList(context, flags));
  sessions
    .command('end <session>')
    .description('End a session immediately: its id, or the name of a user with a single session')
    .addHelpText(
      'after',
      renderExamples([
        'farmctl sessions end session_01K…',
        'farmctl sessions end session_01K… --jq .ended',
      ]),
    )
    .action((typed: string) => runSessionsEnd(context, typed));
}

function roleOption(summary: string): Option {
  return new Option('--role <role>', summary).choices([...role.words]);
}

async function runUserInvite(
  context: CommandContext,
  typed: string,
  flags: InviteFlags,
): Promise<void> {
  const client = await context.client();
  requireServer(client);
  requireFields(context, LINK);
  const grant = await grantOf(context, flags);
  const user = (await findUser(client, typed)) ?? (await createUser(client, typed, grant));
  if (grant) await sendAccess(client, { method: 'PUT', userId: user.id, body: grant });
  await giveLink(context, user, flags);
}

/** A user without a role has no permissions, so a new user is created with one. */
async function createUser(
  client: FarmClient,
  name: string,
  grant: Grant | undefined,
): Promise<Row<'users'>> {
  if (grant) return client.create('users', { name });
  throw new CliError('notFound', message('fault.noSuchUser', { name }), {
    hint: message('hint.giveNewUserRole', { roles: role.words.join(', ') }),
  });
}

async function runUserAccess(
  context: CommandContext,
  typed: string,
  flags: AccessFlags,
): Promise<void> {
  if (flags.revoke) return revokeAccess(context, typed, flags);
  const grant = await grantOf(context, flags);
  const client = await context.client();
  const { id: userId } = await requireUser(client, typed);
  const call = grant
    ? ({ method: 'PUT', userId, body: grant } as const)
    : ({ method: 'GET', userId } as const);
  await printAccess(context, await sendAccess(client, call));
}

async function revokeAccess(
  context: CommandContext,
  typed: string,
  flags: AccessFlags,
): Promise<void> {
  if (flags.role !== undefined || flags.expires !== undefined) {
    const second = flags.role === undefined ? '--expires' : '--role';
    throw usageError(message('cli.exclude', { first: '--revoke', second }));
  }
  requireConfirmable(context);
  const farmIds = await resolveFarms(context, farmsNamed(context, flags));
  const client = await context.client();
  const user = await requireUser(client, typed);
  const params = { name: neutralise(user.name ?? user.id) };
  if (!(await isConfirmed(context, { text: 'cli.ask.revokeAccess', params }))) return;
  let answer: Values = {};
  for (const farmId of farmIds.length === 0 ? [undefined] : farmIds) {
    answer = await sendAccess(client, { method: 'DELETE', userId: user.id, farmId });
  }
  await printAccess(context, answer);
}

async function runUserEmail(
  context: CommandContext,
  typed: string,
  address: string,
): Promise<void> {
  const client = await context.client();
  const { id } = await requireUser(client, typed);
  const path = `/os/users/${encodeURIComponent(id)}/email`;
  const body = { email: address === 'none' ? null : address };
  const { data } = await client.request({ method: 'PUT', path, body });
  const record = expectObject(data, { method: 'PUT', path, server: client.server });
  await context.print({ kind: 'record', record });
  const name = neutralise(String(record['name'] ?? id));
  if (body.email === null) await context.report('done.removedEmail', { name });
  else
    await context.report('done.setEmail', { name, address: neutralise(String(record['email'])) });
}

interface Grant {
  readonly role: string;
  readonly farmIds?: readonly string[];
  readonly expiresAt?: string | null;
}

/** The role to grant; undefined if the flags name none. */
async function grantOf(context: CommandContext, flags: GrantFlags): Promise<Grant | undefined> {
  const farmNames = farmsNamed(context, flags);
  if (flags.role === undefined) {
    if (farmNames.length === 0 && flags.expires === undefined) return undefined;
    throw usageError(message('fault.flagsNeedRole'), {
      hint: message('hint.giveNewUserRole', { roles: role.words.join(', ') }),
    });
  }
  const { expires } = flags;
  const farmIds =
    farmNames.length === 0 ? await context.farms() : await farmsOf(context, farmNames);
  return {
    role: flags.role,
    ...(farmIds.length === 0 ? {} : { farmIds }),
    ...(expires === undefined ? {} : { expiresAt: parseExpiry(expires, context.now.now()) }),
  };
}

/** Farms in `--farms` or `--farm`; empty: all farms. */
async function farmsOf(
  context: CommandContext,
  farmNames: readonly string[],
): Promise<readonly string[]> {
  return farmNames.length === 1 && farmNames[0] === ALL_FARMS
    ? []
    : resolveFarms(context, farmNames);
}

type AccessCall =
  | { readonly method: 'GET'; readonly userId: string }
  | { readonly method: 'PUT'; readonly userId: string; readonly body: Grant }
  | { readonly method: 'DELETE'; readonly userId: string; readonly farmId: string | undefined };

async function sendAccess(client: FarmClient, call: AccessCall): Promise<Values> {
  const { method, userId } = call;
  const path = `/os/users/${encodeURIComponent(userId)}/access`;
  const { data } = await client.request({
    method,
    path,
    ...(call.method === 'PUT' ? { body: call.body } : {}),
    ...(call.method === 'DELETE' && call.farmId !== undefined
      ? { query: { farmId: call.farmId } }
      : {}),
  });
  return expectObject(data, { method, path, server: client.server });
}

/** Excludes `scopes`, available with `--fields` and in JSON: a role has up to 25 of them. */
const accessColumns: readonly Column[] = [
  { name: 'role', kind: 'word' },
  { name: 'farm' },
  { name: 'expiresAt', kind: 'time' },
];

async function printAccess(context: CommandContext, answer: Values): Promise<void> {
  const { access, user } = answer;
  const rows = Array.isArray(access) ? access.filter(isRecord) : [];
  const format = await context.format();
  const isForPeople = format === undefined || format === 'table';
  const allFarms = isForPeople ? await context.t('cli.allFarms') : null;
  await context.print({
    kind: 'rows',
    columns: accessColumns,
    rows: rows.map((row) => accessRow(row, allFarms)),
  });
  const name = neutralise(String(isRecord(user) ? (user['name'] ?? user['id']) : ''));
  if (rows.length === 0) await context.report('note.noRoles', { name });
}

/** An organisation-wide role has no farm; text output says so. */
function accessRow({ farm, ...rest }: Values, allFarms: string | null): Values {
  return { ...rest, farm: isRecord(farm) ? (farm['name'] ?? farm['id']) : allFarms };
}

const sessionColumns: readonly Column[] = [
  { name: 'id' },
  { name: 'user' },
  { name: 'method' },
  { name: 'createdAt', kind: 'time' },
  { name: 'usedAt', kind: 'time' },
  { name: 'expiresAt', kind: 'time' },
  { name: 'ip' },
  { name: 'agent' },
];

async function runSessionsList(
  context: CommandContext,
  flags: { readonly user?: string },
): Promise<void> {
  const client = await context.client();
  const userId = flags.user === undefined ? undefined : (await requireUser(client, flags.user)).id;
  const path = '/os/sessions';
  const query = userId === undefined ? {} : { userId };
  const { data } = await client.request({ method: 'GET', path, query });
  const { data: rows } = expectObject(data, { method: 'GET', path, server: client.server });
  const list = Array.isArray(rows) ? rows.filter(isRecord) : [];
  await context.print({ kind: 'rows', columns: sessionColumns, rows: list.map(sessionRow) });
}

function sessionRow({ user, ...rest }: Values): Values {
  return { ...rest, user: isRecord(user) ? (user['name'] ?? user['id']) : null };
}

async function runSessionsEnd(context: CommandContext, typed: string): Promise<void> {
  const id = await resolveListed(context, typed, {
    path: '/os/sessions',
    idPrefix: 'session',
    isWhole: true,
    namesOf: ({ user }) => (isRecord(user) ? [user['name'], user['id']] : []),
    command: 'farmctl sessions list',
  });
  const client = await context.client();
  const path = `/os/sessions/${encodeURIComponent(id)}`;
  const { data } = await client.request({ method: 'DELETE', path });
  const record = expectObject(data, { method: 'DELETE', path, server: client.server });
  await context.print({ kind: 'record', record });
  await context.report('done.endedSession', { id: neutralise(id) });
}
