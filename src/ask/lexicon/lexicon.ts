import type { Language } from '../../model/core/message.ts';
import type { Concept, Modifier } from '../grammar/concepts.ts';
import type { MeasureName } from '../grammar/measure-meanings.ts';
import type english from '../lexicons/en.json';
import type { PeriodReference, TimeMeaning } from '../time/time-meanings.ts';

/** One or more words in normal spelling; case, accents and niqqud do not matter. */
export type Phrase = string;

/**
 * Words with slots: `weigh {number} birds [on {dueDate}]`. `{slot}` takes a value, `[…]` is
 * optional, `(a|b)` is one of several; a space matches several or, between letters of scripts
 * without spaces, none. A slot that touches a letter (`ב{month}`) must follow it directly.
 */
export type Template = string;

/** Meanings of the phrases in questions about records, the same in every language. */
export type SymbolName = keyof (typeof english)['symbols'];

/** Meanings of the phrases in orders, the same in every language. */
export type OrderWord = keyof (typeof english)['orders'];

/** A field of records that people call by a specific name. */
export type FieldWord = keyof (typeof english)['fields'];

/**
 * The vocabulary and grammar of a language. The order within a list is irrelevant: the longest
 * phrase wins.
 */
export interface Lexicon {
  readonly language: Language;
  /** Phrases of the symbols used in questions about records. */
  readonly symbols: Readonly<Record<SymbolName, readonly Phrase[]>>;
  /** Common names of fields of records, by their names in the API. */
  readonly fields: Readonly<Record<FieldWord, readonly Phrase[]>>;
  /** Phrases of the words used in orders. */
  readonly orders: Readonly<Record<OrderWord, readonly Phrase[]>>;
  /** Order of the parts of `3/11`. */
  readonly dateOrder: 'dmy' | 'mdy' | 'ymd';
  /** Decimal separator. */
  readonly decimal: '.' | ',';
  /**
   * Letters that are written together with the next word, such as the Hebrew ב; split off only
   * before a known phrase.
   */
  readonly gluedPrefixes: readonly string[];
  /** Further forms of a phrase, such as its plural. */
  readonly inflect: (phrase: Phrase) => readonly Phrase[];
  /** Phrases of each concept. A phrase may belong to several. */
  readonly concepts: Readonly<Record<Concept, readonly Phrase[]>>;
  /** Phrases of each modifier of `grammar/modifiers.ts`. */
  readonly modifiers: Readonly<Record<Modifier, readonly Phrase[]>>;
  /** Phrases of each word of the API's closed lists (`vet`, `critical`, `finisher`, `high`). */
  readonly words: Readonly<Record<string, readonly Phrase[]>>;
  /** Words that do not change the meaning of a question: `please`, `the`, `tell me`. */
  readonly fillers: readonly Phrase[];
  /** Number words and their values; those from `multipliers` multiply the number before them. */
  readonly numbers: Readonly<Record<Phrase, number>>;
  readonly multipliers: readonly number[];
  /** Whether a last digit after a hundred or more counts the next lower unit: `三千五` is 3500. */
  readonly shortTail?: true | undefined;
  /** Phrases of units after a number. */
  readonly units: Readonly<Partial<Record<UnitName, readonly Phrase[]>>>;
  /** January is first. */
  readonly months: readonly (readonly Phrase[])[];
  /** Sunday is first. */
  readonly weekdays: readonly (readonly Phrase[])[];
  /** Dates with the name of the month, with {day}, {month} and {year}. */
  readonly dates: readonly Template[];
  readonly times: Readonly<Record<TimeMeaning, readonly Template[]>>;
  /** References to things without a name in the sentence. */
  readonly mentions: Mentions;
  /** Courtesies before or after an action: `please`, `can you`. */
  readonly courtesies: readonly Phrase[];
  /** Final words that turn an order into a question where no question mark is written: `ไหม`. */
  readonly askings?: readonly Phrase[];
  /** Words that make a sentence not an order: `don't`, `what if`, `should I`. */
  readonly refusals: readonly Phrase[];
  /** Words that ask for a reason or for advice: `why`, `what should I`. They have no weight. */
  readonly openings: readonly Phrase[];
  /** Beginnings of clauses that give the purpose of an answer: `I need it for the report`. */
  readonly asides: readonly Phrase[];
  /** Words that retract the previous name: `sorry`, `I mean`. */
  readonly corrections: readonly Phrase[];
  /** Words that begin an order, for detecting a second order and one without a template. */
  readonly commands: readonly Phrase[];
  /** Phrases with a verb of commands that describes or asks: "we ordered". */
  readonly notOrders: readonly Phrase[];
  /**
   * Words that limit the places or days of a question: "except", "before". `<place>` and `<time>` stand
   * for a place and a day next to them.
   */
  readonly limiting: readonly Phrase[];
  /** "Give me". */
  readonly requests: readonly Phrase[];
  /** Whole sentences that confirm a suggestion: `yes`, `that's right`. */
  readonly assents: readonly Phrase[];
  /** Whole sentences that decline it: `no`, `leave it`. */
  readonly dissents: readonly Phrase[];
  /** Whole sentences that ask again for the amount or day of the highest value. */
  readonly details: readonly Phrase[];
  /** Words between two orders: `and`, `then`. */
  readonly conjunctions: readonly Phrase[];
  /**
   * Phrases that may have another meaning than the listed one: a reading with one is only
   * suggested.
   */
  readonly loose: readonly Phrase[];
  /** Words that contain the name of an animal but mean something else: `fish meal`. */
  readonly notAnimals: readonly Phrase[];
  /** Replaces "which farm" when the question is read for a single farm. */
  readonly whichBarn: string;
  /** A plain question for each measure, offered when a question was not understood. */
  readonly examples: Readonly<Record<MeasureName, string>>;
}

