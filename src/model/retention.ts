/**
 * Retention limits of one kind of data; the message `setting.` plus its name describes what is
 * deleted.
 */
export interface RetentionKind {
  /** Days; null disables deletion. */
  readonly default: number | null;
  readonly min: number;
  readonly max: number;
}

/** Ten years including leap days. */
const LONGEST = 3653;

/** Data that an organisation can have deleted after a number of days, by setting name. */
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

/** Days by setting name; null disables deletion. */
export type Retention = Readonly<Record<RetentionName, number | null>>;

/** Retention for organisations without their own settings. */
export const defaultRetention: Retention = Object.fromEntries(
  Object.entries(retention).map(([name, kind]) => [name, kind.default]),
) as Retention;
