import type { Logger } from 'pino';
import { checkTarget } from '../platform/outbound/check-target.ts';
import { createOutboundClient } from '../platform/outbound/outbound-client.ts';
import type { OutboundPolicy } from '../platform/outbound/outbound-policy.ts';
import type { Runtime } from '../platform/runtime.ts';
import { createOpenMeteo } from '../platform/weather/open-meteo.ts';
import { OPEN_METEO_URL } from '../platform/weather/open-meteo-url.ts';
import { pollWeather } from '../platform/weather/poll-weather.ts';
import { endingFirst } from './ending-first.ts';
import type { RunningServer } from './running-server.ts';
import { everyMillis, type JobRun, scheduleOnce } from './schedule-once.ts';

/** Where the weather comes from, and where the service may call at all. */
export interface WeatherService {
  /** Address of a service that speaks like Open-Meteo; default: Open-Meteo itself. */
  readonly url?: string;
  readonly policy: OutboundPolicy;
}

/** The models are computed a few times a day: farms that are due may wait this long. */
const LOOK_MILLIS = 5 * 60_000;
const LEASE_MILLIS = 60_000;

/** Throws a plain error when the weather service is none that may be called. */
export function requireWeatherFits(weather: WeatherService | undefined): void {
  if (weather?.url === undefined) return;
  try {
    checkTarget(weather.url, weather.policy);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`--weather-url ${weather.url}: ${message}`, { cause: error });
  }
}

/** The server, with the weather of its farms asked for, one of the instances for all. */
export function withWeather(
  server: RunningServer,
  weather: WeatherService,
  { runtime, log }: { readonly runtime: Runtime; readonly log: Logger },
): RunningServer {
  const client = createOutboundClient(weather.policy);
  const source = createOpenMeteo({
    client,
    clock: runtime.clock,
    baseUrl: weather.url ?? OPEN_METEO_URL,
  });
  const onFailure = (farmId: string, error: unknown) => {
    log.warn({ err: error, farmId }, 'the weather of a farm could not be read');
  };
  const job = {
    name: 'weather',
    lastDue: everyMillis(LOOK_MILLIS),
    leaseMillis: LEASE_MILLIS,
    async work({ signal }: JobRun) {
      await pollWeather({ runtime, source, signal, onFailure });
    },
  };
  const schedule = scheduleOnce(runtime, job, { log });
  return endingFirst(server, async () => {
    await schedule.stop();
    await client.close();
  });
}
