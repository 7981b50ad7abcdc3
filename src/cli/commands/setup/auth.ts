import { type Command, Option } from 'commander';
import * as z from 'zod/mini';
import type { FarmClient } from '../../../client/client.ts';
import { ConnectionFailed } from '../../../client/errors.ts';
import { message } from '../../../model/core/message.ts';
import { type ConfigFiles, readConfigFiles } from '../../config/config-file.ts';
import { type Config, EMBEDDED, isSameServer } from '../../config/config-schema.ts';
import {
  type ChosenProfile,
  chooseProfile,
  profileSource,
  requireProfile,
  resolveInProfile,
} from '../../config/resolve-settings.ts';
import { parseProfileName, parseSetting } from '../../config/setting-definitions.ts';
import { type Settings, toSettings } from '../../config/settings.ts';
import { updateConfig } from '../../config/update-config.ts';
import { renderExamples } from '../../core/command-line.ts';
import { CliError, usageError } from '../../core/errors.ts';
import { isFrom, NOT_SET, withSource } from '../../core/setting-source.ts';
import { readFirstLine } from '../../input/read-input.ts';
import type { CommandContext } from '../../session/context.ts';
import { requireFields } from '../../session/requested-fields.ts';
import { settingsInput, withoutKey, withProfile } from '../core/stored-settings.ts';

/** Adds `auth`: manages the key of a profile. */
export function addAuth(parent: Command, context: CommandContext): void {
  const auth = parent
    .command('auth')
    .description('Store, check and remove the API key of a profile');
  auth
    .command('login')
    .description('Store a key once the server has accepted it')
    .option('--key-stdin', 'read the key from the first line of standard input')
    .addOption(new Option('--key <key>', 'refused: arguments are seen by others').hideHelp())
    .addHelpText(
      'after',
      renderExamples([
        'farmctl auth login --server https://farm.example.com',
        'farmctl auth login --key-stdin < key.txt',
      ]),
    )
    .action((options: LoginOptions) => runLogin(context, options));
  auth
    .command('status')
    .description('Show the key and its permissions')
    .addHelpText(
      'after',
      renderExamples(['farmctl auth status', 'farmctl auth status --profile office -o json']),
    )
    .action(() => runStatus(context));
  auth
    .command('logout')
    .description('Remove the key of the profile')
    .addHelpText(
      'after',
      renderExamples(['farmctl auth logout', 'farmctl auth logout --profile office']),
    )
    .action(() => runLogout(context));
}

const callerSchema = z.object({
  key: z.object({
    id: z.string(),
    name: z.string(),
    last4: z.string(),
    expiresAt: z.nullable(z.string()),
  }),
  org: z.object({ id: z.string(), name: z.string() }),
  scopes: z.array(z.string()),
  farms: z.array(z.object({ id: z.string(), name: z.string() })),
  allFarms: z.boolean(),
});

/** Identity, permissions and farms of a key: the answer of `/me`. */
export type Caller = z.infer<typeof callerSchema>;

/** Requests the identity of the key; throws the server's error. */
export async function findCaller(client: FarmClient): Promise<Caller> {
  const checked = callerSchema.safeParse(await client.me());
  if (checked.success) return checked.data;
  throw new ConnectionFailed('not_understood', {
    method: 'GET',
    path: '/v1/platform/me',
    server: client.server,
  });
}

/** The caller as one record, with its profile and server. */
export function callerRecord(
  { key, org, scopes, farms, allFarms }: Caller,
  {
    profile,
    server,
    keySource,
  }: {
    readonly profile: string;
    readonly server: string;
    readonly keySource: string;
  },
) {
  return {
    profile,
    server,
    organisation: org.name,
    key: key.name,
    last4: key.last4,
    keySource,
    expiresAt: key.expiresAt,
    scopes,
    farms: allFarms ? ['all'] : farms.map(({ name }) => name),
  };
}

/** The fields of that record. */
const CALLER = [
  ...['profile', 'server', 'organisation', 'key', 'last4', 'keySource'],
  ...['expiresAt', 'scopes', 'farms'],
] as const;

/** Flags of `auth login`. */
export interface LoginOptions {
  readonly keyStdin?: boolean;
  readonly key?: string;
}

const LOOPBACK = /^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/|$)/;

/**
 * `auth login`: reads a key from standard input or a hidden prompt, validates it with the server,
 * and only then stores it with the server in the profile, which becomes the current one.
 */
