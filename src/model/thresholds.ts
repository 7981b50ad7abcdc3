import table from './thresholds.json' with { type: 'json' };

/**
 * Bounds that operators may move: each with its unit, what it may be, and where it comes from. What it
 * decides is the message `setting.` with its name.
 */
export interface Threshold {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** The threshold that it must not exceed: a warning comes no later than what is critical. */
  readonly notAbove?: string;
  readonly unit: string;
  /** Where the default comes from; `trade` where it is common knowledge, `project` where decided here. */
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
 * The operational defaults of the service, from `thresholds.json`. An organisation may change each
 * of them; computed answers report the values they used.
 */
export const thresholds: Readonly<Record<ThresholdName, Threshold>> = all;

/** The value of every threshold for one organisation. */
export type Thresholds = Readonly<Record<ThresholdName, number>>;

/** The value of every threshold where an organisation has changed none. */
export const defaultThresholds: Thresholds = Object.fromEntries(
  Object.entries(thresholds).map(([name, threshold]) => [name, threshold.default]),
) as Thresholds;
