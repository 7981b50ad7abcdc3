import type { CommandContext } from '../../context.ts';
import { CliError, usageError } from '../../errors.ts';
import { resolveName } from '../../resolve-name.ts';
import { findServerPresent } from '../../server-present.ts';
import { requireOnFarm } from '../resource/row-id.ts';

/** The flock in a barn and the cameras over it, as far as the server knows them. */
export interface WatchedFlock {
  readonly barnId: string;
  /** What the clock of the server says, in milliseconds since 1970: that of a mock server moves. */
  readonly now: number;
  readonly ageDays: number | undefined;
  readonly birds: number | undefined;
  readonly breed: string | undefined;
  /** Source keys; undefined when no camera of the barn is registered. */
  readonly sources: readonly string[] | undefined;
}

const living: readonly unknown[] = ['active', 'selling'];

/** Asks the server for the flock in a barn; throws `notFound` when none lives there. */
export async function findWatchedFlock(
  context: CommandContext,
  barn: string | undefined,
): Promise<WatchedFlock> {
  if (barn === undefined) throw usageError('--from-api needs the barn: name it with --barn');
  const client = await context.client();
  const [farmId] = await context.farms();
  const barnId = await resolveName(client, 'barns', { typed: barn, farmId });
  await requireOnFarm(context, 'barns', barnId);
  const { data } = await client.list('flocks', { barnId });
  const flock = data.find(({ status }) => living.includes(status));
  if (!flock) throw new CliError('notFound', `no flock lives in the barn ${barn}`);
  const { now } = await findServerPresent(context);
  const cameras = await client.list('devices', { barnId, kind: 'camera' });
  const sources = cameras.data.flatMap(({ sourceKey }) => (sourceKey ? [sourceKey] : []));
  return {
    barnId,
    now,
    ageDays: flock.ageDays ?? undefined,
    birds: flock.live ?? undefined,
    breed: flock.breed ?? undefined,
    sources: sources.length > 0 ? sources : undefined,
  };
}
