import { isLanguage, type Language, languages } from '../../model/languages.ts';
import type { Settings } from '../config/settings.ts';
import { checkWord } from './check-word.ts';

/**
 * The language of `--lang` or the settings, `en-US` being `en`; undefined where nobody chose.
 * Throws a usage error for one in which the service has no texts.
 */
export function pageLanguage({ lang }: Pick<Settings, 'lang'>): Language | undefined {
  if (lang === undefined) return undefined;
  const [language = ''] = lang.toLowerCase().split('-');
  const checked = isLanguage(language) ? language : checkWord('--lang', lang, languages);
  return isLanguage(checked) ? checked : undefined;
}
