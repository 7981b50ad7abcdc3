import type { Command } from 'commander';
import type { ResourceDefinition } from '../../../model/resource.ts';
import type { CommandContext } from '../../context.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Values } from '../../output/output.ts';
import { isConfirmed, requireConfirmable } from '../is-confirmed.ts';
import { deleteExamples } from './examples.ts';
import { parseVersion, VERSION_FLAG } from './if-match.ts';
import { findRowId, nameOf, rowArgument } from './row-id.ts';
import { describeWrite, printWrite } from './row-output.ts';

interface DeleteFlags {
  readonly ifMatch?: string;
}

/** Adds `<resource> delete`. */
export function addDelete(
  parent: Command,
  context: CommandContext,
  definition: ResourceDefinition,
): void {
  parent
    .command(`delete ${rowArgument(definition)}`)
    .description(`Delete one ${definition.singular}`)
    .option(VERSION_FLAG, 'only if the row is still at this version', parseVersion)
    .addHelpText('after', deleteExamples(definition))
    .action((typed: string, flags: DeleteFlags) =>
      runDelete(context, definition, { typed, flags }),
    );
}

async function runDelete(
  context: CommandContext,
  definition: ResourceDefinition,
  { typed, flags }: { readonly typed: string; readonly flags: DeleteFlags },
): Promise<void> {
  requireConfirmable(context);
  const id = await findRowId(context, definition, typed);
  const client = await context.client();
  if (!context.flags().yes) {
    const row = await client.get(nameOf(definition), id);
    const what = await namedRow(context, definition, row);
    if (!(await isConfirmed(context, { text: 'cli.ask.delete', params: { what } }))) return;
  }
  const removed = await client.remove(nameOf(definition), id, flags);
  const record = typeof removed === 'object' && removed !== null ? { id, ...removed } : { id };
  await printWrite(context, describeWrite('deleted', definition, { id }), {
    kind: 'record',
    record,
  });
}

/** A row as a question names it: `flock B1-2611 (flock_…)`. */
async function namedRow(
  context: CommandContext,
  definition: ResourceDefinition,
  row: object,
): Promise<string> {
  const { loadLabels } = await import('../../../i18n/labels.ts');
  const { singulars } = await loadLabels((await context.speaker()).language);
  const values = row as Values;
  const label = definition.label.map((name) => values[name]).find((value) => value !== null);
  const name = typeof label === 'string' ? ` ${neutralise(label)}` : '';
  return `${singulars[nameOf(definition)]}${name} (${neutralise(String(values['id']))})`;
}
