import { usageError } from '../errors.ts';
import { describeIssue } from './config-issues.ts';
import { settingShapes } from './config-schema.ts';
import { type SettingName, settingDefinitions } from './setting-definitions.ts';

/** What a setting holds. */
export type SettingValue = string | readonly string[];

/**
 * The value of a setting that was given as text, from the place of that name (`--output`,
 * `FARMCTL_OUTPUT`). Throws a usage error that names the place, never the value.
 */
export function parseSetting(name: SettingName, text: string, place: string): SettingValue {
  const checked = settingShapes[name].safeParse(toValue(name, text), { reportInput: true });
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw usageError(`${place} ${issue ? describeIssue(issue) : 'is not valid'}`);
}

function toValue(name: SettingName, text: string): SettingValue {
  if (!settingDefinitions[name].list) return text;
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