export async function runLogin(context: CommandContext, options: LoginOptions): Promise<void> {
  if (options.key !== undefined) throw refuseArgument();
  requireFields(context, CALLER);
  const input = settingsInput(context);
  const files = await readConfigFiles(input);
  const profile = chooseProfile(input, files);
  parseProfileName(profile.value);
  const stored = await findSettings(context, files, profile);
  const settings = { ...stored, server: await askServer(context, stored) };
  await warnOfPlainText(context, settings.server);
  const key = await takeKey(context, options);
  const caller = await verifyKey(context, { ...settings, key });
  await updateConfig(input, (config) => withLogin(config, settings, key));
  const keySource = await context.render(profileSource(profile.value, files));
  const place = { profile: profile.value, server: settings.server, keySource };
  await context.print({ kind: 'record', record: callerRecord(caller, place) });
  await reportOutcome(context, place);
}

function refuseArgument() {
  return usageError('a key cannot be an argument, because other users of this machine can see it', {
    hint: message('hint.keyOnInput'),
    text: [message('cli.keyArgument')],
  });
}

/** Current settings, as if the profile existed; its key, if any, is not used. */
async function findSettings(
  context: CommandContext,
  files: ConfigFiles,
  profile: ChosenProfile,
): Promise<Settings> {
  const input = settingsInput(context);
  return toSettings(await resolveInProfile(input, files, profile), input, undefined);
}

async function askServer(context: CommandContext, { server, sources }: Settings): Promise<string> {
  if (!isFrom(sources['server'], 'builtIn') || !context.io.terminal) return server;
  const message = await context.t('cli.ask.server');
  const answer = await context.prompts().text({ message, flag: '--server', initial: server });
  return String(parseSetting('server', answer, 'the address'));
}

async function warnOfPlainText({ report }: CommandContext, server: string): Promise<void> {
  if (!server.startsWith('http:') || LOOPBACK.test(server)) return;
  await report('note.plainText', { server });
}

async function takeKey(context: CommandContext, { keyStdin }: LoginOptions): Promise<string> {
  const text = keyStdin
    ? await readFirstLine(context.io.stdin)
    : await context.prompts().secret({
        message: await context.t('cli.ask.key'),
        flag: '--key-stdin',
      });
  return String(parseSetting('key', text.trim(), 'the key'));
}

async function verifyKey(context: CommandContext, settings: Settings) {
  const client = await context.connect(settings);
  try {
    return await findCaller(client);
  } finally {
    await client.close();
  }
}

function withLogin(config: Config, settings: Settings, key: string): Config {
  const { profile, server, dataDir, sources } = settings;
  const { cameraToken, ...stored } = withoutKey(config.profiles?.[profile] ?? {});
  const isMoved = stored.server !== undefined && !isSameServer(stored.server, server);
  const isLocal = server === EMBEDDED && !isFrom(sources['dataDir'], 'builtIn');
  return withProfile({ ...config, currentProfile: profile }, profile, {
    ...stored,
    server,
    ...(isLocal ? { dataDir } : {}),
    key,
    ...(cameraToken === undefined || isMoved ? {} : { cameraToken }),
  });
}

async function reportOutcome(
  { report, io }: CommandContext,
  { profile, server }: { readonly profile: string; readonly server: string },
): Promise<void> {
  await report('note.loggedIn', { server, profile });
  for (const name of ['FARMCTL_KEY', 'FARMCTL_KEY_FILE', 'FARMCTL_PROFILE', 'FARMCTL_SERVER']) {
    if (io.environment[name]) await report('note.environmentWins', { name });
  }
}

/** `auth logout`: removes the key of the profile; a missing key is not an error. */
export async function runLogout(context: CommandContext): Promise<void> {
  const input = settingsInput(context);
  const files = await readConfigFiles(input);
  const profile = chooseProfile(input, files);
  requireProfile(profile, files.config);
  const hadKey = hasKey(files.config, profile.value);
  if (hadKey) {
    await updateConfig(input, (config) => {
      const stored = config.profiles?.[profile.value] ?? {};
      return withProfile(config, profile.value, withoutKey(stored));
    });
  }
  await context.report(hadKey ? 'note.loggedOut' : 'note.noKey', { profile: profile.value });
  if (input.environment['FARMCTL_KEY']) await context.report('note.keyStillUsed');
}

function hasKey(config: Config, profile: string): boolean {
  const { key, keyFile, keyCommand } = config.profiles?.[profile] ?? {};
  return [key, keyFile, keyCommand].some((option) => option !== undefined);
}

/** `auth status`: the identity of the current key; exit status 4 if it is missing or rejected. */
export async function runStatus(context: CommandContext): Promise<void> {
  const { key, server, profile, sources } = await context.settings();
  if (key === undefined) {
    const missing = message('fault.keyMissing', { server });
    throw new CliError('notAllowed', withSource(missing, sources['key']), {
      hint: message('hint.storeKey'),
    });
  }
  const caller = await findCaller(await context.client());
  const keySource = await context.render(sources['key'] ?? NOT_SET);
  const place = { profile, server, keySource };
  await context.print({ kind: 'record', record: callerRecord(caller, place) });
}
