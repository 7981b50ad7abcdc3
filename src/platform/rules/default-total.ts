import { roundTo } from '../../tools/rounding.ts';
import type { RuleChange } from './resource-rules.ts';
import { hasChanged } from './row-change.ts';

const MONEY_DECIMALS = 2;

/** An amount that is the product of two other fields where nobody gives it. */
export interface Total {
  readonly field: string;
  readonly quantity: string;
  readonly price: string;
  /** How much of the quantity the price is for. */
  readonly per: number;
}

/** The amount of a row that has none, once both factors are known; one that was cleared stays so. */
export function defaultTotal(
  change: RuleChange,
  { field, quantity, price, per }: Total,
): Readonly<Record<string, unknown>> {
  const { before, after } = change;
  const [amount, rate] = [after[quantity], after[price]];
  const isOpen = isAbsent(after[field]) && isAbsent(before?.[field]);
  if (!isOpen || typeof amount !== 'number' || typeof rate !== 'number') return {};
  if (!hasChanged(change, [quantity, price])) return {};
  return { [field]: roundTo((amount / per) * rate, MONEY_DECIMALS) };
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined;
}
