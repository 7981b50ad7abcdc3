import { nearestWord } from '../../../tools/nearest-word.ts';
import { type SettingName, settingNames } from '../../config/setting-definitions.ts';
import { usageError } from '../../errors.ts';

/** The setting that was typed, also in the spelling of flags: `max-wait`. Throws a usage error. */
export function parseSettingName(typed: string): SettingName {
  const camel = typed.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  const found = settingNames.find((name) => name === camel);
  if (found) return found;
  const near = nearestWord(camel, settingNames);
  throw usageError(`${typed} is not a setting${near ? `; did you mean "${near}"?` : ''}`, {
    hint: 'See all settings with: farmctl config explain',
  });
}
