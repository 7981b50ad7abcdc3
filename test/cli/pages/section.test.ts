import { describe, expect, test } from 'vitest';
import { joinParts, section, tableOf } from '../../../src/cli/pages/core/blocks.ts';

const columns = [{ title: 'Flock' }, { title: 'Dead', isNumber: true }, { title: 'Eggs' }];

describe('a table', () => {
  test('omits empty columns', () => {
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
    ['with only names and unknown values', [['B1', '–', { text: '', state: undefined }]]],
  ])('%s is omitted', (_name, rows) => {
    expect(tableOf(columns, rows)).toEqual([]);
  });

  test('a table of one column is printed', () => {
    expect(tableOf([{ title: 'Flock' }], [['B1']])).toHaveLength(1);
  });
});

test('a heading without content is omitted', () => {
  expect(section('Alerts', [])).toEqual([]);
  expect(section('Alerts', [{ kind: 'text', text: 'none' }])).toEqual([
    { kind: 'heading', text: 'Alerts' },
    { kind: 'text', text: 'none' },
  ]);
});

test('the non-empty parts of a line are separated by a dot', () => {
  expect(joinParts(['Barn 1', undefined, '', '–', 'Ross 308'])).toBe('Barn 1\u00a0· Ross 308');
});
