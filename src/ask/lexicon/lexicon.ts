import type { Language } from '../../model/core/message.ts';
import type { Concept, Modifier } from '../grammar/concepts.ts';
import type { MeasureName } from '../grammar/measure-meanings.ts';
import type english from '../lexicons/en.json';
import type { PeriodReference, TimeMeaning } from '../time/time-meanings.ts';

/** A word or several, written as people write them; case, accents and niqqud do not matter. */
export type Phrase = string;

/**
 * Words with slots: `weigh {number} birds [on {dueDate}]`. `{slot}` takes a value, `[…]` may be
 * absent, `(a|b)` is one of several; a space may be several or, where no letters of a script with
 * spaces meet, none. Where a slot touches a letter (`ב{month}`), nothing may stand between.
 */
export type Template = string;

/** What phrases of questions about records stand for in every language. */
export type SymbolName = keyof (typeof english)['symbols'];

/** What phrases of orders stand for in every language. */
export type OrderWord = keyof (typeof english)['orders'];

/** A field of records that people ask for by a name of its own. */
export type FieldWord = keyof (typeof english)['fields'];

/** All that the engine knows of a language. Order within a list means nothing: the longest wins. */
export interface Lexicon {
  readonly language: Language;
  /** Phrases of the symbols that questions about records consist of. */
  readonly symbols: Readonly<Record<SymbolName, readonly Phrase[]>>;
  /** What people call fields of records, by their names in the API. */
  readonly fields: Readonly<Record<FieldWord, readonly Phrase[]>>;
  /** Phrases of the words that orders consist of. */
  readonly orders: Readonly<Record<OrderWord, readonly Phrase[]>>;
  /** How `3/11` is read. */
  readonly dateOrder: 'dmy' | 'mdy' | 'ymd';
  /** What separates whole numbers from decimals. */
  readonly decimal: '.' | ',';
  /** Letters that are written together with the next word, such as the Hebrew ב; peeled only before a known phrase. */
  readonly gluedPrefixes: readonly string[];
  /** Further forms of a phrase, such as its plural. */
  readonly inflect: (phrase: Phrase) => readonly Phrase[];
  /** How each concept is said. A phrase may stand at several. */
  readonly concepts: Readonly<Record<Concept, readonly Phrase[]>>;
  /** How each modifier of `grammar/modifiers.ts` is said. */
  readonly modifiers: Readonly<Record<Modifier, readonly Phrase[]>>;
  /** Words of the API's closed lists (`vet`, `critical`, `finisher`, `high`), each as it is said. */
  readonly words: Readonly<Record<string, readonly Phrase[]>>;
  /** Words without which a question means the same: `please`, `the`, `tell me`. */
  readonly fillers: readonly Phrase[];
  /** Number words and their values; those from `multipliers` multiply what stands before them. */
  readonly numbers: Readonly<Record<Phrase, number>>;
  readonly multipliers: readonly number[];
  /** Whether a last digit behind a hundred or more counts what comes next: `三千五` is 3500. */
  readonly shortTail?: true | undefined;
  /** Units after a number, by what one of them is in the unit of the API. */
  readonly units: Readonly<Partial<Record<UnitName, readonly Phrase[]>>>;
  /** January first. */
  readonly months: readonly (readonly Phrase[])[];
  /** Sunday first. */
  readonly weekdays: readonly (readonly Phrase[])[];
  /** How a day with the name of its month is written, with {day}, {month} and {year}. */
  readonly dates: readonly Template[];
  readonly times: Readonly<Record<TimeMeaning, readonly Template[]>>;
  /** How things are named that have no name of their own in the sentence. */
  readonly mentions: Mentions;
  /** What may stand before or after an action: `please`, `can you`. */
  readonly courtesies: readonly Phrase[];
  /** Words at the end that make a question of an order where no mark is written: `ไหม`. */
  readonly askings?: readonly Phrase[];
  /** Words that make a sentence no order: `don't`, `what if`, `should I`. */
  readonly refusals: readonly Phrase[];
  /** Words that ask for a reason or for advice: `why`, `what should I`. They weigh nothing. */
  readonly openings: readonly Phrase[];
  /** How clauses begin that say what an answer is for: `I need it for the report`. */
  readonly asides: readonly Phrase[];
  /** Words that take back what was just named: `sorry`, `I mean`. */
  readonly corrections: readonly Phrase[];
  /** Words that begin an order, for noticing a second one and one that has no template. */
  readonly commands: readonly Phrase[];
  /** Whole sentences that confirm what was suggested: `yes`, `that's right`. */
  readonly assents: readonly Phrase[];
  /** Whole sentences that decline it: `no`, `leave it`. */
  readonly dissents: readonly Phrase[];
  /** Words between two orders: `and`, `then`. */
  readonly conjunctions: readonly Phrase[];
  /** Phrases that may mean something else than what they are listed for: a reading with one is only suggested. */
  readonly loose: readonly Phrase[];
  /** A plain question for each measure; shown when a question was not understood, and understood itself. */
  readonly whichBarn: string;
  readonly examples: Readonly<Record<MeasureName, string>>;
}

/** Units that a number may carry in a sentence. */
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
 * Templates of names; `{number}` or `{name}` is what tells which. `{spaced_name}` is a name in a
 * script that parts words, for places where nothing would tell the end of another.
 */
export interface Mentions {
  /** `barn {number}`: the barn whose name ends in the number. */
  readonly barn: readonly Template[];
  /** `flock {number}`. */
  readonly flock: readonly Template[];
  /** `the farm {name}`, `at {name} farm`: a farm, known or not. */
  readonly farm: readonly Template[];
  /** `the last flock`: the flock of a barn that was closed last. */
  readonly previousFlock: readonly Phrase[];
  /** `the whole farm`: nothing is left out. */
  readonly everything: readonly Phrase[];
}

/** A record of the farm that a question names. */
export interface NamedRecord {
  readonly kind: 'barn' | 'flock' | 'person' | 'product' | 'farm';
  readonly id: string;
  readonly name: string;
  /** Of a flock. */
  readonly barnId?: string;
  /** The resource it is a row of. */
  readonly resource: 'barns' | 'flocks' | 'users' | 'contacts' | 'medicine' | 'farms';
}

/** What a stretch of a question may mean. */
export type Sense =
  | { readonly kind: 'concept'; readonly concept: Concept }
  | { readonly kind: 'modifier'; readonly modifier: Modifier }
  /** A word of a closed list of the API. */
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'time'; readonly period: PeriodReference }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'record'; readonly record: NamedRecord }
  /** A barn, flock or farm by a number or name that the caller's farm does not have. */
  | { readonly kind: 'nobody'; readonly of: 'barn' | 'flock' | 'farm' }
  | { readonly kind: SpeechKind };

/** Words that say how a sentence is meant. */
export type SpeechKind =
  | 'filler'
  | 'refusal'
  | 'command'
  | 'conjunction'
  | 'courtesy'
  | 'asking'
  | 'everything'
  | 'mark';
