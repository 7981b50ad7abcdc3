import { loadLanguage } from '../../../i18n/load-language.ts';
import { renderMessage, type Translator } from '../../../i18n/render-message.ts';
import { type Language, type Message, message } from '../../../model/core/message.ts';
import type { CalendarDay } from '../../../tools/calendar.ts';
import { type DayFormat, plainDigits, readDay, readWhole } from '../../../tools/read-values.ts';
import { nearestWord } from '../../../tools/words.ts';
import { didYouMean, usageError } from '../../core/errors.ts';
import type { Present } from '../../core/time.ts';
import { readDate } from '../../input/date-flags.ts';
import { english } from '../../output/error-hints.ts';
import type { CommandContext } from '../../session/context.ts';

/** A prompt of `init`, and the flag that replaces it. */
export interface InitQuestion {
  readonly message: Message;
  readonly flag: string;
  /** The answer with `--yes`, and on Enter. */
  readonly initial: string;
  /** Validates an answer: the problem, or undefined when it is valid. */
  readonly problem?: (answer: string) => Message | undefined;
  /** In non-interactive use, the initial answer is used. */
  readonly isExtra?: boolean;
}

/** Returns the flag's value, or asks; throws a usage error for an invalid answer. */
export type Ask = (given: string | undefined, question: InitQuestion) => Promise<string>;

/** Uses the flag, then a prompt on a terminal, then the default with `--yes`. */
export function createAsk(context: CommandContext): Ask {
  const { yes } = context.flags();
  return async (given, { message: question, flag, initial, problem, isExtra = false }) => {
    if (given !== undefined) {
      const wrong = problem?.(given.trim());
      if (wrong !== undefined) {
        throw usageError(`${flag}: ${renderMessage(english, wrong)}`, { text: [wrong] });
      }
      return given.trim();
    }
    if (yes || (isExtra && !context.io.terminal)) return initial;
    const translator = await context.translator();
    const answer = await context.prompts().text({
      message: renderMessage(translator, question),
      flag,
      hasDefault: true,
      ...(initial === '' ? {} : { initial }),
      ...(problem ? { problem: (typed) => problemText(translator, problem(typed)) } : {}),
    });
    return answer.trim();
  };
}

function problemText(translator: Translator, problem: Message | undefined): string | undefined {
  return problem && renderMessage(translator, problem);
}

/** The error for a missing flag that another flag requires. */
function missing(flag: string, beside?: string) {
  const place = beside === undefined ? '' : ` beside ${beside}`;
  return usageError(`${flag} is missing${place}`, { text: [message('cli.isMissing', { flag })] });
}

/** Flags of `init`. */
export interface InitOptions {
  readonly database?: string;
  readonly organisation?: string;
  readonly timezone?: string;
  readonly language?: string;
  readonly demo?: boolean;
  readonly farmName?: string;
  readonly currency?: string;
  readonly latitude?: string;
  readonly longitude?: string;
  readonly barns?: string;
  readonly barnCapacity?: string;
  readonly chicks?: string;
  readonly breed?: string;
  readonly placementDate?: string;
  readonly flockBarn?: string;
}

/** The first farm, as sent to the API. */
export interface FirstFarm {
  readonly name: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly currency?: string;
}

/** Name and location of the first farm; undefined if none is wanted. */
export async function takeFarm(options: InitOptions, ask: Ask): Promise<FirstFarm | undefined> {
  const name = await ask(options.farmName, {
    message: message('init.farm'),
    flag: '--farm-name',
    initial: '',
  });
  if (name === '') {
    const { latitude, longitude, currency, barns, chicks } = options;
    if (latitude ?? longitude ?? currency ?? barns ?? chicks) throw missing('--farm-name');
    return undefined;
  }
  const place = await ask(coordinatesText(options), {
    message: message('init.place'),
    flag: '--latitude, --longitude',
    initial: '',
    problem: placeProblem,
  });
  return { name, ...parsePlace(place) };
}

