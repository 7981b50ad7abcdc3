import * as z from 'zod';
import type { Language } from '../../model/core/message.ts';
import { measureNames } from '../../model/measures.ts';
import { modifierNames, modifiers, topics } from '../grammar/concepts.ts';
import english from '../lexicons/en.json' with { type: 'json' };
import { timeMeanings } from '../time/time-meanings.ts';
import { inflections } from './inflections.ts';
import { type Lexicon, unitNames } from './lexicon.ts';

/** The phrases of a comma-separated list. */
const phrases = z.string().transform((list) => parted(list, ','));
/** Templates contain commas, so they are separated by semicolons. */
const templates = z.string().transform((list) => parted(list, ';'));
const numbers = phrases.transform((list) =>
  Object.fromEntries(
    list.map((pair) => {
      const [word = '', value = ''] = pair.split('=');
      return [word, Number(value)] as const;
    }),
  ),
);

/** A file of `src/ask/lexicons`: every language has all keys, with values of the same types. */
const schema = z.strictObject({
  dateOrder: z.enum(['dmy', 'mdy', 'ymd']),
  decimal: z.enum(['.', ',']),
  gluedPrefixes: phrases,
  shortTail: z.literal(true).optional(),
  fillers: phrases,
  courtesies: phrases,
  askings: phrases,
  refusals: phrases,
  openings: phrases,
  asides: phrases,
  corrections: phrases,
  commands: phrases,
  assents: phrases,
  dissents: phrases,
  conjunctions: phrases,
  loose: phrases,
  numbers,
  multipliers: phrases.transform((list) => list.map(Number)),
  months: z.array(phrases).length(12),
  weekdays: z.array(phrases).length(7),
  dates: templates,
  units: z.partialRecord(z.enum(unitNames), phrases),
  mentions: z.strictObject({
    barn: templates,
    flock: templates,
    farm: templates,
    previousFlock: phrases,
    everything: phrases,
  }),
  times: z.record(z.enum(timeMeanings), templates),
  symbols: z.record(z.enum(keysOf(english.symbols)), phrases),
  fields: z.record(z.enum(keysOf(english.fields)), phrases),
  orders: z.record(z.enum(keysOf(english.orders)), phrases),
  concepts: z.record(z.enum([...topics, ...modifiers]), phrases),
  modifiers: z.record(z.enum(modifierNames), phrases),
  words: z.record(z.string(), phrases),
  /** Replaces "which farm" when the question is read for a single farm. */
  whichBarn: z.string().min(1),
  examples: z.record(z.enum(measureNames), z.string().min(1)),
});

/** Reads the lexicon of a language from its file. Throws on a missing or unknown key. */
export function readLexicon(language: Language, file: unknown): Lexicon {
  return { ...schema.parse(file), language, inflect: inflections[language] };
}

function parted(list: string, mark: ',' | ';'): readonly string[] {
  return list
    .split(mark)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}

function keysOf<T extends object>(value: T): readonly (keyof T & string)[] {
  return Object.keys(value) as (keyof T & string)[];
}
