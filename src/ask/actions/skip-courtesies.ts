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

/**
 * What stands from a place on where there is nothing but marks and courtesies: nothing more, or a
 * word that makes a question of what was said. Undefined where there is something else.
 */
export function readTail(
  compiled: CompiledLexicon,
  text: string,
  index: number,
): 'nothing' | 'asking' | undefined {
  const at = skipCourtesies(compiled, text, index);
  if (at >= text.length) return 'nothing';
  const asking = compiled.phrases
    .matchesAt(text, at)
    .findLast(({ values }) => values.some(({ kind }) => kind === 'asking'));
  return asking && readTail(compiled, text, asking.end) ? 'asking' : undefined;
}

function skipMarks(text: string, index: number): number {
  let at = index;
  while (at < text.length && BETWEEN.test(text[at] ?? '')) at++;
  return at;
}
