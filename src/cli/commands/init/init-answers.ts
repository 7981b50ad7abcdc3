import { isLanguage, languages } from '../../../model/languages.ts';
import { isTimeZone } from '../../../tools/calendar.ts';
import type { CommandContext } from '../../context.ts';
import { createAsk } from './ask-answer.ts';
import { type FirstFarm, takeFarm } from './first-farm.ts';
import { type FirstBarn, type FirstFlock, takeBarns, takeFlock } from './first-flock.ts';
import type { InitOptions } from './init-options.ts';

/** What a new database is set up with. */
export interface InitAnswers {
  readonly organisation: string;
  readonly timezone: string;
  readonly language: string;
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
  const farm = await takeFarm(options, ask);
  const zone = zoneOf(farm, setupHints.zoneAt) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const timezone = await ask(options.timezone, {
    message: 'Time zone:',
    flag: '--timezone',
    initial: zone,
    problem: zoneProblem,
  });
  const language = await ask(options.language, {
    message: `Language (${languages.join(', ')}):`,
    flag: '--language',
    initial: DEFAULTS.language,
    problem: languageProblem,
  });
  const barns = farm ? await takeBarns(options, ask) : [];
  const present = { now: context.now.now(), zone: zoneOf(farm, setupHints.zoneAt) ?? timezone };
  const { breedProblem } = setupHints;
  const flock = await takeFlock(options, ask, { barns, present, breedProblem });
  return { organisation, timezone, language, farm, barns, flock };
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
