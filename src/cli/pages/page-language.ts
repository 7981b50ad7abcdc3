import { isLanguage, type Language, languages } from '../../model/languages.ts';
import type { Settings } from '../config/settings.ts';
import { checkWord } from './check-word.ts';

/**
 * The language of `--lang` or the settings, `en-US` being `en`; undefined where nobody chose.
 * Throws a usage error for one in which the service has no texts.
 */
export function pageLanguage({ lang }: Pick<Settings, 'lang'>): Language | undefined {
  if (lang === undefined) return undefined;
  const checked = knownLanguage(lang) ?? checkWord('--lang', lang, languages);
  return isLanguage(checked) ? checked : undefined;
}

/** The language of a tag such as `en-US`; undefined for one without texts. */
export function knownLanguage(tag: string): Language | undefined {
  const [language = ''] = tag.toLowerCase().split('-');
  return isLanguage(language) ? language : undefined;
}
