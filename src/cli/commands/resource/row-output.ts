import type { ResourceDefinition } from '../../../model/resource.ts';
import type { CommandContext } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { RecordOutput, Values } from '../../output/output.ts';
import { allColumns } from '../../resource-columns.ts';

/** A row with all its fields, in the order of the model. */
export function rowOutput(definition: ResourceDefinition, row: object): RecordOutput {
  // A row is an object of JSON: its fields can be read by name.
  return { kind: 'record', columns: allColumns(definition), record: row as Values };
}

const labelNames: readonly string[] = ['name', 'code', 'title', 'subject', 'date'];

/** What was done to a row, for people: `created flock flock_… (B1-2611)`. */
export function describeWrite(verb: string, { singular }: ResourceDefinition, row: object): string {
  const values = row as Values;
  const label = labelNames.map((name) => values[name]).find((value) => typeof value === 'string');
  const named = typeof label === 'string' ? ` (${neutralise(label)})` : '';
  return `${verb} ${singular} ${neutralise(String(values['id']))}${named}`;
}

/**
 * Says on stderr what was done, then prints the row. What was done stays done: when the row cannot
 * be printed as it was asked for, the command ends as partly done.
 */
export async function printWrite(
  context: CommandContext,
  done: string,
  output: RecordOutput,
): Promise<void> {
  await context.note(done);
  try {
    await context.print(output);
  } catch (error) {
    if (!(error instanceof CliError) || error.outcome !== 'usage') throw error;
    throw new CliError('partlyDone', `${done}, but it cannot be printed: ${error.message}`);
  }
}
