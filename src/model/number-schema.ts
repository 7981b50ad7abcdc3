import * as z from 'zod';
import { roundForStorage, roundTo } from '../tools/rounding.ts';
import { quotingRule } from './field-rule.ts';
import type { NumberField } from './fields.ts';

const MONEY_DECIMALS = 2;

const kinds = {
  integer: 'a whole number',
  number: 'a number',
  money: 'an amount',
} as const satisfies Record<NumberField['type'], string>;

/** The schema of a number, integer or amount: finite, in its range, rounded as it is stored. */
export function numberSchema(field: NumberField): z.ZodType {
  const { min, max, above, below, wraps } = field;
  const takes = `must be ${describeRange(field)}`;
  return z
    .custom<number>((value) => typeof value === 'number', quotingRule('wrong_type', takes))
    .refine(Number.isFinite, quotingRule('not_finite', takes))
    .refine((value) => isWhole(value, field), quotingRule('wrong_type', takes))
    .overwrite((value) => roundFor(field, value))
    .overwrite((value) => (value === wraps?.from ? wraps.to : value))
    .refine((value) => isAtLeast(value, min, above), quotingRule('too_small', takes))
    .refine((value) => isAtMost(value, max, below), quotingRule('too_large', takes));
}

/** What a number field takes, in words: `a whole number from 0 to 700 days`. */
function describeRange({ type, min, max, above, below, unit }: NumberField): string {
  const low = above === undefined ? `from ${min ?? 0}` : `above ${above} and up`;
  const high = below === undefined ? `to ${max}` : `to below ${below}`;
  const range = `${kinds[type]} ${low} ${high}`;
  return unit === undefined ? range : `${range} ${unit}`;
}

function isWhole(value: number, field: NumberField): boolean {
  return field.type !== 'integer' || Number.isInteger(value);
}

function roundFor(field: NumberField, value: number): number {
  // Whole numbers are most of them, and cost nothing; adding 0 turns -0 into 0.
  if (Number.isInteger(value)) return value + 0;
  if (field.type !== 'money') return roundForStorage(value);
  return roundTo(value, field.decimals ?? MONEY_DECIMALS);
}

function isAtLeast(value: number, min = -Infinity, above = -Infinity): boolean {
  return value >= min && value > above;
}

function isAtMost(value: number, max: number, below = Infinity): boolean {
  return value <= max && value < below;
}
