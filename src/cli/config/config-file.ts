import { readFile, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import type * as z from 'zod/mini';
import { type Message, message } from '../../model/core/message.ts';
import { messageOf } from '../../tools/unknown-values.ts';
import { usageError } from '../core/errors.ts';
import { scanJson, type TextPosition } from '../core/json-scan.ts';
import { configPath, findProjectFile, type ProcessEnvironment } from './config-paths.ts';
import { type Config, configSchema, type ProjectConfig, projectSchema } from './config-schema.ts';
import { describeIssues } from './setting-definitions.ts';

/**
 * Reads the user's configuration; undefined when the file does not exist. Throws a usage error with
 * line and column when the file is invalid.
 */
export function readConfig(path: string): Promise<Config | undefined> {
  return readChecked(path, configSchema, 'config');
}

/** Reads a project's configuration; throws like `readConfig`. */
export function readProject(path: string): Promise<ProjectConfig | undefined> {
  return readChecked(path, projectSchema, 'project');
}

/**
 * Describes overly permissive access rights of a file that contains secrets; otherwise undefined.
 */
export async function findOpenAccess(path: string): Promise<Message | undefined> {
  // Windows has no such access rights; every file would appear to be open to everyone.
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
    // Windows editors prepend a byte order mark, which is not valid JSON.
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw fileError(path, 'read', error);
  }
}

/** One error in a configuration file. */
export interface ConfigFault {
  readonly path: string;
  readonly position?: TextPosition;
  readonly message: string;
}

const MOST_SHOWN = 5;

/** Creates a usage error that lists every fault as `path:line:column`, with a hint. */
export function configError(faults: readonly ConfigFault[]) {
  const listedFaults = faults.slice(0, MOST_SHOWN).map(describeFault);
  const hidden = faults.length - listedFaults.length;
  const lines = hidden > 0 ? [...listedFaults, `… and ${hidden} more`] : listedFaults;
  return usageError(lines.join('\n'), {
    text: faults
      .slice(0, MOST_SHOWN)
      .map((fault) => message('fault.settingInvalid', { place: faultPlace(fault) })),
    hint: message('hint.correctOrMove'),
  });
}

/**
 * Creates a usage error for a file that the operating system does not allow to be read or written.
 */
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
  return `${faultPlace(fault)}: ${fault.message}`;
}

function faultPlace({ path, position }: ConfigFault): string {
  return position === undefined ? path : `${path}:${position.line}:${position.column}`;
}

/** Contents of the configuration files. */
export interface ConfigFiles {
  readonly path: string;
  readonly config: Config;
  readonly projectPath: string | undefined;
  readonly project: ProjectConfig;
}

/** Reads the configuration files; throws a usage error when one is invalid. */
export async function readConfigFiles(environment: ProcessEnvironment): Promise<ConfigFiles> {
  const path = configPath(environment);
  const projectPath = await findProjectFile(environment.cwd);
  return {
    path,
    config: (await readConfig(path)) ?? {},
    projectPath,
    project: (projectPath === undefined ? undefined : await readProject(projectPath)) ?? {},
  };
}
