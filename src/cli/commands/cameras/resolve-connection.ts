import { foldText } from '../../../tools/text-folding.ts';
import type { CommandContext } from '../../context.ts';
import { CliError, usageError } from '../../errors.ts';
import type { Values } from '../../output/output.ts';
import { isIdOf } from '../../resolve-name.ts';
import { expectObject } from '../keys/expect-object.ts';
import { requireFarmOf } from '../resource/row-id.ts';

const MOST_PAGES = 5;
const PAGE = 200;

/** The camera connection that is meant by an id, or by a name that only one of the farms' has. */
export async function resolveConnection(context: CommandContext, typed: string): Promise<Values> {
  const client = await context.client();
  if (isIdOf('integrations', typed)) {
    const path = `/integrations/${typed}`;
    const { data } = await client.request({ method: 'GET', path });
    const record = expectObject(data, { method: 'GET', path, server: client.server });
    await requireFarmOf(context, 'integrations', { id: typed, farmId: record['farmId'] });
    return record;
  }
  const [match, ...others] = await findByName(context, typed);
  if (match && others.length === 0) return match;
  if (!match) {
    throw new CliError('notFound', `there is no camera connection ${JSON.stringify(typed)}`, {
      hint: 'See what there is with: farmctl integrations list --kind camera',
    });
  }
  const ids = [match, ...others].map(({ id }) => String(id)).join(', ');
  throw usageError(`several camera connections are called ${JSON.stringify(typed)}: ${ids}`, {
    hint: 'Give the id, or choose the farm with --farm',
  });
}

async function findByName(context: CommandContext, typed: string): Promise<readonly Values[]> {
  const client = await context.client();
  const [farmId] = await context.farms();
  const folded = foldText(typed);
  const found: Values[] = [];
  let pages = 0;
  const query = { kind: 'camera', farmId, limit: PAGE };
  for await (const page of client.pages('integrations', query)) {
    for (const row of page.data) {
      const values = row as unknown as Values;
      if (foldText(String(values['name'] ?? '')) === folded) found.push(values);
    }
    pages += 1;
    if (pages === MOST_PAGES) break;
  }
  return found;
}
