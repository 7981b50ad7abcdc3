import { dirname } from 'node:path';
import type { Command } from 'commander';
import { type Language, message } from '../../../model/core/message.ts';
import { readConfigFiles } from '../../config/config-file.ts';
import { absolutePath, defaultDataDir, exists } from '../../config/config-paths.ts';
import { EMBEDDED, isSameServer, parseServerAddress } from '../../config/config-schema.ts';
import { resolveInProfile, type SettingsInput } from '../../config/resolve-settings.ts';
import { parseProfileName } from '../../config/setting-definitions.ts';
import { type Settings, toSettings } from '../../config/settings.ts';
import { updateConfig } from '../../config/update-config.ts';
import { renderExamples } from '../../core/command-line.ts';
import { usageError } from '../../core/errors.ts';
import { dateOption } from '../../input/date-flags.ts';
import type { Column } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { requireFields } from '../../session/requested-fields.ts';
import { explainRefusal, parseDatabaseUrl } from '../core/named-database.ts';
import { settingsInput, withoutKey, withProfile } from '../core/stored-settings.ts';
import type { InitOptions } from './first-farm.ts';
import {
  createFirstRows,
  type FirstRows,
  type InitAnswers,
  nextSteps,
  takeAnswers,
} from './init-answers.ts';

/** Adds `init`: creates a local database and a profile for it. */
export function addInit(parent: Command, context: CommandContext): void {
  parent
    .command('init')
    .description(
      'Set up farmctl on this machine: create a database, a first farm with barns and a flock, and a profile',
    )
    .option('--organisation <name>', 'name of the organisation')
    .option('--timezone <zone>', 'time zone, such as Asia/Jerusalem')
    .option('--language <language>', 'language of the output: he, en, th, es or zh')
    .option('--database <url>', 'PostgreSQL database instead of the embedded one')
    .option('--demo', 'fill the database with generated demo farms')
    .option('--farm-name <name>', 'name of the first farm')
    .option('--latitude <degrees>', 'location of the first farm')
    .option('--longitude <degrees>', 'location of the first farm')
    .option('--currency <code>', 'currency of the farm, such as EUR (default: that of its country)')
    .option('--barns <count>', 'number of barns, named Barn 1, Barn 2 … in the chosen language')
    .option('--barn-capacity <birds>', 'capacity of each barn in birds')
    .option('--chicks <count>', 'number of chicks placed in the first flock')
    .option('--breed <name>', 'breed, such as Ross 308; all: farmctl help breeds')
    .addOption(
      dateOption('--placement-date <day>', 'placement date of the chicks (today)', {
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
          'farmctl init --demo --database postgres://farm@db.example/farmctl',
          "farmctl init --organisation 'Green Valley' --farm-name North --latitude 32.6 --longitude 35.3",
          "farmctl init --yes --farm-name North --barns 3 --barn-capacity 20000 --chicks 19800 --breed 'Ross 308'",
        ],
        `An existing profile is not changed. Time zone and currency are proposed from the location of the farm.
Prompts for anything not set by a flag; press Enter to skip. --demo stores three farms with 120 days
of data up to now; delete the data folder to remove them.
--database, or FARMCTL_DATABASE, sets up a PostgreSQL database; start its service with farmctl serve
--database. The profile then uses the server of --server, FARMCTL_SERVER or this machine.`,
      ),
    )
    .action((options: InitOptions) => runInit(context, options));
}

/** The demo farms of `serve --mock` and `demo`. */
const DEMO_SEED = 42;

/** Default profile name for a database on a server. */
const SERVER_PROFILE = 'server';

/**
 * `init`: creates the local database, or sets up one on a PostgreSQL server, with its organisation,
 * first rows, and a profile with the admin key. If already set up, reports that and changes
 * nothing.
 */
