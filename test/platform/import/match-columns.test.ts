import { describe, expect, test } from 'vitest';
import { allColumns } from '../../../src/cli/output/output.ts';
import { headingOf, labelOf, loadLabels } from '../../../src/i18n/labels.ts';
import { languages } from '../../../src/model/core/message.ts';
import { type ResourceDefinition, writableFields } from '../../../src/model/core/resource.ts';
import { getResource, resources } from '../../../src/model/resources/registry.ts';
import { matchColumns } from '../../../src/platform/import/match-columns.ts';
import { exportColumns } from '../../../src/platform/table-files/write-tables.ts';
import headings from '../../data/import/headings.json' with { type: 'json' };

const expenses = getResource('expenses');
const match = (...headings: string[]) =>
  matchColumns(expenses, ['date', 'category', ...headings], {
    map: new Map(),
    currencies: [],
    labels: [],
  }).map(({ name }) => name);

test.each([
  'Amount (₪)',
  'amount [USD]',
  'amount{x}',
  '(net) Amount',
  'amount ((₪)',
  'amount（元）',
])('a unit in brackets is ignored: %s', (heading) => {
  expect(match(heading)).toEqual(['date', 'category', 'amount']);
});

test.each([
  ['brackets', '('],
  ['pairs of brackets', '()'],
  ['letters', 'a'],
  ['points with accents', 'é'],
])('a heading of many %s is rejected in linear time', (_, part) => {
  const before = process.cpuUsage();
  expect(() => match(part.repeat(400_000))).toThrow(/A heading may have at most 200 characters/);
  expect(() => match(part.repeat(100))).toThrow(/No field is called|required/);
  // Processor time: wall time varies on a busy machine.
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});

test('files with the Chinese headings of earlier versions can be imported', () => {
  const headings = ['禽舍', '代码', '入舍日期', '接收雏数'];
  const matched = matchColumns(getResource('flocks'), headings, {
    map: new Map(),
    currencies: [],
    labels: [],
  });
  expect(matched.map(({ name }) => name)).toEqual([
    'barnId',
    'code',
    'placementDate',
    'chicksReceived',
  ]);
});

/** The headings of importable fields in lists, in every version and language. */
const known: Readonly<Record<string, readonly string[]>> = headings;

const all = await Promise.all(languages.map(loadLabels));

/** The field of a single heading; empty if it is ignored, undefined if it is rejected. */
function fieldOf(definition: ResourceDefinition, heading: string): string | undefined {
  const fields = Object.entries(definition.fields).map(([name, field]) => [
    name,
    { ...field, required: false },
  ]);
  const optional = { ...definition, fields: Object.fromEntries(fields) } as ResourceDefinition;
  try {
    return (
      matchColumns(optional, [heading], { map: new Map(), currencies: [], labels: all })[0]?.name ??
      ''
    );
  } catch {
    return undefined;
  }
}

/** The importable fields of a row: those of the caller, and the farm if there is one. */
function filledFields(definition: ResourceDefinition): readonly string[] {
  const farm = definition.farm.kind === 'farm' ? ['farmId'] : [];
  return [...writableFields(definition).map(([name]) => name), ...farm];
}

describe.each(Object.values<ResourceDefinition>(resources))('$name', (definition) => {
  const filled = filledFields(definition);

  test('exported columns are recognised by their names', () => {
    const names = exportColumns(definition, undefined);
    const wrong = names.filter(
      (name) => fieldOf(definition, name) !== (filled.includes(name) ? name : ''),
    );
    expect(wrong).toEqual([]);
  });

  test('headings of lists are recognised as their fields in every language', () => {
    const columns = allColumns(definition);
    const wrong = all.flatMap((labels) =>
      columns.flatMap((column) => {
        const { name } = column;
        return [labelOf(labels, name), headingOf(labels, column)].flatMap((heading) => {
          const read = fieldOf(definition, heading);
          // Computed values are rejected, or ignored; they never fill another field.
          const isRight = filled.includes(name) ? read === name : !read;
          return isRight ? [] : [`${heading}: ${name} is read as ${read}`];
        });
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('headings of earlier versions are recognised as their fields', () => {
    const wrong = filled.flatMap((name) =>
      (known[name] ?? [])
        .filter((heading) => fieldOf(definition, heading) !== name)
        .map((heading) => `${definition.name}: ${heading}`),
    );
    expect(wrong.filter((one) => !OTHER_MEANING.includes(one))).toEqual([]);
  });
});

/** Headings that two fields of a resource had in common; they mean the other one. */
const OTHER_MEANING = ['reg-items: Vence'];

test('earlier headings of lists are still listed, so that a new label does not break them', () => {
  const missing = Object.values<ResourceDefinition>(resources)
    .flatMap(filledFields)
    .flatMap((name) =>
      all
        .map((labels) => labelOf(labels, name))
        .filter((label) => !(known[name] ?? []).includes(label))
        .map((label) => `add "${label}" under ${name} to test/data/import/headings.json`),
    );
  expect([...new Set(missing)]).toEqual([]);
});

/**
 * Headings that people write over the same column in their sheets, in various genders and numbers.
 */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  mortality: [
    ...[
      'Muertas',
      'Muertos',
      'MUERTAS',
      'Aves muertas',
      'Pollos muertos',
      'Muertas del día',
      'Bajas del día',
    ],
    ...['Daily deaths', 'Dead chicks', 'Dead today', 'מתות', 'עופות מתים', 'ตัวตาย', '死鸡'],
  ],
  culls: ['Descartadas', 'Eliminados', 'Eliminadas', 'פסולות', '淘汰鸡'],
  feedKg: ['Pienso (kg)', 'Pienso consumido (kg)', 'Consumo de pienso'],
};

test.each(Object.entries(WRITTEN))('headings of people for %s', (name, headings) => {
  const read = headings.map((heading) => [heading, fieldOf(resources['daily-logs'], heading)]);
  expect(read).toEqual(headings.map((heading) => [heading, name]));
});
