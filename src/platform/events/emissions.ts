import type { EventName } from '../../model/events.ts';
import type { Emission, ResourceDefinition } from '../../model/resource.ts';

type Row = Readonly<Record<string, unknown>>;

/** The events that a change of a row emits; `before` is undefined for a new row. */
export function emissionsOf(
  definition: ResourceDefinition,
  before: Row | undefined,
  after: Row,
): EventName[] {
  return (definition.emits ?? [])
    .filter((emission) => isEmitted(emission, before, after))
    .map(({ event }) => event);
}

function isEmitted(emission: Emission, before: Row | undefined, after: Row): boolean {
  const { on, field, value, from } = emission;
  if (on === 'set') return isSet(field, before, after);
  const holds = field === undefined || after[field] === value;
  if (!holds || (on === 'create' && before)) return false;
  if (on === 'create' || !before || field === undefined) return true;
  const held = before[field];
  return held !== value && (from === undefined || from.includes(String(held)));
}

function isSet(field: string | undefined, before: Row | undefined, after: Row): boolean {
  if (field === undefined) return false;
  const value = after[field] ?? null;
  return value !== null && !isSame(before?.[field], value);
}

/** What every change touches. */
const UNTOLD = new Set(['updatedAt', 'version']);

/** The fields that a change touched, with what they held before. */
export function previousValues(before: Row, after: Row): Row {
  const changed = Object.keys(after).filter(
    (name) => name in before && !UNTOLD.has(name) && !isSame(before[name], after[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, before[name]]));
}

/** Whether two stored values are the same; objects and lists by their JSON text. */
export function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  const absent = (value: unknown) => value === null || value === undefined;
  if (absent(left) || absent(right)) return absent(left) && absent(right);
  return typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right);
}
