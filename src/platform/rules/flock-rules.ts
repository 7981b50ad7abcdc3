import { renderMessage } from '../../i18n/render-message.ts';
import type { Issue } from '../../model/core/errors.ts';
import { message } from '../../model/core/message.ts';
import { barns } from '../../model/resources/barns.ts';
import { dailyLogs } from '../../model/resources/daily-logs.ts';
import { events } from '../../model/resources/events.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { sales } from '../../model/resources/sales.ts';
import { findEqualRow, findReferringRow } from '../../storage/records/find-rows.ts';
import { listRowsByText } from '../../storage/records/list-rows.ts';
import { DAY_MILLIS, dayInZone, formatInstant, startOfDay } from '../../tools/calendar.ts';
import { currencyAt } from '../core/farm-zone.ts';
import { findTranslator } from '../core/organisation-setup.ts';
import type {
  RecordWriter,
  ResourceRules,
  RuleChange,
  RuleContext,
} from '../core/resource-rules.ts';
import { entersStatus, hasChanged, leavesStatus, storedFromJson } from '../core/row-change.ts';
import { tooFewPlaced, tooManyLost } from './bird-balance.ts';
import { doubtfulBreed, tooManyChicks } from './doubtful-quantities.ts';
import { doubtfulDeaths, implausibleLog, misdatedLog, tooManyDeaths } from './plausibility.ts';
import { findNeighbour, logLock } from './related-rows.ts';
import { forbiddenStatus, stampStay } from './status-rules.ts';
import { doubtfulTotal, followTotal, type Total } from './trade-rules.ts';

const DAYS_TO_REOPEN = 7;
const CODE_LENGTH = flocks.fields.code.max;

const ORDER_TOTAL: Total = {
  field: 'orderTotal',
  quantities: ['chicksOrdered', 'chicksReceived'],
  price: 'pricePerChick',
  per: 1,
};

/** Fills code, first status and closing time of a flock; limits its re-opening. */
export const flockRules: ResourceRules = {
  async fill(change, context) {
    const value = formatInstant(context.now);
    return {
      ...followTotal(change, ORDER_TOTAL),
      ...(change.before ? {} : await fillNewFlock(change, context)),
      ...stampStay(change, { field: 'closedAt', statuses: ['closed'], value }),
    };
  },
  check: async (change, context) => [
    ...requireArrival(change, context),
    ...(await requireNoRecords(change, context)),
    ...requireRecentClosing(change, context),
    ...(await doubtfulBreed(change, context)),
    ...(await tooFewPlaced(change, context)),
    ...(await tooManyChicks(change, context)),
    ...(await doubtfulTotal(change, ORDER_TOTAL, context)),
  ],
  cascade: async (change, context, write) => {
    await reportPlacement(change, context, write);
    await takeBackPlacement(change, context, write);
    await movePlacement(change, context, write);
  },
};

async function fillNewFlock(
  { after }: RuleChange,
  context: RuleContext,
): Promise<Readonly<Record<string, unknown>>> {
  const { barnId: id, orgId, placementDate, code, status } = after;
  const isAhead = String(placementDate) > context.today;
  const barn = code === null ? await findNeighbour(context, barns, { id, orgId }) : undefined;
  return {
    code: barn ? await freeCode(after, String(barn['name']), context) : code,
    status: status ?? (isAhead ? 'planned' : 'active'),
  };
}

const MOST_OF_A_DAY = 20;

/** A code unique on the farm: the second one of a day is `Barn 1-261101-2`. */
async function freeCode(
  { orgId, farmId, placementDate }: RuleChange['after'],
  barnName: string,
  { transaction }: RuleContext,
): Promise<string> {
  const day = String(placementDate);
  const suffixes = ['', ...Array.from({ length: MOST_OF_A_DAY }, (_, index) => `-${index + 2}`)];
  const codes = suffixes.map((suffix) => defaultCode(barnName, day, suffix));
  const scope = { orgId, farmIds: farmId === null ? [] : [farmId] } as const;
  const sameCode = await listRowsByText(transaction, flocks, {
    scope,
    field: 'code',
    texts: codes,
  });
  const takenCodes = sameCode.map((row) => JSON.parse(row).code);
  return codes.find((code) => !takenCodes.includes(code)) ?? defaultCode(barnName, day);
}

