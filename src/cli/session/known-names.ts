import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProcessEnvironment, stateDir } from '../config/config-paths.ts';
import { neutralise } from '../output/neutralise.ts';
import { isNamedResource, labelFields, type NamedResource } from './resolve-name.ts';

/** An answer that may contain names for shell completion. */
export interface SeenAnswer {
  /** Path with query, relative to the server root. */
  readonly path: string;
  readonly body: string;
}

const MOST_NAMES = 500;
const LONGEST_NAME = 120;

/** Directory with a file of names per resource, one per line, most recent first. */
export function namesFolder(environment: ProcessEnvironment): string {
  return join(stateDir(environment), 'names');
}

/**
 * Caches the names in answers for shell completion, which reads only these files. If nothing can be
 * written, names are not completed.
 */
export async function rememberNames(
  environment: ProcessEnvironment,
  answers: readonly SeenAnswer[],
): Promise<void> {
  const folder = namesFolder(environment);
  try {
    await access(environment.home);
    for (const answer of answers) {
      const names = namesInAnswer(answer);
      if (names) await storeNames(join(folder, names.resource), names.names);
    }
  } catch {
    // The command itself has already succeeded.
  }
}

async function storeNames(path: string, newNames: readonly string[]): Promise<void> {
  const before = await readFile(path, 'utf8').catch(() => '');
  const names = [...new Set([...newNames.filter(isPlain), ...before.split('\n').filter(Boolean)])];
  const after = names
    .slice(0, MOST_NAMES)
    .map((name) => `${name}\n`)
    .join('');
  if (after === before) return;
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const draft = `${path}.${globalThis.crypto.randomUUID()}`;
  await writeFile(draft, after, { mode: 0o600 });
  await rename(draft, path);
}

/** Excludes names that a shell would display differently or that look like flags. */
function isPlain(name: string): boolean {
  const isShort = name !== '' && name.length <= LONGEST_NAME;
  return isShort && !name.startsWith('-') && neutralise(name) === name;
}

const LIST = /^\/v1\/platform\/([a-z-]+)(?:\?|$)/;

/** Names of rows in an answer. */
export interface SeenNames {
  readonly resource: NamedResource;
  readonly names: readonly string[];
}

/**
 * Names in a list of farms, barns, flocks or contacts, or in the key information; undefined for
 * other answers.
 */
function namesInAnswer({ path, body }: SeenAnswer): SeenNames | undefined {
  const [, noun = ''] = LIST.exec(path) ?? [];
  const resource = noun === 'me' ? 'farms' : noun;
  if (!isNamedResource(resource)) return undefined;
  const answer = JSON.parse(body);
  const rows: unknown = noun === 'me' ? answer?.farms : answer?.data;
  if (!Array.isArray(rows)) return undefined;
  const names = rows.map((row) => row?.[labelFields[resource]]);
  return { resource, names: names.filter((name) => typeof name === 'string') };
}
