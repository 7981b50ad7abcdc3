import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { message } from '../../../model/core/message.ts';
import { readConfigFiles } from '../../config/config-file.ts';
import { absolutePath, defaultDataDir } from '../../config/config-paths.ts';
import { EMBEDDED } from '../../config/config-schema.ts';
import { resolveInProfile } from '../../config/resolve-settings.ts';
import { parseProfileName } from '../../config/setting-definitions.ts';
import { type Settings, toSettings } from '../../config/settings.ts';
import { updateConfig } from '../../config/update-config.ts';
import { renderExamples } from '../../core/command-line.ts';
import { usageError } from '../../core/errors.ts';
import { dateOption } from '../../input/date-flags.ts';
import { type Column, isValues } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { explainRefusal } from '../core/named-database.ts';
import { settingsInput, withoutKey, withProfile } from '../core/stored-settings.ts';
import type { InitOptions } from './first-farm.ts';
import {
  createFirstRows,
  type FirstRows,
  type InitAnswers,
  nextSteps,
  takeAnswers,
} from './init-answers.ts';

/** Adds `init`: a database on this machine, and the profile to work with it. */
export function addInit(parent: Command, context: CommandContext): void {
  parent
    .command('init')
    .description(
      'Set up farmctl on this machine: a database, its first farm with barns and a flock, and a profile',
    )
    .option('--organisation <name>', 'name of the organisation')
    .option('--timezone <zone>', 'time zone, such as Asia/Jerusalem')
    .option('--language <language>', 'language of texts: he, en, th, es or zh')
    .option('--demo', 'fill the database with a generated farm, to try things out')
    .option('--farm-name <name>', 'name of the first farm')
    .option('--latitude <degrees>', 'where the first farm is')
    .option('--longitude <degrees>', 'where the first farm is')
    .option('--currency <code>', 'currency of the farm, such as EUR (that of its country)')
    .option('--barns <count>', 'number of barns, named Barn 1, Barn 2 … in the chosen language')
    .option('--barn-capacity <birds>', 'birds that each barn holds')
    .option('--chicks <count>', 'number of chicks placed in the first flock')
    .option('--breed <name>', 'their breed, such as Ross 308; all: farmctl help breeds')
    .addOption(
      dateOption('--placement-date <day>', 'the day the chicks were placed (today)', {
        present: 'command',
      }),
    )
    .option('--flock-barn <name>', 'the barn of the first flock (the first barn)')
    .addHelpText(
      'after',
      renderExamples(
        [
          'farmctl init',
          'farmctl init --demo',
          "farmctl init --organisation 'Green Valley' --farm-name North --latitude 32.6 --longitude 35.3",
          "farmctl init --yes --farm-name North --barns 3 --barn-capacity 20000 --chicks 19800 --breed 'Ross 308'",
        ],
        `If the profile is set up already, nothing is changed. Time zone and currency are proposed from the
location of the farm. Flags that are not given are asked for; Enter skips optional ones. --demo stores
three farms with 120 days of data up to now; delete the data folder to remove them.`,
      ),
    )
    .action((options: InitOptions) => runInit(context, options));
}

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
    await context.tell('note.alreadySetUp', { dataDir, profile });
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
  const record = { ...made, farm, barns, flock };
  await context.print({ kind: 'record', columns: columnsOf(record), record });
  await tellNextSteps(context, settings, isDemo ? 'demo' : rows);
}

/** Its farm and flock by name and id. */
function columnsOf(record: object): readonly Column[] {
  return Object.entries(record).flatMap(([name, value]) =>
    isValues(value) ? [{ name: `${name}.name` }, { name: `${name}.id` }] : [{ name }],
  );
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
    throw usageError(message('fault.profileOfOtherServer', { profile, place }), {
      hint: message('hint.otherProfile'),
    });
  }
  const { databaseFile } = await import('../../../server/core/open-database.ts');
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
  throw usageError(message('fault.databaseExists', { dataDir }), {
    hint: message('hint.logInToExisting', { dataDir }),
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
  { note, tell, io }: CommandContext,
  { profile, dataDir }: Settings,
  rows: FirstRows | 'demo',
): Promise<void> {
  const { config } = await readConfigFiles(io);
  const flags = {
    profile: config.currentProfile === profile ? '' : ` --profile ${profile}`,
    serve: dataDir === defaultDataDir(io) ? '' : ` --data ${dataDir}`,
  };
  await tell('note.setUp', { dataDir, profile });
  await tell('note.nextSteps');
  for (const step of nextSteps(rows, flags)) await note(`  ${step}`);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
