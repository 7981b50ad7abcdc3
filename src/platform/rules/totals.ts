import type { Issue } from '../../model/core/errors.ts';
import { message } from '../../model/core/message.ts';
import { farms } from '../../model/resources/farms.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { roundTo } from '../../tools/statistics.ts';
import type { RuleChange, RuleContext } from '../core/resource-rules.ts';
import { hasChanged } from '../core/row-change.ts';
import { doubt } from './plausibility.ts';
import { findNeighbour } from './related-rows.ts';

/** An amount of money that defaults to the product of two other fields. */
export interface Total {
  readonly field: string;
  /** Candidate quantity fields: the first with a value is used. */
  readonly quantities: readonly string[];
  readonly price: string;
  /** The quantity that the price is for. */
  readonly per: number;
}

type Filled = Readonly<Record<string, number>>;

const MONEY_DECIMALS = 2;

/** Sets a missing total once both factors are known; a cleared one remains empty. */
export function fillTotal(change: RuleChange, total: Total): Filled {
  const { before, after } = change;
  const { field } = total;
  const product = productOf(after, total);
  const isOpen = isAbsent(after[field]) && isAbsent(before?.[field]);
  if (!isOpen) return followTotal(change, total);
  return product === null || !isNewProduct(change, total) ? {} : { [field]: product };
}

/**
 * Updates a total that was the product when a factor is corrected; a different total is unchanged.
 */
export function followTotal(change: RuleChange, total: Total): Filled {
  const { before, after } = change;
  const { field } = total;
  const product = productOf(after, total);
  const isLeft = before && !isAbsent(after[field]) && !hasChanged(change, [field]);
  if (!isLeft || product === null || before[field] !== productOf(before, total)) return {};
  return { [field]: product };
}

/** A total that does not match its corrected factors, for callers that ask for doubts. */
export async function doubtfulTotal(
  change: RuleChange,
  total: Total,
  context: RuleContext,
): Promise<readonly Issue[]> {
  const { before, after } = change;
  const amount = after[total.field];
  const product = productOf(after, total);
  if (!before || !context.isStrict || !isNewProduct(change, total)) return [];
  if (typeof amount !== 'number' || product === null || amount === product) return [];
  if (hasChanged(change, [total.field])) return [];
  const { farmId: id, orgId } = after;
  const farm = await findNeighbour(context, farms, { id, orgId });
  const inMoney = (value: number) => ({ amount: value, currency: String(farm?.['currency']) });
  const amounts = { total: inMoney(amount), product: inMoney(product) };
  return doubt(total.field, message('suspect.total', amounts), context);
}

function isNewProduct({ before, after }: RuleChange, total: Total): boolean {
  return !before || productOf(before, total) !== productOf(after, total);
}

function productOf(row: StoredRow, { quantities, price, per }: Total): number | null {
  const amount = quantities.map((name) => row[name]).find((value) => !isAbsent(value));
  const rate = row[price];
  if (typeof amount !== 'number' || typeof rate !== 'number') return null;
  return roundTo((amount / per) * rate, MONEY_DECIMALS);
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined;
}
