import {
  isLanguage,
  type Language,
  languages,
  type Message,
  message,
} from '../../../model/core/message.ts';
import { isTimeZone } from '../../../tools/calendar.ts';
import { kebabCase, quoteWord } from '../../../tools/words.ts';
import type { Settings } from '../../config/settings.ts';
import { usageError } from '../../core/errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';
import {
  type Ask,
  createAsk,
  type FirstBarn,
  type FirstFarm,
  type FirstFlock,
  type InitOptions,
  takeBarns,
  takeCurrency,
  takeFarm,
  takeFlock,
} from './first-farm.ts';

/** Setup options of a new database. */
export interface InitAnswers {
  readonly organisation: string;
  readonly timezone: string;
  readonly language: Language;
  /**
   * Language of the profile's commands; undefined unless a language other than English was
   * selected.
   */
  readonly lang: Language | undefined;
  /** Generated farms instead of a first farm. */
  readonly isDemo: boolean;
  readonly farm: FirstFarm | undefined;
  readonly barns: readonly FirstBarn[];
  readonly flock: FirstFlock | undefined;
}

/** Uses flags, then prompts on a terminal, then defaults with `--yes`. */
export async function takeAnswers(
  context: CommandContext,
  options: InitOptions,
): Promise<InitAnswers> {
  const ask = createAsk(context);
  const { language, lang } = await takeLanguage(context, options, ask);
  const { setupHints } = await import('../../../server/setup-hints.ts');
  const organisation = await ask(options.organisation, {
    message: message('init.organisation'),
    flag: '--organisation',
    initial: await context.t('init.myFarms'),
  });
  const isDemo = await takeDemo(context, options);
  const place = isDemo ? undefined : await takeFarm(options, ask);
  await reportPlace(context, place, setupHints.zoneAt);
  const zone = zoneOf(place, setupHints.zoneAt) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const timezone = await ask(options.timezone, {
    message: message('init.timezone'),
    flag: '--timezone',
    initial: zone,
    problem: zoneProblem,
  });
  const farmZone = zoneOf(place, setupHints.zoneAt) ?? timezone;
  const currency = place && (await takeCurrency(options, ask, { ...setupHints, zone: farmZone }));
  const farm = place && { ...place, ...(currency === undefined ? {} : { currency }) };
  const barns = farm ? await takeBarns(options, ask, language) : [];
  const present = { now: context.now.now(), zone: farmZone };
  const { breedProblem } = setupHints;
  const isWanted = async (breed: string) =>
    setupHints.isBreed(breed) || isUnknownBreedWanted(context, breed);
  const spoken = (await context.translator()).language;
  const surroundings = { barns, present, language: spoken, breedProblem, isWanted };
  const flock = await takeFlock(options, ask, surroundings);
  return { organisation, timezone, language, lang, isDemo, farm, barns, flock };
}

/** The language of the system locale: `es_AR.UTF-8`. */
function systemLanguage(
  environment: Readonly<Record<string, string | undefined>>,
): Language | undefined {
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  const [language = ''] = (LC_ALL || LC_MESSAGES || LANG || '').split(/[_.@-]/);
  return isLanguage(language) ? language : undefined;
}

/**
 * The language of the organisation, also used for the remaining prompts and for commands unless
 * another is set.
 */
async function takeLanguage(
  context: CommandContext,
  options: InitOptions,
  ask: Ask,
): Promise<Pick<InitAnswers, 'language' | 'lang'>> {
  const system = systemLanguage(context.io.environment);
  if (system !== undefined) context.speakIn(system);
  const typed = await ask(options.language, {
    message: message('init.language', { languages: languages.join(', ') }),
    flag: '--language',
    initial: (await context.translator()).language,
    problem: languageProblem,
    isExtra: true,
  });
  const language = isLanguage(typed) ? typed : 'en';
  context.speakIn(language);
  const { language: lang } = await context.translator();
  return { language, lang: language === 'en' && lang === 'en' ? undefined : lang };
}

const OF_FIRST_FARM = ['farmName', 'latitude', 'longitude', 'currency', 'barns', 'chicks'] as const;

/** Whether to fill the database with generated farms; no by default. */
async function takeDemo(context: CommandContext, options: InitOptions): Promise<boolean> {
  const stray = OF_FIRST_FARM.find((name) => options[name] !== undefined);
  if (options.demo && stray) {
    const second = `--${kebabCase(stray)}`;
    throw usageError(`--demo and ${second} exclude each other`, {
      text: [message('cli.exclude', { first: '--demo', second })],
    });
  }
  if (options.demo || stray) return options.demo ?? false;
  if (context.flags().yes || !context.io.terminal) return false;
  return context.prompts().confirm({ message: await context.t('init.demo'), flag: '--demo' });
}

