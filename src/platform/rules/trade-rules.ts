import type { Issue } from '../../model/core/errors.ts';
import { message } from '../../model/core/message.ts';
import { farms } from '../../model/resources/farms.ts';
import { feedDeliveries } from '../../model/resources/feed-deliveries.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { tenders } from '../../model/resources/tenders.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { findEqualRow, findReferringRow } from '../../storage/records/find-rows.ts';
import { listRows, listRowsByText } from '../../storage/records/list-rows.ts';
import { addDays, daysBetween } from '../../tools/calendar.ts';
import { roundTo } from '../../tools/statistics.ts';
import type {
  RecordWriter,
  ResourceRules,
  RuleChange,
  RuleContext,
} from '../core/resource-rules.ts';
import { entersStatus, hasChanged, leavesStatus, storedFromJson } from '../core/row-change.ts';
import { implausibleSale } from './bird-balance.ts';
import { fillInternationalPhone } from './contact-rules.ts';
import { doubtfulCategory, doubtfulFeed } from './doubtful-quantities.ts';
import { doubt } from './plausibility.ts';
import { findNeighbour } from './related-rows.ts';
import { forbiddenStatus, rowNow, stampStay } from './status-rules.ts';

const DELIVERED = ['delivered'];

/** The delivery day of an order; it can be re-opened only without a delivery. */
export const feedOrderRules: ResourceRules = {
  async fill(change, context) {
    const { today: value } = context;
    const stamped = stampStay(change, { field: 'deliveredAt', statuses: DELIVERED, value });
    const arrived = { ...change, after: { ...change.after, ...stamped } };
    return {
      ...stamped,
      ...(leavesStatus(change, DELIVERED) ? { deliveryId: null } : {}),
      ...(entersStatus(change, DELIVERED)
        ? { deliveryId: await deliveryIdOf(arrived, context) }
        : {}),
    };
  },
  check: async (change, context) => [
    ...(await requireNoDelivery(change, context)),
    ...(await doubtfulFeed(change, context)),
  ],
  cascade: writeDelivery,
};

async function requireNoDelivery(
  change: RuleChange,
  context: RuleContext,
): Promise<readonly Issue[]> {
  const { before } = change;
  if (!before || !leavesStatus(change, DELIVERED)) return [];
  const deliveryId = await findDelivery(before, context);
  if (deliveryId === undefined) return [];
  return [forbiddenStatus(change, `its delivery ${deliveryId} still stands; delete that first`)];
}

async function findDelivery(
  { id, orgId, deliveryId }: RuleChange['after'],
  context: RuleContext,
): Promise<string | undefined> {
  const delivery = await findNeighbour(context, feedDeliveries, { id: deliveryId, orgId });
  if (delivery) return delivery.id;
  return findReferringRow(context.transaction, feedDeliveries, { field: 'feedOrderId', id });
}

const DAYS_APART = 2;
const QUANTITY_TOLERANCE = 0.01;
const MOST_LOOKED_AT = 200;

/**
 * The delivery of an order that has arrived: an existing one, else the ID of one created after the
 * order.
 */
async function deliveryIdOf(
  { after }: RuleChange,
  { runtime, transaction, today }: RuleContext,
): Promise<string> {
  const { orgId, farmId, supplierId, flockId, deliveredAt } = after;
  const day = String(deliveredAt ?? today);
  const rows = await listRows(transaction, feedDeliveries, {
    scope: narrowScope({ orgId, farmIds: 'all' }, String(farmId)),
    conditions: [
      { field: 'date', operator: '>=', value: addDays(day, -DAYS_APART) },
      { field: 'date', operator: '<=', value: addDays(day, DAYS_APART) },
    ],
    order: 'date',
    direction: 'asc',
    limit: MOST_LOOKED_AT,
    offset: 0,
  });
  const written = rows
    .map((row) => JSON.parse(row) as StoredOf<'feed-deliveries'>)
    .filter((delivery) => delivery.supplierId === supplierId && delivery.flockId === flockId)
    .filter((delivery) => delivery.feedOrderId === null && isAsMuch(delivery, after))
    .toSorted((left, right) => daysOff(left, day) - daysOff(right, day))[0];
  return written?.id ?? runtime.ids.create(feedDeliveries.idPrefix);
}

function isAsMuch({ quantityKg }: StoredOf<'feed-deliveries'>, order: StoredRow): boolean {
  const ordered = Number(order['quantityKg']);
  return Math.abs(Number(quantityKg) - ordered) <= ordered * QUANTITY_TOLERANCE;
}

function daysOff({ date }: StoredOf<'feed-deliveries'>, day: string): number {
  return Math.abs(daysBetween(date, day));
}

/** Creates the delivery of an order that has arrived, or links the existing one to it. */
async function writeDelivery(
  change: RuleChange,
  context: RuleContext,
  write: RecordWriter,
): Promise<void> {
  if (!entersStatus(change, ['delivered'])) return;
  const { id: feedOrderId, orgId, farmId, deliveryId } = change.after;
  const delivery = { id: deliveryId, orgId, forUpdate: true };
  const existing = await findNeighbour(context, feedDeliveries, delivery);
  if (existing) {
    if (existing['feedOrderId'] !== null) return;
    await write.change(feedDeliveries, { before: existing, changes: { feedOrderId } }, context);
    return;
  }
  const { flockId, feedType, quantityKg, pricePerTon, supplierId, deliveredAt } = change.after;
  const date = deliveredAt ?? context.today;
  const values = { flockId, date, feedType, quantityKg, pricePerTon, supplierId, feedOrderId };
  const input = { values, farmId: farmId ?? undefined, id: String(deliveryId) };
  await write.insert(feedDeliveries, input, context);
}

