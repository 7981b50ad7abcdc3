/** Bounds that operators may move: each with its unit, what it may be, and where it comes from. */
interface Threshold {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly unit: string;
  /** What it decides, in one line. */
  readonly note: string;
  /** Where the default comes from; `trade` where it is common knowledge, `project` where decided here. */
  readonly source: string;
}

/**
 * The operational defaults of the service, every one of which an organisation may change.
 * What is computed from one can say which value it used.
 */
export const thresholds = {
  spikeMinimumDeaths: {
    default: 5,
    min: 1,
    max: 1000,
    unit: 'birds',
    note: 'Fewer deaths than this are never a spike by ratio',
    source: 'project',
  },
  spikeRatio: {
    default: 2,
    min: 1.1,
    max: 10,
    unit: '×',
    note: 'Deaths against the mean of seven days that flag a spike',
    source: 'project',
  },
  densityLimitKgM2: {
    default: 39,
    min: 10,
    max: 60,
    unit: 'kg/m²',
    note: 'Live weight a barn may hold',
    source: 'Directive 2007/43/EC: 33, 39 or 42',
  },
} as const satisfies Readonly<Record<string, Threshold>>;

export type ThresholdName = keyof typeof thresholds;

/** The value of every threshold for one organisation. */
export type Thresholds = Readonly<Record<ThresholdName, number>>;

/** The value of every threshold where an organisation has changed none. */
export const defaultThresholds: Thresholds = Object.fromEntries(
  Object.entries(thresholds).map(([name, threshold]) => [name, threshold.default]),
) as Thresholds;
