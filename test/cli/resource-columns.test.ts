import { expect, test } from 'vitest';
import { allColumns, listColumns } from '../../src/cli/output/output.ts';
import { resources } from '../../src/model/resources/registry.ts';

test('the columns of a list are those of the model, with kind and unit', () => {
  expect(listColumns(resources.flocks)).toEqual([
    { name: 'id' },
    { name: 'code', isName: true },
    { name: 'breed' },
    { name: 'status', kind: 'word', resource: 'flocks' },
    { name: 'ageDays', kind: 'number', unit: 'days', belowZero: 'ahead' },
    { name: 'live', kind: 'number', unit: 'birds', upperBoundBy: 'mortalityDaysUnlogged' },
    {
      name: 'cumMortalityPct',
      kind: 'number',
      unit: '%',
      lowerBoundBy: 'mortalityDaysUnlogged',
    },
    { name: 'deviationPct', kind: 'number', unit: '%' },
    { name: 'lastLogDate' },
  ]);
});

test('figures of a daily log that depend on earlier deaths are bounds', () => {
  const bounds = allColumns(resources['daily-logs']).flatMap(({ name, ...column }) =>
    column.upperBoundBy ? [[name, '≤']] : column.lowerBoundBy ? [[name, '≥']] : [],
  );
  expect(bounds).toEqual([
    ['live', '≤'],
    ['mortalityPct', '≥'],
    ['henDayPct', '≥'],
  ]);
});

test('all columns begin with the id and end with the common fields', () => {
  const names = allColumns(resources.farms).map(({ name }) => name);
  expect(names.slice(0, 3)).toEqual(['id', 'name', 'vertical']);
  expect(names.slice(-5)).toEqual(['farmId', 'createdAt', 'updatedAt', 'createdBy', 'version']);
  expect(allColumns(resources.farms).at(-3)).toEqual({ name: 'updatedAt', kind: 'time' });
});

test.each(Object.values(resources))('every column of $name is a field of it', (definition) => {
  const known = allColumns(definition).map(({ name }) => name);
  expect(known).toEqual(expect.arrayContaining([...definition.columns]));
  expect(new Set(known).size).toBe(known.length);
});
