import { access } from 'node:fs/promises';
import { configPath, findProjectFile } from '../../config/config-paths.ts';
import type { CommandContext } from '../../context.ts';
import { settingsInput } from './command-settings.ts';

/** `config path`: where the configuration is; reads none of it, so that it works when it is broken. */
export async function runConfigPath(context: CommandContext): Promise<void> {
  const input = settingsInput(context);
  const path = configPath(input);
  const project = await findProjectFile(input.cwd);
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  await context.print({
    kind: 'reading',
    data: { config: path, exists, project: project ?? null },
    render: () => `${path}\n`,
  });
}
