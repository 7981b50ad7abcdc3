/**
 * Parameters of a response of Open-Meteo: consecutive hours from `first` on, with the temperature
 * rising by 0.1 °C.
 */
export interface OpenMeteoHours {
  /** The first full hour, such as `2026-11-02T00:00`. */
  readonly first: string;
  readonly hours: number;
  readonly temp?: number;
  readonly humidity?: number;
  readonly latitude?: number;
  readonly longitude?: number;
}

const HOUR_MILLIS = 3_600_000;

/** A parsed response of Open-Meteo for 32.36, 34.91. */
export function openMeteoAnswer(request: OpenMeteoHours) {
  const { first, hours, temp = 20, humidity = 50, latitude = 32.375, longitude = 34.875 } = request;
  const from = Date.parse(`${first}:00Z`);
  const each = Array.from({ length: hours }, (_, index) => index);
  return {
    latitude,
    longitude,
    generationtime_ms: 0.05,
    utc_offset_seconds: 0,
    timezone: 'GMT',
    timezone_abbreviation: 'GMT',
    elevation: 28,
    hourly_units: { time: 'iso8601', temperature_2m: '°C', relative_humidity_2m: '%' },
    hourly: {
      time: each.map((hour) => new Date(from + hour * HOUR_MILLIS).toISOString().slice(0, 16)),
      temperature_2m: each.map((hour) => Math.round((temp + hour / 10) * 10) / 10),
      relative_humidity_2m: each.map(() => humidity),
    },
  };
}
