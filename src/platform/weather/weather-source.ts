/** A place on the globe, in degrees. */
export interface GlobePlace {
  readonly latitude: number;
  readonly longitude: number;
}

/** The air at one full hour. */
export interface WeatherReading {
  /** ISO 8601. */
  readonly ts: string;
  /** °C. */
  readonly temp: number;
  /** %. */
  readonly humidity: number;
}

/** What tells the weather of a place. */
export interface WeatherSource {
  /** The hours of the last day and the next days; throws `OutboundFailed` or `WeatherRefused`. */
  read(place: GlobePlace, signal: AbortSignal): Promise<readonly WeatherReading[]>;
}

/** An answer that cannot be the weather that was asked for; its message says what is wrong. */
export class WeatherRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WeatherRefused';
  }
}
