import type { CommandContext } from '../../context.ts';
import { neutralise } from '../../output/neutralise.ts';
import { oneFarm } from '../../pages/one-farm.ts';
import { resolveName } from '../../resolve-name.ts';
import { isConfirmed, requireConfirmable } from '../is-confirmed.ts';
import { expectObject } from '../keys/expect-object.ts';
import { requireOnFarm } from '../resource/row-id.ts';
import { printWrite } from '../resource/row-output.ts';

/** Flags of `case-files create`. */
export interface SealFlags {
  readonly title: string;
}

const PATH = '/os/case-files';

/** `case-files create <flock>`: seals the dossier of a flock, after a question or with `--yes`. */
export async function runSeal(
  context: CommandContext,
  typed: string,
  { title }: SealFlags,
): Promise<void> {
  requireConfirmable(context);
  const client = await context.client();
  const farmId = await oneFarm(context);
  const flockId = await resolveName(client, 'flocks', { typed, farmId });
  await requireOnFarm(context, 'flocks', flockId);
  const params = { flock: neutralise(typed) };
  if (!(await isConfirmed(context, { text: 'cli.ask.seal', params }))) return;
  const call = { method: 'POST', path: PATH, body: { flockId, title } } as const;
  const { data } = await client.request(call);
  const record = expectObject(data, { method: 'POST', path: PATH, server: client.server });
  const id = neutralise(String(record['id']));
  await printWrite(context, `sealed flock ${neutralise(typed)} in ${id}`, {
    kind: 'record',
    record,
  });
}
