import type { Field } from '../../src/model/core/fields.ts';
import type { ResourceDefinition } from '../../src/model/core/resource.ts';
import { isNullable, type StoredRow } from '../../src/storage/core/stored-row.ts';
import { addDays, formatInstant } from '../../src/tools/calendar.ts';
import type { Random } from '../../src/tools/random.ts';
import { roundForStorage } from '../../src/tools/statistics.ts';
import { aRow } from './rule-situation.ts';

/** Texts whose order differs between alphabets, code units and bytes. */
const TEXTS = [
  'b',
  'B',
  'a',
  'Z',
  '1',
  '',
  ' x',
  'é',
  'e',
  'ש',
  'ก',
  '鸡',
  '\uffee',
  '🐔',
] as const;
const NULL_CHANCE = 0.3;
const START = Date.parse('2026-11-01T00:00:00.000Z');

/** A row of pseudo-random values from a small set, so that many are equal; null where allowed. */
export function sampleRow(
  definition: ResourceDefinition,
  random: Random,
  common: Partial<StoredRow> & Pick<StoredRow, 'id'>,
): StoredRow {
  const fields = Object.entries(definition.fields).filter(
    ([, { origin }]) => origin !== 'computed',
  );
  const values = fields.map(([name, field]) => [name, sampleValue(field, random)]);
  return aRow(definition, { ...Object.fromEntries(values), ...common });
}

function sampleValue(field: Field, random: Random): unknown {
  if (isNullable(field) && random.chance(NULL_CHANCE)) return null;
  switch (field.type) {
    case 'integer':
      return random.integer(-3, 3);
    case 'number':
    case 'money':
      return roundForStorage(random.pick([0, 0.1, -0.1, 1 / 3, 1e6, random.next()]));
    case 'boolean':
      return random.chance(0.5);
    case 'date':
      return addDays('2026-11-01', random.integer(0, 5));
    case 'timestamp':
      return formatInstant(START + random.integer(0, 5) * 12_345_678);
    case 'json':
      return { some: random.pick(TEXTS), list: [1, 2.5, null, true] };
    case 'list':
      return [random.pick(TEXTS)];
    case 'word':
      return random.pick(field.vocabulary.words);
    case 'reference':
      return `row_${random.integer(1, 3)}`;
    default:
      return random.pick(TEXTS);
  }
}
