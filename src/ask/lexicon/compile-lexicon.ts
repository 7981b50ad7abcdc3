import { loadLabels } from '../../i18n/labels.ts';
import type { Language } from '../../model/core/message.ts';
import { normalText, unmarkedText } from '../text/normalise.ts';
import { createPhraseTrie, type PhraseTrie } from '../text/phrase-trie.ts';
import type { NumberWriting } from '../text/read-number.ts';
import {
  parseTemplate,
  type SlotStarts,
  type TemplatePath,
  templateAnchors,
  templateStarts,
} from '../text/template.ts';
import { type TimeMeaning, timeMeanings } from '../time/time-meanings.ts';
import type {
  FieldWord,
  Lexicon,
  OrderWord,
  Phrase,
  Sense,
  SpeechKind,
  SymbolName,
  UnitName,
} from './lexicon.ts';
import { readLexicon } from './lexicon-file.ts';

/** A lexicon compiled for reading. */
export interface CompiledLexicon {
  readonly lexicon: Lexicon;
  readonly phrases: PhraseTrie<Sense>;
  readonly symbols: PhraseTrie<SymbolName>;
  readonly fields: PhraseTrie<FieldWord>;
  /** Values of closed lists by their labels in tables. */
  readonly labels: PhraseTrie<string>;
  readonly orders: PhraseTrie<OrderWord>;
  readonly previousFlock: PhraseTrie<true>;
  /** Words that contain the name of an animal but mean something else. */
  readonly notAnimals: PhraseTrie<true>;
  /** Phrases with a verb that describes a noun or asks, and phrases such as "give me". */
  readonly notOrders: PhraseTrie<'described' | 'requested'>;
  readonly assents: ReadonlySet<string>;
  readonly dissents: ReadonlySet<string>;
  readonly details: ReadonlySet<string>;
  /** The loose phrases of all kinds, with their inflections. */
  readonly loose: ReadonlySet<string>;
  /** The phrases of orders that end with an accent. */
  readonly accentedOrders: ReadonlySet<string>;
  readonly writing: NumberWriting;
  readonly units: PhraseTrie<UnitName>;
  readonly months: PhraseTrie<number>;
  readonly weekdays: PhraseTrie<number>;
  readonly dates: readonly TemplatePath[];
  readonly times: readonly {
    readonly meaning: TimeMeaning;
    readonly path: TemplatePath;
    readonly starts: TemplateStarts;
    readonly anchors: readonly string[] | undefined;
  }[];
  readonly mentions: readonly {
    readonly of: 'barn' | 'flock' | 'farm';
    readonly path: TemplatePath;
    readonly starts: TemplateStarts;
  }[];
}

/** The letters that a template may begin with; undefined: any. */
type TemplateStarts = ReadonlySet<string> | undefined;

const compiled = new WeakMap<Lexicon, CompiledLexicon>();

/** Compiles a lexicon, once. Throws where a template is malformed. */
function compileLexicon(lexicon: Lexicon, labels: ValueLabels = []): CompiledLexicon {
  const cached = compiled.get(lexicon) ?? build(lexicon, labels);
  compiled.set(lexicon, cached);
  return cached;
}

/** Values of closed lists with their labels in tables. */
type ValueLabels = Iterable<readonly [word: string, label: string]>;

function build(lexicon: Lexicon, labels: ValueLabels): CompiledLexicon {
  const { mentions } = lexicon;
  const units = buildTrie(byPhrase(lexicon.units));
  const timeStarts = startsOfTimes(lexicon);
  return {
    lexicon,
    phrases: buildSenses(lexicon),
    symbols: buildTrie(byPhrase(lexicon.symbols)),
    fields: buildTrie(byPhrase(lexicon.fields)),
    labels: buildTrie([...labels].map(([word, label]) => [label, word] as const)),
    orders: buildTrie(byPhrase(lexicon.orders)),
    notOrders: buildTrie([
      ...lexicon.notOrders.map((phrase) => [phrase, 'described'] as const),
      ...lexicon.requests.map((phrase) => [phrase, 'requested'] as const),
    ]),
    assents: new Set(lexicon.assents.map(unmarkedText)),
    dissents: new Set(lexicon.dissents.map(unmarkedText)),
    details: new Set(lexicon.details.map(unmarkedText)),
    loose: new Set(
      lexicon.loose.flatMap((phrase) => [phrase, ...lexicon.inflect(phrase)]).map(normalText),
    ),
    previousFlock: buildTrie(mentions.previousFlock.map((phrase) => [phrase, true] as const)),
    notAnimals: buildTrie(lexicon.notAnimals.map((phrase) => [phrase, true] as const)),
    accentedOrders: new Set(Object.values(lexicon.orders).flat().filter(endsWithAccent)),
    writing: {
      decimal: lexicon.decimal,
      numberWords: buildTrie(Object.entries(lexicon.numbers)),
      multipliers: new Set(lexicon.multipliers),
      units,
      shortTail: lexicon.shortTail,
    },
    units,
    months: indexed(lexicon.months),
    weekdays: indexed(lexicon.weekdays),
    dates: lexicon.dates.map(parseTemplate),
    times: timeMeanings.flatMap((meaning) =>
      lexicon.times[meaning].map((template) => ({
        meaning,
        ...compileTemplate(template, timeStarts),
      })),
    ),
    mentions: (['barn', 'flock', 'farm'] as const).flatMap((of) =>
      mentions[of].map((template) => ({ of, ...compileTemplate(template) })),
    ),
  };
}

