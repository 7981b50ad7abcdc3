import { retention } from '../../../model/retention.ts';
import { thresholds } from '../../../model/thresholds.ts';
import { nearestWord } from '../../../tools/nearest-word.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { isValues } from '../../output/infer-columns.ts';
import type { Column, Values } from '../../output/output.ts';
import { expectObject } from '../keys/expect-object.ts';

const PATH = '/os/settings';
const TEXTS = ['name', 'timezone', 'language'] as const;
const NAMES = [...TEXTS, ...Object.keys(thresholds), ...Object.keys(retention)];

const columns: readonly Column[] = [
  { name: 'name' },
  { name: 'value' },
  { name: 'default' },
  { name: 'min', kind: 'number' },
  { name: 'max', kind: 'number' },
  { name: 'unit' },
  { name: 'note' },
];

/** `settings list`. */
export async function runSettingsList(
  context: CommandContext,
  { changed }: { readonly changed?: boolean },
): Promise<void> {
  const rows = rowsOf(await call(context, 'GET'));
  const own = ({ value, default: usual }: Values) => usual !== undefined && value !== usual;
  await context.print({ kind: 'rows', columns, rows: changed ? rows.filter(own) : rows });
}

/** `settings get <name>`. */
export async function runSettingsGet(context: CommandContext, name: string): Promise<void> {
  requireKnown([name]);
  const record = rowsOf(await call(context, 'GET')).find((row) => row['name'] === name);
  await context.print({ kind: 'record', record: record ?? {} });
}

/** `settings set <name> <value>`. */
export async function runSettingsSet(
  context: CommandContext,
  name: string,
  typed: string,
): Promise<void> {
  requireKnown([name]);
  const value = isText(name) ? typed : numberOf(name, typed);
  await change(context, [name], value);
}

/** `settings reset <names...>`. */
export async function runSettingsReset(
  context: CommandContext,
  names: readonly string[],
): Promise<void> {
  requireKnown(names);
  const plain = names.find(isText);
  if (plain !== undefined) throw usageError(`${plain} has no default; set it`);
  await change(context, names, null);
}

async function change(
  context: CommandContext,
  names: readonly string[],
  value: string | number | null,
): Promise<void> {
  const under = (known: object) =>
    Object.fromEntries(names.filter((name) => name in known).map((name) => [name, value]));
  const plain = Object.fromEntries(names.filter(isText).map((name) => [name, value]));
  const body = { ...plain, thresholds: under(thresholds), retention: under(retention) };
  const rows = rowsOf(await call(context, 'PATCH', body));
  const changed = rows.filter((row) => names.includes(String(row['name'])));
  await context.print({ kind: 'rows', columns, rows: changed });
  await context.note(`changed ${names.join(', ')}`);
}

function numberOf(name: string, typed: string): number {
  const value = Number(typed);
  if (typed.trim() !== '' && Number.isFinite(value)) return value;
  throw usageError(`${name} must be a number, not ${JSON.stringify(typed)}`);
}

function isText(name: string): boolean {
  return TEXTS.some((text) => text === name);
}

/** Throws a usage error for a setting there is none of, before anything is sent. */
function requireKnown(names: readonly string[]): void {
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown === undefined) return;
  const nearest = nearestWord(unknown, NAMES);
  throw usageError(`there is no setting ${JSON.stringify(unknown)}`, {
    hint:
      nearest === undefined
        ? 'See what there is with: farmctl settings list'
        : `Did you mean ${nearest}?`,
  });
}

async function call(
  context: CommandContext,
  method: 'GET' | 'PATCH',
  body?: Values,
): Promise<Values> {
  const client = await context.client();
  const { data } = await client.request({ method, path: PATH, ...(body ? { body } : {}) });
  return expectObject(data, { method, path: PATH, server: client.server });
}

/** Every setting of the answer as a row: those of the organisation, thresholds, retention. */
function rowsOf(answer: Values): readonly Values[] {
  const organisation = isValues(answer['organisation']) ? answer['organisation'] : {};
  const listed = (name: string) => {
    const list = answer[name];
    return Array.isArray(list) ? list.filter(isValues) : [];
  };
  return [
    ...TEXTS.map((name) => ({ name, value: organisation[name] })),
    ...listed('thresholds'),
    ...listed('retention').map(({ days, ...kept }) => ({ ...kept, value: days, unit: 'days' })),
  ];
}
