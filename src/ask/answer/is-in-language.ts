import type { Language } from '../../model/core/message.ts';
import { detectLanguage } from '../../tools/detect-language.ts';

const LATIN: readonly Language[] = ['en', 'es'];
/** Shorter texts of Latin letters may hold no word that tells their language. */
const LETTERS_THAT_TELL = 30;

/** Whether a text is in a language, as far as its script and its commonest words tell. */
export function isInLanguage(text: string, language: Language): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const detected = detectLanguage(text);
  if (detected !== undefined) return detected === language;
  return letters < LETTERS_THAT_TELL ? letters > 0 && isOfScript(text, language) : false;
}

function isOfScript(text: string, language: Language): boolean {
  return LATIN.includes(language) === /\p{Script=Latin}/u.test(text);
}