export async function runInit(context: CommandContext, options: InitOptions): Promise<void> {
  const settings = await findSettings(context, options.database);
  requireFields(context, initColumns(settings));
  const { profile } = settings;
  const place = await databasePlace(settings);
  if (await isSetUp(context, settings)) {
    await context.print({ kind: 'record', record: { profile, ...place.named, created: false } });
    await context.report('note.alreadySetUp', { dataDir: place.name, profile });
    return;
  }
  const answers = await takeAnswers(context, options);
  // Checks that the configuration can be written before creating a key that is shown only once.
  await updateConfig(settingsInput(context), (config) => config);
  const { orgId, key } = await setUpDatabase(settings, place, answers);
  await storeProfile(context, settings, { key, lang: answers.lang });
  const rows = await createFirstRows(context, { ...settings, server: EMBEDDED, key }, answers);
  const { farm = null, barns, flock = null } = rows;
  if (farm) await storeProfile(context, settings, { farm: farm.id });
  const { organisation, isDemo } = answers;
  const made = { profile, ...place.named, created: true, orgId, organisation, demo: isDemo };
  const record = { ...made, farm, barns, flock };
  await context.print({ kind: 'record', columns: initColumns(settings), record });
  await context.report('note.setUp', { dataDir: place.name, profile });
  await reportLanguage(context, profile, answers.lang);
  await reportOtherServer(context, settings);
  await printNextSteps(context, settings, isDemo ? 'demo' : rows);
}

/** A database in messages and records, without a password. */
interface Place {
  readonly name: string;
  readonly named: { readonly dataDir: string } | { readonly database: string };
}

async function databasePlace({ dataDir, databaseUrl }: Settings): Promise<Place> {
  if (databaseUrl === undefined) return { name: dataDir, named: { dataDir } };
  const { nameDatabase } = await import('../../../server/core/open-database.ts');
  const name = nameDatabase({ kind: 'postgres', url: databaseUrl });
  return { name, named: { database: name } };
}

/** Output columns, also when nothing had to be created. */
function initColumns({ databaseUrl }: Settings): readonly Column[] {
  const place = databaseUrl === undefined ? 'dataDir' : 'database';
  const names = ['profile', place, 'created', 'orgId', 'organisation', 'demo'];
  const rows = ['farm.name', 'farm.id', 'barns', 'flock.name', 'flock.id'];
  const flags = ['created', 'demo'];
  return [
    ...names.map((name): Column => (flags.includes(name) ? { name, kind: 'flag' } : { name })),
    ...rows.map((name) => ({ name, isOptional: true })),
  ];
}

/** The settings of the new profile; an embedded database needs no server. */
async function findSettings(context: CommandContext, typed: string | undefined): Promise<Settings> {
  const input = settingsInput(context);
  const files = await readConfigFiles(input);
  const databaseUrl = findDatabaseUrl(input, typed);
  const named = input.flags.profile ?? (input.environment['FARMCTL_PROFILE'] || undefined);
  const usual = databaseUrl === undefined ? EMBEDDED : SERVER_PROFILE;
  const profile = { value: parseProfileName(named ?? usual), source: message('source.init') };
  if (databaseUrl !== undefined) {
    return {
      ...toSettings(await resolveInProfile(input, files, profile), input, undefined),
      databaseUrl,
    };
  }
  const flags = { ...input.flags, server: EMBEDDED };
  return toSettings(await resolveInProfile({ ...input, flags }, files, profile), input, undefined);
}

/**
 * `--database`, or FARMCTL_DATABASE unless `--data` names a directory; undefined: the database in
 * the directory.
 */
function findDatabaseUrl(
  { flags, environment }: SettingsInput,
  typed: string | undefined,
): string | undefined {
  if (typed !== undefined && flags.dataDir !== undefined) {
    throw usageError(message('fault.twoDatabases'));
  }
  const url = typed ?? (flags.dataDir === undefined ? environment['FARMCTL_DATABASE'] : undefined);
  return url ? parseDatabaseUrl(url) : undefined;
}

/** Whether the profile has the key of this database; throws if it refers to anything else. */
async function isSetUp({ io }: CommandContext, settings: Settings): Promise<boolean> {
  const { profile, dataDir, databaseUrl } = settings;
  const { path, config } = await readConfigFiles(io);
  const stored = config.profiles?.[profile];
  if (!stored) return false;
  const hasKey = (stored.key ?? stored.keyFile ?? stored.keyCommand) !== undefined;
  const folder = stored.dataDir ?? defaultDataDir(io);
  const storedDir = absolutePath(folder, { base: dirname(path), home: io.home });
  const server = serverOf(settings);
  if (stored.server !== server || (databaseUrl === undefined && storedDir !== dataDir)) {
    const place =
      stored.server === EMBEDDED ? storedDir : (stored.server ?? message('fault.otherServer'));
    throw usageError(message('fault.profileOfOtherServer', { profile, place }), {
      hint: message('hint.otherProfile'),
    });
  }
  if (databaseUrl !== undefined) return hasKey && (await hasOrganisation(databaseUrl));
  const { databaseFile } = await import('../../../server/core/open-database.ts');
  return hasKey && (await exists(databaseFile(dataDir)));
}

