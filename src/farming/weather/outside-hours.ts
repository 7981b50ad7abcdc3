import { parseInstant } from '../../tools/calendar.ts';
import { temperatureHumidityIndex } from '../metrics/temperature-humidity-index.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/** The air outside at one moment; null where it was not told. */
export interface OutsideHour {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly ts: string;
  readonly temp: number | null;
  readonly humidity: number | null;
  readonly thi: number | null;
}

/** The air outside now and in the hours to come. */
export interface OutsideHours {
  /** The newest moment of the last 24 hours; null when there is none. */
  readonly now: OutsideHour | null;
  /** The next 72 hours, as far as they are forecast. */
  readonly ahead: readonly OutsideHour[];
}

/** How far ahead the weather is looked at. */
export const HOURS_AHEAD = 72;
const HOURS_BACK = 24;
const HOUR_MILLIS = 3_600_000;

/** What is known of the air outside; what was forecast for hours that have passed is their weather. */
export function outsideHours({ weather, now }: FarmSnapshot<'weather'>): OutsideHours {
  const hours = weather.flatMap(({ ts, temp, humidity }) => {
    const at = ts === null ? undefined : parseInstant(ts);
    if (ts === null || at === undefined || (temp === null && humidity === null)) return [];
    return [{ at, ts, temp, humidity, thi: temperatureHumidityIndex(temp, humidity) }];
  });
  const past = hours.filter(({ at }) => at <= now && at >= now - HOURS_BACK * HOUR_MILLIS);
  return {
    now: past.at(-1) ?? null,
    ahead: hours.filter(({ at }) => at > now && at <= now + HOURS_AHEAD * HOUR_MILLIS),
  };
}

/** All of it, the present first. */
export function allHours({ now, ahead }: OutsideHours): readonly OutsideHour[] {
  return now ? [now, ...ahead] : ahead;
}
