import { expect, test } from 'vitest';
import { rowColumns, rowSchema } from '../../../src/cli/pages/core/print-page.ts';
import { portfolioAnswer } from '../../../src/model/answers/portfolio.ts';
import {
  anyObject,
  array,
  figure,
  instant,
  nullable,
  object,
  ref,
  rows,
  string,
} from '../../../src/model/api/json-schema.ts';

test('each value has a column; columns of objects have their name as prefix', () => {
  const schema = object({
    id: string(),
    'ts?': nullable(instant()),
    score: figure(),
    spike: nullable(object({ ratio: figure(), severity: nullable(string()) })),
    tags: array(string()),
    drivers: rows({ code: string() }),
    evidence: anyObject(),
    missing: ref('MissingData'),
  });
  expect(rowColumns(schema)).toEqual([
    { name: 'id' },
    { name: 'ts', kind: 'time' },
    { name: 'score', kind: 'number' },
    { name: 'spike.ratio', kind: 'number' },
    { name: 'spike.severity' },
    { name: 'tags' },
  ]);
});

test('the rows of an answer are found by the name of their list', () => {
  const names = rowColumns(rowSchema(portfolioAnswer.schema, 'farms')).map(({ name }) => name);
  expect(names.slice(0, 8)).toEqual([
    'farmId',
    'name',
    'vertical',
    'barns',
    'activeFlocks',
    'birds',
    'birdsUpperBound',
    'capacityUsedPct',
  ]);
  expect(() => rowSchema(portfolioAnswer.schema, 'nosuch')).toThrow('no list nosuch');
});