/** Units of numbers in sentences. */
export const unitNames = [
  'g',
  'kg',
  'lb',
  'jin',
  'liang',
  't',
  'L',
  'm3',
  'sqm',
  'money',
  'degrees',
  'percent',
  'birds',
  'eggs',
] as const;

export type UnitName = (typeof unitNames)[number];

/**
 * Templates of names; `{number}` or `{name}` identifies the record. `{spaced_name}` is a name in a
 * script with spaces between words, for places where other names would have no recognisable end;
 * `{letter}` is the Thai letter at the end of a name.
 */
export interface Mentions {
  /** `barn {number}`: the barn whose name ends in the number. */
  readonly barn: readonly Template[];
  /** `flock {number}`. */
  readonly flock: readonly Template[];
  /** `the farm {name}`, `at {name} farm`: a known or unknown farm. */
  readonly farm: readonly Template[];
  /** `the last flock`: the most recently closed flock of a barn. */
  readonly previousFlock: readonly Phrase[];
  /** `the whole farm`: no restriction. */
  readonly everything: readonly Phrase[];
}

/** A record of the farm that a question names. */
export interface NamedRecord {
  readonly kind: 'barn' | 'flock' | 'person' | 'product' | 'farm';
  readonly id: string;
  readonly name: string;
  /** Set for flocks. */
  readonly barnId?: string;
  /** Whether a contact buys from the farm. */
  readonly isBuyer?: true;
  /** The resource of its row. */
  readonly resource: 'barns' | 'flocks' | 'users' | 'contacts' | 'medicine' | 'farms' | 'tasks';
}

/** A possible meaning of a stretch of a question. */
export type Sense =
  | { readonly kind: 'concept'; readonly concept: Concept }
  | { readonly kind: 'modifier'; readonly modifier: Modifier }
  /** A word of a closed list of the API. */
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'time'; readonly period: PeriodReference }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'record'; readonly record: NamedRecord }
  /** A number or name of a barn, flock or farm that the caller does not have. */
  | { readonly kind: 'nobody'; readonly of: 'barn' | 'flock' | 'farm' }
  | { readonly kind: SpeechKind };

/** Words that determine how a sentence is meant. */
export type SpeechKind =
  | 'filler'
  | 'refusal'
  | 'command'
  | 'conjunction'
  | 'courtesy'
  | 'asking'
  | 'everything'
  | 'mark';
