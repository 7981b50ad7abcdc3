import type { Values } from './output.ts';

/** The value under a name, which may lead inside objects: `key.name`. */
export function valueAt(values: Values, name: string): unknown {
  if (Object.hasOwn(values, name)) return values[name];
  let value: unknown = values;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Values)[part];
  }
  return value;
}

/** A value as the text of one cell: nothing for null, lists with commas, objects as JSON. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every(isScalar)) return value.map(cellText).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** The id that a value is, or that leads to who did something: `{ type: 'user', id }`. */
export function idIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  return typeof value.id === 'string' ? value.id : undefined;
}
