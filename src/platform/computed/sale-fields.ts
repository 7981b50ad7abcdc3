import { exceedingSale } from '../../farming/core/flock-record.ts';
import { flockForPlausibility, suspectSaleWeight } from '../../farming/core/plausibility.ts';
import { withdrawalOn } from '../../farming/health/treatments.ts';
import { condemnationPct } from '../../farming/metrics/mortality.ts';
import { absenceOn, placedBirds } from '../../farming/metrics/population.ts';
import { averageWeightKg } from '../../farming/metrics/weight.ts';
import type { ComputedOf, StoredOf } from '../../model/resources/registry.ts';
import { sales } from '../../model/resources/sales.ts';
import { treatments } from '../../model/resources/treatments.ts';
import { type FlockTotals, listFlockTotals } from '../../storage/records/flock-totals.ts';
import { type FlockFacts, listFlockFacts } from '../../storage/records/flocks.ts';
import { listRowsByText } from '../../storage/records/list-rows.ts';
import { distinct, groupBy, mapById } from '../../tools/collections.ts';
import type { PageContext } from './compute.ts';

type Sale = StoredOf<'sales'>;

/** What sales say about the birds delivered; a weight that cannot be theirs says nothing. */
export async function computeSales(
  rows: readonly Sale[],
  page: PageContext,
): Promise<ComputedOf<'sales'>[]> {
  const { connection, scope } = page;
  const flockIds = distinct(rows.map((row) => row.flockId));
  const facts = await listFlockFacts(connection, scope, flockIds);
  const flocks = mapById(facts);
  const own = { scope, field: 'flockId', texts: flockIds };
  const given = groupBy(
    (await listRowsByText(connection, treatments, own)).map(
      (row) => JSON.parse(row) as StoredOf<'treatments'>,
    ),
    ({ flockId }) => flockId,
  );
  const exceeding = await exceedingSales(rows, facts, page);
  return rows.map((sale) => {
    const flock = flocks.get(sale.flockId);
    const suspect = flock && suspectSaleWeight(flockForPlausibility(flock), sale);
    const isWrongDay =
      flock !== undefined &&
      (absenceOn(flock, sale.date) !== null ||
        withdrawalOn(given.get(sale.flockId) ?? [], sale.date) !== null);
    return {
      avgWeightKg: suspect ? null : averageWeightKg(sale.totalWeightKg, sale.birdsCount),
      condemnationPct: condemnationPct(sale),
      suspect: [
        ...(exceeding.has(sale.id) ? ['birdsCount'] : []),
        ...(isWrongDay ? ['date'] : []),
        ...(suspect ? [suspect.field] : []),
      ],
    };
  });
}

/** The sales with which more birds have left their flocks than came, of each such flock one. */
async function exceedingSales(
  rows: readonly Sale[],
  flocks: readonly FlockFacts[],
  { connection, scope, todayOf }: PageContext,
): Promise<ReadonlySet<string>> {
  const days = flocks.map(({ id, farmId, placementDate }) => {
    const dates = rows.filter(({ flockId }) => flockId === id).map(({ date }) => date);
    return { id, placementDate, day: [todayOf(farmId), ...dates].toSorted().at(-1) ?? '' };
  });
  const totals = mapById(await listFlockTotals(connection, scope, days));
  const exceeded = flocks.filter((flock) => isExceeded(flock, totals.get(flock.id)));
  if (exceeded.length === 0) return new Set();
  const own = { scope, field: 'flockId', texts: exceeded.map(({ id }) => id) };
  const sold = (await listRowsByText(connection, sales, own)).map((row) => JSON.parse(row) as Sale);
  const salesOf = groupBy(sold, ({ flockId }) => flockId);
  return new Set(
    exceeded.flatMap((flock) => {
      const { mortality = 0, culls = 0, sold: soldBirds = 0 } = totals.get(flock.id) ?? {};
      const sale = exceedingSale({
        sales: salesOf.get(flock.id) ?? [],
        placed: placedBirds(flock),
        totals: { mortality, culls, soldBirds },
      });
      return sale ? [sale.id] : [];
    }),
  );
}

function isExceeded(flock: FlockFacts, totals: FlockTotals | undefined): boolean {
  const placed = placedBirds(flock);
  return (
    placed !== null &&
    totals !== undefined &&
    placed < totals.mortality + totals.culls + totals.sold
  );
}
