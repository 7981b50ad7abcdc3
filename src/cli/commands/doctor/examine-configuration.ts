import type { Finding } from '../../../server/doctor/finding.ts';
import { configPath } from '../../config/config-paths.ts';
import { loadKey } from '../../config/load-key.ts';
import {
  type ResolvedSettings,
  resolveInProfile,
  resolveSettings,
} from '../../config/resolve-settings.ts';
import { type Settings, toSettings } from '../../config/settings.ts';
import type { CommandContext } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { settingsInput } from '../config/command-settings.ts';

/** What is in force, and what was wrong on the way to it. */
export interface ExaminedConfiguration {
  readonly settings: Settings;
  readonly findings: readonly Finding[];
}

/** Checks the configuration; a broken one is said, and flags and environment go on without it. */
export async function examineConfiguration(
  context: CommandContext,
): Promise<ExaminedConfiguration> {
  const input = settingsInput(context);
  const path = configPath(input);
  let resolved: ResolvedSettings;
  const findings: Finding[] = [];
  try {
    resolved = await resolveSettings(input);
    const [warning] = resolved.warnings;
    findings.push(
      warning === undefined
        ? finding('configuration', 'ok', `${path} is well`)
        : finding('configuration', 'warning', warning, 'see: farmctl config explain'),
    );
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const [first = ''] = error.message.split('\n');
    findings.push(finding('configuration', 'failed', first, error.hint ?? 'correct the file'));
    const files = { path, config: {}, projectPath: undefined, project: {} };
    const profile = { value: 'default', source: 'the configuration is broken' };
    resolved = await resolveInProfile(input, files, profile);
  }
  const { value, source } = resolved.profile;
  const server = String(resolved.settings.server.value);
  findings.push(finding('profile', 'ok', `${value} (${source}), ${server}`));
  const key = await loadKey(resolved.settings, input.environment).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    findings.push(finding('key', 'failed', message, 'see: farmctl config explain'));
    return undefined;
  });
  return { settings: toSettings(resolved, input, key), findings };
}

function finding(
  check: Finding['check'],
  state: Finding['state'],
  text: string,
  whatToDo = '',
): Finding {
  return { check, state, finding: text, whatToDo };
}
