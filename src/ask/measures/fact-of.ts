import type { Certainty } from '../../farming/core/figure.ts';
import type { StandardBasis } from '../../farming/metrics/standard-basis.ts';
import {
  isMessage,
  type Message,
  type MessageValue,
  message,
  type Unit,
} from '../../model/core/message.ts';
import type { Fact } from '../measure.ts';

/** A fact whose value is a number. */
export interface NumberFact extends Fact {
  readonly value: number;
}

/** The properties of a fact besides its value. */
export interface FactFrame {
  readonly unit?: string | null;
  /** A day or a time stamp. */
  readonly asOf?: string | null;
  readonly source?: Fact['source'];
  /** The source of a standard. */
  readonly standardBasis?: StandardBasis | null;
}

/** The units that texts can format. */
const FORMATTED_UNITS: Readonly<Record<Unit, true>> = {
  g: true,
  kg: true,
  t: true,
  L: true,
  '°C': true,
  '%': true,
  ppm: true,
  birds: true,
  eggs: true,
  days: true,
  hours: true,
  minutes: true,
  'kg/m²': true,
  'm²': true,
  'L/kg': true,
  'g/day': true,
  bytes: true,
  kB: true,
  MB: true,
  GB: true,
  TB: true,
};
const CURRENCY_UNIT = /^([A-Z]{3})(\/\w+)?$/;

/** A fact with a number. */
export function factOf(label: string, value: number, frame: FactFrame = {}): NumberFact {
  return { ...wordFact(label, '', frame), value };
}

/** A fact with a word, a name or a day. */
export function wordFact(label: string, value: string, frame: FactFrame = {}): Fact {
  const { unit = null, asOf = null, source = {}, standardBasis } = frame;
  return { label, value, unit, asOf, source, ...(standardBasis ? { standardBasis } : {}) };
}

/** A fact as a message parameter: the number with its unit, formatted for each language. */
export function asText({ value, unit }: NumberFact): MessageValue {
  if (unit === null) return value;
  if (isFormatted(unit)) return { quantity: value, unit };
  const currency = CURRENCY_UNIT.exec(unit)?.[1];
  return currency === undefined ? value : { amount: value, currency };
}

const CERTAINTY_TEXTS = {
  at_least: 'ask.atLeast',
  at_most: 'ask.atMost',
  estimated: 'ask.about',
} as const;

/** As `shown`, with the words for a bound or an estimate. */
export function qualifiedValue(fact: NumberFact, certainty: Certainty): MessageValue {
  const value = fact.unit === null ? message('ask.number', { value: fact.value }) : asText(fact);
  return certainty === 'exact' ? value : message(CERTAINTY_TEXTS[certainty], { value });
}

/** As `shown`, without the sign: for sentences with the words "above" and "below". */
export function absoluteValue(fact: NumberFact): MessageValue {
  return asText({ ...fact, value: Math.abs(fact.value) });
}

/** A fact for every number in a message, so that a sentence of another part can be repeated. */
export function factsInMessage(label: string, text: Message, frame: FactFrame = {}): Fact[] {
  return Object.entries(text.params).flatMap(([name, value]) =>
    factsInValue(`${label}, ${name}`, value, frame),
  );
}

function factsInValue(label: string, value: MessageValue, frame: FactFrame): Fact[] {
  if (typeof value === 'number') return [factOf(label, value, frame)];
  if (typeof value === 'string') return [];
  if (isMessage(value)) return factsInMessage(label, value, frame);
  if ('stored' in value) return factsInMessage(label, value.stored, frame);
  if ('quantity' in value) return [factOf(label, value.quantity, { ...frame, unit: value.unit })];
  if ('amount' in value) return [factOf(label, value.amount, { ...frame, unit: value.currency })];
  if ('day' in value) return [wordFact(label, value.day, frame)];
  return 'instant' in value ? [wordFact(label, value.instant, frame)] : [];
}

function isFormatted(unit: string): unit is Unit {
  return Object.hasOwn(FORMATTED_UNITS, unit);
}

/** The sign of a difference as a word; `none` where it is unknown. */
export function signWord(fact: NumberFact | null): 'above' | 'below' | 'on' | 'none' {
  if (!fact) return 'none';
  if (fact.value === 0) return 'on';
  return fact.value > 0 ? 'above' : 'below';
}
