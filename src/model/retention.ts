/** How long one kind of what the service keeps is kept. */
export interface RetentionKind {
  /** Days; null keeps it for good. */
  readonly default: number | null;
  readonly min: number;
  readonly max: number;
  /** What goes when it is older, in one line. */
  readonly note: string;
}

/** Ten years and a leap day or three. */
const LONGEST = 3653;

/** What an organisation may have forgotten after a number of days, by the name of its setting. */
export const retention = {
  envReadingsDays: {
    default: null,
    min: 30,
    max: LONGEST,
    note: 'Readings of sensors and of the weather, by when they were measured',
  },
  visionEventsDays: {
    default: null,
    min: 30,
    max: LONGEST,
    note: 'What cameras saw, by when; the weights and counts made from it stay',
  },
  chatMessagesDays: {
    default: null,
    min: 1,
    max: LONGEST,
    note: 'Questions to the service and its answers',
  },
  agentRunsDays: {
    default: null,
    min: 1,
    max: LONGEST,
    note: 'The log of questions, actions and scans',
  },
  actionsDays: {
    default: null,
    min: 1,
    max: LONGEST,
    note: 'Actions with what takes them back; an older one cannot be undone',
  },
  activityDays: {
    default: null,
    min: 30,
    max: LONGEST,
    note: 'The timeline of what happened',
  },
  historyDays: {
    default: null,
    min: 30,
    max: LONGEST,
    note: 'What rows were before they were changed; of sealed case files it stays',
  },
  deliveriesDays: {
    default: 30,
    min: 1,
    max: 30,
    note: 'The log of what was sent to webhooks',
  },
  auditDays: {
    default: null,
    min: 90,
    max: LONGEST,
    note: 'The audit log; of several organisations in one database, the longest counts for all',
  },
} as const satisfies Readonly<Record<string, RetentionKind>>;

export type RetentionName = keyof typeof retention;

/** Days by the name of the setting; null keeps for good. */
export type Retention = Readonly<Record<RetentionName, number | null>>;

/** What is kept for how long where an organisation has settled nothing. */
export const defaultRetention: Retention = Object.fromEntries(
  Object.entries(retention).map(([name, kind]) => [name, kind.default]),
) as Retention;
