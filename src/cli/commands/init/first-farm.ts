import { type Message, message } from '../../../model/message.ts';
import { type Ask, missing } from './ask-answer.ts';
import type { InitOptions } from './init-options.ts';

/** The first farm, as it is sent to the API. */
export interface FirstFarm {
  readonly name: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly currency?: string;
}

/** The name and place of the first farm; undefined where none is wished. */
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
  const place = await ask(placeOf(options), {
    message: message('init.place'),
    flag: '--latitude and --longitude',
    initial: '',
    problem: placeProblem,
  });
  return { name, ...parsePlace(place) };
}

/** What is known of currencies. */
export interface KnownCurrencies {
  readonly currencyOfZone: (zone: string) => string | undefined;
  readonly isCurrency: (code: string) => boolean;
}

/** The currency of the farm; that of the country of its time zone is proposed. */
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

function placeOf({ latitude, longitude }: InitOptions): string | undefined {
  if (latitude === undefined && longitude === undefined) return undefined;
  if (latitude === undefined) throw missing('--latitude', '--longitude');
  if (longitude === undefined) throw missing('--longitude', '--latitude');
  return `${latitude}, ${longitude}`;
}

function placeProblem(text: string): Message | undefined {
  if (parsePlace(text)) return undefined;
  return message('init.noPlace', { text });
}

/** The two numbers of a place, none for an empty text; undefined for anything else. */
function parsePlace(text: string): Pick<FirstFarm, 'latitude' | 'longitude'> | undefined {
  if (text === '') return {};
  const match = /^(-?\d+(?:\.\d+)?)[ ,]+(-?\d+(?:\.\d+)?)$/.exec(text);
  const [latitude, longitude] = [Number(match?.[1]), Number(match?.[2])];
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? { latitude, longitude } : undefined;
}
