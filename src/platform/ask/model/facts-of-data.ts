import type { Fact } from '../../../ask/measure.ts';
import type { ResourceName } from '../../../model/registry.ts';
import type { ResourceDefinition } from '../../../model/resource.ts';

/** A record as the API returns it. */
export type DataRow = Readonly<Record<string, unknown>>;

/** What says where a row is from, not what it is. */
const HOUSEKEEPING: readonly string[] = ['orgId', 'farmId', 'updatedAt', 'version', 'createdBy'];
/** Seconds and less would stand in for too many numbers. */
const INSTANT_TO_MINUTES = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}):\d{2}(?:\.\d+)?Z$/;
const LONGEST_VALUE = 200;

/** A record without what is empty and what says nothing of the farm. */
export function shortRow({ order }: ResourceDefinition, row: DataRow): DataRow {
  const left = order === 'createdAt' ? HOUSEKEEPING : [...HOUSEKEEPING, 'createdAt'];
  return Object.fromEntries(
    Object.entries(row).filter(([name, value]) => value !== null && !left.includes(name)),
  );
}

/** Every value of a record in which a number may be read, as a fact; ids are no numbers. */
export function factsOfRow(definition: ResourceDefinition, row: DataRow): readonly Fact[] {
  const { id } = row;
  const ids = typeof id === 'string' ? [id] : [];
  // The definition is one of the registry's.
  const source = { resource: definition.name as ResourceName, ids };
  const when = row[definition.order];
  return Object.entries(row)
    .filter(([name]) => !isIdName(name))
    .flatMap(([name, value]) => leavesOf(`${definition.singular}: ${name}`, value))
    .map(({ label, value }) => ({
      label,
      value,
      unit: unitOf(definition, label),
      asOf: typeof when === 'string' ? when : null,
      source,
    }));
}

/** Every value of an answer in which a number may be read, as a fact that names its place. */
export function factsOfAnswer(
  name: string,
  answer: unknown,
  query: Readonly<Record<string, unknown>>,
): readonly Fact[] {
  return leavesOf(name, answer).map((leaf) => ({
    ...leaf,
    unit: null,
    asOf: null,
    source: { query },
  }));
}

/** All ids that data holds. */
export function idsOf(data: unknown): readonly string[] {
  if (Array.isArray(data)) return data.flatMap(idsOf);
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) =>
    isIdName(name) && typeof value === 'string' ? [value] : idsOf(value),
  );
}

interface Leaf {
  readonly label: string;
  readonly value: string | number;
}

function leavesOf(label: string, value: unknown): readonly Leaf[] {
  if (typeof value === 'number') return [{ label, value }];
  if (typeof value === 'string') {
    const text = value.replace(INSTANT_TO_MINUTES, '$1Z').slice(0, LONGEST_VALUE);
    return /\p{Nd}/u.test(text) ? [{ label, value: text }] : [];
  }
  if (Array.isArray(value)) {
    const counted = { label: `${label}, how many`, value: value.length };
    return [counted, ...value.flatMap((item) => leavesOf(label, item))];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    isIdName(name) ? [] : leavesOf(`${label}.${name}`, item),
  );
}

function isIdName(name: string): boolean {
  return name === 'id' || name.endsWith('Id');
}

function unitOf({ fields }: ResourceDefinition, label: string): string | null {
  return fields[label.replace(/^.*: /, '')]?.unit ?? null;
}
