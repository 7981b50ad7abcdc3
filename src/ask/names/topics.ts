import topics from '../lexicons/topics.json' with { type: 'json' };
import { normalText } from '../text/normalise.ts';
import { isEdge, isSpacedLetter } from '../text/word-edges.ts';

/** Phrases of topics by their first letter, the longest first. */
const byLetter = new Map<string, { readonly phrase: string; readonly topic: string }[]>();
for (const [topic, phrases] of Object.entries(topics)) {
  for (const phrase of phrases.split(',').map(normalText)) {
    const candidates = byLetter.get(phrase.slice(0, 1)) ?? [];
    candidates.push({ phrase, topic });
    byLetter.set(phrase.slice(0, 1), candidates);
  }
}
for (const candidates of byLetter.values())
  candidates.sort((a, b) => b.phrase.length - a.phrase.length);

/** "In the fan" is one word in Hebrew. */
const HEBREW_PREFIX = /^[ובלהמשכ][א-ת]/u;
const WORD_ENDING = /^(?:s|es|ed|d|ing|ים|ות|י)?(?![\p{L}\p{M}])/u;

/** The topic named at a position of a normal text. */
export function topicAt(text: string, at: number) {
  const found = byLetter
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
  const found = new Set<string>();
  for (let at = 0; at < text.length; ) {
    const glued = HEBREW_PREFIX.test(text.slice(at, at + 2)) ? topicAt(text, at + 1) : undefined;
    const topic = isEdge(text, at) ? (topicAt(text, at) ?? glued) : undefined;
    if (topic) found.add(topic.topic);
    at = topic?.end ?? at + 1;
  }
  return found;
}