/** Known currencies. */
export interface KnownCurrencies {
  readonly currencyOfZone: (zone: string) => string | undefined;
  readonly isCurrency: (code: string) => boolean;
}

/** The currency of the farm; the default is that of its time zone's country. */
export async function takeCurrency(
  { currency }: InitOptions,
  ask: Ask,
  { zone, currencyOfZone, isCurrency }: KnownCurrencies & { readonly zone: string },
): Promise<string | undefined> {
  const code = await ask(currency, {
    message: message('init.currency'),
    flag: '--currency',
    initial: currencyOfZone(zone) ?? '',
    problem: (text) =>
      text === '' || isCurrency(text.toUpperCase())
        ? undefined
        : message('init.noCurrency', { text }),
    isExtra: true,
  });
  return code === '' ? undefined : code.toUpperCase();
}

function coordinatesText({ latitude, longitude }: InitOptions): string | undefined {
  if (latitude === undefined && longitude === undefined) return undefined;
  if (latitude === undefined) throw missing('--latitude', '--longitude');
  if (longitude === undefined) throw missing('--longitude', '--latitude');
  return `${latitude}, ${longitude}`;
}

function placeProblem(text: string): Message | undefined {
  if (parsePlace(text)) return undefined;
  return message(LONE_NUMBER.test(text) ? 'init.lonePlaceNumber' : 'init.noPlace', { text });
}

/** Two integers, or one number with a decimal comma: ambiguous. */
const LONE_NUMBER = /^-?\d+,\d+$/;
/**
 * With a space or semicolon as separator, commas may be decimal; otherwise decimal points separate
 * the numbers.
 */
const TWO_NUMBERS = [
  /^(-?\d+(?:[.,]\d+)?)(?:,?\s+|\s*;\s*)(-?\d+(?:[.,]\d+)?)$/,
  /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/,
];

/** The two coordinates of a location; none for empty text; undefined for invalid text. */
export function parsePlace(text: string): Pick<FirstFarm, 'latitude' | 'longitude'> | undefined {
  if (text === '') return {};
  const plain = plainDigits(text).replace(/[\u2212\u2013]/g, '-');
  if (LONE_NUMBER.test(plain)) return undefined;
  const match = TWO_NUMBERS.map((form) => form.exec(plain)).find((found) => found !== null);
  const numberOf = (typed = 'none') => Number(typed.replace(',', '.'));
  const [latitude, longitude] = [numberOf(match?.[1]), numberOf(match?.[2])];
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? { latitude, longitude } : undefined;
}

/** The barns of the first farm, as sent to the API. */
export interface FirstBarn {
  readonly name: string;
  readonly capacity?: number;
}

/** The first flock, as sent to the API, without the barn ID. */
export interface FirstFlock {
  readonly barn: string;
  readonly chicksReceived: number;
  readonly placementDate: CalendarDay;
  readonly breed?: string;
}

const MOST_BARNS = 100;
const MOST_BIRDS = 1_000_000;

/**
 * The barns of the farm, with names in its language, and their capacities; empty unless a count is
 * given.
 */
export async function takeBarns(
  options: InitOptions,
  ask: Ask,
  language: Language,
): Promise<readonly FirstBarn[]> {
  const count = await ask(options.barns, {
    message: message('init.barns'),
    flag: '--barns',
    initial: '',
    problem: (text) => countProblem(text, MOST_BARNS),
    isExtra: true,
  });
  const number = countOf(count);
  if (number === 0) {
    const { barnCapacity, chicks } = options;
    if (barnCapacity ?? chicks) throw missing('--barns');
    return [];
  }
  const capacity = await ask(options.barnCapacity, {
    message: message('init.capacity'),
    flag: '--barn-capacity',
    initial: '',
    problem: (text) => countProblem(text, MOST_BIRDS),
    isExtra: true,
  });
  const size = capacity === '' ? {} : { capacity: countOf(capacity) };
  const translator = await loadLanguage(language);
  return Array.from({ length: number }, (_, index) => ({
    name: renderMessage(translator, message('init.barnName', { number: String(index + 1) })),
    ...size,
  }));
}

