import * as z from 'zod';
import { envReadings } from '../../model/resources/env-readings.ts';
import { formatInstant, parseInstant } from '../../tools/calendar.ts';
import type { Clock } from '../../tools/clock.ts';
import { roundTo } from '../../tools/statistics.ts';
import { trimEndOf } from '../../tools/text.ts';
import type { OutboundAnswer, OutboundClient } from '../outbound/outbound-client.ts';

const LONGEST_CALL_MILLIS = 10_000;
/** Five days of hours take about 6 KB. */
const MOST_BYTES = 256 * 1024;
const OK = 200;
const LONGEST_REASON = 200;

export interface OpenMeteoOptions {
  readonly client: OutboundClient;
  readonly clock: Clock;
  readonly baseUrl: string;
  /** Timeout of an answer, milliseconds. */
  readonly timeoutMs?: number;
}

/** Weather forecasts from Open-Meteo or a compatible service. */
export function createOpenMeteo(options: OpenMeteoOptions): WeatherSource {
  const { client, clock, baseUrl, timeoutMs = LONGEST_CALL_MILLIS } = options;
  return {
    async read(place, signal) {
      const answer = await client.send({
        method: 'GET',
        url: openMeteoUrl(baseUrl, place),
        headers: { accept: 'application/json' },
        timeoutMs,
        maxBytes: MOST_BYTES,
        signal,
      });
      requireWhole(answer);
      return parseOpenMeteo(answer.body, { place, now: clock.now() });
    },
  };
}

function requireWhole({ status, body, isCut }: OutboundAnswer): void {
  if (status !== OK) {
    throw new WeatherRefused(
      `The weather service answered with status ${status}${reasonOf(body)}.`,
    );
  }
  if (isCut) throw new WeatherRefused('The answer of the weather service is too long.');
}

/** The error text of a refused request. */
function reasonOf(body: string): string {
  try {
    const { reason } = JSON.parse(body) as { readonly reason?: unknown };
    if (typeof reason !== 'string' || reason.trim() === '') return '';
    const line = reason.replace(/[\p{C}\s]+/gu, ' ').trim();
    return `: ${line.slice(0, LONGEST_REASON).replace(/\.$/, '')}`;
  } catch {
    return '';
  }
}

/** The free service; a compatible one can be configured instead. */
export const OPEN_METEO_URL = 'https://api.open-meteo.com';

/** Requested days; they include the current hour at any time of day. */
const REQUESTED_DAYS = { past: 1, ahead: 4 } as const;
/** About a kilometre: the model resolution is no finer, and the exact location stays private. */
const PLACE_DECIMALS = 2;

/**
 * The URL of the hourly weather of a place in UTC. The path and parameters of the base are
 * retained, for services behind a proxy or with an `apikey`.
 */
export function openMeteoUrl(baseUrl: string, { latitude, longitude }: GlobePlace): string {
  const url = new URL(baseUrl);
  url.pathname = `${trimEndOf(url.pathname, '/')}/v1/forecast`;
  const query = {
    latitude: roundTo(latitude, PLACE_DECIMALS),
    longitude: roundTo(longitude, PLACE_DECIMALS),
    hourly: 'temperature_2m,relative_humidity_2m',
    past_days: REQUESTED_DAYS.past,
    forecast_days: REQUESTED_DAYS.ahead,
    timezone: 'UTC',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url.href;
}

const answerSchema = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  utc_offset_seconds: z.literal(0),
  hourly_units: z.object({
    temperature_2m: z.literal('°C'),
    relative_humidity_2m: z.literal('%'),
  }),
  hourly: z.object({
    time: z.array(z.string()),
    // Hours beyond the model's range are null.
    temperature_2m: z.array(z.number().nullable()),
    relative_humidity_2m: z.array(z.number().nullable()),
  }),
});

type Hourly = z.infer<typeof answerSchema>['hourly'];

/** The grid of the models is much finer than this. */
const FARTHEST_DEGREES = 1;
const MOST_HOURS = 240;
const FULL_HOUR = /^\d{4}-\d{2}-\d{2}T\d{2}:00$/;
const HOUR_MILLIS = 3_600_000;
const LONGEST_BACK_MILLIS = 3 * 24 * HOUR_MILLIS;
const LONGEST_AHEAD_MILLIS = 7 * 24 * HOUR_MILLIS;

