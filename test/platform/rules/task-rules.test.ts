import { describe, expect, test } from 'vitest';
import { tasks } from '../../../src/model/resources/tasks.ts';
import { fillIn, NOW } from '../../support/rule-situation.ts';

const EARLIER = '2026-11-20T06:00:00.000Z';

describe('the completion of a task', () => {
  test.each([
    ['is stamped when it is done', { status: 'open' }, { status: 'done' }, { completedAt: NOW }],
    ['is stamped on a new one that is done', undefined, { status: 'done' }, { completedAt: NOW }],
    [
      'is taken back with it',
      { status: 'done', completedAt: EARLIER },
      { status: 'open' },
      { completedAt: null },
    ],
    ['stays', { status: 'done', completedAt: EARLIER }, { title: 'Weigh' }, {}],
    [
      'comes back as it was when it is brought',
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
    ['begins with one that repeats', undefined, { frequency: 'weekly' }, 'task_1'],
    ['begins when it starts to repeat', { frequency: 'once' }, { frequency: 'daily' }, 'task_1'],
    ['goes on in the next one', undefined, { frequency: 'weekly', seriesId: 'task_0' }, 'task_0'],
    ['is none for a task that is done once', undefined, { frequency: 'once' }, undefined],
  ])('%s', async (_fact, before, after, seriesId) => {
    const filled = await fillIn(tasks, { after, ...(before ? { before } : {}) });
    expect(filled['seriesId']).toBe(seriesId);
  });
});
