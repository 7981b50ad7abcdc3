import type { Issue } from '../../model/core/errors.ts';
import { message } from '../../model/core/message.ts';
import { farms } from '../../model/resources/farms.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { roundTo } from '../../tools/statistics.ts';
import type { RuleChange, RuleContext } from '../core/resource-rules.ts';
import { hasChanged } from '../core/row-change.ts';
import { doubt } from './plausibility.ts';
import { findNeighbour } from './related-rows.ts';

/** An amount of money that is the product of two other fields unless it was agreed otherwise. */
export interface Total {
  readonly field: string;
  /** The quantities it may be of: the first that is known. */
  readonly quantities: readonly string[];
  readonly price: string;
  /** How much of the quantity the price is for. */
  readonly per: number;
}

type Filled = Readonly<Record<string, number>>;

const MONEY_DECIMALS = 2;

/** The total of a row that has none, once both factors are known; one that was cleared stays so. */
export function fillTotal(change: RuleChange, total: Total): Filled {
  const { before, after } = change;
  const { field } = total;
  const product = productOf(after, total);
  const isOpen = isAbsent(after[field]) && isAbsent(before?.[field]);
  if (!isOpen) return followTotal(change, total);
  return product === null || !isNewProduct(change, total) ? {} : { [field]: product };
}

/** A total that was the product follows a corrected factor; one that was agreed otherwise stays. */
export function followTotal(change: RuleChange, total: Total): Filled {
  const { before, after } = change;
  const { field } = total;
  const product = productOf(after, total);
  const isLeft = before && !isAbsent(after[field]) && !hasChanged(change, [field]);
  if (!isLeft || product === null || before[field] !== productOf(before, total)) return {};
  return { [field]: product };
}

/** A total that no longer fits its corrected factors, for a caller who wants to be asked about it. */
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