/** Inputs for the first flock. */
export interface FirstFlockInput {
  readonly barns: readonly FirstBarn[];
  readonly present: Present;
  /** Language of the prompts, whose forms of days are read. */
  readonly language: Language;
  readonly breedProblem: (name: string) => Message | undefined;
  /** Whether to store the breed; asks about one without a standard. */
  readonly isWanted: (breed: string) => Promise<boolean>;
}

/** The flock in the first barn, or in the named one; undefined if none is wanted. */
export async function takeFlock(
  options: InitOptions,
  ask: Ask,
  input: FirstFlockInput,
): Promise<FirstFlock | undefined> {
  const { barns, language } = input;
  if (barns.length === 0) return undefined;
  const barn = findBarn(options.flockBarn, barns);
  const chicks = await ask(options.chicks, {
    message: message('init.chicks', { barn }),
    flag: '--chicks',
    initial: '',
    problem: (text) => countProblem(text, MOST_BIRDS),
    isExtra: true,
  });
  if (countOf(chicks) === 0) {
    const { breed, placementDate } = options;
    if (breed ?? placementDate) throw missing('--chicks');
    return undefined;
  }
  const breed = await takeBreed(options.breed, ask, input);
  const day = await ask(options.placementDate, {
    message: message('init.placed'),
    flag: '--placement-date',
    initial: dayWord(0, language),
    problem: (text) => {
      const read = readPlaced(text, input);
      if (read === 'ambiguous') return message('reason.twoDays', { value: text });
      return read === undefined ? message('init.noDay', { text }) : undefined;
    },
    isExtra: true,
  });
  return {
    barn,
    chicksReceived: countOf(chicks),
    placementDate: readPlaced(day, input) ?? day,
    ...(breed === '' ? {} : { breed }),
  };
}

async function takeBreed(
  given: string | undefined,
  ask: Ask,
  input: FirstFlockInput,
): Promise<string> {
  const breed = await ask(given, {
    message: message('init.breed'),
    flag: '--breed',
    initial: '',
    problem: input.breedProblem,
    isExtra: true,
  });
  const isTaken = breed === '' || (await input.isWanted(breed));
  return isTaken ? breed : takeBreed(undefined, ask, input);
}

function findBarn(named: string | undefined, barns: readonly FirstBarn[]): string {
  const names = barns.map(({ name }) => name);
  const typed = named?.trim() ?? names[0] ?? '';
  const found = names.find((name) => name.toLowerCase() === typed.toLowerCase());
  if (found !== undefined) return found;
  const near = nearestWord(typed, names);
  throw usageError([message('fault.unknownFlockBarn', { typed }), ...didYouMean(near)]);
}

/** Order of day, month and year in each language; unknown in English. */
const DAY_ORDER: Readonly<Partial<Record<Language, DayFormat>>> = {
  es: 'dmy',
  he: 'dmy',
  th: 'dmy',
  zh: 'ymd',
};

/** The word for a day, counted from today: `today`, `ayer`. */
function dayWord(days: number, language: Language): string {
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
}

/** A day as it is written in the language of the prompts: `ayer`, `1/11/2026`, `today-7d`. */
function readPlaced(
  text: string,
  { present, language }: Pick<FirstFlockInput, 'present' | 'language'>,
): CalendarDay | 'ambiguous' | undefined {
  const words = [0, -1, -2].map((days) => dayWord(days, language));
  const ago = words.indexOf(text.toLowerCase());
  const typed = ago < 0 ? text : `today-${ago}d`;
  return readDate(typed, 'day', present) ?? readDay(typed, DAY_ORDER[language]);
}

function countOf(text: string): number {
  return text === '' ? 0 : (readWhole(text) ?? Number.NaN);
}

function countProblem(text: string, most: number): Message | undefined {
  const count = countOf(text);
  if (count >= 0 && count <= most) return undefined;
  return message('init.noCount', { most, text });
}
