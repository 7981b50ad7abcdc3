import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SettingsInput } from '../../src/cli/config/resolve-settings.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The configuration files of a test. */
export interface Home {
  readonly home: string;
  readonly cwd: string;
  readonly configPath: string;
  readonly projectPath: string;
  /** The input of the settings, with these flags and this environment. */
  input(options?: Partial<Pick<SettingsInput, 'flags' | 'environment'>>): SettingsInput;
}

/** Creates a home folder with a configuration and a project file, if given: as JSON or as text. */
export async function aHome(
  files: { readonly config?: unknown; readonly project?: unknown } = {},
): Promise<Home> {
  const home = await temporaryFolder();
  const cwd = join(home, 'work');
  const configPath = join(home, '.config/farmctl/config.json');
  const projectPath = join(cwd, '.farmctl.json');
  await mkdir(cwd);
  if (files.config !== undefined) await writeJson(configPath, files.config);
  if (files.project !== undefined) await writeJson(projectPath, files.project);
  return {
    home,
    cwd,
    configPath,
    projectPath,
    input: ({ flags = {}, environment = {} } = {}) => ({ flags, environment, cwd, home }),
  };
}

async function writeJson(path: string, content: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const text = typeof content === 'string' ? content : JSON.stringify(content, undefined, 2);
  await writeFile(path, text, { mode: 0o600 });
}
