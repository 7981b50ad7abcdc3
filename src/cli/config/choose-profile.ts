import { message } from '../../model/message.ts';
import { nearestWord } from '../../tools/nearest-word.ts';
import { type CliError, didYouMean, usageError } from '../errors.ts';
import type { ConfigFiles } from './config-files.ts';
import type { Config } from './config-schema.ts';
import type { SettingsInput } from './setting-layers.ts';

/** The profile that is used when nothing names another; it needs not be in the file. */
const DEFAULT_PROFILE = 'default';

/** Which profile is used, and what named it. */
export interface ChosenProfile {
  readonly value: string;
  readonly source: string;
}

/** The profile that flag, environment, project file or configuration name, in this order. */
export function chooseProfile(
  { flags, environment }: Pick<SettingsInput, 'flags' | 'environment'>,
  files: ConfigFiles,
): ChosenProfile {
  const named: readonly (readonly [string | undefined, string])[] = [
    [flags.profile, 'flag --profile'],
    [environment['FARMCTL_PROFILE'] || undefined, 'environment FARMCTL_PROFILE'],
    [files.project.profile, `project file ${files.projectPath}`],
    [files.config.currentProfile, `currentProfile in ${files.path}`],
  ];
  for (const [value, source] of named) if (value !== undefined) return { value, source };
  return { value: DEFAULT_PROFILE, source: 'default' };
}

/** Throws a usage error when there is no profile of that name, with the nearest one there is. */
export function requireProfile({ value, source }: ChosenProfile, config: Config): void {
  if (value === DEFAULT_PROFILE || config.profiles?.[value]) return;
  throw unknownProfile(value, config, ` (from ${source})`);
}

/** The error of a profile that is not there, with the nearest one there is. */
export function unknownProfile(name: string, config: Config, from = ''): CliError {
  const near = nearestWord(name, Object.keys(config.profiles ?? {}));
  const suggestion = near === undefined ? '' : `; did you mean "${near}"?`;
  return usageError(`there is no profile "${name}"${from}${suggestion}`, {
    hint: 'See what there is with: farmctl profile list',
    text: [message('cli.noProfile', { name }), ...didYouMean(near)],
  });
}
