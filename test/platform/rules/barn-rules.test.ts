import { describe, expect, test } from 'vitest';
import { barns } from '../../../src/model/resources/barns.ts';
import { flocks } from '../../../src/model/resources/flocks.ts';
import { issuesIn } from '../../support/rule-situation.ts';

const flock = (status: string, barnId = 'barn_1') =>
  [flocks, { id: 'flock_7', barnId, status, placementDate: '2026-11-01' }] as const;

describe('a barn with a flock inside stays in use', () => {
  test.each([
    ['cleaning', 'active'],
    ['cleaning', 'selling'],
    ['inactive', 'active'],
    ['inactive', 'selling'],
  ])('a barn cannot become %s while a flock in it is %s', async (status, ofFlock) => {
    const issues = await issuesIn(barns, {
      before: { name: 'Barn 1', status: 'active' },
      after: { status },
      among: [flock(ofFlock)],
    });
    expect(issues).toEqual([
      {
        path: 'status',
        code: 'barn_occupied',
        message: `status cannot become ${status} while the flock flock_7 is in the barn.`,
      },
    ]);
  });
});

describe('a barn may', () => {
  test.each([
    ['be cleaned while its flock is only planned', 'cleaning', flock('planned')],
    ['be cleaned when its flock is closed', 'cleaning', flock('closed')],
    ['be cleaned when its flock was cancelled', 'inactive', flock('cancelled')],
    ['be cleaned while another barn has birds', 'cleaning', flock('active', 'barn_2')],
    ['be repaired with birds inside', 'maintenance', flock('active')],
  ])('%s', async (_fact, status, neighbour) => {
    const issues = await issuesIn(barns, {
      before: { name: 'Barn 1', status: 'active' },
      after: { status },
      among: [neighbour],
    });
    expect(issues).toEqual([]);
  });

  test('be renamed while it is being cleaned around a flock', async () => {
    const issues = await issuesIn(barns, {
      before: { name: 'Barn 1', status: 'cleaning' },
      after: { name: 'Barn A' },
      among: [flock('active')],
    });
    expect(issues).toEqual([]);
  });
});
