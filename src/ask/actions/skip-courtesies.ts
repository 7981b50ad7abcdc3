import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';

const BETWEEN = /[\s,.:!?¿¡]/;

/** The first place behind the courtesies that begin at a place, such as "please". */
export function skipCourtesies({ phrases }: CompiledLexicon, text: string, index: number): number {
  let at = skipMarks(text, index);
  for (;;) {
    const courtesy = phrases
      .matchesAt(text, at)
      .findLast(({ values }) => values.some(({ kind }) => kind === 'courtesy'));
    if (!courtesy) return at;
    at = skipMarks(text, courtesy.end);
  }
}

/** Whether from a place on there is nothing but marks and courtesies. */
export function isCourtesyOnly(compiled: CompiledLexicon, text: string, index: number): boolean {
  return skipCourtesies(compiled, text, index) >= text.length;
}

function skipMarks(text: string, index: number): number {
  let at = index;
  while (at < text.length && BETWEEN.test(text[at] ?? '')) at++;
  return at;
}
