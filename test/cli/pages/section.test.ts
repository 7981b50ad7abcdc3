import { describe, expect, test } from 'vitest';
import { joinParts, section, tableOf } from '../../../src/cli/pages/core/blocks.ts';

const columns = [{ title: 'Flock' }, { title: 'Dead', isNumber: true }, { title: 'Eggs' }];

describe('a table', () => {
  test('leaves out the columns in which nothing is known', () => {
    const rows = [
      ['B1', '12', '–'],
      ['B2', '–', ''],
    ];
    expect(tableOf(columns, rows)).toEqual([
      {
        kind: 'table',
        columns: [{ title: 'Flock' }, { title: 'Dead', isNumber: true }],
        rows: [
          ['B1', '12'],
          ['B2', '–'],
        ],
      },
    ]);
  });

  test.each([
    ['without rows', []],
    ['that knows nothing but names', [['B1', '–', { text: '', state: undefined }]]],
  ])('%s is none', (_name, rows) => {
    expect(tableOf(columns, rows)).toEqual([]);
  });

  test('of one column is one', () => {
    expect(tableOf([{ title: 'Flock' }], [['B1']])).toHaveLength(1);
  });
});

test('a heading stands only over something', () => {
  expect(section('Alerts', [])).toEqual([]);
  expect(section('Alerts', [{ kind: 'text', text: 'none' }])).toEqual([
    { kind: 'heading', text: 'Alerts' },
    { kind: 'text', text: 'none' },
  ]);
});

test('the parts of a line that there are have a point between them', () => {
  expect(joinParts(['Barn 1', undefined, '', '–', 'Ross 308'])).toBe('Barn 1\u00a0· Ross 308');
});
