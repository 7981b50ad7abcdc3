import type { MadeSection } from '../../model/answers/insights.ts';
import { message } from '../../model/core/message.ts';
import { mapById } from '../../tools/collections.ts';
import { mean, percentOf, sum } from '../../tools/statistics.ts';
import { FARM_MONEY_PARTS } from '../accounting/farm-money.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { figure, rounded } from '../core/figure.ts';
import type { Fix, MissingData, SectionDefinition } from '../core/section.ts';
import {
  bidders,
  type ChickSupplier,
  chickSuppliers,
  type FeedSupplier,
  feedSuppliers,
  type MedicineSupplier,
  medicineSuppliers,
  supplierKinds,
  yearOfChicks,
  yearOfFeedKg,
} from '../market/suppliers.ts';

/** The scored properties of a supplier; lower is better for all three, null when unknown. */
export interface SupplierTraits {
  readonly price: number | null;
  readonly unreliability: number | null;
  readonly faults: number | null;
}

/** Why a supplier has no score. */
export type NoScore = 'too_few_transactions' | 'nothing_to_compare';

/** A supplier with its scored properties. */
export interface RatedSupplier {
  readonly transactions: number;
  readonly traits: SupplierTraits;
}

const WEIGHTS = { price: 40, unreliability: 30, faults: 30 } as const;
type Trait = keyof SupplierTraits;
const TRAITS = Object.keys(WEIGHTS) as readonly Trait[];

/**
 * Scores suppliers of one kind relative to each other, 0 to 100: 40 for price, 30 for reliability,
 * 30 for quality, with full points for the best and none for the worst. Properties known of fewer
 * than two suppliers are left out and the others weigh more.
 */
function supplierScores(
  suppliers: readonly RatedSupplier[],
  fewest: number,
): { readonly score: number | null; readonly noScore: NoScore | null }[] {
  const rated = suppliers.filter(({ transactions }) => transactions >= fewest);
  const ranges = new Map(TRAITS.map((trait) => [trait, rangeOf(rated, trait)]));
  return suppliers.map((supplier) => {
    if (supplier.transactions < fewest) return { score: null, noScore: 'too_few_transactions' };
    const points = TRAITS.flatMap((trait) => {
      const [value, range] = [supplier.traits[trait], ranges.get(trait)];
      if (value === null || !range) return [];
      const share = range.max === range.min ? 1 : (range.max - value) / (range.max - range.min);
      return [{ points: WEIGHTS[trait] * share, of: WEIGHTS[trait] }];
    });
    if (points.length === 0) return { score: null, noScore: 'nothing_to_compare' };
    const [earned, possible] = [sum(points.map((p) => p.points)), sum(points.map((p) => p.of))];
    return { score: (earned / possible) * 100, noScore: null };
  });
}

function rangeOf(suppliers: readonly RatedSupplier[], trait: Trait) {
  const values = suppliers.map(({ traits }) => traits[trait]).filter((value) => value !== null);
  return values.length < 2 ? null : { min: Math.min(...values), max: Math.max(...values) };
}

const PARTS = [
  ...FARM_MONEY_PARTS,
  'feedOrders',
  'contacts',
  'medicine',
  'tenders',
  'tenderBids',
] as const;
type SupplierSnapshot = FarmSnapshot<(typeof PARTS)[number]>;

/** The performance of suppliers over a year. */
export const suppliersSection: SectionDefinition<
  (typeof PARTS)[number],
  never,
  MadeSection<'suppliers'>
> = {
  parts: PARTS,
  uses: [],
  compute: computeSuppliers,
};

function computeSuppliers(snapshot: SupplierSnapshot): MadeSection<'suppliers'> {
  const feed = feedSuppliers(snapshot);
  const chicks = chickSuppliers(snapshot);
  const medicine = medicineSuppliers(snapshot);
  const tenders = bidders(snapshot);
  const missing = missingSupplierData(snapshot, feed.length + chicks.length + medicine.length);
  const isEmpty = [feed, chicks, medicine, tenders].every((rows) => rows.length === 0);
  return {
    status: isEmpty ? 'not_enough_data' : missing.length === 0 ? 'ok' : 'partial',
    asOf: snapshot.today,
    missing,
    feed: scored(
      feed,
      { transactions: ({ deliveries }) => deliveries, traits: feedTraits },
      snapshot,
    ).map(({ kg, ...supplier }) => ({
      ...supplier,
      tons: rounded('kg', kg / 1000),
      pricePerTon: figure('money', supplier.pricePerTon),
      priceIndex: figure('share', supplier.priceIndex),
      onTimePct: figure('pct', supplier.onTimePct),
      fillRatePct: figure('pct', supplier.fillRatePct),
      fcrIndex: figure('share', supplier.fcrIndex),
    })),
    chicks: scored(
      chicks,
      { transactions: ({ flocks }) => flocks, traits: chickTraits },
      snapshot,
    ).map((supplier) => ({
      ...supplier,
      pricePerChick: figure('price', supplier.pricePerChick),
      shortPct: figure('pct', supplier.shortPct),
      firstWeekMortalityPct: figure('pct', supplier.firstWeekMortalityPct),
      w7Index: figure('share', supplier.w7Index),
    })),
    medicine: scored(
      medicine,
      { transactions: ({ items }) => items, traits: medicineTraits },
      snapshot,
    ).map((supplier) => ({
      ...supplier,
      expiredSharePct: figure('pct', supplier.expiredSharePct),
    })),
    tenders: tenders.map((bidder) => ({ ...bidder, winPct: figure('pct', bidder.winPct) })),
    concentrationPct: {
      feed: figure(
        'pct',
        largestSharePct(
          feed.map(({ kg }) => kg),
          yearOfFeedKg(snapshot),
        ),
      ),
      chicks: figure(
        'pct',
        largestSharePct(
          chicks.map(({ birds }) => birds),
          yearOfChicks(snapshot),
        ),
      ),
    },
  } as const;
}

