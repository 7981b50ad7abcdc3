import type { CommandContext } from '../../context.ts';
import { isValues } from '../../output/infer-columns.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Values } from '../../output/output.ts';
import { findRowNames } from '../../resolve-name.ts';
import { isConfirmed, requireConfirmable } from '../is-confirmed.ts';
import { expectObject } from '../keys/expect-object.ts';

const columns = [{ name: 'what' }, { name: 'rows', kind: 'number' }] as const;

/** `people export <id>`. */
export async function runPeopleExport(context: CommandContext, id: string): Promise<void> {
  const client = await context.client();
  const path = `/os/people/${encodeURIComponent(id)}/export`;
  const { data } = await client.request({ method: 'GET', path });
  await context.print({ kind: 'document', data });
}

/** `people erase <id>`: tries it first, so that whoever is asked knows what goes. */
export async function runPeopleErase(
  context: CommandContext,
  id: string,
  { dryRun = false }: { readonly dryRun?: boolean },
): Promise<void> {
  if (!dryRun) requireConfirmable(context);
  const trial = await erase(context, id, true);
  if (dryRun) return print(context, trial, 'would be changed; nothing was');
  const rows = listIn(trial, 'changed').reduce((sum, row) => sum + Number(row['rows']), 0);
  const client = await context.client();
  const names = await findRowNames(client, [id], context.io.interruption);
  const name = neutralise(names.has(id) ? `${names.get(id)} (${id})` : id);
  if (!(await isConfirmed(context, { text: 'cli.ask.erase', params: { name, rows } }))) return;
  await print(context, await erase(context, id, false), `erased ${neutralise(id)}`);
}

async function erase(context: CommandContext, id: string, dryRun: boolean): Promise<Values> {
  const client = await context.client();
  const path = `/os/people/${encodeURIComponent(id)}/erase`;
  const { data } = await client.request({ method: 'POST', path, body: { dryRun } });
  return expectObject(data, { method: 'POST', path, server: client.server });
}

async function print(context: CommandContext, answer: Values, done: string): Promise<void> {
  const { fields, jq } = context.flags();
  const format = await context.format();
  const isDocument = jq !== undefined || format === 'json' || format === 'yaml';
  if (isDocument && fields === undefined) await context.print({ kind: 'document', data: answer });
  else await context.print({ kind: 'rows', columns, rows: listIn(answer, 'changed') });
  for (const { what, rows, reason } of listIn(answer, 'kept')) {
    const count = typeof rows === 'number' ? ` (${rows})` : '';
    await context.note(`kept: ${neutralise(String(what))}${count}: ${neutralise(String(reason))}`);
  }
  await context.note(done);
}

function listIn(answer: Values, name: string): readonly Values[] {
  const list = answer[name];
  return Array.isArray(list) ? list.filter(isValues) : [];
}
