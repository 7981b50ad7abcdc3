import { describe, expect, test } from 'vitest';
import { barns } from '../../../src/model/resources/barns.ts';
import { flocks } from '../../../src/model/resources/flocks.ts';
import { fillIn, issuesIn, NOW } from '../../support/rule-situation.ts';

const newFlock = { barnId: 'barn_1', placementDate: '2026-11-01' };
const barn = (name: string) => [barns, { id: 'barn_1', name }] as const;

describe('the code of a new flock', () => {
  test.each([
    ['consists of the barn and the day', 'Barn 1', 'Barn 1-261101'],
    [
      'keeps its day when the name is long',
      'The northern house behind the old feed mill',
      'The northern house behind the old-261101',
    ],
    ['has no space before its day', `${'x'.repeat(32)} y`, `${'x'.repeat(32)}-261101`],
    [
      'is truncated by characters, not by halves of them',
      '🐔'.repeat(50),
      `${'🐔'.repeat(33)}-261101`,
    ],
  ])('%s', async (_fact, name, code) => {
    const filled = await fillIn(flocks, { after: newFlock, among: [barn(name)] });
    expect(filled).toEqual({ code, status: 'active' });
  });

  test('is unique on the farm', async () => {
    const other = (id: string, code: string) => [flocks, { ...newFlock, id, code }] as const;
    const filled = await fillIn(flocks, {
      after: newFlock,
      among: [
        barn('Barn 1'),
        other('flock_8', 'Barn 1-261101'),
        other('flock_9', 'Barn 1-261101-2'),
      ],
    });
    expect(filled).toEqual({ code: 'Barn 1-261101-3', status: 'active' });
  });

  test('is kept if it is sent', async () => {
    const filled = await fillIn(flocks, {
      after: { ...newFlock, code: 'B1-2611' },
      among: [barn('Barn 1')],
    });
    expect(filled).toEqual({ code: 'B1-2611', status: 'active' });
  });

  test('can be cleared later', async () => {
    const filled = await fillIn(flocks, {
      before: { ...newFlock, code: 'B1', status: 'active' },
      after: { code: null },
      among: [barn('Barn 1')],
    });
    expect(filled).toEqual({});
  });
});

describe('the status of a new flock', () => {
  test.each([
    ['placed before today', '2026-11-20', null, 'active'],
    ['placed today', '2026-11-21', null, 'active'],
    ['placed tomorrow', '2026-11-22', null, 'planned'],
    ['with a given status', '2026-11-22', 'active', 'active'],
  ])('%s', async (_fact, placementDate, status, expected) => {
    const after = { ...newFlock, code: 'B1', placementDate, status };
    expect(await fillIn(flocks, { after })).toMatchObject({ status: expected });
  });

  test('depends on the date at the farm', async () => {
    const after = { ...newFlock, code: 'B1', placementDate: '2026-11-22' };
    const situation = { after, now: '2026-11-21T22:30:00.000Z' };
    expect(await fillIn(flocks, situation)).toMatchObject({ status: 'active' });
  });
});

describe('the closing of a flock', () => {
  test.each([
    ['sets its time', { status: 'selling' }, { status: 'closed' }, { closedAt: NOW }],
    [
      'can be reverted',
      { status: 'closed', closedAt: '2026-11-20T10:00:00.000Z' },
      { status: 'active' },
      { closedAt: null },
    ],
    ['is unchanged', { status: 'closed', closedAt: NOW }, { notes: 'Fine' }, {}],
  ])('%s', async (_fact, before, after, filled) => {
    const existing = { ...newFlock, ...before };
    expect(await fillIn(flocks, { before: existing, after })).toEqual(filled);
  });

  test('the closing of a flock entered late gets its time immediately', async () => {
    const after = { ...newFlock, code: 'B1', status: 'closed' };
    expect(await fillIn(flocks, { after })).toEqual({
      code: 'B1',
      status: 'closed',
      closedAt: NOW,
    });
  });
});

describe('a closed flock', () => {
  const reopen = (closedAt: string | null) =>
    issuesIn(flocks, {
      before: { ...newFlock, status: 'closed', closedAt },
      after: { status: 'active', closedAt: null },
    });

  test('can be reopened within seven days', async () => {
    expect(await reopen('2026-11-14T10:00:00.000Z')).toEqual([]);
  });

  test('remains closed after seven days', async () => {
    expect(await reopen('2026-11-14T09:59:59.999Z')).toEqual([
      {
        path: 'status',
        code: 'forbidden_transition',
        message:
          'status cannot go from closed to active: the flock was closed at 2026-11-14T09:59:59.999Z, more than 7 days ago.',
      },
    ]);
  });

  test('a closed flock without a closing time is dated by its last change', async () => {
    expect(await reopen(null)).toHaveLength(1);
  });
});