/** The barn name, truncated if needed, and the placement day: `Barn 1-261101`. */
function defaultCode(barnName: string, placementDate: string, number = ''): string {
  const suffix = `-${placementDate.slice(2).replaceAll('-', '')}${number}`;
  const prefix = [...barnName].slice(0, CODE_LENGTH - suffix.length);
  return `${prefix.join('').trimEnd()}${suffix}`;
}

const INSIDE_STATUSES = ['active', 'selling'];

/** Birds are inside from their placement day on, in the farm's time zone. */
function requireArrival(change: RuleChange, { today }: RuleContext): readonly Issue[] {
  const { placementDate, status } = change.after;
  if (!INSIDE_STATUSES.includes(String(status)) || String(placementDate) <= today) return [];
  if (!hasChanged(change, ['status', 'placementDate'])) return [];
  const message = `status cannot be ${status} before the placement on ${placementDate}; leave the flock planned until that day, or change placementDate.`;
  return [{ path: 'status', code: 'not_arrived', message }];
}

/** A flock can return to planned only while it has no records. */
async function requireNoRecords(
  change: RuleChange,
  { transaction }: RuleContext,
): Promise<readonly Issue[]> {
  if (!change.before || !entersStatus(change, ['planned'])) return [];
  for (const definition of [dailyLogs, sales]) {
    const reference = { field: 'flockId', id: change.after.id };
    if ((await findReferringRow(transaction, definition, reference)) === undefined) continue;
    const message = `status cannot become planned: the flock has ${definition.name.replace('-', ' ')}.`;
    return [{ path: 'status', code: 'has_records', message }];
  }
  return [];
}

function requireRecentClosing(change: RuleChange, { now }: RuleContext): readonly Issue[] {
  const { before } = change;
  if (!before || !leavesStatus(change, ['closed'])) return [];
  const closedAt = String(before['closedAt'] ?? before.updatedAt);
  if (now <= Date.parse(closedAt) + DAYS_TO_REOPEN * DAY_MILLIS) return [];
  return [
    forbiddenStatus(
      change,
      `the flock was closed at ${closedAt}, more than ${DAYS_TO_REOPEN} days ago`,
    ),
  ];
}

/**
 * Records a placement in the activity log: of a new active flock, or of a planned one that arrived.
 */
async function reportPlacement(
  change: RuleChange,
  context: RuleContext,
  write: RecordWriter,
): Promise<void> {
  const { before, after } = change;
  const isPlaced =
    entersStatus(change, ['active']) && (before?.['status'] ?? 'planned') === 'planned';
  if (!isPlaced) return;
  const { id: flockId, orgId, farmId, barnId, code, placementDate, chicksReceived } = after;
  const translator = await findTranslator(context.transaction, orgId);
  const flockName = message('activity.what.named', { name: String(code) });
  const birds =
    typeof chicksReceived === 'number'
      ? message('activity.what.flock', { birds: { quantity: chicksReceived, unit: 'birds' } })
      : null;
  const values = {
    kind: 'placement',
    title: renderMessage(translator, message('activity.flock_placed', { what: flockName })),
    details: birds && renderMessage(translator, birds),
    ts: formatInstant(placedAt(String(placementDate), context)),
    barnId,
    flockId,
  };
  await write.insert(events, { values, farmId: farmId ?? undefined }, context);
}

/**
 * When a flock returns to planned, its placement in the activity log becomes a note on the plan.
 */
async function takeBackPlacement(
  change: RuleChange,
  context: RuleContext,
  write: RecordWriter,
): Promise<void> {
  if (!change.before || !entersStatus(change, ['planned'])) return;
  const { orgId, code } = change.after;
  const translator = await findTranslator(context.transaction, orgId);
  const flockName = message('activity.what.named', { name: String(code) });
  const title = renderMessage(translator, message('activity.flock_planned', { what: flockName }));
  for (const before of await findPlacements(change, context))
    await write.change(events, { before, changes: { kind: 'note', title } }, context);
}

