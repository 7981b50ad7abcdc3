import { isLanguage, type Language, languages } from '../../../model/languages.ts';
import { isTimeZone } from '../../../tools/calendar.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { kebabCase } from '../../kebab-case.ts';
import { type Ask, createAsk } from './ask-answer.ts';
import { type FirstFarm, takeCurrency, takeFarm } from './first-farm.ts';
import { type FirstBarn, type FirstFlock, takeBarns, takeFlock } from './first-flock.ts';
import type { InitOptions } from './init-options.ts';

/** What a new database is set up with. */
export interface InitAnswers {
  readonly organisation: string;
  readonly timezone: string;
  readonly language: Language;
  /** Generated farms in place of a first farm. */
  readonly isDemo: boolean;
  readonly farm: FirstFarm | undefined;
  readonly barns: readonly FirstBarn[];
  readonly flock: FirstFlock | undefined;
}

const DEFAULTS = { organisation: 'My farms', language: 'en' } as const;

/** Flags, then a question where a person can be asked, then the default with `--yes`. */
export async function takeAnswers(
  context: CommandContext,
  options: InitOptions,
): Promise<InitAnswers> {
  const ask = createAsk(context);
  const { setupHints } = await import('../../../server/setup-hints.ts');
  const organisation = await ask(options.organisation, {
    message: 'Name of the organisation:',
    flag: '--organisation',
    initial: DEFAULTS.organisation,
  });
  const isDemo = await takeDemo(options, ask);
  const place = isDemo ? undefined : await takeFarm(options, ask);
  const zone = zoneOf(place, setupHints.zoneAt) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const timezone = await ask(options.timezone, {
    message: 'Time zone:',
    flag: '--timezone',
    initial: zone,
    problem: zoneProblem,
  });
  const typed = await ask(options.language, {
    message: `Language (${languages.join(', ')}):`,
    flag: '--language',
    initial: DEFAULTS.language,
    problem: languageProblem,
  });
  const farmZone = zoneOf(place, setupHints.zoneAt) ?? timezone;
  const currency = place && (await takeCurrency(options, ask, { ...setupHints, zone: farmZone }));
  const farm = place && { ...place, ...(currency === undefined ? {} : { currency }) };
  const language = isLanguage(typed) ? typed : DEFAULTS.language;
  const barns = farm ? await takeBarns(options, ask) : [];
  const present = { now: context.now.now(), zone: farmZone };
  const { breedProblem } = setupHints;
  const flock = await takeFlock(options, ask, { barns, present, breedProblem });
  return { organisation, timezone, language, isDemo, farm, barns, flock };
}

const OF_FIRST_FARM = ['farmName', 'latitude', 'longitude', 'currency', 'barns', 'chicks'] as const;

/** Whether the database is filled with generated farms; no unless it is said. */
async function takeDemo(options: InitOptions, ask: Ask): Promise<boolean> {
  const stray = OF_FIRST_FARM.find((name) => options[name] !== undefined);
  if (options.demo && stray) {
    throw usageError(`--demo and --${kebabCase(stray)} exclude each other`);
  }
  if (options.demo || stray) return options.demo ?? false;
  const answer = await ask(undefined, {
    message: 'Fill it with generated demo farms, to try things out (yes or no):',
    flag: '--demo',
    initial: 'no',
    problem: (text) => (/^(y|yes|n|no)$/i.test(text) ? undefined : 'the answer is yes or no'),
    isExtra: true,
  });
  return /^y/i.test(answer);
}

/** The zone in which the farm lies; undefined where its place is not known. */
function zoneOf(
  farm: FirstFarm | undefined,
  zoneAt: (latitude: number, longitude: number) => string | undefined,
): string | undefined {
  const { latitude, longitude } = farm ?? {};
  return latitude === undefined || longitude === undefined
    ? undefined
    : zoneAt(latitude, longitude);
}

function zoneProblem(zone: string): string | undefined {
  return isTimeZone(zone) ? undefined : `there is no time zone "${zone}"`;
}

function languageProblem(language: string): string | undefined {
  return isLanguage(language) ? undefined : `it must be one of ${languages.join(', ')}`;
}
