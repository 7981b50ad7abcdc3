import { isTimeZone } from '../../../tools/calendar.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';

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

const LANGUAGES: readonly string[] = ['he', 'en', 'th', 'es', 'zh'];
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
  });
  if (!isTimeZone(timezone)) throw usageError(`--timezone: there is no time zone "${timezone}"`);
  const language = await ask(options.language, {
    message: `Language (${LANGUAGES.join(', ')}):`,
    flag: '--language',
    initial: DEFAULTS.language,
  });
  if (!LANGUAGES.includes(language)) {
    throw usageError(`--language must be one of ${LANGUAGES.join(', ')}`);
  }
  return { organisation, timezone, language, farm: await takeFarm(options, ask) };
}

type Ask = (
  given: string | undefined,
  question: { readonly message: string; readonly flag: string; readonly initial: string },
) => Promise<string>;

function asker(context: CommandContext): Ask {
  const { yes } = context.flags();
  return async (given, { message, flag, initial }) => {
    if (given !== undefined) return given.trim();
    if (yes) return initial;
    const answer = await context.prompts().text({
      message,
      flag: `${flag}, or --yes for the defaults`,
      ...(initial === '' ? {} : { initial }),
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
  });
  return { name, ...parsePlace(place) };
}

function placeOf({ latitude, longitude }: InitOptions): string | undefined {
  if (latitude === undefined && longitude === undefined) return undefined;
  if (latitude === undefined) throw usageError('--latitude is missing beside --longitude');
  if (longitude === undefined) throw usageError('--longitude is missing beside --latitude');
  return `${latitude}, ${longitude}`;
}

function parsePlace(text: string): Pick<FirstFarm, 'latitude' | 'longitude'> {
  if (text === '') return {};
  const match = /^(-?\d+(?:\.\d+)?)[ ,]+(-?\d+(?:\.\d+)?)$/.exec(text);
  const [latitude, longitude] = [Number(match?.[1]), Number(match?.[2])];
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
  throw usageError(`"${text}" is no place: latitude -90 to 90, longitude -180 to 180`);
}
