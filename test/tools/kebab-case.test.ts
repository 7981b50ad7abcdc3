import { expect, test } from 'vitest';
import { filterNames, writableFields } from '../../src/model/core/resource.ts';
import { resources } from '../../src/model/resources/registry.ts';
import { kebabCase } from '../../src/tools/words.ts';

test.each([
  ['name', 'name'],
  ['barnId', 'barn-id'],
  ['avgWeightGr', 'avg-weight-gr'],
  ['waterL', 'water-l'],
  ['co2', 'co2'],
  ['placementDate_from', 'placement-date-from'],
  ['aiSeverity', 'ai-severity'],
])('%s is --%s', (name, flag) => {
  expect(kebabCase(name)).toBe(flag);
});

test.each(Object.values(resources))('flags of $name are unique', (definition) => {
  const fields = writableFields(definition).map(([name]) => kebabCase(name));
  const filters = filterNames(definition).map(kebabCase);
  expect(new Set(fields).size).toBe(fields.length);
  expect(new Set(filters).size).toBe(filters.length);
});
