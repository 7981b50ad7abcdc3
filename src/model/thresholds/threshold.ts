/** Bounds that operators may move: each with its unit, what it may be, and where it comes from. */
export interface Threshold {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** The threshold that it must not exceed: a warning comes no later than what is critical. */
  readonly notAbove?: string;
  readonly unit: string;
  /** What it decides, in one line. */
  readonly note: string;
  /** Where the default comes from; `trade` where it is common knowledge, `project` where decided here. */
  readonly source: string;
}
