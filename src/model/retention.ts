/**
 * How long one kind of what the service keeps is kept; what goes when it is older is the message
 * `setting.` with its name.
 */
export interface RetentionKind {
  /** Days; null keeps it for good. */
  readonly default: number | null;
  readonly min: number;
  readonly max: number;
}

/** Ten years and a leap day or three. */
const LONGEST = 3653;

/** What an organisation may have forgotten after a number of days, by the name of its setting. */
export const retention = {
  envReadingsDays: {
    default: null,
    min: 30,
    max: LONGEST,
  },
  visionEventsDays: {
    default: null,
    min: 30,
    max: LONGEST,
  },
  chatMessagesDays: {
    default: null,
    min: 1,
    max: LONGEST,
  },
  agentRunsDays: {
    default: null,
    min: 1,
    max: LONGEST,
  },
  actionsDays: {
    default: null,
    min: 1,
    max: LONGEST,
  },
  activityDays: {
    default: null,
    min: 30,
    max: LONGEST,
  },
  historyDays: {
    default: null,
    min: 30,
    max: LONGEST,
  },
  deliveriesDays: {
    default: 30,
    min: 1,
    max: 30,
  },
  auditDays: {
    default: null,
    min: 90,
    max: LONGEST,
  },
} as const satisfies Readonly<Record<string, RetentionKind>>;

export type RetentionName = keyof typeof retention;

/** Days by the name of the setting; null keeps for good. */
export type Retention = Readonly<Record<RetentionName, number | null>>;

/** What is kept for how long where an organisation has settled nothing. */
export const defaultRetention: Retention = Object.fromEntries(
  Object.entries(retention).map(([name, kind]) => [name, kind.default]),
) as Retention;
