import type { Field } from '../model/fields.ts';
import { isResourceName, resources } from '../model/registry.ts';
import type { ResourceDefinition } from '../model/resource.ts';
import { requiredFields, writableFields } from '../model/resource-fields.ts';
import { placeholder } from './field-flags.ts';
import { kebabCase } from './kebab-case.ts';
import { isValues } from './output/infer-columns.ts';
import { neutralise } from './output/neutralise.ts';
import { quoteWord } from './quote-word.ts';

/** A call that puts something right, as answers of the service carry it. */
export interface FixCall {
  readonly method: string;
  /** Behind `/v1/platform`. */
  readonly path: string;
  /** Null in it is for the caller to fill in. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The call under `fix` of an answer; undefined where there is none. */
export function readFix(value: unknown): FixCall | undefined {
  if (!isValues(value)) return undefined;
  const { method, path, body } = value;
  if (typeof method !== 'string' || typeof path !== 'string') return undefined;
  return { method, path, ...(isValues(body) ? { body } : {}) };
}

/**
 * The command line that sends the call, with `<…>` for what is to be filled in: that of the
 * resource where it can say everything, else `farmctl api`.
 */
export function commandForFix(fix: FixCall): string {
  return fixCommandParts(fix).join(' ');
}

/** The same in the parts between which a long line may be broken: the command, then its flags. */
export function fixCommandParts(fix: FixCall): readonly string[] {
  const parts =
    createParts(fix) ??
    updateParts(fix) ??
    adoptParts(fix) ??
    adoptWebhookParts(fix) ??
    apiParts(fix);
  return parts.map(neutralise);
}

function createParts({ method, path, body = {} }: FixCall): readonly string[] | undefined {
  const definition = definitionAt(path);
  if (method !== 'POST' || !definition) return undefined;
  const { farmId, ...fields } = body;
  const isOfFarm = definition.farm.kind === 'farm' && typeof farmId === 'string';
  const flags = flagParts(definition, isOfFarm ? fields : body);
  if (!flags) return undefined;
  const missing = requiredFields(definition)
    .filter(([name]) => !(name in body))
    .map(([name, field]) => flagPart(name, field, null));
  const farm = isOfFarm ? [`--farm ${quoteWord(farmId)}`] : [];
  return [`farmctl ${definition.name} create`, ...farm, ...missing, ...flags];
}

function updateParts({ method, path, body = {} }: FixCall): readonly string[] | undefined {
  const [, collection = '', id = ''] = /^(\/[^/]+)\/([^/]+)$/.exec(path) ?? [];
  const definition = definitionAt(collection);
  if (method !== 'PATCH' || !definition || id.startsWith('-')) return undefined;
  const flags = flagParts(definition, body);
  if (!flags) return undefined;
  return [`farmctl ${definition.name} update ${quoteWord(id)}`, ...flags];
}

/** A source calls itself what it likes; one that could be read as a flag is sent as data. */
function adoptParts({ method, path, body = {} }: FixCall): readonly string[] | undefined {
  const { source, farmId, barnId, name, ...others } = body;
  const isAdoption = method === 'POST' && path === '/os/cameras/adopt';
  if (!isAdoption || Object.keys(others).length > 0) return undefined;
  if (typeof source !== 'string' || source === '' || source.startsWith('-')) return undefined;
  const flags = Object.entries({ farm: farmId, barn: barnId, name: name === source ? null : name });
  const typed = flags.filter((flag): flag is [string, string] => typeof flag[1] === 'string');
  if (typed.some(([, value]) => value === '' || value.startsWith('-'))) return undefined;
  return [
    `farmctl cameras adopt ${quoteWord(source)}`,
    ...typed.map(([flag, value]) => `--${flag} ${quoteWord(value)}`),
  ];
}

function adoptWebhookParts({ method, path, body = {} }: FixCall): readonly string[] | undefined {
  const id = /^\/os\/webhooks\/(\w+)\/adopt$/.exec(path)?.[1];
  if (method !== 'POST' || id === undefined || Object.keys(body).length > 0) return undefined;
  return [`farmctl webhook adopt ${quoteWord(id)}`];
}

function definitionAt(path: string): ResourceDefinition | undefined {
  const name = path.slice(1);
  if (!isResourceName(name)) return undefined;
  const definition: ResourceDefinition = resources[name];
  return definition.readOnly ? undefined : definition;
}

/** Undefined where a value has no flag that says it. */
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

/** Whether the flag of a field makes this value of what is typed behind it. */
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
  // Behind a flag whose value may be left out, and before a dash, only = makes it its value.
  const joint = field.type === 'boolean' || text.startsWith('-') ? '=' : ' ';
  return `${flag}${joint}${quoteWord(text)}`;
}

function apiParts({ method, path, body = {} }: FixCall): readonly string[] {
  const fields = Object.entries(body).map(([name, value]) =>
    value === null ? `--set ${name}=<value>` : `--set ${quoteWord(`${name}=${looseText(value)}`)}`,
  );
  return [`farmctl api ${method} ${quoteWord(path)}`, ...fields];
}

/** A value as `--set` of `farmctl api` reads it: text stays text. */
function looseText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return isJson(value) ? JSON.stringify(value) : value;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
