import type { CommandContext } from '../../context.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { NamedDatabase } from '../named-database.ts';

/** Says which webhooks of a restored database nothing can be signed for: their key was left behind. */
export async function tellLostSecrets(
  context: CommandContext,
  database: NamedDatabase,
  key: string,
): Promise<void> {
  const { findLostSecrets } = await import('../../../server/restored-secrets.ts');
  const configured = context.io.environment['FARMCTL_SECRET_KEY'] || undefined;
  const [first, ...others] = await findLostSecrets(database, configured);
  if (first === undefined) return;
  const id = neutralise(first);
  const count = others.length + 1;
  const what = count === 1 ? `The secret of webhook ${id}` : `The secrets of ${count} webhooks`;
  await context.note(
    `${what} cannot be opened here: put ${key} in place, or, when a server runs: farmctl webhook rotate ${id} --grace 0`,
  );
}
