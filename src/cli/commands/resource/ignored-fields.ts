import type { ResourceDefinition } from '../../../model/resource.ts';
import { nearestWord } from '../../../tools/nearest-word.ts';
import type { CommandContext } from '../../context.ts';
import { neutralise } from '../../output/neutralise.ts';
import { allColumns } from '../../resource-columns.ts';

/**
 * Says which fields of a body the service will ignore because it knows no field of that name:
 * probably a slip. Fields that a row has but nobody can write are no slip: rows are sent back whole.
 */
export async function tellIgnored(
  context: CommandContext,
  definition: ResourceDefinition,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const known = allColumns(definition).map(({ name }) => name);
  for (const name of Object.keys(body)) {
    if (known.includes(name)) continue;
    const near = nearestWord(name, known);
    const suggestion = near === undefined ? '' : `; did you mean ${near}?`;
    await context.note(
      `farmctl: ${neutralise(name)} is no field of ${definition.name} and is ignored${suggestion}`,
    );
  }
}
