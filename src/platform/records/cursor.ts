import type { Field } from '../../model/fields.ts';
import type { SqlValue } from '../../storage/dialect.ts';
import { formatInstant, isCalendarDay, parseInstant } from '../../tools/calendar.ts';

/** A place in a list: the last row seen, and the order in which it was seen. */
export interface Cursor {
  readonly order: string;
  readonly direction: 'asc' | 'desc';
  readonly value: SqlValue;
  readonly id: string;
}

/** The cursor as text for a query parameter. */
export function formatCursor(cursor: Cursor): string {
  const { order, direction, value, id } = cursor;
  return Buffer.from(JSON.stringify([order, direction, value, id])).toString('base64url');
}

/** The cursor of a text; undefined when it is not one. Its value is not yet checked. */
export function parseCursor(text: string): Cursor | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || parts.length !== 4) return undefined;
  const [order, direction, value, id] = parts;
  if (typeof order !== 'string' || typeof id !== 'string' || id.includes('\0')) return undefined;
  if (direction !== 'asc' && direction !== 'desc') return undefined;
  if (value !== null && !['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  return { order, direction, value, id };
}

/** Whether a cursor's value can be a value of the field, so that it may reach the database. */
export function isValueOf(field: Field, value: SqlValue): boolean {
  if (value === null) return true;
  switch (field.type) {
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
    case 'money':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return typeof value === 'string' && isCalendarDay(value);
    case 'timestamp':
      // As it is stored: SQLite compares texts, and another spelling would be another place.
      return typeof value === 'string' && isStoredInstant(value);
    default:
      return typeof value === 'string' && !value.includes('\0');
  }
}

function isStoredInstant(text: string): boolean {
  const instant = parseInstant(text);
  return instant !== undefined && formatInstant(instant) === text;
}
