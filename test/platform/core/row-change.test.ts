import { describe, expect, test } from 'vitest';
import { alerts } from '../../../src/model/resources/alerts.ts';
import { entersStatus, hasChanged, leavesStatus } from '../../../src/platform/core/row-change.ts';
import { aRow } from '../../support/rule-situation.ts';

const row = (values: Readonly<Record<string, unknown>>) => aRow(alerts, values);

describe('a status is', () => {
  test.each([
    ['entered by a new row', undefined, 'done', { entered: true, left: false }],
    ['entered from another', 'open', 'done', { entered: true, left: false }],
    ['left for another', 'done', 'open', { entered: false, left: true }],
    ['neither if it is unchanged', 'done', 'done', { entered: false, left: false }],
    ['neither within the set', 'done', 'closed', { entered: false, left: false }],
    ['neither outside of the set', 'open', 'blocked', { entered: false, left: false }],
  ])('%s', (_fact, from, to, expected) => {
    const change = {
      before: from === undefined ? undefined : row({ status: from }),
      after: row({ status: to }),
    };
    const statuses = ['done', 'closed'];
    const actual = {
      entered: entersStatus(change, statuses),
      left: leavesStatus(change, statuses),
    };
    expect(actual).toEqual(expected);
  });
});

describe('fields have changed', () => {
  test.each([
    ['on a new row', undefined, { title: 'a' }, true],
    ['when one of them differs', { title: 'a', message: 'm' }, { title: 'b', message: 'm' }, true],
    [
      'not if both are unchanged',
      { title: 'a', message: 'm' },
      { title: 'a', message: 'm' },
      false,
    ],
    ['not if another field differs', { title: 'a', note: 1 }, { title: 'a', note: 2 }, false],
  ])('%s', (_fact, before, after, expected) => {
    const change = { before: before && row(before), after: row(after) };
    expect(hasChanged(change, ['title', 'message'])).toBe(expected);
  });
});
