import { isLanguage, type Language, languages } from '../../../model/languages.ts';
import { type Message, message } from '../../../model/message.ts';
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
    message: message('init.organisation'),
    flag: '--organisation',
    initial: DEFAULTS.organisation,
  });
  const isDemo = await takeDemo(options, ask);
  const place = isDemo ? undefined : await takeFarm(options, ask);
  const zone = zoneOf(place, setupHints.zoneAt) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const timezone = await ask(options.timezone, {
    message: message('init.timezone'),
    flag: '--timezone',
    initial: zone,
    problem: zoneProblem,
  });
  const typed = await ask(options.language, {
    message: message('init.language', { languages: languages.join(', ') }),
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

/** A yes and a no, in each of the five languages. */
const YES = /^(?:y|yes|s|sí|si|כן|ใช่|是)$/iu;
const NO = /^(?:n|no|לא|ไม่|ไม่ใช่|否|不)$/iu;

const OF_FIRST_FARM = ['farmName', 'latitude', 'longitude', 'currency', 'barns', 'chicks'] as const;

/** Whether the database is filled with generated farms; no unless it is said. */
async function takeDemo(options: InitOptions, ask: Ask): Promise<boolean> {
  const stray = OF_FIRST_FARM.find((name) => options[name] !== undefined);
  if (options.demo && stray) {
    const second = `--${kebabCase(stray)}`;
    throw usageError(`--demo and ${second} exclude each other`, {
      text: [message('cli.exclude', { first: '--demo', second })],
    });
  }
  if (options.demo || stray) return options.demo ?? false;
  const answer = await ask(undefined, {
    message: message('init.demo'),
    flag: '--demo',
    initial: 'no',
    problem: (text) => (YES.test(text) || NO.test(text) ? undefined : message('init.yesOrNo')),
    isExtra: true,
  });
  return YES.test(answer);
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

function zoneProblem(zone: string): Message | undefined {
  return isTimeZone(zone) ? undefined : message('init.noZone', { text: zone });
}

function languageProblem(language: string): Message | undefined {
  return isLanguage(language) ? undefined : message('init.oneOf', { words: languages.join(', ') });
}