/** Whether a PostgreSQL database was set up by this program; read-only. */
async function hasOrganisation(databaseUrl: string): Promise<boolean> {
  const { storesOrganisation } = await import('../../../server/bootstrap.ts');
  return storesOrganisation({ kind: 'postgres', url: databaseUrl }).catch((error: unknown) => {
    throw explainRefusal(error);
  });
}

async function setUpDatabase(
  { dataDir, databaseUrl }: Settings,
  place: Place,
  { organisation, timezone, language, isDemo }: InitAnswers,
): Promise<{ readonly orgId: string; readonly key: string }> {
  const { bootstrapDatabase } = await import('../../../server/bootstrap.ts');
  const { orgId, key } = await bootstrapDatabase({
    dataDir,
    databaseUrl,
    organisation: { name: organisation, timezone, language },
    ...(isDemo ? { demo: { seed: DEMO_SEED, language } } : {}),
  }).catch((error: unknown) => {
    throw explainRefusal(error);
  });
  if (key !== undefined) return { orgId, key };
  throw usageError(message('fault.databaseExists', { dataDir: place.name }), {
    hint:
      databaseUrl === undefined
        ? message('hint.logInToExisting', { dataDir })
        : message('hint.logInToServer'),
  });
}

function serverOf({ databaseUrl, server }: Settings): string {
  return databaseUrl === undefined ? EMBEDDED : server;
}

/** Stores the profile and makes it current if there was none. */
async function storeProfile(
  context: CommandContext,
  settings: Settings,
  changed: {
    readonly key?: string;
    readonly farm?: string;
    readonly lang?: Language | undefined;
  },
): Promise<void> {
  const { profile, dataDir, databaseUrl } = settings;
  const place = databaseUrl === undefined ? { dataDir } : {};
  await updateConfig(settingsInput(context), (config) => {
    const stored = config.profiles?.[profile] ?? {};
    const remaining = changed.key === undefined ? stored : withoutKey(stored);
    const next = { ...remaining, server: serverOf(settings), ...place, ...changed };
    return withProfile(
      { ...config, currentProfile: config.currentProfile ?? profile },
      profile,
      next,
    );
  });
}

/** Reports the language of the profile by its native name. */
async function reportLanguage(
  context: CommandContext,
  profile: string,
  lang: Language | undefined,
): Promise<void> {
  if (lang === undefined) return;
  const names = new Intl.DisplayNames(lang, { type: 'language' });
  await context.report('note.languageStored', { profile, language: names.of(lang) ?? lang });
}

/** Warns if the environment sets a server other than that of the new profile. */
async function reportOtherServer(context: CommandContext, settings: Settings): Promise<void> {
  const server = parseServerAddress(context.io.environment['FARMCTL_SERVER'] ?? '');
  if (server === undefined || isSameServer(server, serverOf(settings))) return;
  await context.report('note.otherServer', { server, name: 'FARMCTL_SERVER' });
}

async function printNextSteps(
  { note, report, t, io }: CommandContext,
  { profile, dataDir, databaseUrl }: Settings,
  rows: FirstRows | 'demo',
): Promise<void> {
  const { config } = await readConfigFiles(io);
  const flags = {
    profile: config.currentProfile === profile ? '' : ` --profile ${profile}`,
    serve: databaseUrl === undefined ? folderFlag(io, dataDir) : databaseFlag(io, databaseUrl),
  };
  const steps = await nextSteps(rows, flags, t);
  // Without a server, no other command works.
  const ordered = databaseUrl === undefined ? steps : [...steps.slice(-1), ...steps.slice(0, -1)];
  await report('note.nextSteps');
  for (const step of ordered) await note(`  ${step}`);
}

function folderFlag(io: CommandContext['io'], dataDir: string): string {
  return dataDir === defaultDataDir(io) ? '' : ` --data ${dataDir}`;
}

/** The URL may contain a password, so it is not included. */
function databaseFlag({ environment }: CommandContext['io'], databaseUrl: string): string {
  return environment['FARMCTL_DATABASE'] === databaseUrl ? '' : ' --database <url>';
}
