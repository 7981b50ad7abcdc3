import type { CompiledLexicon } from '../../ask/lexicon/compile-lexicon.ts';
import { loadLexicon } from '../../ask/lexicon/load-lexicon.ts';
import { isLanguage, type Language } from '../../model/languages.ts';
import { detectLanguage } from '../../tools/detect-language.ts';

/**
 * The languages in which a question may be, the likeliest first: that of its letters and words, the
 * one its answer is wanted in, that of the organisation, and the two of Latin script.
 */
export function questionLanguages(
  question: string,
  wishes: { readonly asked: Language | undefined; readonly organisation: Language },
): readonly Language[] {
  const detected = detectLanguage(question);
  const known = detected !== undefined && isLanguage(detected) ? [detected] : [];
  const asked = wishes.asked === undefined ? [] : [wishes.asked];
  return [...new Set([...known, ...asked, wishes.organisation, 'en', 'es'] as const)];
}

/** The lexicons of languages, in their order. */
export function loadLexicons(languages: readonly Language[]): Promise<CompiledLexicon[]> {
  return Promise.all(languages.map(loadLexicon));
}