/**
 * Parses the Open-Meteo answer for a place; hours without a value are omitted. Throws
 * `WeatherRefused` for implausible answers: another place, invalid or unrequested hours, lists of
 * different lengths, values out of range, other units.
 */
export function parseOpenMeteo(
  body: string,
  requested: { readonly place: GlobePlace; readonly now: number },
): WeatherReading[] {
  const answer = answerSchema.safeParse(parseJson(body));
  if (!answer.success) {
    const [issue] = answer.error.issues;
    throw refusedWeather(`${issue?.path.join('.') || 'the answer'} is wrong: ${issue?.message}`);
  }
  const { hourly, ...place } = answer.data;
  requirePlace(place, requested.place);
  const instants = instantsOf(hourly, requested.now);
  const readings = instants.flatMap((at, index) => {
    const temp = checkedValue('temp', hourly.temperature_2m[index]);
    const humidity = checkedValue('humidity', hourly.relative_humidity_2m[index]);
    return temp === null || humidity === null ? [] : [{ ts: formatInstant(at), temp, humidity }];
  });
  if (readings.length === 0) throw refusedWeather('none of its hours has both values');
  return readings;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw refusedWeather('it is not JSON');
  }
}

function requirePlace(responsePlace: GlobePlace, requested: GlobePlace): void {
  const east = Math.abs(responsePlace.longitude - requested.longitude);
  const farthest = Math.max(
    Math.abs(responsePlace.latitude - requested.latitude),
    // Longitudes wrap around at the date line.
    Math.min(east, 360 - east),
  );
  if (farthest <= FARTHEST_DEGREES) return;
  throw refusedWeather(
    `it is of ${responsePlace.latitude}, ${responsePlace.longitude}, which was not asked for`,
  );
}

function instantsOf({ time, temperature_2m, relative_humidity_2m }: Hourly, now: number): number[] {
  const [temps, humidities] = [temperature_2m.length, relative_humidity_2m.length];
  if (time.length !== temps || time.length !== humidities) {
    throw refusedWeather(
      `it has ${time.length} hours, ${temps} temperatures, ${humidities} humidities`,
    );
  }
  if (time.length === 0 || time.length > MOST_HOURS)
    throw refusedWeather(`it has ${time.length} hours`);
  const instants = time.map(instantOf);
  const isInTurn = instants.every(
    (at, index) => index === 0 || at === (instants[index - 1] ?? at) + HOUR_MILLIS,
  );
  if (!isInTurn) throw refusedWeather('its hours do not follow each other');
  const [first = now, last = now] = [instants[0], instants.at(-1)];
  if (first < now - LONGEST_BACK_MILLIS || last > now + LONGEST_AHEAD_MILLIS || last <= now) {
    throw refusedWeather(`it is of ${time[0]} to ${time.at(-1)}, not of the days to come`);
  }
  return instants;
}

function instantOf(text: string): number {
  const at = FULL_HOUR.test(text) ? parseInstant(`${text}:00Z`) : undefined;
  if (at === undefined) throw refusedWeather(`${JSON.stringify(text.slice(0, 40))} is no hour`);
  return at;
}

function checkedValue(field: 'temp' | 'humidity', value: number | null | undefined): number | null {
  const { min, max } = envReadings.fields[field];
  if (value === null || value === undefined) return null;
  if (value >= min && value <= max) return value;
  throw refusedWeather(`a ${field} of ${value} is not between ${min} and ${max}`);
}

function refusedWeather(problem: string): WeatherRefused {
  return new WeatherRefused(`The answer of the weather service was not taken: ${problem}.`);
}

/** A place on the globe, in degrees. */
export interface GlobePlace {
  readonly latitude: number;
  readonly longitude: number;
}

/** Outdoor conditions at one full hour. */
export interface WeatherReading {
  /** ISO 8601. */
  readonly ts: string;
  /** °C. */
  readonly temp: number;
  /** %. */
  readonly humidity: number;
}

/** A source of weather data for a place. */
export interface WeatherSource {
  /** The hours of the last day and the next days; throws `OutboundFailed` or `WeatherRefused`. */
  read(place: GlobePlace, signal: AbortSignal): Promise<readonly WeatherReading[]>;
}

/** An answer that cannot be the requested weather; its message describes the fault. */
export class WeatherRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WeatherRefused';
  }
}
