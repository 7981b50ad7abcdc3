import { describe, expect, test } from 'vitest';
import { tasks } from '../../../src/model/resources/tasks.ts';
import { fillIn, NOW } from '../../support/rule-situation.ts';

const EARLIER = '2026-11-20T06:00:00.000Z';

describe('the completion of a task', () => {
  test.each([
    [
      'gets its time when it is completed',
      { status: 'open' },
      { status: 'done' },
      { completedAt: NOW },
    ],
    ['gets its time for a new completed task', undefined, { status: 'done' }, { completedAt: NOW }],
    [
      'is reverted with it',
      { status: 'done', completedAt: EARLIER },
      { status: 'open' },
      { completedAt: null },
    ],
    ['is unchanged', { status: 'done', completedAt: EARLIER }, { title: 'Weigh' }, {}],
    [
      'is restored unchanged when it is given',
      { status: 'open' },
      { status: 'done', completedAt: EARLIER },
      {},
    ],
  ])('%s', async (_fact, before, after, filled) => {
    const situation = { after, ...(before ? { before } : {}) };
    expect(await fillIn(tasks, situation)).toEqual(filled);
  });
});

describe('the series of a task', () => {
  test.each([
    ['starts with a recurring one', undefined, { frequency: 'weekly' }, 'task_1'],
    ['starts when it becomes recurring', { frequency: 'once' }, { frequency: 'daily' }, 'task_1'],
    ['continues in the next one', undefined, { frequency: 'weekly', seriesId: 'task_0' }, 'task_0'],
    ['is empty for a one-off task', undefined, { frequency: 'once' }, undefined],
  ])('%s', async (_fact, before, after, seriesId) => {
    const filled = await fillIn(tasks, { after, ...(before ? { before } : {}) });
    expect(filled['seriesId']).toBe(seriesId);
  });
});
