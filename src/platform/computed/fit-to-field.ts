import type { Field, NumberField } from '../../model/fields.ts';
import { isCalendarDay } from '../../tools/calendar.ts';
import { roundTo } from '../../tools/rounding.ts';

const DECIMALS_BY_UNIT: Readonly<Record<string, number>> = { g: 1, kg: 3 };
const DECIMALS = 2;

/**
 * A computed value as its field holds it: numbers rounded as their unit asks for. What the field
 * cannot hold is null: it comes from records that contradict each other, like a million eggs from
 * one hen.
 */
export function fitToField(field: Field, value: unknown): unknown {
  if (typeof value === 'number') return fitNumber(field, value);
  if (field.type === 'date' && typeof value === 'string')
    return isCalendarDay(value) ? value : null;
  return value ?? null;
}

function fitNumber(field: Field, value: number): number | null {
  const rounded = roundTo(value, decimalsOf(field));
  if (!isNumberField(field)) return rounded;
  const { min = Number.NEGATIVE_INFINITY, max } = field;
  return rounded >= min && rounded <= max ? rounded : null;
}

function decimalsOf(field: Field): number {
  return field.type === 'integer' ? 0 : (DECIMALS_BY_UNIT[field.unit ?? ''] ?? DECIMALS);
}

function isNumberField(field: Field): field is NumberField {
  return field.type === 'number' || field.type === 'integer' || field.type === 'money';
}
