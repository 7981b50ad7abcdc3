import type { CommandContext } from '../../context.ts';
import { resolveName } from '../../resolve-name.ts';
import { splitList } from '../keys/key-request.ts';

/** The flag of the farms that a webhook is told of. */
export const FARM_FLAG = '--farm <id or name>';

/**
 * The ids of the farms that were named on the line. A farm of the profile is for the work on farms:
 * here it would keep events of the others back without a word.
 */
export async function webhookFarms(
  context: CommandContext,
  typed: readonly string[] | undefined,
): Promise<readonly string[]> {
  const { farm } = context.flags();
  const names = typed === undefined && farm !== undefined ? [farm] : splitList(typed);
  if (names.length === 0) return [];
  const client = await context.client();
  return Promise.all(names.map((name) => resolveName(client, 'farms', { typed: name })));
}
