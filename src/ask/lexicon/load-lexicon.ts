import type { Language } from '../../model/core/message.ts';
import { type CompiledLexicon, compileLexicon } from './compile-lexicon.ts';

const LOADERS: Readonly<Record<Language, () => Promise<CompiledLexicon>>> = {
  he: async () => compileLexicon((await import('./he.ts')).he),
  en: async () => compileLexicon((await import('./en.ts')).en),
  th: async () => compileLexicon((await import('./th.ts')).th),
  es: async () => compileLexicon((await import('./es.ts')).es),
  zh: async () => compileLexicon((await import('./zh.ts')).zh),
};

/** What the engine knows of a language; each is made ready when it is first spoken. */
export function loadLexicon(language: Language): Promise<CompiledLexicon> {
  return LOADERS[language]();
}
