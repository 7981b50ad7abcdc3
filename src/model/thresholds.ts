import table from './thresholds.json' with { type: 'json' };

/**
 * A bound that operators may change: its unit, allowed values and source. The message `setting.`
 * plus its name describes what it decides.
 */
export interface Threshold {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** The threshold that it must not exceed: a warning must not start after the critical level. */
  readonly notAbove?: string;
  readonly unit: string;
  /** The source of the default; `trade` if common knowledge, `project` if decided here. */
  readonly source: string;
}

const all = {
  ...table.birds,
  ...table.money,
  ...table.planning,
  ...table.vision,
  ...table.alerts,
  ...table.summaries,
  ...table.automations,
  ...table.operations,
};

export type ThresholdName = keyof typeof all;

/**
 * The operational defaults of the service, from `thresholds.json`. An organisation may change any
 * of them; computed responses report the values used.
 */
export const thresholds: Readonly<Record<ThresholdName, Threshold>> = all;

/** All threshold values of one organisation. */
export type Thresholds = Readonly<Record<ThresholdName, number>>;

/** The threshold values of an organisation without changes. */
export const defaultThresholds: Thresholds = Object.fromEntries(
  Object.entries(thresholds).map(([name, threshold]) => [name, threshold.default]),
) as Thresholds;
