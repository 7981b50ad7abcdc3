import type { VisionStreamOptions } from '../../../mock/vision-stream.ts';
import { FarmError } from '../../../model/core/errors.ts';
import { message } from '../../../model/core/message.ts';
import { parseInstant } from '../../../tools/calendar.ts';
import { CliError, foreign, usageError } from '../../core/errors.ts';
import type { Present } from '../../core/time.ts';
import { machinePresent, readDate } from '../../input/date-flags.ts';
import { findServerPresent } from '../../input/server-present.ts';
import type { CommandContext } from '../../session/context.ts';
import { resolveName } from '../../session/resolve-name.ts';
import { requireOnFarm } from '../../session/row-id.ts';

const MOST_SOURCES = 64;

/** `vision simulate`: prints the requested number of JSON lines, no faster than they are read. */
export async function runSimulate(context: CommandContext, flags: SimulateFlags): Promise<void> {
  const { stdout, interruption } = context.io;
  for (const chunk of await openStream(await readOptions(context, flags))) {
    await stdout.write(chunk);
    interruption.throwIfAborted();
  }
}

async function openStream(options: VisionStreamOptions): Promise<Iterable<string>> {
  const { visionStream } = await import('../../../mock/vision-stream.ts');
  try {
    return visionStream(options);
  } catch (error) {
    throw error instanceof FarmError
      ? usageError(foreign(error.message.replace(/\.$/, '')))
      : error;
  }
}

async function readOptions(
  context: CommandContext,
  flags: SimulateFlags,
): Promise<VisionStreamOptions> {
  const flock = flags.fromApi ? await findWatchedFlock(context, flags.barn) : undefined;
  const machine = machinePresent(context);
  const hours = numberOf(flags, 'hours', { fallback: 24, min: 0.01, max: 720 });
  return {
    seed: flags.seed ?? '42',
    barnId: flock?.barnId ?? barnOf(flags),
    sources: sourcesOf(flags) ?? flock?.sources ?? ['barn1-east', 'barn1-west'],
    until: instantOf(flags.until ?? 'now', { ...machine, now: flock?.now ?? machine.now }),
    hours,
    lines:
      flags.lines === undefined
        ? undefined
        : Math.floor(numberOf(flags, 'lines', { fallback: 0, min: 0, max: hours * 3_600_000 })),
    ageDays: numberOf(flags, 'age', { fallback: flock?.ageDays ?? 28, min: hours / 24, max: 700 }),
    birds: numberOf(flags, 'birds', { fallback: flock?.birds ?? 20_000, min: 1, max: 900_000 }),
    breed: flags.breed ?? flock?.breed ?? 'Ross 308',
    biasPct: numberOf(flags, 'bias', { fallback: 0, min: -90, max: 200 }),
    driftPctPerDay: numberOf(flags, 'drift', { fallback: 0, min: -50, max: 50 }),
    isBroken: flags.broken ?? false,
  };
}

function barnOf({ barn }: SimulateFlags): string | undefined {
  if (barn === undefined || /^[\w-]{1,80}$/.test(barn)) return barn;
  throw usageError(message('fault.barnNotAnId', { barn }), {
    hint: message('hint.barnIdOrFromApi'),
  });
}

function sourcesOf({ source }: SimulateFlags): readonly string[] | undefined {
  if (source === undefined) return undefined;
  const keys = source
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
  if (keys.length > 0 && keys.length <= MOST_SOURCES) return keys;
  throw usageError(message('fault.sourcesInvalid', { mostSources: MOST_SOURCES }));
}

/** The flag was validated before the command ran. */
function instantOf(text: string, present: Present): number {
  return parseInstant(readDate(text, 'time', present) ?? '') ?? present.now;
}

type NumberFlag = 'hours' | 'lines' | 'age' | 'birds' | 'bias' | 'drift';

function numberOf(
  flags: SimulateFlags,
  name: NumberFlag,
  { fallback, min, max }: { readonly fallback: number; readonly min: number; readonly max: number },
): number {
  const text = flags[name];
  const value = text === undefined ? fallback : Number(text);
  const isPlain = text === undefined || /^[+-]?\d+(\.\d+)?$/.test(text);
  if (isPlain && value >= min && value <= max) return value;
  throw usageError(message('fault.numberRange', { name, min, max }));
}

/** The flock in a barn and its cameras, according to the server. */
export interface WatchedFlock {
  readonly barnId: string;
  /** The server's clock, in milliseconds since 1970: that of a mock server can be changed. */
  readonly now: number;
  readonly ageDays: number | undefined;
  readonly birds: number | undefined;
  readonly breed: string | undefined;
  /** Source keys; undefined if no camera of the barn is registered. */
  readonly sources: readonly string[] | undefined;
}

const living: readonly unknown[] = ['active', 'selling'];

/** Requests the flock in a barn; throws `notFound` if there is none. */
async function findWatchedFlock(
  context: CommandContext,
  barn: string | undefined,
): Promise<WatchedFlock> {
  if (barn === undefined) throw usageError(message('fault.fromApiNeedsBarn'));
  const client = await context.client();
  const [farmId] = await context.farms();
  const barnId = await resolveName(client, 'barns', { typed: barn, farmId });
  await requireOnFarm(context, 'barns', barnId);
  const { data } = await client.list('flocks', { barnId });
  const flock = data.find(({ status }) => living.includes(status));
  if (!flock) throw new CliError('notFound', message('fault.barnWithoutFlock', { barn }));
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

export interface SimulateFlags {
  readonly barn?: string;
  readonly source?: string;
  readonly hours?: string;
  readonly until?: string;
  readonly seed?: string;
  readonly age?: string;
  readonly birds?: string;
  readonly breed?: string;
  readonly bias?: string;
  readonly drift?: string;
  readonly broken?: true;
  readonly lines?: string;
  readonly fromApi?: true;
}
