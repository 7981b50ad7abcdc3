import type { Phrases } from './phrases.ts';

/** The key of a text in the phrase files. */
type TaskText = keyof Phrases['tasks'];

/** A task that comes back. */
export interface RepeatingTask {
  readonly text: TaskText;
  readonly details?: TaskText;
  readonly frequency: 'daily' | 'weekly' | 'biweekly' | 'monthly';
  readonly priority: 'low' | 'normal' | 'high';
  /** Day of the history its series begins on. */
  readonly startsOn: number;
  /** Days since the last one was due that nobody has done; done in time when absent. */
  readonly overdueDays?: number;
  /** Kept on small farms as well. */
  readonly isBasic?: boolean;
}

export const repeatingTasks: readonly RepeatingTask[] = [
  {
    text: 'waterLines',
    frequency: 'daily',
    priority: 'normal',
    startsOn: 0,
  },
  {
    text: 'collectDead',
    frequency: 'daily',
    priority: 'high',
    startsOn: 0,
    isBasic: true,
  },
  {
    text: 'minMax',
    frequency: 'daily',
    priority: 'normal',
    startsOn: 0,
  },
  {
    text: 'weigh',
    details: 'weighDetails',
    frequency: 'weekly',
    priority: 'normal',
    startsOn: 2,
    isBasic: true,
  },
  {
    text: 'filters',
    frequency: 'weekly',
    priority: 'normal',
    startsOn: 4,
    overdueDays: 3,
  },
  {
    text: 'generator',
    details: 'generatorDetails',
    frequency: 'weekly',
    priority: 'high',
    startsOn: 1,
  },
  {
    text: 'rodents',
    frequency: 'biweekly',
    priority: 'low',
    startsOn: 6,
  },
  {
    text: 'alarms',
    details: 'alarmsDetails',
    frequency: 'monthly',
    priority: 'high',
    startsOn: 9,
    overdueDays: 6,
  },
];

/** What has to be done once for a flock, by the day before or after its placement. */
export const flockTasks = [
  { text: 'orderChicks', onDay: -21, priority: 'normal' },
  { text: 'prepareBarn', onDay: -1, priority: 'high' },
  { text: 'orderStarter', onDay: -4, priority: 'normal' },
  { text: 'gumboro', onDay: 10, priority: 'high' },
  { text: 'newcastle', onDay: 17, priority: 'high' },
  { text: 'arrangeCatch', onDay: 34, priority: 'high' },
] as const;

/** What stands on the list at the present. */
export const presentTasks = [
  {
    farm: 'broilers',
    barn: 'b3',
    text: 'necropsy',
    priority: 'urgent',
    status: 'in_progress',
    dueIn: 0,
    assignee: 'yossi',
  },
  {
    farm: 'broilers',
    barn: 'b3',
    text: 'fanMotor',
    priority: 'high',
    status: 'blocked',
    dueIn: 1,
    assignee: 'eitan',
  },
  {
    farm: 'broilers',
    barn: 'b1',
    text: 'askMill',
    priority: 'urgent',
    status: 'open',
    dueIn: 0,
    assignee: 'yossi',
  },
  {
    farm: 'broilers',
    barn: null,
    text: 'scaleLabels',
    priority: 'low',
    status: 'open',
    dueIn: -5,
    assignee: 'noa',
  },
  {
    farm: 'broilers',
    barn: 'b4',
    text: 'confirmTrucks',
    priority: 'high',
    status: 'open',
    dueIn: 1,
    assignee: 'yossi',
  },
  {
    farm: 'layers',
    barn: 'l2',
    text: 'freeBelt',
    priority: 'urgent',
    status: 'in_progress',
    dueIn: 0,
    assignee: 'david',
  },
  {
    farm: 'layers',
    barn: null,
    text: 'weatherKey',
    priority: 'normal',
    status: 'open',
    dueIn: -1,
    assignee: 'michal',
  },
  {
    farm: 'small',
    barn: 's2',
    text: 'washBarn',
    priority: 'high',
    status: 'in_progress',
    dueIn: 2,
    assignee: 'qiang',
  },
  {
    farm: 'small',
    barn: null,
    text: 'enterContacts',
    priority: 'normal',
    status: 'open',
    dueIn: 3,
    assignee: 'ruth',
  },
] as const;

/** What people write under tasks. */
// biome-ignore format: a comment a line.
export const taskRemarks = [
  { kind: 'comment', text: 'allWell' },
  { kind: 'comment', text: 'again' },
  { kind: 'comment', text: 'nipples' },
  { kind: 'comment', text: 'done' },
  { kind: 'comment', text: 'inOrder' },
  { kind: 'comment', text: 'finished' },
  { kind: 'question', text: 'askKey' },
  { kind: 'answer', text: 'keyPlace' },
  { kind: 'photo', text: 'photo' },
  { kind: 'status', text: 'waiting' },
] as const;
