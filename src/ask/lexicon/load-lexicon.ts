import { loadLabels } from '../../i18n/labels.ts';
import type { Language } from '../../model/core/message.ts';
import { type CompiledLexicon, compileLexicon } from './compile-lexicon.ts';
import { readLexicon } from './lexicon-file.ts';

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
  const known = loaded.get(language) ?? load(language);
  loaded.set(language, known);
  return known;
}

async function load(language: Language): Promise<CompiledLexicon> {
  const [file, { words, roles }] = await Promise.all([LOADERS[language](), loadLabels(language)]);
  const labels = Object.entries({ ...words, ...roles });
  return compileLexicon(readLexicon(language, file.default), labels);
}
