import type { AskedIntent, AskedOrder } from '../../question-set.ts';

/** The plainest questions. */
export const plainQuestions: readonly AskedIntent[] = [
  {
    intent: 'mortality',
    barns: ['barn_1'],
    period: ['2026-11-21', '2026-11-21'],
    questions: [
      'How many birds died today in barn 1?',
      "today's mortality in house 1",
      'how many dead birds in barn 1 today',
      'mortality barn 1 today',
    ],
  },
  {
    intent: 'mortality',
    period: ['2026-11-20', '2026-11-20'],
    questions: [
      'How many birds died yesterday?',
      'what was the mortality yesterday',
      "yesterday's deaths",
    ],
  },
  {
    intent: 'mortality',
    aggregation: 'highest',
    questions: ['which barn has the highest mortality', 'where is the mortality highest'],
  },
  {
    intent: 'moneySpent',
    period: ['2026-10-01', '2026-10-31'],
    slots: { category: 'feed' },
    questions: ['how much did we spend on feed last month?', 'feed expenses last month'],
  },
  {
    intent: 'feedDaysLeft',
    questions: ['when does the feed run out?', 'how many days of feed are left'],
  },
  {
    intent: 'temperature',
    barns: ['barn_2'],
    questions: ['temperature in barn 2', 'how hot is it in house 2 now'],
  },
  {
    intent: 'tasks',
    slots: { when: 'overdue' },
    questions: ['which tasks are overdue?', 'overdue tasks'],
  },
  { intent: 'compareFlocks', questions: ['compare the flocks'] },
  {
    intent: 'compareFlocks',
    flocks: ['flock_2', 'flock_1'],
    questions: ['compare flock H2 and flock B1-2611'],
  },
  {
    intent: 'eggs',
    period: ['2026-11-15', '2026-11-21'],
    questions: ['how many eggs in the last 7 days?', 'eggs over the past 7 days'],
  },
  {
    intent: 'contact',
    slots: { kind: 'vet' },
    questions: ['phone number of the vet', 'what are the contact details of the vet'],
  },
];

/** The plainest orders. */
export const plainOrders: readonly AskedOrder[] = [
  {
    action: 'create_task',
    fields: { assignee: 'user_1', title: 'weigh 100 birds' },
    questions: [
      'Create a task for Somchai: weigh 100 birds',
      'please create a task for Somchai: weigh 100 birds',
    ],
  },
  {
    action: 'log_daily',
    fields: { mortality: 12, barnId: 'barn_1' },
    questions: ['log 12 dead in barn 1', 'record 12 deaths in barn 1'],
  },
  {
    action: 'create_expense',
    fields: { amount: 1240, category: 'vet' },
    questions: ['add an expense of 1,240 for vet'],
  },
];
