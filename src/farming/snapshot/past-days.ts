/** An alert by its times. */
export interface AlertTimes {
  readonly severity: string | null;
  readonly createdAt: string;
  /** Resolved or dismissed; null while it is open. */
  readonly resolvedAt: string | null;
}

/** A task by its times. */
export interface TaskTimes {
  readonly createdAt: string;
  readonly dueDate: string | null;
  /** Null while it is not done. */
  readonly completedAt: string | null;
}

/** The fused weight of a flock on a day. */
export interface DailyWeight {
  readonly flockId: string;
  readonly day: string;
  readonly weightG: number;
}

/** A fused weight with the ends of its range. */
export interface RangedWeight {
  readonly day: string;
  readonly g: number;
  readonly lowG: number;
  readonly highG: number;
}
