import type { MessageNames } from './message-names.ts';

/**
 * A text for people that has no language yet: its key in `src/i18n` and what it is filled with.
 * Whatever computes says things in messages; they become texts where the language is known.
 */
export interface Message {
  readonly text: string;
  readonly params: MessageParams;
}

/** What a message is filled with, by the names that its texts use. */
export type MessageParams = Readonly<Record<string, MessageValue>>;

/** Names and other words stand as they are; the others are written as the language writes them. */
export type MessageValue =
  | string
  | number
  | Quantity
  | Money
  | Day
  | Instant
  | Message
  | StoredMessage;

/**
 * A message that was stored with a record, by this version of the service or another one; where it
 * cannot be rendered, the text that was stored beside it stands.
 */
export interface StoredMessage {
  readonly stored: Message;
  readonly otherwise: string;
}

/** A number with its unit. */
export interface Quantity {
  readonly quantity: number;
  readonly unit: Unit;
}

/** Units that texts write after a number. */
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

/** An amount of money in a currency by its three letters. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** A calendar day, `2026-11-21`. */
export interface Day {
  readonly day: string;
}

/** A moment, told by the clock of a time zone. */
export interface Instant {
  readonly instant: string;
  readonly zone: string;
}

/**
 * Makes a message. The compiler checks the key and the names of its parameters, unless the key is
 * computed (a template, or a string); a test checks those.
 */
export function message<Key extends string, Params extends ParamsOf<Key> = ParamsOf<Key>>(
  text: Known<Key>,
  ...given: Params
): Message {
  const [params = {}] = given as readonly [MessageParams?];
  return { text, params };
}

/** Whether a type of keys lists them: `'a' | 'b'`, not `string` or `alert.${string}`. */
type IsListed<Key extends string> =
  Record<never, never> extends Record<Key, unknown> ? false : true;

type Known<Key extends string> = IsListed<Key> extends true ? Key & keyof MessageNames : Key;

/** What must be given beside a key: its parameters by name. */
export type ParamsOf<Key extends string> = [Key] extends [keyof MessageNames]
  ? [MessageNames[Key]] extends [never]
    ? readonly [params?: MessageParams]
    : readonly [params: Readonly<Record<MessageNames[Key], MessageValue>>]
  : readonly [params?: MessageParams];

/** Whether a value of an answer is a message that has yet to become a text. */
export function isMessage(value: unknown): value is Message {
  return (
    typeof value === 'object' &&
    value !== null &&
    // Most objects have no such text, which is quicker to see than how many names they have.
    typeof (value as Message).text === 'string' &&
    typeof (value as Message).params === 'object' &&
    Object.keys(value).length === 2
  );
}

/** Whether a value is a message that was stored with a record. */
export function isStoredMessage(value: unknown): value is StoredMessage {
  return typeof value === 'object' && value !== null && isMessage((value as StoredMessage).stored);
}

/** The languages in which the service speaks to people. */
export const languages = ['he', 'en', 'th', 'es', 'zh'] as const;

export type Language = (typeof languages)[number];

/** Whether a text names one of the languages. */
export function isLanguage(text: string): text is Language {
  return (languages as readonly string[]).includes(text);
}

/** More choices than people make; what stands behind them is not read. */
const MOST_CHOICES = 20;

/** The language that an `Accept-Language` header prefers of those of the service; undefined for none. */
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
