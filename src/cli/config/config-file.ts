import { readFile, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import type * as z from 'zod/mini';
import { type Message, message } from '../../model/core/message.ts';
import { messageOf } from '../../tools/unknown-values.ts';
import { usageError } from '../core/errors.ts';
import { scanJson, type TextPosition } from '../core/json-scan.ts';
import { configPath, findProjectFile, type Surroundings } from './config-paths.ts';
import { type Config, configSchema, type ProjectConfig, projectSchema } from './config-schema.ts';
import { describeIssues } from './setting-definitions.ts';

/**
 * The user's configuration; undefined when there is no file.
 * Throws a usage error that says line and column when the file is not what it may be.
 */
export function readConfig(path: string): Promise<Config | undefined> {
  return readChecked(path, configSchema, 'config');
}

/** The configuration a project carries; throws like `readConfig`. */
export function readProject(path: string): Promise<ProjectConfig | undefined> {
  return readChecked(path, projectSchema, 'project');
}

/** What is wrong with the access rights of a file that holds secrets; undefined when nothing is. */
export async function findOpenAccess(path: string): Promise<Message | undefined> {
  // Windows has no such access rights; there every file seems open to all.
  if (platform() === 'win32') return undefined;
  const status = await stat(path).catch(() => undefined);
  if (!status || (status.mode & 0o077) === 0) return undefined;
  const mode = (status.mode & 0o777).toString(8).padStart(4, '0');
  return message('note.openToOthers', { path, mode, command: `chmod 600 ${path}` });
}

async function readChecked<S extends z.ZodMiniType>(
  path: string,
  schema: S,
  kind: 'config' | 'project',
): Promise<z.output<S> | undefined> {
  const text = await readText(path);
  if (text === undefined) return undefined;
  const scan = scanJson(text);
  if (scan.fault) throw configError([{ path, ...scan.fault }]);
  const checked = schema.safeParse(JSON.parse(text), { reportInput: true });
  if (checked.success) return checked.data;
  throw configError(
    describeIssues(checked.error.issues, kind).map((issue) => ({
      path,
      position: scan.positionOf(issue.path) ?? { line: 1, column: 1 },
      message: issue.message,
    })),
  );
}

async function readText(path: string): Promise<string | undefined> {
  try {
    // Editors of Windows put a byte order mark first, which is not JSON.
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw fileError(path, 'read', error);
  }
}

/** One thing that is wrong with a configuration file. */
export interface ConfigFault {
  readonly path: string;
  readonly position?: TextPosition;
  readonly message: string;
}

const MOST_SHOWN = 5;

/** A usage error that names the place of every fault as `path:line:column`, and the way out. */
export function configError(faults: readonly ConfigFault[]) {
  const shown = faults.slice(0, MOST_SHOWN).map(describeFault);
  const hidden = faults.length - shown.length;
  const lines = hidden > 0 ? [...shown, `… and ${hidden} more`] : shown;
  return usageError(lines.join('\n'), {
    text: faults
      .slice(0, MOST_SHOWN)
      .map((fault) => message('fault.settingInvalid', { place: placeOf(fault) })),
    hint: message('hint.correctOrMove'),
  });
}

/** A usage error of a file that the system does not let us read or write. */
export function fileError(path: string, act: 'read' | 'written', cause: unknown) {
  const reason = messageOf(cause);
  return usageError(
    message(act === 'read' ? 'fault.fileNotRead' : 'fault.fileNotWritten', { path, reason }),
    {
      hint: message('hint.checkPermissions'),
      cause,
    },
  );
}

function describeFault(fault: ConfigFault): string {
  return `${placeOf(fault)}: ${fault.message}`;
}

function placeOf({ path, position }: ConfigFault): string {
  return position === undefined ? path : `${path}:${position.line}:${position.column}`;
}

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