/** "Anoté" reports a past action, "anote" is an order. */
export function endsWithAccent(phrase: string): boolean {
  return /[éí]$/iu.test(phrase);
}

function compileTemplate(template: string, slotStarts?: SlotStarts) {
  const path = parseTemplate(template);
  const starts = templateStarts(path, slotStarts);
  return { path, starts, anchors: templateAnchors(path) };
}

/**
 * The letters that time slots may begin with: they need not be tried at most positions of a
 * sentence.
 */
function startsOfTimes({ numbers, weekdays, months, dates }: Lexicon): SlotStarts {
  const number = [...'-0123456789', ...firstLetters(Object.keys(numbers))];
  const month = firstLetters(months.flat());
  const starts: Readonly<Record<string, readonly string[]>> = {
    number,
    day: number,
    year: number,
    month: ['-', ...month],
    from_month: ['-', ...month],
    to_month: ['-', ...month],
    weekday: ['-', ...firstLetters(weekdays.flat())],
  };
  const slotStarts: SlotStarts = (name) => starts[name] && new Set(starts[name]);
  const named = dates.map((date) => templateStarts(parseTemplate(date), slotStarts));
  if (named.includes(undefined)) return slotStarts;
  const date = new Set([...number, ...named.flatMap((letters) => [...(letters ?? [])])]);
  return (name) => (['date', 'from', 'to'].includes(name) ? date : slotStarts(name));
}

function firstLetters(phrases: readonly Phrase[]): readonly string[] {
  return phrases.map((phrase) => normalText(phrase).slice(0, 1));
}

function buildSenses(lexicon: Lexicon): PhraseTrie<Sense> {
  const trie = createPhraseTrie<Sense>();
  const add = (phrase: Phrase, sense: Sense) => {
    const forms = new Set([phrase, ...lexicon.inflect(phrase)].map(normalText));
    for (const form of forms) trie.add(form, sense);
  };
  for (const [phrase, concept] of byPhrase(lexicon.concepts))
    add(phrase, { kind: 'concept', concept });
  for (const [phrase, modifier] of byPhrase(lexicon.modifiers))
    trie.add(normalText(phrase), { kind: 'modifier', modifier });
  for (const [phrase, word] of byPhrase(lexicon.words)) add(phrase, { kind: 'word', word });
  for (const [kind, phrases] of buildSpeechPhrases(lexicon)) {
    for (const phrase of phrases) trie.add(normalText(phrase), { kind });
  }
  return trie;
}

function buildSpeechPhrases(
  lexicon: Lexicon,
): readonly (readonly [SpeechKind, readonly Phrase[]])[] {
  return [
    ['filler', lexicon.fillers],
    ['refusal', lexicon.refusals],
    ['command', lexicon.commands],
    ['conjunction', lexicon.conjunctions],
    ['courtesy', lexicon.courtesies],
    ['asking', lexicon.askings ?? []],
    ['everything', lexicon.mentions.everything],
  ];
}

function byPhrase<K extends string>(
  lists: Readonly<Partial<Record<K, readonly Phrase[]>>>,
): (readonly [Phrase, K])[] {
  return (Object.entries(lists) as [K, readonly Phrase[]][]).flatMap(([key, phrases]) =>
    phrases.map((phrase) => [phrase, key] as const),
  );
}

function indexed(lists: readonly (readonly Phrase[])[]): PhraseTrie<number> {
  return buildTrie(
    lists.flatMap((phrases, index) => phrases.map((phrase) => [phrase, index] as const)),
  );
}

function buildTrie<T>(entries: readonly (readonly [Phrase, T])[]): PhraseTrie<T> {
  const trie = createPhraseTrie<T>();
  for (const [phrase, value] of entries) trie.add(normalText(phrase), value);
  return trie;
}

const LOADERS: Readonly<Record<Language, () => Promise<{ readonly default: unknown }>>> = {
  he: () => import('../lexicons/he.json', { with: { type: 'json' } }),
  en: () => import('../lexicons/en.json', { with: { type: 'json' } }),
  th: () => import('../lexicons/th.json', { with: { type: 'json' } }),
  es: () => import('../lexicons/es.json', { with: { type: 'json' } }),
  zh: () => import('../lexicons/zh.json', { with: { type: 'json' } }),
};

const loaded = new Map<Language, Promise<CompiledLexicon>>();

/** The lexicon of a language, compiled on first use. */
export function loadLexicon(language: Language): Promise<CompiledLexicon> {
  const cached = loaded.get(language) ?? load(language);
  loaded.set(language, cached);
  return cached;
}

async function load(language: Language): Promise<CompiledLexicon> {
  const [file, { words, roles }] = await Promise.all([LOADERS[language](), loadLabels(language)]);
  const labels = Object.entries({ ...words, ...roles });
  return compileLexicon(readLexicon(language, file.default), labels);
}

let licences: Promise<ReadonlySet<string>> | undefined;

/** The licences granted by the curated questions (`licence.ts`). */
export function loadLicences(): Promise<ReadonlySet<string>> {
  licences ??= import('../lexicons/licences.json', { with: { type: 'json' } }).then(
    ({ default: groups }) =>
      new Set(
        Object.entries(groups).flatMap(([group, all]) =>
          all.split(', ').map((one) => `${group}: ${one}`),
        ),
      ),
  );
  return licences;
}
