import type { Language } from '../model/core/message.ts';
import { en, type Texts } from './en.ts';
import type { Translator } from './render-message.ts';

const LOADERS: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => en,
  he: async () => (await import('./he.ts')).he,
  th: async () => (await import('./th.ts')).th,
  es: async () => (await import('./es.ts')).es,
  zh: async () => (await import('./zh.ts')).zh,
};

/** Loads a language with its texts; each language is loaded on first use. */
export async function loadLanguage(language: Language): Promise<Translator> {
  return { language, texts: await LOADERS[language]() };
}
