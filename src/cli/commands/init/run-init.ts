import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readConfigFiles } from '../../config/config-files.ts';
import { absolutePath, defaultDataDir } from '../../config/config-paths.ts';
import { parseProfileName } from '../../config/parse-profile-name.ts';
import { resolveInProfile } from '../../config/resolve-settings.ts';
import { EMBEDDED } from '../../config/server-address.ts';
import { type Settings, toSettings } from '../../config/settings.ts';
import { updateConfig } from '../../config/update-config.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { settingsInput } from '../config/command-settings.ts';
import { withoutKey, withProfile } from '../config/stored-settings.ts';
import { explainRefusal } from '../explain-refusal.ts';
import { createFirstRows, type FirstRows } from './create-first-rows.ts';
import { type InitAnswers, takeAnswers } from './init-answers.ts';
import type { InitOptions } from './init-options.ts';
import { nextSteps } from './next-steps.ts';

/** The demo farms of `serve --mock` and `demo`. */
const DEMO_SEED = 42;

/** Name of the profile that `init` makes when none is named. */
const INIT_PROFILE = 'embedded';

/**
 * `init`: makes the database of this machine, its organisation and first rows, and a profile with
 * the admin key. Where that is done already it says so and changes nothing.
 */
export async function runInit(context: CommandContext, options: InitOptions): Promise<void> {
  const settings = await findSettings(context);
  const { profile, dataDir } = settings;
  if (await isSetUp(context, settings)) {
    await context.print({ kind: 'record', record: { profile, dataDir, created: false } });
    await context.note(`${dataDir} is set up already, and profile ${profile} has its key`);
    return;
  }
  const answers = await takeAnswers(context, options);
  // A configuration that cannot be written must show before there is a key that is shown once.
  await storeProfile(context, settings, {});
  const { orgId, key } = await setUpDatabase(dataDir, answers);
  await storeProfile(context, settings, { key });
  const rows = await createFirstRows(context, { ...settings, key }, answers);
  const { farm = null, barns, flock = null } = rows;
  if (farm) await storeProfile(context, settings, { farm: farm.id });
  const { organisation, isDemo } = answers;
  const made = { profile, dataDir, created: true, orgId, organisation, demo: isDemo };
  await context.print({ kind: 'record', record: { ...made, farm, barns, flock } });
  await tellNextSteps(context, settings, isDemo ? 'demo' : rows);
}

async function findSettings(context: CommandContext): Promise<Settings> {
  const input = settingsInput(context);
  const files = await readConfigFiles(input);
  const named = input.flags.profile ?? (input.environment['FARMCTL_PROFILE'] || undefined);
  const profile = { value: parseProfileName(named ?? INIT_PROFILE), source: 'init' };
  const flags = { ...input.flags, server: EMBEDDED };
  return toSettings(await resolveInProfile({ ...input, flags }, files, profile), input, undefined);
}

/** Whether the profile has the key of this database; throws when it stands for anything else. */
async function isSetUp({ io }: CommandContext, { profile, dataDir }: Settings): Promise<boolean> {
  const { path, config } = await readConfigFiles(io);
  const stored = config.profiles?.[profile];
  if (!stored) return false;
  const folder = stored.dataDir ?? defaultDataDir(io);
  const storedDir = absolutePath(folder, { base: dirname(path), home: io.home });
  if (stored.server !== EMBEDDED || storedDir !== dataDir) {
    const place = stored.server === EMBEDDED ? storedDir : (stored.server ?? 'another server');
    throw usageError(`profile ${profile} stands for ${place}`, {
      hint: 'Name another profile with --profile',
    });
  }
  const { databaseFile } = await import('../../../server/open-database.ts');
  const hasKey = stored.key ?? stored.keyFile ?? stored.keyCommand;
  return hasKey !== undefined && (await exists(databaseFile(dataDir)));
}

async function setUpDatabase(
  dataDir: string,
  { organisation, timezone, language, isDemo }: InitAnswers,
): Promise<{ readonly orgId: string; readonly key: string }> {
  const { bootstrapDatabase } = await import('../../../server/bootstrap.ts');
  const { orgId, key } = await bootstrapDatabase({
    dataDir,
    organisation: { name: organisation, timezone, language },
    ...(isDemo ? { demo: { seed: DEMO_SEED, language } } : {}),
  }).catch((error: unknown) => {
    throw explainRefusal(error);
  });
  if (key !== undefined) return { orgId, key };
  throw usageError(`there is a database in ${dataDir} already; its key cannot be shown again`, {
    hint: `Log in with it: farmctl auth login --server embedded --data ${dataDir}`,
  });
}

/** Stores the profile; it is in use from then on where none was. */
async function storeProfile(
  context: CommandContext,
  { profile, dataDir }: Settings,
  changed: { readonly key?: string; readonly farm?: string },
): Promise<void> {
  await updateConfig(settingsInput(context), (config) => {
    const stored = config.profiles?.[profile] ?? {};
    const kept = changed.key === undefined ? stored : withoutKey(stored);
    const next = { ...kept, server: EMBEDDED, dataDir, ...changed };
    return withProfile(
      { ...config, currentProfile: config.currentProfile ?? profile },
      profile,
      next,
    );
  });
}

async function tellNextSteps(
  { note, io }: CommandContext,
  { profile, dataDir }: Settings,
  rows: FirstRows | 'demo',
): Promise<void> {
  const { config } = await readConfigFiles(io);
  const flags = {
    profile: config.currentProfile === profile ? '' : ` --profile ${profile}`,
    serve: dataDir === defaultDataDir(io) ? '' : ` --data ${dataDir}`,
  };
  await note(`${dataDir} is set up; profile ${profile} holds its admin key`);
  await note('Next:');
  for (const step of nextSteps(rows, flags)) await note(`  ${step}`);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
