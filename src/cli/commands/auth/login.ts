import { message } from '../../../model/message.ts';
import { type ChosenProfile, chooseProfile } from '../../config/choose-profile.ts';
import { type ConfigFiles, readConfigFiles } from '../../config/config-files.ts';
import type { Config } from '../../config/config-schema.ts';
import { parseProfileName } from '../../config/parse-profile-name.ts';
import { parseSetting } from '../../config/parse-setting.ts';
import { resolveInProfile } from '../../config/resolve-settings.ts';
import { EMBEDDED, isSameServer } from '../../config/server-address.ts';
import { type Settings, toSettings } from '../../config/settings.ts';
import { updateConfig } from '../../config/update-config.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { readFirstLine } from '../../read-first-line.ts';
import { settingsInput } from '../config/command-settings.ts';
import { withoutKey, withProfile } from '../config/stored-settings.ts';
import { callerRecord, findCaller } from './caller.ts';

/** Flags of `auth login`. */
export interface LoginOptions {
  readonly keyStdin?: boolean;
  readonly key?: string;
}

const LOOPBACK = /^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/|$)/;

/**
 * `auth login`: takes a key from standard input or a hidden prompt, asks the server who it is, and
 * only then stores it with the server in the profile, which is in use from then on.
 */
export async function runLogin(context: CommandContext, options: LoginOptions): Promise<void> {
  if (options.key !== undefined) throw refuseArgument();
  const input = settingsInput(context);
  const files = await readConfigFiles(input);
  const profile = chooseProfile(input, files);
  parseProfileName(profile.value);
  const found = await findSettings(context, files, profile);
  const settings = { ...found, server: await askServer(context, found) };
  await warnOfPlainText(context, settings.server);
  const key = await takeKey(context, options);
  const caller = await verifyKey(context, { ...settings, key });
  await updateConfig(input, (config) => withLogin(config, settings, key));
  const keySource = `profile ${profile.value} in ${files.path}`;
  const place = { profile: profile.value, server: settings.server, keySource };
  await context.print({ kind: 'record', record: callerRecord(caller, place) });
  await tellOutcome(context, place);
}

function refuseArgument() {
  return usageError('a key is not taken from an argument, which other users of the machine see', {
    hint: 'Send it on standard input: farmctl auth login --key-stdin < FILE',
    text: [message('cli.keyArgument')],
  });
}

/** The settings in force, as if the profile were there; its key, if it has one, is not used. */
async function findSettings(
  context: CommandContext,
  files: ConfigFiles,
  profile: ChosenProfile,
): Promise<Settings> {
  const input = settingsInput(context);
  return toSettings(await resolveInProfile(input, files, profile), input, undefined);
}

async function askServer(context: CommandContext, { server, sources }: Settings): Promise<string> {
  if (sources['server'] !== 'default' || !context.io.terminal) return server;
  const message = await context.say('cli.ask.server');
  const answer = await context.prompts().text({ message, flag: '--server', initial: server });
  return String(parseSetting('server', answer, 'the address'));
}

async function warnOfPlainText({ note }: CommandContext, server: string): Promise<void> {
  if (!server.startsWith('http:') || LOOPBACK.test(server)) return;
  await note(
    `farmctl: the key travels unencrypted to ${server}; use https where others share the network`,
  );
}

async function takeKey(context: CommandContext, { keyStdin }: LoginOptions): Promise<string> {
  const text = keyStdin
    ? await readFirstLine(context.io.stdin)
    : await context.prompts().secret({
        message: await context.say('cli.ask.key'),
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
  const isLocal = server === EMBEDDED && sources['dataDir'] !== 'default';
  return withProfile({ ...config, currentProfile: profile }, profile, {
    ...stored,
    server,
    ...(isLocal ? { dataDir } : {}),
    key,
    ...(cameraToken === undefined || isMoved ? {} : { cameraToken }),
  });
}

async function tellOutcome(
  { note, io }: CommandContext,
  { profile, server }: { readonly profile: string; readonly server: string },
): Promise<void> {
  await note(`logged in to ${server}; profile ${profile} is in use`);
  for (const name of ['FARMCTL_KEY', 'FARMCTL_KEY_FILE', 'FARMCTL_PROFILE', 'FARMCTL_SERVER']) {
    if (io.environment[name]) await note(`${name} in the environment stands over it`);
  }
}
