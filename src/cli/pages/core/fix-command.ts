import type { sharedSchemas } from '../../../model/answers/core/shared-schemas.ts';
import type { Sent } from '../../../model/api/json-schema.ts';
import type { Field } from '../../../model/core/fields.ts';
import {
  type ResourceDefinition,
  requiredFields,
  writableFields,
} from '../../../model/core/resource.ts';
import { isResourceName, resources } from '../../../model/resources/registry.ts';
import { isJsonText, isRecord } from '../../../tools/unknown-values.ts';
import { kebabCase, quoteWord } from '../../../tools/words.ts';
import { placeholder } from '../../input/field-flags.ts';
import { cleanText, type Facts, type Path } from '../../output/facts.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Values } from '../../output/output.ts';
import type { Block } from './blocks.ts';

/** A call that fixes a problem, as included in API answers. */
export interface FixCall {
  /** The operationId. */
  readonly operation: string;
  /** The resource that it creates or changes, and the row that it changes. */
  readonly resource?: string;
  readonly id?: string;
  readonly method: string;
  /** Relative to `/v1/platform`. */
  readonly path: string;
  /** The caller must fill in null values. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** The path that imports all missing rows from one file. */
  readonly import?: string;
}

/** The call in the `fix` field of an answer; undefined if absent. */
export function readFix(value: unknown): FixCall | undefined {
  if (!isRecord(value)) return undefined;
  const { operation, resource, id, method, path, body, import: importPath } = value;
  if (typeof method !== 'string' || typeof path !== 'string') return undefined;
  return {
    operation: typeof operation === 'string' ? operation : '',
    ...(typeof resource === 'string' ? { resource } : {}),
    ...(typeof id === 'string' ? { id } : {}),
    method,
    path,
    ...(isRecord(body) ? { body } : {}),
    ...(typeof importPath === 'string' ? { import: importPath } : {}),
  };
}

/**
 * The command line that sends the call, with `<…>` placeholders for missing values, split where a
 * long line may be broken. Uses the command of the resource if it can express the whole call,
 * otherwise `farmctl api`.
 */
export function fixCommandParts(fix: FixCall): readonly string[] {
  const parts = (COMMANDS[fix.operation] ?? recordParts)(fix) ?? apiParts(fix);
  return parts.map(neutralise);
}

type CommandParts = (fix: FixCall) => readonly string[] | undefined;

/** Commands of operations that do not belong to a resource. */
const COMMANDS: Readonly<Record<string, CommandParts>> = {
  adoptCamera: adoptParts,
  adoptWebhook: ({ id, body = {} }) =>
    id === undefined || Object.keys(body).length > 0
      ? undefined
      : [`farmctl webhook adopt ${quoteWord(id)}`],
  createNoticeChannel: channelParts,
  updateWebhook: ({ id, body: { enabled, url, ...others } = {} }) =>
    id === undefined || enabled !== true || (url ?? null) !== null || Object.keys(others).length > 0
      ? undefined
      : [
          `farmctl webhook update ${quoteWord(id)}`,
          ...(url === null ? ['--url <url>'] : []),
          '--enabled',
        ],
};

function recordParts(fix: FixCall): readonly string[] | undefined {
  const definition = definitionOf(fix.resource);
  if (definition === undefined) return undefined;
  if (definition.name === 'media' && fix.method === 'POST') return uploadParts(fix);
  return fix.method === 'PATCH' ? updateParts(definition, fix) : createParts(definition, fix);
}

function createParts(
  definition: ResourceDefinition,
  { body = {} }: FixCall,
): readonly string[] | undefined {
  const { farmId, ...fields } = body;
  const isOfFarm = definition.farm.kind !== 'self' && typeof farmId === 'string';
  const flags = flagParts(definition, isOfFarm ? fields : body);
  if (!flags) return undefined;
  const missing = requiredFields(definition)
    .filter(([name]) => !(name in body))
    .map(([name, field]) => flagPart(name, field, null));
  const farm = isOfFarm ? [`--farm ${quoteWord(farmId)}`] : [];
  return [`farmctl ${definition.name} create`, ...farm, ...missing, ...flags];
}

/** A media item needs its file, which determines its kind. */
function uploadParts({ body = {} }: FixCall): readonly string[] | undefined {
  const { kind: _, barnId, flockId, category, ...others } = body;
  if (Object.keys(others).length > 0) return undefined;
  const flags = Object.entries({ barn: barnId, flock: flockId, category });
  const typed = flags.flatMap(([flag, value]) =>
    typeof value === 'string' ? [`--${flag} ${quoteWord(value)}`] : [],
  );
  return ['farmctl media upload <file>', ...typed];
}

function updateParts(
  definition: ResourceDefinition,
  { id = '-', body = {} }: FixCall,
): readonly string[] | undefined {
  const flags = id.startsWith('-') ? undefined : flagParts(definition, body);
  return flags && [`farmctl ${definition.name} update ${quoteWord(id)}`, ...flags];
}

/** Source names are arbitrary; one that looks like a flag is sent as data. */
function adoptParts({ body = {} }: FixCall): readonly string[] | undefined {
  const { source, farmId, barnId, name, ...others } = body;
  if (Object.keys(others).length > 0) return undefined;
  if (typeof source !== 'string' || source === '' || source.startsWith('-')) return undefined;
  const flags = Object.entries({ farm: farmId, barn: barnId, name: name === source ? null : name });
  const typed = flags.filter((flag): flag is [string, string] => typeof flag[1] === 'string');
  if (typed.some(([, value]) => value === '' || value.startsWith('-'))) return undefined;
  return [
    `farmctl cameras adopt ${quoteWord(source)}`,
    ...typed.map(([flag, value]) => `--${flag} ${quoteWord(value)}`),
  ];
}

