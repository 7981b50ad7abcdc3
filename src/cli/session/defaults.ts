import type { FarmClient } from '../../client/client.ts';
import { isLanguage, type Language, languages } from '../../model/core/message.ts';
import type { Settings } from '../config/settings.ts';
import { checkWord } from '../core/command-line.ts';
import { resolveName } from './resolve-name.ts';

/**
 * IDs of the farms a command works with: from `--farm` or the settings, otherwise the farms pinned
 * in the settings. Empty: all that the key can access.
 */
export async function chosenFarms(
  client: FarmClient,
  { farm, farms }: Settings,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const typed of farm === undefined ? farms : [farm]) {
    ids.push(await resolveName(client, 'farms', { typed }));
  }
  return ids;
}

/**
 * The language of `--lang` or the settings, with `en-US` mapped to `en`; undefined when not set.
 * Throws a usage error for an unsupported language.
 */
export function pageLanguage({ lang }: Pick<Settings, 'lang'>): Language | undefined {
  if (lang === undefined) return undefined;
  const checked = knownLanguage(lang) ?? checkWord('--lang', lang, languages);
  return isLanguage(checked) ? checked : undefined;
}

/** The language of a tag such as `en-US`; undefined when unsupported. */
export function knownLanguage(tag: string): Language | undefined {
  const [language = ''] = tag.toLowerCase().split('-');
  return isLanguage(language) ? language : undefined;
}
