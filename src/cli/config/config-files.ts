import { configPath, findProjectFile, type Surroundings } from './config-paths.ts';
import type { Config, ProjectConfig } from './config-schema.ts';
import { readConfig, readProject } from './read-config.ts';

/** What was read from files. */
export interface ConfigFiles {
  readonly path: string;
  readonly config: Config;
  readonly projectPath: string | undefined;
  readonly project: ProjectConfig;
}

/** Reads the files that hold settings; throws a usage error for one that is broken. */
export async function readConfigFiles(surroundings: Surroundings): Promise<ConfigFiles> {
  const path = configPath(surroundings);
  const projectPath = await findProjectFile(surroundings.cwd);
  return {
    path,
    config: (await readConfig(path)) ?? {},
    projectPath,
    project: (projectPath === undefined ? undefined : await readProject(projectPath)) ?? {},
  };
}
