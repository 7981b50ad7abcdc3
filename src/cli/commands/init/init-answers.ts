import { isLanguage, languages } from '../../../model/languages.ts';
import { isTimeZone } from '../../../tools/calendar.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import type { TextQuestion } from '../../prompts.ts';

/** Flags of `init`. */
export interface InitOptions {
  readonly organisation?: string;
  readonly timezone?: string;
  readonly language?: string;
  readonly farmName?: string;
  readonly latitude?: string;
  readonly longitude?: string;
}

/** What a new database is set up with. */
export interface InitAnswers {
  readonly organisation: string;
  readonly timezone: string;
  readonly language: string;
  readonly farm: FirstFarm | undefined;
}

/** The first farm, as it is sent to the API. */
export interface FirstFarm {
  readonly name: string;
  readonly latitude?: number;
  readonly longitude?: number;
}

const DEFAULTS = { organisation: 'My farms', language: 'en' } as const;

/** Flags, then a question where a person can be asked, then the default with `--yes`. */
export async function takeAnswers(
  context: CommandContext,
  options: InitOptions,
): Promise<InitAnswers> {
  const ask = asker(context);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const organisation = await ask(options.organisation, {
    message: 'Name of the organisation:',
    flag: '--organisation',
    initial: DEFAULTS.organisation,
  });
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
  return { organisation, timezone, language, farm: await takeFarm(options, ask) };
}

function zoneProblem(zone: string): string | undefined {
  return isTimeZone(zone) ? undefined : `there is no time zone "${zone}"`;
}

function languageProblem(language: string): string | undefined {
  return isLanguage(language) ? undefined : `it must be one of ${languages.join(', ')}`;
}

type Ask = (
  given: string | undefined,
  question: Required<Pick<TextQuestion, 'message' | 'flag' | 'initial'>> &
    Pick<TextQuestion, 'problem'>,
) => Promise<string>;

function asker(context: CommandContext): Ask {
  const { yes } = context.flags();
  return async (given, { message, flag, initial, problem }) => {
    if (given !== undefined) {
      const wrong = problem?.(given.trim());
      if (wrong !== undefined) throw usageError(`${flag}: ${wrong}`);
      return given.trim();
    }
    if (yes) return initial;
    const answer = await context.prompts().text({
      message,
      flag: `${flag}, or --yes for the defaults`,
      ...(initial === '' ? {} : { initial }),
      ...(problem ? { problem } : {}),
    });
    return answer.trim();
  };
}

async function takeFarm(options: InitOptions, ask: Ask): Promise<FirstFarm | undefined> {
  const name = await ask(options.farmName, {
    message: 'Name of the first farm (empty for none):',
    flag: '--farm-name',
    initial: '',
  });
  if (name === '') {
    if (options.latitude ?? options.longitude) throw usageError('--farm-name is missing');
    return undefined;
  }
  const place = await ask(placeOf(options), {
    message: 'Its latitude and longitude, as 32.36, 34.91 (empty for none):',
    flag: '--latitude and --longitude',
    initial: '',
    problem: placeProblem,
  });
  return { name, ...parsePlace(place) };
}

function placeOf({ latitude, longitude }: InitOptions): string | undefined {
  if (latitude === undefined && longitude === undefined) return undefined;
  if (latitude === undefined) throw usageError('--latitude is missing beside --longitude');
  if (longitude === undefined) throw usageError('--longitude is missing beside --latitude');
  return `${latitude}, ${longitude}`;
}

function placeProblem(text: string): string | undefined {
  if (parsePlace(text)) return undefined;
  return `"${text}" is no place: latitude -90 to 90, longitude -180 to 180`;
}

/** The two numbers of a place, none for an empty text; undefined for anything else. */
function parsePlace(text: string): Pick<FirstFarm, 'latitude' | 'longitude'> | undefined {
  if (text === '') return {};
  const match = /^(-?\d+(?:\.\d+)?)[ ,]+(-?\d+(?:\.\d+)?)$/.exec(text);
  const [latitude, longitude] = [Number(match?.[1]), Number(match?.[2])];
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? { latitude, longitude } : undefined;
}