function scored<S extends { readonly supplierId: string }>(
  suppliers: readonly S[],
  how: {
    readonly transactions: (supplier: S) => number;
    readonly traits: (supplier: S) => SupplierTraits;
  },
  { contacts, thresholds }: SupplierSnapshot,
) {
  const contactsById = mapById(contacts);
  const scores = supplierScores(
    suppliers.map((supplier) => ({
      transactions: how.transactions(supplier),
      traits: how.traits(supplier),
    })),
    thresholds.supplierTransactions,
  );
  return suppliers.map((supplier, index) => {
    const contact = contactsById.get(supplier.supplierId);
    return {
      ...supplier,
      name: contact?.company ?? contact?.name ?? null,
      score: figure('score', scores[index]?.score),
      noScore: scores[index]?.noScore ?? null,
    };
  });
}

function feedTraits({
  priceIndex,
  onTimePct,
  fillRatePct,
  fcrIndex,
}: FeedSupplier): SupplierTraits {
  const rates = [onTimePct, fillRatePct === null ? null : Math.min(100, fillRatePct)];
  const reliability = mean(rates.filter((pct) => pct !== null));
  return {
    price: priceIndex,
    unreliability: reliability === null ? null : 100 - reliability,
    faults: fcrIndex,
  };
}

function chickTraits(supplier: ChickSupplier): SupplierTraits {
  return {
    price: supplier.pricePerChick,
    unreliability: supplier.shortPct,
    faults: supplier.firstWeekMortalityPct,
  };
}

function medicineTraits({ expiredSharePct }: MedicineSupplier): SupplierTraits {
  return { price: null, unreliability: null, faults: expiredSharePct };
}

/**
 * With a larger share of purchases from unknown suppliers, the share of the largest supplier is
 * unknown.
 */
const MOST_OF_UNKNOWN = 0.05;

/** The share of the largest supplier in all purchases. */
function largestSharePct(amounts: readonly number[], total: number): number | null {
  if (sum(amounts) < total * (1 - MOST_OF_UNKNOWN)) return null;
  return percentOf(Math.max(0, ...amounts), total);
}

function missingSupplierData(snapshot: SupplierSnapshot, suppliers: number): MissingData[] {
  const { feedDeliveries, liveFlocks, today } = snapshot;
  const unnamed = feedDeliveries.filter(
    ({ supplierId, date }) => supplierId === null && date <= today,
  );
  const flock = liveFlocks.find(
    ({ supplierId, status }) => supplierId === null && status !== 'planned',
  );
  const newest = unnamed.at(-1);
  return [
    ...(suppliers === 0
      ? [
          {
            code: 'no_suppliers',
            message: message('suppliers.no_suppliers'),
            resource: 'contacts',
            need: 1,
            have: 0,
            fix: supplierFix(snapshot),
          },
        ]
      : []),
    ...(newest
      ? [
          {
            code: 'delivery_without_supplier',
            message: message('suppliers.delivery_without_supplier', { count: unnamed.length }),
            resource: 'feed-deliveries',
            field: 'supplierId',
            need: feedDeliveries.length,
            have: feedDeliveries.length - unnamed.length,
            fix: {
              method: 'PATCH',
              path: `/feed-deliveries/${newest.id}`,
              body: { supplierId: null },
            } as const,
          },
        ]
      : []),
    ...(flock
      ? [
          {
            code: 'flock_without_supplier',
            message: message('suppliers.flock_without_supplier', { flock: flock.code ?? flock.id }),
            resource: 'flocks',
            field: 'supplierId',
            flockId: flock.id,
            fix: {
              method: 'PATCH',
              path: `/flocks/${flock.id}`,
              body: { supplierId: null },
            } as const,
          },
        ]
      : []),
  ];
}

/** First a supplier contact, then a delivery that names one. */
function supplierFix({ farm, contacts, today }: SupplierSnapshot): Fix {
  if (!contacts.some(({ kind }) => supplierKinds.includes(kind))) {
    const body = { farmId: farm.id, kind: 'feed_supplier', name: null };
    return { method: 'POST', path: '/contacts', body };
  }
  const body = { farmId: farm.id, date: today, quantityKg: null, supplierId: null };
  return { method: 'POST', path: '/feed-deliveries', body };
}
