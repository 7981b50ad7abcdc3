import { expect, test } from 'vitest';
import { laborSection } from '../../../src/farming/insights/labor-section.ts';
import { message } from '../../../src/model/core/message.ts';
import { aBarn, aFlock, aSnapshot, row } from '../../support/a-snapshot.ts';
import { expectToBeFinite, expectToFitSchema } from '../../support/fit-section-schema.ts';

function compute(parts: object) {
  const section = laborSection.compute(aSnapshot(parts), {});
  expectToFitSchema('labor', section);
  expectToBeFinite(section);
  return section;
}

const task = (id: string, values: object) => row('tasks', { id, ...values });
const report = (id: string, values: object) =>
  row('field-reports', { id, rawText: '…', ...values });

// Now is 10:00 UTC on 2026-11-21.
const farm = {
  barns: [aBarn()],
  liveFlocks: [aFlock()],
  users: [row('users', { id: 'user_1', name: 'Dana Mizrahi' })],
  contacts: [row('contacts', { id: 'contact_1', name: 'Somchai' })],
  tasks: [
    task('task_1', { assignee: 'user_1', status: 'open', dueDate: '2026-11-20' }),
    task('task_2', { assignee: 'dana mizrahi', status: 'in_progress', dueDate: '2026-11-21' }),
    task('task_3', { assignee: 'contact_1', status: 'blocked', dueDate: '2026-12-01' }),
    task('task_4', {
      assignee: 'Somchai',
      status: 'done',
      createdAt: '2026-11-18T06:00:00.000Z',
      completedAt: '2026-11-18T10:00:00.000Z',
    }),
    task('task_5', {
      assignee: 'Somchai',
      status: 'done',
      createdAt: '2026-11-18T06:00:00.000Z',
      completedAt: '2026-11-19T06:00:00.000Z',
    }),
    task('task_6', { assignee: null, status: 'open' }),
    task('task_7', { assignee: null, status: 'cancelled' }),
    // Done 31 days ago.
    task('task_8', { status: 'done', completedAt: '2026-10-21T09:00:00.000Z' }),
  ],
  fieldReports: [
    report('report_1', {
      authorName: 'Somchai',
      isQuestion: true,
      status: 'new',
      createdAt: '2026-11-21T08:00:00.000Z',
    }),
    report('report_2', {
      authorName: 'Somchai',
      isQuestion: true,
      status: 'answered',
      replyText: 'Half a litre',
      createdAt: '2026-11-20T08:00:00.000Z',
      answeredAt: '2026-11-20T08:45:00.000Z',
    }),
    report('report_3', { authorName: null, createdAt: '2026-11-20T08:00:00.000Z' }),
    report('report_4', { authorName: 'Noi', createdAt: '2026-11-19T08:00:00.000Z' }),
  ],
  expenses: [
    row('expenses', { id: 'expense_1', category: 'labor', date: '2026-10-01', amount: 9000 }),
    row('expenses', { id: 'expense_2', category: 'labor', date: '2026-11-01', amount: 9540 }),
    row('expenses', { id: 'expense_3', category: 'gas', date: '2026-11-01', amount: 500 }),
  ],
  sales: [
    row('sales', {
      flockId: 'flock_0',
      date: '2026-10-13',
      birdsCount: 24_000,
      totalWeightKg: 60_000,
    }),
    // Before labour costs were recorded.
    row('sales', { flockId: 'flock_0', date: '2026-09-30', birdsCount: 1, totalWeightKg: 1 }),
  ],
};

test('work of a month, by person', () => {
  expect(compute(farm)).toEqual({
    status: 'ok',
    asOf: '2026-11-21',
    missing: [],
    open: 4,
    overdue: 1,
    doneCount: 2,
    // 2 done of 2 + 1 overdue + 1 due today
    completionRatePct: 50,
    // 4 and 24 hours
    medianHoursToClose: 14,
    byAssignee: [
      {
        assignee: 'user_1',
        name: 'Dana Mizrahi',
        open: 2,
        overdue: 1,
        done: 0,
        medianHours: null,
        reports: 0,
        questionsUnanswered: 0,
      },
      {
        assignee: 'contact_1',
        name: 'Somchai',
        open: 1,
        overdue: 0,
        done: 2,
        medianHours: 14,
        reports: 2,
        questionsUnanswered: 1,
      },
      {
        assignee: 'Noi',
        name: 'Noi',
        open: 0,
        overdue: 0,
        done: 0,
        medianHours: null,
        reports: 1,
        questionsUnanswered: 0,
      },
      {
        assignee: null,
        name: null,
        open: 1,
        overdue: 0,
        done: 0,
        medianHours: null,
        reports: 0,
        questionsUnanswered: 0,
      },
    ],
    // 2 of Dana by the mean of 2 and 1
    loadImbalance: 1.33,
    medianAnswerMinutes: 45,
    laborCost: 9540,
    // 18,540 / 60,000 kg and / 24,000 birds; the Israeli cost sheet of 2017 has 0.318 a kg.
    laborCostPerKg: 0.309,
    laborCostPerBird: 0.7725,
    // 4 by 20,000 birds
    reportsPer1000Birds: 0.2,
  });
});

test('a farm without records has no figures', () => {
  expect(compute({})).toEqual({
    status: 'not_enough_data',
    asOf: '2026-11-21',
    missing: [
      {
        code: 'no_tasks',
        message: message('labor.no_tasks'),
        resource: 'tasks',
        need: 1,
        have: 0,
        fix: {
          method: 'POST',
          path: '/tasks',
          body: { farmId: 'farm_1', title: null, assignee: null, dueDate: '2026-11-21' },
        },
      },
      {
        code: 'no_labor_expenses',
        message: message('labor.no_labor_expenses'),
        resource: 'expenses',
        need: 1,
        have: 0,
        fix: {
          method: 'POST',
          path: '/expenses',
          body: { farmId: 'farm_1', date: '2026-11-21', category: 'labor', amount: null },
        },
      },
    ],
    open: 0,
    overdue: 0,
    doneCount: 0,
    completionRatePct: null,
    medianHoursToClose: null,
    byAssignee: [],
    loadImbalance: null,
    medianAnswerMinutes: null,
    laborCost: null,
    laborCostPerKg: null,
    laborCostPerBird: null,
    reportsPer1000Birds: null,
  });
});

test('unassigned tasks name one to assign', () => {
  const { missing } = compute({ ...farm, tasks: [task('task_6', { status: 'open' })] });
  expect(missing.map(({ code, fix }) => [code, fix])).toEqual([
    ['no_assignees', { method: 'PATCH', path: '/tasks/task_6', body: { assignee: null } }],
  ]);
});

test('labour cost per kilogram requires 30 days of wages', () => {
  const { expenses, ...rest } = farm;
  expect(compute({ ...rest, expenses: expenses.slice(1) })).toMatchObject({
    laborCost: 9540,
    laborCostPerKg: null,
    laborCostPerBird: null,
  });
});
