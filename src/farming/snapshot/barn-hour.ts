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
