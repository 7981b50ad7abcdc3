import { foldText } from '../../../tools/text-folding.ts';
import type { CommandContext } from '../../context.ts';
import { CliError, usageError } from '../../errors.ts';
import type { Values } from '../../output/output.ts';
import { isIdOf } from '../../resolve-name.ts';
import { requireOnFarm } from '../resource/row-id.ts';

const MOST_PAGES = 5;
const PAGE = 200;

/** The id of the integration that is meant by an id, or by a name that only one has. */
export async function findIntegration(context: CommandContext, typed: string): Promise<string> {
  if (isIdOf('integrations', typed)) {
    await requireOnFarm(context, 'integrations', typed);
    return typed;
  }
  const ids = await idsByName(context, typed);
  const [id, ...others] = ids;
  if (id !== undefined && others.length === 0) return id;
  if (id === undefined) {
    throw new CliError('notFound', `there is no integration ${JSON.stringify(typed)}`, {
      hint: 'See what there is with: farmctl integrations list',
    });
  }
  throw usageError(`several integrations are called ${JSON.stringify(typed)}: ${ids.join(', ')}`, {
    hint: 'Give the id, or choose the farm with --farm',
  });
}

async function idsByName(context: CommandContext, typed: string): Promise<readonly string[]> {
  const client = await context.client();
  const [farmId] = await context.farms();
  const folded = foldText(typed);
  const found: string[] = [];
  let pages = 0;
  for await (const page of client.pages('integrations', { q: typed, farmId, limit: PAGE })) {
    for (const row of page.data) {
      const values = row as unknown as Values;
      if (foldText(String(values['name'] ?? '')) === folded) found.push(String(values['id']));
    }
    pages += 1;
    if (pages === MOST_PAGES) break;
  }
  return found;
}
