import { isLanguage, type Language } from '../../model/core/message.ts';
import en from './phrases/en.json' with { type: 'json' };
import es from './phrases/es.json' with { type: 'json' };
import he from './phrases/he.json' with { type: 'json' };
import th from './phrases/th.json' with { type: 'json' };
import zh from './phrases/zh.json' with { type: 'json' };

/** All texts of the demo farm in one language. */
export type Phrases = typeof en;

/** Compilation fails if a language lacks a phrase of the English file. */
const phrases: Readonly<Record<Language, Phrases>> = { he, en, th, es, zh };

/** The texts of the demo farm in a language. */
export function phrasesOf(language: Language): Phrases {
  return phrases[language];
}

/** The name of a language in a phrase file. */
export function languageNamed(text: string): Language {
  if (!isLanguage(text)) throw new Error(`the demo farm has no texts in the language ${text}`);
  return text;
}

/** Values for the placeholders of a template. */
export type Values = Readonly<Record<string, string | number>>;

/** Creates a template filler: `{name}` is replaced with the named value; numbers are localised. */
export function createFiller({ numbers }: Phrases): (template: string, values: Values) => string {
  const { format } = new Intl.NumberFormat(numbers.locale, {
    useGrouping: numbers.grouped,
    maximumFractionDigits: 3,
  });
  return (template, values) =>
    template.replace(/\{(\w+)\}/g, (_whole, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`no value for {${name}} of "${template}"`);
      return typeof value === 'number' ? format(value) : value;
    });
}
