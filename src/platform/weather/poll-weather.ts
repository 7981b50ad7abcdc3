import { listWeatherStations } from '../../storage/system/weather-stations.ts';
import { OutboundFailed } from '../outbound/outbound-client.ts';
import type { Runtime } from '../runtime.ts';
import { type DueFarm, dueFarms } from './due-farms.ts';
import { findUntouched, markIntegration } from './mark-integration.ts';
import { firstBarnId, storeWeather } from './store-weather.ts';
import { type WeatherReading, WeatherRefused, type WeatherSource } from './weather-source.ts';

/** What asking for the weather depends on. */
export interface WeatherPoll {
  readonly runtime: Runtime;
  readonly source: WeatherSource;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
  /** Told of every farm whose weather could not be had. */
  readonly onFailure: (farmId: string, error: unknown) => void;
}

const FARMS_AT_ONCE = 4;

type Outcome =
  | { readonly readings: readonly WeatherReading[] }
  | { readonly readings: null; readonly error: string };

/**
 * Asks for the weather of every farm that is due and writes it; returns how many farms were asked.
 * What fails is noted on the integrations of the farm; throws only when the database does.
 */
export async function pollWeather(poll: WeatherPoll): Promise<number> {
  const { runtime, signal } = poll;
  const stations = await listWeatherStations(runtime.database);
  const waiting = dueFarms(stations, runtime.clock.now());
  let asked = 0;
  const work = async () => {
    for (let farm = waiting.shift(); farm && !signal.aborted; farm = waiting.shift()) {
      if (await pollFarm(poll, farm)) asked++;
    }
  };
  await Promise.all(Array.from({ length: FARMS_AT_ONCE }, work));
  return asked;
}

/** Whether the farm was asked: not without a barn, since readings belong to one. */
async function pollFarm(poll: WeatherPoll, farm: DueFarm): Promise<boolean> {
  const barnId = await firstBarnId(poll.runtime.database, farm);
  if (barnId === undefined) return false;
  const outcome = await read(poll, farm);
  // An attempt that was broken off says nothing about the source.
  if (poll.signal.aborted) return true;
  await note(poll.runtime, { farm, barnId, outcome });
  return true;
}

async function read({ source, signal, onFailure }: WeatherPoll, farm: DueFarm): Promise<Outcome> {
  try {
    return { readings: await source.read(farm, signal) };
  } catch (error) {
    if (!signal.aborted) onFailure(farm.farmId, error);
    const isKnown = error instanceof OutboundFailed || error instanceof WeatherRefused;
    return { readings: null, error: isKnown ? error.message : 'The weather could not be read.' };
  }
}

/** Writes readings and marks in one transaction, unless somebody else has asked meanwhile. */
async function note(
  runtime: Runtime,
  done: { readonly farm: DueFarm; readonly barnId: string; readonly outcome: Outcome },
): Promise<void> {
  const { farm, barnId, outcome } = done;
  const now = runtime.clock.now();
  await runtime.database.transaction(async (transaction) => {
    let isWritten = false;
    for (const station of farm.stations) {
      const before = await findUntouched(transaction, station);
      if (!before) continue;
      if (outcome.readings && !isWritten) {
        const { orgId, farmId } = farm;
        const owner = { orgId, farmId, barnId, integrationId: station.integrationId, now };
        await storeWeather(runtime, transaction, { owner, readings: outcome.readings });
        isWritten = true;
      }
      const error = outcome.readings ? null : outcome.error;
      await markIntegration(runtime, transaction, { before, attempt: { error }, now });
    }
  });
}
