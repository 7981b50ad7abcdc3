import { isModifier } from '../grammar/concepts.ts';
import type { SentenceContext } from '../grammar/read-sentence.ts';
import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import type { OrderWord } from '../lexicon/lexicon.ts';
import { isDigit, isEdge, isSpacedLetter } from '../text/word-edges.ts';
import { spend } from '../text/work-limit.ts';
import type { OrderView } from './order-views.ts';
import type { SlotValue } from './slot-values.ts';

/** Between words, and where none can begin. */
export const SILENT = /[\s.,:;!?¿¡()-]/u;
/** Names hold none of these: they are left over from the order. */
const NO_NAMES: ReadonlySet<OrderWord> = new Set<OrderWord>(
  'add log order called new capacity phone remind tell finish mark task expense alert'.split(
    ' ',
  ) as OrderWord[],
);

const ASKING: ReadonlySet<string> = new Set([
  'which',
  'what',
  'who',
  'when',
  'how_many',
  'how_much',
  'is_there',
]);

type FreeText = Extract<SlotValue, { kind: 'text' }>;

/** Words that are taken as they are from a place on: in quotes, or up to every edge behind it. */
export function freeWords(
  text: string,
  from: number,
): readonly { readonly to: number; readonly value: FreeText }[] {
  if (text[from] === '"') {
    const close = text.indexOf('"', from + 1);
    const value = { kind: 'text', from: from + 1, to: close, isQuoted: true } as const;
    return close > from + 1 ? [{ to: close + 1, value }] : [];
  }
  const found: { readonly to: number; readonly value: FreeText }[] = [];
  for (let to = from + 1; to <= text.length; to++) {
    // "A5" is one name.
    const isParted = !(isSpacedLetter(text[to - 1]) && isDigit(text[to]));
    if (!isEdge(text, to) || SILENT.test(text[to - 1] ?? ' ') || !isParted) continue;
    found.push({ to, value: { kind: 'text', from, to, isQuoted: false } });
  }
  spend(found.length);
  return found;
}

/** Whether words may be the title or the name that an order takes. */
export function mayBeFree(
  { from, to, isQuoted }: FreeText,
  text: string,
  { compiled }: SentenceContext,
  { type, words: { isName } = { field: 'title' } }: OrderView,
): boolean {
  if (isQuoted) return true;
  // Tasks and alerts may tell of anything; nothing else holds words that ask.
  const isTold = type === 'create_task' || type === 'create_alert';
  if (!isTold && isAsking(compiled, text, from, to)) return false;
  if (isPreposition(compiled, text, from, to)) return false;
  return !isName || (/\p{L}/u.test(text.slice(from, to)) && !isLeftOver(compiled, text, from, to));
}

/** "Which" of "which task is done" is asked for; it is no name. */
function isAsking({ phrases }: CompiledLexicon, text: string, from: number, to: number): boolean {
  for (let index = from; index < to; index++) {
    if (!isEdge(text, index)) continue;
    const isAsked = phrases
      .matchesAt(text, index)
      .some(({ end, values }) =>
        values.some(
          (sense) =>
            sense.kind === 'asking' ||
            (sense.kind === 'concept' &&
              (ASKING.has(sense.concept) ||
                (index === from && end === to && isModifier(sense.concept)))),
        ),
      );
    if (isAsked) return true;
  }
  return false;
}

function isPreposition({ orders }: CompiledLexicon, text: string, from: number, to: number) {
  return orders
    .matchesAt(text, from)
    .some(({ end, values }) => end === to && values.includes('for'));
}

/** Whether words hold some of the order. */
function isLeftOver({ orders }: CompiledLexicon, text: string, from: number, to: number): boolean {
  for (let index = from; index < to; index++) {
    if (!isEdge(text, index)) continue;
    const isOrder = orders.matchesAt(text, index).some(({ end, values }) => {
      return end <= to && values.some((word) => NO_NAMES.has(word));
    });
    if (isOrder) return true;
  }
  return false;
}
