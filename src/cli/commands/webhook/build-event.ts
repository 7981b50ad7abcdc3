import { eventSubject } from '../../../model/event-data.ts';
import type { EventName } from '../../../model/events.ts';
import { type EventBody, exampleEvent } from '../../../model/examples/example-event.ts';
import type { Field } from '../../../model/fields.ts';
import { nearestWord } from '../../../tools/nearest-word.ts';
import { usageError } from '../../errors.ts';
import { parseFieldValue } from '../../parse-field-value.ts';

/** What makes a test event its own. */
export interface EventIdentity {
  readonly id: string;
  readonly createdAt: string;
  /** Absent: that of the example. */
  readonly farmId?: string | undefined;
}

type Tree = Record<string, unknown>;

const SETTABLE: readonly string[] = ['id', 'orgId', 'farmId', 'createdAt', 'data'];

/**
 * The worked example of an event with what `--set` changes, each `path=value` such as
 * `data.record.title=Hot`. Throws a usage error for a path that the example does not have.
 */
export function buildEvent(
  event: EventName,
  identity: EventIdentity,
  settings: readonly string[],
): EventBody {
  const { id, createdAt, farmId } = identity;
  const example = structuredClone(exampleEvent(event));
  const body = { ...example, id, createdAt, ...(farmId === undefined ? {} : { farmId }) };
  const { record } = body.data;
  if (farmId !== undefined && isTree(record) && record['farmId'] !== null)
    record['farmId'] = farmId;
  for (const setting of settings) applySetting(body as unknown as Tree, event, setting);
  return body;
}

function applySetting(body: Tree, event: EventName, setting: string): void {
  const at = setting.indexOf('=');
  if (at < 1) throw usageError(`--set must be path=value, not ${JSON.stringify(setting)}`);
  const path = setting.slice(0, at).split('.');
  const text = setting.slice(at + 1);
  const [root = ''] = path;
  if (!SETTABLE.includes(root)) throw unknownPath(root, [], SETTABLE);
  const place = findPlace(body, event, path);
  const name = path.at(-1) ?? '';
  place.tree[name] = typedValue(text, place.tree[name], {
    field: place.field,
    place: `--set ${path.join('.')}`,
  });
}

interface Place {
  /** What holds the property that is set. */
  readonly tree: Tree;
  readonly field: Field | undefined;
}

/** Walks to what holds the property; below a JSON field anything may be added. */
function findPlace(body: Tree, event: EventName, path: readonly string[]): Place {
  let tree = body;
  let isFree = false;
  for (const [index, name] of path.slice(0, -1).entries()) {
    requireName(tree, path.slice(0, index), { name, isFree });
    isFree ||= fieldAt(event, path.slice(0, index + 1))?.type === 'json';
    const next = tree[name];
    if (!isTree(next) && !(isFree && (next === null || next === undefined))) {
      throw usageError(`--set: ${path.slice(0, index + 1).join('.')} holds no other values`);
    }
    const child = isTree(next) ? next : {};
    tree[name] = child;
    tree = child;
  }
  const name = path.at(-1) ?? '';
  const isNew = path[1] === 'previous' && path.length === 3 && fieldAt(event, path) !== undefined;
  requireName(tree, path.slice(0, -1), { name, isFree: isFree || isNew });
  return { tree, field: isFree ? undefined : fieldAt(event, path) };
}

function requireName(
  tree: Tree,
  above: readonly string[],
  { name, isFree }: { readonly name: string; readonly isFree: boolean },
): void {
  const isKnown = Object.hasOwn(tree, name);
  if (isKnown || (isFree && name !== '' && name !== '__proto__')) return;
  throw unknownPath(name, above, Object.keys(tree));
}

/** The field of the resource that `data.record.<name>` or `data.previous.<name>` stands for. */
function fieldAt(event: EventName, path: readonly string[]): Field | undefined {
  const [data, part = '', name = ''] = path;
  if (data !== 'data' || path.length !== 3 || !['record', 'previous'].includes(part))
    return undefined;
  const fields = eventSubject(event)?.fields ?? {};
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function typedValue(
  text: string,
  before: unknown,
  { field, place }: { readonly field: Field | undefined; readonly place: string },
): unknown {
  if (field) return parseFieldValue(field, text, place);
  // What no field describes has the kind of value that the example has.
  if (typeof before === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    if (before === null || before === undefined) return text;
    throw usageError(`${place} must be JSON, as ${JSON.stringify(before).slice(0, 80)}`);
  }
}

function unknownPath(name: string, above: readonly string[], names: readonly string[]) {
  const path = [...above, name].join('.');
  const near = nearestWord(name, names);
  const suggestion = near === undefined ? '' : `; did you mean ${[...above, near].join('.')}?`;
  return usageError(`--set: the event has no ${JSON.stringify(path)}${suggestion}`, {
    hint: `There is ${names.join(', ')}`,
  });
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