/**
 * The placement in the activity log follows a corrected placement date; events of other days, such
 * as a second delivery of chicks, remain.
 */
async function movePlacement(
  change: RuleChange,
  context: RuleContext,
  write: RecordWriter,
): Promise<void> {
  if (!change.before || !hasChanged(change, ['placementDate'])) return;
  const earlierDate = change.before['placementDate'];
  const ts = formatInstant(placedAt(String(change.after['placementDate']), context));
  for (const before of await findPlacements(change, context)) {
    const day = dayInZone(Date.parse(String(before['ts'])), context.zone);
    if (day === earlierDate) await write.change(events, { before, changes: { ts } }, context);
  }
}

/** The placements of a flock in the activity log. */
async function findPlacements({ after }: RuleChange, { transaction }: RuleContext) {
  const { id, orgId } = after;
  const scope = { orgId, farmIds: 'all' } as const;
  const rows = await listRowsByText(transaction, events, { scope, field: 'flockId', texts: [id] });
  return rows.map((row) => storedFromJson(row, orgId)).filter(({ kind }) => kind === 'placement');
}

function placedAt(day: string, { now, today, zone }: RuleContext): number {
  return day === today ? now : startOfDay(day, zone);
}

/** The currency of a farm defaults to that of its place, else of its organisation's place. */
export const farmRules: ResourceRules = {
  defaults: (place, { zone }) => ({ currency: currencyAt(place, zone) }),
};

const EMPTY_STATUSES = ['cleaning', 'inactive'];
/** Statuses of flocks without birds inside. */
const ABSENT_FLOCKS = ['planned', 'closed', 'cancelled'];

/** A barn with birds inside can neither be cleaned nor retired. */
export const barnRules: ResourceRules = {
  check: requireEmptyBarn,
};

async function requireEmptyBarn(
  change: RuleChange,
  { transaction }: RuleContext,
): Promise<readonly Issue[]> {
  const { id, status } = change.after;
  if (!change.before || !entersStatus(change, EMPTY_STATUSES)) return [];
  const flockId = await findReferringRow(transaction, flocks, {
    field: 'barnId',
    id,
    exceptStatus: ABSENT_FLOCKS,
  });
  if (flockId === undefined) return [];
  const message = `status cannot become ${status} while the flock ${flockId} is in the barn.`;
  return [{ path: 'status', code: 'barn_occupied', message }];
}

/** Allows one log per flock and day, and no more deaths than birds. */
export const dailyLogRules: ResourceRules = {
  check: async (change, context) => [
    ...(await requireOneLogADay(change, context)),
    ...(await tooManyDeaths(change, context)),
    ...(await tooManyLost(change, context)),
    ...(await misdatedLog(change, context)),
    ...(await implausibleLog(change, context)),
    ...(await doubtfulDeaths(change, context)),
  ],
};

async function requireOneLogADay(
  change: RuleChange,
  context: RuleContext,
): Promise<readonly Issue[]> {
  if (!hasChanged(change, ['flockId', 'date'])) return [];
  const existingId = await otherLogOfDay(change, context);
  if (existingId === undefined) return [];
  const message = `date already has a daily log of this flock, ${existingId}; change that one.`;
  return [{ path: 'date', code: 'duplicate', message, existingId }];
}

async function otherLogOfDay(
  { definition, after }: RuleChange,
  { transaction, runtime: { collector } }: RuleContext,
): Promise<string | undefined> {
  const { id, orgId } = after;
  const fields = { flockId: String(after['flockId']), date: String(after['date']) };
  const cachedLogs = collector?.logsOf(fields.flockId, fields.date);
  if (cachedLogs) return cachedLogs.logId;
  // Serialised: two concurrent requests would both find no log.
  await transaction.lock(logLock(fields.flockId, fields.date));
  return findEqualRow(transaction, definition, {
    scope: { orgId, farmIds: 'all' },
    fields,
    exceptId: id,
  });
}
