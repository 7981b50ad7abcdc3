import { roundTo } from '../../tools/rounding.ts';
import { trimEndOf } from '../../tools/trim-end-of.ts';
import type { GlobePlace } from './weather-source.ts';

/** The free service; others who run the same program may be asked in its place. */
export const OPEN_METEO_URL = 'https://api.open-meteo.com';

/** What is asked for; the current hour has to be among them whatever the time of the day. */
const ASKED_DAYS = { past: 1, ahead: 4 } as const;
/** About a kilometre: the model is no finer, and nobody needs to know the house. */
const PLACE_DECIMALS = 2;

/**
 * The address that answers the weather of a place, hour by hour in UTC. A path and parameters of
 * the base stay: a service behind a proxy, or one that wants an `apikey`.
 */
export function openMeteoUrl(baseUrl: string, { latitude, longitude }: GlobePlace): string {
  const url = new URL(baseUrl);
  url.pathname = `${trimEndOf(url.pathname, '/')}/v1/forecast`;
  const asked = {
    latitude: roundTo(latitude, PLACE_DECIMALS),
    longitude: roundTo(longitude, PLACE_DECIMALS),
    hourly: 'temperature_2m,relative_humidity_2m',
    past_days: ASKED_DAYS.past,
    forecast_days: ASKED_DAYS.ahead,
    timezone: 'UTC',
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, String(value));
  return url.href;
}
