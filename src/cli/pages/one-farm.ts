import { message } from '../../model/message.ts';
import type { CommandContext } from '../context.ts';
import { usageError } from '../errors.ts';

/** The id of the farm that was chosen; undefined: the only one the key sees. */
export async function oneFarm(context: CommandContext): Promise<string | undefined> {
  const [farm, ...others] = await context.farms();
  if (others.length === 0) return farm;
  throw usageError('several farms are pinned: choose one with --farm', {
    text: [message('cli.severalFarms', { flag: '--farm' })],
  });
}
