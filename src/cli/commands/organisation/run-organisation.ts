import { message } from '../../../model/core/message.ts';
import { retention } from '../../../model/retention.ts';
import { thresholds } from '../../../model/thresholds.ts';
import { isRecord } from '../../../tools/unknown-values.ts';
import { nearestWord } from '../../../tools/words.ts';
import { CliError, usageError } from '../../core/errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Column, Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { findRowNames, isIdOf, resolveName } from '../../session/resolve-name.ts';
import { onlyFarm } from '../../session/row-id.ts';
import { expectObject, isConfirmed, requireConfirmable } from '../core/write-results.ts';

const columns = [{ name: 'what' }, { name: 'rows', kind: 'number' }] as const;

/** The ID of the user or contact with this ID or unique name. */
async function personId(context: CommandContext, typed: string): Promise<string> {
  if (isIdOf('users', typed) || isIdOf('contacts', typed)) return typed;
  const client = await context.client();
  const farmId = await onlyFarm(context);
  const user = await orNothing(resolveName(client, 'users', { typed }));
  const contact = resolveName(client, 'contacts', { typed, farmId });
  if (user === undefined) return contact;
  const other = await orNothing(contact);
  if (other === undefined) return user;
  const ids = `${user}, ${other}`;
  throw usageError(message('cli.ambiguous', { name: JSON.stringify(neutralise(typed)), ids }), {
    hint: message('hint.nameOneOf', { ids }),
  });
}

/** The result, or undefined if no row has that name. */
async function orNothing(resolving: Promise<string>): Promise<string | undefined> {
  return resolving.catch((error: unknown) => {
    if (error instanceof CliError && error.outcome === 'notFound') return undefined;
    throw error;
  });
}

export async function runPeopleExport(context: CommandContext, typed: string): Promise<void> {
  const client = await context.client();
  const id = await personId(context, typed);
  const path = `/os/people/${encodeURIComponent(id)}/export`;
  const { data } = await client.request({ method: 'GET', path });
  await context.print({ kind: 'document', data });
}

/** `people erase <person>`: runs a dry run first, so that the prompt lists what will be erased. */
export async function runPeopleErase(
  context: CommandContext,
  typed: string,
  { dryRun = false }: { readonly dryRun?: boolean },
): Promise<void> {
  if (!dryRun) requireConfirmable(context);
  const id = await personId(context, typed);
  const trial = await erase(context, id, true);
  if (dryRun) return print(context, trial, await context.t('note.wouldChange'));
  const rows = listIn(trial, 'changed').reduce((sum, row) => sum + Number(row['rows']), 0);
  const client = await context.client();
  const names = await findRowNames(client, [id], context.io.interruption);
  const name = neutralise(names.has(id) ? `${names.get(id)} (${id})` : id);
  if (!(await isConfirmed(context, { text: 'cli.ask.erase', params: { name, rows } }))) return;
  const answer = await erase(context, id, false);
  await print(context, answer, await context.t('note.erased', { id: neutralise(id) }));
}

async function erase(context: CommandContext, id: string, dryRun: boolean): Promise<Values> {
  const client = await context.client();
  const path = `/os/people/${encodeURIComponent(id)}/erase`;
  const { data } = await client.request({ method: 'POST', path, body: { dryRun } });
  return expectObject(data, { method: 'POST', path, server: client.server });
}

async function print(context: CommandContext, answer: Values, confirmation: string): Promise<void> {
  const { fields, jq } = context.flags();
  const format = await context.format();
  const isDocument = jq !== undefined || format === 'json' || format === 'yaml';
  if (isDocument && fields === undefined) await context.print({ kind: 'document', data: answer });
  else await context.print({ kind: 'rows', columns, rows: listIn(answer, 'changed') });
  for (const { what, rows, reason } of listIn(answer, 'kept')) {
    const count = typeof rows === 'number' ? ` (${rows})` : '';
    const description = `${neutralise(String(what))}${count}`;
    await context.report('note.kept', { what: description, reason: neutralise(String(reason)) });
  }
  await context.note(confirmation);
}

