import { FarmError, type Issue, refused, validationFailed } from '../../model/core/errors.ts';
import { barns } from '../../model/resources/barns.ts';
import { dailyLogs } from '../../model/resources/daily-logs.ts';
import { farms } from '../../model/resources/farms.ts';
import { flocks } from '../../model/resources/flocks.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { scopeOf } from '../core/actor.ts';
import { lockFollowed } from '../core/lock-order.ts';
import type { RuleContext } from '../core/resource-rules.ts';
import {
  type ActionFields,
  type ActionPlan,
  type ActionRequest,
  findFlockInside,
  findRows,
  holdRow,
  insertOf,
  updateOf,
} from './action-plan.ts';

/** What a day's log is written into. */
export interface LogState {
  readonly flockId: string;
  /** The log of that day, where there is one. */
  readonly log: StoredRow | undefined;
}

/** The figures of a day as its log, or added to the one that stands. */
export function planDailyLog({ flockId, log }: LogState, fields: ActionFields): ActionPlan {
  const { flockId: _, barnId: __, date, ...figures } = fields;
  if (log) return updateOf('daily-logs', log, figures);
  return insertOf('daily-logs', { flockId, date, ...figures });
}

/** The flock that is meant, by its id or its barn, and its log of the day, which is held. */
export async function loadLogState(
  { fields }: ActionRequest,
  context: RuleContext,
): Promise<LogState> {
  const { transaction, actor, farmId } = context;
  await lockFollowed(transaction, dailyLogs, () => farmId);
  const flockId = await findFlock(fields, context);
  const date = String(fields['date']);
  // The name under which every new log of the day is written.
  await transaction.lock(`daily-log ${flockId} ${date}`);
  const [found] = await findRows(context, dailyLogs, {
    scope: scopeOf(actor),
    equal: { flockId, date },
    order: 'createdAt',
    limit: 1,
  });
  return { flockId, log: found && (await holdRow(context, dailyLogs, found.id)) };
}

async function findFlock({ flockId, barnId }: ActionFields, context: RuleContext): Promise<string> {
  if (typeof flockId === 'string') {
    if (typeof barnId === 'string') await requireBarn(flockId, barnId, context);
    return flockId;
  }
  const inside = await findFlockInside(context, String(barnId));
  if (inside) return inside.id;
  throw refused(
    'barn_empty',
    'No flock is in the barn; name one with flockId, or place one first.',
  );
}

async function requireBarn(flockId: string, barnId: string, context: RuleContext): Promise<void> {
  const flock = await holdRow(context, flocks, flockId);
  if (flock?.['barnId'] === barnId) return;
  throw validationFailed([
    {
      path: 'barnId',
      code: 'inconsistent',
      message: 'barnId is not the barn of the flock; one of the two is enough.',
    },
  ]);
}

/** A flock in its barn; throws `barn_occupied` while another is inside. */
export function planFlock(inside: StoredRow | undefined, fields: ActionFields): ActionPlan {
  if (!inside) return insertOf('flocks', fields);
  throw refused(
    'barn_occupied',
    `The flock ${String(inside['code'] ?? inside.id)} (${inside.id}) is in the barn; close it first.`,
  );
}

/** The flock inside the barn, whose name is held: two flocks cannot be placed at the same moment. */
export async function loadFlockInside(
  { fields }: ActionRequest,
  context: RuleContext,
): Promise<StoredRow | undefined> {
  const barnId = String(fields['barnId']);
  await context.transaction.lock(`barn ${barnId}`);
  return findFlockInside(context, barnId);
}

/** Where a farm or barn is; what is not sent stays as it is. */
export function planLocation(
  resource: 'farms' | 'barns',
  place: StoredRow,
  { barnId: _, ...changes }: ActionFields,
): ActionPlan {
  return updateOf(resource, place, changes);
}

/** The farm that is moved, held against other changes. */
export function loadFarm({ farmId }: ActionRequest, context: RuleContext): Promise<StoredRow> {
  return hold(context, farms, String(farmId));
}

/** The barn that is moved, held against other changes. */
export function loadBarn({ fields }: ActionRequest, context: RuleContext): Promise<StoredRow> {
  return hold(context, barns, String(fields['barnId']));
}

async function hold(
  context: RuleContext,
  definition: Parameters<typeof holdRow>[1],
  id: string,
): Promise<StoredRow> {
  const place = await holdRow(context, definition, id);
  // It was seen a moment ago; whoever deleted it since was faster.
  if (!place) throw new FarmError('not_found');
  return place;
}

/** Fields that only an order of feed has. */
const OF_FEED = ['feedType', 'pricePerTon'] as const;
/** Fields that only an order of something else has. */
const OF_GOODS = ['category', 'quantity', 'unit'] as const;

/** An order of feed, by its quantityKg, or of anything else, by its title. */
export function planOrder(fields: ActionFields): ActionPlan {
  return fields['quantityKg'] === undefined ? planGoods(fields) : planFeed(fields);
}

/** The title of an order of feed is kept as a note of it. */
function planFeed({ title, category, ...fields }: ActionFields): ActionPlan {
  const strange = category === 'feed' ? fields : { ...fields, category };
  requireNone(strange, OF_GOODS, 'an order of anything else, which has no quantityKg');
  const { quantityKg, feedType, supplierId, dueDate, pricePerTon } = fields;
  const notes = title;
  return insertOf('feed-orders', { quantityKg, feedType, supplierId, dueDate, pricePerTon, notes });
}

function planGoods(fields: ActionFields): ActionPlan {
  requireNone(fields, OF_FEED, 'an order of feed, which needs quantityKg');
  const { title, category, quantity, unit, dueDate, supplierId } = fields;
  return insertOf('market-orders', {
    kind: 'order',
    direction: 'buy',
    title,
    category,
    quantity,
    unit,
    needByDate: dueDate,
    contactId: supplierId,
  });
}

function requireNone(fields: ActionFields, names: readonly string[], owner: string): void {
  const issues = names
    .filter((name) => fields[name] !== undefined)
    .map(
      (path): Issue => ({ path, code: 'inconsistent', message: `${path} belongs to ${owner}.` }),
    );
  if (issues.length > 0) throw validationFailed(issues);
}
