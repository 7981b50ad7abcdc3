import { expect, test } from 'vitest';
import { regItems } from '../../../src/model/resources/reg-items.ts';
import { fillIn } from '../../support/rule-situation.ts';

test.each([
  [
    'completed on the day it is approved',
    { status: 'submitted' },
    { status: 'approved' },
    { completedAt: '2026-11-21' },
  ],
  [
    'completed on the given day',
    { status: 'submitted' },
    { status: 'approved', completedAt: '2026-11-15' },
    {},
  ],
  [
    'still completed when it expires',
    { status: 'approved', completedAt: '2025-11-15' },
    { status: 'expired' },
    {},
  ],
  [
    'not completed when it is due again',
    { status: 'expired', completedAt: '2025-11-15' },
    { status: 'due' },
    { completedAt: null },
  ],
  [
    'as stated when it is due again',
    { status: 'expired', completedAt: '2025-11-15' },
    { status: 'due', completedAt: '2026-11-20' },
    {},
  ],
  ['not completed when it is submitted', { status: 'due' }, { status: 'submitted' }, {}],
])('a regulation item is %s', async (_fact, before, after, filled) => {
  const situation = { before: { title: 'Sampling', ...before }, after };
  expect(await fillIn(regItems, situation)).toEqual(filled);
});