function channelParts({ body = {} }: FixCall): readonly string[] | undefined {
  const { kind, address, userId = null, ...others } = body;
  if (Object.keys(others).length > 0 || typeof kind !== 'string') return undefined;
  const isTyped = [address, userId].every(
    (value) => value === null || (typeof value === 'string' && !value.startsWith('-')),
  );
  if (!isTyped) return undefined;
  const [place, user] = Object.entries({ address, user: userId }).map(([name, value]) =>
    value === null ? `<${name}>` : quoteWord(String(value)),
  );
  // A key does not identify a user: the command must name the owner of the channel.
  return [`farmctl notices channels add ${quoteWord(kind)} ${place}`, `--user ${user}`];
}

function definitionOf(name = ''): ResourceDefinition | undefined {
  if (!isResourceName(name)) return undefined;
  const definition: ResourceDefinition = resources[name];
  return definition.readOnly ? undefined : definition;
}

/** Undefined if a value cannot be expressed as a flag. */
function flagParts(
  definition: ResourceDefinition,
  body: Readonly<Record<string, unknown>>,
): readonly string[] | undefined {
  const fields = new Map(writableFields(definition));
  const parts: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    const field = fields.get(name);
    if (!field || !isSayable(field, value)) return undefined;
    parts.push(flagPart(name, field, value));
  }
  return parts;
}

/** Whether the field's flag parses the typed text to this value. */
function isSayable({ type }: Field, value: unknown): boolean {
  if (value === null || type === 'json') return true;
  if (type === 'list') return Array.isArray(value);
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'integer' || type === 'number' || type === 'money') return typeof value === 'number';
  return typeof value === 'string' && value !== '';
}

function flagPart(name: string, field: Field, value: unknown): string {
  const flag = `--${kebabCase(name)}`;
  if (value === null) return `${flag} <${placeholder(field)}>`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // A flag with an optional value, or a value that starts with a dash, needs `=`.
  const joint = field.type === 'boolean' || text.startsWith('-') ? '=' : ' ';
  return `${flag}${joint}${quoteWord(text)}`;
}

function apiParts({ method, path, body = {} }: FixCall): readonly string[] {
  const fields = Object.entries(body).map(([name, value]) =>
    value === null ? `--set ${name}=<value>` : `--set ${quoteWord(`${name}=${looseText(value)}`)}`,
  );
  return [`farmctl api ${method} ${quoteWord(path)}`, ...fields];
}

/** A value in the `--set` syntax of `farmctl api`: strings remain strings. */
function looseText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return isJsonText(value) ? JSON.stringify(value) : value;
}

/** The command line that runs an action with this body, split where it may be broken. */
export function actCommandParts({ type, farmId, ...fields }: Values): readonly string[] {
  const farm = typeof farmId === 'string' ? [`--farm ${quoteWord(farmId)}`] : [];
  const flags = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    // A value that starts with a dash needs `=`.
    return `--${kebabCase(name)}${text.startsWith('-') ? '=' : ' '}${quoteWord(text)}`;
  });
  return [`farmctl act ${String(type)}`, ...farm, ...flags].map(neutralise);
}

/** Column of the text after a mark. */
const INDENT = 5;

/** The command that sends the call at a path; empty if absent. */
export function fixBlock<T, const P extends string>(
  facts: Facts<T>,
  path: P & Path<T, P, object>,
  indent = INDENT,
): readonly Block[] {
  const fix = fixAt(facts, path);
  if (!fix) return [];
  return [fixCommandParts(fix), ...importCommand(fix)].map((parts) => ({
    kind: 'command',
    parts: parts.map(cleanText),
    indent,
  }));
}

/** The command that adds all missing rows from a file; empty for a single row. */
function importCommand({ resource, import: path }: FixCall): readonly (readonly string[])[] {
  const definition = definitionOf(resource);
  if (path === undefined || definition === undefined) return [];
  return [[`farmctl ${definition.name} import`, '<file>']];
}

/** The same, split into parts. */
export function fixParts<T, const P extends string>(
  facts: Facts<T>,
  path: P & Path<T, P, object>,
): readonly string[] | undefined {
  const fix = fixAt(facts, path);
  return fix && fixCommandParts(fix).map(cleanText);
}

function fixAt(facts: Facts<unknown>, path: string): FixCall | undefined {
  return readFix(facts.raw(path));
}

/** Missing data of an answer; the command that fixes it is shown only at its first occurrence. */
export function missingBlocks(
  answer: Facts<{ readonly missing: readonly Sent<typeof sharedSchemas.MissingData>[] }>,
  printed = new Set<string>(),
): readonly Block[] {
  return answer.list('missing').flatMap((lacking): readonly Block[] => {
    const message = lacking.text('message') ?? lacking.text('code') ?? '';
    const line: Block = { kind: 'text', mark: 'info', text: message };
    if (printed.has(message)) return [line];
    printed.add(message);
    const [command, ...others] = fixBlock(lacking, 'fix');
    // One file may add the rows of several flocks.
    const imports = others.filter((block) => {
      const text = block.kind === 'command' ? block.parts.join(' ') : '';
      const isNew = !printed.has(text);
      printed.add(text);
      return isNew;
    });
    return [line, ...(command ? [command] : []), ...imports];
  });
}