/** Asks about a breed without a standard; in non-interactive use it is accepted with a warning. */
async function isUnknownBreedWanted(context: CommandContext, name: string): Promise<boolean> {
  await context.warn(message('init.unknownBreed', { name: neutralise(name) }));
  if (context.flags().yes || !context.io.terminal) return true;
  const question = await context.t('suspect.ask', { about: 'breed' });
  return context.prompts().confirm({ message: question, flag: '--breed' });
}

/** Shows how the location was interpreted, because an error affects time zone and currency. */
async function reportPlace(
  context: CommandContext,
  farm: Pick<FirstFarm, 'latitude' | 'longitude'> | undefined,
  zoneAt: (latitude: number, longitude: number) => string | undefined,
): Promise<void> {
  const { latitude, longitude } = farm ?? {};
  const zone = zoneOf(farm, zoneAt);
  if (!context.io.terminal || zone === undefined) return;
  await context.report('init.placeRead', {
    latitude: String(latitude),
    longitude: String(longitude),
    zone,
  });
}

/** The time zone of the farm; undefined if its location is unknown. */
function zoneOf(
  farm: Pick<FirstFarm, 'latitude' | 'longitude'> | undefined,
  zoneAt: (latitude: number, longitude: number) => string | undefined,
): string | undefined {
  const { latitude, longitude } = farm ?? {};
  return latitude === undefined || longitude === undefined
    ? undefined
    : zoneAt(latitude, longitude);
}

function zoneProblem(zone: string): Message | undefined {
  return isTimeZone(zone) ? undefined : message('init.noZone', { text: zone });
}

function languageProblem(language: string): Message | undefined {
  return isLanguage(language) ? undefined : message('init.oneOf', { words: languages.join(', ') });
}

/** A created row, in display form. */
interface Made {
  readonly id: string;
  readonly name: string;
}

/** Rows of a new database besides its organisation. */
export interface FirstRows {
  readonly farm: Made | undefined;
  readonly barns: readonly Made[];
  readonly flock: Made | undefined;
}

/** Creates the requested first farm, its barns and its flock. */
export async function createFirstRows(
  context: CommandContext,
  settings: Settings,
  { farm, barns, flock }: Pick<InitAnswers, 'farm' | 'barns' | 'flock'>,
): Promise<FirstRows> {
  const rows: { farm: Made | undefined; barns: Made[]; flock: Made | undefined } = {
    farm: undefined,
    barns: [],
    flock: undefined,
  };
  if (!farm) return rows;
  const client = await context.connect(settings);
  try {
    const { id: farmId, name } = await client.create('farms', farm);
    rows.farm = { id: farmId, name };
    for (const barn of barns) {
      const made = await client.create('barns', barn, { farmId });
      rows.barns.push({ id: made.id, name: made.name });
    }
    if (!flock) return rows;
    const { barn, ...fields } = flock;
    const barnId = rows.barns.find((made) => made.name === barn)?.id ?? '';
    const { id, code } = await client.create('flocks', { barnId, ...fields }, { farmId });
    rows.flock = { id, name: code ?? id };
    return rows;
  } finally {
    await client.close();
  }
}

/** Suggested commands for the existing data; names and placeholders in the language of `say`. */
export async function nextSteps(
  made: FirstRows | 'demo',
  flags: { readonly profile: string; readonly serve: string },
  t: CommandContext['t'],
): Promise<readonly string[]> {
  const steps = made === 'demo' ? DEMO_STEPS : await rowSteps(made, t);
  return [...steps.map((step) => step + flags.profile), `farmctl serve${flags.serve}`];
}

const DEMO_STEPS = ['farmctl farms list', 'farmctl portfolio'] as const;

async function rowSteps(
  { farm, barns, flock }: FirstRows,
  t: CommandContext['t'],
): Promise<readonly string[]> {
  const [barn] = barns;
  if (!farm) return [`farmctl farms create --name ${quoteWord(await t('init.exampleFarm'))}`];
  if (!barn) {
    const name = quoteWord(await t('init.barnName', { number: 1 }));
    return [`farmctl barns create --name ${name} --capacity 20000`];
  }
  const number = `<${await t('placeholder.number')}>`;
  if (!flock) {
    const place = `--barn-id ${quoteWord(barn.name)} --placement-date <${await t('placeholder.day')}>`;
    return [`farmctl flocks create ${place} --chicks-received ${number}`];
  }
  const name = quoteWord(flock.name);
  return [
    `farmctl act log_daily --flock-id ${name} --mortality ${number} --feed-kg ${number}`,
    'farmctl digest',
  ];
}