function listIn(answer: Values, name: string): readonly Values[] {
  const list = answer[name];
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

const PATH = '/os/settings';
const TEXTS = ['name', 'timezone', 'language'] as const;
const NAMES = [...TEXTS, ...Object.keys(thresholds), ...Object.keys(retention)];

const settingColumns: readonly Column[] = [
  { name: 'name' },
  { name: 'value' },
  { name: 'default' },
  { name: 'min', kind: 'number' },
  { name: 'max', kind: 'number' },
  { name: 'unit', kind: 'unit' },
  { name: 'note' },
];

export async function runSettingsList(
  context: CommandContext,
  { changed }: { readonly changed?: boolean },
): Promise<void> {
  const rows = rowsOf(await call(context, 'GET'));
  const isChanged = ({ value, default: usual }: Values) => usual !== undefined && value !== usual;
  await context.print({
    kind: 'rows',
    columns: settingColumns,
    rows: changed ? rows.filter(isChanged) : rows,
  });
}

export async function runSettingsGet(context: CommandContext, name: string): Promise<void> {
  requireKnown([name]);
  const record = rowsOf(await call(context, 'GET')).find((row) => row['name'] === name);
  await context.print({ kind: 'record', record: record ?? {} });
}

export async function runSettingsSet(
  context: CommandContext,
  name: string,
  typed: string,
): Promise<void> {
  requireKnown([name]);
  const value = isText(name) ? typed : numberOf(name, typed);
  await change(context, [name], value);
}

export async function runSettingsReset(
  context: CommandContext,
  names: readonly string[],
): Promise<void> {
  requireKnown(names);
  const textName = names.find(isText);
  if (textName !== undefined)
    throw usageError(message('fault.settingWithoutDefault', { plain: textName }));
  await change(context, names, null);
}

async function change(
  context: CommandContext,
  names: readonly string[],
  value: string | number | null,
): Promise<void> {
  const valuesUnder = (definitions: object) =>
    Object.fromEntries(names.filter((name) => name in definitions).map((name) => [name, value]));
  const values = Object.fromEntries(names.filter(isText).map((name) => [name, value]));
  const body = {
    ...values,
    thresholds: valuesUnder(thresholds),
    retention: valuesUnder(retention),
  };
  const rows = rowsOf(await call(context, 'PATCH', body));
  const changed = rows.filter((row) => names.includes(String(row['name'])));
  await context.print({ kind: 'rows', columns: settingColumns, rows: changed });
  await context.report('note.changed', { names: names.join(', ') });
}

function numberOf(name: string, typed: string): number {
  const value = Number(typed);
  if (typed.trim() !== '' && Number.isFinite(value)) return value;
  throw usageError(message('fault.settingNotNumber', { name, typed: JSON.stringify(typed) }));
}

function isText(name: string): boolean {
  return TEXTS.some((text) => text === name);
}

/** Throws a usage error for an unknown setting before anything is sent. */
function requireKnown(names: readonly string[]): void {
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown === undefined) return;
  const nearest = nearestWord(unknown, NAMES);
  throw usageError(message('fault.unknownSetting', { unknown: JSON.stringify(unknown) }), {
    hint:
      nearest === undefined
        ? message('hint.list', { command: 'farmctl settings list' })
        : message('hint.didYouMean', { word: nearest }),
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

/** Every setting in the answer as a row: organisation settings, thresholds, retention. */
function rowsOf(answer: Values): readonly Values[] {
  const organisation = isRecord(answer['organisation']) ? answer['organisation'] : {};
  const listed = (name: string) => {
    const list = answer[name];
    return Array.isArray(list) ? list.filter(isRecord) : [];
  };
  return [
    ...TEXTS.map((name) => ({ name, value: organisation[name] })),
    ...listed('thresholds'),
    ...listed('retention').map(({ days, ...rest }) => ({ ...rest, value: days, unit: 'days' })),
  ];
}
