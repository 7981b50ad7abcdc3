import phrases from '../lexicons/topics.json' with { type: 'json' };
import { normalText } from '../text/normalise.ts';
import { isEdge, isSpacedLetter } from '../text/word-edges.ts';

/** Phrases by their first letter, the longest first, with what each names. */
type PhraseTable = ReadonlyMap<
  string,
  readonly { readonly phrase: string; readonly topic: string }[]
>;

/** Keys of the categories of alerts; all others are topics. */
const CATEGORY_PREFIX = 'alert.';

const topics = createTable(([key]) => !key.startsWith(CATEGORY_PREFIX));
const alertCategories = createTable(([key]) => key.startsWith(CATEGORY_PREFIX));

function createTable(includes: (entry: [string, string]) => boolean): PhraseTable {
  const table = new Map<string, { readonly phrase: string; readonly topic: string }[]>();
  for (const [key, list] of Object.entries(phrases).filter(includes)) {
    const topic = key.replace(CATEGORY_PREFIX, '');
    for (const phrase of list.split(',').map(normalText)) {
      const candidates = table.get(phrase.slice(0, 1)) ?? [];
      candidates.push({ phrase, topic });
      table.set(phrase.slice(0, 1), candidates);
    }
  }
  for (const candidates of table.values())
    candidates.sort((a, b) => b.phrase.length - a.phrase.length);
  return table;
}

/** "In the fan" is one word in Hebrew. */
const HEBREW_PREFIX = /^[ובלהמשכ][א-ת]/u;
const WORD_ENDING = /^(?:s|es|ed|d|ing|ים|ות|י)?(?![\p{L}\p{M}])/u;

/** The topic named at a position of a normal text. */
export function topicAt(text: string, at: number) {
  return phraseAt(topics, text, at);
}

function phraseAt(table: PhraseTable, text: string, at: number) {
  const found = table
    .get(text[at] ?? '')
    ?.find(
      ({ phrase }) =>
        text.startsWith(phrase, at) &&
        (!isSpacedLetter(phrase.at(-1)) || WORD_ENDING.test(text.slice(at + phrase.length))),
    );
  if (!found) return undefined;
  let end = at + found.phrase.length;
  while (isSpacedLetter(found.phrase.at(-1)) && isSpacedLetter(text[end])) end++;
  return { end, topic: found.topic };
}

/** The topics of a normal text, such as the title of a task, independent of language. */
export function topicsIn(text: string): ReadonlySet<string> {
  return namedIn(topics, text);
}

function namedIn(table: PhraseTable, text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (let at = 0; at < text.length; ) {
    const glued = HEBREW_PREFIX.test(text.slice(at, at + 2))
      ? phraseAt(table, text, at + 1)
      : undefined;
    const named = isEdge(text, at) ? (phraseAt(table, text, at) ?? glued) : undefined;
    if (named) found.add(named.topic);
    at = named?.end ?? at + 1;
  }
  return found;
}

/** The category of an alert with a normal text as its title; the first key named of the file. */
export function alertCategory(text: string): string | undefined {
  const named = namedIn(alertCategories, text);
  return ALERT_CATEGORIES.find((category) => named.has(category));
}

/** The categories in the order of the file: deaths outweigh the heat that caused them. */
const ALERT_CATEGORIES = Object.keys(phrases)
  .filter((key) => key.startsWith(CATEGORY_PREFIX))
  .map((key) => key.replace(CATEGORY_PREFIX, ''))
  .filter((category) => category !== 'other');
