import type { MessageNames } from './message-names.ts';

/**
 * A text for people, independent of language: its key in `src/i18n` and its parameters.
 * Computations return messages; they are rendered where the language is known.
 */
export interface Message {
  readonly text: string;
  readonly params: MessageParams;
}

/** The parameters of a message, by the names in its texts. */
export type MessageParams = Readonly<Record<string, MessageValue>>;

/** Strings are inserted verbatim; other values are localised. */
export type MessageValue =
  | string
  | number
  | Quantity
  | Money
  | Day
  | Instant
  | NameList
  | Message
  | StoredMessage;

/**
 * A message stored with a record, possibly by another version of the service; if it cannot be
 * rendered, the text stored with it is used.
 */
export interface StoredMessage {
  readonly stored: Message;
  readonly otherwise: string;
}

/** Names in the order given, separated as the language does; `isCut` if there are more. */
export interface NameList {
  readonly list: readonly string[];
  readonly isCut?: boolean;
}

/** A number with its unit. */
export interface Quantity {
  readonly quantity: number;
  readonly unit: Unit;
}

/** Units of quantities in texts. */
export type Unit =
  | 'g'
  | 'kg'
  | 't'
  | 'L'
  | '°C'
  | '%'
  | 'ppm'
  | 'birds'
  | 'eggs'
  | 'days'
  | 'hours'
  | 'minutes'
  | 'kg/m²'
  | 'm²'
  | 'L/kg'
  | 'g/day'
  | 'bytes'
  | 'kB'
  | 'MB'
  | 'GB'
  | 'TB';

/** An amount of money with its three-letter currency code. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** A calendar day, `2026-11-21`. */
export interface Day {
  readonly day: string;
}

/** An instant with the time zone it is shown in. */
export interface Instant {
  readonly instant: string;
  readonly zone: string;
}

/**
 * Creates a message. The compiler checks the key and the names of its parameters unless the key is
 * computed (a template or a string); a test checks those.
 */
export function message<Key extends string, Params extends ParamsOf<Key> = ParamsOf<Key>>(
  text: Known<Key>,
  ...values: Params
): Message {
  const [params = {}] = values as readonly [MessageParams?];
  return { text, params };
}

/** Whether a key type is a union of literals (`'a' | 'b'`), not `string` or `alert.${string}`. */
type IsListed<Key extends string> =
  Record<never, never> extends Record<Key, unknown> ? false : true;

type Known<Key extends string> = IsListed<Key> extends true ? Key & keyof MessageNames : Key;

/** The parameters required by a key, by name. */
export type ParamsOf<Key extends string> = [Key] extends [keyof MessageNames]
  ? [MessageNames[Key]] extends [never]
    ? readonly [params?: MessageParams]
    : readonly [params: Readonly<Record<MessageNames[Key], MessageValue>>]
  : readonly [params?: MessageParams];

/** Whether a value is a message that is not rendered yet. */
export function isMessage(value: unknown): value is Message {
  return (
    typeof value === 'object' &&
    value !== null &&
    // Checked first: most objects have no string `text`, and counting keys is slower.
    typeof (value as Message).text === 'string' &&
    typeof (value as Message).params === 'object' &&
    Object.keys(value).length === 2
  );
}

/** Whether a value is a message stored with a record. */
export function isStoredMessage(value: unknown): value is StoredMessage {
  return typeof value === 'object' && value !== null && isMessage((value as StoredMessage).stored);
}

/** The languages of the service's texts. */
export const languages = ['he', 'en', 'th', 'es', 'zh'] as const;

export type Language = (typeof languages)[number];

/** Whether a text names one of the languages. */
export function isLanguage(text: string): text is Language {
  return (languages as readonly string[]).includes(text);
}

/** More languages than a real header lists; the rest is ignored. */
const MOST_CHOICES = 20;

/**
 * The language of the service that an `Accept-Language` header prefers; undefined if none matches.
 */
export function preferredLanguage(header: string | undefined): Language | undefined {
  const choices = (header ?? '').split(',', MOST_CHOICES).map((choice) => {
    const [tag = '', ...parameters] = choice.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { language: tag.split('-')[0] ?? '', q: weight === undefined ? 1 : Number(weight) };
  });
  return choices
    .filter(({ q }) => q > 0)
    .toSorted((left, right) => right.q - left.q)
    .map(({ language }) => language)
    .find(isLanguage);
}

const SIZE_UNITS: readonly Unit[] = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** A human-readable size: `532 bytes`, `18.4 MB`. */
export function sizeOf(bytes: number): Quantity {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < SIZE_UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return { quantity: Math.round(value * 10) / 10, unit: SIZE_UNITS[unit] ?? 'bytes' };
}
