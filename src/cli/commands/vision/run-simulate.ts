import type { VisionStreamOptions } from '../../../mock/vision-stream/vision-stream.ts';
import { FarmError } from '../../../model/errors.ts';
import { parseInstant } from '../../../tools/calendar.ts';
import type { CommandContext } from '../../context.ts';
import { machinePresent, readDate } from '../../date-flags.ts';
import { usageError } from '../../errors.ts';
import type { Present } from '../../relative-dates.ts';
import { findWatchedFlock } from './find-watched-flock.ts';
import type { SimulateFlags } from './simulate-flags.ts';

const MOST_SOURCES = 64;

/** `vision simulate`: prints JSON lines, as many as were asked for and no faster than they are read. */
export async function runSimulate(context: CommandContext, flags: SimulateFlags): Promise<void> {
  const { stdout, interruption } = context.io;
  for (const chunk of await openStream(await readOptions(context, flags))) {
    await stdout.write(chunk);
    interruption.throwIfAborted();
  }
}

async function openStream(options: VisionStreamOptions): Promise<Iterable<string>> {
  const { visionStream } = await import('../../../mock/vision-stream/vision-stream.ts');
  try {
    return visionStream(options);
  } catch (error) {
    throw error instanceof FarmError ? usageError(error.message.replace(/\.$/, '')) : error;
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
  throw usageError(`--barn "${barn}" is not an id`, {
    hint: 'Give the id of the barn, or add --from-api to name it',
  });
}

function sourcesOf({ source }: SimulateFlags): readonly string[] | undefined {
  if (source === undefined) return undefined;
  const keys = source
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
  if (keys.length > 0 && keys.length <= MOST_SOURCES) return keys;
  throw usageError(`--source must name 1 to ${MOST_SOURCES} cameras`);
}

/** The flag was checked before the command ran. */
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
  throw usageError(`--${name} must be a number from ${min} to ${max}`);
}