const KG_PER_TON = 1000;

const DELIVERY_TOTAL: Total = {
  field: 'totalCost',
  quantities: ['quantityKg'],
  price: 'pricePerTon',
  per: KG_PER_TON,
};

/** The cost of a delivery, from its price per ton. */
export const feedDeliveryRules: ResourceRules = {
  fill: (change) => fillTotal(change, DELIVERY_TOTAL),
  check: async (change, context) => [
    ...(await doubtfulFeed(change, context)),
    ...(await doubtfulTotal(change, DELIVERY_TOTAL, context)),
  ],
};

const SALE_TOTAL: Total = {
  field: 'totalAmount',
  quantities: ['totalWeightKg'],
  price: 'pricePerKg',
  per: 1,
};

/** The amount of a sale, from its price per kilogram. */
export const saleRules: ResourceRules = {
  fill: (change) => fillTotal(change, SALE_TOTAL),
  check: async (change, context) => [
    ...(await implausibleSale(change, context)),
    ...(await doubtfulTotal(change, SALE_TOTAL, context)),
  ],
};

/** The category of an expense is free text; a word similar to a known category is doubted. */
export const expenseRules: ResourceRules = { check: doubtfulCategory };

const WAITING = ['submitted', 'shortlisted'];

/** Rejects the other bids when one is accepted, and awards the tender. */
async function awardTender(
  change: RuleChange,
  context: RuleContext,
  write: RecordWriter,
): Promise<void> {
  if (!entersStatus(change, ['accepted'])) return;
  const { definition, after } = change;
  for (const before of await waitingBids(change, context)) {
    await write.change(definition, { before, changes: { status: 'rejected' } }, context);
  }
  const { tenderId: id, orgId } = after;
  const tender = await findNeighbour(context, tenders, { id, orgId, forUpdate: true });
  if (!tender) return;
  await write.change(tenders, { before: tender, changes: { status: 'awarded' } }, context);
}

/** The other undecided bids of the tender, locked. */
async function waitingBids(
  { definition, after }: RuleChange,
  context: RuleContext,
): Promise<readonly StoredRow[]> {
  const { id, orgId, tenderId } = after;
  const scope = { orgId, farmIds: 'all' } as const;
  const texts = [String(tenderId)];
  const listed = await listRowsByText(context.transaction, definition, {
    scope,
    field: 'tenderId',
    texts,
  });
  const waiting: StoredRow[] = [];
  for (const row of listed) {
    const other = storedFromJson(row, orgId);
    if (other.id === id) continue;
    const bid = await findNeighbour(context, definition, { id: other.id, orgId, forUpdate: true });
    if (bid && WAITING.includes(String(bid['status']))) waiting.push(bid);
  }
  return waiting;
}

const AWARDABLE = ['open', 'closed'];

/** Currency and phone of a bid; one bid can be accepted while the tender is not awarded. */
export const tenderBidRules: ResourceRules = {
  async fill(change, context) {
    return {
      ...(change.before ? {} : await fillCurrency(change, context)),
      ...(await fillInternationalPhone(change, context)),
    };
  },
  async check(change, context) {
    const { before, after } = change;
    if (!hasChanged(change, ['status', 'tenderId'])) return [];
    if (after['status'] === 'accepted') return checkAcceptance(change, context);
    const returns = before?.['status'] === 'rejected' && after['status'] === 'submitted';
    return returns ? checkReturn(change, context) : [];
  },
  cascade: awardTender,
};

async function fillCurrency(
  { after }: RuleChange,
  context: RuleContext,
): Promise<Readonly<Record<string, unknown>>> {
  const { currency, farmId: id, orgId } = after;
  if (currency !== null) return {};
  const farm = await findNeighbour(context, farms, { id, orgId });
  return { currency: farm?.['currency'] ?? null };
}

async function checkAcceptance(
  change: RuleChange,
  context: RuleContext,
): Promise<readonly Issue[]> {
  const { id, orgId } = change.after;
  const tenderId = String(change.after['tenderId']);
  // Serialised: two concurrent acceptances would each find no other.
  await context.transaction.lock(`tender ${tenderId}`);
  const tenderStatus = await findTenderStatus(change, context);
  if (!AWARDABLE.includes(tenderStatus)) {
    return [forbiddenStatus(change, `the tender is ${tenderStatus}, neither open nor closed`)];
  }
  const acceptedId = await findEqualRow(context.transaction, change.definition, {
    scope: { orgId, farmIds: 'all' },
    fields: { tenderId, status: 'accepted' },
    exceptId: id,
  });
  if (acceptedId === undefined) return [];
  return [forbiddenStatus(change, `the bid ${acceptedId} of the tender is accepted already`)];
}

async function checkReturn(change: RuleChange, context: RuleContext): Promise<readonly Issue[]> {
  const tenderStatus = await findTenderStatus(change, context);
  if (tenderStatus === 'open') return [];
  return [forbiddenStatus(change, `the tender is ${tenderStatus}, no longer open`)];
}

async function findTenderStatus({ after }: RuleChange, context: RuleContext): Promise<string> {
  const { tenderId: id, orgId } = after;
  const tender = await findNeighbour(context, tenders, { id, orgId });
  return tender ? String(rowNow(tenders, tender, context)['status']) : 'deleted';
}

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
function fillTotal(change: RuleChange, total: Total): Filled {
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
