/** The climate of a barn over one hour. */
export interface BarnHour {
  readonly barnId: string;
  /** When the hour began, UTC: `2026-11-21T08:00:00.000Z`. */
  readonly hour: string;
  /** Means; null where nothing was measured. */
  readonly temp: number | null;
  readonly humidity: number | null;
  readonly readings: number;
}

/** The climate of a barn over one hour: means, and the readings that lie furthest out. */
export interface ClimateHour extends Omit<BarnHour, 'barnId'> {
  readonly tempLow: number | null;
  readonly tempHigh: number | null;
  readonly humidityLow: number | null;
  readonly humidityHigh: number | null;
  readonly co2: number | null;
  readonly co2High: number | null;
  readonly nh3: number | null;
  readonly nh3High: number | null;
}
