import { flockForPlausibility, suspectSaleWeight } from '../../farming/core/plausibility.ts';
import { doubtedSaleDay } from '../../farming/gaps/doubtful-entries.ts';
import { absenceOn, placedBirds } from '../../farming/metrics/population.ts';
import type { Issue } from '../../model/core/errors.ts';
import { message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { treatments } from '../../model/resources/treatments.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { type FlockTotals, listFlockTotals } from '../../storage/records/flock-totals.ts';
import type { FlockFacts } from '../../storage/records/flocks.ts';
import { listRowsByText } from '../../storage/records/list-rows.ts';
import type { RuleChange, RuleContext } from '../core/resource-rules.ts';
import { hasChanged } from '../core/row-change.ts';
import { doubt, flockOf, issuesOf } from './plausibility.ts';

/** Implausible values of a sale, for callers that ask for doubts. */
export async function implausibleSale(
  change: RuleChange,
  context: RuleContext,
): Promise<readonly Issue[]> {
  const fields = ['flockId', 'date', 'birdsCount', 'totalWeightKg'];
  if (!context.isStrict || !hasChanged(change, fields)) return [];
  const flock = await flockOf(change, context);
  if (!flock) return [];
  const sale = change.after as unknown as StoredOf<'sales'>;
  const suspect = suspectSaleWeight(flockForPlausibility(flock), sale);
  return [
    ...(suspect ? await issuesOf([suspect], context) : []),
    ...(await tooManySold(change, flock, context)),
    ...(hasChanged(change, ['flockId', 'date']) ? await soldOnWrongDay(sale, flock, context) : []),
  ];
}

/** A sale before the placement, or before the end of a medicine's withdrawal period. */
async function soldOnWrongDay(
  { flockId, date }: StoredOf<'sales'>,
  flock: FlockFacts,
  context: RuleContext,
): Promise<readonly Issue[]> {
  const { transaction, actor } = context;
  const scope = { orgId: actor.orgId, farmIds: 'all' } as const;
  const query = { scope, field: 'flockId', texts: [flockId] } as const;
  const flockTreatments = await listRowsByText(transaction, treatments, query);
  const treated = flockTreatments.map((row) => JSON.parse(row) as StoredOf<'treatments'>);
  return doubt('date', doubtedSaleDay({ date }, flock, treated), context);
}

/** A sale of more birds than a flock has left according to its logs and sales. */
async function tooManySold(
  { before, after }: RuleChange,
  flock: FlockFacts,
  context: RuleContext,
): Promise<readonly Issue[]> {
  const { birdsCount, date } = after as unknown as StoredOf<'sales'>;
  const placed = placedBirds(flock);
  if (placed === null || birdsCount === null) return [];
  const day = latest(date, context.today);
  const totals = await totalsOf(flock, day, context);
  if (!totals) return [];
  const isOwn = before?.['flockId'] === flock.id && String(before['date']) <= day;
  const ownBirds = isOwn ? Number(before['birdsCount'] ?? 0) : 0;
  const gone = goneBirds(totals) - ownBirds;
  if (birdsCount <= placed - gone) return [];
  const sold = birds(birdsCount);
  const problem =
    gone > placed
      ? message('suspect.soldOfUnknown', { sold, gone: birds(gone), placed: birds(placed) })
      : message('suspect.soldBirds', { sold, live: birds(placed - gone) });
  return doubt('birdsCount', problem, context);
}

/** Deaths of a log that make the logs and sales of a flock exceed its placed birds. */
export async function tooManyLost(
  change: RuleChange,
  context: RuleContext,
): Promise<readonly Issue[]> {
  const { before, after } = change;
  // An import would run this query for each of its logs.
  if (!context.isStrict || context.runtime.collector) return [];
  if (!hasChanged(change, ['flockId', 'mortality', 'culls'])) return [];
  const lostNow = lostBirds(after);
  const flock = lostNow === 0 ? undefined : await flockOf(change, context);
  const placed = flock ? placedBirds(flock) : null;
  if (!flock || placed === null || absenceOn(flock, String(after['date']))) return [];
  const totals = await totalsOf(flock, latest(String(after['date']), context.today), context);
  if (!totals) return [];
  const ownLost = before?.['flockId'] === flock.id ? lostBirds(before) : 0;
  const removedBirds = goneBirds(totals) - ownLost + lostNow;
  // Without sales the error is in the log alone, which is refused.
  if (removedBirds <= placed || lostNow <= ownLost || totals.sold === 0) return [];
  const isDeaths = hasChanged(change, ['flockId', 'mortality']) && after['mortality'];
  const path = isDeaths ? 'mortality' : 'culls';
  const counts = { lost: birds(lostNow), gone: birds(removedBirds), placed: birds(placed) };
  const day = { day: String(after['date']) };
  return doubt(path, message('suspect.lostBirds', { day, ...counts }), context);
}

/** A number of placed birds that is exceeded by the flock's logs and sales. */
export async function tooFewPlaced(
  change: RuleChange,
  context: RuleContext,
): Promise<readonly Issue[]> {
  const { before, after } = change;
  if (!before || !context.isStrict || !hasChanged(change, ['chicksReceived', 'chicksOrdered']))
    return [];
  const flock = after as unknown as StoredOf<'flocks'>;
  const placed = placedBirds(flock);
  const totals = await totalsOf(flock, context.today, context);
  if (placed === null || !totals || goneBirds(totals) <= placed) return [];
  const path = flock.chicksReceived === null ? 'chicksOrdered' : 'chicksReceived';
  const counts = { gone: birds(goneBirds(totals)), placed: birds(placed) };
  return doubt(path, message('suspect.placedBirds', counts), context);
}

async function totalsOf(
  { id, placementDate }: Pick<FlockFacts, 'id' | 'placementDate'>,
  day: string,
  { transaction, actor }: RuleContext,
): Promise<FlockTotals | undefined> {
  const scope = { orgId: actor.orgId, farmIds: 'all' } as const;
  const [totals] = await listFlockTotals(transaction, scope, [{ id, placementDate, day }]);
  return totals;
}

function goneBirds({ mortality, culls, sold }: FlockTotals): number {
  return mortality + culls + sold;
}

function lostBirds(log: StoredRow): number {
  return Number(log['mortality'] ?? 0) + Number(log['culls'] ?? 0);
}

function latest(day: string, today: string): string {
  return day > today ? day : today;
}

function birds(quantity: number) {
  return { quantity, unit: 'birds' } as const;
}
